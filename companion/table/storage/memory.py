"""Where the table keeps accepted moves, and the ways to go on if that place is lost.

The data folder may be removed, moved, full, or on a disk that can no longer be written. Moves that
cannot be stored are then refused, and every page says so, until the folder is back or the host chooses:
another folder (on a stick, or the same place again), or playing on without memory.
"""

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import BadPlace
from companion.table.shapes.state import MemoryShape
from companion.table.storage.files import make_folder
from companion.table.storage.journal import Journal, Trouble
from companion.table.supervision.supervisor import Fault, FaultKind

_log = logging.getLogger(__name__)

STICKS: Final = ("media/*", "media/*/*", "run/media/*/*", "mnt", "mnt/*", "Volumes/*")
"""Where systems mount inserted disks, below the root."""
FOLDER: Final = "table-companion"
"""Name of the folder on a stick; with a number if it exists already."""
FAULTS: Final[dict[Trouble, FaultKind]] = {
    "gone": "memory_gone",
    "read_only": "memory_read_only",
    "full": "memory_full",
    "broken": "memory_broken",
    "on_trial": "memory_on_trial",
}


class MemoryPlace:
    """Watches over a journal's place. Not locked, except for ``places``.

    ``root`` and ``is_mount``: where to look for sticks, and how to recognise one.
    """

    def __init__(
        self,
        journal: Journal,
        root: Path = Path("/"),
        is_mount: Callable[[Path], bool] = os.path.ismount,
    ) -> None:
        self._journal, self._root, self._is_mount = journal, root, is_mount
        self._home = journal.folder

    def fault(self) -> Fault | None:
        """Return the warning for every page; None if everything is stored."""
        journal = self._journal
        if journal.is_without:
            return Fault("memory", "without_memory")
        if journal.trouble is not None:
            return Fault("memory", FAULTS[journal.trouble])
        return Fault("memory", "memory_elsewhere") if journal.folder != self._home else None

    def shape(self) -> MemoryShape:
        """Return the place where the table stores accepted moves, and the other possible places."""
        journal = self._journal
        is_lost = journal.trouble not in (None, "on_trial") and not journal.is_without
        return {
            "kept": not (is_lost or journal.is_without or journal.folder is None),
            "without": journal.is_without,
            "folder": str(journal.folder) if journal.folder else None,
            "elsewhere": journal.folder != self._home,
            "places": [str(place) for place in self.places()] if is_lost or journal.is_without else [],
        }

    def places(self) -> Iterator[Path]:
        """Yield the folders and disks that the journal could go on in."""
        if self._home is None:
            return
        if self._may_begin_at(self._home):
            yield self._home
        for pattern in STICKS:
            for path in sorted(self._root.glob(pattern)):
                if self._is_mount(path) and os.access(path, os.W_OK):
                    yield path

    def folder_in(self, place: str) -> Path:
        """Return the folder to go on in, at one of the ``places``. Raises ``BadPlace``."""
        chosen = next((path for path in self.places() if str(path) == place), None)
        if chosen is None:
            raise BadPlace(
                "nothing can be kept there",
                hint="Choose one of the places that are offered; put a stick in to have more.",
            )
        if chosen == self._home:
            return chosen
        number, folder = 1, chosen / FOLDER
        while folder.exists():
            number += 1
            folder = chosen / f"{FOLDER}-{number}"
        return folder

    def _may_begin_at(self, home: Path) -> bool:
        """Tell whether the journal can continue, or be begun again, in its first place."""
        if self._journal.is_kept_in(home):
            return self._journal.is_without and os.access(home, os.W_OK)
        if self._journal.has_another_in(home):
            return False
        there = next((path for path in (home, *home.parents) if path.exists()), home)
        return there.is_dir() and os.access(there, os.W_OK)


def take_along(before: Path, folder: Path) -> None:
    """Copy the rest of a data folder (sets, PIN), as far as it can be read and written."""
    with suppress(OSError):
        make_folder(folder)
        for path in sorted(before.iterdir()):
            if path.name.startswith(("journal", "access.")) or path.is_symlink():
                continue
            try:
                if path.is_dir():
                    shutil.copytree(path, folder / path.name, dirs_exist_ok=True)
                else:
                    shutil.copy2(path, folder / path.name)
            except (OSError, shutil.Error) as error:
                _log.warning("%s cannot be taken along: %s", path.name, error)
    if hasattr(os, "sync"):
        os.sync()
