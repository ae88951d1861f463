"""The result of the first look at a straightened board."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.cells import Measured
from vision.boards.grid import Box
from vision.boards.measured.explained import Map
from vision.boards.measured.labels import Likeness
from vision.frame import ImageBgr

ODD_FROM = float(np.log(0.1 + 0.5))
"""Strangeness of a spot from which its cell is odd. Chosen by hand: hardly any clearly visible piece has
one."""
HIDDEN_FROM = 0.45
"""Covered or invisible share from which a cell cannot be read. Chosen by hand."""
SHADED_FROM = 0.5
"""A cell of which this share is covered by a possible shadow is still read, though never with certainty,
if its edges correlate this much with a possible piece. Chosen on 12 photographs."""
AS_BARE = 7
"""Index of the feature with the share that the empty board leaves unexplained."""
UNLIKE_BARE, OTHER_COLOUR = 0.9, 0.4
"""With this unexplained share and difference of colour (logarithm), something lies there, even if a
regression that has hardly met blank pieces says otherwise. Chosen by hand."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Looked:
    """The measurements of every cell, row after row.

    ``plain``: cells that are the empty board without any doubt; they are not examined further.
    ``occupied`` and ``named``: features (cells, k) of something lying there, and of its name being
    right. ``best``: the most similar name. ``strange`` (height, width): distance of the picture from the
    empty board or the best piece, whichever explains the cell better. ``covered``: share of each cell
    under something too large for a piece; ``behind``: the same without its possible shadow, where that
    matters. ``spot``: strangeness of each cell's strangest spot (logarithm). ``alike``: features of the
    best names' pictures. ``as_bare``, ``as_pieces``: like ``strange``, relative to the empty board
    alone, and to the best pieces.
    """

    measured: Measured
    plain: NDArray[np.bool_]
    likeness: Likeness | None
    best: NDArray[np.intp]
    occupied: Values
    named: Values
    strange: Map
    covered: NDArray[np.float32]
    behind: NDArray[np.float32]
    spot: NDArray[np.float32]
    small: ImageBgr
    board_bgr: ImageBgr
    alike: NDArray[np.float32]
    as_bare: Map
    as_pieces: Map

    @property
    def odd(self) -> NDArray[np.bool_]:
        """Cells with something in the way."""
        return np.asarray(self.spot > ODD_FROM)

    @property
    def seen_through(self) -> NDArray[np.float32]:
        """How well each cell's edges match those of the empty cell, or of some piece."""
        return seen_through(self.measured, self.likeness)

    @property
    def out_of_sight(self) -> NDArray[np.float32]:
        """The share of each cell that cannot be seen: covered, or outside the picture."""
        return np.maximum(self.covered, 1 - self.measured.in_view)

    @property
    def to_read(self) -> NDArray[np.bool_]:
        """Cells that are not hidden."""
        shaded = np.maximum(self.behind, 1 - self.measured.in_view) <= HIDDEN_FROM
        shaded &= self.seen_through >= SHADED_FROM
        return np.asarray((self.out_of_sight <= HIDDEN_FROM) | shaded)

    @property
    def not_bare(self) -> NDArray[np.bool_]:
        """Cells of which the empty board explains nothing, not even the colour."""
        nothing = self.occupied[:, AS_BARE] >= UNLIKE_BARE
        return np.asarray(nothing & (self.measured.coloured >= OTHER_COLOUR) & self.measured.known)


@dataclass(frozen=True, eq=False)
class Before:
    """The measurements of a board that has not moved, which cells changed, and boxes around these."""

    looked: Looked
    changed: NDArray[np.bool_]
    boxes: Sequence[Box]


def seen_through(measured: Measured, likeness: Likeness | None) -> NDArray[np.float32]:
    """Return how well each cell's edges match those of the empty cell, or of some piece."""
    return measured.bare if likeness is None else np.maximum(measured.bare, likeness.edges.max(1))
