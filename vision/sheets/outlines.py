"""Sheets with a printed outline of squares: their layout, for printers and readers.

A sheet has eight times eight cells; its outline lies within the inner six times six. A free cell shows a
pattern, chequers within the outline and dots outside: where neither is visible, something lies there.
The four corner cells have markers that encode the sheet's number. Millimetres count from the sheet's top
left corner, x to the right, y down.
"""

from collections.abc import Collection, Iterator
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.markers.cards import squares_at
from vision.readings.places import GridCell

SIDE_CELLS: Final = 8
CELL_MM: Final = 18.0
SHEET_MM: Final = SIDE_CELLS * CELL_MM
MARKER_MM: Final = 14.0
MARKERS_OF_A_SHEET: Final = 4
MOST_SHEETS: Final = 72
"""How many numbers there are: each further one makes it more likely that something else is taken for
one."""
PARTS: Final = 4
"""Marks of a cell's pattern, across and down."""
DOT_MM: Final = 2.0
EDGE_MM, LINE_MM = 0.8, 0.3
INK: Final = 0.35
"""Lightness of the printed marks, 0 (black) to 1: paler than the markers, so that pieces stand out."""

RectangleMm = tuple[float, float, float, float]
"""Left, top, width, height."""

CORNER_CELLS: Final = (
    GridCell(0, 0),
    GridCell(SIDE_CELLS - 1, 0),
    GridCell(SIDE_CELLS - 1, SIDE_CELLS - 1),
    GridCell(0, SIDE_CELLS - 1),
)
"""Where the markers are, clockwise from the top left, in the order of their ids."""
CELLS: Final = tuple(
    GridCell(column, row)
    for row in range(SIDE_CELLS)
    for column in range(SIDE_CELLS)
    if GridCell(column, row) not in CORNER_CELLS
)
"""Every cell that bears a pattern, row after row."""


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """Return the sheets' markers, only as many as there are numbers.

    It is another dictionary than that of the table's own markers, so that they are never confused.
    """
    every = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_1000)
    used = every.bytesList[: MARKERS_OF_A_SHEET * MOST_SHEETS]
    return cv2.aruco.Dictionary(used, every.markerSize, every.maxCorrectionBits)


def marker_ids(number: int) -> tuple[int, ...]:
    """Return the ids of a sheet's markers; its number counts from 0. Raises ``ValueError``."""
    if not 0 <= number < MOST_SHEETS:
        raise ValueError(f"no sheet has the number {number}")
    first = MARKERS_OF_A_SHEET * number
    return tuple(range(first, first + MARKERS_OF_A_SHEET))


def marker_corners_mm() -> NDArray[np.float64]:
    """Return the markers' corners: shape (4 markers, 4, 2), clockwise from each one's top left."""
    edge = (CELL_MM - MARKER_MM) / 2
    return squares_at(np.array(CORNER_CELLS, np.float64) * CELL_MM + edge, MARKER_MM)


def marker_marks(number: int) -> Iterator[RectangleMm]:
    """Yield the black parts of a sheet's markers, each a run of cells in a row."""
    across = dictionary().markerSize + 2
    side = MARKER_MM / across
    for marker_id, corners in zip(marker_ids(number), marker_corners_mm(), strict=True):
        is_black = cv2.aruco.generateImageMarker(dictionary(), marker_id, across) == 0
        left, top = corners[0].tolist()
        for row, cells in enumerate(is_black):
            ends = np.flatnonzero(np.diff(np.concatenate([[0], cells.astype(np.int8), [0]])))
            for first, last in ends.reshape(-1, 2).tolist():
                yield left + first * side, top + row * side, (last - first) * side, side


def cell_marks(cell: GridCell, *, inside: bool) -> Iterator[RectangleMm]:
    """Yield the marks of a free cell: chequers within the outline, dots beside it."""
    part = CELL_MM / PARTS
    left, top = cell.column * CELL_MM, cell.row * CELL_MM
    edge = (part - DOT_MM) / 2
    for row in range(PARTS):
        for column in range(PARTS):
            x, y = left + column * part, top + row * part
            if not inside:
                yield x + edge, y + edge, DOT_MM, DOT_MM
            elif (column + row) % 2 == 0:
                yield x, y, part, part


def line_marks(within: Collection[GridCell]) -> Iterator[RectangleMm]:
    """Yield the lines between the squares of an outline, and the thick ones around it."""
    for cell in sorted(within):
        left, top = cell.column * CELL_MM, cell.row * CELL_MM
        for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            is_edge = GridCell(cell.column + across, cell.row + down) not in within
            half = (EDGE_MM if is_edge else LINE_MM) / 2
            x, y = left + max(across, 0) * CELL_MM, top + max(down, 0) * CELL_MM
            long = CELL_MM + 2 * half
            yield (
                (x - half, y - half, 2 * half, long) if across else (x - half, y - half, long, 2 * half)
            )


def draw_cells(px_per_mm: int, *, inside: bool) -> NDArray[np.float32]:
    """Return a whole sheet of one pattern, without its markers: lightness, INK to 1."""
    fine = 4
    scale = px_per_mm * fine
    paper = np.ones((round(SHEET_MM * scale),) * 2, np.float32)
    for cell in CELLS:
        for mark in cell_marks(cell, inside=inside):
            left, top, right, bottom = _pixels(mark, scale)
            paper[top:bottom, left:right] = INK
    return np.asarray(
        cv2.resize(paper, None, fx=1 / fine, fy=1 / fine, interpolation=cv2.INTER_AREA), np.float32
    )


def draw_sheet(number: int, within: Collection[GridCell], px_per_mm: int) -> NDArray[np.uint8]:
    """Return a sheet as it is printed, gray; ``within`` are the cells of its outline."""
    paper = np.full((round(SHEET_MM * px_per_mm),) * 2, 255, np.uint8)
    for cell in CELLS:
        for mark in cell_marks(cell, inside=cell in within):
            left, top, right, bottom = _pixels(mark, px_per_mm)
            paper[top:bottom, left:right] = round(255 * INK)
    for mark in (*line_marks(within), *marker_marks(number)):
        left, top, right, bottom = _pixels(mark, px_per_mm)
        paper[top:bottom, left:right] = 0
    return paper


def _pixels(mark: RectangleMm, px_per_mm: int) -> tuple[int, int, int, int]:
    left, top, width, height = mark
    ends = (left, top, left + width, top + height)
    first, second, third, fourth = (round(end * px_per_mm) for end in ends)
    return first, second, third, fourth
