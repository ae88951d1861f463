"""A piece is tapped on the camera's picture, and what it really shows is said."""

from pathlib import Path

import pytest

from companion.errors import IllegalMove, NotAllowed
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.drunter.turns import squares_of
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.shapes import SeenShape
from companion.table.tapped import Tapped
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.drunter.test_at_the_table import begun

NINE = ["cap", "cap", "straight", "corner", "corner", "three", "cap", "knight", "straight"]


@pytest.fixture(autouse=True)
def no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the odds out: they take a second of work, and tell nothing about what was seen."""
    monkeypatch.setattr(CarcassonneDice, "odds", lambda _game, _state: None)


def fallen() -> list[PaperDie]:
    return [PaperDie(face, (2.0 * n - 9, 3.0), n % 4) for n, face in enumerate(NINE)]


def seen(bench: Bench) -> SeenShape:
    found = bench.table.state(HOST)["watch"]["seen"]
    assert found is not None
    return found


def test_without_a_game_a_die_is_put_right_and_stays_so(bench: Bench) -> None:
    bench.show(reading_of(fallen()))
    bench.table.put_right(HOST, Tapped(seen(bench)["frame"], 0, "6"))
    assert seen(bench)["dice"][0]["face"] == "6"
    bench.show(reading_of(fallen()))
    assert seen(bench)["dice"][0]["face"] == "6"
    bench.table.use_set("dice", "/data/sets/mine")
    bench.show(reading_of(fallen()))
    assert seen(bench)["dice"][0]["face"] == "6"


def test_a_throw_on_offer_is_proposed_anew_with_what_the_die_shows(bench: Bench) -> None:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    bench.show(reading_of(fallen()))
    bench.table.put_right(seat_role(Seat(1)), Tapped(seen(bench)["frame"], 0, "knight"))
    bench.wait(0.1)
    offer = bench.table.state(HOST)["proposal"]
    assert offer is not None
    assert sorted(offer["choices"][0]["moves"][-1]["faces"]) == sorted(["knight", *NINE[1:]])


def test_what_was_accepted_is_corrected_as_a_move(bench: Bench) -> None:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    bench.show(reading_of(fallen()))
    bench.wait(30.0)
    with pytest.raises(IllegalMove, match="accepted"):
        bench.table.put_right(HOST, Tapped(seen(bench)["frame"], 0, "knight"))


def test_an_older_picture_and_a_die_that_is_none_are_refused(bench: Bench) -> None:
    bench.show(reading_of(fallen()))
    frame = seen(bench)["frame"]
    for wrong in ((frame - 1, 0), (frame, len(NINE))):
        with pytest.raises(IllegalMove, match="anew"):
            bench.table.put_right(HOST, Tapped(*wrong, "knight"))


@pytest.mark.parametrize("name", ["empty", "banana", ""])
def test_a_name_that_no_piece_of_the_set_bears_is_refused(bench: Bench, name: str) -> None:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    bench.show(reading_of(fallen()))
    before = seen(bench)
    with pytest.raises(IllegalMove, match="called") as refused:
        bench.table.put_right(HOST, Tapped(before["frame"], 0, name))
    assert "knight" in refused.value.hint
    assert seen(bench) == before
    bench.table.put_right(HOST, Tapped(before["frame"], 0, "knight"))


def test_without_its_set_no_name_is_taken(bench: Bench, tmp_path: Path) -> None:
    bench.show(reading_of(fallen()))
    bench.table.use_set("dice", str(tmp_path))
    bench.show(reading_of(fallen()))
    with pytest.raises(IllegalMove, match="called"):
        bench.table.put_right(HOST, Tapped(seen(bench)["frame"], 0, "knight"))


def test_who_only_looks_puts_nothing_right(bench: Bench) -> None:
    bench.show(reading_of(fallen()))
    with pytest.raises(NotAllowed):
        bench.table.put_right(EVERYONE, Tapped(seen(bench)["frame"], 0, "knight"))


def test_a_cell_of_a_board_is_put_right_and_weighed_anew(bench: Bench) -> None:
    sitting = begun(bench)
    lay = sitting.lays(over_outhouses=False)[0]
    sitting.put(lay)
    first = squares_of(sitting.state, lay)[0]
    label, turns = sitting.board.parts[first]
    sitting.board.parts[first] = ("river.bridge" if lay.kind != "river" else "wall.bridge", 0)
    sitting.look()
    assert sitting.moves == []
    tapped = Tapped(seen(bench)["frame"], (first.column, first.row), label, turns)
    bench.table.put_right(seat_role(Seat(1)), tapped)
    bench.wait(0.1)
    bench.wait(2.0)
    assert [words["move"] for words in sitting.moves] == ["lay"]
    sitting.look()
    board = seen(bench)["board"]
    assert board is not None
    assert label in [cell["label"] for cell in board["cells"] if tuple(cell["cell"]) == first]


def test_a_cell_on_which_nothing_was_read_is_none_to_put_right(bench: Bench) -> None:
    sitting = begun(bench)
    with pytest.raises(IllegalMove, match="anew"):
        bench.table.put_right(HOST, Tapped(seen(bench)["frame"], (7, 7), "river.single"))
    assert sitting.moves == []
