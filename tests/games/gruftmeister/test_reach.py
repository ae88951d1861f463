"""What a page is told of the ways: how far figures walk, and what the master can do at their ends."""

from typing import Any

from companion.games.game import seat_role
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.reach import ways_of
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import State
from tests.games.gruftmeister.crypts import ANA, BOB, MASTER, SERVANT, begun, placed, played, turn_of


def goals_of(state: State) -> dict[tuple[int, int], Any]:
    """The master's goals in the view of whoever is to move, by their fields."""
    view: Any = GAME.view(state, seat_role(state.turn.seat))
    return {tuple(goal["at"]): goal["moves"] for goal in view["goals"]["master"]}


def test_a_figure_walks_as_far_as_it_has_steps_round_the_edge_too() -> None:
    ways = ways_of(turn_of(begun(), ANA, servant_left=2), SERVANT)
    assert Cell(7, 0) in ways
    assert max(map(len, ways.values())) == 2
    assert all(way[-1] == goal for goal, way in ways.items())


def test_a_chest_ends_the_masters_walk_and_bars_the_servants() -> None:
    state = placed(begun(), master=(2, 0), servant=(2, 0))
    assert ways_of(state, MASTER)[Cell(3, 0)] == (Cell(3, 0),)
    assert Cell(3, 0) not in ways_of(state, SERVANT)
    assert all(Cell(3, 0) not in way[:-1] for way in ways_of(state, MASTER).values())


def test_the_master_walks_to_a_coffin_with_a_weapon_only() -> None:
    state = placed(begun(), master=(1, 1))
    assert (3, 1) not in goals_of(state)
    assert goals_of(placed(state, master_bag=("sword",)))[3, 1] == [
        {"move": "step", "figure": "master", "to": [2, 1]},
        {"move": "fight", "coffin": [3, 1]},
    ]


def test_nobody_looks_under_a_door_twice_or_without_a_step_left() -> None:
    state = placed(begun(), master=(4, 0))
    assert goals_of(state)[6, 0][-1] == {"move": "peek", "door": [6, 0]}
    assert (6, 0) not in goals_of(turn_of(state, ANA, master_left=1))
    looked = played(placed(begun(), master=(5, 0)), m.Peek(ANA, Cell(6, 0)), m.See(ANA, "barred"))
    assert (6, 0) not in goals_of(placed(turn_of(looked, ANA), master=(4, 0)))


def test_whoever_waits_is_told_no_ways() -> None:
    assert "goals" not in GAME.view(begun(), seat_role(BOB))
    peeking = played(placed(begun(), master=(5, 0)), m.Peek(ANA, Cell(6, 0)))
    assert goals_of(peeking) == {}
