"""The difference of a board's light from the empty board's, and what remains besides.

Light multiplies: in logarithms, the difference from the empty board is smooth over its bare parts, up to
a surface of second degree for each colour. The surface is fitted robustly against what lies on the board
(iteratively reweighted least squares, Cauchy's weights). Cameras mix colours with their white balance,
so then one linear map of colours, near the identity, is fitted in the same way. The remainder comes from
the pieces.
"""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS, PX_PER_CELL, BoardGrid
from vision.frame import ImageBgr

PARTS = 3
"""Each cell is divided into 3 x 3 parts."""
DARK = 6.0
"""Added to all levels, so that noise in dark places does not count as light. Grey levels."""
SPREADS = (0.5, 0.3, 0.2, 0.12, 0.08, 0.08)
"""Difference (logarithm) that counts half, in each round of fitting. Chosen by hand."""
NOISE, MIXED = 8.0, 0.15
"""Scatter of colours in grey levels; share by which a camera mixes channels. Chosen by hand."""
COLOUR_SPREADS = (30.0, 18.0, 12.0, 12.0)
"""As ``SPREADS``, in grey levels, for the map of colours."""
Parts = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Light:
    """A board's light relative to the empty one's.

    ``gains`` (rows, columns, 9, 3): for each part of each cell the logarithm of its gain. ``colours``
    (3, 4): maps colours, without these gains, to the empty board's light. ``parts`` and ``left`` like
    ``gains``: the logarithms of the colours in the empty board's light, and their difference from it.
    """

    gains: Parts
    colours: NDArray[np.float64]
    parts: Parts
    left: Parts


def parts_of(grid: BoardGrid, board_bgr: ImageBgr) -> Parts:
    """Return the logarithm of the mean colour of each part of each cell: (rows, columns, 9, 3)."""
    edge = round(MARGIN_CELLS * PX_PER_CELL)
    inner = board_bgr[edge:-edge, edge:-edge]
    size = (grid.columns * PARTS, grid.rows * PARTS)
    small = cv2.resize(inner, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    cells = small.reshape(grid.rows, PARTS, grid.columns, PARTS, 3).transpose(0, 2, 1, 3, 4)
    return np.asarray(
        np.log(cells.reshape(grid.rows, grid.columns, PARTS * PARTS, 3) + DARK), np.float32
    )


def sample_parts(crop_bgr: ImageBgr) -> Parts:
    """Return the same for a sample's cell: (9, 3)."""
    edge = (crop_bgr.shape[0] - PX_PER_CELL) // 2
    inner = crop_bgr[edge : edge + PX_PER_CELL, edge : edge + PX_PER_CELL]
    small = cv2.resize(inner, (PARTS, PARTS), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.log(small.reshape(PARTS * PARTS, 3) + DARK), np.float32)


def light_on(seen: Parts, empty: Parts, weights: NDArray[np.float32]) -> Light:
    """Return the light on a board. ``weights`` (rows, columns): the probability that each cell shows the
    board."""
    rows, columns = seen.shape[:2]
    basis = _basis(rows, columns)
    difference = (seen - empty).reshape(-1, 3).astype(np.float64)
    base = np.repeat(weights.reshape(-1), PARTS * PARTS).astype(np.float64) + 1e-6
    middle = np.array([_median(difference[:, c], base) for c in range(3)])
    fitted = np.broadcast_to(middle, difference.shape)
    for spread in SPREADS:
        weight = base / (1 + _mean_squares(difference - fitted) / spread**2)
        weighted = basis * weight[:, None]
        normal = weighted.T @ basis + np.diag([1e-6, *[1e-3 * weight.sum()] * 5])
        start = np.zeros((6, 3))
        start[0] = middle
        fitted = basis @ (start + np.linalg.solve(normal, weighted.T @ (difference - basis @ start)))
    shape = seen.shape
    own, target = np.exp(seen.reshape(-1, 3) - fitted), np.exp(empty.reshape(-1, 3).astype(np.float64))
    colours = _colour_map(own, target, base)
    parts = (
        np.log(np.maximum(own @ colours[:, :3].T + colours[:, 3], 1.0)).reshape(shape).astype(np.float32)
    )
    return Light(
        fitted.reshape(shape).astype(np.float32), colours, parts, np.asarray(parts - empty, np.float32)
    )


def _colour_map(
    own: NDArray[np.float64], target: NDArray[np.float64], base: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the map (3, 4), near the identity, from colours (n, 3) to those they should have."""
    colours = np.hstack([np.eye(3), np.zeros((3, 1))])
    middle = np.average(own, axis=0, weights=base)
    inputs = np.column_stack([own - middle, np.ones(len(own))])
    prior = np.diag([*[(NOISE / MIXED) ** 2] * 3, 1e-3])
    for spread in COLOUR_SPREADS:
        away = _mean_squares(own @ colours[:, :3].T + colours[:, 3] - target)
        weight = base / (1 + away / spread**2)
        weighted = inputs * weight[:, None]
        change = np.linalg.solve(weighted.T @ inputs + prior, weighted.T @ (target - own)).T
        colours = np.column_stack([np.eye(3) + change[:, :3], change[:, 3] - change[:, :3] @ middle])
    return colours


def _mean_squares(away: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.einsum("ij,ij->i", away, away) / away.shape[1], np.float64)


def _median(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])


def median_part(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the medians of values of a cell's parts (…, 9): (…). ``np.median`` takes four times as
    long."""
    return np.asarray(np.partition(values, PARTS * PARTS // 2, -1)[..., PARTS * PARTS // 2])


@cache
def _basis(rows: int, columns: int) -> NDArray[np.float64]:
    """Return a constant and the terms of first and second degree at each part of each cell."""
    part = (np.arange(PARTS) + 0.5) / PARTS
    y = (np.arange(rows)[:, None, None, None] + part[None, None, :, None]) / rows * 2 - 1
    x = (np.arange(columns)[None, :, None, None] + part[None, None, None, :]) / columns * 2 - 1
    x, y = (np.broadcast_to(a, (rows, columns, PARTS, PARTS)).reshape(-1) for a in (x, y))
    return np.stack([np.ones_like(x), x, y, x * x - 1 / 3, x * y, y * y - 1 / 3], 1)
