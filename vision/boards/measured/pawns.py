"""Features of a pawn standing on a cell: a figure of its shape that leans as it must in this camera's
view.

An upright thing leans away from the point of the board straight below the camera; the board's place in
the picture gives that point and the camera's height. A figure whose foot is in a cell covers the cell's
middle and continues from there along its lean; one that stands beside and leans over covers another
part.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS
from vision.boards.looks import SCALE
from vision.boards.matched.pawns import AROUND_PX, LARGEST_CELLS, MOST_OFF_PX, kernels
from vision.boards.measured.explained import Map
from vision.boards.measured.prints import Sums, how_much, still_seen
from vision.frame import ImageBgr
from vision.readings.places import GridCell

FEATURES = 14


@dataclass(frozen=True, eq=False)
class Unexplained:
    """The unexplained part of a board at ``SCALE``: each pixel's distance from the known content there
    (1 and more: something else), its distance in colour alone, and the size in cells of the thing it
    belongs to; ``prints`` (height, width, 5): ``print_sums`` where they are known, else 0."""

    strange: Map
    coloured: Map
    sizes: Map
    prints: Sums


def sizes_of(strange: Map) -> Map:
    """Return for each pixel the size in cells of the thing it belongs to; 0: none."""
    mask = (strange >= 1).astype(np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    cells = np.minimum(stats[:, cv2.CC_STAT_AREA] / SCALE**2, LARGEST_CELLS).astype(np.float32)
    cells[0] = 0
    return np.asarray(cells[labels], np.float32)


def figure(
    left: Unexplained, small: ImageBgr, cell: GridCell, lean: tuple[float, float]
) -> NDArray[np.float64]:
    """Return features (14,) of a pawn standing on a cell.

    The strangeness of the places of a figure of its shape, of its foot, and of its surroundings; how
    much better it fits in this cell than in a neighbour; its foot's distance from the middle; the
    variety of its colours; the length of its lean; the strangeness in colour of its places and its
    surroundings; the size of the thing it belongs to; the amount of print it would hide, and how much of
    that is still visible: for all of it, its foot, its surroundings. ``small``: the board's picture.
    """
    x, y = (round((along + 0.5 + MARGIN_CELLS) * SCALE) for along in cell)
    reach = SCALE // 2 + AROUND_PX
    rows, columns = slice(max(y - reach, 0), y + reach), slice(max(x - reach, 0), x + reach)
    x, y = x - columns.start, y - rows.start
    window = np.minimum(left.strange[rows, columns], 1.5)
    body, foot, ring = kernels(round(lean[0] * SCALE), round(lean[1] * SCALE))
    kernel = body + 0.5 * foot - 0.5 * ring
    fits = cv2.filter2D(window, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    own = fits[
        y - MOST_OFF_PX : y + MOST_OFF_PX + 1,
        x - MOST_OFF_PX : x + MOST_OFF_PX + 1,
    ]
    at_y, at_x = np.unravel_index(int(own.argmax()), own.shape)
    best = float(own[at_y, at_x])
    others = fits.copy()
    half = SCALE // 2 - 2
    others[y - half : y + half, x - half : x + half] = -1
    at = int(at_y) + y - MOST_OFF_PX, int(at_x) + x - MOST_OFF_PX
    maps = window, left.coloured[rows, columns], left.sizes[rows, columns]
    every = np.asarray(cv2.merge([*maps, *cv2.split(left.prints[rows, columns])]), np.float32)
    around = _round(every, body, at)
    below, coloured, large = around[..., 0], around[..., 1], around[..., 2]
    prints = [np.einsum("yxk,yx->k", around[..., 3:], one) for one in (body, foot, ring)]
    coloured = np.minimum(coloured, 1.5)
    return np.array(
        [
            *(float((below * one).sum()) for one in (body, foot, ring)),
            best - float(others.max()),
            float(np.hypot(at_y - MOST_OFF_PX, at_x - MOST_OFF_PX)) / MOST_OFF_PX,
            _variety(small[rows, columns], body, at),
            float(np.hypot(*lean)),
            *(float((coloured * one).sum()) for one in (body, ring)),
            float((large * body).sum()),
            how_much(prints[0]),
            *(still_seen(one) for one in prints),
        ],
        np.float64,
    )


def _variety(picture: ImageBgr, body: Map, at: tuple[int, int]) -> float:
    """Return the variety of colours under a figure: a pawn has a single paint."""
    part = _round(picture, body, at)[body > 0]
    logs = np.log(part.astype(np.float32) + 12)
    colours = logs - logs.mean(1, keepdims=True)
    middle = np.sort(colours, 0)[len(colours) // 2]
    return float(np.abs(colours - middle).mean())


def _round(picture: Map | ImageBgr, kernel: Map, at: tuple[int, int]) -> NDArray[np.float32]:
    """Return the part of a picture that a kernel covers there."""
    half = kernel.shape[0] // 2
    framed = cv2.copyMakeBorder(picture, half, half, half, half, cv2.BORDER_REPLICATE)
    part = framed[at[0] : at[0] + 2 * half + 1, at[1] : at[1] + 2 * half + 1]
    return np.asarray(part, np.float32)
