"""Sittings of earlier versions in the history; power cuts while names are rewritten; backup and back."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.table.storage import journal_file
from companion.table.storage.backup import back_up, put_back
from companion.table.storage.journal import Journal
from companion.table.storage.journal_lines import read_lines, row_of, rows_of, sittings_of
from tests.table.evenings.night import NAME, Night, night


def without_news(folder: Path) -> None:
    """Make the data folder what an earlier version would have left."""
    shutil.rmtree(folder / "evenings")
    lines = read_lines((folder / NAME).read_bytes()).good.values()
    for row in map(row_of, lines):
        assert not {"nameless", "instead_of"} & set(row[1])


def test_games_of_before_are_told(tmp_path: Path) -> None:
    with night(tmp_path / "data") as here:
        for seats in (("Ana", "Bob"), ("Bob", "Ana", "Cyril")):
            here.start("yacht", seats)
            here.play()
        here.tell()
        before = here.results
        here.table.close()
        without_news(here.folder)
        here.cut()
        assert here.results == []
        assert here.names() == ["Ana", "Bob", "Cyril"]
        here.tell()
        assert here.results == before


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Night]:
    with night(tmp_path / "data") as here:
        here.start("ubongo", ("Zbyhoň", "Bob"))
        here.play()
        here.tell()
        yield here


class Cut(BaseException):
    """The power is gone."""


@pytest.mark.parametrize("step", range(4))
def test_a_power_cut_while_a_player_is_deleted_leaves_a_whole_journal(
    played: Night, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Either nothing was done, or the name is gone for good; never a damaged journal kept aside."""
    before = played.results
    calls = iter(range(100))

    def counted(real: object) -> object:
        def call(*args: object, **more: object) -> object:
            if next(calls) == step:
                raise Cut
            return real(*args, **more)  # type: ignore[operator]

        return call

    for name in ("write_whole", "sync_folder", "open_private"):
        monkeypatch.setattr(journal_file, name, counted(getattr(journal_file, name)))
    with suppress(Cut):
        played.table.evenings.delete(played.id_of("Zbyhoň"), "Gast")
    monkeypatch.undo()
    played.cut()
    assert not list(played.folder.glob("journal-damaged-*"))
    played.tell()
    (after,) = played.results
    assert [one.score for one in after.ranking] == [one.score for one in before[0].ranking]
    if "Zbyhoň" in after.seats:
        assert played.names() == ["Zbyhoň", "Bob"]
    else:
        assert "Zbyhoň".encode() not in (played.folder / NAME).read_bytes()


def test_all_of_it_is_in_the_backup(played: Night, tmp_path: Path) -> None:
    played.table.evenings.mark(played.id_of("Bob"), 6, 6)
    standings, ids = played.standings(), [played.id_of(name) for name in ("Zbyhoň", "Bob")]
    played.table.close()
    back_up(played.folder, NAME, tmp_path / "backup")
    shutil.rmtree(played.folder)
    put_back(tmp_path / "backup", played.folder, NAME)
    played.cut()
    assert played.standings() == standings
    assert [played.id_of(name) for name in ("Zbyhoň", "Bob")] == ids
    assert played.table.evenings.drawing(1, str).startswith("<svg")
    assert played.state["marks"]["Bob"] == {"colour": 6, "sign": 6}


def test_an_earlier_version_reads_what_this_one_writes(played: Night) -> None:
    """It passes over rows and keys that it does not know, and keeps every game and move."""
    played.start("yacht", ("Bob", "Gast"), nameless=["Gast"])
    played.play()
    played.table.evenings.close(2)
    played.table.evenings.reopen(2)
    played.table.close()
    with Journal(played.folder / NAME) as journal:
        ours = list(journal.sittings())
    known = [
        (kind, {key: value for key, value in words.items() if key not in ("nameless", "instead_of")})
        for kind, words in rows_of(ours)
        if kind != "closed"
    ]
    theirs = list(sittings_of(known))
    assert [(one.number, one.events) for one in theirs] == [(one.number, one.events) for one in ours]
    played.cut()
