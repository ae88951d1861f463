"""Processes that are killed (-9) after a random time, again and again, and what is there then."""

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random

Once = Callable[[int, Random], tuple[str, bool]]
"""Kills one, given its number; returns what was there in the end, and whether it was killed in time.

Raises AssertionError, OSError or SubprocessError where that is wrong.
"""


def repeated(what: str, times: int, seed: int, once: Once) -> int:
    """Kill so many; tell of each that was wrong, and of all; return how many were wrong."""
    ends, wrong, in_time = Counter[str](), 0, 0
    for number in range(times):
        try:
            end, was_in_time = once(number, Random(f"{seed} {number}"))
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            wrong += 1
            told = str(getattr(error, "stdout", None) or "")[-500:]
            print(f"number {number}, seed {seed}: {error} {told}", flush=True)
            continue
        ends[end] += 1
        in_time += was_in_time
    print(f"{times} {what}, {in_time} cut before their end: {wrong} wrong; then there was {dict(ends)}")
    return wrong


def killed(act: Callable[[], None], after_s: float | None) -> bool:
    """Let a process do it, and kill it after so long with all that it has started (None: never).

    Return whether it was killed before its end. Raises AssertionError where it failed by itself.
    """
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            os.setpgid(0, 0)
            act()
            os._exit(0)
        os._exit(1)
    if after_s is not None:
        time.sleep(after_s)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or not os.WEXITSTATUS(status), "it failed by itself"
    return os.WIFSIGNALED(status)
