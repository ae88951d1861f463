"""A puzzle to be printed, another one each time, and the twelve pieces to cut out.

The puzzle is one of our own. Its squares are as large as the pieces' on the second page; whoever has
pieces of another measure lays those of the second page.
"""

from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Final

from companion.games.ubongo.components import Cell, Piece, Shape, Symbol
from companion.games.ubongo.generator import puzzles
from companion.games.ubongo.puzzle import Puzzle
from companion.games.ubongo.solver import count_fillings
from companion.table.plays.sheet import Pages, PointMm, Sheet

SQUARE_MM: Final = 20.0
SMALL_MM: Final = 3.5
"""The squares of the shape and of the pieces, and of the pieces as they are drawn beside a symbol."""
LEFT_MM, TOP_MM = 25.0, 25.0
ROW_MM: Final = 18.0
PIECE_MM: Final = 24.0
CARD_GREY: Final = 0.85
A4_WIDTH_MM: Final = 210.0
RULER_MM: Final = (55.0, 285.0)


def draw_puzzle(pages: Pages, rng: Random | None = None) -> None:
    """Draw a puzzle and, on a page of their own, its pieces."""
    puzzle = next(puzzles(rng or SystemRandom()))
    _card(pages, puzzle)
    pages.ruler(*RULER_MM)
    pages.next()
    _pieces(pages)
    pages.ruler(*RULER_MM)


def _card(pages: Pages, puzzle: Puzzle) -> None:
    pages.text(LEFT_MM, TOP_MM - 8, "Fill the shape with the pieces beside the symbol rolled.", size=11)
    _cells(pages, puzzle.shape, (LEFT_MM, TOP_MM), SQUARE_MM, CARD_GREY)
    top = TOP_MM + SQUARE_MM * (1 + max(cell.row for cell in puzzle.shape)) + 20
    for number, symbol in enumerate(Symbol):
        baseline = top + number * ROW_MM
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
        _cells(pages, piece.shape, (left, top), SQUARE_MM, None)
        left, height = left + width_mm + 4.0, max(height, height_mm)


def _sizes() -> Iterator[tuple[Piece, float, float]]:
    """Yield the pieces with their widths and heights, the tallest first."""
    for piece in sorted(Piece, key=lambda one: -max(cell.row for cell in one.shape)):
        columns = 1 + max(cell.column for cell in piece.shape)
        rows = 1 + max(cell.row for cell in piece.shape)
        yield piece, columns * SQUARE_MM, rows * SQUARE_MM


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
