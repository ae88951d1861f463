"""Hands move gems, pawns and stones on the simulated table; the truth follows."""

import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.stage import SYMBOL_DICE
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import SimulatedTokens, TokenKit
from vision.workshop.simulation.tokens.scenery import PAWN_PAINTS
from vision.workshop.simulation.tokens.things import GEM_LABELS

ROWS = [[GEM_LABELS[(row + column) % 6] for column in range(12)] for row in range(6)]
SIZE_WH = (320, 240)


def laid(*, gem_board: bool = True) -> tuple[SteppedClock, SimulatedTable, SimulatedTokens]:
    clock = SteppedClock()
    simulated = SimulatedTable(clock, style=SYMBOL_DICE, seed=3, size_wh=SIZE_WH)
    tokens = simulated.lay_tokens(TokenKit(gem_board=gem_board, stones=not gem_board))
    if gem_board:
        tokens.fill(ROWS)
    return clock, simulated, tokens


def at_rest(simulated: SimulatedTable, tokens: SimulatedTokens) -> dict[GridCell, str]:
    truth = tokens.truth(simulated.busy_until)
    return {each.cell: each.label for each in truth if each.cell is not None}


def test_every_hole_holds_the_gem_that_was_put_there() -> None:
    _, simulated, tokens = laid()
    assert at_rest(simulated, tokens) == {
        GridCell(column, row): ROWS[row][column] for row in range(6) for column in range(12)
    }


def test_a_hand_takes_the_nearest_gems_and_lays_them_before_the_player() -> None:
    _, simulated, tokens = laid()
    nearest = tokens.in_row(2)[:2]
    tokens.take(nearest, 1)
    assert simulated.is_busy
    left = at_rest(simulated, tokens)
    assert GridCell(0, 2) not in left
    assert GridCell(1, 2) not in left
    assert len(left) == 70
    won = [each for each in tokens.truth(simulated.busy_until) if each.owner == 1]
    assert [each.label for each in won] == ROWS[2][:2]
    assert all(each.cell is None and 0 < each.centre[0] < 1 and 0 < each.centre[1] < 1 for each in won)


def test_players_gems_lie_in_the_picture_beside_the_board_and_each_other() -> None:
    _, simulated, tokens = laid()
    for owner in range(4):
        tokens.give(["red"] * 18, owner)
    won = [each for each in tokens.truth(simulated.busy_until) if each.owner is not None]
    assert len(won) == 72
    assert all(each.cell is None and min(each.centre) > 0.01 and max(each.centre) < 0.99 for each in won)
    places = np.array([each.centre_mm for each in won])
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 99 * np.eye(72)
    assert apart.min() > 7


def test_pawns_stand_on_red_fields_and_are_moved_there() -> None:
    _, simulated, tokens = laid()
    pawns = [tokens.put_pawn(paint, 3) for paint in PAWN_PAINTS]
    tokens.set_pawn(pawns[2], 5)
    rows = {each.id: each.row for each in tokens.truth(simulated.busy_until) if each.kind == "pawn"}
    assert rows == {pawns[0]: 3, pawns[1]: 3, pawns[2]: 5, pawns[3]: 3}


def test_a_die_is_rolled_beside_board_and_gems() -> None:
    _, simulated, tokens = laid()
    tokens.give(["red"] * 18, 0)
    for _ in range(5):
        simulated.throw(count=1, around=(0.5, 0.92))
        (die,) = simulated.truth(simulated.busy_until)
        assert tokens.board is not None
        assert tokens.is_free(die.centre_mm, 8.0)
        simulated.clear()


def test_stones_are_thrown_and_lie_apart_with_these_faces_up() -> None:
    clock, simulated, tokens = laid(gem_board=False)
    faces = ["monster", "back", "sword", "shield"]
    thrown = tokens.throw(faces, PointMm(138.0, 95.0))
    in_the_air = tokens.things(clock.now() + 0.6).stones
    assert any(stone.height_mm > 1 for stone in in_the_air)
    truth = tokens.truth(simulated.busy_until)
    assert [each.id for each in truth] == list(thrown)
    assert [each.label for each in truth] == faces
    places = np.array([each.centre_mm for each in truth])
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 99 * np.eye(4)
    assert apart.min() > 19.9
    tokens.carry_off(thrown)
    assert tokens.truth(simulated.busy_until) == ()


def test_a_gem_dragged_over_a_hole_falls_into_it() -> None:
    _, simulated, tokens = laid()
    (gem, *_) = tokens.in_row(0)
    tokens.carry_off([gem])
    (other, *_) = tokens.in_row(1)
    assert tokens.board is not None
    x, y = tokens.board.place_mm(0, 0)
    tokens.move(other, PointMm(x + 4, y - 3))
    assert at_rest(simulated, tokens)[GridCell(0, 0)] == ROWS[1][0]


def test_the_picture_shows_what_was_taken() -> None:
    _, simulated, tokens = laid()
    before = simulated.render(simulated.busy_until + 1)
    tokens.carry_off(tokens.in_row(2)[:2])
    after = simulated.render(simulated.busy_until + 1)
    assert np.count_nonzero(np.abs(before.astype(int) - after).max(axis=2) > 40) > 20


def test_what_is_not_there_cannot_be_moved() -> None:
    _, simulated, tokens = laid(gem_board=False)
    with pytest.raises(LookupError):
        tokens.take([7], 0)
    with pytest.raises(LookupError):
        tokens.fill(ROWS)
    simulated.put_away()
    assert simulated.tokens is None
