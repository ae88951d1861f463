"""This game's things on the simulated table: the board's print, the tiles and the gangs, as data."""

from functools import cache
from typing import Final

from companion.games.drunter.board import DEFAULT, Board, board_words, load_shipped_board
from companion.games.drunter.pieces import KINDS, STEPS, Kind, Square, Tile
from vision.readings.places import GridCell
from vision.workshop.simulation.boards.scenery import BoardKit, GrowingLine, looks_of
from vision.workshop.simulation.boards.things import Figure

FIGURES: Final[dict[Kind, Figure]] = {"street": "road", "river": "water", "wall": "rails"}
PAINTS: Final[dict[Kind, tuple[int, int, int]]] = {
    "street": (60, 170, 225),
    "river": (190, 110, 40),
    "wall": (60, 60, 65),
}
"""The gangs' colours: yellow, blue, and dark grey."""
GANG: Final = "gang"
_PARTS: Final = {1: ("single",), 2: ("start", "end"), 3: ("start", "bridge", "end")}


def labels_of(tile: Tile) -> tuple[str, ...]:
    """Return the labels of a tile's fields, its start field first."""
    return tuple(f"{tile.kind}.{part}" for part in _PARTS[tile.length])


def cell_of(square: Square) -> GridCell:
    """Return the cell of the printed board that a square is."""
    return GridCell(square.column, square.row)


def turns_of(first: Square, last: Square) -> int:
    """Return the direction from a tile's first field to its last in quarter turns; 0 for a single."""
    if first == last:
        return 0
    way = (
        (last.column > first.column) - (last.column < first.column),
        (last.row > first.row) - (last.row < first.row),
    )
    return [tuple(step) for step in STEPS.values()].index(way)


@cache
def kit_of(board: Board) -> BoardKit:
    """Return a board and all pieces of the box, as the simulated table needs them."""
    words = board_words(board)["cells"]
    assert isinstance(words, dict)
    marks = tuple((_cell(name), str(mark)) for name, mark in words.items())
    lines = tuple(
        GrowingLine(
            tuple(labels_of(Tile(kind, length)) for length in _PARTS),
            tuple(cell_of(gang.square) for gang in board.starts if gang.kind == kind),
        )
        for kind in KINDS
    )
    return BoardKit((board.columns, board.rows), marks, looks_of(tuple(FIGURES.items())), lines, GANG)


def _cell(name: str) -> GridCell:
    column, row = name.split(",")
    return GridCell(int(column), int(row))


def shipped_kit() -> BoardKit:
    """Return the board that comes with the program, and its pieces."""
    return kit_of(load_shipped_board(DEFAULT))
