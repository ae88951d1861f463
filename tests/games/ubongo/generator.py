"""Makes puzzles of our own: a shape, and six different choices of pieces that each fill it.

Some pieces are laid together at random; if the shape has no hole and enough other choices fill it as
well, it becomes a card. Published cards play no part in it.
"""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from companion.games.ubongo.components import (
    CARDS,
    EASY,
    Cell,
    PuzzlePiece,
    Shape,
    Symbol,
    move_to_corner,
    orientations,
)
from companion.games.ubongo.puzzle import Puzzle, in_order
from companion.games.ubongo.solver import find_filling

SEED = 13
"""It made both sides of the shipped deck."""

WIDEST = 6
"""Largest width and height of a shape in squares, so that it fits on a card."""


def puzzles(rng: Random, pieces: int = EASY) -> Iterator[Puzzle]:
    """Yield puzzles without end, no two with the same shape, however it is turned."""
    seen: set[Shape] = set()
    while True:
        shape = _grown(rng, rng.sample(tuple(PuzzlePiece), pieces))
        form = orientations(shape)[0]
        if form in seen or not _fits_a_card(shape):
            continue
        choices = sorted(in_order(choice) for choice in solvable_choices(shape, pieces))
        if len(choices) >= len(Symbol):
            seen.add(form)
            yield Puzzle(shape, tuple(rng.sample(choices, len(Symbol))))


def solvable_choices(shape: Shape, size: int) -> frozenset[frozenset[PuzzlePiece]]:
    """Return every choice of this many of the twelve pieces that fills the shape."""
    choices = map(frozenset, combinations(PuzzlePiece, size))
    return frozenset(choice for choice in choices if find_filling(shape, choice))


def deck(rng: Random, pieces: int = EASY, cards: int = CARDS) -> tuple[Puzzle, ...]:
    """Return this many puzzles, all different."""
    endless = puzzles(rng, pieces)
    return tuple(next(endless) for _ in range(cards))


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the four squares that share an edge with this one."""
    column, row = cell
    return Cell(column + 1, row), Cell(column - 1, row), Cell(column, row + 1), Cell(column, row - 1)


def _grown(rng: Random, pieces: list[PuzzlePiece]) -> Shape:
    """Lay the pieces edge to edge, each where it touches much, but not always where it touches most."""
    shape = rng.choice(orientations(pieces[0].shape))
    for piece in pieces[1:]:
        lying = rng.choice(orientations(piece.shape))
        places = sorted(_touching(shape, lying), key=sorted)
        rng.shuffle(places)
        places.sort(key=lambda placed: _common_edges(shape, placed), reverse=True)
        shape |= rng.choice(places[: max(1, len(places) // 3)])
    return move_to_corner(shape)


def _touching(shape: Shape, lying: Shape) -> set[Shape]:
    """Return every place where the piece, in this orientation, touches the shape without overlapping
    it."""
    border = {beside for cell in shape for beside in neighbours(cell)} - shape
    placed = (
        frozenset(
            Cell(cell.column + at.column - own.column, cell.row + at.row - own.row) for cell in lying
        )
        for at in border
        for own in lying
    )
    return {cells for cells in placed if not cells & shape}


def _common_edges(shape: Shape, placed: Shape) -> int:
    return sum(beside in shape for cell in placed for beside in neighbours(cell))


def _fits_a_card(shape: Shape) -> bool:
    columns, rows = max(cell.column for cell in shape) + 1, max(cell.row for cell in shape) + 1
    return max(columns, rows) <= WIDEST and not _has_hole(shape, columns, rows)


def _has_hole(shape: Shape, columns: int, rows: int) -> bool:
    """Can any bare square not be reached from outside?"""
    bare = {
        Cell(column, row) for column in range(-1, columns + 1) for row in range(-1, rows + 1)
    } - shape
    reached = [Cell(-1, -1)]
    bare.discard(reached[0])
    for cell in reached:
        beside = [other for other in neighbours(cell) if other in bare]
        reached += beside
        bare.difference_update(beside)
    return bool(bare)
