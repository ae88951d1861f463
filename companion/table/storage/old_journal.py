"""Reads the journals of earlier versions: an SQLite file, and beside it lines that copy each sitting.

They are only read, never written. For each sitting, the one of file and copy counts that can be read
further; if they differ, the copy counts, since its lines have checksums and the file's rows do not.
"""

import json
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.table.shapes.values import JsonObject
from companion.table.storage.chapter import (
    Event,
    Misshapen,
    MoveBatch,
    NewerVersion,
    Saved,
    event_of,
    first_line_of,
    object_of,
    timer_of,
)
from companion.table.storage.journal_lines import batch_of
from companion.table.storage.lock import InUse
from companion.table.storage.sqlite_files import SqliteConnection

MAIN, COPIES = "journal.sqlite3", "journal-copies"
HALF_MENDED = "journal-mended.sqlite3"
"""An earlier version's repaired copy of a damaged file, if the power went before it got its name."""
BESIDE = ("", "-wal", "-shm", "-journal")
"""Endings of SQLite's files, after the name of the main one."""
NEWEST_FORMAT = 2


@dataclass(frozen=True)
class Old:
    """The journal of an earlier version; ``is_damaged``: parts of it may be missing."""

    sittings: tuple[Saved, ...]
    is_damaged: bool


def old_files(folder: Path) -> list[Path]:
    """Return the files of such a journal in a data folder."""
    files = [folder / f"{name}{end}" for name in (MAIN, HALF_MENDED) for end in BESIDE]
    return [path for path in (*files, folder / COPIES) if path.exists()]


def read_old(folder: Path) -> Old:
    """Return all that can be read. Raises ``InUse``, ``NewerVersion``, OSError."""
    rows, is_whole = _read_rows(folder)
    copies = dict(_copies(folder / COPIES))
    found = dict(rows)
    for number, copy in copies.items():
        if copy.saved is not None:
            found[number] = _better(rows.get(number), copy.saved)
    newest = max(rows, default=0)
    lacks = newest in copies and copies[newest].events > len(rows[newest].events) if rows else copies
    sittings = tuple(found[number] for number in sorted(found))
    return Old(sittings, not is_whole or bool(lacks) or found != rows)


def _better(row: Saved | None, copy: Saved) -> Saved:
    """Return a sitting of the file with its copy's first line, and the moves of the one that has
    more."""
    if row is None:
        return copy
    goes_on = row.batches[: len(copy.batches)] == copy.batches
    return replace(copy, batches=row.batches if goes_on else copy.batches, timer=row.timer)


# The file.


def _read_rows(folder: Path) -> tuple[dict[int, Saved], bool]:
    """Return the file's readable sittings, by number; tell whether the file is whole."""
    main = folder / MAIN if (folder / MAIN).exists() else folder / HALF_MENDED
    if not main.is_file():
        return {}, not (folder / COPIES).exists()
    check_free(folder)
    found: dict[int, Saved] = {}
    with tempfile.TemporaryDirectory(prefix="journal-") as place:
        for end in ("", "-wal", "-journal"):  # SQLite itself writes to files that it opens
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{main}{end}", Path(place) / f"{MAIN}{end}")
        with closing(sqlite3.connect(Path(place) / MAIN, factory=SqliteConnection)) as database:
            try:
                return found, _read_file(database, found)
            except NewerVersion:
                raise
            except (sqlite3.Error, Misshapen):
                return found, False


def check_free(folder: Path) -> None:
    """Raise ``InUse`` if an earlier version of the program plays in this data folder."""
    main = folder / MAIN
    if not main.is_file():
        return
    address = f"{main.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, timeout=1, uri=True, factory=SqliteConnection)) as file:
            file.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise InUse("an earlier version's table plays here", hint="Stop it first.") from error


def _read_file(database: sqlite3.Connection, found: dict[int, Saved]) -> bool:
    """Read as much as possible into ``found``; tell whether that is everything. Raises sqlite3.Error."""
    (made,) = database.execute("PRAGMA user_version").fetchone()
    if made > NEWEST_FORMAT:
        raise NewerVersion(f"written by a newer version (format {made})")
    (told,) = database.execute("PRAGMA quick_check (1)").fetchone()
    is_whole = bool(told == "ok" and made > 0)
    numbers: list[int] = []
    with suppress(sqlite3.Error):  # rows before a bad page count; quick_check has seen it
        numbers += (
            number for (number,) in database.execute("SELECT number FROM sitting ORDER BY number")
        )
    for number in numbers:
        try:
            opening = _opening_of(database, number)
        except (sqlite3.Error, Misshapen):
            is_whole = False
            continue
        batches: list[MoveBatch] = []
        is_whole &= _read_batches(database, number, made, batches)
        found[number] = Saved(number, *opening, tuple(batches), _timer_of(database, number))
    return is_whole


def _opening_of(database: sqlite3.Connection, number: int) -> tuple[str, JsonObject]:
    query = "SELECT opened_at, first_line FROM sitting WHERE number = ?"
    opened_at, first_line = database.execute(query, (number,)).fetchone() or (None, None)
    if not isinstance(opened_at, str):
        raise Misshapen("no time of day")
    return opened_at, first_line_of(object_of(first_line))


def _timer_of(database: sqlite3.Connection, number: int) -> tuple[str, float] | None:
    with suppress(sqlite3.Error):  # format 1 knew none
        query = "SELECT key, left_s FROM timer WHERE sitting = ?"
        return timer_of(database.execute(query, (number,)).fetchone())
    return None


def _read_batches(database: sqlite3.Connection, number: int, made: int, found: list[MoveBatch]) -> bool:
    """Group moves as they were written, up to the first bad one; tell if there is none."""
    happened_at = "happened_at" if made > 1 else "NULL"
    query = (
        f"SELECT number, part, layout, move_id, words, by, at, {happened_at} FROM event"
        " WHERE sitting = ? ORDER BY number"
    )
    events: list[Event] = []
    memory: JsonObject | None = None
    last: int | None = None
    is_whole = True
    try:
        for own, part, layout, *row in database.execute(query, (number,)):
            if part not in (0, len(events)) or (last is not None and own != last + 1):
                raise Misshapen("a move is missing")
            event = _event_of(*row)
            kept = None if layout is None else object_of(layout)
            if part == 0 and events:
                found.append(MoveBatch(tuple(events), memory))
                events = []
            events.append(event)
            memory, last = kept, own
    except (sqlite3.Error, Misshapen):
        is_whole = False
    if events:
        found.append(MoveBatch(tuple(events), memory))
    return is_whole


def _event_of(move_id: Any, words: Any, by: Any, at: Any, happened_at: Any) -> Event:
    return event_of(move_id, object_of(words), by, at, happened_at)


# The copies.


@dataclass(frozen=True)
class _Copy:
    """The content of a copy, up to its first bad line.

    ``events``: the number of the sitting's moves, according to the last good line, even if earlier lines
    are bad.
    """

    saved: Saved | None
    events: int


def _copies(folder: Path) -> Iterator[tuple[int, _Copy]]:
    for path in sorted(folder.glob("*.lines")) if folder.is_dir() else ():
        if path.stem.isascii() and path.stem.isdigit():
            rows = [_row(line) for line in path.read_bytes().split(b"\n") if line]
            events = [row["after"] + len(row["events"]) for row in rows if row and "after" in row]
            yield int(path.stem), _Copy(_read_saved(rows, int(path.stem)), max(events, default=0))


def _row(line: bytes) -> JsonObject | None:
    """Return a line's content; None if it is damaged."""
    told, _, text = line.partition(b" ")
    if told != b"%08x" % zlib.crc32(text):
        return None
    row: JsonObject = json.loads(text.decode(errors="surrogatepass"))
    return row


def _read_saved(rows: Sequence[JsonObject | None], number: int) -> Saved | None:
    first = rows[0] if rows else None
    if first is None or first.get("sitting") != number:
        return None
    batches: list[MoveBatch] = []
    known = 0
    for row in rows[1:]:
        if row is None or row.get("after") != known:
            break
        batches.append(batch_of(row))
        known += len(batches[-1].events)
    return Saved(number, str(first["opened_at"]), first_line_of(first["first_line"]), tuple(batches))
