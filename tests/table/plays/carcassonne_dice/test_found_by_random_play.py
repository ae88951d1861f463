"""Silent errors that random play found, each in as few looks as show it."""

from dataclasses import replace

import pytest

from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie
from tests.table.plays.carcassonne_dice.clumsy import (
    CATAPULTS,
    NINE,
    OTHERS,
    RING,
    answers,
    begin,
    covered,
    doubted,
    look,
    moves,
    offer,
    state,
    thrown,
)

EDGE = [PaperDie("catapult", (9.4, 2.0 * n - 3.0), n) for n in range(4)]


# Catapults laid at the edge.


def test_catapults_laid_at_the_edge_while_dice_are_in_the_hand_are_no_throw(table: Bench) -> None:
    dice = begin(table, ["knight", "three", "straight", "cap", "corner", *["catapult"] * 4])
    look(table, [*dice[:2], *EDGE])
    look(table, [dice[0], *EDGE])
    assert moves(table) == ["throw"]


def test_a_die_put_back_beside_catapults_laid_at_the_edge_is_no_throw(table: Bench) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "straight", "straight", "knight", *["catapult"] * 2])
    look(table, RING)
    again = thrown(["straight", "knight", "catapult"], row=1.5)
    look(table, [*RING, *again])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, [*RING, again[1], EDGE[0]])
    look(table, [*RING, again[1], EDGE[0], PaperDie("straight", (3.0, 6.0))])
    assert moves(table) == ["throw", "set_aside", "throw"]


@pytest.mark.parametrize("at", [(7.6, 3.2), (-9.0, 3.0)])
def test_a_catapult_that_comes_to_light_while_the_last_die_is_taken_up_may_have_fallen(
    table: Bench, at: tuple[float, float]
) -> None:
    faces = ["corner", "corner", "cap", "cap", "three", "three", "straight", "straight", "catapult"]
    begin(table, faces)
    city = [*RING, PaperDie("straight", (-8, -6), 1), PaperDie("straight", (-7, -6), 1)]
    city.append(PaperDie("three", (-6, -6), 1))
    last, catapult = PaperDie("three", (4, 4)), PaperDie("catapult", (7, 3))
    look(table, [*city, last, catapult])
    table.show(doubted([*city, last], catapult.at))
    table.wait(30.0)
    look(table, [*city, replace(catapult, at=at)])
    assert moves(table) == ["throw"]
    assert "throw.again" in answers(table)


# What lay there before a hand went is not forgotten.

SEVEN = ["corner", "corner", "cap", "cap", "three", "knight", "straight", *["catapult"] * 2]


def test_a_city_seen_under_a_resting_hand_is_not_forgotten_when_a_die_comes_to_light(
    table: Bench,
) -> None:
    dice = begin(table, SEVEN)
    covered(table, [*RING, *dice[5:7]])
    # The three comes to light while the city is cleared.
    look(table, [RING[0], RING[3], dice[4], dice[6]])
    look(table, [])
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == ["throw"] or (state(table)["scores"] or {})["Ana"] == 3


def test_a_city_seen_beside_three_knights_is_not_forgotten_when_a_die_comes_to_light(
    table: Bench,
) -> None:
    faces = ["corner", "corner", "cap", "cap", "three", "knight", "knight", "knight", "straight"]
    dice = begin(table, faces)
    knights = [PaperDie("knight", (-8.0, 5.0 + n)) for n in range(3)]
    covered(table, [*RING, *knights, dice[8]])
    look(table, [RING[0], RING[3], *knights, dice[4], dice[8]])
    look(table, [])
    assert moves(table) == ["throw"]


# Put aside under a resting hand.


def test_dice_of_the_city_that_a_resting_hand_hid_are_not_thrown(table: Bench) -> None:
    faces = ["corner", "corner", "cap", "cap", "straight", "cap", "three", *["catapult"] * 2]
    dice = begin(table, faces)
    covered(table, [*RING[:2], *dice[4:7]])
    look(table, [*RING, *thrown(["straight", "cap", "corner"], row=1.0)])
    throws = [line["move"] for line in state(table)["history"] if line["move"]["move"] == "throw"]
    assert len(throws) == 1 or len(throws[1]["faces"]) == 3


def test_a_knight_that_a_resting_hand_put_beside_two_others_is_not_thrown(table: Bench) -> None:
    faces = ["knight", "knight", "knight", "three", "straight", "three", "cap", "cap", "straight"]
    dice = begin(table, faces)
    city = [
        PaperDie("cap", (6, -6), 2), PaperDie("straight", (6, -5), 0), PaperDie("cap", (6, -4), 0)
    ]  # fmt: skip
    knights = [PaperDie("knight", (-8.0, -6.0 + n)) for n in range(3)]
    covered(table, [*city, *knights[:2], dice[3], dice[4], dice[5]])
    look(table, [*city, *knights, *thrown(["catapult", "corner", "knight"], row=-1.0)])
    assert len(moves(table)) == 1 or state(table)["history"][1]["move"]["knights"] == 3


# A city that was never seen.


def test_a_turn_whose_city_a_resting_hand_hid_does_not_score_nothing_in_silence(
    table: Bench,
) -> None:
    dice = begin(table, SEVEN)
    covered(table, dice[4:7])
    look(table, [])
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == ["throw"]


def test_a_city_that_may_have_been_built_and_cleared_between_two_looks_is_asked_about(
    table: Bench,
) -> None:
    begin(table, SEVEN)
    look(table, [])
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == ["throw"]


def test_a_throw_does_not_answer_how_a_turn_ended_that_is_asked(table: Bench) -> None:
    faces = ["knight", "three", "straight", "cap", "corner", "corner", "cap", "cap", "catapult"]
    aside = begin(table, faces)[0]
    look(table, [aside])
    again = thrown(["corner", "corner", "cap", "cap", "three", "three", "catapult"], row=-1.5)
    look(table, [aside, *again])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, [])
    assert offer(table)["kind"] == "question"
    assert len(offer(table)["choices"]) == 2
    look(table, thrown(NINE, row=6.0))
    assert moves(table) == ["throw", "set_aside", "throw"]


# The next throw, in which a die may be missed, decides between a city and a knight.


def test_eight_dice_and_one_that_may_be_missed_keep_no_knight_instead_of_a_city(
    table: Bench,
) -> None:
    faces = ["corner", "corner", "cap", "cap", "three", "knight", "knight", "knight", "straight"]
    dice = begin(table, faces)
    look(table, [*RING, *dice[4:]])
    after = thrown(
        ["cap", "straight", "catapult", "three", "catapult", "corner", "three", "cap", "three"], row=-1.0
    )
    table.show(doubted(after[:8], after[8].at))
    table.wait(30.0)
    assert moves(table) == ["throw"]


def test_seven_dice_and_two_that_may_be_missed_are_not_surely_thrown_again(table: Bench) -> None:
    faces = ["knight", "straight", "corner", "knight", "cap", "corner", "straight", *["catapult"] * 2]
    dice = begin(table, faces)
    look(table, [PaperDie("knight", (-8.0, 8.0)), *dice[1:]])
    after = thrown(
        ["straight", "corner", "catapult", "cap", "corner", "straight", "corner", *["knight"] * 2],
        row=-1.0,
    )
    one, other = (doubted(after[:7], die.at) for die in after[7:])
    table.show(replace(one, doubtful=(*one.doubtful, *other.doubtful)))
    table.wait(30.0)
    assert moves(table) == ["throw"]


# A throw that shows the faces of the one before.


@pytest.mark.parametrize("doubt", [True, False])
def test_many_dice_that_lie_elsewhere_with_the_same_faces_may_have_been_thrown(
    table: Bench, doubt: bool
) -> None:
    faces = ["knight", *NINE[:6], *["catapult"] * 2]
    begin(table, faces)
    aside = PaperDie("knight", (-9.0, 9.0))
    look(table, [aside, *thrown(faces[:7])[1:]])
    again = [aside, *thrown(faces[:7], row=-3.5)[1:]]
    if doubt:
        table.show(doubted(again, (9.0, 9.0)))
        table.wait(30.0)
    else:
        look(table, again)
    assert moves(table) == ["throw"]
    assert "throw.again" in answers(table)


def test_dice_sorted_into_rows_were_not_thrown(table: Bench) -> None:
    faces = ["cap", "cap", "cap", "three", "three", "three", "knight", *["catapult"] * 2]
    dice = begin(table, faces)
    caps, threes = (
        [PaperDie(face, (n, row)) for n in range(3)] for face, row in (("cap", -4), ("three", -7))
    )
    look(table, [*caps, *threes, dice[6]])
    assert (moves(table), offer(table)["kind"]) == (["throw"], "pending")


def test_a_city_that_is_taken_apart_was_not_thrown(table: Bench) -> None:
    faces = ["corner", "corner", "cap", "cap", "three", "knight", "straight", *["catapult"] * 2]
    dice = begin(table, faces)
    look(table, [*RING, *dice[4:]])
    others = [PaperDie("three", (8.0, 8.0)), PaperDie("straight", (-8.0, 8.0))]
    look(table, [*thrown(faces[:4], row=-3.5), *others, dice[5]])
    assert (moves(table), offer(table)["kind"]) == (["throw"], "pending")


def test_two_dice_of_which_one_was_put_back_and_the_other_put_aside_may_not_have_been_thrown(
    table: Bench,
) -> None:
    faces = ["corner", "corner", "cap", "cap", "three", "knight", "knight", *["catapult"] * 2]
    knights = begin(table, faces)[5:7]
    look(table, [*RING, PaperDie("three", (-8.0, -8.0)), *knights])
    look(table, [*RING, *knights])
    aside, back = PaperDie("knight", (9.0, 6.0)), PaperDie("three", (-8.0, 6.0))
    look(table, [*RING, knights[0], aside, back])
    assert (moves(table), offer(table)["text"]["code"]) == (["throw"], "ask.thrown_or_put_back")


def test_a_throw_after_the_last_takes_no_knight_away(table: Bench) -> None:
    knights = begin(
        table, ["knight", "knight", "cap", "cap", "straight", "corner", "corner", *CATAPULTS[:2]]
    )[:2]
    look(table, knights)
    look(table, [*knights, *thrown(["knight", "corner", "three", *CATAPULTS[:2]], row=0.0)])
    look(table, knights)
    last = thrown(["knight", "cap", "straight"], row=-3.5)
    look(table, [*knights, *last])
    assert moves(table) == ["throw", "set_aside", "throw", "throw"]
    for_nothing = thrown(["knight", "three"], row=6.0)
    look(table, [*knights, last[0]])
    look(table, [*knights, last[0], *for_nothing])
    assert "stop.knight" in answers(table)
