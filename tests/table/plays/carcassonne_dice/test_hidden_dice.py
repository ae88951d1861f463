"""Dice that a hand hid at the last look, or that lay by themselves then: put aside, or thrown since?"""

from dataclasses import replace

import pytest

from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie
from tests.table.plays.carcassonne_dice.clumsy import (
    CATAPULTS,
    RING,
    answer,
    answers,
    begin,
    covered,
    doubted,
    look,
    moves,
    notice,
    offer,
    rolling,
    show,
    state,
    thrown,
)

ASIDE = (-9.0, 9.0)
REST = ["three", "straight", "three", "straight", "cap", "corner"]
SIX = thrown(["cap", "straight", "corner", "three", "three", "cap"], row=-3.5)
THREE = thrown(["three", "straight", "corner"], row=1.5)
either = pytest.mark.parametrize("face", ["knight", "three"])


def is_asked(table: Bench) -> bool:
    """Tell whether it asks, and made nothing of a second throw."""
    return moves(table).count("throw") == 1 and offer(table)["kind"] == "question"


def is_open(table: Bench) -> bool:
    """Tell whether it made nothing of a second throw, and offers several ways to read it."""
    return moves(table).count("throw") == 1 and len(offer(table)["choices"]) > 1


def aside_and_thrown(table: Bench) -> tuple[int, int]:
    """Return how many dice were set aside, and how many were thrown then."""
    aside, throw = (line["move"] for line in state(table)["history"][1:3])
    return len(aside["city"]) + aside["knights"], len(throw["faces"])


# A die that lay by itself before others rolled.


@either
def test_a_die_put_aside_before_others_rolled_is_not_surely_one_of_them(table: Bench, face: str) -> None:
    begin(table, [face, *REST, *CATAPULTS[:2]])
    aside = PaperDie(face, ASIDE)
    look(table, [aside])
    show(table, rolling([aside, *SIX[:4]]))
    look(table, [aside, *SIX])
    assert is_open(table)
    assert answers(table) == ["throw.seen", "throw.again_beside"]
    assert offer(table)["choices"][1]["text"]["params"]["aside_faces"] == face


@either
def test_one_die_that_slips_from_the_hand_makes_no_throw_of_the_one_put_aside(
    table: Bench, face: str
) -> None:
    begin(table, [face, *REST, *CATAPULTS[:2]])
    aside = PaperDie(face, ASIDE)
    look(table, [aside])
    show(table, rolling([aside, PaperDie("three", (9, 9))]))
    look(table, [aside, *SIX])
    assert is_open(table)


@pytest.mark.parametrize("moved_s", [1.0, 2.3])
@pytest.mark.parametrize("was_seen", [True, False])
def test_a_knight_beside_a_city_is_thrown_with_the_rest_where_it_was_taken_up_with_them(
    table: Bench, moved_s: float, was_seen: bool
) -> None:
    begin(
        table, ["corner", "corner", "cap", "cap", "three", "knight", "straight", "straight", "catapult"]
    )
    knight = PaperDie("knight", (8, 8))
    look(table, [*RING, knight] if was_seen else RING)
    show(table, rolling([*RING, knight, *THREE[:2]], moved_s))
    look(table, [*RING, knight, *THREE])
    assert aside_and_thrown(table) == ((5, 3) if was_seen else (4, 4))


@either
def test_a_die_that_slides_while_most_lie_as_they_fell_was_put_aside(table: Bench, face: str) -> None:
    dice = begin(table, [face, *REST, *CATAPULTS[:2]])
    slipped = PaperDie(face, ASIDE)
    show(table, rolling([slipped, *dice[2:7]]))
    look(table, [slipped, *SIX])
    if is_asked(table):
        answer(table, "throw.seen")
    assert aside_and_thrown(table) == (1, 6)


def test_dice_that_rolled_were_thrown_however_often_they_are_looked_at(table: Bench) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "three", "straight", *CATAPULTS[:3]])
    look(table, [*RING, PaperDie("three", (-1.0, 3.0)), PaperDie("straight", (3.0, 3.0))])
    look(table, RING)
    first = PaperDie("straight", (6.0, 6.0))
    show(table, rolling([*RING, first]))
    look(table, [*RING, first])
    look(table, [*RING, first, PaperDie("corner", (-6.0, 6.0))])
    assert moves(table) == ["throw", "set_aside", "throw"]


# A die that a hand hid.


@pytest.mark.parametrize(("other", "at"), [("knight", (9, 8)), ("three", (4, -8))])
def test_two_dice_put_before_the_player_were_not_thrown_though_a_hand_hid_one(
    table: Bench, other: str, at: tuple[float, float]
) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "knight", other, *CATAPULTS[:3]])
    lying = [PaperDie("knight", (-1, 3)), PaperDie(other, (1, 3))]
    look(table, [*RING, *lying])
    show(table, doubted([*RING, lying[0]], lying[1].at))
    look(table, [*RING, PaperDie("knight", (9, 6)), PaperDie(other, at)])
    assert (moves(table), notice(table)) == (["throw"], ("notice.moved_or_thrown", None))


def test_what_was_put_together_while_a_hand_hid_a_die_is_not_surely_thrown(table: Bench) -> None:
    dice = begin(
        table, ["straight", "cap", "straight", "three", "three", "cap", "corner", *CATAPULTS[:2]]
    )
    show(table, doubted(dice[:6], dice[6].at))
    pair = [PaperDie("straight", (6, 6), 1), PaperDie("cap", (7, 6), 3)]
    look(table, [*pair, *thrown(["cap", "corner", "corner", "three", "knight"], row=-3.5)])
    assert is_asked(table)


@either
def test_a_die_left_where_it_fell_under_a_hand_was_put_aside(table: Bench, face: str) -> None:
    dice = begin(table, [face, *REST, *CATAPULTS[:2]])
    show(table, doubted(dice[1:4], dice[0].at))
    look(table, [dice[0], *SIX])
    assert aside_and_thrown(table) == (1, 6)


def test_a_knight_left_where_it_fell_under_a_resting_hand_stays_there(table: Bench) -> None:
    faces = ["corner", "corner", "cap", "cap", "knight", "three", "straight", "straight", "catapult"]
    knight = begin(table, faces)[4]
    covered(table, RING)
    look(table, [*RING, knight, *THREE])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][1]["move"]["knights"] == 1
    assert sorted(state(table)["history"][2]["move"]["faces"]) == ["corner", "straight", "three"]


def test_a_knight_put_aside_while_a_hand_hides_a_die_of_the_city_is_not_thrown(
    table: Bench,
) -> None:
    faces = ["corner", "corner", "cap", "cap", "three", "three", "straight", "knight", "three"]
    look(table, [*RING, *begin(table, faces)[4:]])
    look(table, RING)
    again = thrown(["knight", "three", "straight", "three", "straight"], row=-1.5)
    look(table, [*RING, *again])
    assert moves(table) == ["throw", "set_aside", "throw"]
    knight = PaperDie("knight", (6, 6))
    show(table, doubted([*RING[1:], knight, *again[1:]], RING[0].at))
    look(table, [*RING, knight, *thrown(["cap", "cap", "corner", "three"], row=1.5)])
    assert moves(table)[3:] == ["set_aside", "throw"]
    assert state(table)["history"][3]["move"]["knights"] == 1


@either
def test_a_place_in_doubt_at_an_earlier_look_is_not_forgotten_at_the_next(
    table: Bench, face: str
) -> None:
    dice = begin(table, [face, *REST, *CATAPULTS[:2]])
    show(table, doubted(dice[1:5], ASIDE))
    show(table, doubted(dice[1:3], (9.0, 9.0)))
    look(table, [PaperDie(face, ASIDE), *SIX])
    assert is_asked(table)


def test_a_doubt_that_tells_no_place_leaves_everything_in_doubt(table: Bench) -> None:
    dice = begin(table, ["knight", *REST, *CATAPULTS[:2]])
    reading = doubted(dice[1:4], (9.0, -8.0))
    show(table, replace(reading, doubtful=(replace(reading.doubtful[0], is_anywhere=True),)))
    look(table, [PaperDie("knight", ASIDE), *SIX])
    assert is_asked(table)
