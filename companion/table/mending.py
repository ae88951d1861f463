"""Looks whether the journal's file is whole, and makes a new one of what is good where it is not.

The damaged file is set aside in a folder of its own, never deleted. What is made in its place holds each
sitting as far as the file or its copy can be read, whichever holds more. A power cut in the middle of
that loses nothing: the file is made whole beside the other, then takes its place.
"""

import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.table.chapter import Misshapen, Saved, timer_of
from companion.table.copies import Copies
from companion.table.database import (
    add_batch,
    add_sitting,
    connected,
    is_damage,
    opening_of,
    prepare,
    readable,
    saved_of,
    to_be_written,
)
from companion.table.files import sync_folder, write_whole

_log = logging.getLogger(__name__)

MAGIC = b"SQLite format 3\0"
BESIDE = ("", "-wal", "-shm", "-journal")
"""What SQLite's own files are called, after the name of the main one."""
MOST_WAL_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class Mended:
    """What a damaged journal was put right to.

    ``folder``: the name of the folder beside it in which the damaged files are; ``moves``: so many moves
    the newest sitting has now.
    """

    folder: str
    moves: int


@dataclass
class Looked:
    """The journal's file as found. ``wal``: its newest part, as it was before SQLite took it in."""

    path: Path
    copies: Copies
    wal: bytes
    database: sqlite3.Connection | None = None
    is_whole: bool = False

    def keep(self) -> sqlite3.Connection:
        """Return the connection, which is then the caller's."""
        database, self.database = self.database, None
        assert database is not None
        return database


@contextmanager
def look_at(path: Path, copies: Copies) -> Iterator[Looked]:
    """Open the file and see whether it is whole. Raises sqlite3.Error, OSError where nobody can say."""
    looked = Looked(path, copies, _newest_part(path))
    try:
        if _may_be_opened(looked):
            looked.database = connected(path)
            looked.is_whole = _is_whole(looked.database, copies)
        yield looked
    finally:
        if looked.database is not None:
            looked.database.close()


def _newest_part(path: Path) -> bytes:
    wal = path.with_name(f"{path.name}-wal")
    small = wal.is_file() and wal.stat().st_size <= MOST_WAL_BYTES
    return wal.read_bytes() if small else b""


def _may_be_opened(looked: Looked) -> bool:
    """Tell whether the main file looks like one. SQLite itself takes an empty one for a new one."""
    path = looked.path
    if path.exists() and not path.is_file():
        raise IsADirectoryError(0, "it is no file")
    size = path.stat().st_size if path.exists() else 0
    if size == 0:
        return not looked.wal and not looked.copies.numbers() and not _mended_beside(path).exists()
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _is_whole(database: sqlite3.Connection, copies: Copies) -> bool:
    try:
        prepare(database)
        ((told,),) = database.execute("PRAGMA quick_check (1)").fetchall()
        return told == "ok" and _holds_its_copy(database, copies)
    except (sqlite3.Error, Misshapen) as error:
        if not is_damage(error):
            raise
        _log.warning("the journal is damaged: %s", error)
        return False


def _holds_its_copy(database: sqlite3.Connection, copies: Copies) -> bool:
    """Tell whether every sitting can be begun, and the newest has all moves that its copy has."""
    numbers = [row[0] for row in database.execute("SELECT number FROM sitting ORDER BY number")]
    for number in numbers:
        opening_of(database, number)
    newest = numbers[-1] if numbers else 0
    if copies.newest > newest:
        _log.warning("the journal has lost its newest game")
        return False
    if not numbers:
        return True
    saved, copy = saved_of(database, newest), copies.read(newest)
    batches = copy.saved.batches if copy.saved else ()
    if copy.events > len(saved.events) or saved.batches[: len(batches)] != batches:
        _log.warning("the journal holds %s moves, its copy %s", len(saved.events), copy.events)
        return False
    return True


def mend(looked: Looked) -> Mended:
    """Put a new file in the place of the damaged one. Raises OSError, sqlite3.Error."""
    path, copies = looked.path, looked.copies
    made = _mended_beside(path)
    if path.exists() or not made.exists():  # else a power cut came between the last two steps
        saved = _best(looked)
        _make(made, saved, _timer(looked, saved))
        if looked.database is not None:
            looked.keep().close()
        _set_aside(looked, {sitting.number for sitting in saved})
    made.replace(path)
    sync_folder(path.parent)
    with closing(connected(path)) as database:
        count = "SELECT count(*) FROM event WHERE sitting = (SELECT max(number) FROM sitting)"
        (moves,) = database.execute(count).fetchone()
    aside = _folders_aside(path)
    copies.close()
    return Mended(aside[-1].name if aside else "", moves)


def _best(looked: Looked) -> list[Saved]:
    """Return each sitting from the file or from its copy, whichever can be read further."""
    found: dict[int, Saved] = {}
    for number in _numbers(looked.database):
        assert looked.database is not None
        saved = readable(looked.database, number)
        if saved is not None:
            found[number] = saved
    for number in looked.copies.numbers():
        copy, other = looked.copies.read(number).saved, found.get(number)
        if copy is not None and (other is None or not _continues(other, copy)):
            found[number] = copy
    return [found[number] for number in sorted(found)]


def _continues(saved: Saved, copy: Saved) -> bool:
    """Tell whether a sitting of the file begins as its copy does, and has more: the copy bears sums."""
    return saved.batches[: len(copy.batches)] == copy.batches


def _numbers(database: sqlite3.Connection | None) -> list[int]:
    found: list[int] = []
    if database is not None:
        with suppress(sqlite3.Error):  # those before the bad page count
            for (number,) in database.execute("SELECT number FROM sitting ORDER BY number"):
                found.append(number)
    return found


def _timer(looked: Looked, saved: list[Saved]) -> tuple[str, float] | None:
    with suppress(sqlite3.Error):
        if looked.database is not None and saved:
            query = "SELECT key, left_s FROM timer WHERE sitting = ?"
            return timer_of(looked.database.execute(query, (saved[-1].number,)).fetchone())
    return None


def _make(made: Path, saved: list[Saved], timer: tuple[str, float] | None) -> None:
    """Write a journal of these sittings: under its name only when it is whole."""
    half = made.with_name(f"{made.name}.new")
    for end in BESIDE:
        half.with_name(half.name + end).unlink(missing_ok=True)
    with closing(to_be_written(half)) as database:
        database.execute("BEGIN IMMEDIATE")
        for sitting in saved:
            add_sitting(database, sitting.first_line, sitting.opened_at, sitting.number)
            for batch in sitting.batches:
                add_batch(database, sitting.number, batch)
        if timer is not None:
            database.execute("INSERT INTO timer VALUES (?, ?, ?)", (saved[-1].number, *timer))
        database.execute("COMMIT")
    half.replace(made)
    sync_folder(made.parent)


def _set_aside(looked: Looked, kept: set[int]) -> None:
    """Move the damaged files into a folder of their own; the copies of what was kept go on."""
    path, copies = looked.path, looked.copies.folder
    number = len(_folders_aside(path)) + 1
    while (folder := path.with_name(f"journal-damaged-{number}")).exists():
        number += 1
    folder.mkdir(mode=0o700)
    if copies.is_dir():
        shutil.copytree(copies, folder / copies.name)
    for end in BESIDE:
        with suppress(FileNotFoundError):
            path.with_name(path.name + end).replace(folder / (path.name + end))
    wal = folder / f"{path.name}-wal"
    if looked.wal and not wal.exists():
        write_whole(wal, looked.wal)
    for number in set(looked.copies.numbers()) - kept:
        os.unlink(copies / f"{number:06}.lines")  # noqa: PTH108 - it lies in the folder now


def _folders_aside(path: Path) -> list[Path]:
    found = path.parent.glob("journal-damaged-*")
    return sorted(found, key=lambda folder: (len(folder.name), folder.name))


def _mended_beside(path: Path) -> Path:
    return path.with_name(f"{path.stem}-mended{path.suffix}")
