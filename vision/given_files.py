"""Files whose names people give: read only if they are plain files of a manageable size; written
completely or not at all, and only over nothing or a plain file."""

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

from vision.errors import NoPlainFile

FOR_ANYONE, PRIVATE = 0o666, 0o600
"""Permissions of new files: for anyone the user allows, or only for the user who runs the program."""
MOST_JSON_BYTES = 4 * 1024 * 1024
"""Larger than any description of a set, and than any file that a table keeps beside its journal."""


def bytes_of(path: Path, most_bytes: int) -> bytes:
    """Return a file's bytes. It never waits for a pipe or a device.

    Raises OSError.
    """
    try:
        about = path.stat()
    except ValueError as error:  # a null byte in the path
        raise OSError("no file can be called so") from error
    if not stat.S_ISREG(about.st_mode):
        raise OSError("it is no file")
    if about.st_size > most_bytes:
        raise OSError("the file is too large")
    with path.open("rb") as file:
        return file.read(most_bytes)


def text_of(path: Path, most_bytes: int) -> str:
    """Return the text that a file holds in UTF-8, without the mark some programs begin it with.

    Raises OSError, ValueError.
    """
    try:
        text = bytes_of(path, most_bytes).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError("it is no text in UTF-8") from error
    return text.replace("\r\n", "\n")


def json_of(path: Path, most_bytes: int = MOST_JSON_BYTES) -> Any:
    """Return the content of a JSON file. Raises OSError or ValueError, and nothing else, whatever it
    contains."""
    return parse(text_of(path, most_bytes))


def parse(text: str | bytes) -> Any:
    """Return the content of a JSON text. Raises ValueError, also if it is nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


@contextmanager
def whole_file(path: Path, mode: int = FOR_ANYONE) -> Iterator[IO[bytes]]:
    """Yield a file to write, which replaces the existing one once all of it is on the disk.

    The existing one must be a plain file: a device would be replaced, and a link may lead anywhere. It
    is first written beside its place, under a unique name, and never through a link there. If this is
    interrupted, the existing file stays as it is. Raises ``NoPlainFile``, OSError.
    """
    was = _plain(path)
    beside = path.with_name(f".{path.name}.new")
    with suppress(FileNotFoundError):  # from a write that was interrupted
        beside.unlink()
    try:
        with open(beside, "x+b", opener=partial(os.open, mode=mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if was is not None and mode == FOR_ANYONE:
            with suppress(OSError):  # some systems have no such permissions
                beside.chmod(stat.S_IMODE(was.st_mode))
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _plain(path: Path) -> os.stat_result | None:
    """Return the status of a plain file; None if there is nothing. Raises ``NoPlainFile``, OSError."""
    try:
        about = path.lstat()
    except FileNotFoundError:
        return None
    except ValueError as error:  # a null byte in the path
        raise OSError("no file can be called so") from error
    if stat.S_ISREG(about.st_mode):
        return about
    kinds = {stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder"}
    kind = kinds.get(stat.S_IFMT(about.st_mode), "a device or a pipe")
    raise NoPlainFile(
        f"{path} is {kind}, and was left as it is", hint="Name a plain file, or one that is new."
    )
