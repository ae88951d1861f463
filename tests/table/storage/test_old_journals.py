"""Journals that earlier versions wrote open as they were left.

``journals/`` holds data folders of games broken off in the middle, by the format they were written in,
and beside each of them what that version then showed to whom. Formats 1 and 2 were SQLite files: 1 as of
version d76be79, 2 as of 771d444, ``with-copies`` as of 6e6aad58, killed with the newest moves
beside the main file. Format 3 are lines, killed as well.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.cli.settings import JOURNAL
from companion.errors import JournalError
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.shapes.state import StateShape
from companion.table.storage.journal import Journal
from tests.table.conftest import bench_on

JOURNALS = Path(__file__).parents[1] / "journals"
SHOWN = sorted(JOURNALS.glob("*/*/shown.json"))
FOLDERS = [path.parent.relative_to(JOURNALS).as_posix() for path in SHOWN]
SQLITE = [name for name in FOLDERS if not name.startswith("format-3")]
WITH_COPIES = [name for name in FOLDERS if name.startswith("format-2-with-copies")]
ROLES = {
    "host": HOST,
    "everyone": EVERYONE,
    "seat 1": seat_role(Seat(1)),
    "seat 2": seat_role(Seat(2)),
}
SAME = ("sitting", "game", "seats", "to_move", "scores", "outcome", "view")
MAIN, WAL, COPY = "journal.sqlite3", "journal.sqlite3-wal", "journal-copies/000002.lines"


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[str], Path]:
    """Return what takes one of the folders out of the drawer."""

    def taken(name: str) -> Path:
        place = tmp_path / "data"
        shutil.copytree(JOURNALS / name, place, ignore=shutil.ignore_patterns("shown.json"))
        return place

    return taken


def shown_now(folder: Path) -> dict[str, Any]:
    bench = bench_on(folder / JOURNAL, 3)
    now = {name: what_lasts(bench.table.state(role)) for name, role in ROLES.items()}
    bench.table.close()
    return now


def shown_then(name: str) -> dict[str, Any]:
    shown = json.loads((JOURNALS / name / "shown.json").read_text(encoding="utf-8"))
    return {name: what_lasts(state) for name, state in shown.items()}


def what_lasts(state: StateShape) -> Any:
    """Return what no version may change: the position, and the moves with what became of them."""
    moves = [{key: value for key, value in line.items() if key != "text"} for line in state["history"]]
    kept = {key: value for key, value in state.items() if key in SAME}
    return json.loads(json.dumps({**kept, "history": moves}))


def assert_same(now: dict[str, Any], then: dict[str, Any]) -> None:
    for name, state in now.items():
        state["view"] = as_far_as(then[name]["view"], state["view"])
    assert now == then


def as_far_as(then: Any, now: Any) -> Any:
    """Return what a view says now, without what it says beyond what it said then: it may say more."""
    if isinstance(then, dict) and isinstance(now, dict):
        return {key: as_far_as(then.get(key), value) for key, value in now.items() if key in then}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [as_far_as(*both) for both in zip(then, now, strict=True)]
    return now


@pytest.mark.parametrize("name", FOLDERS)
def test_a_journal_of_an_earlier_version_goes_on_where_it_was(
    name: str, folder: Callable[[str], Path]
) -> None:
    place = folder(name)
    assert_same(shown_now(place), shown_then(name))
    assert_same(shown_now(place), shown_then(name))


@pytest.mark.parametrize("name", SQLITE)
def test_it_is_taken_over_once_and_kept_aside_as_it_was(
    name: str, folder: Callable[[str], Path]
) -> None:
    place = folder(name)
    before = {path.name: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    for _ in range(2):
        with Journal(place / JOURNAL) as journal:
            assert journal.mended is None
    assert [path.name for path in place.glob("journal-*") if path.is_dir()] == ["journal-before-1"]
    assert not list(place.glob("*.sqlite3*"))
    aside = {path.name: path.read_bytes() for path in (place / "journal-before-1").rglob("*.*")}
    assert {name: aside[name] for name in before} == before


@pytest.mark.parametrize("name", WITH_COPIES)
def test_a_power_cut_while_it_is_taken_over_loses_and_doubles_nothing(
    name: str, folder: Callable[[str], Path]
) -> None:
    place = folder(name)
    shutil.copytree(place, place.with_name("as it was"))
    Journal(place / JOURNAL).close()
    whole = (place / JOURNAL).read_bytes()
    shutil.copytree(place.with_name("as it was"), place, dirs_exist_ok=True)  # not yet taken away
    Journal(place / JOURNAL).close()
    assert (place / JOURNAL).read_bytes() == whole


def test_what_an_earlier_version_played_meanwhile_is_added(folder: Callable[[str], Path]) -> None:
    place = folder("format-2-with-copies/ubongo")
    Journal(place / JOURNAL).close()
    shutil.copytree(JOURNALS / "format-2-with-copies/drunter", place, dirs_exist_ok=True)
    now = shown_now(place)["everyone"]
    assert (now["game"], now["sitting"]) == ("drunter", "3")
    assert now["history"] == shown_then("format-2-with-copies/drunter")["everyone"]["history"]


@pytest.mark.parametrize("name", WITH_COPIES)
def test_another_name_in_its_first_line_is_noticed(name: str, folder: Callable[[str], Path]) -> None:
    place = folder(name)
    with closing(sqlite3.connect(place / MAIN)) as database:
        database.execute("DROP TRIGGER sitting_stays")
        ((line,),) = database.execute("SELECT first_line FROM sitting WHERE number = 2").fetchall()
        changed = line.replace("Bob", "Bop")
        database.execute("UPDATE sitting SET first_line = ? WHERE number = 2", (changed,))
        database.commit()
    with Journal(place / JOURNAL) as journal:
        assert journal.mended is not None
        assert (place / journal.mended.folder / MAIN).exists()
    assert_same(shown_now(place), shown_then(name))


@pytest.mark.parametrize("name", WITH_COPIES)
@pytest.mark.parametrize("gone", [MAIN, WAL, COPY])
def test_whichever_of_its_files_is_gone_nothing_is_lost(
    name: str, gone: str, folder: Callable[[str], Path]
) -> None:
    place = folder(name)
    (place / gone).unlink()
    with Journal(place / JOURNAL) as journal:
        assert (journal.mended is None) == (gone == COPY)
    assert_same(shown_now(place), shown_then(name))


def test_one_on_which_an_earlier_version_plays_is_left_alone(folder: Callable[[str], Path]) -> None:
    place = folder("format-2/ubongo")
    with closing(sqlite3.connect(place / MAIN, isolation_level=None)) as database:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("BEGIN EXCLUSIVE")
        with pytest.raises(JournalError, match="plays here"):
            Journal(place / JOURNAL)
    assert (place / MAIN).exists()


def test_one_of_a_newer_format_is_left_alone(folder: Callable[[str], Path]) -> None:
    place = folder("format-2/ubongo")
    with closing(sqlite3.connect(place / MAIN)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalError, match="newer version") as refused:
        Journal(place / JOURNAL)
    assert refused.value.hint == "Install that version again, or name another folder with --data."
    assert (place / MAIN).exists()
