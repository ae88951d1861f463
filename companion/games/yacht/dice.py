"""All results of up to five dice, numbered, and which result each becomes when a die is added.

The 252 results of five dice are numbered 0 to 251, followed by those of four, three, two and one; no die
at all has the last number, 461. So adding a die always leads to a smaller number.
"""

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from operator import itemgetter
from typing import Final, cast

from companion.games.yacht.sheets import DICE, Counts

SIDES: Final = 6

Pick = Callable[[Sequence[float]], tuple[float, ...]]
"""Takes from a sequence the elements at fixed places."""


def _ways(dice: int) -> list[Counts]:
    shown = combinations_with_replacement(range(SIDES), dice)
    return [tuple(faces.count(face) for face in range(SIDES)) for faces in shown]


SIZES: Final = tuple(range(DICE, -1, -1))
WAYS: Final[tuple[Counts, ...]] = tuple(way for dice in SIZES for way in _ways(dice))
NUMBER: Final = {way: number for number, way in enumerate(WAYS)}
ALL_FIVE: Final = WAYS[: len(_ways(DICE))]
"""All results of five dice."""


def more(way: Counts, face: int) -> Counts:
    """Return the dice with one more of that face, counted from 0."""
    return (*way[:face], way[face] + 1, *way[face + 1 :])


def fewer(way: Counts, face: int) -> Counts:
    """Return the dice with one fewer of that face; faces are counted from 0."""
    return (*way[:face], way[face] - 1, *way[face + 1 :])


def pick(places: Sequence[int]) -> Pick:
    """Return a function that picks the elements at these places, much faster than a loop."""
    if len(places) == 1:
        return lambda values: (values[places[0]],)
    return cast(Pick, itemgetter(*places))
