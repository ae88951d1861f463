"""Looks again at cells that are partly covered: by a pawn that stands there, or leans over from beside.

What lies beneath is weighed by what can still be seen of it: each likely piece, and the bare board, is
expected in turn, and the one counts that leaves the least of the cell unexplained. What is left then is
what stands there: a pawn, if it is compact and covers the cell's middle, where its foot is.
"""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import MARGIN_CELLS
from vision.frame import ImageBgr
from vision.readers.board_explained import MOST_SHADOW, unexplained
from vision.readers.board_labels import UPRIGHT_MORE, LabelGallery
from vision.readers.board_looks import (
    SCALE,
    STRIDE_PX,
    WINDOW_PX,
    Edges,
    edges_of,
    shifts,
    top_left,
    windows,
)
from vision.reading import GridCell

REACH_PX, BARE_REACH_PX = 4, 2
TRIED = 3
"""So many names are expected in turn."""
BLOCKS, DROPPED = 3, 4
"""Cells are compared in 3 x 3 blocks, of which the worst four do not count: a pawn covers no more."""
HALF_PX = 13
"""What is expected reaches so far from the cell's middle, a little over its edge."""
FOOT_PX = 4
"""Radius of the middle of a cell, which the foot of what stands on it covers."""
PLAIN = 30.0
"""Blocks with edges weaker than this, as a sum of squares, are plain, and all plain ones are alike."""
BARE = -1
"""Stands for the bare board among the names."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Again:
    """What a cell is at a second look: the number of its name or ``BARE``; features of that being
    right, and of something standing on it; ``alike`` (names): how like each name it is by what can be
    seen, and ``like_bare``."""

    name: int
    features: Values
    standing: Values
    alike: Values
    like_bare: float


@dataclass(frozen=True, eq=False)
class _Tried:
    """How one answer explains a cell: ``strange`` (26, 26) is what it leaves."""

    name: int
    likeness: float
    share: float
    strange: NDArray[np.float32]


class SecondLook:
    """Looks again at single cells of one board. Safe to call from several threads."""

    def __init__(self, gallery: LabelGallery, board_small: ImageBgr) -> None:
        self._gallery, self._board = gallery, board_small.astype(np.float32)
        self._edges = edges_of(board_small)

    def look(self, small: ImageBgr, edges: Edges, cell: GridCell) -> Again:
        """Return what a cell is; ``small`` is the board at ``SCALE`` in the empty board's light.

        ``edges`` are those of ``small``.
        """
        x, y = (round((along + 0.5 + MARGIN_CELLS) * SCALE) for along in cell)
        seen = small[y - HALF_PX : y + HALF_PX, x - HALF_PX : x + HALF_PX]
        bare = self._board[y - HALF_PX : y + HALF_PX, x - HALF_PX : x + HALF_PX]
        like_bare = self._like_bare(edges, cell)
        likely, alike = self._likely(edges, cell)
        tried = [_try(BARE, like_bare, seen, bare)]
        tried += [
            _try(name, likeness, seen, self._piece(sample, moved))
            for name, likeness, sample, moved in likely
        ]
        tried.sort(key=lambda one: one.likeness - one.share, reverse=True)
        best = tried[0]
        lead, less = (
            (best.likeness - tried[1].likeness, tried[1].share - best.share)
            if len(tried) > 1
            else (1.0, 1.0)
        )
        return Again(
            best.name,
            np.array(
                [best.likeness, lead, best.share, less, float(best.name == BARE), *_left(best.strange)]
            ),
            np.array([*_left(best.strange), best.share]),
            alike,
            like_bare,
        )

    def _like_bare(self, edges: Edges, cell: GridCell) -> float:
        """Return how like the bare board a cell is, by what can be seen of it."""
        left, top = top_left(np.array([cell.column]), np.array([cell.row]))
        moved = shifts(BARE_REACH_PX, 1)
        rows = windows(edges, left + moved[:, 0], top + moved[:, 1])
        return float(_trimmed(rows, windows(self._edges, left, top)).max())

    def _piece(self, sample: int, moved: tuple[int, int]) -> NDArray[np.float32]:
        """Return a sample's picture as it is expected with this shift."""
        picture = self._gallery.pictures[sample].astype(np.float32)
        middle = picture.shape[0] // 2
        shifted = cv2.warpAffine(
            picture,
            np.array([[1, 0, moved[0]], [0, 1, moved[1]]], np.float64),
            picture.shape[1::-1],
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(
            shifted[middle - HALF_PX : middle + HALF_PX, middle - HALF_PX : middle + HALF_PX], np.float32
        )

    def _likely(
        self, edges: Edges, cell: GridCell
    ) -> tuple[list[tuple[int, float, int, tuple[int, int]]], Values]:
        """Return the likest names by what can be seen: number, likeness, sample and shift; and how like
        all are."""
        if not self._gallery.names:
            return [], np.zeros(0)
        left, top = top_left(np.array([cell.column]), np.array([cell.row]))
        moved = shifts(REACH_PX, 2)
        rows = windows(edges, left + moved[:, 0], top + moved[:, 1])
        scores = _trimmed(rows, self._gallery.plain_rows)
        at = scores.argmax(0)
        best = scores[at, np.arange(len(at))] - UPRIGHT_MORE * self._gallery.turned[self._gallery.owners]
        alike = np.full(len(self._gallery.names), -1.0)
        np.maximum.at(alike, self._gallery.owners, best)
        found: dict[int, tuple[int, float, int, tuple[int, int]]] = {}
        for sample in np.argsort(-best).tolist():
            name = int(self._gallery.owners[sample])
            shift = moved[at[sample]].tolist()
            found.setdefault(name, (name, float(best[sample]), sample, (shift[0], shift[1])))
            if len(found) == TRIED:
                break
        return list(found.values()), alike


def _try(name: int, likeness: float, seen: ImageBgr, picture: NDArray[np.float32]) -> _Tried:
    light = np.log(seen.mean(2) + 8.0) - np.log(picture.mean(2) + 8.0)
    gain = float(np.clip(np.median(light), -MOST_SHADOW, MOST_SHADOW))
    strange = unexplained(seen, np.asarray(picture * np.exp(gain), np.float32))
    return _Tried(name, likeness, float((strange >= 1).mean()), strange)


def _left(strange: NDArray[np.float32]) -> tuple[float, ...]:
    """Return of what is left unexplained its largest part and more of that part.

    Share of the cell, share of the foot's place, the rest's share, strength, how much of its box it
    fills, share of the cell's edge that it crosses, and how strange the foot's place is in the mean.
    """
    mask = (strange >= 1).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    foot_strange = float(np.minimum(strange[_FOOT], 4).mean())
    if count < 2:
        return 0.0, 0.0, float(mask.mean()), 0.0, 0.0, 0.0, foot_strange
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    own = labels == largest
    box = stats[largest, cv2.CC_STAT_WIDTH] * stats[largest, cv2.CC_STAT_HEIGHT]
    rim = np.concatenate([own[0], own[-1], own[:, 0], own[:, -1]])
    return (
        float(own.mean()),
        float(own[_FOOT].mean()),
        float((mask.astype(bool) & ~own).mean()),
        float(np.minimum(strange[own], 5).mean()),
        float(own.sum() / box),
        float(rim.mean()),
        foot_strange,
    )


def _foot() -> NDArray[np.bool_]:
    y, x = np.mgrid[0 : 2 * HALF_PX, 0 : 2 * HALF_PX] - HALF_PX + 0.5
    return np.asarray(np.hypot(x, y) <= FOOT_PX)


_FOOT = _foot()


def _trimmed(rows: NDArray[np.float32], samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how like samples (n, 600) rows (m, 600) are in their likest blocks: (m, n)."""
    side = WINDOW_PX // STRIDE_PX
    cuts = np.linspace(0, side, BLOCKS + 1).round().astype(int)
    own, other = (one.reshape(len(one), side, side, -1) for one in (rows, samples))
    losses, weights = [], []
    for top, bottom in pairwise(cuts.tolist()):
        for left, right in pairwise(cuts.tolist()):
            a = own[:, top:bottom, left:right].reshape(len(own), -1)
            b = other[:, top:bottom, left:right].reshape(len(other), -1)
            lengths = (a**2).sum(1)[:, None] + (b**2).sum(1)[None]
            losses.append(lengths - 2 * (a @ b.T))
            weights.append(lengths)
    loss, weight = np.stack(losses), np.stack(weights)
    kept = np.argsort(loss, axis=0)[: BLOCKS**2 - DROPPED]
    take = np.take_along_axis
    return np.asarray(
        1 - take(loss, kept, 0).sum(0) / (take(weight, kept, 0).sum(0) + PLAIN), np.float32
    )
