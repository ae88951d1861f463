"""Looks at every cell of a straightened board: what confidence in its reading is worked out from."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import BoardGrid
from vision.frame import ImageBgr
from vision.readers.board_cells import EmptyBoard, Measured, as_taught
from vision.readers.board_explained import Map, expected, large_things, unexplained
from vision.readers.board_labels import LabelGallery, Likeness
from vision.readers.board_looks import SCALE, halved, top_left
from vision.readers.stage_timer import StageTimer
from vision.sets.boards import BoardSet

INNER_PX = 20
LEAST = -1.0
"""The likeness of a name where there is no other."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Looked:
    """What was seen of every cell, row after row.

    ``occupied`` and ``named``: features (cells, k) of something lying there, and of its name being
    right.
    ``best``: the likest name. ``strange`` (height, width): how far the picture is from both the empty
    board and the likest piece, whichever explains the cell better. ``covered``: share of each cell under
    something too large for a piece.
    """

    measured: Measured
    likeness: Likeness | None
    best: NDArray[np.intp]
    occupied: Values
    named: Values
    strange: Map
    covered: NDArray[np.float32]


class BoardEye:
    """Looks at straightened pictures of one taught board. Safe to call from several threads."""

    def __init__(self, taught: BoardSet) -> None:
        self.grid: BoardGrid = taught.grid
        self.empty = EmptyBoard(taught.grid, taught.board_bgr, taught.known)
        self.gallery = LabelGallery(taught)
        self._board_small = halved(taught.board_bgr)
        labels = [label for label, _ in self.gallery.names]
        self._label = np.array([labels.index(label) for label in labels], np.intp)

    def look(self, board_bgr: ImageBgr, seen: NDArray[np.uint8], timer: StageTimer) -> Looked:
        """Return what is seen of each cell; picture and mask as ``straighten_board`` gives them."""
        with timer.stage("light"):
            measured = self.empty.measure(board_bgr, seen)
        if not self.gallery.names:
            return self._bare_only(measured, halved(as_taught(board_bgr, measured.light)))
        with timer.stage("pieces"):
            likeness = self.gallery.likeness(
                measured.edges, measured.parts, self.empty.columns, self.empty.rows
            )
            best = likeness.total.argmax(1)
        with timer.stage("explain"):
            small = halved(as_taught(board_bgr, measured.light))
            as_bare = unexplained(small, expected(self._board_small, self._shape(measured.brighter), {}))
            as_pieces = unexplained(small, self._with_pieces(measured, likeness, best))
        bare_share, piece_share = self._shares(as_bare), self._shares(as_pieces)
        strange = np.where(self._upscaled(bare_share < piece_share), as_bare, as_pieces)
        return Looked(
            measured,
            likeness,
            best,
            _occupied(measured, likeness, best, bare_share, piece_share),
            self._named(measured, likeness, best, piece_share),
            np.asarray(strange, np.float32),
            self._shares(large_things(np.asarray(strange, np.float32)).astype(np.float32), SCALE),
        )

    def _with_pieces(
        self, measured: Measured, likeness: Likeness, best: NDArray[np.intp]
    ) -> NDArray[np.float32]:
        """Return the expected picture with each cell's likest piece on it."""
        cells = np.arange(len(best))
        samples, moved = likeness.samples[cells, best], likeness.shifts[cells, best]
        brighter = likeness.brighter[cells, best]
        pieces = {
            (int(self.empty.columns[cell]), int(self.empty.rows[cell])): (
                self.gallery.pictures[samples[cell]],
                (int(moved[cell, 0]), int(moved[cell, 1])),
                float(brighter[cell]),
            )
            for cell in cells.tolist()
        }
        return expected(self._board_small, self._shape(measured.brighter), pieces)

    def _named(
        self, measured: Measured, likeness: Likeness, best: NDArray[np.intp], share: NDArray[np.float32]
    ) -> Values:
        cells = np.arange(len(best))
        total = likeness.total
        own = total[cells, best]
        same_label = self._label[None] == self._label[best][:, None]
        others = np.where(same_label, LEAST, total).max(1)
        turned = np.where(same_label, total, LEAST)
        turned[cells, best] = LEAST
        moved = np.abs(likeness.shifts[cells, best]).max(1)
        columns = [
            likeness.edges[cells, best],
            np.minimum(own - others, 0.3),
            np.minimum(own - turned.max(1), 0.3),
            np.abs(likeness.brighter[cells, best]),
            likeness.colours[cells, best],
            own - measured.bare,
            share,
            moved,
        ]
        return np.column_stack(columns).astype(np.float64)

    def _bare_only(self, measured: Measured, small: ImageBgr) -> Looked:
        """Return what is seen where no piece was ever taught."""
        as_bare = unexplained(small, expected(self._board_small, self._shape(measured.brighter), {}))
        cells = len(measured.bare)
        share = self._shares(as_bare)
        covered = self._shares(large_things(as_bare).astype(np.float32), SCALE)
        occupied = _occupied(measured, None, np.zeros(cells, np.intp), share, share)
        return Looked(
            measured, None, np.zeros(cells, np.intp), occupied, np.zeros((cells, 8)), as_bare, covered
        )

    def _shape(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.ascontiguousarray(values.reshape(self.grid.rows, self.grid.columns), np.float32)

    def _shares(self, strange: Map, side_px: int = INNER_PX) -> NDArray[np.float32]:
        """Return which part of each cell's middle is strange."""
        mask = (strange >= 1).astype(np.float32)
        sums = cv2.boxFilter(mask, -1, (side_px, side_px), anchor=(0, 0), normalize=True)
        off = (INNER_PX - side_px) // 2
        lefts, tops = top_left(self.empty.columns, self.empty.rows)
        return np.asarray(sums[tops + off, lefts + off], np.float32)

    def _upscaled(self, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return a value a cell as a picture at ``SCALE``, the margin as the outermost cells."""
        board = cells.reshape(self.grid.rows, self.grid.columns)
        framed = np.pad(board, 1, mode="edge")
        return np.repeat(np.repeat(framed, SCALE, 0), SCALE, 1)


def _occupied(
    measured: Measured,
    likeness: Likeness | None,
    best: NDArray[np.intp],
    bare_share: NDArray[np.float32],
    piece_share: NDArray[np.float32],
) -> Values:
    own = (
        likeness.total[np.arange(len(best)), best]
        if likeness is not None
        else np.zeros(len(best), np.float32)
    )
    more = np.log((measured.seen_texture + 2) / (measured.texture + 2))
    columns = [
        measured.bare,
        more,
        np.log(measured.texture + 2),
        measured.brighter,
        np.log(measured.coloured + 0.01),
        np.log(measured.uneven + 0.01),
        own,
        bare_share,
        piece_share,
    ]
    return np.column_stack(columns).astype(np.float64)
