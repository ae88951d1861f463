"""The fields of a manifest's lines, each checked: what is wrong is named with its file and line."""

import json
from collections.abc import Mapping
from typing import Any

from vision.board_grid import BoardGrid
from vision.errors import BadManifest
from vision.labels import HINT, can_be_shown, fault_of
from vision.readings.board import EMPTY
from vision.readings.places import GridCell, PointPx

MOST_NUMBER = 1e9
"""Limit on places in a picture and on counts; it excludes Infinity and NaN."""
MOST_CELLS = 60
"""No board has more columns or rows."""


def row_of(line: str, where: str, example: str) -> Mapping[str, Any]:
    """Return a line's object, which names a picture. Raises ``BadManifest``."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        why = (
            error.msg
            if isinstance(error, json.JSONDecodeError)
            else "nothing is nested or long like that"
        )
        raise BadManifest(f"{where}: not JSON ({why})", hint="One JSON object a line.") from error
    if not isinstance(row, Mapping) or not isinstance(row.get("image"), str):
        raise BadManifest(f'{where}: no "image"', hint=f"A line is {example}.")
    _check_text(row["image"], where)
    return row


def label_of(value: Any, where: str) -> str:
    """Return a piece's label. Raises ``BadManifest`` if no piece can have that label."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise BadManifest(f"{where}: {shown(value)} is no label", hint=HINT)
    fault = fault_of(str(value))
    if fault is not None:
        raise BadManifest(f"{where}: {fault}", hint=HINT)
    return str(value)


def piece_of(value: Any, where: str) -> str:
    """Return the label of a piece. Raises ``BadManifest`` also if it names no piece."""
    if value == EMPTY:
        raise BadManifest(f"{where}: no piece can be called {EMPTY}", hint="It says that none is there.")
    return label_of(value, where)


def conditions_of(row: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """Return a photograph's conditions. Raises ``BadManifest`` if they cannot be shown."""
    conditions = tuple(map(str, list_of(row.get("conditions", []), where)))
    for condition in conditions:
        _check_text(condition, where)
    return conditions


def _check_text(text: str, where: str) -> None:
    """Raise ``BadManifest`` for a text that cannot be displayed, or be the name of a file."""
    if not can_be_shown(text):
        raise BadManifest(f"{where}: {text[:60]!a} has letters in it that cannot be shown")


def list_of(value: Any, where: str) -> list[Any]:
    """Return a list as it is. Raises ``BadManifest`` for anything else."""
    if not isinstance(value, list):
        raise BadManifest(f"{where}: {shown(value)} is not a list")
    return value


def number_of(item: Mapping[str, Any], key: str, where: str) -> float:
    """Return a number of an object. Raises ``BadManifest`` for anything else."""
    value = item.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER:
        return float(value)
    raise BadManifest(f"{where}: {key} is {shown(value)}, not a number")


def place_of(item: Mapping[str, Any], where: str) -> PointPx:
    """Return an object's ``x`` and ``y``. Raises ``BadManifest``."""
    return PointPx(number_of(item, "x", where), number_of(item, "y", where))


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


def corners_of(row: Mapping[str, Any], where: str) -> tuple[PointPx, ...] | None:
    """Return the corner cells' four centres, None if not given. Raises ``BadManifest`` for anything
    else."""
    value = row.get("corners")
    if value is None:
        return None
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


def hidden_of(row: Mapping[str, Any], grid: BoardGrid | None, where: str) -> frozenset[GridCell]:
    """Return the cells that are not judged, none without a grid. Raises ``BadManifest``."""
    names = list_of(row.get("hidden", []), where)
    return frozenset(cell_of(name, grid, where) for name in names) if grid is not None else frozenset()


def shown(value: object) -> str:
    """Return a value for a message, shortened."""
    if isinstance(value, int) and not isinstance(value, bool):
        return "too large" if abs(value) > MOST_NUMBER else str(value)
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
