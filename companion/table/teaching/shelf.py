"""The taught sets in the data folder: one folder each, which can be copied to another table.

``<data>/sets/<name>/`` is a set; ``<data>/sets/in-use.json`` names those in use, by kind. A set is
written whole or not at all: beside its place, under a name that no set can have, then renamed.
"""

import json
import logging
import re
import shutil
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.errors import JournalError
from companion.table.storage.files import write_whole
from companion.table.teaching.refusals import refused
from vision.errors import BadSet
from vision.given_files import json_of
from vision.kinds import built_in, kind_in

IN_USE = "in-use.json"
NEW, OLD = ".new", ".old"
"""Prefixes of the name of a set that is being written, or replaced."""
LONGEST_NAME = 40
NAME = re.compile(r"[\w][\w \-+()&',!]*")
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)")
"""Names that Windows reserves for devices."""

_log = logging.getLogger(__name__)


class SetShelf:
    """The taught sets of one data folder. For one thread at a time.

    ``kind_in``: tells the kind of what a folder holds; None if it holds nothing that belongs here.
    """

    def __init__(self, folder: Path, kind_in: Callable[[Path], str | None] = kind_in) -> None:
        self._folder, self._kind_in = folder, kind_in
        for left in folder.glob(f"{OLD} *"):
            self._put_back(left)
        for left in folder.glob(f"{NEW} *"):
            shutil.rmtree(left, ignore_errors=True)

    def names(self) -> list[str]:
        """Return the names of the sets, in alphabetical order; folders without a set are left out."""
        folders = sorted(self._folder.iterdir()) if self._folder.is_dir() else []
        return [one.name for one in folders if not one.name.startswith(".") and self._kind_in(one)]

    def holds(self, name: str) -> bool:
        """Tell whether there is a set of that name."""
        return name in self.names()

    def folder_of(self, name: str) -> Path:
        """Return a set's folder. Raises ``BadLesson`` if there is none."""
        if not self.holds(name):
            raise refused(f"no taught set is called {name!r}", "no_set", "Look at the list again.")
        return self._folder / name

    def kind_of(self, name: str) -> str:
        """Return a set's kind ("dice"). Raises ``BadLesson``."""
        kind = self._kind_in(self.folder_of(name))
        assert kind is not None
        return kind

    def free_name(self, wanted: str) -> str:
        """Return a new set's name, tidied. Raises ``BadLesson`` if it cannot be one, or is taken."""
        name = " ".join(unicodedata.normalize("NFC", wanted).split())
        if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or RESERVED.fullmatch(name):
            hint = "Letters, digits, blanks and -+()&',! will do."
            raise refused(f"a set cannot be called {wanted!r}", "bad_name", hint)
        if name.casefold() in {taken.casefold() for taken in (*self.names(), *built_in())}:
            hint = "Choose another name, or teach that set on."
            raise refused(f"{name} is taken", "name_taken", hint)
        return name

    def put(self, name: str, write: Callable[[Path], None]) -> Path:
        """Let ``write`` fill a folder, and put it in the set's place; return that place.

        Raises ``JournalError`` if it cannot be written; the set is then unchanged.
        """
        new, old, place = (self._folder / f"{sign}{name}" for sign in (f"{NEW} ", f"{OLD} ", ""))
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(new, ignore_errors=True)
            write(new)
            if place.exists():
                place.rename(old)
            new.rename(place)
        except (OSError, BadSet) as error:
            self._put_back(old)
            raise _unwritten(f"{place} cannot be written: {error}") from error
        finally:
            shutil.rmtree(new, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)
        return place

    def delete(self, name: str) -> None:
        """Delete a set. Raises ``BadLesson``, ``JournalError``."""
        folder = self.folder_of(name)
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise _unwritten(f"{folder} cannot be deleted: {error}") from error

    def in_use(self) -> dict[str, str]:
        """Return the sets in use, by kind; missing ones are left out."""
        try:
            said = json_of(self._folder / IN_USE)
            return {kind: name for kind, name in said.items() if self.holds(name)}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError, TypeError):
            _log.warning("%s cannot be read: built-in sets are used", self._folder / IN_USE)
            return {}

    def keep_in_use(self, kind: str, name: str | None) -> None:
        """Remember which set of a kind is in use; None: a built-in one. Raises ``JournalError``."""
        kept = {**self.in_use(), kind: name}
        text = json.dumps({kind: name for kind, name in kept.items() if name}, ensure_ascii=False)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / IN_USE, f"{text}\n".encode())
        except OSError as error:
            raise _unwritten(f"{self._folder / IN_USE} cannot be written: {error}") from error

    def _put_back(self, old: Path) -> None:
        """Put a set back that was to be replaced, unless another has taken its place."""
        place = self._folder / old.name.removeprefix(f"{OLD} ")
        with suppress(OSError):
            if place.exists():
                shutil.rmtree(old, ignore_errors=True)
            elif old.exists():
                old.rename(place)


def _unwritten(message: str) -> JournalError:
    return JournalError(message, hint="Is the disk full, or may nothing be written there?")
