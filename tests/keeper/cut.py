"""A disk that stops at the n-th write, as if the power had been cut: nothing is written afterwards."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

CHANGING = {
    *("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.symlink", "os.link"),
    *("os.chmod", "os.chown", "os.truncate", "os.utime", "os.setxattr"),
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Cut(BaseException):
    """The power is off."""


class Disk:
    """Counts what is written while ``watched``; from the n-th on nothing is."""

    def __init__(self) -> None:
        self.is_watched = False
        self.written = 0
        self.cut_at: int | None = None
        sys.addaudithook(self._note)

    def _note(self, event: str, args: tuple[object, ...]) -> None:
        if not self.is_watched or not (event in CHANGING or (event == "open" and _writes(args))):
            return
        self.written += 1
        if self.cut_at is not None and self.written >= self.cut_at:
            raise Cut

    @contextmanager
    def cut(self, at: int | None) -> Iterator[None]:
        """Cut the power at the n-th write; None: never."""
        self.written, self.cut_at, self.is_watched = 0, at, True
        try:
            yield
        finally:
            self.is_watched = False


def _writes(args: tuple[object, ...]) -> bool:
    flags = args[2]
    return isinstance(flags, int) and bool(flags & WRITING)


DISK = Disk()
"""An audit hook cannot be taken away again, so there is one."""
