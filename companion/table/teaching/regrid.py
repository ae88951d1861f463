"""After a change of a board's grid: moves names from the old cells to the new ones.

Only a piece in the middle of a cell of the old size and orientation certainly lies on that cell; the
others are asked about again.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from vision.board_grid import Matrix, through
from vision.manifests.labelled import LabelledCell
from vision.readings.places import GridCell

MOST_BESIDE = 0.25
"""Greatest distance of an old cell's centre from a new one's, in its sides, at which its piece is
certainly on it."""
LEAST_ALIKE, MOST_ALIKE = 0.75, 1.33
"""Least and greatest ratio of an old cell's side to a new one's."""

Named = Mapping[GridCell, LabelledCell]


def on_new_cells(
    named: Named, cells_to_new: Matrix, size: tuple[int, int]
) -> dict[GridCell, LabelledCell]:
    """Return the names by new cell, without those that may belong to another cell.

    ``cells_to_new``: the homography from places on the old grid to the new one, in cells; ``size``:
    columns and rows now.
    """
    new = {cell: _same_cell(cell, cells_to_new, size) for cell in named}
    taken = Counter(cell for cell in new.values() if cell is not None)
    return {there: named[cell] for cell, there in new.items() if there is not None and taken[there] == 1}


def _same_cell(cell: GridCell, cells_to_new: Matrix, size: tuple[int, int]) -> GridCell | None:
    """Return the new cell in the place of an old one; None if there is none."""
    in_cell = np.array([[0.5, 0.5], [0.0, 0.5], [1.0, 0.5], [0.5, 0.0], [0.5, 1.0]])
    places = in_cell + np.array(cell)
    centre, left, right, top, bottom = through(cells_to_new, places)
    there = np.floor(centre)
    (across, slant), (lean, down) = right - left, bottom - top
    is_alike = all(LEAST_ALIKE <= side <= MOST_ALIKE for side in (across, down))
    is_upright = max(abs(slant), abs(lean)) <= MOST_BESIDE
    is_inside = bool((there >= 0).all() and (there < size).all())
    if not (is_alike and is_upright and is_inside) or np.abs(centre - there - 0.5).max() > MOST_BESIDE:
        return None
    return GridCell(int(there[0]), int(there[1]))
