"""What people do between two looks of the table: it may have been a throw, so it is asked about."""

from dataclasses import replace

import pytest

from companion.games.game import HOST
from tests.table.conftest import Bench
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.carcassonne_dice.clumsy import (
    CATAPULTS,
    KNIGHTS,
    NINE,
    OTHERS,
    RING,
    answers,
    begin,
    less,
    look,
    moves,
    notice,
    offer,
    state,
    thrown,
    two_left,
)
from vision.readings.reading import Guess


def test_two_dice_that_come_back_touching_may_have_been_put_together(table: Bench) -> None:
    knights = two_left(table)
    look(table, [*knights, PaperDie("straight", (0, -5), 1), PaperDie("cap", (1, -5), 3)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert "throw.again" in answers(table)


def test_two_other_dice_were_thrown(table: Bench) -> None:
    knights = two_left(table)
    look(table, [*knights, PaperDie("corner", (0, -5), 1), PaperDie("cap", (1, -5), 3)])
    assert moves(table) == ["throw", "set_aside", "throw", "throw"]


def test_a_throw_of_too_many_dice_that_nobody_understood_is_remembered(table: Bench) -> None:
    """The next player's nine, two of them catapults passed on already, where three were expected."""
    dice = begin(table, ["knight", "cap", "cap", *CATAPULTS, "catapult", "catapult"])
    look(table, dice[:3])
    look(table, [])
    look(table, thrown(["cap", "cap", "cap", "cap", "corner", "three", "three"], row=-3.5))
    assert notice(table) == ("notice.too_many_dice", None)
    look(table, thrown(["straight", "straight", "corner"], row=-8.0))
    assert moves(table) == ["throw"]
    assert "throw.after_city" in answers(table)


def test_dice_taken_away_one_by_one_were_a_throw_all_the_same(table: Bench) -> None:
    fell = thrown([*NINE[:4], "corner", "three", "knight"])
    for left in range(len(fell), -1, -1):
        look(table, fell[:left])
    assert answers(table) == ["throw.passed_on", "stop.city"]
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == []
    assert offer(table)["kind"] == "question"


def test_who_leaves_it_open_whether_a_die_was_thrown_is_asked_about_the_next_throw(table: Bench) -> None:
    dice = begin(table, NINE)
    built = [*RING, *(PaperDie("straight", (n, -8), 1) for n in range(2)), PaperDie("three", (2, -8), 1)]
    knight = PaperDie("knight", (-12, -12))
    look(table, [*built, dice[0], dice[7]])
    look(table, [*built, dice[0], knight])
    look(table, [*built, PaperDie("cap", (9, 9)), knight])
    assert notice(table) == ("notice.moved_or_thrown", None)
    look(table, [*built, knight])
    look(table, [*built, PaperDie("straight", (5, 9)), knight])
    assert moves(table) == ["throw"]
    assert answers(table) == ["throw.again_beside"] * 2  # with the throw before, and without it


@pytest.mark.parametrize("closing", [True, False])
def test_loose_dice_that_could_close_a_city_may_have_closed_it_unseen(
    table: Bench, closing: bool
) -> None:
    knights = begin(table, [*KNIGHTS[:2], *NINE[:6], "catapult"])[:2]
    look(table, knights)
    fell = [die.face for die in RING] if closing else ["straight"] * 4
    look(table, [*knights, *thrown([*fell, "catapult", "catapult"], row=-3.5)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, [])
    assert (moves(table)[3:] == ["stop"]) is not closing
    if closing:
        assert offer(table)["text"]["code"] == "ask.city_unseen"
        points = [choice["text"]["params"].get("points") for choice in offer(table)["choices"]]
        assert points == [0, 3]


def test_a_die_whose_face_is_known_from_the_throw_is_no_cause_to_ask(table: Bench) -> None:
    """It is doubtful in every look; the throw tells what it must be, and it lies still."""
    dice = begin(table, NINE)
    left = less(dice, "cap", "cap", "cap", "straight", "straight", "knight", "three")
    left = [replace(left[0], at=(0, -5), turns=1), replace(left[1], at=(1, -5), turns=2)]
    lying = [*left, *less(dice, "corner", "corner")]
    for seen in (lying, left, [*left, *thrown([*OTHERS[:6], "cap"], row=-3.5)]):
        reading = reading_of(seen)
        guesses = (Guess("corner", 0.6), Guess("three", 0.4))
        doubtful = replace(reading.dice[0], likely=guesses, sure=False, confidence=0.6)
        table.show(replace(reading, dice=(doubtful, *reading.dice[1:]), sure=False, doubts=("die",)))
        table.wait(30.0)
    assert moves(table) == ["throw", "set_aside", "throw"]


def test_a_knight_of_a_throw_that_was_entered_may_have_been_kept_when_the_table_is_cleared(
    table: Bench,
) -> None:
    knights = begin(table, [*KNIGHTS[:2], *NINE[:3], *CATAPULTS])[:2]
    look(table, knights)
    table.table.submit(HOST, "aside", {"seat": "Ana", "move": "set_aside", "knights": 2, "city": []})
    table.table.submit(
        HOST, "throw", {"seat": "Ana", "move": "throw", "faces": ["knight", "cap", "cap"]}
    )
    look(table, [])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert answers(table) == ["stop.knight"]


@pytest.mark.parametrize("cleared", [True, False])
def test_just_the_dice_that_the_page_asked_for_were_thrown_again(table: Bench, cleared: bool) -> None:
    dice = begin(table, ["cap", "cap", "three", "straight", "straight", *CATAPULTS])
    look(table, dice[:5])
    if cleared:
        look(table, [])
        assert notice(table) == ("cleared.again_or_stop", None)
    look(table, thrown(["corner", "cap", "cap", "knight", "straight"], row=-3.5))
    assert moves(table) == ["throw", "throw"]


def test_dice_put_where_others_lay_before_an_unread_throw_have_not_stayed_there(table: Bench) -> None:
    """The next player's nine were seen once; then a cap and a straight are put where others stood."""
    begin(table, NINE)
    old = [PaperDie("cap", (0, -6), 2), PaperDie("straight", (0, -5)), PaperDie("cap", (0, -4))]
    look(table, [*old, *less(thrown(NINE), "cap", "cap", "straight")])
    fell = thrown(["cap", "straight", "straight", "corner", "three", "knight", *CATAPULTS[:3]], row=6.0)
    table.glimpse(reading_of(fell))
    look(table, [*old[:2], PaperDie("straight", (0, -4)), PaperDie("corner", (0, -3), 0), *fell[4:]])
    assert moves(table) == ["throw"]
    assert offer(table)["kind"] == "question"
    assert answers(table) == ["throw.after_city", "throw.again"]


SEVEN = ["cap", "three", "three", "three", "three", "three", "three"]
ASIDE = PaperDie("cap", (-9, 9))
"""A lone die put where a city is to stand."""
SIX = ["knight", "corner", "corner", "straight", "knight", "straight"]


@pytest.mark.parametrize("seen_alone", [True, False])
def test_a_die_put_aside_while_most_lie_as_they_fell_was_not_thrown_with_the_others(
    table: Bench, seen_alone: bool
) -> None:
    dice = begin(table, [*SEVEN, *CATAPULTS[:2]])
    look(table, [ASIDE, *dice[2:7]])
    if seen_alone:
        look(table, [ASIDE])
    look(table, [ASIDE, *thrown(SIX, row=-3.5)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert sorted(state(table)["history"][-1]["move"]["faces"]) == sorted(SIX)


def test_a_die_that_lay_alone_while_the_others_were_lifted_may_be_thrown_or_put_aside(
    table: Bench,
) -> None:
    begin(table, [*SEVEN, *CATAPULTS[:2]])
    look(table, [ASIDE])
    look(table, [ASIDE, *thrown(SIX, row=-3.5)])
    assert moves(table) == ["throw"]
    assert answers(table) == ["throw.seen", "throw.again_beside"]
    ways = [[words["move"] for words in choice["moves"]] for choice in offer(table)["choices"]]
    assert ways == [["throw"], ["set_aside", "throw"]]
