"""Files that somebody names: read only if they are files, and of a size that can be held."""

import json
import stat
from pathlib import Path
from typing import Any

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
    """Return what a text of JSON says. Raises ValueError, also where it is nested too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
