"""The 72 gems in the form of a first line or a move: six rows of twelve, each row's nearest gem
first."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final, TypeAlias, cast

from companion.games.game import Json
from companion.games.setup import near
from companion.games.ubongo.components import GEMS_OF_A_COLOUR, HOLES, ROWS, Colour

AS_SEEN: Final = "seen"
"""``"gems": "seen"`` in a first line: the gems on the real board are to be read or entered first."""

Gems: TypeAlias = tuple[tuple[Colour, ...], ...]
LaidGems: TypeAlias = tuple[tuple[Colour | None, ...], ...]
"""A board with some gems still unknown."""

NOT_KNOWN: Final[LaidGems] = ((None,) * HOLES,) * len(ROWS)


def deal_gems(rng: Random) -> list[list[str]]:
    """Return the 72 gems at random, one a hole, as a first line has them under ``gems``."""
    gems = [str(colour) for colour in Colour for _ in range(GEMS_OF_A_COLOUR)]
    rng.shuffle(gems)
    return [gems[row * HOLES : (row + 1) * HOLES] for row in ROWS]


def gem_faults(rows: Json) -> Iterator[str]:
    """List everything that is wrong with the data of a gem board."""
    if rows is None:
        yield "'gems' is missing"
    elif not isinstance(rows, list | tuple) or not all(isinstance(row, list | tuple) for row in rows):
        yield "'gems' is not a list of rows"
    else:
        yield from _row_faults(cast(list[list[Json]], rows))


def gems_of(rows: Json) -> Gems:
    """Return a board without faults."""
    return tuple(tuple(map(Colour, row)) for row in cast(list[list[str]], rows))


def whole_board(laid: LaidGems) -> Gems | None:
    """Return the board if every gem is known, and there are twelve of each colour."""
    rows = [[colour for colour in row if colour is not None] for row in laid]
    return None if any(_row_faults(cast(list[list[Json]], rows))) else gems_of(cast(Json, rows))


def _row_faults(rows: list[list[Json]]) -> Iterator[str]:
    if len(rows) != len(ROWS):
        yield f"{len(rows)} rows of gems, not {len(ROWS)}"
    colours = {str(colour) for colour in Colour}
    for number, row in enumerate(rows):
        if len(row) != HOLES:
            yield f"row {number} has {len(row)} gems, not {HOLES}"
        for hole, gem in enumerate(row):
            if not isinstance(gem, str) or gem not in colours:
                yield f"row {number}, gem {hole}: unknown colour {_shown(gem, colours)}"
    counted = Counter(gem for row in rows for gem in row if isinstance(gem, str))
    for colour in Colour:
        if counted[colour] != GEMS_OF_A_COLOUR:
            yield f"{counted[colour]} {colour} gems, not {GEMS_OF_A_COLOUR}"


def _shown(gem: Json, colours: set[str]) -> str:
    return near(gem, colours) if isinstance(gem, str) else repr(gem)
