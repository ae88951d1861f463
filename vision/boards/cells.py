"""Measures every cell of a straightened board against the empty one and against the samples."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS, PX_PER_CELL, BoardGrid, Box, cell_shares
from vision.boards.light import DARK, PARTS, Light, Parts, light_on, median_part, parts_of
from vision.boards.looks import (
    WEAK,
    Edges,
    edges_of,
    halved,
    lengths_of,
    normed,
    shifts,
    top_left,
    windows,
)
from vision.frame import ImageBgr

BLURRED_PX = 10
"""Distance beyond which things do not affect a place's edges, px of ``SCALE``."""
REACH_PX = 1
"""Greatest distance of the board from its fitted place: a twenty-fourth of a cell."""
Values = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Measured:
    """The measurements of each cell, row after row.

    ``bare``: correlation of its edges with the empty cell's; ``texture``, ``seen_texture``: how much
    there is to see on the empty cell and now; ``brighter``, ``coloured``: difference from the empty
    cell, apart from the light, in brightness (median of the parts; logarithm) and colour (mean);
    ``uneven``: how much the parts' brightnesses differ from each other, compared with the empty cell's;
    ``in_view``: share inside the picture; ``known``: whether the cell was ever seen empty;
    ``edge_lengths``: ``seen_texture`` before the light is removed.
    """

    bare: Values
    texture: Values
    seen_texture: Values
    brighter: Values
    coloured: Values
    uneven: Values
    in_view: Values
    known: NDArray[np.bool_]
    edges: Edges
    edge_lengths: Values
    light: Light
    parts: Parts


class EmptyBoard:
    """The empty board of a set, ready to be compared with. Safe to call from several threads."""

    def __init__(self, grid: BoardGrid, board_bgr: ImageBgr, known: NDArray[np.uint8]) -> None:
        self.grid = grid
        numbers = np.arange(grid.columns * grid.rows)
        self.columns, self.rows = numbers % grid.columns, numbers // grid.columns
        self._lefts, self._tops = top_left(self.columns, self.rows)
        self._looks, self._texture = normed(
            windows(edges_of(halved(board_bgr)), self._lefts, self._tops)
        )
        self._parts = parts_of(grid, board_bgr)
        self.known = cell_shares(grid, known) > 0.98

    def measure(self, board_bgr: ImageBgr, small: ImageBgr, seen: NDArray[np.uint8]) -> Measured:
        """Return the measures of each cell of a straightened board; ``small`` is the board at ``SCALE``,
        ``seen`` as it was straightened."""
        edges = edges_of(small)
        bare, texture = self._likeness(edges, np.arange(len(self.columns)))
        return self._measured(board_bgr, edges, bare, texture, cell_shares(self.grid, seen))

    def measure_again(
        self,
        board_bgr: ImageBgr,
        small: ImageBgr,
        before: Measured,
        changed: NDArray[np.bool_],
        boxes: Sequence[Box],
    ) -> Measured:
        """Return the same for a board that has changed only in these cells, and in these boxes around
        them, since it was last measured."""
        # The other cells' edges are not needed any more.
        edges = np.zeros_like(before.edges)
        for box in boxes:
            left, top, right, bottom = (along // 2 for along in box)
            x, y = max(left - BLURRED_PX, 0), max(top - BLURRED_PX, 0)
            part = edges_of(small[y : bottom + BLURRED_PX, x : right + BLURRED_PX])
            edges[top:bottom, left:right] = part[top - y : bottom - y, left - x : right - x]
        bare, seen_texture = before.bare.copy(), before.edge_lengths.copy()
        bare[changed], seen_texture[changed] = self._likeness(edges, np.nonzero(changed)[0])
        return self._measured(board_bgr, edges, bare, seen_texture, before.in_view)

    def _measured(
        self, board_bgr: ImageBgr, edges: Edges, bare: Values, lengths: Values, in_view: Values
    ) -> Measured:
        parts = parts_of(self.grid, board_bgr)
        shape = (self.grid.rows, self.grid.columns)
        weights = (0.05 + np.maximum(bare, 0) ** 2) * (self.known & (in_view > 0.98))
        light = light_on(parts, self._parts, weights.reshape(shape).astype(np.float32))
        left = light.left.reshape(-1, PARTS * PARTS, 3)
        brighter = left.mean(2)
        middle = median_part(brighter)
        proper = np.linalg.norm(left - brighter[..., None], axis=2)
        return Measured(
            bare,
            self._texture,
            lengths * np.exp(-0.5 * light.gains.mean((2, 3)).reshape(-1)),
            middle,
            proper.mean(1),
            np.abs(brighter - middle[:, None]).mean(1),
            in_view,
            self.known,
            edges,
            lengths,
            light,
            (parts - light.gains).reshape(-1, PARTS * PARTS, 3),
        )

    def _likeness(self, edges: Edges, which: NDArray[np.intp]) -> tuple[Values, Values]:
        """Return of these cells the greatest correlation with the empty one over small shifts, and the
        texture."""
        moved = shifts(REACH_PX, 1)
        rows = windows(
            edges,
            (self._lefts[which, None] + moved[:, 0]).reshape(-1),
            (self._tops[which, None] + moved[:, 1]).reshape(-1),
        )
        each = rows.reshape(len(which), len(moved), -1)
        lengths = lengths_of(rows).reshape(len(which), -1)
        scores = np.einsum("cmd,cd->cm", each, self._looks[which]) / (lengths + WEAK)
        return scores.max(1), lengths[:, 0]


def as_taught(board_bgr: ImageBgr, light: Light, *, mixed: bool = False) -> ImageBgr:
    """Return a straightened board, of any scale, in the light of the empty one.

    ``mixed``: map the colours as the board's own colours require. That map knows nothing of pieces,
    whose colours the board does not have.
    """
    height, width = board_bgr.shape[:2]
    smooth = cv2.resize(_factors(light), (width, height), interpolation=cv2.INTER_LINEAR)
    return _lit(board_bgr, np.asarray(smooth, np.float32), light.colours if mixed else np.eye(3, 4))


def part_as_taught(board_bgr: ImageBgr, light: Light, left: int, top: int, side: int) -> ImageBgr:
    """Return a square of a straightened board in the light of the empty one, its colours mapped."""
    factors = _factors(light)
    part = PARTS / PX_PER_CELL
    to_factors = np.array(
        [[part, 0, part * (left + 0.5) - 0.5], [0, part, part * (top + 0.5) - 0.5]], np.float64
    )
    smooth = cv2.warpAffine(
        factors,
        to_factors,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    square = board_bgr[top : top + side, left : left + side]
    return _lit(square, np.asarray(smooth, np.float32), light.colours)


def _factors(light: Light) -> NDArray[np.float32]:
    """Return the factors that undo the light's gain, for each part of each cell and of the margin."""
    rows, columns = light.gains.shape[:2]
    gains = light.gains.reshape(rows, columns, PARTS, PARTS, 3).transpose(0, 2, 1, 3, 4)
    flat = np.ascontiguousarray(np.exp(-gains.reshape(rows * PARTS, columns * PARTS, 3)), np.float32)
    edge = round(MARGIN_CELLS * PARTS)
    return np.asarray(cv2.copyMakeBorder(flat, edge, edge, edge, edge, cv2.BORDER_REPLICATE), np.float32)


def _lit(board_bgr: ImageBgr, factors: NDArray[np.float32], mixing: NDArray[np.float64]) -> ImageBgr:
    lit = cv2.multiply(board_bgr.astype(np.float32) + np.float32(DARK), factors)
    colours = mixing.astype(np.float32)
    colours[:, 3] -= DARK
    return np.asarray(cv2.convertScaleAbs(np.maximum(cv2.transform(lit, colours), 0)), np.uint8)
