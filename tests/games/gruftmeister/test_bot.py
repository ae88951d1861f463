"""The bot is not stupid: it arms itself, fights at good odds, and brings treasures home."""

from random import Random
from typing import Any

from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.board import Cell
from companion.games.gruftmeister.bot import BOT
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import State
from companion.games.gruftmeister.stones import laid_down
from tests.games.bots import next_move
from tests.games.gruftmeister.crypts import (
    ANA,
    BOB,
    MASTER,
    SHUT_IN,
    begun,
    placed,
    played,
)


def choice(state: State) -> Any:
    return BOT.choose(state, state.turn.seat, Random(1))


def fighting(hearts: int, *bag: str) -> State:
    state = placed(begun(), master=(2, 1), hearts=hearts, master_bag=bag)
    state = played(state, m.Fight(ANA, Cell(3, 1)))
    return played(state, m.Throw(ANA, tuple(sorted(["logo", *["back"] * len(bag)]))))


def test_it_leaves_luck_to_luck_and_others_to_others() -> None:
    state = played(placed(begun(), master=(2, 0)), m.Step(ANA, MASTER, Cell(3, 0)))
    assert choice(state) is None
    assert BOT.choose(begun(), BOB, Random(1)) is None


def test_it_breaks_off_when_the_odds_are_bad_and_fights_on_when_they_are_good() -> None:
    assert choice(fighting(1, "sword")) == m.BreakOff(ANA)
    assert choice(fighting(3, "sword")) is None
    assert choice(fighting(1, "sword", "axe", "shield", "helmet")) is None


def test_it_takes_a_weapon_and_lays_down_a_tool_for_it() -> None:
    bag = ["crowbar", "green key", "heart", "saw", "yellow key"]
    state = laid_down(placed(begun(), master=(4, 0), master_bag=bag), Cell(4, 0), ("sword",))
    dropped = choice(state)
    assert isinstance(dropped, m.Drop)
    assert choice(played(state, dropped)) == m.Take(ANA, "sword")


def test_it_hands_treasures_to_the_servant_who_carries_them_home() -> None:
    state = placed(begun(), master=(1, 1), servant=(1, 1), master_bag=["crown", "ring"])
    state = played(state, choice(state))
    assert state.mover.servant_bag == ("crown", "ring")
    rng = Random(3)
    while GAME.to_move(state) == ANA:
        move: Any = next_move(GAME, BOT, state, 2, rng)
        state = GAME.play(state, move)
    assert state.players[0].home == 2


def test_it_heals_as_soon_as_it_can() -> None:
    assert choice(placed(begun(), master=(1, 0), hearts=1, master_bag=["heart"])) == m.Heal(ANA)


def test_with_enough_treasures_both_figures_go_home() -> None:
    state = placed(begun(), home=5, master=(1, 0), servant=(1, 1))
    while GAME.outcome(state) is None:
        move = choice(state)
        assert isinstance(move, m.Step)
        state = played(state, move)
    assert GAME.outcome(state).winners == (ANA,)  # type: ignore[union-attr]


def test_shut_in_on_all_sides_it_gets_out() -> None:
    state = begun(rows=SHUT_IN, doors={"boarded": 4})
    rng, kinds = Random(2), []
    for _ in range(40):
        move: Any = next_move(GAME, BOT, state, 2, rng)
        kinds.append(move.kind)
        state = GAME.play(state, move)
        if move.kind == "show":
            break
    assert kinds[-2:] == ["shut_in", "show"]
    assert len(state.closed & {Cell(0, 1), Cell(1, 0), Cell(1, 2), Cell(2, 1)}) == 3
