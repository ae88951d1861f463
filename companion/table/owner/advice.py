"""Whether players see odds and advice: the host decides for all.

It outlasts the program, in a small file of the data folder. Not locked: the table calls it under its
own lock.
"""

import json
import logging
from pathlib import Path
from typing import Any, Final

from companion.errors import JournalError
from companion.table.storage.files import write_whole
from vision.given_files import json_of

_log = logging.getLogger(__name__)

ADVICE: Final = "advice.json"
"""The file in the data folder that keeps it."""


class OwnAdvice:
    """What is set. ``path``: None if nothing is kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self.is_shown = True if path is None else _kept(path)

    def show(self, *, shown: bool) -> None:
        """Show advice, or no advice, from now on, and store the choice. Raises JournalError."""
        if self._path is not None:
            _write(self._path, shown)
        self.is_shown = shown

    def move(self, path: Path | None) -> None:
        """Keep it in another file from now on; None: no longer keep it. Raises JournalError."""
        if path is not None:
            _write(path, self.is_shown)
        self._path = path


def _kept(path: Path) -> bool:
    """Return what is kept; the default if there is nothing, or something damaged."""
    try:
        said: Any = json_of(path)
        return bool(said["shown"])
    except FileNotFoundError:
        return True
    except (OSError, ValueError, LookupError, TypeError):
        _log.warning("%s cannot be read; advice is shown, as at first", path.name)
        return True


def _write(path: Path, shown: bool) -> None:
    try:
        write_whole(path, f"{json.dumps({'shown': shown})}\n".encode())
    except OSError as error:
        raise JournalError(
            f"whether advice is shown cannot be kept in {path.name}: {error.strerror}",
            hint="Is the disk full, or is the folder read-only?",
        ) from error
