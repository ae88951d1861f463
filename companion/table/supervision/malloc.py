"""Settings of glibc's memory; without glibc this does nothing.

Pictures, and the data computed from them, are large and short-lived. glibc gives each thread its own
heap, up to eight per processor core, and each keeps the memory that the largest pictures once took: a
soak of faults, with a new reader after each, grew from 458 to 880 MB within forty minutes of the table's
time, with the same Python objects.
"""

import ctypes
import sys
from contextlib import suppress
from typing import Any

_M_ARENA_MAX = -8
"""glibc's number for the setting, see mallopt(3)."""
ARENAS = 2
"""One for the computing thread, one for any other that comes meanwhile: Python runs one thread at a
time."""


def limit_arenas() -> None:
    """Make all threads started from now on share a few arenas (glibc's heaps)."""
    with suppress(AttributeError):
        _glibc().mallopt(_M_ARENA_MAX, ARENAS)


def trim_heap() -> None:
    """Return unused memory to the system; other threads go on meanwhile."""
    with suppress(AttributeError):
        _glibc().malloc_trim(0)


def _glibc() -> Any:
    """Return the C library; one that is not glibc lacks the functions."""
    return ctypes.CDLL(None) if sys.platform == "linux" else None
