"""Sleeves push dice, and people in a hurry do not wait until the table has read."""

from dataclasses import replace

import pytest

from companion.games.game import HOST
from tests.table.conftest import Bench
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
)
from vision.readings.dice import Doubt
from vision.readings.places import PointPx


def pushed(die: PaperDie) -> PaperDie:
    """Return a die that a sleeve has pushed by two thirds of its side."""
    return replace(die, at=(die.at[0] + 0.5, die.at[1] + 0.45))


def test_a_kept_knight_that_a_sleeve_pushes_during_a_throw_is_asked_about(table: Bench) -> None:
    dice = begin(table, KNIGHTS)
    knights = dice[:3]
    look(table, knights)
    look(table, [*knights[:2], pushed(knights[2]), *thrown(OTHERS[:6], row=-3.5)])
    ways = [choice["moves"] for choice in offer(table)["choices"]]
    assert {(aside["knights"], len(throw["faces"])) for aside, throw in ways} == {(2, 7), (3, 6)}


def test_where_no_look_saw_the_others_lifted_a_pushed_knight_may_have_been_thrown(table: Bench) -> None:
    knights = begin(table, KNIGHTS)[:3]
    look(table, [*knights[:2], pushed(knights[2]), *thrown(OTHERS[:6], row=-3.5)])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.which_throw"
    assert {len(choice["moves"][-1]["faces"]) for choice in offer(table)["choices"]} == {6, 7}


def test_after_a_throw_entered_by_tap_dice_that_lie_there_were_not_set_aside(table: Bench) -> None:
    dice = thrown(["catapult", *NINE[1:]])
    look(table, dice[:-1])
    table.table.submit(HOST, "tap", {"move": "throw", "seat": "Ana", "faces": ["catapult", *NINE[1:]]})
    turned = PaperDie(dice[4].face, (-5, -8), 1)
    look(table, [*dice[1:4], turned, *dice[5:]])
    assert moves(table) == ["throw"]


@pytest.mark.parametrize("passed", [1, 2])
def test_catapults_passed_on_before_anybody_looked_are_one_tap(table: Bench, passed: int) -> None:
    look(table, thrown(NINE[passed:]))
    assert moves(table) == []
    assert notice(table) == ("notice.dice_missing", None)
    answer(table, "throw.passed_on")
    (throw,) = (line["move"] for line in state(table)["history"])
    assert throw["faces"].count("catapult") == passed
    assert len(throw["faces"]) == 9


def test_catapults_of_a_second_throw_passed_on_before_anybody_looked_are_one_tap(table: Bench) -> None:
    dice = begin(table, KNIGHTS)
    look(table, dice[:3])
    look(table, [*dice[:3], *thrown(OTHERS[1:6], row=-3.5)])
    assert moves(table) == ["throw"]
    answer(table, "throw.passed_on")
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][-1]["move"]["faces"].count("catapult") == 1


def test_a_last_die_thrown_again_that_shows_the_same_face_is_one_tap(table: Bench) -> None:
    dice = begin(table, NINE)
    built = [*RING, *(PaperDie("straight", (n, -8), 1) for n in range(2)), PaperDie("three", (2, -8), 1)]
    look(table, [*built, dice[0], dice[7]])
    knight = PaperDie("knight", (-12, -12))
    look(table, [*built, dice[0], knight])
    look(table, [*built, PaperDie("cap", (9, 9)), knight])
    assert moves(table) == ["throw"]
    assert notice(table) == ("notice.moved_or_thrown", None)
    answer(table, "throw.again")
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][-1]["move"]["faces"] == ["cap"]


def test_two_knights_put_aside_without_a_look_are_no_dead_end(table: Bench) -> None:
    first = ["catapult", "catapult", "catapult", "knight", "knight", "cap", "cap", "three", "corner"]
    begin(table, first)
    aside = [PaperDie("knight", (-12.0 + 2 * n, -12)) for n in range(2)]
    look(table, [*aside, *thrown(["straight", "straight", "three", "cap"], row=-4.0)])
    assert offer(table)["choices"]


def test_a_city_pushed_as_a_whole_while_the_rest_is_thrown_was_not_thrown(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    moved = [replace(die, at=(die.at[0] + 0.6, die.at[1] - 0.5)) for die in RING]
    look(table, [*moved, *thrown(OTHERS[:5], row=-0.5)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert len(state(table)["history"][1]["move"]["city"]) == len(RING)


def test_a_turn_whose_last_throw_was_not_read_does_not_end_by_itself(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    look(table, [*RING, *rest])
    look(table, RING)
    look(table, [*RING, *thrown(OTHERS[:3], row=-0.5)])
    assert notice(table) == ("notice.dice_missing", None)
    look(table, [])
    assert moves(table) == ["throw"]
    assert offer(table)["kind"] == "question"


def test_a_throw_after_one_that_was_not_read_is_asked_about(table: Bench) -> None:
    look(table, thrown(NINE[:6]))
    look(table, [])
    look(table, thrown(OTHERS))
    assert moves(table) == []
    assert offer(table)["text"]["code"] == "ask.throw_after_unread"


@pytest.mark.parametrize("at", [(200.0, 900.0), (20.0, 60.0)])
def test_what_may_be_a_die_keeps_no_turn_from_being_ended_by_tap(
    table: Bench, at: tuple[float, float]
) -> None:
    dice = begin(table, NINE)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    first = reading_of(RING[:1]).dice[0].centre_px
    spot = PointPx(first.x + at[0], first.y + at[1])
    missed = Doubt("may_be_missed", spot, 60.0)
    empty = replace(reading_of([]), sure=False, doubts=("maybe_missed",), doubtful=(missed,))
    table.show(empty)
    table.wait(30.0)
    answer(table, "stop.city")
    assert (moves(table)[-1], state(table)["scores"]) == ("stop", {"Ana": 3, "Bob": 0})


def test_eight_dice_after_a_cleared_table_are_the_eight_that_were_due(table: Bench) -> None:
    begin(table, [*NINE[:8], "catapult"])
    look(table, [])
    look(table, thrown(OTHERS[:8], row=-0.5))
    assert [line["seat"] for line in state(table)["history"]] == ["Ana", "Ana"]


@pytest.mark.parametrize("catapults", [1, 2])
def test_beside_a_catapult_that_lies_where_one_lay_the_dice_that_were_due_are_thrown_again(
    table: Bench, catapults: int
) -> None:
    to_throw = 9 - catapults
    dice = begin(table, [*NINE[:to_throw], *["catapult"] * catapults])
    look(table, [dice[8], *thrown(OTHERS[:to_throw], row=-0.5)])
    assert [line["seat"] for line in state(table)["history"]] == ["Ana", "Ana"]


def test_nine_dice_are_the_next_players_throw_even_if_one_lies_where_one_lay(table: Bench) -> None:
    dice = begin(table, [*NINE[:8], "catapult"])
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    stayed = less(dice, "corner", "corner", "cap", "cap")[0]
    look(table, [stayed, *thrown([*OTHERS[:7], "knight"], row=-0.5)])
    assert moves(table) == ["throw", "set_aside", "stop", "throw"]
    assert state(table)["scores"] == {"Ana": 3, "Bob": 0}


def test_a_city_of_which_all_dice_lie_elsewhere_is_not_given_up(table: Bench) -> None:
    faces = [*NINE[:8], "catapult"]
    dice = begin(table, faces)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    look(table, thrown(faces[:8][::-1], row=-0.5))
    assert moves(table) == ["throw"]
    points = {choice["text"]["code"]: choice["text"]["params"] for choice in offer(table)["choices"]}
    assert points["throw.after_city"]["points"] == 3


def test_a_throw_that_was_not_seen_whole_is_not_swallowed_by_the_next(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    look(table, [*RING[:3], *thrown(["straight", "three"], row=-0.5)])
    said = notice(table)
    assert said is not None
    assert said[0] == "notice.dice_missing"
    look(table, RING[:3])
    look(table, [*RING[:3], *thrown(["cap", "straight", "straight", "three", "three", "catapult"], 5.5)])
    assert moves(table) == ["throw"]
    assert answers(table) == ["throw.seen"]


def test_a_turn_with_an_open_question_does_not_end_by_the_next_throw(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    fell = thrown(["cap", "straight", "straight", "three", "three", "catapult"], row=-0.5)
    look(table, [*RING[:3], *fell])
    assert moves(table) == ["throw", "set_aside", "throw"]
    away = replace(RING[2], at=(-14.0, -9.0))
    look(table, [*RING[:2], away, RING[3], *fell[1:5]])
    assert notice(table) == ("notice.put_back", "cap")
    look(table, thrown(OTHERS, row=7.5))
    assert moves(table) == ["throw", "set_aside", "throw"]


def test_a_set_aside_die_that_was_pushed_away_is_to_be_put_back(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    fell = thrown(["cap", "straight", "straight", "three", "three", "catapult"], row=-0.5)
    look(table, [*RING[:3], *fell])
    look(table, [*RING[:2], replace(RING[2], at=(-14.0, -9.0)), *fell])
    assert notice(table) == ("notice.put_back", "cap")
    assert offer(table)["kind"] == "pending"
    look(table, [*RING[:3], *fell])
    assert notice(table) is None


def test_an_empty_table_that_is_not_surely_empty_lets_the_turn_be_ended_by_tap(table: Bench) -> None:
    begin(table, NINE)
    table.show(replace(reading_of([]), sure=False, doubts=("maybe_missed",)))
    table.wait(30.0)
    assert moves(table) == ["throw"]
    assert notice(table) == ("notice.doubt_hidden", None)
    answer(table, "stop.city")
    assert moves(table) == ["throw", "stop"]


def test_a_city_closed_and_cleared_between_two_looks_is_asked_about(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    fell = thrown(OTHERS[:6], row=-0.5)
    look(table, [*RING[:3], *fell])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, [])
    assert moves(table) == ["throw", "set_aside", "throw"]
    found = [float(choice["text"]["params"]["points"]) for choice in offer(table)["choices"]]
    assert found[0] == 0
    assert max(found) > 0


def test_a_first_throw_that_went_away_unread_is_asked_about(table: Bench) -> None:
    look(table, thrown(NINE[:6]))
    look(table, [])
    assert moves(table) == []
    assert "throw.passed_on" in answers(table)


def test_a_die_thrown_near_the_place_of_one_that_was_lifted_was_not_left_there(table: Bench) -> None:
    dice = begin(table, NINE)
    rest = less(dice, "corner", "corner", "cap", "cap")
    straight = next(die for die in rest if die.face == "straight")
    touched = replace(straight, at=(straight.at[0] + 1.5, straight.at[1] + 2))
    look(table, [*RING, *rest])
    look(table, [*RING, touched, *less(rest, "straight")])
    look(table, RING)
    near = replace(touched, at=(touched.at[0] + 0.6, touched.at[1] + 0.3))
    look(table, [*RING, near, *thrown(OTHERS[:4], row=-0.5)])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert len(state(table)["history"][-1]["move"]["faces"]) == 5


def test_where_dice_are_missing_another_throw_can_be_entered_by_tap(table: Bench) -> None:
    look(table, thrown(NINE[2:]))
    assert notice(table) == ("notice.dice_missing", None)
    faces = ["three", "three", *NINE[2:]]
    table.table.submit(HOST, "tap", {"move": "throw", "seat": "Ana", "faces": faces})
    assert [line["move"]["faces"] for line in state(table)["history"]] == [faces]


def test_a_throw_that_was_gone_before_it_was_read_twice_is_not_the_next_players(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    table.glimpse(reading_of(thrown(OTHERS)))
    look(table, [])
    assert moves(table) == ["throw"]
    assert offer(table)["kind"] == "question"


def test_dice_read_once_while_a_city_is_built_are_no_other_throw(table: Bench) -> None:
    dice = begin(table, NINE)
    table.glimpse(reading_of([*RING[:2], *less(dice, "corner", "cap")]))
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    look(table, [])
    assert moves(table) == ["throw", "set_aside", "stop"]


@pytest.mark.parametrize(("others", "asked"), [(OTHERS, True), (NINE, False)])
def test_of_a_first_throw_read_once_what_lies_there_then_may_be_another(
    table: Bench, others: list[str], asked: bool
) -> None:
    table.glimpse(reading_of(thrown(NINE)))
    look(table, thrown(others, row=-0.5))
    assert sorted(state(table)["history"][0]["move"]["faces"]) == sorted(NINE)
    assert (offer(table)["kind"] == "question") is asked


@pytest.mark.parametrize(("face", "asked"), [("three", True), ("straight", False)])
def test_one_die_put_back_elsewhere_may_have_been_thrown(table: Bench, face: str, asked: bool) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "three", *["catapult"] * 4])
    look(table, [*RING, PaperDie("three", (-1.0, 3.0))])
    look(table, RING)
    look(table, [*RING, PaperDie(face, (6.0, 6.0))])
    assert (moves(table) == ["throw"]) is asked
    if asked:
        assert offer(table)["text"]["code"] == "ask.thrown_or_put_back"


def test_seven_dice_that_were_due_are_not_the_eight_of_the_next_player(
    bench: Bench,
) -> None:
    """While one player keeps a knight, the others throw eight dice, of which one may not be seen."""
    bench.table.start_sitting({"game": "carcassonne_dice", "seats": ["Ana", "Bob", "Cyril"]})
    begin(bench, KNIGHTS)
    bench.table.submit(HOST, "keep", {"seat": "Ana", "move": "set_aside", "knights": 3, "city": []})
    bench.table.submit(HOST, "stop", {"seat": "Ana", "move": "stop", "take": "knight"})
    look(bench, [])
    look(bench, thrown([*NINE[:7], "catapult"], row=-0.5))
    look(bench, [])
    look(bench, thrown(OTHERS[:7], row=6.0))
    assert [line["seat"] for line in state(bench)["history"]][3:] == ["Bob", "Bob"]


def test_a_catapult_may_fall_where_one_lay_that_was_passed_on(table: Bench) -> None:
    dice = begin(
        table, ["catapult", "catapult", "corner", "corner", "cap", "cap", "three", *["straight"] * 2]
    )
    look(table, [*RING, *dice[6:]])
    look(table, RING)
    again = [dice[0], *thrown(["knight", "catapult"], row=6.0)]
    look(table, [*RING, *again])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert sorted(state(table)["history"][-1]["move"]["faces"]) == ["catapult", "catapult", "knight"]


def test_a_catapult_that_seems_pushed_may_be_a_die_too_many(table: Bench) -> None:
    dice = begin(
        table, ["catapult", "catapult", "corner", "corner", "cap", "cap", "three", *["straight"] * 2]
    )
    look(table, [*RING, *dice[6:], *dice[:2]])
    pushed = replace(dice[0], at=(dice[0].at[0] + 0.6, dice[0].at[1]))
    look(table, [*RING, pushed, *thrown(["knight", "knight", "three"], row=6.0)])
    assert moves(table) == ["throw"]
    assert "throw.again" in answers(table)


def test_a_catapult_back_at_its_place_may_be_a_die_too_many(table: Bench) -> None:
    dice = begin(
        table, ["catapult", "catapult", "corner", "corner", "cap", "cap", "three", *["straight"] * 2]
    )
    look(table, [*RING, *dice[6:]])
    look(table, RING)
    look(table, [*RING, dice[0], *thrown(["knight", "knight", "three"], row=6.0)])
    assert moves(table) == ["throw"]
    assert "throw.again" in answers(table)


def test_a_die_turned_right_and_cleared_between_two_looks_is_asked_about(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING[:3], *less(dice, "corner", "corner", "cap")])
    look(table, RING[:3])
    again = thrown(["cap", "three", "three", "straight", "knight", "straight"], row=6.0)
    look(table, [*RING[:3], *again])
    assert moves(table) == ["throw", "set_aside", "throw"]
    look(table, [*RING[:3], replace(RING[3], turns=1), *again[1:]])
    assert notice(table) == ("notice.turn_die", "cap")
    look(table, [])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert offer(table)["kind"] == "question"
    assert any(choice["text"]["params"].get("points") for choice in offer(table)["choices"])


@pytest.mark.parametrize("built", [[], RING[:3]])
def test_a_turn_of_which_nothing_more_was_seen_does_not_end_without_points_unasked(
    table: Bench, built: list[PaperDie]
) -> None:
    dice = begin(table, [*NINE[:7], "catapult", "catapult"])
    look(table, [*built, *less(dice[:7], *(die.face for die in built))])
    look(table, thrown(OTHERS, row=-0.5))
    assert moves(table) == ["throw"]
    points = [choice["text"]["params"].get("points") for choice in offer(table)["choices"]]
    assert (offer(table)["kind"], any(points)) == ("question", True)


@pytest.mark.parametrize("beside", [0.0, 0.2])
def test_a_knight_beside_its_place_may_have_been_thrown_if_nobody_saw_the_others_lifted(
    table: Bench, beside: float
) -> None:
    dice = begin(table, NINE)
    knight = replace(dice[7], at=(dice[7].at[0] + beside, dice[7].at[1]))
    fell = thrown(["three", "three", "three", "cap", "straight", "straight", "corner", "three"], row=6.0)
    look(table, [knight, *fell])
    assert (moves(table) == ["throw"]) is bool(beside)


def test_a_knight_seen_to_be_taken_up_may_have_fallen_where_it_lay(table: Bench) -> None:
    dice = begin(table, NINE)
    aside = replace(dice[7], at=(-10.0, 7.0))
    look(table, [*RING[:3], *less(dice[:7], "corner", "corner", "cap"), dice[8], aside])
    look(table, RING[:3])
    fell = thrown(["three", "straight", "straight", "corner", "three"], row=5.5)
    look(table, [*RING[:3], aside, *fell])
    assert moves(table) == ["throw"]
    assert offer(table)["text"]["code"] == "ask.which_throw"


def test_a_throw_read_whole_while_something_reaches_in_counts(table: Bench) -> None:
    dice = begin(table, NINE)
    look(table, [*RING, *less(dice, "corner", "corner", "cap", "cap")])
    look(table, RING)
    fell = thrown(["three", "straight", "straight", "corner", "three"], row=5.5)
    table.show(replace(reading_of([*RING, *fell]), covered=True))
    table.wait(30.0)
    assert moves(table) == ["throw", "set_aside", "throw"]


def test_dice_put_together_that_nobody_saw_thrown_may_be_another_throw(table: Bench) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "knight", "three", *["catapult"] * 3])
    look(table, [])
    look(table, [*RING, *thrown(["knight", "straight"], row=6.0)])
    assert moves(table) == ["throw"]
    assert answers(table) == ["throw.again", "stop.city"]
