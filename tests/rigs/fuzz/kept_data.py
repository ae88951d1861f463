"""The data folder's larger files: the journal with strange moves in it, logins, backups."""

import json
import shutil
from collections.abc import Generator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from companion.cli.settings import JOURNAL
from companion.games.game import EVERYONE, HOST
from companion.table.access.access import Access
from companion.table.storage.backup import back_up, put_back
from companion.table.storage.journal import Event, Journal
from companion.table.storage.journal_lines import lines_of, row_of
from companion.table.table import Table
from tests.rigs.fuzz import garble
from tests.rigs.fuzz.watched import Input
from vision.clock import SteppedClock

RECORDS = Path(__file__).parents[2] / "games" / "records"
AT = "2026-01-02T20:15:00+00:00"
BACKENDS = {"camera": "none", "pins": "none"}
COPY = "journal-copy.lines"
MOST_MOVES = 12


def journals(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield journals in which a row, or any byte, is not what was written: a table starts with each."""
    good = _journals(folder)
    place = folder / "data"
    while True:
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(rng.choice(good), place)
        if rng.random() < 0.7:
            _change_a_row(rng, place)
        else:
            files = sorted(path for path in place.rglob("*") if path.is_file())
            hurt = rng.choice(files)
            hurt.write_bytes(garble.damaged(rng, hurt.read_bytes()))
        if rng.random() < 0.5:
            (place / COPY).unlink()
        yield lambda: _start(place)


def _start(data: Path) -> None:
    journal = Journal(data / JOURNAL)
    table = Table(journal, SteppedClock(), lambda: datetime(2026, 1, 2, tzinfo=UTC), BACKENDS)
    try:
        json.dumps([table.state(role) for role in (EVERYONE, HOST)])
        table.tick()
    finally:
        table.close()


def _journals(folder: Path) -> list[Path]:
    """Write a journal of the first moves of each recorded game; return the folders."""
    made = []
    for record in sorted(RECORDS.glob("*.jsonl")):
        place = folder / "journals" / record.stem
        place.mkdir(parents=True, exist_ok=True)
        first, *moves = (json.loads(line) for line in record.read_text().splitlines() if line.strip())
        with Journal(place / JOURNAL) as journal:
            number = journal.open_sitting(first, AT)
            for at, words in zip(range(MOST_MOVES), moves, strict=False):
                journal.append(number, [Event(f"m{at}", words, "tap", AT, AT)], {"dice": []})
        made.append(place)
    return made


def _change_a_row(rng: Random, place: Path) -> None:
    """Change what a line says, its sum with it: as another version may have written it."""
    rows = [row_of(line) for line in (place / JOURNAL).read_bytes().splitlines()]
    number = rng.randrange(1, len(rows))
    kind, words = rows[number]
    part = rng.choice(list(words))
    rows[number] = (kind, {**words, part: _part(rng, words[part])})
    if part == "events" and rng.random() < 0.7:
        events = [list(event) for event in words[part]]
        cell = rng.randrange(len(events[0]))
        events[0][cell] = _part(rng, events[0][cell])
        rows[number] = (kind, {**words, part: events})
    (place / JOURNAL).write_bytes(lines_of(rows))


def _part(rng: Random, good: Any) -> Any:
    if rng.random() < 0.15:
        return rng.choice((5, 0.5, None, [], {}, "", "2026-13-45", "x" * 5000))
    try:
        return json.loads(garble.text(rng, good if isinstance(good, dict) else {"move": good}))
    except (ValueError, RecursionError):
        return {"move": "throw"}


def logins(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield files of logins with damaged bytes."""
    path = folder / "access.sqlite3"
    access = Access(path, "246813579", lambda: 0.0, lambda: 0.0)
    access.login("246813579", "here")
    good = path.read_bytes()
    while True:
        for left in folder.glob("access*"):
            left.unlink()
        path.write_bytes(garble.damaged(rng, garble.damaged(rng, good)))
        yield lambda: _log_in(path)


def _log_in(path: Path) -> None:
    access = Access(path, "246813579", lambda: 0.0, lambda: 0.0)
    access.grant_of(access.login("246813579", "here"))


def backups(rng: Random, folder: Path) -> Generator[Input, None, None]:
    """Yield damaged backups."""
    data, out, back = _journals(folder)[0], folder / "table.backup", folder / "back"
    back_up(data, JOURNAL, out)
    good = out.read_bytes()
    for _ in count():
        out.write_bytes(garble.damaged(rng, good))
        for left in folder.glob("back*"):
            shutil.rmtree(left) if left.is_dir() else None
        yield lambda: put_back(out, back, JOURNAL)
