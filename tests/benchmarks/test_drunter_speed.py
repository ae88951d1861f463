"""How long Drunter's rules take: the referee weighs every legal lay against a picture."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter

import pytest

from companion.games.drunter.moves import Move
from companion.games.drunter.perft import count
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Laying, State
from companion.games.drunter.town import Town
from tests.games.drunter.case import dealt

pytestmark = pytest.mark.bench


def milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def line(what: str, times_ms: list[float]) -> str:
    high = quantiles(times_ms, n=20)[-1]
    return f"{what}: median {median(times_ms):.3f} ms, 95 % within {high:.3f} ms, n = {len(times_ms)}"


def a_game(seed: int) -> Iterator[State]:
    """Every state of a game in which all move by chance."""
    rng = Random(seed)
    state = GAME.start(dealt(2 + seed % 3, seed, variant=("basic", "expert")[seed % 2]))
    while moves := list(GAME.legal_moves(state)):
        yield state
        state = GAME.play(state, rng.choice(moves))


def fresh(state: State) -> State:
    """The same state, nothing of it worked out yet."""
    town = state.town
    return State(**{**vars(state), "town": Town(town.board, town.gangs, town.tiles)})


def mid_game(seed: int) -> list[State]:
    lays = [state for state in a_game(seed) if isinstance(state.phase, Laying)]
    return lays[len(lays) // 4 : 3 * len(lays) // 4]


def legal_lays(state: State) -> list[Move]:
    return list(GAME.legal_moves(state))


def test_legal_lays_of_a_mid_game_position() -> None:
    positions = [fresh(state) for seed in range(60) for state in mid_game(seed)]
    times = [milliseconds(partial(legal_lays, position)) for position in positions]
    print(f"\n{line('legal lays of a mid-game position (target: 1 ms)', times)}")


def test_a_whole_game_by_chance() -> None:
    times = [milliseconds(partial(deque, a_game(seed), 0)) for seed in range(200)]
    print(f"\n{line('a whole game by chance (target: 50 ms)', times)}")


def test_perft_to_depth_3() -> None:
    print(f"\n{line('perft to depth 3', [milliseconds(lambda: count(3)) for _ in range(5)])}")
