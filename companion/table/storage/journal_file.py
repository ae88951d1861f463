"""The journal's append-only file of lines, and its second copy beside it.

A line counts once it is on the disk under the name by which it will be looked for: writing into a folder
that was removed or moved away is refused. The copy is written afterwards and not waited for; it is for
damage (``journal_mending.py``), and the next start restores what a power cut cost it.
"""

import errno
import logging
import os
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from io import FileIO
from pathlib import Path
from typing import Self

from companion.table.storage.files import open_private, read_all, sync_folder, write_all, write_whole
from companion.table.storage.journal_lines import Row, line_of, lines_of, read_lines
from companion.table.storage.lock import Lock

_log = logging.getLogger(__name__)

PROBE = bytes(4096)
"""Written after the last line and removed again, to check whether more could be written."""


def copy_beside(path: Path) -> Path:
    """Return where a journal's copy is."""
    return path.with_name(f"{path.stem}-copy{path.suffix}")


def lock_beside(path: Path) -> Path:
    """Return the file whose lock gives a journal to one table only."""
    return path.with_suffix(".lock")


class JournalFile:
    """One journal, open for writing. The owner of the ``lock`` opens it; both are closed together."""

    def __init__(self, path: Path, lock: Lock) -> None:
        """Go on behind the last line of a whole file. Raises OSError."""
        self.path = path
        self._lock = lock
        self._file = open_private(path)
        self._copy = _JournalCopy(self)
        self.lines: Sequence[bytes] = ()
        """The lines as they were when the file was opened; its owner drops them when done."""
        try:
            self.lines = self._begin()
        except BaseException:
            self._copy.close()
            self._file.close()
            raise

    @classmethod
    def made(cls, path: Path, rows: Sequence[Row]) -> Self:
        """Create a journal, and continue with it. Raises OSError."""
        with ExitStack() as held:
            lock = held.enter_context(closing(Lock(lock_beside(path))))
            if path.exists():
                raise FileExistsError(errno.EEXIST, "there is a journal in this folder")
            write_whole(path, lines_of(rows))
            file = cls(path, lock)
            held.pop_all()  # the file's now
        return file

    @property
    def is_there(self) -> bool:
        """Whether the file is still where it will be looked for."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self.path.stat())
        except OSError:
            return False

    def write_anew(self, lines: bytes) -> None:
        """Write other lines in the place of all, and go on with them. Raises OSError.

        The copy goes first: one that differed from its journal would count as damage, and be kept aside.
        """
        self._copy.close()
        copy_beside(self.path).unlink(missing_ok=True)
        sync_folder(self.path.parent)
        write_whole(self.path, lines)
        before, self._file = self._file, open_private(self.path)
        before.close()
        self._begin()

    def _begin(self) -> Sequence[bytes]:
        """Continue behind the last good line; return all lines."""
        found = read_lines(read_all(self._file))
        self._count, self._length = found.begun, found.length
        self._is_doubtful = bool(found.rest)
        self._copy.follow()
        return [found.good[number] for number in range(1, found.begun + 1)]

    def add(self, row: Row) -> None:
        """Write a line: when this returns it is on the disk; if OSError is raised it is not."""
        line = line_of(self._count + 1, row)
        self.check()
        self._put(line)
        self._count, self._length = self._count + 1, self._length + len(line)
        self._is_doubtful = False
        self._copy.add(line)

    def check(self) -> None:
        """Check that the file is where it will be looked for. Raises OSError if it is not."""
        if not self.is_there:
            raise FileNotFoundError(errno.ENOENT, "its folder was removed or moved")
        if hasattr(os, "fstatvfs") and os.fstatvfs(self._file.fileno()).f_flag & os.ST_RDONLY:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    def probe(self) -> None:
        """Check that a line could be written. Raises OSError if no line could be written."""
        self.check()
        self._put(PROBE)
        self._take_back()

    def content(self) -> bytes:
        """Return the file's content. Raises OSError."""
        return read_all(self._file)[: self._length]

    def finish(self) -> None:
        """Make the copy survive a power cut, too: a sitting ends, or the table stops."""
        self._copy.finish()

    def close(self) -> None:
        """Close it; nothing may be added afterwards."""
        with closing(self._lock), closing(self._file), closing(self._copy):
            self.finish()

    def _put(self, line: bytes) -> None:
        """Write behind the last line, and see that it is there."""
        try:
            self._file.seek(self._length)
            write_all(self._file, line)
            if self._is_doubtful:  # longer leftovers of a line that was refused
                self._file.truncate()
            os.fsync(self._file.fileno())
            self.check()
        except OSError:
            self._take_back()
            raise

    def _take_back(self) -> None:
        """Remove what stands behind the last line; if that fails, the next line overwrites it."""
        self._is_doubtful = True
        with suppress(OSError):
            self._file.truncate(self._length)
            os.fsync(self._file.fileno())


class _JournalCopy:
    """The copy of a journal. A failure here is logged, and tried again with the next line."""

    def __init__(self, of: JournalFile) -> None:
        self._of = of
        self._path = copy_beside(of.path)
        self._file: FileIO | None = None

    def follow(self) -> None:
        """Make the copy equal to its journal; a longer or better copy is never overwritten."""
        self.close()
        try:
            content = self._of.content()
            held = self._path.read_bytes() if self._path.exists() else b""
            if content.startswith(held) and held:
                self._file = open_private(self._path)
                self._write(content[len(held) :])
                return
            if held:
                _log.info("the journal's copy is not whole and is written anew")
            if read_lines(content).length == len(content):
                write_whole(self._path, content)
                self._file = open_private(self._path)
        except OSError as error:
            self._give_up(error)

    def add(self, line: bytes) -> None:
        """Add a line that the journal holds."""
        if self._file is None:
            self.follow()
            return
        try:
            self._write(line)
        except OSError as error:
            self._give_up(error)

    def finish(self) -> None:
        """Make everything written survive a power cut."""
        if self._file is None:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self._give_up(error)
        sync_folder(self._path.parent)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, data: bytes) -> None:
        assert self._file is not None
        self._file.seek(0, os.SEEK_END)
        write_all(self._file, data)

    def _give_up(self, error: OSError) -> None:
        _log.warning("the journal's copy cannot be written: %s", error.strerror)
        self.close()
