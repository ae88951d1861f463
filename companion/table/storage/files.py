"""Files that are written whole or not at all, whatever is switched off in between."""

import lzma
import os
import zipfile
import zlib
from contextlib import suppress
from io import FileIO
from pathlib import Path

from vision.given_files import PRIVATE, whole_file

PRIVATE_FOLDER = 0o700
"""Only who runs the table may look into what it keeps: secrets of the game, and who logged in."""

BROKEN_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, RuntimeError, ValueError),
    IndexError,
)
"""What reading a broken zip file raises, beside an OSError; the last where a name in it is empty."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file for nobody else, for it holds secrets of the game, in the place of what is there.

    Raises OSError and leaves what was there.
    """
    with whole_file(path, PRIVATE) as file:
        file.write(data)
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder, and those that it lies in, to outlast a power cut; nobody else may look into it."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    sync_folder(folder.parent)


def open_private(path: Path) -> FileIO:
    """Open a file to be read and written; it is made where there is none, and then nobody else's."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), PRIVATE)
    with suppress(OSError):  # one that another version made; some systems know no such rights
        path.chmod(PRIVATE)
    return FileIO(handle, "r+")


def read_all(file: FileIO) -> bytes:
    """Read a file from its beginning. Raises OSError."""
    file.seek(0)
    return file.readall()


def write_all(file: FileIO, data: bytes) -> None:
    """Write all of the data; a file without a buffer may take less at a time. Raises OSError."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


def sync_folder(folder: Path) -> None:
    """Let names that were given or taken away in a folder outlast a power cut, where that can be."""
    with suppress(OSError):  # some systems cannot
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def set_aside(path: Path) -> Path:
    """Give a damaged file another name beside its own, which is free then; return it. Raises OSError."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")).exists():
        number += 1
    return path.rename(aside)
