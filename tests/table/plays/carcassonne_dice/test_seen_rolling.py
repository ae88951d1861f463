"""Dice that were seen to roll were thrown, whatever they show, and as many as lie there."""

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
    look,
    moves,
    offer,
    rolling,
    show,
    state,
    thrown,
    two_left,
)


def rolled(table: Bench, dice: list[PaperDie], moved_s: float = 1.2) -> None:
    """Let the table see these dice roll, and wait longer than any move on offer does."""
    show(table, rolling(dice, moved_s))


def test_dice_seen_to_roll_that_show_what_they_showed_were_thrown(table: Bench) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "three", *CATAPULTS])
    look(table, [*RING, PaperDie("three", (-1.0, 3.0))])
    look(table, RING)
    rolled(table, [*RING, PaperDie("three", (6.0, 6.0))])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][-1]["move"]["faces"] == ["three"]


@pytest.mark.parametrize("were_lifted", [True, False])
def test_a_die_seen_to_roll_against_the_city_was_thrown_whether_or_not_it_was_seen_lifted(
    table: Bench, were_lifted: bool
) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "three", *CATAPULTS])
    look(table, [*RING, PaperDie("three", (-1.0, 3.0))])
    if were_lifted:
        look(table, RING)
    rolled(table, [*RING, PaperDie("three", (2.0, -5.0), 1)])
    assert moves(table) == ["throw", "set_aside", "throw"]


def test_of_dice_seen_to_roll_one_may_fall_where_it_lay(table: Bench) -> None:
    dice = begin(table, NINE)
    built = [*RING, *(PaperDie("straight", (n, -8), 1) for n in range(2)), PaperDie("three", (2, -8), 1)]
    look(table, [*built, dice[0], dice[7]])
    look(table, built)
    near = replace(dice[7], at=(dice[7].at[0] + 0.2, dice[7].at[1]))
    rolled(table, [*built, PaperDie("cap", (9, 9)), near])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][-1]["move"]["faces"] == ["cap", "knight"]


def test_dice_seen_to_roll_that_touch_are_thrown_dice(table: Bench) -> None:
    knights = two_left(table)
    rolled(table, [*knights, PaperDie("straight", (0, -5), 1), PaperDie("cap", (1, -5), 3)])
    assert moves(table) == ["throw", "set_aside", "throw", "throw"]


@pytest.mark.parametrize("was_seen", [True, False])
def test_too_few_dice_for_the_next_player_were_all_thrown_again_if_they_were_seen_to_roll(
    table: Bench, was_seen: bool
) -> None:
    begin(table, [*NINE[:5], *CATAPULTS])
    look(table, thrown(NINE[:5]))
    (rolled if was_seen else look)(table, thrown(OTHERS[:5], row=-3.5))
    assert moves(table) == (["throw", "throw"] if was_seen else ["throw"])


def test_few_dice_before_which_others_may_have_been_thrown_may_be_the_next_players(table: Bench) -> None:
    begin(table, [*NINE[:5], *CATAPULTS])
    rolled(table, thrown(OTHERS[:5], row=-3.5), moved_s=5.0)
    assert offer(table)["text"]["code"] == "ask.again_or_next"


def test_one_die_fewer_than_the_next_player_throws_is_asked_about_all_the_same(table: Bench) -> None:
    begin(table, [*NINE[:8], "catapult"])
    look(table, [])
    rolled(table, thrown(OTHERS[:8], row=-0.5))
    assert offer(table)["text"]["code"] == "ask.again_or_next"
    assert answers(table) == ["throw.again", "stop.city"]


@pytest.mark.parametrize(("moved_s", "made"), [(1.0, ["throw", "set_aside", "throw"]), (5.0, ["throw"])])
def test_a_die_that_rolled_while_another_was_hidden_was_not_put_aside_unless_there_was_time_to(
    table: Bench, moved_s: float, made: list[str]
) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "three", "straight", *CATAPULTS[:3]])
    look(table, [*RING, PaperDie("three", (-1.0, 3.0)), PaperDie("straight", (3.0, 3.0))])
    look(table, RING)
    first = PaperDie("straight", (6.0, 6.0))
    rolled(table, [*RING, first], moved_s)
    assert moves(table) == ["throw"]
    look(table, [*RING, first, PaperDie("corner", (-6.0, 6.0))])
    assert moves(table) == made
