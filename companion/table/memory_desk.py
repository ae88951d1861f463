"""Where the table keeps accepted moves, as pages see and choose it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from threading import RLock

from companion.table.shapes.state import MemoryShape
from companion.table.storage.journal import Journal
from companion.table.storage.memory import MemoryPlace, take_along
from companion.table.supervision.supervisor import Fault


class MemoryDesk:
    """Tells of the table's memory, and moves it. Every public method may be called from any thread.

    ``moves``: what else lies in the data folder, and goes with it; None: nothing is kept any more.
    """

    def __init__(
        self,
        journal: Journal,
        lock: RLock,
        changing: Callable[[], AbstractContextManager[None]],
        moves: Callable[[Path | None], None],
    ) -> None:
        self._journal, self._lock, self._changing, self._moves = journal, lock, changing, moves
        self._memory = MemoryPlace(journal)

    def shape(self) -> MemoryShape:
        """Return the place where the table stores accepted moves, and the other possible places."""
        with self._lock:
            return self._memory.shape()

    def go_on_in(self, place: str | None) -> Path | None:
        """Go on in a folder at one of the places, or with None without storing; return the folder.

        Raises BadPlace, JournalError.
        """
        with self._lock:
            folder = None if place is None else self._memory.folder_in(place)
            before = self._journal.folder
        if folder is not None and before is not None and not folder.exists():
            take_along(before, folder)
        with self._changing():
            if folder is None:
                self._journal.go_on_without()
            else:
                self._journal.go_on_in(folder)
            self._moves(folder)
        return folder

    def look(self) -> None:
        """Check whether the next move could be stored, before anybody moves."""
        with self._lock:
            before = self._memory.fault()
            self._journal.look()
            if self._memory.fault() != before:
                with self._changing():
                    pass

    def fault(self) -> Fault | None:
        """Return what keeps moves from being stored; None if nothing does."""
        return self._memory.fault()
