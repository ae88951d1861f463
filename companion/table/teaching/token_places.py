"""Where tokens may lie on a teaching picture: by their outlines, in holes, or as read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np

from vision.boards.grid import BoardGrid, through
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.readings.places import GridCell, PointPx
from vision.readings.tokens import Token, TokenReading
from vision.tokens.finding.outlines import RADIUS_PX, find_tokens, work_picture
from vision.tokens.teaching.size import radius_at, radius_of, stands_out

LEAST_CORNERS_PX: Final = 40.0
"""Corner holes nearer to each other than this cannot be those of a board."""
SAME_RADII: Final = 0.9
"""Distance in radii from a token's centre within which a tap means that token."""
CLOSED: Final = 0.62
"""Least share of rays that must cross an outline if it may be a token's."""
APART_RADII: Final = 1.5
MOST_LOOSE: Final = 60


@dataclass(frozen=True, eq=False)
class TokenPlace:
    """A place at which a token may lie: its hole, if any, and the reading, if any."""

    centre_px: PointPx
    cell: GridCell | None = None
    token: Token | None = None


def size_at(image_bgr: ImageBgr, at_px: PointPx) -> float | None:
    """Return the radius of the token at a place, in parts of the picture's longer side.

    None if nothing stands out from the ground.
    """
    picture = Pyramid(image_bgr)
    radius = radius_at(picture, np.array(at_px, np.float64))
    return None if radius is None else radius / max(picture.size_wh(0))


def is_bare(image_bgr: ImageBgr, at_px: PointPx, radius_px: float) -> bool:
    """Tell whether nothing as large as a token stands out from the ground at a place."""
    return not stands_out(Pyramid(image_bgr), np.array(at_px, np.float64), radius_px)


def size_in_holes(image_bgr: ImageBgr, grid: BoardGrid, corners_px: Sequence[PointPx]) -> float:
    """Return the radius of the tokens in a board's holes, in parts of the picture's longer side."""
    picture = Pyramid(image_bgr)
    centres = _holes(grid, corners_px)
    return radius_of(picture, centres, in_holes=True) / max(picture.size_wh(0))


def holes_of(
    size_wh: tuple[int, int], grid: BoardGrid | None, corners_px: Sequence[PointPx] | None
) -> Iterator[TokenPlace]:
    """Yield the holes of a board that are in the picture."""
    if grid is None or corners_px is None:
        return
    for cell, (x, y) in zip(grid.cells, _holes(grid, corners_px).tolist(), strict=True):
        if 0 <= x < size_wh[0] and 0 <= y < size_wh[1]:
            yield TokenPlace(PointPx(x, y), cell)


def found_loose(image_bgr: ImageBgr, radius_px: float, known_px: Sequence[PointPx]) -> list[TokenPlace]:
    """Return where further tokens may lie, by their outlines, clear ones first."""
    work = work_picture(Pyramid(image_bgr), radius_px)
    found = find_tokens(work)
    centres = work.to_px(found.centres)
    plain = found.covered**2 * np.minimum(found.strength, 60)
    taken = [np.array(one, np.float64) for one in known_px]
    places: list[TokenPlace] = []
    height, width = image_bgr.shape[:2]
    for number in np.argsort(-plain).tolist():
        centre = centres[number]
        off = abs(float(np.log(found.radii[number] / RADIUS_PX)))
        whole = (centre >= radius_px).all() and (centre < np.array([width, height]) - radius_px).all()
        if found.covered[number] < CLOSED or off > 0.25 or not whole:
            continue
        if all(float(np.hypot(*(one - centre))) > APART_RADII * radius_px for one in taken):
            taken.append(centre)
            places.append(TokenPlace(PointPx(float(centre[0]), float(centre[1]))))
        if len(places) == MOST_LOOSE:
            break
    return places


def read_places(reading: TokenReading) -> list[TokenPlace]:
    """Return the tokens of a reading, and the holes about which it is not certain."""
    places = [TokenPlace(token.centre_px, token.cell, token) for token in reading.tokens]
    taken = {place.cell for place in places}
    if reading.corners_px is None or reading.grid is None:
        return places
    columns, rows = reading.grid
    cells = (GridCell(column, row) for row, column in product(range(rows), range(columns)))
    unclear = {*reading.hidden, *reading.doubted} - taken
    return places + [TokenPlace(reading.at_px(*cell), cell) for cell in cells if cell in unclear]


def nearest(places: Sequence[TokenPlace], at: PointPx, radius_px: float) -> int | None:
    """Return the number of the place that a tap means; None if there is none."""

    def away(number: int) -> float:
        x, y = places[number].centre_px
        return float(np.hypot(x - at.x, y - at.y))

    best = min(range(len(places)), key=away, default=None)
    return best if best is not None and away(best) < SAME_RADII * radius_px else None


def _holes(grid: BoardGrid, corners_px: Sequence[PointPx]) -> np.ndarray:
    matrix = grid.matrix_of(np.array(corners_px))
    return np.asarray(through(matrix, np.array(grid.cells, np.float64) + 0.5))
