"""What the figures carry: limits, one of each, dropping, picking up, handing over, hearts."""

import pytest

from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import State
from companion.games.gruftmeister.stones import laid_down
from tests.games.gruftmeister.crypts import (
    ANA,
    BOB,
    MASTER,
    SERVANT,
    begun,
    is_legal,
    placed,
    played,
    refused,
    step,
    turn_of,
)

HERE = (4, 0)
FULL = ["axe", "crowbar", "helmet", "shield", "sword"]


def standing(*lying: str, **changes: object) -> State:
    """Ana's master stands on a plain field where these things lie."""
    state = placed(begun(), **{"master": HERE, **changes})  # type: ignore[arg-type]
    return laid_down(state, Cell(*HERE), lying)


def test_the_master_carries_five_things_the_start_kit_apart() -> None:
    state = standing("ring", "saw", master_bag=FULL[:4])
    state = played(state, m.Take(ANA, "ring"))
    refused(state, m.Take(ANA, "saw"), "the master carries 5 things already")
    assert state.mover.hearts == 3


def test_the_servant_carries_two_things() -> None:
    state = standing(servant=HERE, master_bag=["axe", "sword", "saw"])
    state = played(state, m.Swap(ANA, ("axe", "sword"), ()))
    assert state.mover.servant_bag == ("axe", "sword")
    refused(state, m.Swap(ANA, ("saw",), ()), "the servant can carry only 2 things")


@pytest.mark.parametrize("thing", ["sword", "shield", "saw", "green key"])
@pytest.mark.parametrize("figure", ["master_bag", "servant_bag"])
def test_one_of_each_thing_over_both_figures(thing: str, figure: str) -> None:
    refused(standing(thing, **{figure: [thing]}), m.Take(ANA, thing), f"only 1 {thing} together")


@pytest.mark.parametrize("thing", ["crown", "heart"])
def test_treasures_and_hearts_up_to_two_alike(thing: str) -> None:
    state = played(standing(thing, thing, servant_bag=[thing]), m.Take(ANA, thing))
    refused(state, m.Take(ANA, thing), f"only 2 {thing} together")


def test_treasures_of_another_kind_are_other_things() -> None:
    assert is_legal(standing("ring", master_bag=["crown", "crown"]), m.Take(ANA, "ring"))


def test_keys_of_four_colours_the_own_one_in_the_kit() -> None:
    state = standing("blue key", "green key", "yellow key", "red key")
    for key in ("blue key", "green key", "yellow key"):
        state = played(state, m.Take(ANA, key))
    refused(state, m.Take(ANA, "red key"), "only 1 red key together")


def test_two_kinds_of_weapon_and_two_of_armour_all_differ() -> None:
    state = standing("axe", "helmet", "shield", "sword")
    for thing in ("axe", "helmet", "shield", "sword"):
        state = played(state, m.Take(ANA, thing))
    assert state.mover.master_bag == ("axe", "helmet", "shield", "sword")


def test_what_is_found_may_be_left_and_any_master_takes_it() -> None:
    state = played(placed(begun(), master=(2, 0)), step(3, 0), m.Found(ANA, "sword"), m.EndTurn(ANA))
    assert state.lying == {Cell(3, 0): ("sword",)}
    state = played(placed(state, BOB, master=(3, 0)), m.Take(BOB, "sword"))
    assert state.mover.master_bag == ("sword",)
    assert state.lying == {}


def test_either_figure_drops_anything_at_any_time() -> None:
    state = standing(servant=(5, 0), master_bag=["saw"], servant_bag=["axe"])
    state = played(state, step(5, 1, SERVANT), m.Drop(ANA, MASTER, "saw"), m.Drop(ANA, SERVANT, "axe"))
    assert state.lying == {Cell(4, 0): ("saw",), Cell(5, 1): ("axe",)}
    assert is_legal(state, step(6, 1, SERVANT))
    refused(state, m.Drop(ANA, SERVANT, "axe"), "the servant carries no axe")


def test_one_may_drop_a_thing_to_take_another() -> None:
    state = played(standing("ring", master_bag=FULL), m.Drop(ANA, MASTER, "axe"), m.Take(ANA, "ring"))
    assert "ring" in state.mover.master_bag


def test_picking_up_costs_nothing_even_after_the_masters_walk() -> None:
    state = played(standing("ring", servant=(0, 0)), step(1, 0, SERVANT), m.Take(ANA, "ring"))
    assert is_legal(state, step(2, 0, SERVANT))


def test_nobody_else_drops_ones_things() -> None:
    refused(standing(master_bag=["saw"]), m.Drop(BOB, MASTER, "saw"), "it is the turn of seat 1")


def test_the_two_swap_on_the_same_field_only() -> None:
    state = standing(servant=(5, 0), master_bag=["saw"])
    refused(state, m.Swap(ANA, ("saw",), ()), r"the master is at \(4,0\), the servant at \(5,0\)")
    together = played(state, step(4, 0, SERVANT))
    assert is_legal(together, m.Swap(ANA, ("saw",), ()))


def test_passing_by_is_enough_for_a_swap() -> None:
    """The printed example: the servant has 4 steps left, the master stands 2 fields away; the servant
    goes 2 fields, things are swapped, he goes on for 2 fields."""
    state = placed(begun(), servant=(1, 1), master=(1, 4), master_bag=["ring", "crown"])
    state = placed(state, master=(2, 0), servant=(1, 0))
    state = turn_of(state, ANA, begun=(SERVANT,), servant_left=4)
    state = placed(state, servant=(1, 1))
    state = played(state, step(2, 1, SERVANT), step(2, 0, SERVANT))
    state = played(state, m.Swap(ANA, ("crown", "ring"), ()))
    state = played(state, step(1, 0, SERVANT), step(0, 0, SERVANT))
    assert state.turn.servant_left == 0
    assert state.mover.servant_bag == ("crown", "ring")


def test_a_swap_goes_both_ways_at_once_within_the_limits() -> None:
    state = standing(servant=HERE, master_bag=FULL, servant_bag=["ring", "saw"])
    refused(state, m.Swap(ANA, (), ("ring",)), "the master can carry only 5 things")
    state = played(state, m.Swap(ANA, ("axe",), ("ring",)))
    assert state.mover.master_bag == ("crowbar", "helmet", "ring", "shield", "sword")
    assert state.mover.servant_bag == ("axe", "saw")


def test_only_what_is_carried_is_handed_over_never_the_kit() -> None:
    state = standing(servant=HERE, master_bag=["saw"])
    for thing in ("red key", "heart", "axe"):
        refused(state, m.Swap(ANA, (thing,), ()), f"the master carries too few {thing}")
    refused(state, m.Swap(ANA, (), ()), "nothing is handed over")
    refused(state, m.Swap(ANA, ("saw", "saw"), ()), "the master carries too few saw")


def test_figures_of_other_players_swap_nothing() -> None:
    state = placed(standing(master_bag=["saw"]), BOB, servant=HERE)
    assert not any(isinstance(move, m.Swap) for move in GAME.legal_moves(state))


def test_a_found_heart_has_no_effect_until_it_is_put_into_the_kit() -> None:
    """[decided]"""
    state = played(standing("heart", hearts=1), m.Take(ANA, "heart"))
    assert state.mover.hearts == 1
    state = played(state, m.Heal(ANA))
    assert state.mover.hearts == 2
    assert state.mover.master_bag == ()


def test_a_heart_goes_only_into_a_kit_of_fewer_than_three_and_from_the_master() -> None:
    refused(standing(master_bag=["heart"]), m.Heal(ANA), "the kit has 3 hearts")
    refused(standing(servant_bag=["heart"], hearts=2), m.Heal(ANA), "the master carries no heart")


def test_a_carried_heart_does_not_save_a_master() -> None:
    state = placed(begun(), master=(2, 1), hearts=1, master_bag=["heart", "sword"])
    state = played(state, m.Fight(ANA, Cell(3, 1)), m.Throw(ANA, ("back", "monster")))
    assert state.blow is not None
    assert state.blow.dead
    assert state.buried == {Cell(3, 1): ("heart", "sword")}


def test_coming_home_fills_the_kit() -> None:
    state = played(placed(begun(), master=(1, 0), hearts=1), step(0, 0))
    assert state.mover.hearts == 3


def test_only_the_master_and_only_the_own_start_field_fill_the_kit() -> None:
    state = played(placed(begun(), master=(5, 5), servant=(1, 0), hearts=1), step(0, 0, SERVANT))
    assert state.mover.hearts == 1
    state = played(placed(begun(), master=(7, 0), hearts=1), step(7, 1))
    assert state.mover.master == state.board.starts["blue"]
    assert state.mover.hearts == 1
