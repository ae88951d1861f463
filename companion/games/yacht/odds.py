"""Advice to the seat to move: the value of every way to go on, as the expected final score.

Exact for one player alone, who wants as many points as possible: every throw, every choice and every
turn to come is counted (see ``turn`` and ``values``). Against others the numbers stay true, but a player
who must catch up may do well to risk more.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from companion.games.game import Json
from companion.games.yacht.dice import NUMBER
from companion.games.yacht.scoring import Terms
from companion.games.yacht.sheets import DICE, counts_of
from companion.games.yacht.standing import ReducedSheet, standing_of
from companion.games.yacht.state import THROWS, State
from companion.games.yacht.turn import TurnValues, turn, worth_of_boxes
from companion.games.yacht.values import values


class Filling(NamedTuple):
    """A box that may be filled now, its points, and the expected final score."""

    box: str
    points: int
    expected: float


class Keeping(NamedTuple):
    """Dice that may be kept while all others are thrown again, and the expected final score."""

    kept: tuple[str, ...]
    expected: float


class Advice(NamedTuple):
    """Every way to go on, the best of each kind first; nothing to keep if no throw is left."""

    boxes: tuple[Filling, ...]
    keeps: tuple[Keeping, ...]

    @property
    def best(self) -> Filling | Keeping:
        """The best way of all; scoring, if throwing again is worth no more."""
        if self.keeps and self.keeps[0].expected > self.boxes[0].expected:
            return self.keeps[0]
        return self.boxes[0]


def advice(state: State) -> Advice | None:
    """Return the advice for the seat to move; None before its first throw and after the game."""
    if not state.options:
        return None
    standing = standing_of(state.terms, state.row)
    return Advice(_boxes(state, standing), _keeps(state, standing))


def to_json(found: Advice) -> dict[str, Json]:
    """Return the advice as pages get it, ``expected`` in points, to hundredths."""
    best = found.best
    return {
        "expected": round(best.expected, 2),
        "best": {"box": best.box} if isinstance(best, Filling) else {"kept": best.kept},
        "boxes": [
            {"box": way.box, "points": way.points, "expected": round(way.expected, 2)}
            for way in found.boxes
        ],
        "keeps": [{"kept": way.kept, "expected": round(way.expected, 2)} for way in found.keeps],
    }


def _boxes(state: State, standing: ReducedSheet) -> tuple[Filling, ...]:
    so_far, names, points = state.totals[state.seat - 1], state.sheet.names, state.options
    worth = worth_of_boxes(state.terms, standing, state.counts, values(state.terms))
    ways = [
        Filling(names[number], points[names[number]], so_far + each) for number, each in worth.items()
    ]
    return tuple(sorted(ways, key=lambda way: -way.expected))


def _keeps(state: State, standing: ReducedSheet) -> tuple[Keeping, ...]:
    if not state.may_throw:
        return ()
    so_far, now = state.totals[state.seat - 1], _turn(state.terms, standing)
    worth = now.kept_last if state.throws == THROWS - 1 else now.kept_first
    kept = {some for count in range(DICE) for some in combinations(state.lying, count)}
    ways = [Keeping(some, so_far + worth[NUMBER[counts_of(some)]]) for some in sorted(kept)]
    return tuple(sorted(ways, key=lambda way: -way.expected))


@lru_cache(maxsize=32)
def _turn(terms: Terms, standing: ReducedSheet) -> TurnValues:
    """The same for every throw of a turn: cached for all seats of a game."""
    return turn(terms, standing, values(terms))
