"""Reads manifests of boards: one photograph a line, with the content of each cell."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.boards.grid import BoardGrid
from vision.dice.manifest import MOST_NUMBER, conditions_of, label_of, list_of, read_lines, row_of, shown
from vision.errors import BadManifest
from vision.readings.board import EMPTY
from vision.readings.places import GridCell, PointPx

EXAMPLE = '{"image": "b.jpg", "grid": [15, 10], "corners": [[x, y], …], "cells": {"3,4": "A"}}'
MOST_CELLS = 60
"""No board has more columns or rows."""


@dataclass(frozen=True)
class LabelledCell:
    """A person's entry for a cell. ``label`` may be ``empty``; ``turns``: None if not given."""

    label: str
    turns: int | None = None
    on: str | None = None


@dataclass(frozen=True)
class LabelledBoard:
    """One line of a manifest; cells not in ``cells`` are empty, ``hidden`` ones are not judged.

    ``corners_px``: centres of the corner cells, clockwise from the top left, or None if not given.
    """

    image: Path
    name: str
    grid: BoardGrid
    cells: Mapping[GridCell, LabelledCell]
    corners_px: tuple[PointPx, ...] | None
    hidden: frozenset[GridCell]
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class BoardManifest:
    """The photographs of a manifest, in its order, and the faults of the lines that cannot be used."""

    photos: tuple[LabelledBoard, ...]
    faults: tuple[BadManifest, ...]


def read_board_manifest(path: Path) -> BoardManifest:
    """Return a manifest's photographs; a broken line is listed in ``faults``, and the others are still
    read.

    Raises ``BadManifest`` when the file cannot be read at all, or no line of it.
    """
    photos, faults = read_lines(path, _photo)
    return BoardManifest(tuple(photos), tuple(faults))


def _photo(path: Path, number: int, line: str) -> LabelledBoard:
    where = f"{path}, line {number}"
    row = row_of(line, where, EXAMPLE)
    grid = grid_of(row.get("grid"), where)
    cells = row.get("cells")
    if not isinstance(cells, Mapping):
        raise BadManifest(f'{where}: no "cells"', hint='An empty board has "cells": {}.')
    return LabelledBoard(
        path.parent / row["image"],
        row["image"],
        grid,
        {
            cell_of(name, grid, where): _label(one, f"{where}, cell {name}")
            for name, one in cells.items()
        },
        corners_of(row["corners"], where) if row.get("corners") is not None else None,
        frozenset(cell_of(name, grid, where) for name in list_of(row.get("hidden", []), where)),
        conditions_of(row, where),
    )


def grid_of(value: Any, where: str) -> BoardGrid:
    """Return columns and rows as a grid. Raises ``BadManifest`` for anything else."""
    counts = list_of(value, where)
    if len(counts) != 2 or not all(type(one) is int and 2 <= one <= MOST_CELLS for one in counts):
        raise BadManifest(
            f"{where}: grid is {shown(value)}", hint='"grid" is columns and rows: [15, 10].'
        )
    return BoardGrid(*counts)


def cell_of(name: Any, grid: BoardGrid, where: str) -> GridCell:
    """Return a cell by its name, "column,row". Raises ``BadManifest`` if there is no such cell."""
    try:
        column, row = (int(part) for part in str(name).split(","))
    except ValueError as error:
        raise BadManifest(
            f"{where}: no cell {shown(name)}", hint='A cell is "column,row": "3,4".'
        ) from error
    if not (0 <= column < grid.columns and 0 <= row < grid.rows):
        raise BadManifest(f"{where}: cell {name} is not on a board of {grid.columns} x {grid.rows}")
    return GridCell(column, row)


def _label(value: Any, where: str) -> LabelledCell:
    if isinstance(value, str):
        return LabelledCell(label_of(value, where))
    if not isinstance(value, Mapping):
        raise BadManifest(
            f"{where}: {shown(value)} says no label", hint='"A", or {"label": "A", "turns": 1}.'
        )
    turns, on = value.get("turns"), value.get("on")
    if turns is not None and turns not in (0, 1, 2, 3):
        raise BadManifest(
            f"{where}: {shown(turns)} turns", hint="turns are quarter turns clockwise: 0 to 3."
        )
    label = label_of(value.get("label", EMPTY), where)
    on = None if on is None else piece_of(on, where)
    return LabelledCell(label, None if turns is None else int(turns), on)


def piece_of(value: Any, where: str) -> str:
    """Return the label of a piece. Raises ``BadManifest`` also if it names no piece."""
    if value == EMPTY:
        raise BadManifest(f"{where}: no piece can be called {EMPTY}", hint="It says that none is there.")
    return label_of(value, where)


def corners_of(value: Any, where: str) -> tuple[PointPx, ...]:
    """Return four points. Raises ``BadManifest`` for anything else."""
    try:
        corners = tuple(PointPx(float(x), float(y)) for x, y in value)
    except (TypeError, ValueError, OverflowError):
        corners = ()
    if len(corners) != 4 or not all(abs(x) <= MOST_NUMBER >= abs(y) for x, y in corners):
        raise BadManifest(
            f"{where}: corners are {shown(value)}",
            hint='"corners": the centres of the four corner cells, clockwise from the top left.',
        )
    return corners
