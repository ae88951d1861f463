"""The data folder goes away while a game is played: what is accepted is kept, or refused and said."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadPlace, JournalError
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.storage.files import write_all
from companion.table.storage.journal import Journal
from companion.table.storage.memory import MemoryPlace
from tests.table.conftest import Bench, bench_on

JOURNAL = "journal.lines"
ROLES = (HOST, EVERYONE, seat_role(Seat(1)), seat_role(Seat(2)))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "house" / "data"
    folder.mkdir(parents=True)
    (folder / "host-pin").write_text("123456\n")
    (folder / "sets" / "mine").mkdir(parents=True)
    (folder / "sets" / "mine" / "faces.json").write_text("{}")
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    place = tmp_path / "root" / "media" / "pi" / "STICK"
    place.mkdir(parents=True)
    return place


@pytest.fixture
def bench(data: Path, stick: Path, tmp_path: Path) -> Iterator[Bench]:
    made = bench_on(data / JOURNAL, 1)
    table = made.table
    table.memory._memory = MemoryPlace(
        table._journal, tmp_path / "root", lambda path: path.name == "STICK"
    )
    table.start_sitting({"game": "plain_dice", "seats": ["Zoe"]})
    throw(made, "earlier")
    table.start_sitting({"game": "plain_dice", "seats": ["Ana", "Bob"]})
    throw(made, "first")
    yield made
    table.close()


def throw(bench: Bench, move_id: str) -> None:
    bench.table.submit(HOST, move_id, {"move": "throw", "faces": ["3", "5"]})


def moves(bench: Bench) -> int:
    return len(bench.table.state(HOST)["history"])


def told(bench: Bench) -> str | None:
    """Return what all pages say of the table's memory, each the same."""
    said = {
        tuple(
            one["text"]["code"] for one in bench.table.state(role)["faults"] if one["part"] == "memory"
        )
        for role in ROLES
    }
    (codes,) = said
    assert len(codes) <= 1
    return codes[0] if codes else None


def kept(folder: Path) -> list[str]:
    """Return the moves that a start on this folder tomorrow finds."""
    copy = folder.with_name("tomorrow")
    shutil.copytree(folder, copy)
    with Journal(copy / JOURNAL) as journal:
        assert journal.mended is None
        last = journal.last()
    shutil.rmtree(copy)
    return [] if last is None else [event.move_id.removeprefix("host/") for event in last.events]


def remove(data: Path) -> None:
    shutil.rmtree(data)


def move(data: Path) -> None:
    data.rename(data.with_name("elsewhere"))


def move_the_house(data: Path) -> None:
    data.parent.rename(data.parents[1] / "another house")


def replace(data: Path) -> None:
    move(data)
    data.mkdir()
    (data / JOURNAL).write_bytes((data.with_name("elsewhere") / JOURNAL).read_bytes())


def take_the_file(data: Path) -> None:
    (data / JOURNAL).unlink()


GONE = [remove, move, move_the_house, replace, take_the_file]


@pytest.mark.parametrize("hurt", GONE)
def test_a_folder_that_is_gone_takes_no_move_and_every_page_says_so(
    hurt: Callable[[Path], None], bench: Bench, data: Path
) -> None:
    assert told(bench) is None
    hurt(data)
    for number in range(3):
        with pytest.raises(JournalError, match="removed or moved"):
            throw(bench, f"refused {number}")
        assert told(bench) == "fault.memory_gone"
        assert moves(bench) == 1


@pytest.mark.parametrize("hurt", GONE)
def test_it_is_said_before_anybody_moves(hurt: Callable[[Path], None], bench: Bench, data: Path) -> None:
    hurt(data)
    bench.table.memory.look()
    assert told(bench) == "fault.memory_gone"


@pytest.mark.parametrize("hurt", [move, move_the_house])
def test_a_folder_that_comes_back_holds_what_was_accepted_and_nothing_else(
    hurt: Callable[[Path], None], bench: Bench, data: Path
) -> None:
    hurt(data)
    with pytest.raises(JournalError):
        throw(bench, "refused")
    (data.parent if hurt is move_the_house else data).exists()
    if hurt is move:
        data.with_name("elsewhere").rename(data)
    else:
        (data.parents[1] / "another house").rename(data.parent)
    bench.table.memory.look()
    assert told(bench) is None
    assert kept(data) == ["first"]
    throw(bench, "second")
    assert kept(data) == ["first", "second"]


class Disk:
    """A fake disk whose writes fail with a chosen error."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails_with: int | None = None
        monkeypatch.setattr("companion.table.storage.journal_file.write_all", self.write)

    def write(self, file: Any, data: bytes) -> None:
        if self.fails_with is not None:
            raise OSError(self.fails_with, os.strerror(self.fails_with))
        write_all(file, data)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(monkeypatch)


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENOSPC, "fault.memory_full"),
        (errno.EROFS, "fault.memory_read_only"),
        (errno.EIO, "fault.memory_broken"),
    ],
)
def test_a_disk_that_takes_nothing_is_said_until_it_does(
    number: int, code: str, bench: Bench, disk: Disk, data: Path
) -> None:
    disk.fails_with = number
    with pytest.raises(JournalError):
        throw(bench, "refused")
    assert told(bench) == code
    bench.table.memory.look()
    assert told(bench) == code
    disk.fails_with = None
    bench.table.memory.look()
    assert told(bench) is None
    throw(bench, "second")
    assert kept(data) == ["first", "second"]


def test_nothing_is_offered_while_all_is_kept(bench: Bench, data: Path, stick: Path) -> None:
    assert bench.table.memory.shape() == {
        "kept": True,
        "without": False,
        "folder": str(data),
        "elsewhere": False,
        "places": [],
    }
    with pytest.raises(BadPlace):
        bench.table.memory.go_on_in("/etc")


@pytest.mark.parametrize("hurt", GONE)
def test_the_game_goes_on_on_a_stick(
    hurt: Callable[[Path], None], bench: Bench, data: Path, stick: Path
) -> None:
    hurt(data)
    bench.table.memory.look()
    assert str(stick) in bench.table.memory.shape()["places"]
    folder = bench.table.memory.go_on_in(str(stick))
    assert folder == stick / "table-companion"
    assert told(bench) == "fault.memory_elsewhere"
    throw(bench, "second")
    assert moves(bench) == 2
    assert kept(folder) == ["first", "second"]
    memory = bench.table.memory.shape()
    assert (memory["kept"], memory["folder"], memory["elsewhere"]) == (True, str(folder), True)
    assert bench.table.players() == ["Ana", "Bob", "Zoe"]
    bench.table.close()
    tomorrow = bench_on(folder / JOURNAL, 1)
    assert moves(tomorrow) == 2
    assert tomorrow.table.players() == ["Ana", "Bob", "Zoe"]
    tomorrow.table.close()


def test_what_else_the_folder_holds_is_taken_along(
    bench: Bench, disk: Disk, data: Path, stick: Path
) -> None:
    disk.fails_with = errno.EROFS
    with pytest.raises(JournalError):
        throw(bench, "refused")
    disk.fails_with = None
    (stick / "table-companion").mkdir()  # of another evening: left as it is
    folder = bench.table.memory.go_on_in(str(stick))
    assert folder == stick / "table-companion-2"
    assert (folder / "host-pin").read_text() == "123456\n"
    assert (folder / "sets" / "mine" / "faces.json").read_text() == "{}"
    assert kept(folder) == ["first"]
    assert not list((stick / "table-companion").iterdir())


def test_a_stick_that_is_full_changes_nothing(
    bench: Bench, data: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove(data)
    bench.table.memory.look()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("companion.table.storage.memory.make_folder", full)
        patched.setattr("companion.table.storage.journal_file.write_whole", full)
        with pytest.raises(JournalError, match="No space left"):
            bench.table.memory.go_on_in(str(stick))
    assert told(bench) == "fault.memory_gone"
    with pytest.raises(JournalError):
        throw(bench, "refused")
    bench.table.memory.go_on_in(str(stick))
    throw(bench, "second")
    assert moves(bench) == 2


def test_the_same_place_may_be_begun_anew(bench: Bench, data: Path) -> None:
    remove(data)
    bench.table.memory.look()
    assert bench.table.memory.go_on_in(str(data)) == data
    assert told(bench) is None
    throw(bench, "second")
    assert kept(data) == ["first", "second"]


@pytest.mark.parametrize("hurt", [replace])
def test_another_journal_in_the_same_place_is_never_written_over(
    hurt: Callable[[Path], None], bench: Bench, data: Path
) -> None:
    hurt(data)
    foreign = (data / JOURNAL).read_bytes()
    bench.table.memory.look()
    with pytest.raises(BadPlace):
        bench.table.memory.go_on_in(str(data))
    bench.table.memory.go_on_in(None)
    with pytest.raises(BadPlace):
        bench.table.memory.go_on_in(str(data))
    assert (data / JOURNAL).read_bytes() == foreign


def test_the_game_goes_on_without_memory_and_every_page_says_so(
    bench: Bench, data: Path, stick: Path
) -> None:
    remove(data)
    with pytest.raises(JournalError):
        throw(bench, "refused")
    bench.table.memory.go_on_in(None)
    assert told(bench) == "fault.without_memory"
    throw(bench, "second")
    assert moves(bench) == 2
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Cyril", "Dana"]})
    throw(bench, "third")
    bench.table.memory.look()
    assert told(bench) == "fault.without_memory"
    folder = bench.table.memory.go_on_in(str(stick))
    assert folder is not None
    assert told(bench) == "fault.memory_elsewhere"
    throw(bench, "fourth")
    assert kept(folder) == ["third", "fourth"]


def test_memory_comes_back_where_it_was(bench: Bench, disk: Disk, data: Path) -> None:
    disk.fails_with = errno.ENOSPC
    with pytest.raises(JournalError):
        throw(bench, "refused")
    bench.table.memory.go_on_in(None)
    throw(bench, "second")
    disk.fails_with = None
    assert kept(data) == ["first"]
    bench.table.memory.go_on_in(str(data))
    assert told(bench) is None
    throw(bench, "third")
    assert kept(data) == ["first", "second", "third"]


def test_a_table_that_never_had_a_memory_offers_none(bench: Bench) -> None:
    without = bench_on(None, 1)
    without.table.memory.look()
    assert told(without) is None
    memory = without.table.memory.shape()
    assert (memory["kept"], memory["folder"], memory["places"]) == (False, None, [])
    without.table.memory.go_on_in(None)
    assert without.table.memory.shape()["places"] == []
    without.table.close()
