"""The ground truth of tokens in a picture: what a perfect reader would say of every one."""

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell, PointMm, PointPx
from vision.workshop.simulation.boards.truth import PROP_MARK
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.scene import TrueToken
from vision.workshop.simulation.things import Board, ThingsNow
from vision.workshop.simulation.tokens.gems import tall_mm
from vision.workshop.simulation.tokens.styles import gem_style
from vision.workshop.simulation.tokens.things import LaidGemBoard

Floats = NDArray[np.float64]
_GEM_MIDDLE = 0.5


def true_tokens(
    board: Board | None, things: ThingsNow, projection: Projection, owner: NDArray[np.uint8]
) -> tuple[TrueToken, ...]:
    """Return every gem and stone; ``owner`` (h, w) marks where hands and props are seen."""
    found = []
    for gem in things.gems:
        cell = board.cell_at(gem.centre_mm) if isinstance(board, LaidGemBoard) else None
        middle = gem.height_mm + _GEM_MIDDLE * tall_mm(gem)
        across = gem_style(gem.make.style, gem.make.seed).across_mm
        found.append(_true(gem.label, gem.centre_mm, middle, across, cell, projection, owner))
    for stone in things.stones:
        across = stone.make.across_mm
        found.append(_true(stone.face, stone.centre_mm, stone.top_mm, across, None, projection, owner))
    return tuple(found)


def _true(
    label: str,
    at_mm: PointMm,
    height_mm: float,
    across_mm: float,
    cell: GridCell | None,
    projection: Projection,
    owner: NDArray[np.uint8],
) -> TrueToken:
    centre = projection.table_to_picture(at_mm, height_mm)
    size = across_mm * projection.px_per_mm(np.array([*at_mm, -height_mm]))
    visible = _visible(centre, size, owner)
    return TrueToken(label, PointPx(*centre.tolist()), float(size), cell, visible)


def _visible(centre: Floats, size_px: float, owner: NDArray[np.uint8]) -> float:
    """Return the part of a disc that is in the picture and not hidden."""
    reach = np.arange(-0.45, 0.46, 0.1) * size_px
    x, y = (plane.ravel() for plane in np.meshgrid(reach, reach))
    disc = np.hypot(x, y) <= 0.46 * size_px
    columns = np.rint(x[disc] + centre[0]).astype(int)
    rows = np.rint(y[disc] + centre[1]).astype(int)
    height, width = owner.shape
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
    free = owner[rows[inside], columns[inside]] < PROP_MARK
    return float(np.count_nonzero(free) / max(len(columns), 1))
