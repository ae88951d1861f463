"""Append-only memory of everything accepted: on disk before anyone is told.

One SQLite file. No sitting and no move in it is ever changed or removed; triggers see to that. Beside
them stands how much of a game's time was left, which is written anew as it runs. A batch of moves
(a throw with what was set aside before it) is written in one transaction, so that a power cut leaves
all of it or none of it.
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from companion.errors import JournalError
from companion.table.shapes import JsonObject

By = Literal["camera", "tap", "box", "clock", "rule"]
"""What brought a move: a reading, a tap on a page, a key of the box, the table's clock, or a rule."""
MIGRATIONS = (
    """
    CREATE TABLE sitting (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        opened_at TEXT NOT NULL,
        first_line TEXT NOT NULL
    );
    CREATE TABLE event (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        sitting INTEGER NOT NULL REFERENCES sitting (number),
        move_id TEXT NOT NULL,
        part INTEGER NOT NULL,
        words TEXT NOT NULL,
        by TEXT NOT NULL,
        at TEXT NOT NULL,
        layout TEXT,
        UNIQUE (sitting, move_id, part)
    );
    CREATE TRIGGER sitting_stays BEFORE UPDATE ON sitting
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER sitting_kept BEFORE DELETE ON sitting
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER event_stays BEFORE UPDATE ON event
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER event_kept BEFORE DELETE ON event
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    """,
    """
    ALTER TABLE event ADD COLUMN happened_at TEXT;
    CREATE TABLE timer (sitting INTEGER PRIMARY KEY REFERENCES sitting (number), key TEXT, left_s REAL);
    """,
)
"""Numbered by their place: each runs once, in one transaction with its number (``user_version``)."""


@dataclass(frozen=True)
class Event:
    """One accepted move: its words as in a record, what brought it, and when (ISO 8601).

    ``at``: when it was accepted; ``happened_at``: when it happened at the table (a die came to rest, a
    key was pressed, a time was over). Earlier versions did not write that down.
    """

    move_id: str
    words: JsonObject
    by: By
    at: str
    happened_at: str | None = None


@dataclass(frozen=True)
class Chapter:
    """A sitting as the journal holds it: first line, events, and what was remembered of the table.

    ``timer``: the key of the time that ran when this was written last, and what was left of it, s.
    """

    sitting: int
    first_line: JsonObject
    events: tuple[Event, ...]
    memory: JsonObject | None
    timer: tuple[str, float] | None


class Journal:
    """The table's memory in one file (``":memory:"`` for none). Every fault is a ``JournalError``.

    Not locked: its owner calls it from one thread at a time.
    """

    def __init__(self, path: Path | Literal[":memory:"]) -> None:
        self._path = path
        try:
            self._db = sqlite3.connect(path, timeout=1.0, check_same_thread=False, isolation_level=None)
        except sqlite3.Error as error:
            raise self._fault("open", error) from error
        try:
            self._prepare()
        except sqlite3.Error as error:
            self._db.close()
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
            cursor = self._db.execute(
                "INSERT INTO sitting (opened_at, first_line) VALUES (?, ?)", (at, _text(first_line))
            )
            number = cursor.lastrowid
        assert number is not None
        return number

    def append(self, sitting: int, events: Sequence[Event], memory: JsonObject | None) -> None:
        """Write one batch of moves and what is remembered of the table; on disk when this returns."""
        kept = None if memory is None else _text(memory)
        with self._writing():
            for part, event in enumerate(events):
                self._db.execute(
                    "INSERT INTO event (sitting, move_id, part, words, by, at, happened_at, layout)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (sitting, event.move_id, part, _text(event.words), *_when(event), kept),
                )

    def keep_timer(self, sitting: int, key: str, left_s: float) -> None:
        """Write how much of the game's time is left, in the place of what was written before."""
        with self._writing():
            self._db.execute("INSERT OR REPLACE INTO timer VALUES (?, ?, ?)", (sitting, key, left_s))

    def last(self) -> Chapter | None:
        """Return the newest sitting whole, to go on where it was; None before the first."""
        try:
            row = self._db.execute(
                "SELECT number, first_line FROM sitting ORDER BY number DESC LIMIT 1"
            ).fetchone()
            return None if row is None else self._chapter(row[0], row[1])
        except (sqlite3.Error, ValueError) as error:
            raise self._fault("read", error) from error

    def players(self) -> list[str]:
        """Return who has played here, each once: the newest sitting's seats first, in their order."""
        try:
            lines = self._db.execute("SELECT first_line FROM sitting ORDER BY number DESC").fetchall()
            names = [str(name) for (line,) in lines for name in json.loads(line)["seats"]]
        except (sqlite3.Error, ValueError, KeyError) as error:
            raise self._fault("read", error) from error
        return list(dict.fromkeys(names))

    def close(self) -> None:
        """Close the file; nothing may be asked afterwards."""
        self._db.close()

    def _chapter(self, sitting: int, first_line: str) -> Chapter:
        rows = self._db.execute(
            "SELECT move_id, words, by, at, happened_at, layout FROM event WHERE sitting = ?"
            " ORDER BY number",
            (sitting,),
        ).fetchall()
        timer = self._db.execute(
            "SELECT key, left_s FROM timer WHERE sitting = ?", (sitting,)
        ).fetchone()
        events = tuple(Event(row[0], json.loads(row[1]), *row[2:5]) for row in rows)
        kept = rows[-1][5] if rows else None
        memory = None if kept is None else json.loads(kept)
        return Chapter(sitting, json.loads(first_line), events, memory, timer)

    def _prepare(self) -> None:
        # One table a folder: a second one is refused here, not in the middle of a game.
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
        # FULL: a commit is on the disk, not in its cache, before we go on (a plug may be pulled).
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("COMMIT")
        (done,) = self._db.execute("PRAGMA user_version").fetchone()
        if done > len(MIGRATIONS):
            raise sqlite3.DatabaseError(f"written by a newer version (format {done})")
        for number, script in enumerate(MIGRATIONS[done:], start=done + 1):
            self._db.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")

    def _writing(self) -> "_Transaction":
        return _Transaction(self._db, self._fault)

    def _fault(self, doing: str, error: Exception) -> JournalError:
        return JournalError(
            f"cannot {doing} the journal {self._path}: {error}",
            hint="Does another table use this folder, is the disk full, or is it read-only?",
        )


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


def _when(event: Event) -> tuple[str, str, str | None]:
    return event.by, event.at, event.happened_at


def _text(value: JsonObject) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
