"""Files that somebody names: read only if they are files, and of a size that can be held; written whole
or not at all, and only where there is nothing or a plain file."""

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
"""Who may read a file that is made: whoever the user lets, or who runs the program alone."""
MOST_JSON_BYTES = 4 * 1024 * 1024
"""More than any description of a set has, or what a table keeps beside its journal."""


def bytes_of(path: Path, most_bytes: int) -> bytes:
    """Return what a file holds. A pipe or a device is not waited for.

    Raises OSError.
    """
    try:
        about = path.stat()
    except ValueError as error:  # a zero in it
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
    """Return what a file of JSON holds. Raises OSError, ValueError; nothing else, whatever it holds."""
    return parsed(text_of(path, most_bytes))


def parsed(text: str | bytes) -> Any:
    """Return what a text of JSON says. Raises ValueError, also if it is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error


@contextmanager
def whole_file(path: Path, mode: int = FOR_ANYONE) -> Iterator[IO[bytes]]:
    """Give a file to write, which takes the place of what is there when all of it is on the disk.

    What is there must be a plain file: a device would be replaced, and a link may lead anywhere. It is
    written beside its place first, under a name that is nobody else's, and never through a link there.
    Stopped half-way, what was there is there still. Raises ``NoPlainFile``, OSError.
    """
    was = _plain(path)
    beside = path.with_name(f".{path.name}.new")
    with suppress(FileNotFoundError):  # of one that was stopped
        beside.unlink()
    try:
        with open(beside, "x+b", opener=partial(os.open, mode=mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if was is not None and mode == FOR_ANYONE:
            with suppress(OSError):  # some systems know no such rights
                beside.chmod(stat.S_IMODE(was.st_mode))
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _plain(path: Path) -> os.stat_result | None:
    """Return what is known of a plain file; None: there is nothing. Raises ``NoPlainFile``, OSError."""
    try:
        about = path.lstat()
    except FileNotFoundError:
        return None
    except ValueError as error:  # a zero in it
        raise OSError("no file can be called so") from error
    if stat.S_ISREG(about.st_mode):
        return about
    kinds = {stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder"}
    kind = kinds.get(stat.S_IFMT(about.st_mode), "a device or a pipe")
    raise NoPlainFile(
        f"{path} is {kind}, and was left as it is", hint="Name a plain file, or one that is new."
    )
