"""What a turn is worth when several throws are left: an estimate that forgets the grid.

A city is modelled as a number of dice and a number of open cells; a die with one city edge fills a cell,
with two it moves the cell on, with three it opens one more. Dice in each other's way and rings are left
out. In this model every throw and every choice of dice to set aside is weighed, as if played perfectly.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from math import factorial, prod
from typing import NamedTuple

from companion.games.carcassonne_dice.city import City, largest_closed, points
from companion.games.carcassonne_dice.faces import FACES, Faces

Shown = tuple[int, ...]
"""Number of dice of each kind."""


class FaceKind(NamedTuple):
    """City faces that bring equally many edges to a city, and how many of the six there are."""

    ends: int
    faces: int


Kinds = tuple[FaceKind, ...]


class TurnStand(NamedTuple):
    """A turn without its grid: dice and open cells of the city being built, and the largest closed one.

    A city not yet begun counts as having two open cells: whatever is laid first, the arithmetic then
    works.
    """

    size: int
    open_cells: int
    closed: int


EMPTY = TurnStand(0, 2, 0)


class SetAsidePlan(NamedTuple):
    """Dice of each kind to set aside, and the points to be expected then, not doubled."""

    aside: Shown
    after: TurnStand
    worth: float
    throws_on: bool


def stand_of(standing: tuple[City, ...]) -> TurnStand:
    """Return the model of a table with these cities: the largest open one is built on."""
    closed = largest_closed(standing)
    still_open = [city for city in standing if city.open_edges]
    if not still_open:
        return EMPTY._replace(closed=closed)
    city = max(still_open, key=lambda each: each.size)
    return TurnStand(city.size, len({edge.across.cell for edge in city.open_edges}), closed)


def kind_of(faces: Faces, name: str) -> int:
    """Return how many edges a city face brings to one city."""
    return max((len(part) for part in faces.parts(name)), default=0)


def kinds_of(faces: Faces) -> Kinds:
    """Return the kinds of these city faces, fewest edges first."""
    ends = sorted(kind_of(faces, face.name) for face in faces.city)
    return tuple(FaceKind(each, ends.count(each)) for each in sorted(set(ends)))


@lru_cache(maxsize=200_000)
def value(stand: TurnStand, kinds: Kinds, dice: int, throws: int) -> float:
    """Return the expected points, not doubled, of throwing this many dice up to this many times."""
    if throws == 1:
        return sum(chance * _last(stand, kinds, shown) for shown, _, chance in _outcomes(kinds, dice))
    return sum(
        chance * max(plan.worth for plan in plans(stand, kinds, shown, others, throws - 1))
        for shown, others, chance in _outcomes(kinds, dice)
    )


def plans(
    stand: TurnStand, kinds: Kinds, shown: Shown, knights: int, throws: int
) -> Iterator[SetAsidePlan]:
    """Yield every choice of dice to set aside after a throw, with ``throws`` more to come."""
    for aside in product(*(range(count + 1) for count in shown)):
        after = _built(stand, kinds, aside)
        if after is None:
            continue
        stop, left = float(points(after.closed)), sum(shown) - sum(aside) + knights
        throw = value(after, kinds, left, throws) if throws and left else 0.0
        yield SetAsidePlan(aside, after, max(stop, throw), throw > stop)


def _built(stand: TurnStand, kinds: Kinds, aside: Shown) -> TurnStand | None:
    open_cells = stand.open_cells + _opened(kinds, aside)
    if open_cells < 0:
        return None
    size = stand.size + sum(aside)
    return (
        TurnStand(size, open_cells, stand.closed)
        if open_cells
        else EMPTY._replace(closed=max(stand.closed, size))
    )


def _opened(kinds: Kinds, aside: Shown) -> int:
    return sum((kind.ends - 2) * count for kind, count in zip(kinds, aside, strict=True))


def _last(stand: TurnStand, kinds: Kinds, shown: Shown) -> int:
    """Points after the last throw: the city closed with as many dice as possible."""
    laid = _most_laid(kinds, stand.open_cells, shown)
    anew = _most_laid(kinds, EMPTY.open_cells, shown)
    return max(points(stand.closed), points(stand.size + laid) if laid else 0, points(anew))


@cache
def _most_laid(kinds: Kinds, open_cells: int, shown: Shown) -> int:
    """The most dice that fill this many open cells exactly; 0 if none do."""
    asides = product(*(range(count + 1) for count in shown))
    return max((sum(aside) for aside in asides if open_cells + _opened(kinds, aside) == 0), default=0)


@cache
def _outcomes(kinds: Kinds, dice: int) -> tuple[tuple[Shown, int, float], ...]:
    """The results that this many dice can show: number of each kind, number of knights, and the
    chance."""
    weights = (*(kind.faces for kind in kinds), 1, 1)
    found = []
    for counts in product(range(dice + 1), repeat=len(weights) - 1):
        catapults = dice - sum(counts)
        if catapults >= 0:
            each = (*counts, catapults)
            ways = factorial(dice) // prod(map(factorial, each))
            weighed = prod(weight**count for weight, count in zip(weights, each, strict=True))
            found.append((counts[:-1], counts[-1], ways * weighed / FACES**dice))
    return tuple(found)
