"""What was seen of a straightened board at a first look."""

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
"""A cell with a spot stranger than this is odd. Chosen by hand: hardly a plainly seen piece has one."""
HIDDEN_FROM = 0.45
"""A cell of which so large a part is covered, or outside the picture, cannot be read. Chosen by hand."""
SHADED_FROM = 0.5
"""A cell of which so much is covered by what may be a shadow is read all the same, though never surely,
if its edges correlate so much with those of something that may lie there. Chosen on 12 photographs."""
AS_BARE = 7
"""Which feature of something lying there is the share that the empty board leaves unexplained."""
UNLIKE_BARE, OTHER_COLOUR = 0.9, 0.4
"""Where so large a share is left, and the colour differs by so much (logarithms), something lies
there, whatever a regression says that saw hardly any blank pieces. Chosen by hand."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Looked:
    """What was seen of every cell, row after row.

    ``plain``: cells that are the empty board without any doubt; nothing more is looked at there.
    ``occupied`` and ``named``: features (cells, k) of something lying there, and of its name being
    right.
    ``best``: the likest name. ``strange`` (height, width): how far the picture is from both the empty
    board and the likest piece, whichever explains the cell better. ``covered``: share of each cell under
    something too large for a piece, ``behind``: without what may be its shadow, where that matters.
    ``spot``: how strange each cell's strangest spot is (logarithm).
    ``alike``: features of the likest names' pictures. ``as_bare``, ``as_pieces``: like ``strange``, from
    the empty board alone, and from the likest pieces.
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
        """How far each cell's edges are those of the empty cell, or of some piece."""
        return seen_through(self.measured, self.likeness)

    @property
    def out_of_sight(self) -> NDArray[np.float32]:
        """Which part of each cell cannot be seen: something covers it, or it is outside the picture."""
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
    """What was seen of a board that lies where it lay, which cells changed, and boxes round these."""

    looked: Looked
    changed: NDArray[np.bool_]
    boxes: Sequence[Box]


def seen_through(measured: Measured, likeness: Likeness | None) -> NDArray[np.float32]:
    """Return how far each cell's edges are those of the empty cell, or of some piece."""
    return measured.bare if likeness is None else np.maximum(measured.bare, likeness.edges.max(1))
