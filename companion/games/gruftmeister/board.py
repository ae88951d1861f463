"""The board as it lies on the table: twelve parts side by side, wrapping round at its edges.

A part is a drawing of its fields with their walls. A part of c × r fields has 2r + 1 rows of 2c + 1
characters; the characters at odd places are the fields (``#``: rock, no field), those between are ways
(a space) or walls (``#``). Two parts that meet share their border: where both leave it open there is a
way. The outer border meets the opposite border in the same way (the white arrows).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

ROCK = "#"
WAY = " "

FLOOR = "floor"
CHEST = "chest"
COFFIN = "coffin"
DOOR = "door"
LOCK = "lock"
START = "start"
STONES = (CHEST, COFFIN, DOOR, LOCK)
"""The kinds of fields on which a stone lies when the game begins."""


class Cell(NamedTuple):
    """A field's place: column from the left, row from the top, both from 0."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.column},{self.row}"


class Field(NamedTuple):
    """What is printed on a field; only locks and starts have a colour."""

    kind: str
    colour: str = ""


Drawing = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """Fields and ways of the laid-out board. ``drawing`` has its borders all round, like a part's."""

    drawing: Drawing
    fields: Mapping[Cell, Field]
    ways: Mapping[Cell, tuple[Cell, ...]]

    @cached_property
    def starts(self) -> Mapping[str, Cell]:
        """The start field of every colour."""
        return {field.colour: cell for cell, field in self.fields.items() if field.kind == START}

    @cached_property
    def stones(self) -> frozenset[Cell]:
        """All fields on which a stone lies when the game begins."""
        return frozenset(cell for cell, field in self.fields.items() if field.kind in STONES)

    def kind(self, cell: Cell) -> str:
        """Return what kind of field it is."""
        return self.fields[cell].kind

    def of_kind(self, kind: str) -> tuple[Cell, ...]:
        """Return the fields of that kind, row by row."""
        return tuple(cell for cell, field in self.fields.items() if field.kind == kind)

    def within_reach(self, start: Cell) -> set[Cell]:
        """Return every field that could be walked to if no stone lay on the board."""
        reached, edge = {start}, [start]
        while edge:
            new = [cell for cell in self.ways[edge.pop()] if cell not in reached]
            reached.update(new)
            edge.extend(new)
        return reached


def turned(drawing: Drawing, quarter_turns: int) -> Drawing:
    """Return the drawing turned clockwise."""
    for _ in range(quarter_turns % 4):
        drawing = tuple("".join(column) for column in zip(*reversed(drawing), strict=True))
    return drawing


def joined(rows: Iterable[Iterable[Drawing]]) -> Drawing:
    """Return one drawing of all parts; a shared border is open only if both parts leave it open."""
    parts = [list(row) for row in rows]
    high, wide = len(parts[0][0]) - 1, len(parts[0][0][0]) - 1
    height, width = high * len(parts), wide * len(parts[0])
    marks = [[WAY] * width for _ in range(height)]
    for down, row in enumerate(parts):
        for across, part in enumerate(row):
            for y, line in enumerate(part):
                for x, mark in enumerate(line):
                    place = marks[(down * high + y) % height]
                    at = (across * wide + x) % width
                    place[at] = mark if place[at] == WAY else place[at]
    lines = ["".join(line + line[:1]) for line in marks]
    return (*lines, lines[0])


def board_of(drawing: Drawing, legend: Mapping[str, Field]) -> Board:
    """Read a whole drawing that has only marks of the legend."""
    fields = {
        Cell(x // 2, y // 2): legend[mark]
        for y, line in enumerate(drawing)
        for x, mark in enumerate(line)
        if x % 2 and y % 2 and mark != ROCK
    }
    wide, high = len(drawing[0]) // 2, len(drawing) // 2
    ways: dict[Cell, list[Cell]] = {cell: [] for cell in fields}
    for cell in fields:
        for (x, y), (right, down) in (((2, 1), (1, 0)), ((1, 2), (0, 1))):
            beyond = Cell((cell.column + right) % wide, (cell.row + down) % high)
            if drawing[2 * cell.row + y][2 * cell.column + x] == WAY and beyond in fields:
                ways[cell].append(beyond)
                ways[beyond].append(cell)
    return Board(drawing, fields, {cell: tuple(sorted(beside)) for cell, beside in ways.items()})
