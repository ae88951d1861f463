"""A piece is tapped on the camera's picture, and what it really shows is said."""

from pathlib import Path

import numpy as np
import pytest

from companion.errors import IllegalMove, NotAllowed
from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.drunter.pieces import Square
from companion.games.drunter.turns import squares_of
from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.hooks.verdict import BRIEF_S
from companion.table.shapes.seen import SeenCell, SeenShape
from companion.table.sight.eyes import FrameSight
from companion.table.sight.tapped import Tapped
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.drunter.paper_board import CELL_PX, SIZE, centre
from tests.table.plays.drunter.test_at_the_table import Sitting, begun
from vision.frame import Frame
from vision.motion.mask import Mask

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
    bench.table.sets.use("dice", "/data/sets/mine")
    bench.show(reading_of(fallen()))
    assert seen(bench)["dice"][0]["face"] == "6"


def test_a_throw_on_offer_is_proposed_anew_with_what_the_die_shows(bench: Bench) -> None:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    bench.show(reading_of(fallen()))
    bench.table.put_right(seat_role(Seat(1)), Tapped(seen(bench)["frame"], 0, "knight"))
    bench.wait(BRIEF_S / 2)
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


@pytest.mark.parametrize("name", ["river.single", "banana", ""])
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
    bench.table.sets.use("dice", str(tmp_path))
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


def cell_at(bench: Bench, square: Square) -> SeenCell | None:
    board = seen(bench)["board"]
    assert board is not None
    return next((cell for cell in board["cells"] if tuple(cell["cell"]) == square), None)


def missed_lay(sitting: Sitting) -> tuple[Square, str, int]:
    """Lay a single tile that is not read at all; return where it lies, what it is, how it is turned."""
    lay = next(
        lay for lay in sitting.lays(over_outhouses=False) if len(squares_of(sitting.state, lay)) == 1
    )
    sitting.put(lay)
    (square,) = squares_of(sitting.state, lay)
    label, turns = sitting.board.parts.pop(square)
    sitting.look()
    return square, label, turns


def test_a_tile_that_was_not_read_at_all_is_told_and_laid(bench: Bench) -> None:
    sitting = begun(bench)
    square, label, turns = missed_lay(sitting)
    assert (sitting.moves, cell_at(bench, square)) == ([], None)
    bench.table.put_right(seat_role(Seat(1)), Tapped(seen(bench)["frame"], square, label, turns))
    bench.wait(0.1)
    bench.wait(2.0)
    assert [words["move"] for words in sitting.moves] == ["lay"]
    sitting.look()
    cell = cell_at(bench, square)
    assert cell is not None
    assert (cell["label"], cell["sure"]) == (label, True)


def test_what_was_missed_is_told_no_longer_once_a_hand_was_over_it(bench: Bench) -> None:
    sitting = begun(bench)
    square, label, turns = missed_lay(sitting)
    bench.table.put_right(HOST, Tapped(seen(bench)["frame"], square, label, turns))
    x, y = centre(*square)
    for reaching, is_told in ((x + 5 * CELL_PX, True), (x, False)):
        hand = np.zeros((54, 96), np.bool_)
        hand[int(y / SIZE[1] * 54), int(reaching / SIZE[0] * 96)] = True
        bench.frames += 1
        frame = Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), bench.clock.now(), bench.frames)
        bench.table.sight.saw(FrameSight(frame, "moving", hand=Mask(hand)))
        sitting.look(0.1)
        assert (cell_at(bench, square) is not None) == is_told


def test_what_was_told_last_of_a_piece_counts(bench: Bench) -> None:
    sitting = begun(bench)
    square, label, turns = missed_lay(sitting)
    for told in ("wall.bridge", label, "empty"):
        bench.table.put_right(HOST, Tapped(seen(bench)["frame"], square, told, turns))
        cell = cell_at(bench, square)
        assert cell is None or cell["label"] == told
        bench.show(sitting.board.reading())
        cell = cell_at(bench, square)
        assert (cell["label"] if cell else "empty") == told


def test_what_stands_on_a_cell_is_put_right(bench: Bench) -> None:
    sitting = begun(bench)
    gang = sorted(sitting.board.pawns)[0]
    cell = cell_at(bench, gang)
    assert cell is not None
    for on, stands in (("empty", None), ("gang", "gang"), (None, "gang")):
        tapped = Tapped(seen(bench)["frame"], gang, cell["label"], cell["turns"], on=on)
        bench.table.put_right(HOST, tapped)
        bench.show(sitting.board.reading())
        now = cell_at(bench, gang)
        assert (now["on"] if now else None) == stands


def test_a_cell_that_is_hidden_or_beside_the_board_is_none_to_put_right(bench: Bench) -> None:
    sitting = begun(bench)
    sitting.board.hidden = {Square(7, 7)}
    sitting.look()
    for place in ((7, 7), (15, 3)):
        with pytest.raises(IllegalMove, match="anew"):
            bench.table.put_right(HOST, Tapped(seen(bench)["frame"], place, "river.single"))
    assert sitting.moves == []


def test_a_die_that_is_none_is_taken_out_and_told_again_when_it_was_one(bench: Bench) -> None:
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    bench.show(reading_of([*fallen(), PaperDie("cap", (0.0, -4.0), 0)]))
    bench.table.put_right(HOST, Tapped(seen(bench)["frame"], 9, "empty"))
    bench.wait(0.1)
    assert [die["face"] for die in seen(bench)["dice"]] == NINE
    offer = bench.table.state(HOST)["proposal"]
    assert offer is not None
    assert sorted(offer["choices"][0]["moves"][-1]["faces"]) == sorted(NINE)
    bench.show(reading_of([*fallen(), PaperDie("cap", (0.0, -4.0), 0)]))
    assert len(seen(bench)["dice"]) == 9


def test_a_die_that_was_not_read_is_told(bench: Bench) -> None:
    bench.show(reading_of(fallen()))
    place = seen(bench)["dice"][4]["centre"]
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    eight = reading_of([die for number, die in enumerate(fallen()) if number != 4])
    bench.show(eight)
    bench.wait(30.0)
    assert not bench.table.state(HOST)["history"]
    bench.table.put_right(HOST, Tapped(seen(bench)["frame"], None, "corner", at=place))
    bench.wait(0.1)
    bench.wait(30.0)
    (thrown,) = bench.table.state(HOST)["history"]
    assert sorted(thrown["move"]["faces"]) == sorted(NINE)


def test_a_die_told_where_one_was_read_or_where_none_tells_its_size_is_refused(bench: Bench) -> None:
    bench.show(reading_of(fallen()))
    place = seen(bench)["dice"][4]["centre"]
    for dice in (fallen(), []):
        bench.show(reading_of(dice))
        with pytest.raises(IllegalMove, match="anew"):
            bench.table.put_right(HOST, Tapped(seen(bench)["frame"], None, "corner", at=place))
