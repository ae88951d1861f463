"""The value, for one player alone, of every way to go on in a turn, exactly.

It goes backwards through the turn: first the value of each throw that must be scored; from that the
value of each way of keeping dice when the others are thrown a last time; then that of each throw with
one more to come, and so on. The values of later turns must be known.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import factorial, prod
from operator import mul
from typing import Final, NamedTuple

from companion.games.yacht.dice import ALL_FIVE, NUMBER, SIDES, SIZES, WAYS, Pick, fewer, more, pick
from companion.games.yacht.scoring import Terms, choices
from companion.games.yacht.sheets import DICE, Counts
from companion.games.yacht.standing import ReducedSheet, empty_in, extra_ahead, filling

Value = Callable[[ReducedSheet], float]
"""The points that the turns after a standing will bring on average, if they are played at their best."""


class TurnValues(NamedTuple):
    """The points to be expected from now to the end of the game, this turn included.

    ``scored``: the value of each throw, by number, if it is scored as it lies. ``kept_last`` and
    ``kept_first``: the value of each way of keeping dice, by number, with one and with two throws to
    come; keeping all means scoring them.
    """

    scored: tuple[float, ...]
    kept_last: tuple[float, ...]
    kept_first: tuple[float, ...]

    @property
    def expected(self) -> float:
        """The value of the turn before its first throw."""
        return float(sum(map(mul, _CHANCES, _at_best(self.kept_first))))


def turn(terms: Terms, standing: ReducedSheet, value: Value) -> TurnValues:
    """Return the value of everything in a turn for a player with this standing."""
    scored = _score(terms, standing, value)
    kept_last = _thrown_again(scored)
    return TurnValues(scored, kept_last, _thrown_again(_at_best(kept_last)))


def worth_of_boxes(
    terms: Terms, standing: ReducedSheet, counts: Counts, value: Value
) -> dict[int, float]:
    """Return the value of five dice in each box that they may fill, including all later turns."""
    extra = extra_ahead(standing, counts)
    worth = {}
    for number, points in _choices(terms, standing.filled, counts).items():
        gain, after = filling(terms, standing, number, points)
        worth[number] = extra + gain + value(after)
    return worth


@lru_cache(maxsize=4096)
def _choices(terms: Terms, filled: int, counts: Counts) -> dict[int, int]:
    return choices(terms, empty_in(terms.sheet, filled), counts)


_CHANCES: Final = tuple(
    factorial(DICE) / prod(map(factorial, counts)) / SIDES**DICE for counts in ALL_FIVE
)
"""The probability of each throw of five dice."""

_ALIKE: Final = tuple(number for number, counts in enumerate(ALL_FIVE) if DICE in counts)


def _score(terms: Terms, standing: ReducedSheet, value: Value) -> tuple[float, ...]:
    """The value of each throw in its best box. Only with five alike can the value differ from that of
    the boxes alone."""
    worth = [
        _in_box(terms, standing, number, value) for number in empty_in(terms.sheet, standing.filled)
    ]
    best = list(map(max, *worth)) if len(worth) > 1 else list(worth[0])
    if terms.five_alike is not None and standing.filled >> terms.five_alike & 1:
        for number in _ALIKE:
            best[number] = max(worth_of_boxes(terms, standing, ALL_FIVE[number], value).values())
    return tuple(best)


def _in_box(terms: Terms, standing: ReducedSheet, number: int, value: Value) -> tuple[float, ...]:
    """The value of each throw in that box, without joker and extra bonus."""
    levels, of_throw = _levels(terms, number)
    worth = []
    for points in levels:
        gain, after = filling(terms, standing, number, points)
        worth.append(gain + value(after))
    return of_throw(worth)


@cache
def _levels(terms: Terms, number: int) -> tuple[tuple[int, ...], Pick]:
    """The possible points of a box, and what picks each throw's from a list of them."""
    points = [terms.sheet.boxes[number].points(counts) for counts in ALL_FIVE]
    levels = tuple(sorted(set(points)))
    return levels, pick([levels.index(each) for each in points])


def _layer(dice: int) -> slice:
    """The numbers of all results of this many dice."""
    numbers = [number for number, way in enumerate(WAYS) if sum(way) == dice]
    return slice(numbers[0], numbers[-1] + 1)


_LAYERS: Final = {dice: _layer(dice) for dice in SIZES}

_ADDED: Final = tuple(
    tuple(pick([NUMBER[more(way, face)] for way in WAYS[_LAYERS[dice]]]) for face in range(SIDES))
    for dice in SIZES[1:]
)
"""For four dice, three …, none: what picks their results after adding a die with each face."""


def _thrown_again(throws: Sequence[float]) -> tuple[float, ...]:
    """The value of each way of keeping dice when the others are thrown, from the value of each throw.

    Throwing several dice is the same as throwing one of them after the other.
    """
    worth = list(throws)
    for picks in _ADDED:
        sums = map(sum, zip(*(of_face(worth) for of_face in picks), strict=True))
        worth += [each / SIDES for each in sums]
    return tuple(worth)


def _without_each(way: Counts) -> list[int]:
    """The numbers of the ways that are left when each of the dice is taken away, one at a time."""
    dice = [face for face, count in enumerate(way) for _ in range(count)]
    return [NUMBER[fewer(way, face)] for face in dice]


def _taken(dice: int) -> tuple[Pick, ...]:
    fewest = _LAYERS[dice - 1].start
    ways = [_without_each(way) for way in WAYS[_LAYERS[dice]]]
    return tuple(pick([less[die] - fewest for less in ways]) for die in range(dice))


_TAKEN: Final = {dice: _taken(dice) for dice in reversed(SIZES[:-1])}
"""For one die, two …, five: what picks their results after taking each die away."""


def _at_best(kept: tuple[float, ...]) -> list[float]:
    """The value of each throw when the best of its dice are kept, from the value of each way of keeping.

    The best of some dice is to keep them all, or the best of any choice with one die less.
    """
    best = list(kept[_LAYERS[0]])
    for dice, picks in _TAKEN.items():
        best = list(map(max, kept[_LAYERS[dice]], *(without(best) for without in picks)))
    return best
