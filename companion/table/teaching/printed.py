"""What is printed on the squares of a taught board: marked by tap, starting from the game's own board.

It is kept in the set's folder as ``printed.json``: the game, the option that takes it, and its data.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.errors import BadLesson
from companion.table.hooks.verdict import JsonObject
from companion.table.teaching.refusals import refused
from companion.table.teaching.shapes import BoardData, OwnBoard, PrintedShape
from vision.given_files import json_of
from vision.readings.places import GridCell

FILE = "printed.json"
OFTEN = 3
"""A print that occurs at least this often on the game's own board may occur any number of times, but at
least once."""
LONGEST_NAME = 9
"""Letters of ``"column,row"``; the limit keeps Python from parsing numbers with thousands of digits."""
Cells = Mapping[GridCell, str]


@dataclass(frozen=True)
class PrintedSquares:
    """What is printed on which square; squares that are not listed are plain.

    ``own``: the print of the game's own board, by its squares; ``laid``: the same placed over this
    board, where part of it may fall outside the ``grid``; ``is_settled``: somebody has confirmed it.
    """

    game: str
    option: str
    grid: tuple[int, int]
    own: Cells
    laid: Cells
    is_settled: bool = False

    @property
    def cells(self) -> Cells:
        """What is printed on which square of this board."""
        return {cell: label for cell, label in self.laid.items() if self._is_inside(cell)}

    def on_grid(self, columns: int, rows: int) -> "PrintedSquares":
        """Return the same placed over a board of this size; prints that fall outside can be nudged onto
        it.

        If all marks were removed, the game's own are placed again.
        """
        if self.laid and self.grid == (columns, rows):
            return self
        return replace(self, grid=(columns, rows), laid=self.laid or self.own, is_settled=False)

    def nudged(self, right: int, down: int) -> "PrintedSquares":
        """Return the same shifted by this many squares; never so far that nothing is on the board."""
        laid = {GridCell(x + right, y + down): label for (x, y), label in self.laid.items()}
        moved = replace(self, laid=laid, is_settled=False)
        return moved if moved.cells else self

    def marked(self, cells: Mapping[str, str], is_settled: bool) -> "PrintedSquares":
        """Return the board with these marks instead. Raises ``BadLesson`` if they cannot be."""
        found = {_cell(name): label for name, label in cells.items()}
        inside = all(self._is_inside(cell) for cell in found)
        if not inside or not set(found.values()) <= set(self.own.values()):
            hint = "Tap a square, then what is printed there."
            raise refused("no such thing is printed on a square of this board", "no_square", hint)
        if is_settled and not self.is_whole(found):
            is_settled = False
        if not found:
            return replace(self, laid={}, is_settled=False)
        # A mark set on the board by hand must not come in a second time from outside.
        lacking = self._lacking(found)
        often = {label for label, n in Counter(self.own.values()).items() if n >= OFTEN}
        beside = {
            cell: label
            for cell, label in self.laid.items()
            if not self._is_inside(cell) and (label in lacking or label in often)
        }
        return replace(self, laid={**beside, **found}, is_settled=is_settled)

    def missing(self) -> list[str]:
        """Return the prints that are missing from the board, or occur too seldom."""
        return self._lacking(self.cells)

    def too_often(self) -> list[str]:
        """Return the prints that are marked on too many squares."""
        wanted = Counter(self.own.values())
        more = Counter(self.cells.values()) - wanted
        return sorted(label for label in more if wanted[label] < OFTEN)

    def is_whole(self, cells: Cells) -> bool:
        """Tell whether every necessary print is there, and none too often."""
        other = replace(self, laid=cells)
        return not other.missing() and not other.too_often()

    def shape(self) -> PrintedShape:
        """Return how it stands."""
        return {
            "cells": {_name(cell): label for cell, label in self.cells.items()},
            "labels": sorted(set(self.own.values())),
            "missing": self.missing(),
            "too_often": self.too_often(),
            "settled": self.is_settled,
        }

    def write(self, name: str, folder: Path) -> None:
        """Write it into a set's folder, if somebody has confirmed it."""
        if self.is_settled:
            cells = {_name(cell): self.cells[cell] for cell in sorted(self.cells)}
            data: BoardData = {"edition": name, "grid": [*self.grid], "cells": cells}
            write_own_board({"game": self.game, "option": self.option, "data": data}, name, folder)

    def _is_inside(self, cell: GridCell) -> bool:
        columns, rows = self.grid
        return 0 <= cell.column < columns and 0 <= cell.row < rows

    def _lacking(self, cells: Cells) -> list[str]:
        wanted = {label: 1 if n >= OFTEN else n for label, n in Counter(self.own.values()).items()}
        return sorted((Counter(wanted) - Counter(cells.values())).elements())


def read_print(game: str, option: str, words: JsonObject) -> PrintedSquares:
    """Return the print of a game's own board, from its data."""
    columns, rows = words["grid"]
    cells = {_cell(name): str(label) for name, label in words["cells"].items()}
    return PrintedSquares(game, option, (columns, rows), cells, cells)


def own_board(folder: Path) -> OwnBoard | None:
    """Return the print of a taught set's board; None if nobody entered it."""
    try:
        said = json_of(folder / FILE)
        cells = {_name(_cell(name)): str(label) for name, label in said["data"]["cells"].items()}
        columns, rows = said["data"]["grid"]
        data: BoardData = {
            "edition": folder.name,
            "grid": [int(columns), int(rows)],
            "cells": cells,
        }
        return {"game": str(said["game"]), "option": str(said["option"]), "data": data}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, BadLesson):
        return None


def write_own_board(board: OwnBoard | None, name: str, folder: Path) -> None:
    """Write the print of a set's board into its folder, if anything was entered."""
    if board is not None:
        said = {**board, "data": {**board["data"], "edition": name}}
        text = json.dumps(said, ensure_ascii=False, indent=1)
        (folder / FILE).write_text(text + "\n", encoding="utf-8")


def read_earlier_print(folder: Path, own: PrintedSquares | None) -> PrintedSquares | None:
    """Return the print of the board of a set to be extended, as it was entered before."""
    said = own_board(folder)
    if own is None or said is None or said["game"] != own.game:
        return own
    columns, rows = said["data"]["grid"]
    cells = {_cell(name): label for name, label in said["data"]["cells"].items()}
    return replace(own, grid=(columns, rows), laid=cells, is_settled=True)


def _name(cell: GridCell) -> str:
    return f"{cell.column},{cell.row}"


def _cell(name: str) -> GridCell:
    column, _, row = name.partition(",")
    if len(name) > LONGEST_NAME or not (column.isdecimal() and row.isdecimal()):
        raise refused(f"{name[:LONGEST_NAME]!r} is no square", "no_square")
    return GridCell(int(column), int(row))
