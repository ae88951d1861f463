"""Append-only memory of everything accepted: on disk before anyone is told.

One SQLite file, and beside it a second copy of each sitting (``copies.py``). No sitting and no move in
it is ever changed or removed; triggers see to that. Beside them stands how much of a game's time was
left, which is written anew as it runs. A batch of moves (a throw with what was set aside before it) is
written in one transaction, so that a power cut leaves all of it or none of it.

Each start looks whether the file is whole and holds what its copy holds. One that does not is set aside,
never deleted, and a new one is made of the best of both (``mending.py``).
"""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from companion.errors import JournalError
from companion.table.chapter import (
    Batch,
    By,
    Chapter,
    Event,
    Misshapen,
    Saved,
    first_line_of,
    object_of,
    timer_of,
)
from companion.table.copies import Copies
from companion.table.database import (
    NewerVersion,
    add_batch,
    add_sitting,
    saved_of,
    to_be_written,
)
from companion.table.mending import Mended, look_at, mend
from companion.table.shapes import JsonObject

__all__ = ["By", "Chapter", "Event", "Journal", "Mended"]

COPIES = "journal-copies"
"""The folder beside the journal that holds its copies."""


class Journal:
    """The table's memory in one file (``":memory:"`` for none). Every fault is a ``JournalError``.

    ``mended`` tells what a damaged journal was put right to; None where it was whole. Not locked: its
    owner calls it from one thread at a time.
    """

    def __init__(self, path: Path | Literal[":memory:"]) -> None:
        self._path = path
        self._copies = Copies(path.with_name(COPIES)) if isinstance(path, Path) else None
        self.mended: Mended | None = None
        try:
            self._db = self._opened()
            self._go_on_with_the_copy()
        except (sqlite3.Error, OSError, Misshapen) as error:
            raise self._fault("read", error) from error

    def __enter__(self) -> Self:
        """Return the open journal."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def open_sitting(self, first_line: JsonObject, at: str) -> int:
        """Write a sitting's first line; return the sitting's number."""
        with self._writing():
            number = add_sitting(self._db, first_line, at)
        if self._copies is not None:
            self._copies.finish()  # the sitting before this one is over
            self._copies.go_on(Saved(number, at, first_line))
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA wal_checkpoint (PASSIVE)")
        return number

    def append(self, sitting: int, events: Sequence[Event], memory: JsonObject | None) -> None:
        """Write one batch of moves and what is remembered of the table; on disk when this returns."""
        batch = Batch(tuple(events), memory)
        with self._writing():
            add_batch(self._db, sitting, batch)
        if self._copies is not None:
            self._copies.append(batch)

    def keep_timer(self, sitting: int, key: str, left_s: float) -> None:
        """Write how much of the game's time is left, in the place of what was written before."""
        with self._writing():
            self._db.execute("INSERT OR REPLACE INTO timer VALUES (?, ?, ?)", (sitting, key, left_s))

    def last(self) -> Chapter | None:
        """Return the newest sitting whole, to go on where it was; None before the first."""
        try:
            saved = self._last()
            if saved is None:
                return None
            timer = self._db.execute(
                "SELECT key, left_s FROM timer WHERE sitting = ?", (saved.number,)
            ).fetchone()
        except (sqlite3.Error, Misshapen) as error:
            raise self._fault("read", error) from error
        memory = saved.batches[-1].memory if saved.batches else None
        return Chapter(saved.number, saved.first_line, saved.events, memory, timer_of(timer))

    def players(self) -> list[str]:
        """Return who has played here, each once: the newest sitting's seats first, in their order."""
        try:
            lines = self._db.execute("SELECT first_line FROM sitting ORDER BY number DESC").fetchall()
            names = [name for (line,) in lines for name in first_line_of(object_of(line))["seats"]]
        except (sqlite3.Error, Misshapen) as error:
            raise self._fault("read", error) from error
        return list(dict.fromkeys(names))

    def close(self) -> None:
        """Close the file; nothing may be asked afterwards."""
        self._db.close()
        if self._copies is not None:
            self._copies.finish()
            self._copies.close()

    def _opened(self) -> sqlite3.Connection:
        if self._copies is None or not isinstance(self._path, Path):
            return to_be_written(self._path)
        with look_at(self._path, self._copies) as looked:
            if looked.is_whole:
                return looked.keep()
            self.mended = mend(looked)
        return to_be_written(self._path)

    def _go_on_with_the_copy(self) -> None:
        saved = self._last() if self._copies is not None else None
        if saved is not None and self._copies is not None:
            self._copies.go_on(saved)

    def _last(self) -> Saved | None:
        row = self._db.execute("SELECT max(number) FROM sitting").fetchone()
        return None if row[0] is None else saved_of(self._db, row[0])

    def _writing(self) -> "_Transaction":
        return _Transaction(self._db, self._fault)

    def _fault(self, doing: str, error: Exception) -> JournalError:
        name = self._path.name if isinstance(self._path, Path) else self._path
        told = error.strerror if isinstance(error, OSError) else error
        hint = "Does another table use this folder, is the disk full, or is it read-only?"
        if isinstance(error, NewerVersion):
            hint = "Install that version again, or name another folder with --data."
        return JournalError(f"cannot {doing} the journal {name}: {told}", hint=hint)


class _Transaction:
    """One write, whole or not at all."""

    def __init__(self, db: sqlite3.Connection, fault: Any) -> None:
        self._db = db
        self._fault = fault

    def __enter__(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise self._fault("write", error) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            try:
                self._db.execute("COMMIT")
            except sqlite3.Error as failed:
                error = failed
        if error is not None and self._db.in_transaction:
            with suppress(sqlite3.Error):  # the first error is the one to be told
                self._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise self._fault("write", error) from error
