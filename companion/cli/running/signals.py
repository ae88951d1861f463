"""Ctrl+C, and a service manager's stop."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LOOK_FOR_SIGNALS_S = 0.5
"""Longest wait, in seconds: Windows notices Ctrl+C only between waits."""


def _stop(stop: threading.Event) -> None:
    """Stop in order; a second Ctrl+C means that nobody wants to wait for that."""
    if stop.is_set():
        os._exit(1)
    stop.set()


@contextmanager
def stop_by_signals(stop: threading.Event) -> Iterator[None]:
    """Let Ctrl+C and a service manager's stop end a program in order."""
    names = [signal.SIGINT, signal.SIGTERM]
    before = [signal.signal(name, lambda *_: _stop(stop)) for name in names]
    try:
        yield
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)
