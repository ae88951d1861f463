"""What lies in the box: gems, the red fields, the die, and each player's twelve pieces."""

from enum import StrEnum
from functools import cache
from typing import NamedTuple, NewType, TypeAlias

Row = NewType("Row", int)
"""A row of the gem board and the red field at its head, 0–5."""

ROWS: tuple[Row, ...] = tuple(Row(number) for number in range(6))
HOLES = 12
"""Holes of a row, and so the gems of a row at the start."""

CARDS = 36

EASY, HARD = 3, 4
"""Pieces to take on the two sides of a card."""
SIDES = (EASY, HARD)


class Colour(StrEnum):
    """The colours of the gems, twelve of each."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"
    BROWN = "brown"
    VIOLET = "violet"


GEMS_OF_A_COLOUR = 12


class Symbol(StrEnum):
    """The faces of the die. Each names a row of the puzzle card, which lists the pieces to take."""

    SHIELD = "shield"
    HAND = "hand"
    ANTELOPE = "antelope"
    SNAKE = "snake"
    ELEPHANT = "elephant"
    MASK = "mask"


class Cell(NamedTuple):
    """A square of a puzzle; columns count to the right, rows downwards."""

    column: int
    row: int


Shape: TypeAlias = frozenset[Cell]


class PuzzlePiece(StrEnum):
    """A player's pieces: a letter for the form, a digit for the number of squares."""

    I2 = "I2"
    I3 = "I3"
    L3 = "L3"
    I4 = "I4"
    O4 = "O4"
    T4 = "T4"
    S4 = "S4"
    L4 = "L4"
    P5 = "P5"
    L5 = "L5"
    Y5 = "Y5"
    Z5 = "Z5"

    @property
    def shape(self) -> Shape:
        """The squares of the piece as it is drawn below."""
        return _SHAPES[self]


def shape_of(*lines: str) -> Shape:
    """Return the squares marked ``#``, one string a row.

    >>> sorted(shape_of("##", ".#"))
    [Cell(column=0, row=0), Cell(column=1, row=0), Cell(column=1, row=1)]
    """
    return frozenset(
        Cell(column, row)
        for row, line in enumerate(lines)
        for column, mark in enumerate(line)
        if mark == "#"
    )


def move_to_corner(shape: Shape) -> Shape:
    """Return the shape pushed against the left and upper edges, so that equal shapes compare equal."""
    left = min(cell.column for cell in shape)
    top = min(cell.row for cell in shape)
    return frozenset(Cell(cell.column - left, cell.row - top) for cell in shape)


@cache
def orientations(shape: Shape) -> tuple[Shape, ...]:
    """Return the different ways a shape can lie, rotated and flipped, each against the corner."""
    turned = [shape]
    for _ in range(3):
        turned.append(frozenset(Cell(-cell.row, cell.column) for cell in turned[-1]))
    flipped = [frozenset(Cell(-cell.column, cell.row) for cell in one) for one in turned]
    return tuple(sorted({move_to_corner(one) for one in turned + flipped}, key=sorted))


_SHAPES = {
    PuzzlePiece.I2: shape_of("##"),
    PuzzlePiece.I3: shape_of("###"),
    PuzzlePiece.L3: shape_of("##", "#."),
    PuzzlePiece.I4: shape_of("####"),
    PuzzlePiece.O4: shape_of("##", "##"),
    PuzzlePiece.T4: shape_of("###", ".#."),
    PuzzlePiece.S4: shape_of(".##", "##."),
    PuzzlePiece.L4: shape_of("###", "#.."),
    PuzzlePiece.P5: shape_of("###", "##."),
    PuzzlePiece.L5: shape_of("####", "#..."),
    PuzzlePiece.Y5: shape_of("####", ".#.."),
    PuzzlePiece.Z5: shape_of("##.", ".#.", ".##"),
}
