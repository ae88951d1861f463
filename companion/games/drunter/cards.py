"""Building cards and special cards: what each is worth at the end, and how they are dealt."""

from collections.abc import Iterable, Sequence
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
    counted = counted_by(card, [*buildings])
    return len(counted) if card == ONE_EACH else sum(building.value for building in counted)


def counted_by(card: str, buildings: Sequence[Building]) -> list[Building]:
    """Return those of the buildings that a card counts."""
    match card:
        case "all 3s" | "all 4s":
            return [building for building in buildings if f"all {building.value}s" == card]
        case "one each":
            return [*buildings]
        case "lowest of each":
            least = lowest(buildings)
            return [building for building in buildings if building.value == least[building.type]]
        case _:
            return [building for building in buildings if building.type == card]


def reasons(card: str, town: Town) -> list[tuple[Building, bool]]:
    """Return the buildings of which a card tells, by value, and whether each still stands."""
    of = standing(town) if card == LOWEST_OF_EACH else town.board.buildings
    counted = sorted(counted_by(card, of), key=lambda building: (building.value, building.type))
    return [(building, building.square not in town.covered) for building in counted]


def lowest(buildings: Iterable[Building]) -> dict[str, int]:
    """Return the least uncovered value of each type that is not wiped out."""
    least: dict[str, int] = {}
    for building in buildings:
        least[building.type] = min(building.value, least.get(building.type, building.value))
    return least
