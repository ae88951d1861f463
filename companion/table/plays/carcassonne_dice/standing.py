"""How dice of a world stand together: the ways in which they may touch, from where they lie."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin

import numpy as np

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.table.plays.lying import SIZE_MM
from companion.table.tracking.world import Lain
from vision.dice.contacts import contacts_of
from vision.dice.grids import layouts
from vision.piece import Place
from vision.readings.dice import Die, Grid, GridDie, LyingDice
from vision.readings.places import GridCell, PointPx

MOST_WAYS, LEAST_WAY = 6, 0.003
"""So many ways to touch are thought of, and none less probable than this."""
_FAR_SIDES = 1000.0
_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))

Standing = tuple[float, LyingDice]
"""One way in which dice touch, with its probability."""


def is_city(piece: Lain) -> bool:
    """Tell whether a die shows a part of a city."""
    return piece.label not in (KNIGHT, CATAPULT)


def has_no_angle(piece: Lain) -> bool:
    """Tell whether a die of a city lies where nobody could read how it is turned."""
    return is_city(piece) and piece.place.angle_deg is None


def standing(pieces: Sequence[Lain]) -> tuple[Standing, ...]:
    """Return the ways in which these dice touch, likeliest first; their numbers are those given.

    One of which nobody knows what it shows, or how it is turned, touches none.
    """
    on_table = all(piece.place.centre_mm is not None for piece in pieces)
    unknown = [has_no_angle(piece) or not piece.label for piece in pieces]
    squares = tuple(
        _square(piece.place, on_table=on_table, apart=number if unknown[number - 1] else 0)
        for number, piece in enumerate(pieces, 1)
    )
    ways = _ways(squares)
    dice = tuple(_die(piece) for piece in pieces)
    return tuple((chance, LyingDice(dice, grids)) for chance, grids in ways)


def together(lying: LyingDice) -> list[set[int]]:
    """Return the groups of dice that touch, of two or more."""
    return [{seen.die for seen in grid.dice} for grid in lying.grids if len(grid.dice) > 1]


_Square = tuple[tuple[float, float], ...]


def _square(place: Place, *, on_table: bool, apart: int) -> _Square:
    """Return the corners of a top face: on the table where all are known there.

    ``apart``: unless it is 0, the die is taken for lying far from all, each number elsewhere.
    """
    if on_table and place.centre_mm is not None:
        (x, y), angle, side = place.centre_mm, place.angle_mm_deg, SIZE_MM
    else:
        (x, y), angle, side = place.centre_px, place.angle_deg, place.size_px
    x += _FAR_SIDES * apart * side
    c, s = side * cos(radians(angle or 0.0)), side * sin(radians(angle or 0.0))
    return tuple((x + u * c - v * s, y + u * s + v * c) for u, v in _CORNERS)


@lru_cache(maxsize=512)
def _ways(squares: tuple[_Square, ...]) -> tuple[tuple[float, tuple[Grid, ...]], ...]:
    contacts = tuple(contacts_of([np.array(square) for square in squares]))
    alone = tuple(Grid((GridDie(number, GridCell(0, 0), 0),)) for number in range(len(squares)))
    dice = tuple(Die("", PointPx(0, 0), _corners(square), None, 1.0, sure=True) for square in squares)
    ways = layouts(LyingDice(dice, alone, contacts=contacts), MOST_WAYS)
    return tuple((way.probability, way.grids) for way in ways if way.probability > LEAST_WAY)


def _corners(square: _Square) -> tuple[PointPx, PointPx, PointPx, PointPx]:
    a, b, c, d = (PointPx(x, y) for x, y in square)
    return a, b, c, d


def _die(piece: Lain) -> Die:
    at = piece.place.centre_px
    return Die(piece.label, at, (at, at, at, at), piece.place.angle_deg, 1.0, sure=True)
