"""The whole data folder as one file, and back.

The file is a zip with an index that names every file in it with its length and its SHA-256. A backup
that is cut off, changed, or not from this program is refused as a whole: nothing is restored from it.
"""

import hashlib
import json
import logging
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Any

from companion.errors import CompanionError, JournalError
from companion.table.storage.files import BROKEN_ZIP, sync_folder
from companion.table.storage.journal_file import lock_beside
from companion.table.storage.lock import InUse, Lock
from companion.table.storage.old_journal import check_free, old_files
from vision.errors import NoPlainFile
from vision.given_files import PRIVATE, parse, whole_file

_log = logging.getLogger(__name__)

INDEX = "table-companion-backup.json"
FORMAT = 1
BLOCK = 1024 * 1024
MOST_INDEX_BYTES = 16 * BLOCK
UNREADABLE = (*BROKEN_ZIP, LookupError, TypeError, AttributeError)
"""Exceptions that reading a broken zip or its index raises."""


class BadBackup(CompanionError, ValueError, code="bad_backup"):
    """A file is no backup, or a broken one."""


class CannotKeep(CompanionError, OSError, code="cannot_keep"):
    """A folder or a file cannot be written."""


def back_up(data: Path, journal: str, out: Path) -> int:
    """Write the data folder to one file; return the number of files. The table must not be running.

    Raises ``CannotKeep``, ``NoPlainFile``, and ``JournalError`` if a table is running.
    """
    if not data.is_dir():
        raise CannotKeep(f"there is no data folder {data}", hint="Name it with --data.")
    try:
        with nobody_plays(data / journal), whole_file(out, PRIVATE) as file:
            count = _write(data, file, leave_out={out.resolve(), Path(file.name).resolve()})
        sync_folder(out.parent)
    except OSError as error:
        if isinstance(error, CompanionError | NoPlainFile):
            raise
        raise _cannot(Path(error.filename or out), error) from error
    return count


def put_back(file: Path, data: Path, journal: str) -> Path | None:
    """Make the data folder equal to a backup; return where the previous folder is kept now, if any.

    If the folder is a link, it stays one. Raises ``BadBackup`` before anything is changed,
    ``CannotKeep``, and ``JournalError`` if a table is running.
    """
    data = Path(os.path.realpath(data))
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restoring-", dir=data.parent) as made:
            fresh = Path(made) / "data"
            _unpack(file, fresh)
            with nobody_plays(data / journal):
                pass
            before = _set_aside(data)
            fresh.replace(data)
        sync_folder(data.parent)
    except OSError as error:
        if isinstance(error, CompanionError):
            raise
        raise _cannot(data, error) from error
    return before


@contextmanager
def nobody_plays(journal: Path) -> Iterator[None]:
    """Hold the journal's lock, so that no table runs on it. Raises ``JournalError`` if one does."""
    with ExitStack() as held:
        if journal.exists() or old_files(journal.parent):
            try:
                check_free(journal.parent)
                held.enter_context(closing(Lock(lock_beside(journal))))
            except InUse as error:
                raise JournalError("a table is running here", hint="Stop it first (Ctrl+C).") from error
            except OSError:
                _log.info("%s: nothing can be written here, so no table runs", journal.parent)
        yield


def _write(data: Path, file: IO[bytes], leave_out: set[Path]) -> int:
    paths = [path for path in sorted(data.rglob("*")) if path.is_file() and not path.is_symlink()]
    names = {
        path.relative_to(data).as_posix(): path for path in paths if path.resolve() not in leave_out
    }
    index = {}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, path in names.items():
            with path.open("rb") as source, archive.open(_entry(name), "w", force_zip64=True) as target:
                length, told = _copy(source, target)
            index[name] = {"bytes": length, "sha256": told}
        archive.writestr(_entry(INDEX), json.dumps({"format": FORMAT, "files": index}))
    return len(index)


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)  # dated 1980: the same folder makes the same file
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _copy(source: IO[bytes], target: IO[bytes], most: int | None = None) -> tuple[int, str]:
    """Copy everything, or at most ``most`` bytes plus one; return the length and the SHA-256."""
    sums, length = hashlib.sha256(), 0
    while block := source.read(BLOCK):
        sums.update(block)
        target.write(block)
        length += len(block)
        if most is not None and length > most:
            break
    return length, sums.hexdigest()


def _unpack(file: Path, folder: Path) -> None:
    """Write a backup's content into a new folder. Raises ``BadBackup``, OSError."""
    if not file.is_file():
        raise BadBackup(f"{file}: it is no file", hint="Nothing was changed.")
    try:
        with zipfile.ZipFile(file) as archive:
            index = _index(archive)
            if sum(row["bytes"] for row in index.values()) > shutil.disk_usage(folder.parent).free:
                raise _cannot(folder, OSError(28, "No space left on device"))
            folder.mkdir(mode=0o700)
            for name, row in index.items():
                _unpack_one(archive, name, row, folder / name)
    except UNREADABLE as error:
        if isinstance(error, CompanionError):
            raise
        raise BadBackup(
            f"{file}: broken, or no backup ({error})", hint="Nothing was changed."
        ) from error


def _index(archive: zipfile.ZipFile) -> dict[str, Any]:
    """Return the archive's own list of its content. Raises one of ``UNREADABLE``."""
    if archive.getinfo(INDEX).file_size > MOST_INDEX_BYTES:
        raise ValueError("its index is too long")
    said = parse(archive.read(INDEX))
    index: dict[str, Any] = said["files"]
    if said["format"] != FORMAT:
        raise ValueError(f"of another version, {said['format']}")
    if sorted(archive.namelist()) != sorted([*index, INDEX]):
        raise ValueError("its index does not name what it holds")
    for name, row in index.items():
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
            raise ValueError(f"it would write outside of the folder: {name!r}")
        if type(row["bytes"]) is not int or row["bytes"] < 0:
            raise ValueError("its index is broken")
    return index


def _unpack_one(archive: zipfile.ZipFile, name: str, row: dict[str, Any], path: Path) -> None:
    path.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
    with archive.open(name) as source, whole_file(path, PRIVATE) as target:
        if _copy(source, target, row["bytes"]) != (row["bytes"], row["sha256"]):
            raise ValueError(f"{name} is not what was written")


def _set_aside(data: Path) -> Path | None:
    if not data.exists():
        return None
    if not data.is_dir():
        raise NotADirectoryError(20, "it is a file")
    if not any(data.iterdir()):
        data.rmdir()
        return None
    number = 1
    while (before := data.with_name(f"{data.name}-before-restore-{number}")).exists():
        number += 1
    return data.rename(before)


def _cannot(path: Path, error: OSError) -> CannotKeep:
    return CannotKeep(f"{path}: {error.strerror or error}", hint="Is the disk full, or read-only?")
