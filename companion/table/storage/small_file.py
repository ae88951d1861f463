"""A small file of the data folder in which one part of the table keeps what must outlast the program."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from companion.errors import CompanionError, JournalError
from companion.table.storage.files import write_whole
from vision.given_files import json_of

_log = logging.getLogger(__name__)
_Kept = TypeVar("_Kept")


class SmallFile:
    """JSON that is written whole at each change. ``path``: None if nothing is kept.

    ``content``: what it keeps, as messages name it: ``the camera's settings``.
    """

    def __init__(self, path: Path | None, content: str) -> None:
        self.path = path
        self._content = content

    def read(self, understand: Callable[[Any], _Kept], otherwise: _Kept) -> _Kept:
        """Return what ``understand`` makes of the kept JSON; ``otherwise`` if there is no file, or it is
        damaged."""
        if self.path is None:
            return otherwise
        try:
            return understand(json_of(self.path))
        except FileNotFoundError:
            pass
        except (OSError, ValueError, LookupError, TypeError, AttributeError, CompanionError):
            _log.warning("%s cannot be read; %s: as at first", self.path.name, self._content)
        return otherwise

    def write(self, words: Any) -> None:
        """Keep this from now on. Raises JournalError, and leaves the file as it was."""
        if self.path is None:
            return
        try:
            write_whole(self.path, f"{json.dumps(words)}\n".encode())
        except OSError as error:
            raise JournalError(
                f"{self._content} cannot be kept in {self.path.name}: {error.strerror}",
                hint="Is the disk full, or is the folder read-only?",
            ) from error

    def move(self, path: Path | None, words: Any) -> None:
        """Keep this in another file from now on; None: nowhere. Raises JournalError."""
        if path is not None:
            SmallFile(path, self._content).write(words)
        self.path = path
