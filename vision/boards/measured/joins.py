"""The possible contents of a cell beside others, for pieces that span several cells.

A part of a piece is never alone: if a cell is certainly a piece's beginning, the cell in its direction
is the continuation; a cell without such a neighbour is no beginning. So a cell's neighbours leave few
names for the part that a pawn, a hand's shadow or a cup hides.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import BoardGrid
from vision.boards.measured.again import BARE
from vision.boards.sets import SIDES, BoardSet
from vision.reading import EMPTY

Name = tuple[str, int]
Ends = tuple[frozenset[int], ...]
"""The names that may lie on each side of a name; none: the piece ends there."""


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


def fits(taught: BoardSet, names: Sequence[Name]) -> NDArray[np.float32]:
    """Return whether a name may have another on its side, 1 or 0: (4, names + 1, names + 1)."""
    ways = [*_ways(taught, names), [(frozenset[int](),) * len(SIDES)]]
    many = len(ways)
    found = np.zeros((len(SIDES), many, many), np.float32)
    for side in range(len(SIDES)):
        for one, other in np.ndindex(many, many):
            found[side, one, other] = any(
                (other in own[side] and one in its[(side + 2) % 4])
                or not (own[side] or its[(side + 2) % 4])
                for own in ways[one]
                for its in ways[other]
            )
    return found


def _ways(taught: BoardSet, names: Sequence[Name]) -> list[list[Ends]]:
    """Return for each name its possible neighbours on its sides: in one way, or more if it looks the
    same turned."""
    rotations = {label.name: label.rotations for label in taught.labels}
    numbers = {name: number for number, name in enumerate(names)}
    beside: dict[tuple[str, int], set[str]] = {}
    for join in taught.joins:
        beside.setdefault((join.first, join.side), set()).add(join.then)
        beside.setdefault((join.then, (join.side + 2) % 4), set()).add(join.first)
    return [
        [
            tuple(
                frozenset(
                    numbers[other, actual % rotations[other]]
                    for other in beside.get((label, (side - actual) % 4), ())
                )
                for side in range(len(SIDES))
            )
            for actual in range(turns, 4, rotations[label])
        ]
        for label, turns in names
    ]
