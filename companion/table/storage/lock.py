"""A file that one program alone can hold, until it ends in whatever way."""

import errno
import sys
from pathlib import Path

from companion.errors import JournalError
from companion.table.storage.files import open_private

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


UNKNOWN = (errno.ENOTSUP, errno.ENOSYS, errno.ENOLCK)
"""Errors of file systems without locks, such as some network disks."""


class InUse(JournalError):
    """Another table keeps its journal here."""


class Lock:
    """One data folder for one table: a second table is refused at its start, not in the middle of a
    game."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises ``InUse`` if another table has it, OSError."""
        self._file = open_private(path)
        try:
            _take(self._file.fileno())
        except OSError as error:
            if error.errno in UNKNOWN:
                return
            self._file.close()
            raise InUse(
                "another table keeps its journal in this folder",
                hint="Stop it first, or name another folder with --data.",
            ) from error

    def close(self) -> None:
        """Let go of it."""
        self._file.close()
