"""Puzzles to be printed: a deck of 36 cards for two to four players, or one card, and the pieces.

A card is half a sheet of A4: a puzzle for three pieces on one side, for four on the other. Its squares
are as large as those of the pieces to cut out; whoever has others lays the printed ones.
Patterns and markers on a card let a camera see which of its squares are covered
(``vision.sheets.outlines``). Cards bear no words: only numbers, and the signs of the die.
"""

from collections.abc import Iterator, Sequence
from random import Random, SystemRandom
from textwrap import wrap
from typing import Final

from companion.games.ubongo.cards import CardSide, cards, face_number
from companion.games.ubongo.components import (
    EASY,
    HARD,
    SIDES,
    Cell,
    PuzzlePiece,
    Shape,
    Symbol,
    orientations,
)
from companion.table.plays.sheet import Pages, PointMm, PrintedSheet, Told
from companion.table.plays.ubongo.puzzle_check import cells_of
from companion.table.plays.ubongo.signs import SIGN_FIELD, SIGNS
from vision.sheets.outlines import (
    CELL_MM,
    CELLS,
    INK,
    RectangleMm,
    cell_marks,
    line_marks,
    marker_marks,
)

A4_WIDTH_MM: Final = 210.0
CUT_MM: Final = 148.5
"""Where a page is cut, or folded, into two cards: half its height."""
CARD_LEFT_MM: Final = 8.0
CARD_TOPS_MM: Final = (3.0, CUT_MM + 1.5)
"""Where the puzzles of a page begin. Printers leave about 4 mm bare, and the outermost dots lie 1.3 mm
within: so both stand nearer to the cut than to the paper's edge."""
COLUMN_MM: Final = 155.0
"""Beside the puzzle: the card's number, and the pieces to take."""
NUMBER_MM, FIRST_ROW_MM, ROW_MM = 12.0, 21.0, 20.5
SIGN_MM: Final = 11.0
CHOICE_MM: Final = 168.5
"""Where the pieces beside a sign begin."""
SMALL_MM: Final = 3.0
"""The squares of the pieces as they are drawn there."""
TALLEST: Final = 4
HAIR_MM: Final = 0.02
CARD_GREY: Final = 0.85
PIECES_MM: Final = (25.0, 30.0)
APART_MM: Final = 4.0
RULER_MM: Final = (55.0, 285.0)
MOST_PLAYERS: Final = 4
LINE: Final = 95
"""Letters of a line of the first page."""


def draw_deck(pages: Pages, told: Told) -> None:
    """Draw how to print it, the pieces of four players, and all cards: each page with its back."""
    _cover(pages, told)
    pages.next()  # the back of the first page stays bare
    for _ in range(MOST_PLAYERS):
        pages.next()
        _pieces(pages, told)
        pages.next()
        _pieces_from_behind(pages)
    for first in range(0, len(cards()), len(CARD_TOPS_MM)):
        for pieces in SIDES:
            pages.next()
            _page_of(pages, [_face(first + place, pieces) for place in range(len(CARD_TOPS_MM))])


def draw_puzzle(pages: Pages, told: Told, rng: Random | None = None) -> None:
    """Draw some card, both of its sides on one page, and on a page of their own the pieces."""
    card = (rng or SystemRandom()).randrange(len(cards()))
    _page_of(pages, [_face(card, pieces) for pieces in (EASY, HARD)])
    pages.next()
    _pieces(pages, told)


def _cover(pages: Pages, told: Told) -> None:
    left, y = PIECES_MM[0], 25.0
    every = [told(f"ubongo.print.{part}") for part in ("title", "how", "play", "camera")]
    for title, *texts in zip(*every, strict=True):
        pages.text(left, y, title, size=12, bold=True)
        y += 7
        for text in texts:
            for line in wrap(text, LINE):
                pages.text(left, y, line, size=8.5)
                y += 4.5
            y += 1.5
        y += 7
    pages.ruler(*RULER_MM)


def _face(card: int, pieces: int) -> CardSide:
    return CardSide(card, pieces, cards(pieces)[card])


def _page_of(pages: Pages, faces: Sequence[CardSide]) -> None:
    for face, top in zip(faces, CARD_TOPS_MM, strict=True):
        _card(pages, face, top)
    pages.dashed([(COLUMN_MM, CUT_MM), (A4_WIDTH_MM - 5, CUT_MM)], grey=0.6, width=0.2)


def _card(pages: Pages, face: CardSide, top: float) -> None:
    within = cells_of(face.puzzle)
    at = CARD_LEFT_MM, top
    for cell in CELLS:
        for mark in cell_marks(cell, inside=cell in within):
            _mark(pages, mark, at, INK)
    for mark in (*line_marks(within), *marker_marks(face_number(face.card, face.pieces))):
        _mark(pages, mark, at, 0.0)
    pages.text(COLUMN_MM, top + NUMBER_MM, str(face.card + 1), size=30, bold=True)
    for place in range(face.pieces):
        square = frozenset([Cell(0, 0)])
        _cells(pages, square, (CHOICE_MM + 7 + 6 * place, top + NUMBER_MM - 5), 5, CARD_GREY)
    for row, symbol in enumerate(Symbol):
        _choice(pages, symbol, face.puzzle.pieces_for(symbol), top + FIRST_ROW_MM + row * ROW_MM)


def _mark(pages: Pages, mark: RectangleMm, at: PointMm, grey: float) -> None:
    left, top, width, height = mark
    x, y = at[0] + left, at[1] + top
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    pages.shape(corners, fill=grey, width=HAIR_MM)


def _choice(pages: Pages, symbol: Symbol, choice: Sequence[PuzzlePiece], top: float) -> None:
    """Draw a sign of the die, and beside it the pieces to take, upright."""
    pages.sign(SIGNS[symbol], (COLUMN_MM, top), SIGN_MM / SIGN_FIELD)
    bottom = top + TALLEST * SMALL_MM
    left = CHOICE_MM
    for piece in choice:
        upright = min(orientations(piece.shape), key=lambda shape: _size(shape)[0])
        columns, rows = _size(upright)
        _cells(pages, upright, (left, bottom - rows * SMALL_MM), SMALL_MM, CARD_GREY)
        pages.text(left, bottom + 3.5, str(piece), size=6)
        left += (columns + 1) * SMALL_MM


def _pieces(pages: Pages, told: Told) -> None:
    """Draw the twelve pieces in rows, as many in each as there is room for."""
    for number, text in enumerate(told("ubongo.print.pieces")):
        pages.text(PIECES_MM[0], 13.0 + 4 * number, text, size=8)
    for piece, at in _laid_out():
        _cells(pages, piece.shape, at, CELL_MM, None)
        first = min(piece.shape, key=lambda cell: (cell.row, cell.column))
        pages.text(at[0] + first.column * CELL_MM + 2, at[1] + 4.5, str(piece), size=7)
    pages.ruler(*RULER_MM)


def _pieces_from_behind(pages: Pages) -> None:
    """Draw them as they are seen when the page is turned over: either side may lie up."""
    for piece, (left, top) in _laid_out():
        columns = _size(piece.shape)[0]
        behind = frozenset(Cell(columns - 1 - cell.column, cell.row) for cell in piece.shape)
        _cells(pages, behind, (A4_WIDTH_MM - left - columns * CELL_MM, top), CELL_MM, None)


def _laid_out() -> Iterator[tuple[PuzzlePiece, PointMm]]:
    """Yield where each piece is drawn, the tallest first."""
    (left, top), height = PIECES_MM, 0.0
    for piece in sorted(PuzzlePiece, key=lambda one: -_size(one.shape)[1]):
        columns, rows = _size(piece.shape)
        if left + columns * CELL_MM > A4_WIDTH_MM - 15.0:
            left, top, height = PIECES_MM[0], top + height + APART_MM, 0.0
        yield piece, (left, top)
        left, height = left + columns * CELL_MM + APART_MM, max(height, rows * CELL_MM)


def _size(shape: Shape) -> tuple[int, int]:
    """Return how many columns and rows a shape has."""
    columns, rows = (1 + max(places) for places in zip(*shape, strict=True))
    return columns, rows


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


SHEETS: Final = {
    "deck": PrintedSheet("Deck of 36 cards", draw_deck),
    "puzzle": PrintedSheet("Puzzle", draw_puzzle),
}
