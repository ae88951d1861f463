"""Which parts of a board's picture the reading explains, and where something else is in the way.

The expected picture is composed from the empty board and the samples of the pieces read, at their
places. Where the real picture differs by more than a small shift or a shadow, there is something else: a
pawn, a hand, a cup.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS, Box
from vision.boards.looks import SCALE
from vision.frame import ImageBgr

BRIGHTER, DARKER = 34.0, 60.0
"""Grey levels by which a cell must be brighter, or darker, to count as such: small shadows make places
darker."""
COLOUR = 16.0
"""The same for a difference of colour: shadows cause hardly any."""
MOST_SHADOW = 0.45
"""Difference in brightness (logarithm) that cells may have from the expected one. Chosen by hand."""
DEEPEST, FAINTEST, MOST_TINT = -2.0, -0.12, 0.25
"""A shadow darkens places by between the first two values, and changes their colour by less than the
third (logarithms). Chosen by hand."""
PASTED_CELLS = 1.08
"""Size of a pasted piece, in cells: slightly larger, so that its sides are explained, too."""
LARGE_CELLS = 2.0
"""Contiguous cells from which a thing is not a piece: a hand, a sleeve, a cup."""
REACHING_PX, REACHING_CELLS = 20, 1.0
"""Width in px of ``SCALE`` and number of cells from which a thing reaching in from outside is a hand,
too. Pawns' heads are 8 px wide. Chosen by hand."""
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(12))
"""Logarithms of grey levels, with an offset that makes noise in dark places count little."""
Map = NDArray[np.float32]
LaidPieces = dict[tuple[int, int], tuple[ImageBgr, tuple[int, int], float]]
"""For each cell with a piece, by column and row: its sample's picture, its shift (px of ``SCALE``) and
its extra brightness (logarithm)."""


def expected(
    board_small: ImageBgr,
    brighter: NDArray[np.float32],
    pieces: LaidPieces,
    box: Box | None = None,
) -> NDArray[np.float32]:
    """Return the expected picture at ``SCALE``, or a part of it.

    ``brighter`` (rows, columns): logarithm of each cell's brightness relative to the light. ``box``: the
    part, in whole cells, in pixels of the straightened board.
    """
    gains = np.clip(brighter, -MOST_SHADOW, MOST_SHADOW)
    for (column, row), (_, _, one) in pieces.items():
        gains[row, column] = np.clip(one, -MOST_SHADOW, MOST_SHADOW)
    edge = round(MARGIN_CELLS)
    framed = cv2.copyMakeBorder(gains, edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    height, width = board_small.shape[:2]
    left, top, right, bottom = (0, 0, width, height) if box is None else halves(box)
    framed = framed[top // SCALE : bottom // SCALE, left // SCALE : right // SCALE]
    light = cv2.resize(np.exp(framed), (right - left, bottom - top), interpolation=cv2.INTER_NEAREST)
    picture = board_small.copy()
    half = round(PASTED_CELLS * SCALE / 2)
    for (column, row), (sample, (dx, dy), _) in pieces.items():
        x = round((column + 0.5 + MARGIN_CELLS) * SCALE) + dx
        y = round((row + 0.5 + MARGIN_CELLS) * SCALE) + dy
        middle = sample.shape[0] // 2
        picture[y - half : y + half, x - half : x + half] = sample[
            middle - half : middle + half, middle - half : middle + half
        ]
    part = picture[top:bottom, left:right].astype(np.float32)
    return np.asarray(cv2.multiply(part, cv2.merge([light] * 3)), np.float32)


def halves(box: Box) -> tuple[int, int, int, int]:
    """Return a box of the straightened board at ``SCALE``: left, top, right, bottom."""
    left, top, right, bottom = (along // 2 for along in box)
    return left, top, right, bottom


def unexplained(seen_small: ImageBgr, picture: NDArray[np.float32]) -> Map:
    """Return how far the picture differs from the expected one: 1 and more is something else."""
    kernel = np.ones((3, 3), np.uint8)
    high, low = cv2.dilate(picture, kernel), cv2.erode(picture, kernel)
    seen = cv2.GaussianBlur(seen_small.astype(np.float32), (0, 0), 0.7)
    away = cv2.subtract(cv2.max(seen, high), high) - cv2.subtract(low, cv2.min(seen, low))
    brightness = cv2.transform(away, np.full((1, 3), 1 / 3, np.float32))
    squares = cv2.transform(away * away, np.ones((1, 3), np.float32))
    colour = np.maximum(squares - 3 * brightness * brightness, 0) / COLOUR**2
    bright = np.where(brightness > 0, brightness / BRIGHTER, brightness / DARKER)
    return np.asarray(cv2.sqrt(bright * bright + colour), np.float32)


def may_be_shaded(seen_small: ImageBgr, picture: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return where the picture is darker than expected, with hardly another colour.

    A dark grey sleeve looks like that, too: only print that stays visible identifies a shadow.
    """
    seen = cv2.LUT(cv2.GaussianBlur(seen_small, (0, 0), 0.7), LOGARITHMS)
    away = cv2.blur(seen - cv2.LUT(cv2.convertScaleAbs(picture), LOGARITHMS), (3, 3))
    channels = cv2.split(away)
    most = cv2.max(cv2.max(channels[0], channels[1]), channels[2])
    least = cv2.min(cv2.min(channels[0], channels[1]), channels[2])
    darker = cv2.transform(away, np.full((1, 3), 1 / 3, np.float32))
    is_darker = (darker > DEEPEST) & (darker < FAINTEST)
    return np.asarray(is_darker & (most - least < MOST_TINT), np.bool_)


def large_things(strange: Map) -> NDArray[np.uint8]:
    """Return 255 where things too large for a piece lie on the board, else 0.

    Around the board is the table, which may have changed: a thing there counts only as far as it reaches
    in, as an arm does; a pawn's head that leans out does not.
    """
    kernel = np.ones((5, 5), np.uint8)
    closed = cv2.morphologyEx((strange >= 1).astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    mask = np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, kernel), np.uint8)
    found = np.zeros(strange.shape, np.uint8)
    edge = round(MARGIN_CELLS * SCALE)
    inner = mask[edge:-edge, edge:-edge]
    many, labels, stats, _ = cv2.connectedComponentsWithStats(inner, connectivity=4)
    cells = stats[:, cv2.CC_STAT_AREA] / SCALE**2
    reaching = _reaching_in(np.asarray(labels, np.intp), mask, edge, many) >= REACHING_PX
    large = (cells > LARGE_CELLS) | (reaching & (cells > REACHING_CELLS))
    large[0] = False
    if large.any():
        found[edge:-edge, edge:-edge] = np.where(large[labels], 255, 0)
    return found


def _reaching_in(
    labels: NDArray[np.intp], mask: NDArray[np.uint8], edge: int, many: int
) -> NDArray[np.intp]:
    """Return at how many pixels of the board's edge each thing continues outside."""
    inside = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    whole = slice(edge, -edge)
    outside = np.concatenate(
        [mask[edge - 1, whole], mask[-edge, whole], mask[whole, edge - 1], mask[whole, -edge]]
    )
    return np.bincount(inside[outside > 0], minlength=many)
