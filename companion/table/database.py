"""The journal's SQLite file: its tables, and how sittings are written to it and read from it."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from companion.table.chapter import (
    Batch,
    Event,
    Misshapen,
    Saved,
    as_text,
    event_of,
    first_line_of,
    object_of,
)
from companion.table.files import open_private
from companion.table.shapes import JsonObject

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

CHECKPOINT_PAGES = 64
"""So many pages (a few dozen moves) stand beside the main file before they are written into it."""

DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""What SQLite says of a file that is not what was written: broken pages, or tables that are not."""


class NewerVersion(sqlite3.DatabaseError):
    """A later version of this program has written the file."""


class Connection(sqlite3.Connection):
    """A connection that raises sqlite3.Error alone.

    Where a damaged table's name is no UTF-8, SQLite's words of it are none either, and Python's module
    stumbles over them.
    """

    def execute(self, *words: Any) -> sqlite3.Cursor:
        """Execute a statement. Raises sqlite3.Error."""
        try:
            return super().execute(*words)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("a table's name is no text") from error

    def executescript(self, script: str) -> sqlite3.Cursor:
        """Execute statements. Raises sqlite3.Error."""
        try:
            return super().executescript(script)
        except UnicodeDecodeError as error:
            raise sqlite3.DatabaseError("a table's name is no text") from error


def connected(path: Path | Literal[":memory:"]) -> sqlite3.Connection:
    """Return a connection to the file, which is made where there is none."""
    if isinstance(path, Path):
        open_private(path).close()
    return sqlite3.connect(
        path, timeout=1.0, check_same_thread=False, isolation_level=None, factory=Connection
    )


def to_be_written(path: Path | Literal[":memory:"]) -> sqlite3.Connection:
    """Return a connection that is ready to be written, with today's tables. Raises sqlite3.Error."""
    database = connected(path)
    try:
        prepare(database)
    except sqlite3.Error:
        database.close()
        raise
    return database


def prepare(database: sqlite3.Connection) -> None:
    """Take the file for this table alone, and bring its tables up to date.

    Raises ``NewerVersion`` for a file that a later version of the program has written.
    """
    # One table a folder: a second one is refused here, not in the middle of a game.
    database.execute("PRAGMA locking_mode = EXCLUSIVE")
    # FULL: a commit is on the disk, not in its cache, before we go on (a plug may be pulled).
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    database.execute("PRAGMA foreign_keys = ON")
    database.execute("BEGIN IMMEDIATE")
    database.execute("COMMIT")
    (done,) = database.execute("PRAGMA user_version").fetchone()
    if done > len(MIGRATIONS):
        raise NewerVersion(f"written by a newer version (format {done})")
    for number, script in enumerate(MIGRATIONS[done:], start=done + 1):
        database.executescript(f"BEGIN; {script} PRAGMA user_version = {number}; COMMIT;")


def is_damage(error: Exception) -> bool:
    """Tell whether the file is damaged; otherwise it is in use, full, out of reach or too new."""
    if isinstance(error, sqlite3.Error) and not isinstance(error, NewerVersion):
        # One code for each kind in its last byte; none where a text is no UTF-8.
        return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in DAMAGE
    return isinstance(error, Misshapen)


def add_sitting(
    database: sqlite3.Connection, first_line: JsonObject, at: str, number: int | None = None
) -> int:
    """Write a sitting's first line; return its number, the next one unless it is given."""
    row = (number, at, as_text(first_line))
    cursor = database.execute("INSERT INTO sitting VALUES (?, ?, ?)", row)
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def add_batch(database: sqlite3.Connection, sitting: int, batch: Batch) -> None:
    """Write moves and what is remembered of the table."""
    kept = None if batch.memory is None else as_text(batch.memory)
    for part, event in enumerate(batch.events):
        words = as_text(event.words)
        row = (sitting, event.move_id, part, words, event.by, event.at, event.happened_at, kept)
        database.execute(
            "INSERT INTO event (sitting, move_id, part, words, by, at, happened_at, layout)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )


EVENTS = (
    "SELECT number, part, move_id, words, by, at, happened_at, layout FROM event"
    " WHERE sitting = ? ORDER BY number"
)


def saved_of(database: sqlite3.Connection, number: int) -> Saved:
    """Return a sitting. Raises ``Misshapen``, sqlite3.Error."""
    opening = opening_of(database, number)
    rows = [_row(row) for row in database.execute(EVENTS, (number,))]
    return Saved(number, *opening, tuple(_batches(rows)))


def opening_of(database: sqlite3.Connection, number: int) -> tuple[str, JsonObject]:
    """Return when a sitting was opened, and its first line. Raises ``Misshapen``, sqlite3.Error."""
    query = "SELECT opened_at, first_line FROM sitting WHERE number = ?"
    opened_at, first_line = database.execute(query, (number,)).fetchone() or (None, None)
    if not isinstance(opened_at, str):
        raise Misshapen("no time of day")
    return opened_at, first_line_of(object_of(first_line))


def readable(database: sqlite3.Connection, number: int) -> Saved | None:
    """Return a sitting of a damaged file as far as its moves are to be read; None without its start."""
    rows: list[_Row] = []
    try:
        opening = opening_of(database, number)
    except (sqlite3.Error, Misshapen):
        return None
    with suppress(sqlite3.Error, Misshapen):  # those before the bad one count
        for row in database.execute(EVENTS, (number,)):
            rows.append(_row(row))  # noqa: PERF401
    return Saved(number, *opening, tuple(_good_batches(rows)))


_Row = tuple[int, int, Event, JsonObject | None]
"""A move as it is read: its number and its part, itself, and what was remembered with it."""


def _row(row: Any) -> _Row:
    number, part, move_id, words, by, at, happened_at, layout = row
    memory = None if layout is None else object_of(layout)
    if not isinstance(part, int) or part < 0:
        raise Misshapen("no part of a batch")
    return number, part, event_of(move_id, object_of(words), by, at, happened_at), memory


def _batches(rows: list[_Row]) -> list[Batch]:
    """Put moves together as they were written. Raises ``Misshapen`` where one is missing."""
    batches = list(_good_batches(rows))
    if sum(len(batch.events) for batch in batches) != len(rows):
        raise Misshapen("a move is missing")
    return batches


def _good_batches(rows: list[_Row]) -> Iterator[Batch]:
    """Put moves together, up to the first that does not follow the one before it."""
    batch: list[Event] = []
    memory: JsonObject | None = None
    last: _Row | None = None
    for row in rows:
        number, part, event, _ = row
        if part not in (0, len(batch)) or (last is not None and number != last[0] + 1):
            break
        if part == 0 and batch:
            yield Batch(tuple(batch), memory)
            batch = []
        batch.append(event)
        memory, last = row[3], row
    if batch:
        yield Batch(tuple(batch), memory)
