"""The dice game as people really play it: hands cover dice, turn them, and take all up again."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.game import HOST
from tests.table.conftest import Bench, bench_on
from tests.table.paper_table import PaperDie, reading_of
from tests.table.plays.carcassonne_dice.clumsy import (
    KNIGHTS,
    NINE,
    OTHERS,
    RING,
    answer,
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
from vision.readings.dice import Doubt
from vision.readings.places import PointPx

# Everything is thrown again.


@pytest.mark.parametrize("seen_empty", [True, False])
def test_three_knights_thrown_again_are_asked_about(table: Bench, seen_empty: bool) -> None:
    begin(table, KNIGHTS)
    if seen_empty:
        look(table, [])
        assert moves(table) == ["throw"]
        assert "stop.knight" in answers(table)
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.again_or_next"
    assert answers(table)[:2] == ["throw.again", "stop.knight"]
    answer(table, "throw.again")
    assert (moves(table), state(table)["to_move"]) == (["throw", "throw"], "Ana")


def test_after_three_knights_a_throw_of_eight_may_be_the_next_players(table: Bench) -> None:
    begin(table, KNIGHTS)
    look(table, thrown(OTHERS[:8], row=-3.5))
    assert answers(table) == ["throw.after_knight"]
    answer(table, "throw.after_knight")
    assert (moves(table)[-2:], state(table)["to_move"]) == (["stop", "throw"], "Bob")


def test_a_city_half_built_and_all_thrown_again_is_asked_about(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, [])
    assert moves(table) == ["throw"]
    look(table, thrown(OTHERS, row=-3.5))
    assert moves(table) == ["throw"]
    assert answers(table) == ["throw.again", "throw.after_city", "throw.after_city"]
    answer(table, "throw.after_city")
    assert (moves(table)[-2:], state(table)["to_move"]) == (["stop", "throw"], "Bob")


def test_everything_thrown_with_nothing_built_may_be_the_next_players_throw(table: Bench) -> None:
    begin(table, NINE)
    look(table, thrown(OTHERS, row=-3.5))
    assert (moves(table), offer(table)["kind"]) == (["throw"], "question")
    throwers = [choice["moves"][-1]["seat"] for choice in offer(table)["choices"]]
    assert throwers[0] == "Ana"
    assert set(throwers[1:]) == {"Bob"}


def test_a_throw_seen_only_in_part_is_no_building_of_dice_that_nobody_threw(table: Bench) -> None:
    faces = ["knight", "knight", "straight", "corner", "three", "straight", "three", "three"]
    kept = begin(table, [*faces, "catapult"])[:2]
    look(table, kept)
    cap, beside = PaperDie("cap", (2, -2), 1), PaperDie("knight", (2, -3), 0)
    part = [*kept, cap, beside, *thrown(["knight", "corner", "cap"], row=-6.0)]
    hidden = Doubt("may_be_missed", PointPx(640, 700), 60)
    table.show(replace(reading_of(part), sure=False, doubts=("maybe_missed",), doubtful=(hidden,)))
    whole = [cap, *thrown(["straight", "cap", "corner"], row=-6.0)]
    knights = [PaperDie("knight", (8, 3), 0), PaperDie("knight", (8, 5), 0)]
    look(table, [*kept, *knights, *whole])
    assert notice(table) != ("notice.not_understood", None)
    throws = [line["move"] for line in state(table)["history"] if line["move"]["move"] == "throw"]
    first = throws[1] if len(throws) > 1 else offer(table)["choices"][0]["moves"][-1]
    assert sorted(first["faces"]) == sorted(die.face for die in [*knights, *whole])


def test_a_throw_of_a_die_too_many_is_none(table: Bench) -> None:
    """A catapult that was passed on is thrown with the two that are due."""
    knights = two_left(table)
    fell = [PaperDie("corner", (9, 9)), PaperDie("catapult", (-6, 6)), PaperDie("catapult", (0, 9))]
    look(table, [*knights, *fell])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, knights)
    look(table, [*knights, PaperDie("three", (6, -8)), PaperDie("corner", (-6, 8), 1)])
    assert "throw.again" in answers(table)


# Dice do not vanish or appear.


def test_a_die_of_a_closed_city_that_is_not_seen_is_missed_and_no_city_scores_nothing(
    table: Bench,
) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING[:3], *rest])
    assert notice(table) == ("notice.missed", "cap")
    look(table, [])
    assert (moves(table), state(table)["scores"]) == (["throw"], {"Ana": 0, "Bob": 0})
    points = {choice["text"]["params"].get("points") for choice in offer(table)["choices"]}
    assert points == {0, 3}


def test_in_the_last_throw_a_die_that_was_not_seen_is_asked_for_before_it_scores(table: Bench) -> None:
    for number in range(3):
        table.table.submit(HOST, f"throw-{number}", {"move": "throw", "faces": NINE})
    look(table, thrown(NINE))
    rest = less(thrown(NINE), "corner", "corner", "cap", "cap")
    look(table, [*RING[:3], *rest])
    look(table, [])
    assert state(table)["to_move"] == "Ana"
    assert offer(table)["text"]["code"] == "ask.city_unseen"
    assert {choice["text"]["params"].get("points") for choice in offer(table)["choices"]} == {0, 3}


def test_a_hand_over_four_dice_makes_no_move_when_it_goes(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, dice[:5])
    assert notice(table) == ("notice.missed", "cap knight straight three")
    look(table, dice)
    assert (moves(table), notice(table)) == (["throw"], None)


def test_a_hand_that_pushed_what_it_covered_made_no_throw(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, dice[:5])
    pushed = [replace(die, at=(die.at[0] + 0.6, die.at[1] - 0.5)) for die in dice[5:]]
    look(table, [*dice[:5], *pushed])
    assert moves(table) == ["throw"]


def test_a_die_taken_up_and_put_into_the_city_was_not_thrown(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING[:3], *rest, PaperDie("cap", (3, -3), 0)])
    look(table, [*RING[:3], *rest])
    look(table, [*RING, *rest])
    assert (moves(table), notice(table)) == (["throw"], None)
    look(table, [])
    assert state(table)["scores"] == {"Ana": 3, "Bob": 0}


def test_a_die_turned_over_is_no_throw_and_nothing_is_set_aside(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*dice[:8], replace(dice[8], face="catapult")])
    assert moves(table) == ["throw"]
    look(table, dice)
    assert moves(table) == ["throw"]


def test_lifted_dice_that_show_the_same_are_asked_about(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    look(table, RING)
    faces = [die.face for die in rest]
    look(table, [*RING, *thrown(faces, row=6.0)])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.thrown_or_put_back"
    assert answers(table) == ["throw.again", "throw.none"]


def test_a_throw_asked_about_and_not_answered_is_not_forgotten_by_the_next(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    look(table, RING)
    look(table, [*RING, *thrown([die.face for die in rest], row=6.0)])
    assert offer(table)["text"]["code"] == "ask.thrown_or_put_back"
    look(table, RING)
    look(table, [*RING, *thrown(OTHERS[:5], row=-0.5)])
    assert moves(table) == ["throw"]
    throws = [[words["move"] for words in choice["moves"]] for choice in offer(table)["choices"]]
    assert throws == [["set_aside", "throw", "throw"], ["set_aside", "throw"]]


@pytest.mark.parametrize("covered", [True, False])
def test_seven_dice_are_no_throw_of_seven_while_a_hand_may_hide_two_more(
    table: Bench, covered: bool
) -> None:
    look(table, thrown([*NINE[:7], "catapult", "catapult"]))
    look(table, [])
    assert notice(table) == ("cleared.again_or_stop", None)
    table.show(replace(reading_of(thrown(OTHERS[:7], row=-0.5)), covered=covered))
    table.wait(30.0)
    assert (moves(table) == ["throw", "throw"]) is not covered
    if covered:
        answer(table, "throw.again")
        assert moves(table) == ["throw", "throw"]


def test_an_empty_table_over_which_a_hand_rests_ends_no_turn(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    table.show(replace(reading_of([]), covered=True))
    table.wait(30.0)
    assert moves(table) == ["throw"]
    assert notice(table) == ("notice.doubt_hidden", None)


# The table is cleared.


def test_clearing_the_table_with_nothing_built_always_leaves_a_way_on(table: Bench) -> None:
    begin(table, NINE)
    look(table, [])
    assert moves(table) == ["throw"]
    assert notice(table) == ("cleared.again_or_stop", None)
    assert answers(table)[0] == "stop.city"
    answer(table, "stop.city")
    assert (moves(table), state(table)["to_move"]) == (["throw", "stop"], "Bob")


def test_after_a_restart_an_empty_table_in_mid_turn_leaves_a_way_on(tmp_path: Path) -> None:
    first = bench_on(tmp_path / "journal.lines", 1)
    first.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    begin(first, NINE)
    first.table.close()
    second = bench_on(tmp_path / "journal.lines", 1)
    look(second, [])
    assert notice(second) == ("cleared.again_or_stop", None)
    look(second, thrown(OTHERS, row=-3.5))
    answer(second, "throw.again")
    assert moves(second) == ["throw", "throw"]
    look(second, [])
    answer(second, "stop.city")
    assert state(second)["to_move"] == "Bob"
    second.table.close()


def test_after_a_restart_in_the_last_throw_the_turn_can_be_ended(tmp_path: Path) -> None:
    first = bench_on(tmp_path / "journal.lines", 1)
    first.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob"]})
    for number in range(3):
        first.table.submit(HOST, f"throw-{number}", {"move": "throw", "faces": NINE})
    first.table.close()
    second = bench_on(tmp_path / "journal.lines", 1)
    look(second, [])
    assert offer(second)["text"]["code"] == "ask.city_unseen"
    answer(second, "stop.city")
    assert state(second)["to_move"] == "Bob"
    second.table.close()
