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
def test_a_die_seen_to_roll_against_the_city_was_rather_thrown_than_built(
    table: Bench, were_lifted: bool
) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "three", *CATAPULTS])
    look(table, [*RING, PaperDie("three", (-1.0, 3.0))])
    if were_lifted:
        look(table, RING)
    rolled(table, [*RING, PaperDie("three", (2.0, -5.0), 1)])
    assert answers(table) == ["throw.again", "throw.none"]


def test_of_dice_seen_to_roll_one_may_fall_where_it_lay(table: Bench) -> None:
    dice = begin(table, NINE)
    built = [*RING, *(PaperDie("straight", (n, -8), 1) for n in range(2)), PaperDie("three", (2, -8), 1)]
    look(table, [*built, dice[0], dice[7]])
    look(table, built)
    near = replace(dice[7], at=(dice[7].at[0] + 0.2, dice[7].at[1]))
    rolled(table, [*built, PaperDie("cap", (9, 9)), near])
    assert moves(table) == ["throw", "set_aside", "throw"]
    assert state(table)["history"][-1]["move"]["faces"] == ["cap", "knight"]


def test_dice_seen_to_roll_that_touch_were_rather_thrown_than_built(table: Bench) -> None:
    knights = two_left(table)
    rolled(table, [*knights, PaperDie("straight", (0, -5), 1), PaperDie("cap", (1, -5), 3)])
    assert answers(table) == ["throw.again", "throw.none"]


@pytest.mark.parametrize("was_seen", [True, False])
def test_just_the_dice_that_were_due_were_thrown_again_whether_or_not_they_were_seen_to_roll(
    table: Bench, was_seen: bool
) -> None:
    begin(table, [*NINE[:5], *CATAPULTS])
    look(table, thrown(NINE[:5]))
    (rolled if was_seen else look)(table, thrown(OTHERS[:5], row=-3.5))
    assert moves(table) == ["throw", "throw"]


@pytest.mark.parametrize("moved_s", [1.0, 5.0])
def test_a_die_that_rolled_while_another_was_hidden_was_not_put_aside(
    table: Bench, moved_s: float
) -> None:
    begin(table, ["corner", "corner", "cap", "cap", "three", "straight", *CATAPULTS[:3]])
    look(table, [*RING, PaperDie("three", (-1.0, 3.0)), PaperDie("straight", (3.0, 3.0))])
    look(table, RING)
    first = PaperDie("straight", (6.0, 6.0))
    rolled(table, [*RING, first], moved_s)
    assert moves(table) == ["throw"]
    look(table, [*RING, first, PaperDie("corner", (-6.0, 6.0))])
    assert moves(table) == ["throw", "set_aside", "throw"]
