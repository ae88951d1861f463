"""How fast the cards of a vote turn up for all: calmly, and never for long."""

from itertools import pairwise
from typing import Final

from companion.games.drunter.early import turning_up
from companion.games.drunter.state import State
from companion.table.hooks.timing import Shown

CARD_S: Final = 0.8
"""Seconds from one card to the next: a family reads it and adds it up aloud."""
CARDS_TAKE_S: Final = 7.0
"""All cards together take no longer, however many lie there."""
SUM_STANDS_S: Final = 1.5
"""Seconds for which the whole sum is shown before the table says what became of it."""


def reveal(before: State, after: State) -> list[Shown[State]]:
    """Return a vote that is over, card by card."""
    steps = list(turning_up(before, after))
    card_s = min(CARD_S, CARDS_TAKE_S / max(1, len(steps) - 1))
    turning = [Shown(state, card_s) for state, _ in pairwise(steps)]
    return [*turning, *(Shown(state, SUM_STANDS_S) for state in steps[-1:])]
