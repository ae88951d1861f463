"""Files that are written completely or not at all, even if the power fails in between."""

import lzma
import os
import zipfile
import zlib
from contextlib import suppress
from io import FileIO
from pathlib import Path

from vision.given_files import PRIVATE, whole_file

PRIVATE_FOLDER = 0o700
"""Only the user who runs the table may read its files: the game's secrets, and who logged in."""

BROKEN_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, ValueError),
    IndexError,
)
"""Exceptions, beside OSError, that reading a broken zip file raises; the last one for an empty name in
it."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file over the existing one, readable by nobody else, since it holds secrets of the game.

    Raises OSError and leaves the existing file as it is.
    """
    with whole_file(path, PRIVATE) as file:
        file.write(data)
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, so that it survives a power cut; nobody else may look into it."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    sync_folder(folder.parent)


def open_private(path: Path) -> FileIO:
    """Open a file for reading and writing; a missing one is made, readable by nobody else."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), PRIVATE)
    with suppress(OSError):  # made by another version; some systems have no such permissions
        path.chmod(PRIVATE)
    return FileIO(handle, "r+")


def read_all(file: FileIO) -> bytes:
    """Read a file from its beginning. Raises OSError."""
    file.seek(0)
    return file.readall()


def write_all(file: FileIO, data: bytes) -> None:
    """Write all of the data; an unbuffered file may take less at a time. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def sync_folder(folder: Path) -> None:
    """Make new and deleted names in a folder survive a power cut, where the system can do that."""
    with suppress(OSError):  # some systems cannot
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def set_aside(path: Path) -> Path:
    """Rename a damaged file within its folder, which frees its name; return the new name. Raises
    OSError."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists():
        number += 1
    return path.rename(aside)
