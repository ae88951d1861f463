"""Building cards and special cards: what each is worth at the end, and how they are dealt."""

from collections.abc import Iterable
from typing import Final

from companion.games.drunter.board import Building
from companion.games.drunter.town import Town

ALL_3S: Final = "all 3s"
ALL_4S: Final = "all 4s"
LOWEST_OF_EACH: Final = "lowest of each"
ONE_EACH: Final = "one each"
SPECIALS: Final = (ALL_3S, ALL_4S, LOWEST_OF_EACH, ONE_EACH)


def standing(town: Town) -> list[Building]:
    """Return the uncovered buildings."""
    return [building for building in town.board.buildings if building.square not in town.covered]


def points(card: str, buildings: Iterable[Building]) -> int:
    """Return what a card scores with these buildings uncovered."""
    match card:
        case "all 3s":
            return sum(building.value for building in buildings if building.value == 3)
        case "all 4s":
            return sum(building.value for building in buildings if building.value == 4)
        case "one each":
            return sum(1 for _ in buildings)
        case "lowest of each":
            return sum(lowest(buildings).values())
        case _:
            return sum(building.value for building in buildings if building.type == card)


def lowest(buildings: Iterable[Building]) -> dict[str, int]:
    """Return the least uncovered value of each type that is not wiped out."""
    least: dict[str, int] = {}
    for building in buildings:
        least[building.type] = min(building.value, least.get(building.type, building.value))
    return least
