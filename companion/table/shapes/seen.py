"""What is seen on the table, and what its reader is doing."""

from typing import Literal, NotRequired, TypedDict

from companion.table.shapes.values import JsonObject
from vision.readings.reading import Why


class SeenDie(TypedDict):
    """One die on the picture. Corners and centre are fractions 0…1 of the picture's width, height."""

    face: str
    centre: tuple[float, float]
    corners: list[tuple[float, float]]
    angle: float | None
    confidence: float
    sure: bool
    cut_off: bool
    likely: list[str]


class SeenGuess(TypedDict):
    """One possible reading of a cell; ``turns``: quarter turns clockwise against the board."""

    label: str
    turns: int


class SeenCell(TypedDict):
    """What lies on one cell of a board, by its column and row.

    ``label`` is "empty" if only a pawn stands on the cell (``on``: the pawn's label). ``corners`` are
    the cell's, fractions 0…1 of the picture, clockwise from its own top left.
    """

    cell: tuple[int, int]
    label: str
    turns: int
    on: str | None
    confidence: float
    sure: bool
    corners: list[tuple[float, float]]
    likely: list[SeenGuess]


class HiddenCell(TypedDict):
    """A cell that cannot be seen (a hand, a cup)."""

    cell: tuple[int, int]
    corners: list[tuple[float, float]]


class SeenBoard(TypedDict):
    """A board on the picture: columns and rows, its outer corners, and the cells that are not certainly
    bare."""

    grid: tuple[int, int]
    corners: list[tuple[float, float]]
    cells: list[SeenCell]
    hidden: list[HiddenCell]


class SeenToken(TypedDict):
    """One token on the picture: its centre in fractions 0…1, its diameter in widths of the picture."""

    label: str
    centre: tuple[float, float]
    diameter: float
    confidence: float
    sure: bool
    likely: list[str]


class SeenShape(TypedDict):
    """The last reading, to be drawn over the picture of the same ``frame`` number.

    ``board`` is null if none is read, or none was found. ``drawn`` is the game's addition; that game's
    page knows its content. Its ``text``, if present, describes readings that are neither dice nor a
    board.
    """

    frame: int
    sure: bool
    dice: list[SeenDie]
    board: SeenBoard | None
    tokens: list[SeenToken]
    doubts: list[str]
    drawn: JsonObject


class UnjudgedShape(TypedDict):
    """A part of the picture that cannot be judged.

    ``box``: its left, top, width and height in fractions 0…1 of the picture.
    """

    why: Why
    box: tuple[float, float, float, float]


class WatchShape(TypedDict):
    """What the table's reader is doing now. ``phase``: off, empty, moving, still, read.

    ``hand``: the outlines of what covers the table now (a hand, a sleeve), each a list of points as
    fractions 0…1 of the picture; empty if nothing does. ``restless``: something has moved for so long
    that people are asked to take their hands away. ``unjudged``: parts of the picture that cannot be
    judged, which is why it is not read or, of a still table, not surely; absent if it can be.
    ``picture``: the number of the picture that shows the table as it lies now; left out while something
    moves, or if no picture is shown.
    """

    phase: Literal["off", "empty", "moving", "still", "read"]
    seen: SeenShape | None
    hand: list[list[tuple[float, float]]]
    restless: NotRequired[bool]
    unjudged: NotRequired[list[UnjudgedShape]]
    picture: NotRequired[int]
