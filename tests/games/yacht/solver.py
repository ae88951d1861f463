"""Best play worked out a second way: from the oracle's rules, with every throw of the dice tried.

No code and no idea is shared with the first: cards are whole sheets, totals are compared and not gains,
and what a throw of some dice leads to is counted die by die and kept as a matrix.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from tests.games.yacht import oracle
from tests.games.yacht.oracle import Card

Dice = tuple[int, ...]
Numbers = NDArray[np.float64]
Ahead = Callable[[Card, int], float]
"""The total to be expected at the end, from a card and its extra bonuses, before a turn."""

THROWS: list[Dice] = list(combinations_with_replacement(range(1, 7), 5))
KEPT: list[Dice] = sorted({some for dice in THROWS for n in range(5) for some in combinations(dice, n)})


@cache
def chances() -> Numbers:
    """A row for each way of keeping up to four dice: how likely each throw is to be made of it."""
    found = np.zeros((len(KEPT), len(THROWS)))
    for row, kept in enumerate(KEPT):
        for thrown in product(range(1, 7), repeat=5 - len(kept)):
            found[row, THROWS.index(tuple(sorted((*kept, *thrown))))] += 1
    likely: Numbers = found / found.sum(axis=1, keepdims=True)
    return likely


@cache
def may_keep() -> NDArray[np.bool_]:
    """A row for each throw: which of ``KEPT`` can be kept of it."""
    return np.array([[kept in {*combinations(dice, len(kept))} for kept in KEPT] for dice in THROWS])


class Solver:
    """One player alone, on these terms."""

    def __init__(self, sheet: str, extra_bonus: bool) -> None:
        self.sheet, self.extra_bonus = sheet, extra_bonus
        self._known: dict[object, float] = {}

    def ways(self, card: Card, extras: int, dice: Dice, ahead: Ahead) -> dict[str, float]:
        """The total to be expected of filling each box that may be filled."""
        found = {}
        for box, points in oracle.allowed(self.sheet, self.extra_bonus, card, list(dice)).items():
            more = oracle.earns_extra(self.extra_bonus, card, list(dice))
            found[box] = ahead({**card, box: points}, extras + more)
        return found

    def turn(self, card: Card, extras: int, ahead: Ahead) -> tuple[dict[Dice, float], ...]:
        """The total to be expected of keeping dice with two throws to come, and with one."""
        scored = np.array([max(self.ways(card, extras, dice, ahead).values()) for dice in THROWS])
        last = chances() @ scored
        first = chances() @ best(last, scored)
        return dict(zip(KEPT, first, strict=True)), dict(zip(KEPT, last, strict=True))

    def expected(self, card: Card, extras: int, ahead: Ahead) -> float:
        """The total to be expected before a turn."""
        scored = np.array([max(self.ways(card, extras, dice, ahead).values()) for dice in THROWS])
        for _ in range(2):
            scored = best(chances() @ scored, scored)
        return float(chances()[KEPT.index(())] @ scored)

    def exact(self, card: Card, extras: int = 0) -> float:
        """The same from nothing but the rules: only for cards with few empty boxes."""
        if len(card) == len(oracle.boxes(self.sheet)):
            return oracle.total(self.sheet, card, extras)
        key = (tuple(sorted(card.items())), extras)
        if key not in self._known:
            self._known[key] = self.expected(card, extras, self.exact)
        return self._known[key]


def best(kept: Numbers, scored: Numbers) -> Numbers:
    """What each throw is worth: scored now, or with the best of its dice kept."""
    found: Numbers = np.maximum(scored, np.where(may_keep(), kept, -np.inf).max(axis=1))
    return found
