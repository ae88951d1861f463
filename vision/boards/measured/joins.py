"""The possible contents of a cell beside others, for pieces that span several cells.

A part of a piece is never alone: if a cell is certainly a piece's beginning, the cell in its direction
is the continuation; a cell without such a neighbour is no beginning. So a cell's neighbours leave few
names for the part that a pawn, a hand's shadow or a cup hides.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import BoardGrid
from vision.boards.matched.joined import fits
from vision.boards.measured.again import BARE
from vision.boards.sets import SIDES, BoardSet
from vision.readings.board import EMPTY

Name = tuple[str, int]


class JoinedNames:
    """Which names may be neighbours on one taught board. ``names`` are labels with turns."""

    def __init__(self, taught: BoardSet, names: Sequence[Name]) -> None:
        self._grid: BoardGrid = taught.grid
        self._numbers = {name: number for number, name in enumerate(names)} | {(EMPTY, 0): BARE}
        self._fits = fits(taught, names) if taught.joins else None

    @property
    def tells(self) -> bool:
        """Whether any parts are known to lie together."""
        return self._fits is not None

    def may_lie(self, names: Mapping[int, Iterable[Name]]) -> NDArray[np.bool_]:
        """Return which names may lie on each cell, the bare board last, given all possible names of some
        cells, and any names on the others: (cells, names + 1)."""
        found = np.ones((len(self._grid.cells), len(self._numbers)), bool)
        for cell, own in names.items():
            numbers = [self._numbers[name] for name in own if name in self._numbers]
            if numbers:
                found[cell] = False
                found[cell, numbers] = True
        return found

    def allowed(self, may_lie: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which names fit a possible name on each of their sides: (cells, names + 1)."""
        every = np.ones_like(may_lie)
        if self._fits is None:
            return every
        rows, columns = self._grid.rows, self._grid.columns
        framed = np.pad(may_lie.reshape(rows, columns, -1), ((1, 1), (1, 1), (0, 0)))
        framed[[0, -1], :, BARE] = framed[:, [0, -1], BARE] = True
        for (x, y), fit in zip(SIDES, self._fits, strict=True):
            beside = framed[1 + y : 1 + y + rows, 1 + x : 1 + x + columns]
            every &= beside.reshape(every.shape).astype(np.float32) @ fit.T > 0
        return every
