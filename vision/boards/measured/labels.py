"""Compares cells with a board's samples, in every quarter turn and with small shifts.

Pieces have height, so their tops appear shifted from their cells, and nobody lays them straight.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.boards.light import Parts, median_part, sample_parts
from vision.boards.looks import (
    WINDOW_PX,
    Edges,
    Rows,
    correlated,
    edges_of,
    halved,
    normed,
    shifts,
    top_left,
    windows,
)
from vision.boards.sets import SAMPLE_PX, BoardSet
from vision.frame import ImageBgr

REACH_PX = 4
"""Greatest shift in px at which pieces are looked for, a sixth of a cell: for a piece a sixth of a cell
thick seen at 45°, or laid askew."""
COARSE_PX = 2
SPAN = 100
"""More than any two shifts differ by."""
NOT_TRIED = -0.5
"""The similarity assigned to a turned piece if an upright one is similar enough."""
COLOUR_COUNTS = 0.5
"""Weight of colour: a difference of 0.1 (logarithm) counts as much as a correlation lower by a tenth of
this."""
BEST = 3
"""Number of names examined again with finer shifts."""
UPRIGHT_MORE = 0.1
"""Bonus in similarity for upright pieces in a set whose pieces were never shown turned."""
UPRIGHT_FROM = 0.92
"""In such a set, only cells less similar than this to everything upright are compared with turned
pieces."""


@dataclass(frozen=True, eq=False)
class Likeness:
    """The similarity of each cell to each name, all (cells, names).

    ``edges``: correlation of the edges; ``colours``: difference of the colours apart from brightness, in
    logarithms; ``brighter``: extra brightness of the cell; ``total``: edges minus the weighted colours;
    ``shifts`` (cells, names, 2): the piece's shift, in px of ``SCALE``; ``samples``: the best sample.
    """

    edges: NDArray[np.float32]
    colours: NDArray[np.float32]
    brighter: NDArray[np.float32]
    total: NDArray[np.float32]
    shifts: NDArray[np.intp]
    samples: NDArray[np.intp]


class LabelGallery:
    """The samples of a board's pieces. A *name* is a label with a number of quarter turns."""

    def __init__(self, taught: BoardSet) -> None:
        self.names = [(label.name, turns) for label in taught.labels for turns in range(label.rotations)]
        self.turned = np.array([taught.upright and turns > 0 for _, turns in self.names], bool)
        rows: list[Rows] = []
        parts: list[Parts] = []
        pictures: list[ImageBgr] = []
        wholes: list[ImageBgr] = []
        owners: list[int] = []
        for sample in taught.samples:
            for turns in range(taught.label(sample.label).rotations):
                turned = np.ascontiguousarray(np.rot90(sample.crop_bgr, -turns))
                pictures.append(halved(turned))
                wholes.append(turned)
                rows.append(plain_row_of(turned))
                parts.append(sample_parts(turned))
                owners.append(self.names.index((sample.label, turns)))
        order = np.argsort(owners, kind="stable")
        self.pictures = [pictures[number] for number in order]
        self.whole_pictures = [wholes[number] for number in order]
        self.plain_rows = np.concatenate(rows)[order] if rows else np.zeros((0, 1), np.float32)
        self.rows = normed(self.plain_rows)[0] if rows else self.plain_rows
        self.parts = np.stack(parts)[order] if parts else np.zeros((0, 9, 3), np.float32)
        self.owners = np.array(owners, np.intp)[order]
        lying = self.turned[self.owners]
        self._upright, self._lying = np.nonzero(~lying)[0], np.nonzero(lying)[0]
        self._starts = np.searchsorted(self.owners, np.arange(len(self.names))).tolist()
        self.among_each_other = self._among_each_other()

    def likeness(
        self, edges: Edges, parts: Parts, columns: NDArray[np.intp], rows: NDArray[np.intp]
    ) -> Likeness:
        """Return these cells' similarity to each name; ``edges`` of the straightened board, ``parts``
        (cells, 9, 3)."""
        lefts, tops = top_left(columns, rows)
        likeness = np.full((len(lefts), len(self.rows)), NOT_TRIED, np.float32)
        moved = np.zeros((*likeness.shape, 2), np.intp)
        every = np.arange(len(lefts))
        for which in (self._upright, self._lying):
            if len(which) and len(every):
                found = self._searched(edges, lefts[every], tops[every], which)
                likeness[np.ix_(every, which)], moved[np.ix_(every, which)] = found
            every = every[likeness[every].max(1) < UPRIGHT_FROM]
        return self._of_names(likeness, moved, parts)

    def _searched(
        self, edges: Edges, lefts: NDArray[np.intp], tops: NDArray[np.intp], which: NDArray[np.intp]
    ) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
        """Return the cells' similarity to these samples (cells, samples), and the best shifts."""
        coarse = shifts(REACH_PX, COARSE_PX)
        every = np.broadcast_to(coarse, (len(lefts), *coarse.shape))
        likeness, moved = self._at(edges, lefts, tops, every, which)
        best = np.argsort(-likeness, axis=1)[:, :BEST]
        near = np.take_along_axis(moved, best[..., None], 1)
        around = (near[:, :, None] + shifts(1, 1)[1:][None, None]).reshape(len(lefts), -1, 2)
        finer, finer_moved = self._at(edges, lefts, tops, around, which)
        better = finer > likeness
        return np.where(better, finer, likeness), np.where(better[..., None], finer_moved, moved)

    def _among_each_other(self) -> NDArray[np.float32]:
        """Return the greatest similarity between each two names: (names, names)."""
        if not self.names:
            return np.zeros((0, 0), np.float32)
        table = self.rows @ self.rows.T
        for axis in (0, 1):
            table = np.maximum.reduceat(table, self._starts, axis=axis)
        return np.asarray(table, np.float32)

    def _of_names(
        self, likeness: NDArray[np.float32], moved: NDArray[np.intp], parts: Parts
    ) -> Likeness:
        """Return for each name the values of its best sample: (cells, samples) -> (cells, names)."""
        away = parts[:, None] - self.parts[None]
        brighter = away.mean(3)
        coloured = np.abs(away - brighter[..., None]).mean((2, 3))
        total = likeness - COLOUR_COUNTS * coloured - UPRIGHT_MORE * self.turned[self.owners]
        first = np.stack(
            [
                start + total[:, start:end].argmax(1)
                for start, end in pairwise((*self._starts, total.shape[1]))
            ],
            1,
        )
        take = np.take_along_axis
        return Likeness(
            take(likeness, first, 1),
            take(coloured, first, 1),
            take(median_part(brighter), first, 1),
            take(total, first, 1),
            take(moved, first[..., None], 1),
            first,
        )

    def _at(
        self,
        edges: Edges,
        lefts: NDArray[np.intp],
        tops: NDArray[np.intp],
        moved: NDArray[np.intp],
        which: NDArray[np.intp],
    ) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
        """Return these samples' greatest likeness (cells, samples) over shifts (cells, n, 2), and which
        shift."""
        cells, many = moved.shape[:2]
        # Several samples have nearly the same best shift, so that the same shifts are requested again
        # and again.
        keys = (np.arange(cells)[:, None] * SPAN + moved[..., 1]) * SPAN + moved[..., 0]
        _, first, again = np.unique(keys, return_index=True, return_inverse=True)
        cell, shift = first // many, moved.reshape(-1, 2)[first]
        rows = windows(edges, lefts[cell] + shift[:, 0], tops[cell] + shift[:, 1])
        scores = correlated(rows, self.rows[which]).T[:, again.reshape(cells, many)]
        at = scores.argmax(2).T
        best = np.take_along_axis(scores, at.T[..., None], 2)[..., 0].T
        return best, np.take_along_axis(moved, at[..., None], 1)


def row_of(crop_bgr: ImageBgr) -> Rows:
    """Return a sample's row: (1, 600)."""
    return normed(plain_row_of(crop_bgr))[0]


def plain_row_of(crop_bgr: ImageBgr) -> Rows:
    """Return a sample's row with its edges' original strength: (1, 600)."""
    edges = edges_of(halved(crop_bgr))
    corner = np.array([(SAMPLE_PX // 2 - WINDOW_PX) // 2])
    return windows(edges, corner, corner)
