"""A damaged journal is put right from what is good of it, and never in silence."""

import atexit
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest

from companion.errors import JournalError
from companion.games.game import EVERYONE
from companion.table.storage.journal import Chapter, Event, Journal
from companion.table.storage.journal_lines import read_lines
from tests.table.conftest import bench_on

AT = "2026-01-02T20:15:00+00:00"
MAIN, COPY = "journal.lines", "journal-copy.lines"
MOVES = 60


@cache
def cut_off() -> tuple[Path, Chapter]:
    """Return a folder as a kill leaves it: two sittings, of the newer 60 moves and a time that ran."""
    made, folder = (Path(mkdtemp(prefix="journal-")) for _ in range(2))
    atexit.register(shutil.rmtree, made)
    atexit.register(shutil.rmtree, folder)
    journal = Journal(made / MAIN)
    for seats in (["Ana", "Bob"], ["Cyril", "Dana"]):
        number = journal.open_sitting({"game": "plain_dice", "seats": seats}, AT)
        for move in range(MOVES):
            words = {"move": "throw", "faces": [str(move % 6 + 1)], "seat": seats[move % 2]}
            journal.append(number, [Event(f"m{move}", words, "camera", AT, AT)], {"dice": [move]})
        journal.keep_timer(number, "glass", 31.5)
    shutil.copytree(made, folder, dirs_exist_ok=True)
    last = journal.last()
    journal.close()
    assert last is not None
    assert len(last.events) == MOVES
    return folder, last


def played(folder: Path) -> Chapter:
    """Leave a folder as a kill leaves it."""
    left, last = cut_off()
    shutil.copytree(left, folder)
    return last


def reopened(folder: Path) -> tuple[Journal, Chapter | None]:
    journal = Journal(folder / MAIN)
    return journal, journal.last()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def remove(path: Path) -> None:
    path.unlink()


def zero_a_page(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:8192] = bytes(4096)
    path.write_bytes(data)


def break_the_text(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"throw"', b'"thr\xffw"'))


def change_the_faces(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"faces":["3"]', b'"faces":["5"]'))


def change_a_seat(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"seats":["Cyril"', b'"seats":["Cyrim"'))


def lose_its_head(path: Path) -> None:
    path.write_bytes(path.read_bytes()[100:])


def lose_a_line(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:20] + lines[21:]))


def lose_its_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-600])


def something_else(path: Path) -> None:
    path.write_bytes(b"this is no journal, and long enough to be looked at\n" * 200)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "emptied": empty,
    "gone": remove,
    "another file": something_else,
    "a page zeroed": zero_a_page,
    "a text broken": break_the_text,
    "faces changed": change_the_faces,
    "a name in a first line changed": change_a_seat,
    "a line lost": lose_a_line,
    "its head cut off": lose_its_head,
    "its end cut off": lose_its_end,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_journal_loses_nothing_and_is_told(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    DAMAGE[damage](folder / MAIN)
    hurt = None if damage == "gone" else (folder / MAIN).read_bytes()
    copy = (folder / COPY).read_bytes()
    journal, now = reopened(folder)
    assert now == before
    assert journal.mended is not None
    assert journal.mended.moves == MOVES
    aside = folder / journal.mended.folder
    assert hurt is None or (aside / MAIN).read_bytes() == hurt
    assert (aside / COPY).read_bytes() == copy
    journal.append(now.sitting, [Event("next", {"move": "throw"}, "tap", AT)], None)
    assert (aside / COPY).read_bytes() == copy
    journal.close()
    again, same = reopened(folder)
    again.close()
    assert again.mended is None
    assert same is not None
    assert same.events[:-1] == before.events


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_copy_is_written_anew_without_a_word(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    DAMAGE[damage](folder / COPY)
    journal, now = reopened(folder)
    assert (journal.mended, now) == (None, before)
    assert (folder / COPY).read_bytes() == (folder / MAIN).read_bytes()
    journal.close()


def test_both_damaged_in_other_places_lose_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    zero_a_page(folder / MAIN)
    lose_its_end(folder / COPY)
    lose_its_head(folder / COPY)
    journal, now = reopened(folder)
    journal.close()
    assert journal.mended is not None
    assert now == before


def test_what_is_lost_in_both_ends_that_game_there_and_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    for name in (MAIN, COPY):
        lines = (folder / name).read_bytes().splitlines(keepends=True)
        first_game = next(number for number, line in enumerate(lines) if b'"m7"' in line)
        second_game = [number for number, line in enumerate(lines) if b'"m50"' in line][1]
        for number in (first_game, second_game):
            lines[number] = lines[number].replace(b"throw", b"thrown")
        (folder / name).write_bytes(b"".join(lines))
    journal, now = reopened(folder)
    assert journal.mended is not None
    assert now is not None
    assert (now.sitting, now.events) == (before.sitting, before.events[:50])
    assert journal.mended.moves == 50
    assert journal.players() == ["Cyril", "Dana", "Ana", "Bob"]
    journal.close()


def test_a_first_line_lost_in_both_gives_its_moves_to_no_other_game(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    played(folder)
    for name in (MAIN, COPY):
        change_a_seat(folder / name)
    journal, now = reopened(folder)
    journal.close()
    assert journal.mended is not None
    assert now is not None
    assert now.first_line["seats"] == ["Ana", "Bob"]
    assert len(now.events) == MOVES


def test_a_copy_of_another_journal_is_not_believed(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    with Journal(tmp_path / MAIN) as other:
        number = other.open_sitting({"game": "plain_dice", "seats": ["Zoe"]}, AT)
        for move in range(200):
            other.append(number, [Event(f"z{move}", {"move": "throw"}, "tap", AT)], None)
    shutil.copy(tmp_path / COPY, folder / COPY)
    foreign = (folder / COPY).read_bytes()
    journal, now = reopened(folder)
    journal.close()
    assert now == before
    assert journal.mended is not None
    assert (folder / journal.mended.folder / COPY).read_bytes() == foreign


def test_a_line_that_was_on_its_way_when_the_power_went_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    whole = (folder / MAIN).read_bytes()
    for rest in (b"0", b"00000000 999 moves {", bytes(700), b"00000000 999 moves {}\n"):
        (folder / MAIN).write_bytes(whole + rest)
        journal, now = reopened(folder)
        assert (journal.mended, now) == (None, before)
        journal.append(before.sitting, [Event("next", {"move": "throw"}, "tap", AT)], None)
        journal.close()
        assert read_lines((folder / MAIN).read_bytes()).rest == b""
        (folder / COPY).write_bytes(whole)


def test_a_power_cut_while_it_is_put_right_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    lose_a_line(folder / MAIN)
    copy = (folder / COPY).read_bytes()
    reopened(folder)[0].close()
    (folder / COPY).write_bytes(copy)  # not yet made anew
    journal, now = reopened(folder)
    journal.close()
    assert now == before


def test_the_page_says_what_became_of_the_journal(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    played(folder)
    empty(folder / MAIN)
    bench = bench_on(folder / MAIN, 1)
    fault = bench.table.state(EVERYONE)["faults"][0]
    assert fault["part"] == "journal"
    assert fault["text"]["code"] == "fault.mended"
    assert fault["text"]["params"] == {"moves": MOVES, "folder": "journal-damaged-1"}
    bench.table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    assert bench.table.state(EVERYONE)["faults"] == []
    bench.table.close()


def test_what_the_journal_keeps_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    played(folder)
    (folder / MAIN).chmod(0o644)
    (folder / COPY).chmod(0o644)
    journal, _ = reopened(folder)
    rights = {path.name: path.stat().st_mode & 0o077 for path in folder.rglob("*") if path.is_file()}
    journal.close()
    assert set(rights.values()) == {0}, rights


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_loses_or_changes_a_move(seed: int, tmp_path: Path) -> None:
    rng, folder = Random(seed), tmp_path / "table"
    before = played(folder)
    hurt = folder / rng.choice((MAIN, COPY))
    hurt.write_bytes(damaged(hurt.read_bytes(), rng)) if rng.random() < 0.9 else hurt.unlink()
    with Journal(folder / MAIN) as journal:
        assert journal.last() == before
        assert journal.mended is None or (folder / journal.mended.folder).is_dir()


def damaged(data: bytes, rng: Random) -> bytes:
    """Flip bits, zero a block, cut off, or put something else in."""
    at, hurt = rng.randrange(len(data) or 1), bytearray(data)
    match rng.randrange(5):
        case 0:
            return data[:at]
        case 1:
            hurt[at : at + 512] = bytes(len(hurt[at : at + 512]))
        case 2:
            hurt[at : at + 4096] = rng.randbytes(len(hurt[at : at + 4096]))
        case 3 if data:
            for _ in range(rng.randint(1, 8)):
                hurt[rng.randrange(len(hurt))] ^= 1 << rng.randrange(8)
        case _:
            hurt[at:at] = rng.randbytes(rng.randint(1, 64))
    return bytes(hurt)


def test_a_journal_in_which_nothing_is_good_is_told_and_kept_aside(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    played(folder)
    for name in (MAIN, COPY):
        something_else(folder / name)
    journal, now = reopened(folder)
    journal.close()
    assert now is None
    assert journal.mended is not None
    assert journal.mended.moves == 0
    assert (folder / journal.mended.folder / MAIN).read_bytes().startswith(b"this is no journal")


def test_one_that_cannot_be_kept_aside_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "table"
    played(folder)
    lose_a_line(folder / MAIN)
    hurt = (folder / MAIN).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.table.storage.journal_mending.write_whole", full)
    with pytest.raises(JournalError, match="No space left"):
        Journal(folder / MAIN)
    assert (folder / MAIN).read_bytes() == hurt
