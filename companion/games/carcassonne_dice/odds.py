"""What throwing again offers: the chances of closing and of three knights, and the expected points.

Exact for one more throw with the best use of its dice. If more throws follow, the expected points are an
estimate (see ``outlook``), and are marked as one.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod

from companion.games.carcassonne_dice.city import City, cities, largest_closed, points
from companion.games.carcassonne_dice.closing import Built, Needs, closings, fresh
from companion.games.carcassonne_dice.faces import DICE, FACES, Faces
from companion.games.carcassonne_dice.outlook import kinds_of, stand_of, value
from companion.games.carcassonne_dice.state import KNIGHTS, THROWS, State
from companion.games.game import Json


@dataclass(frozen=True)
class Odds:
    """For the player who may throw again: all dice not set aside would be thrown.

    ``closes``: the chance that this throw can close the largest open city; with none open, any city that
    scores. ``three_knights``: the chance, keeping every knight and throwing the rest again until the
    last throw. ``nine_catapults``: the chance, throwing everything else again. ``stop_points`` are
    certain; ``one_throw_points``: the exact expectation of one more throw and then stopping;
    ``throw_points``: that of throwing on as long as it pays, an estimate unless ``exact``. Doubling
    counts.
    """

    dice: int
    throws_left: int
    closes: float
    three_knights: float
    nine_catapults: float
    stop_points: int
    one_throw_points: float
    throw_points: float
    exact: bool

    def to_json(self) -> dict[str, Json]:
        """Return it as pages get it."""
        return dict(asdict(self))


def odds_of(state: State) -> Odds | None:
    """Return the odds of throwing again; None before the first throw and when none can follow."""
    if state.throws == 0 or not state.dice_to_throw:
        return None
    return _odds(
        state.built,
        state.faces,
        len(state.loose),
        state.throws,
        state.knights,
        state.catapults,
        state.doubled,
    )


def chance_of_knights(dice: int, throws: int, needed: int = KNIGHTS) -> float:
    """Return the chance of at least this many knights, keeping each and throwing the rest again."""
    return at_least(needed, dice, _ever(throws, keep=FACES - 2))


def chance_of_catapults(dice: int, throws: int) -> float:
    """Return the chance that every die shows a catapult in time, if all others are thrown again."""
    return _ever(throws, keep=FACES - 1) ** dice


def at_least(needed: int, dice: int, chance: float) -> float:
    """Return the chance that at least this many dice show a face that each shows with this chance."""
    counts = range(max(needed, 0), dice + 1)
    return sum(comb(dice, count) * chance**count * (1 - chance) ** (dice - count) for count in counts)


def _ever(throws: int, *, keep: int) -> float:
    """The chance that a die shows one face within these throws; it is thrown again only if it shows one
    of ``keep`` other faces."""
    return sum((keep / FACES) ** throw for throw in range(throws)) / FACES


@lru_cache(maxsize=512)
def _odds(
    built: Built, faces: Faces, dice: int, throws: int, knights: int, catapults: int, doubled: bool
) -> Odds:
    standing = cities(dict(built), faces)
    closed = largest_closed(standing)
    stop = points(closed, doubled=doubled)
    largest, closes = reachable(built, standing, faces, dice)
    one_throw = closing = 0.0
    for shown, chance in city_dice(len(faces.city), dice):
        one_throw += chance * points(max(closed, largest[shown]), doubled=doubled)
        closing += chance * closes[shown]
    left = THROWS - throws
    return Odds(
        dice=dice,
        throws_left=left,
        closes=closing,
        three_knights=chance_of_knights(dice, left, KNIGHTS - knights),
        nine_catapults=chance_of_catapults(dice, left) if catapults + dice == DICE else 0.0,
        stop_points=stop,
        one_throw_points=one_throw,
        throw_points=one_throw
        if left == 1
        else _prospect(standing, faces, dice, left, one_throw, doubled),
        exact=left == 1,
    )


def _prospect(
    standing: tuple[City, ...], faces: Faces, dice: int, throws: int, one_throw: float, doubled: bool
) -> float:
    """Estimate the points of throwing on; the exact value for one throw corrects for ignoring the
    grid."""
    stand, kinds, factor = stand_of(standing), kinds_of(faces), 2 if doubled else 1
    left_out = one_throw - factor * value(stand, kinds, dice, 1)
    return max(one_throw, factor * value(stand, kinds, dice, throws) + left_out)


def city_dice(kinds: int, dice: int) -> Iterator[tuple[Needs, float]]:
    """Yield every number of each city face that this many dice can show, with its chance."""
    for shown in product(range(dice + 1), repeat=kinds):
        others = dice - sum(shown)
        if others >= 0:
            ways = factorial(dice) // (prod(map(factorial, shown)) * factorial(others))
            yield shown, ways * (FACES - kinds) ** others / FACES**dice


def reachable(
    built: Built, standing: tuple[City, ...], faces: Faces, dice: int
) -> tuple[dict[Needs, int], dict[Needs, bool]]:
    """Return, for the city faces of a throw, the largest city it can close, and whether it closes one.

    "It" is the largest open city or, if none is open, any city that scores.
    """
    kinds = len(faces.city)
    most = (dice,) * kinds
    open_cities = sorted((city for city in standing if city.open_edges), key=lambda city: -city.size)
    sizes: dict[Needs, int] = {needs: way.size for needs, way in fresh(faces, most, dice).items()}
    wanted = {needs for needs, size in sizes.items() if points(size)} if not open_cities else set()
    for number, city in enumerate(open_cities):
        found = closings(built, city, faces, most, dice)
        for needs, way in found.items():
            sizes[needs] = max(sizes.get(needs, 0), way.size)
        if number == 0:
            wanted = set(found)
    return _spread(kinds, dice, sizes, wanted)


def _spread(
    kinds: int, dice: int, sizes: dict[Needs, int], wanted: set[Needs]
) -> tuple[dict[Needs, int], dict[Needs, bool]]:
    """Whatever some dice can do, the same dice with others beside them can do as well."""
    largest: dict[Needs, int] = {}
    closes: dict[Needs, bool] = {}
    for shown in product(range(dice + 1), repeat=kinds):
        if sum(shown) > dice:
            continue
        fewer = [(*shown[:at], shown[at] - 1, *shown[at + 1 :]) for at in range(kinds) if shown[at]]
        largest[shown] = max([sizes.get(shown, 0), *(largest[less] for less in fewer)])
        closes[shown] = shown in wanted or any(closes[less] for less in fewer)
    return largest, closes
