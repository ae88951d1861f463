"""The journal: append-only, whole batches, on disk before anyone is told."""

import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.table.journal import Event, Journal

LINE = {"game": "plain_dice", "seats": ["Ana"]}
AT = "2026-01-02T20:15:00+00:00"


def event(move_id: str, *faces: str) -> Event:
    return Event(move_id, {"move": "throw", "faces": list(faces)}, "camera", AT)


@pytest.fixture(params=["file", "memory"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return tmp_path / "journal.sqlite3" if request.param == "file" else ":memory:"


def test_an_empty_journal_has_no_sitting(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.last() is None


def test_a_sitting_comes_back_as_it_was_written(path: Path) -> None:
    with Journal(path) as journal:
        number = journal.open_sitting(LINE, AT)
        journal.append(number, [event("a", "1"), event("b", "2")], {"dice": []})
        journal.append(number, [event("c", "3")], None)
        chapter = journal.last()
        assert chapter is not None
        assert chapter.first_line == LINE
        assert [kept.move_id for kept in chapter.events] == ["a", "b", "c"]
        assert chapter.memory is None


def test_the_newest_sitting_is_the_last(path: Path) -> None:
    with Journal(path) as journal:
        journal.append(journal.open_sitting(LINE, AT), [event("a", "1")], None)
        second = journal.open_sitting({**LINE, "seats": ["Bob"]}, AT)
        chapter = journal.last()
        assert chapter is not None
        assert (chapter.sitting, chapter.events) == (second, ())


def test_players_are_remembered_those_of_the_last_sitting_first(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.players() == []
        for seats in (["Ana", "Bob"], ["Cyril"], ["Bob", "Dana"]):
            journal.open_sitting({**LINE, "seats": seats}, AT)
        assert journal.players() == ["Bob", "Dana", "Cyril", "Ana"]


def test_a_batch_is_written_whole_or_not_at_all(path: Path) -> None:
    with Journal(path) as journal:
        number = journal.open_sitting(LINE, AT)
        journal.append(number, [event("a", "1")], None)
        unwritable = Event("a", {"move": "throw"}, "tap", AT)
        with pytest.raises(JournalError, match="cannot write the journal"):
            journal.append(number, [unwritable], None)
        chapter = journal.last()
        assert chapter is not None
        assert len(chapter.events) == 1
        journal.append(number, [event("b", "2")], None)


@pytest.mark.parametrize(
    "change", ["UPDATE event SET words = '{}'", "DELETE FROM event", "DELETE FROM sitting"]
)
def test_nothing_can_be_changed_or_removed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        journal.append(journal.open_sitting(LINE, AT), [event("a", "1")], None)
    database = sqlite3.connect(path)
    try:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            database.execute(change)
    finally:
        database.close()


def test_a_second_table_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path), pytest.raises(JournalError, match=r"cannot read the journal.*locked"):
        Journal(path)


def test_a_folder_in_its_place_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    path.mkdir()
    with pytest.raises(JournalError, match=r"journal\.sqlite3"):
        Journal(path)


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    database = sqlite3.connect(path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(JournalError, match="newer version") as refused:
        Journal(path)
    assert refused.value.hint == "Install that version again, or name another folder with --data."


def test_a_full_disk_is_told_and_loses_nothing(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        number = journal.open_sitting(LINE, AT)
        journal.append(number, [event("a", "1")], None)
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages}")
        many = [event(f"b{n}", *["6"] * 500) for n in range(200)]
        with pytest.raises(JournalError, match="full"):
            journal.append(number, many, None)
        journal._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
        before = journal.last()
        assert before is not None
        journal.append(number, [event("c", "2")], None)
        after = journal.last()
        assert after is not None
        assert len(after.events) == len(before.events) + 1
