"""The first line: options, gems, pawns; every fault is named."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.errors import BadSetup
from companion.games.game import EVERYONE, Setup
from companion.games.ubongo.components import ROWS, Colour, PuzzlePiece
from companion.games.ubongo.gems import deal_gems
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.setup import deal
from tests.games.ubongo.table import PLAIN, begin, setup


def faulty(**changes: Any) -> Setup:
    good = setup(2)
    return Setup("ubongo", good.seats, changes.pop("options", {}), {**good.dealt, **changes})


def test_left_out_options_are_45_seconds_nine_rounds_and_takes_in_time() -> None:
    state = begin(2)
    assert state.seconds == (45, 45)
    assert state.rounds == 9
    assert not state.late_takes
    assert state.pieces == 3


def test_the_side_with_four_pieces_is_chosen_before_the_game() -> None:
    assert GAME.view(begin(2, pieces=4), EVERYONE)["pieces"] == 4


def test_a_child_may_have_more_time() -> None:
    assert begin(3, seconds=60, extra_seconds={"Cyril": 20}).seconds == (60, 60, 80)


def test_several_pawns_may_stand_on_one_field() -> None:
    assert begin(4, pawns=(2, 2, 2, 2)).pawns == (2, 2, 2, 2)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        pytest.param({"gems": None}, "'gems' is missing", id="no gems"),
        pytest.param({"gems": "red"}, "'gems' is not a list of rows", id="gems a text"),
        pytest.param({"gems": PLAIN[:5]}, "5 rows of gems, not 6; 0 violet gems", id="a row too few"),
        pytest.param(
            {"gems": [*PLAIN[:5], PLAIN[5][:11]]}, "row 5 has 11 gems, not 12", id="a gem too few"
        ),
        pytest.param(
            {"gems": [["rde", *PLAIN[0][1:]], *PLAIN[1:]]},
            r"row 0, gem 0: unknown colour 'rde' \(did you mean 'red'\?\); 11 red gems, not 12",
            id="unknown colour",
        ),
        pytest.param({"gems": [[7] * 12, *PLAIN[1:]]}, "row 0, gem 11: unknown colour 7", id="no text"),
        pytest.param(
            {"gems": [[["red"], *PLAIN[0][1:]], *PLAIN[1:]]},
            r"row 0, gem 0: unknown colour \['red'\]; 11 red gems",
            id="a gem in a list",
        ),
        pytest.param(
            {"gems": [PLAIN[1], *PLAIN[1:]]}, "0 red gems, not 12; 24 green gems, not 12", id="24 green"
        ),
        pytest.param({"pawns": None}, "'pawns' is missing", id="no pawns"),
        pytest.param({"pawns": [0, 1]}, r"'pawns' is \[0, 1\], not rows by name", id="pawns a list"),
        pytest.param({"pawns": {"Ana": 0}}, "no pawn of 'Bob'", id="a pawn missing"),
        pytest.param(
            {"pawns": {"Ana": 0, "Bob": 1, "Bop": 2}},
            r"a pawn of 'Bop' \(did you mean 'Bob'\?\), nobody is called that",
            id="a pawn too many",
        ),
        pytest.param({"pawns": {"Ana": 0, "Bob": 6}}, "the pawn of 'Bob' stands on 6", id="row 6"),
        pytest.param(
            {"pawns": {"Ana": True, "Bob": 0}}, "the pawn of 'Ana' stands on True", id="a bool"
        ),
        pytest.param({"options": {"seconds": 0}}, "'seconds' is 0, at least 5", id="no time"),
        pytest.param({"options": {"rounds": 0}}, "'rounds' is 0, at least 1", id="no rounds"),
        pytest.param({"options": {"pieces": 2}}, "'pieces' is 2, at least 3", id="two pieces"),
        pytest.param({"options": {"pieces": 5}}, "'pieces' is 5, at most 4", id="five pieces"),
        pytest.param(
            {"options": {"late_takes": 1}}, "'late_takes' is 1, not true or false", id="late 1"
        ),
        pytest.param({"options": {"extra_seconds": 9}}, "'extra_seconds' is 9", id="extra for nobody"),
        pytest.param(
            {"options": {"extra_seconds": {"Ani": -1}}},
            r"extra seconds for 'Ani' \(did you mean 'Ana'\?\), nobody .* 'Ani' are -1, not 0 to 600",
            id="extra for a stranger",
        ),
    ],
)
def test_odd_setups_are_named_fault_by_fault(changes: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadSetup, match=fault):
        GAME.start(faulty(**changes))


def test_all_faults_are_named_at_once() -> None:
    bad = faulty(gems=PLAIN[1:], pawns={"Ana": 9}, options={"rounds": 0})
    with pytest.raises(BadSetup, match=r"rounds.*5 rows.*0 red.*no pawn of 'Bob'.*'Ana' stands on 9"):
        GAME.start(bad)


def test_gems_are_dealt_at_random_one_a_hole_twelve_of_each() -> None:
    dealt = deal_gems(Random(3))
    assert [len(row) for row in dealt] == [12] * len(ROWS)
    assert Counter(gem for row in dealt for gem in row) == dict.fromkeys(map(str, Colour), 12)
    assert dealt == deal_gems(Random(3))
    assert dealt != deal_gems(Random(4))


def test_the_twelve_pieces_have_48_squares_in_all() -> None:
    assert len(PuzzlePiece) == 12
    assert sum(len(piece.shape) for piece in PuzzlePiece) == 48
    assert all(len(piece.shape) == int(piece[1]) for piece in PuzzlePiece)


def test_a_deal_adds_what_the_first_line_lacks_and_nothing_else() -> None:
    bare = Setup("ubongo", ("Ana", "Bob"), {"seconds": 60})
    dealt = deal(bare, Random(1))
    assert (dealt.seats, dealt.options) == (bare.seats, bare.options)
    assert GAME.start(dealt).gems != GAME.start(deal(bare, Random(2))).gems
    assert deal(setup(2), Random(1)) == setup(2)


@pytest.mark.parametrize(("seats", "cards"), [(2, 18), (3, 9), (4, 0)])
def test_with_fewer_players_cards_go_back_into_the_box(seats: int, cards: int) -> None:
    assert GAME.view(begin(seats), EVERYONE)["cards_back"] == cards
