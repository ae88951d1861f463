"""The journal: append-only, whole batches, on disk before anyone is told."""

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.errors import JournalError
from companion.table.storage.files import write_all
from companion.table.storage.journal import Event, Journal
from companion.table.storage.journal_lines import line_of

LINE = {"game": "plain_dice", "seats": ["Ana"]}
AT = "2026-01-02T20:15:00+00:00"
NAME = "journal.lines"


def event(move_id: str, *faces: str) -> Event:
    return Event(move_id, {"move": "throw", "faces": list(faces)}, "camera", AT)


def ids(journal: Journal) -> list[str]:
    chapter = journal.last()
    return [] if chapter is None else [kept.move_id for kept in chapter.events]


def ids_on_disk(path: Path, place: Path) -> list[str]:
    """Return what another start would find in the journal's own file."""
    place.mkdir()
    shutil.copy(path, place / NAME)
    with Journal(place / NAME) as journal:
        assert journal.mended is None
        return ids(journal)


@pytest.fixture(params=["file", "memory"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    return tmp_path / NAME if request.param == "file" else ":memory:"


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


def test_all_comes_back_at_the_next_start(tmp_path: Path) -> None:
    strange = Event("ž\u2028", {"move": "throw", "faces": ["\n", "\ud800", "ﬀ"]}, "tap", AT, AT)
    with Journal(tmp_path / NAME) as journal:
        journal.append(journal.open_sitting(LINE, AT), [event("a", "1")], None)
        number = journal.open_sitting({**LINE, "seats": ["Bořivoj"]}, AT)
        journal.append(number, [strange, event("b")], {"dice": [1.5]})
        journal.keep_timer(number, "glass", 12.5)
        journal.keep_timer(number, "glass", 11.5)
        before = journal.last()
    with Journal(tmp_path / NAME) as journal:
        assert journal.last() == before
        assert before is not None
        assert before.timer == ("glass", 11.5)
        assert journal.players() == ["Bořivoj", "Ana"]
        assert journal.open_sitting(LINE, AT) == number + 1


def test_players_are_remembered_those_of_the_last_sitting_first(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.players() == []
        for seats in (["Ana", "Bob"], ["Cyril"], ["Bob", "Dana"]):
            journal.open_sitting({**LINE, "seats": seats}, AT)
        assert journal.players() == ["Bob", "Dana", "Cyril", "Ana"]


def test_what_was_written_is_only_added_to(tmp_path: Path) -> None:
    with Journal(tmp_path / NAME) as journal:
        number = journal.open_sitting(LINE, AT)
        before = (tmp_path / NAME).read_bytes()
        for move in "abc":
            journal.append(number, [event(move)], None)
            now = (tmp_path / NAME).read_bytes()
            assert now.startswith(before)
            assert now != before
            before = now


def test_a_second_table_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path / NAME), pytest.raises(JournalError, match="another table"):
        Journal(tmp_path / NAME)
    Journal(tmp_path / NAME).close()


@pytest.mark.parametrize("name", [NAME, "journal-copy.lines"])
def test_a_folder_in_its_place_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(JournalError, match=r"journal\.lines"):
        Journal(tmp_path / NAME)


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    written = line_of(1, ("journal", {"format": 99})) + b"anything\nin any form\n"
    (tmp_path / NAME).write_bytes(written)
    with pytest.raises(JournalError, match="newer version") as refused:
        Journal(tmp_path / NAME)
    assert refused.value.hint == "Install that version again, or name another folder with --data."
    assert (tmp_path / NAME).read_bytes() == written


class Disk:
    """A disk that fails when told to: at writing (after so many bytes), or at syncing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails_with: int | None = None
        self.at = "write"
        self._fsync = os.fsync
        monkeypatch.setattr("companion.table.storage.journal_file.write_all", self.write)
        monkeypatch.setattr("companion.table.storage.journal_file.os.fsync", self.sync)

    def write(self, file: Any, data: bytes) -> None:
        if self.fails_with is not None and self.at == "write":
            write_all(file, data[: len(data) // 2])
            raise OSError(self.fails_with, os.strerror(self.fails_with))
        write_all(file, data)

    def sync(self, handle: int) -> None:
        if self.fails_with is not None and self.at == "sync":
            raise OSError(self.fails_with, os.strerror(self.fails_with))
        self._fsync(handle)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


FAILS = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read_only",
    errno.EIO: "broken",
    errno.ENODEV: "gone",
}


@pytest.mark.parametrize("at", ["write", "sync"])
@pytest.mark.parametrize("number", FAILS, ids=errno.errorcode.get)
def test_what_the_disk_does_not_take_is_refused_and_not_there_later(
    number: int, at: str, disk: Disk, tmp_path: Path
) -> None:
    path = tmp_path / NAME
    with Journal(path) as journal:
        sitting = journal.open_sitting(LINE, AT)
        journal.append(sitting, [event("a", "1")], None)
        disk.fails_with, disk.at = number, at
        for _ in range(3):
            with pytest.raises(JournalError, match="cannot write the journal"):
                journal.append(sitting, [event("refused", *"123456")], None)
            with pytest.raises(JournalError):
                journal.keep_timer(sitting, "glass", 1.0)
            assert journal.trouble == FAILS[number]
            assert ids(journal) == ["a"]
        assert ids_on_disk(path, tmp_path / "then") == ["a"]
        disk.fails_with = None
        journal.append(sitting, [event("b", "2")], None)
        assert journal.trouble is None
        assert ids_on_disk(path, tmp_path / "later") == ["a", "b"]
    with Journal(path) as journal:
        assert journal.mended is None
        assert ids(journal) == ["a", "b"]


def test_a_sitting_that_the_disk_does_not_take_is_not_begun(disk: Disk, tmp_path: Path) -> None:
    with Journal(tmp_path / NAME) as journal:
        sitting = journal.open_sitting(LINE, AT)
        disk.fails_with = errno.ENOSPC
        with pytest.raises(JournalError):
            journal.open_sitting({**LINE, "seats": ["Bob"]}, AT)
        disk.fails_with = None
        journal.append(sitting, [event("a", "1")], None)
        assert journal.players() == ["Ana"]
    with Journal(tmp_path / NAME) as journal:
        assert ids(journal) == ["a"]


def test_the_disk_is_looked_at_before_anybody_moves(disk: Disk, tmp_path: Path) -> None:
    with Journal(tmp_path / NAME) as journal:
        sitting = journal.open_sitting(LINE, AT)
        disk.fails_with = errno.ENOSPC
        with pytest.raises(JournalError):
            journal.append(sitting, [event("refused", "1")], None)
        for fails_with, trouble in ((errno.ENOSPC, "full"), (errno.EIO, "broken"), (None, None)):
            disk.fails_with = fails_with
            journal.look()
            assert journal.trouble == trouble
        journal.append(sitting, [event("a", "1")], None)
    with Journal(tmp_path / NAME) as journal:
        assert (journal.mended, ids(journal)) == (None, ["a"])


def test_a_copy_that_a_full_disk_held_up_is_made_up_for(disk: Disk, tmp_path: Path) -> None:
    path, copy = tmp_path / NAME, tmp_path / "journal-copy.lines"
    with Journal(path) as journal:
        sitting = journal.open_sitting(LINE, AT)
        journal._file._copy._file.close()  # type: ignore[union-attr]
        journal._file._copy._file = None  # type: ignore[union-attr]
        copy.unlink()
        copy.mkdir()
        journal.append(sitting, [event("a", "1")], None)
        copy.rmdir()
        journal.append(sitting, [event("b", "2")], None)
        assert copy.read_bytes() == path.read_bytes()
    path.unlink()
    with Journal(path) as journal:
        assert journal.mended is not None
        assert ids(journal) == ["a", "b"]
