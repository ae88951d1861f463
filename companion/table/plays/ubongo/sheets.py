"""A puzzle to be printed, another one each time, and the twelve pieces to cut out.

The puzzle is one of our own. Its squares are as large as the pieces' on the second page; whoever has
pieces of another measure lays those of the second page. Patterns and markers on it let a camera see
which of its squares are covered (``vision.sheets.outlines``).
"""

from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Final

from companion.games.ubongo.cards import cards
from companion.games.ubongo.components import Cell, Piece, Shape, Symbol
from companion.games.ubongo.puzzle import Puzzle
from companion.games.ubongo.solver import count_fillings
from companion.table.plays.sheet import Pages, PointMm, Sheet
from companion.table.plays.ubongo.puzzle_check import cells_of
from vision.sheets.outlines import (
    CELL_MM,
    CELLS,
    INK,
    SHEET_MM,
    RectangleMm,
    cell_marks,
    line_marks,
    marker_marks,
)

SMALL_MM: Final = 3.5
"""The squares of the pieces as they are drawn beside a symbol."""
LEFT_MM, TOP_MM = 25.0, 25.0
ROW_MM: Final = 16.0
HAIR_MM: Final = 0.02
PIECE_MM: Final = 24.0
CARD_GREY: Final = 0.85
A4_WIDTH_MM: Final = 210.0
RULER_MM: Final = (55.0, 285.0)


def draw_puzzle(pages: Pages, rng: Random | None = None) -> None:
    """Draw a puzzle and, on a page of their own, its pieces."""
    _card(pages, (rng or SystemRandom()).randrange(len(cards())))
    pages.ruler(*RULER_MM)
    pages.next()
    _pieces(pages)
    pages.ruler(*RULER_MM)


def _card(pages: Pages, number: int) -> None:
    puzzle = cards()[number]
    told = f"Puzzle {number + 1}. Fill the shape with the pieces beside the symbol rolled."
    pages.text(LEFT_MM, TOP_MM - 8, told, size=11)
    within = cells_of(puzzle)
    for cell in CELLS:
        for mark in cell_marks(cell, inside=cell in within):
            _mark(pages, mark, INK)
    for mark in (*line_marks(within), *marker_marks(number)):
        _mark(pages, mark, 0.0)
    _choices(pages, puzzle, TOP_MM + SHEET_MM + 14)


def _mark(pages: Pages, mark: RectangleMm, grey: float) -> None:
    left, top, width, height = mark
    x, y = LEFT_MM + left, TOP_MM + top
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    pages.shape(corners, fill=grey, width=HAIR_MM)


def _choices(pages: Pages, puzzle: Puzzle, top: float) -> None:
    """Draw beside each symbol the pieces to take."""
    for row, symbol in enumerate(Symbol):
        baseline = top + row * ROW_MM
        choice = puzzle.pieces_for(symbol)
        ways = count_fillings(puzzle.shape, choice)
        pages.text(LEFT_MM, baseline, str(symbol), size=11, bold=True)
        for place, piece in enumerate(choice):
            at = (LEFT_MM + 30 + place * PIECE_MM, baseline - 7)
            _cells(pages, piece.shape, at, SMALL_MM, CARD_GREY)
            pages.text(at[0], baseline + 7, str(piece))
        told = "1 way" if ways == 1 else f"{ways} ways"
        pages.text(LEFT_MM + 30 + len(choice) * PIECE_MM, baseline, told)


def _pieces(pages: Pages) -> None:
    """Draw the twelve pieces in rows, as many in each as there is room for."""
    pages.text(
        LEFT_MM, TOP_MM - 8, "Twelve pieces to cut out, for one player. Both sides may lie up.", size=11
    )
    left, top, height = LEFT_MM, TOP_MM, 0.0
    for piece, width_mm, height_mm in _sizes():
        if left + width_mm > A4_WIDTH_MM - 15.0:
            left, top, height = LEFT_MM, top + height + 4.0, 0.0
        _cells(pages, piece.shape, (left, top), CELL_MM, None)
        left, height = left + width_mm + 4.0, max(height, height_mm)


def _sizes() -> Iterator[tuple[Piece, float, float]]:
    """Yield the pieces with their widths and heights, the tallest first."""
    for piece in sorted(Piece, key=lambda one: -max(cell.row for cell in one.shape)):
        columns = 1 + max(cell.column for cell in piece.shape)
        rows = 1 + max(cell.row for cell in piece.shape)
        yield piece, columns * CELL_MM, rows * CELL_MM


def _cells(pages: Pages, shape: Shape, at: PointMm, side: float, fill: float | None) -> None:
    """Draw the squares of a shape, and its edge thick."""
    for cell in sorted(shape):
        corners = _corners(cell, at, side)
        pages.shape(corners, fill=fill, width=0.1)
    for cell in sorted(shape):
        corners = _corners(cell, at, side)
        beside = ((0, -1), (1, 0), (0, 1), (-1, 0))
        for number, (right, down) in enumerate(beside):
            if Cell(cell.column + right, cell.row + down) not in shape:
                pages.line([corners[number], corners[(number + 1) % 4]], width=0.6)


def _corners(cell: Cell, at: PointMm, side: float) -> list[PointMm]:
    """Return a square's corners, clockwise from its top left."""
    left, top = at[0] + cell.column * side, at[1] + cell.row * side
    return [(left, top), (left + side, top), (left + side, top + side), (left, top + side)]


SHEETS: Final = {"puzzle": Sheet("Puzzle", draw_puzzle)}
