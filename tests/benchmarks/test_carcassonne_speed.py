"""How long the dice game's odds and its bot take: the odds are shown while the player thinks."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter

import pytest

from companion.games.carcassonne_dice.bot import BOT
from companion.games.carcassonne_dice.odds import odds_of
from companion.games.carcassonne_dice.rules import GAME
from companion.games.carcassonne_dice.state import State
from companion.games.game import Setup
from tests.games.contract import played

pytestmark = pytest.mark.bench


def positions(games: int) -> Iterator[State]:
    """Every position of games between bots, as they come: what was worked out before stays known."""
    setup = Setup("carcassonne_dice", ("Ana", "Bob"))
    for seed in range(games):
        yield from (moment.after for moment in played(GAME, setup, Random(seed), wild=0, most=1500))


def milliseconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def line(what: str, times_ms: list[float]) -> str:
    parts = quantiles(times_ms, n=100)
    return (
        f"{what}: median {median(times_ms):.2f} ms, 95 % within {parts[94]:.1f} ms, "
        f"99 % within {parts[98]:.1f} ms, longest {max(times_ms):.0f} ms, n = {len(times_ms)}"
    )


def test_odds_of_positions_seen_for_the_first_time() -> None:
    asked: dict[object, float] = {}
    for state in positions(40):
        known = (state.built, state.loose, state.throws, state.knights, state.catapults, state.doubled)
        if state.throws and state.dice_to_throw and known not in asked:
            asked[known] = milliseconds(partial(odds_of, state))
    print(f"\n{line('odds (target: 200 ms)', list(asked.values()))}")


def test_a_decision_of_the_bot() -> None:
    going_on = [state for state in positions(20) if state.outcome is None]
    times = [milliseconds(partial(BOT.choose, state, state.seat, Random(1))) for state in going_on]
    print(f"\n{line('a decision of the bot (target: 50 ms)', times)}")
