"""The turn: two walkers, five steps each, never mixed; chests, locks, and who may what."""

import pytest

from companion.games.game import Seat
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.rules import GAME
from tests.games.gruftmeister.crypts import (
    ANA,
    BOB,
    CYD,
    MASTER,
    SERVANT,
    begun,
    is_legal,
    opened,
    placed,
    played,
    refused,
    step,
    turn_of,
)

ROUND = [(1, 0), (1, 1), (0, 1), (0, 0), (1, 0)]


@pytest.mark.parametrize("figure", [MASTER, SERVANT])
def test_a_figure_walks_up_to_five_steps(figure: m.Figure) -> None:
    state = played(begun(), *(step(*cell, figure=figure) for cell in ROUND))
    assert state.mover.at(figure) == Cell(1, 0)
    assert state.turn.left(figure) == 0
    refused(state, step(0, 0, figure), f"the {figure} has no step left")


@pytest.mark.parametrize(("first", "second"), [(MASTER, SERVANT), (SERVANT, MASTER)])
def test_either_figure_goes_first_and_steps_are_never_mixed(first: m.Figure, second: m.Figure) -> None:
    state = played(begun(), step(1, 0, first), step(1, 0, second))
    assert state.turn.left(second) == 4
    refused(state, step(2, 0, first), f"the {first}'s walk is over, steps .* are never mixed")
    assert is_legal(state, step(2, 0, second))


def test_walking_less_or_not_at_all_is_allowed() -> None:
    state = played(begun(), m.EndTurn(ANA))
    assert GAME.to_move(state) == BOB


def test_turns_go_clockwise_each_with_new_steps() -> None:
    state = begun(3)
    for seat in (ANA, BOB, CYD, ANA, BOB):
        assert GAME.to_move(state) == seat
        assert (state.turn.master_left, state.turn.servant_left) == (5, 5)
        state = played(state, m.EndTurn(seat))


def test_nobody_moves_out_of_turn() -> None:
    refused(begun(), step(6, 1, seat=BOB), "it is the turn of seat 1")


def test_forward_and_back_as_one_likes() -> None:
    state = played(begun(), step(1, 0), step(0, 0), step(1, 0))
    assert state.mover.master == Cell(1, 0)


def test_figures_share_fields() -> None:
    state = placed(begun(), BOB, master=(1, 0))
    state = played(state, step(1, 0), step(1, 0, SERVANT))
    assert state.mover.master == state.mover.servant == state.players[1].master


def test_the_board_is_left_on_one_side_and_entered_on_the_other() -> None:
    state = played(begun(), step(7, 0), step(7, 5))
    assert state.mover.master == Cell(7, 5)


def test_steps_go_to_neighbours_only() -> None:
    refused(begun(), step(2, 0), r"no way leads from \(0,0\) to \(2,0\)")
    refused(begun(), step(1, 1), r"no way leads from \(0,0\) to \(1,1\)")


def test_there_is_no_way_onto_rock() -> None:
    state = placed(begun(), master=(1, 3))
    assert Cell(2, 3) not in state.board.fields
    assert not any(isinstance(move, m.Step) and move.to == (2, 3) for move in GAME.legal_moves(state))


def test_the_master_steps_on_a_chest_and_turns_it_for_good() -> None:
    state = played(placed(begun(), master=(2, 0)), step(3, 0))
    assert list(GAME.legal_moves(state)) == []
    refused(state, step(4, 0), "first say what the turned stone shows")
    state = played(state, m.Found(ANA, "sword"))
    assert state.lying == {Cell(3, 0): ("sword",)}
    assert Cell(3, 0) not in state.closed
    assert state.turn.master_left == 4


def test_opening_a_chest_costs_nothing_but_the_step_on_it() -> None:
    state = played(placed(begun(), master=(2, 0)), step(3, 0), m.Found(ANA, "axe"), m.Take(ANA, "axe"))
    assert state.turn.master_left == 4
    assert is_legal(state, step(4, 0))


def test_a_closed_chest_blocks_every_servant_an_open_one_none() -> None:
    state = placed(begun(), servant=(2, 0))
    refused(state, step(3, 0, SERVANT), "a closed chest stops every servant")
    state = opened(state, (3, 0))
    assert is_legal(state, step(3, 0, SERVANT))
    bobs = turn_of(placed(state, BOB, servant=(4, 0)), BOB)
    assert is_legal(bobs, step(3, 0, SERVANT, BOB))


def test_only_what_is_left_can_be_found() -> None:
    state = played(placed(begun(), master=(2, 0)), step(3, 0), m.Found(ANA, "shield"))
    state = played(placed(state, master=(2, 0)), step(3, 0))
    state = played(placed(state, master=(4, 2)), step(3, 2))
    refused(state, m.Found(ANA, "shield"), "no shield is left among the closed stones")
    refused(state, m.Found(ANA, "ring"), "no ring is left")
    assert GAME.play(state, m.Found(ANA, "sword")).lying[Cell(3, 2)] == ("sword",)


def test_nothing_is_found_where_nothing_was_turned() -> None:
    refused(begun(), m.Found(ANA, "sword"), "nothing waits for it")


def test_a_lock_needs_its_key_and_leaves_the_game_for_all() -> None:
    state = placed(begun(), master=(0, 1))
    refused(state, step(0, 2), "the master has no blue key")
    state = placed(state, master_bag=["blue key"])
    state = played(state, step(0, 2))
    assert Cell(0, 2) not in state.closed
    assert state.mover.master == Cell(0, 2)
    bobs = turn_of(placed(state, BOB, servant=(0, 1)), BOB)
    assert is_legal(bobs, step(0, 2, SERVANT, BOB))


def test_keys_are_kept_after_opening() -> None:
    state = placed(begun(), master=(0, 1), master_bag=["blue key"])
    assert played(state, step(0, 2)).mover.master_bag == ("blue key",)


def test_a_key_with_the_servant_opens_no_lock() -> None:
    state = placed(begun(), master=(0, 1), servant=(0, 1), servant_bag=["blue key"])
    refused(state, step(0, 2), "the master has no blue key")
    refused(state, step(0, 2, SERVANT), "a closed lock stops every servant")
    handed = played(state, m.Swap(ANA, (), ("blue key",)))
    assert is_legal(handed, step(0, 2))


def test_the_key_of_the_start_kit_counts_as_with_the_master() -> None:
    state = placed(begun(), master=(5, 5))
    assert is_legal(state, step(5, 4))
    bobs = turn_of(placed(state, BOB, master=(5, 5)), BOB)
    refused(bobs, step(5, 4, seat=BOB), "the master has no red key")


def test_no_figure_enters_a_closed_coffin_or_a_shut_door() -> None:
    state = placed(begun(), master=(3, 0), servant=(3, 0))
    refused(state, step(3, 1), "the monster of that coffin has not been beaten in this turn")
    refused(state, step(3, 1, SERVANT), "a closed coffin stops every servant")
    state = placed(state, master=(5, 0), servant=(5, 0))
    refused(state, step(6, 0), "the door is shut, the master must peek first")
    refused(state, step(6, 0, SERVANT), "the door is shut")


def test_a_servant_neither_opens_nor_picks_up_nor_fights() -> None:
    state = placed(opened(begun(), (3, 0)), servant=(3, 0), servant_bag=["ring"])
    state = placed(played(state, m.Drop(ANA, SERVANT, "ring")), master=(1, 5))
    kinds = {type(move) for move in GAME.legal_moves(state)}
    assert kinds == {m.Step, m.EndTurn}
    refused(state, m.Take(ANA, "ring"), "no ring lies where the master stands")


def test_what_the_master_does_ends_the_servants_walk() -> None:
    state = placed(begun(), master=(5, 0))
    state = played(state, step(1, 0, SERVANT), m.Peek(ANA, Cell(6, 0)), m.See(ANA, None))
    refused(state, step(2, 0, SERVANT), "the servant's walk is over")


def test_a_seat_is_needed() -> None:
    assert GAME.parse(begun(), Seat(1), {"move": "end_turn"}) == m.EndTurn(ANA)
