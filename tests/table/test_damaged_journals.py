"""A damaged journal is put right from what is good of it, and never in silence."""

import atexit
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest

from companion.errors import JournalError
from companion.games.game import EVERYONE
from companion.table.journal import Chapter, Event, Journal
from tests.table.conftest import bench_on

AT = "2026-01-02T20:15:00+00:00"
MAIN, WAL = "journal.sqlite3", "journal.sqlite3-wal"
COPY = "journal-copies/000002.lines"
MOVES = 60


@cache
def cut_off() -> tuple[Path, Chapter]:
    """Return a folder as a power cut leaves it: two sittings, the newer's moves beside the main file."""
    made, folder = (Path(mkdtemp(prefix="journal-")) for _ in range(2))
    atexit.register(shutil.rmtree, made)
    atexit.register(shutil.rmtree, folder)
    journal = Journal(made / MAIN)
    for seats in (["Ana", "Bob"], ["Cyril", "Dana"]):
        number = journal.open_sitting({"game": "plain_dice", "seats": seats}, AT)
        journal._db.execute("PRAGMA wal_checkpoint (TRUNCATE)")
        journal._db.execute("PRAGMA wal_autocheckpoint = 0")
        for move in range(MOVES):
            words = {"move": "throw", "faces": [str(move % 6 + 1)], "seat": seats[move % 2]}
            journal.append(number, [Event(f"m{move}", words, "camera", AT, AT)], {"dice": [move]})
    shutil.copytree(made, folder, dirs_exist_ok=True)
    last = journal.last()
    journal.close()
    assert last is not None
    assert len(last.events) == MOVES
    return folder, last


def played(folder: Path) -> Chapter:
    """Leave a folder as a power cut leaves it."""
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


def another_shape(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'{"move":"throw"', b'["move","throw"'))


def no_database(path: Path) -> None:
    path.write_bytes(b"this is not a database, and long enough to be looked at" * 200)


DAMAGE: dict[str, tuple[str, Callable[[Path], None]]] = {
    "the main file emptied": (MAIN, empty),
    "the main file gone": (MAIN, remove),
    "the main file another": (MAIN, no_database),
    "a page zeroed": (MAIN, zero_a_page),
    "the newest part emptied": (WAL, empty),
    "the newest part gone": (WAL, remove),
    "a page of the newest part zeroed": (WAL, zero_a_page),
    "a text broken": (WAL, break_the_text),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_journal_loses_nothing_and_is_told(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    name, hurt = DAMAGE[damage]
    hurt(folder / name)
    journal, now = reopened(folder)
    assert now == before
    assert journal.mended is not None
    assert journal.mended.moves == MOVES
    aside = folder / journal.mended.folder
    assert (aside / MAIN).exists() or damage == "the main file gone"
    journal.close()
    again, same = reopened(folder)
    again.close()
    assert (again.mended, same) == (None, before)


def test_a_table_whose_name_is_no_text_is_put_right(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    Journal(folder / MAIN).close()
    whole = (folder / MAIN).read_bytes()
    hurt = re.sub(rb"eventevent(.)CREATE", b"ev\x81ntevent\\1CRUATE", whole, flags=re.DOTALL)
    (folder / MAIN).write_bytes(hurt)
    assert (folder / MAIN).read_bytes() != whole
    journal, now = reopened(folder)
    journal.close()
    assert journal.mended is not None
    assert now == before


@pytest.mark.parametrize("change", [break_the_text, change_the_faces, another_shape])
def test_a_row_that_is_not_what_was_written_is_noticed(
    change: Callable[[Path], None], tmp_path: Path
) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    Journal(folder / MAIN).close()  # everything stands in the main file now
    change(folder / MAIN)
    journal, now = reopened(folder)
    journal.close()
    assert journal.mended is not None
    assert now == before


def test_without_a_copy_the_good_moves_before_the_damage_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    Journal(folder / MAIN).close()
    shutil.rmtree(folder / "journal-copies")
    change_one_of(folder / MAIN, b'"faces":["4"],"seat":"Dana"', b'"faces":["4"],"seat":"Dan\xff"')
    journal, now = reopened(folder)
    journal.close()
    assert now is not None
    assert journal.mended is not None
    assert now.events == before.events[: journal.mended.moves]
    assert journal.mended.moves > 0


def change_one_of(path: Path, old: bytes, new: bytes) -> None:
    """Change the third place where these bytes stand."""
    parts = path.read_bytes().split(old)
    path.write_bytes(old.join(parts[:3]) + new + old.join(parts[3:]))


def test_a_copy_that_is_behind_is_made_up_for_without_a_word(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    whole = (folder / COPY).read_bytes()
    (folder / COPY).write_bytes(whole[: len(whole) * 2 // 3])
    journal, now = reopened(folder)
    journal.close()
    assert (journal.mended, now) == (None, before)
    assert (folder / COPY).read_bytes() == whole


def test_a_power_cut_while_it_is_put_right_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    before = played(folder)
    Journal(folder / MAIN).close()
    aside = folder / "journal-damaged-1"
    aside.mkdir()
    shutil.copy(folder / MAIN, folder / "journal-mended.sqlite3")
    (folder / MAIN).replace(aside / MAIN)
    journal, now = reopened(folder)
    journal.close()
    assert now == before
    assert journal.mended is not None
    assert journal.mended.folder == "journal-damaged-1"


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
    journal, _ = reopened(folder)
    rights = {path.name: path.stat().st_mode & 0o077 for path in folder.rglob("*") if path.is_file()}
    journal.close()
    assert set(rights.values()) == {0}, rights


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_makes_a_shorter_game_without_a_word(seed: int, tmp_path: Path) -> None:
    damaged_at_random(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_no_damage_of_a_thousand_makes_a_shorter_game_without_a_word(seed: int, tmp_path: Path) -> None:
    damaged_at_random(seed, tmp_path)


def damaged_at_random(seed: int, tmp_path: Path) -> None:
    rng, folder = Random(seed), tmp_path / "table"
    before = played(folder)
    if rng.random() < 0.4:
        Journal(folder / MAIN).close()
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    hurt = rng.choice(files)
    hurt.write_bytes(damaged(hurt.read_bytes(), rng)) if rng.random() < 0.9 else hurt.unlink()
    try:
        journal, now = reopened(folder)
    except JournalError:  # said in words; the file is still there
        assert (folder / MAIN).exists()
        return
    journal.close()
    if journal.mended is None:
        assert now == before, hurt
    else:
        assert (folder / journal.mended.folder).is_dir()
        assert now is None or replace(now, timer=None).events == before.events[: len(now.events)]
        assert now == before, "the copy or the file was whole"


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


def test_the_main_file_is_never_far_behind(tmp_path: Path) -> None:
    """Whoever copies only that one has nearly all of a long game."""
    with Journal(tmp_path / MAIN) as journal:
        number = journal.open_sitting({"game": "plain_dice", "seats": ["Ana"]}, AT)
        for move in range(150):
            words = {"move": "throw", "faces": ["6"] * 9}
            journal.append(number, [Event(f"m{move}", words, "tap", AT, AT)], {"dice": [move] * 50})
        alone = tmp_path / "alone"
        alone.mkdir()
        shutil.copy(tmp_path / MAIN, alone)
    copied, last = reopened(alone)
    copied.close()
    assert last is not None
    assert len(last.events) > 100


def test_a_copy_that_a_full_disk_held_up_is_made_up_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"move": "throw", "faces": ["6"]}

    def full(file: object, data: bytes) -> None:
        file.write(data[:5])  # type: ignore[attr-defined]
        raise OSError(28, "No space left on device")

    with Journal(tmp_path / MAIN) as journal:
        number = journal.open_sitting({"game": "plain_dice", "seats": ["Ana"]}, AT)
        with monkeypatch.context() as patched:
            patched.setattr("companion.table.copies.write_all", full)
            for move in range(3):
                journal.append(number, [Event(f"m{move}", words, "tap", AT, AT)], None)
        journal.append(number, [Event("m3", words, "tap", AT, AT)], None)
        before = journal.last()
    empty(tmp_path / MAIN)
    with Journal(tmp_path / MAIN) as journal:
        assert journal.mended is not None
        assert journal.last() == before
