"""How long the advice takes: it is shown while the player thinks, on a Raspberry Pi too."""

from random import Random
from statistics import median
from time import perf_counter

import pytest

from companion.games.game import Setup
from companion.games.yacht import odds, values
from companion.games.yacht.rules import GAME
from companion.games.yacht.state import State
from tests.games.contract import played
from tests.games.yacht.case import CASE

pytestmark = pytest.mark.bench


def milliseconds(state: State) -> float:
    start = perf_counter()
    GAME.odds(state)
    return 1000 * (perf_counter() - start)


@pytest.mark.parametrize("setup", CASE.setups, ids=str)
def test_odds(setup: Setup) -> None:
    """The first call reads the table, the first of a turn works the turn out."""
    states = [moment.after for moment in played(GAME, setup, Random(1), wild=0, most=300)]
    values.values.cache_clear()
    odds._turn.cache_clear()
    times_ms = [milliseconds(state) for state in states if state.throws]
    print(
        f"\nodds, {dict(setup.options)}: first {times_ms[0]:.1f} ms, "
        f"longest other {max(times_ms[1:]):.1f} ms, median {median(times_ms):.2f} ms"
    )
