"""Fills a shape with pieces: whether it is possible, and how.

An exact cover: each square once, each piece once. The first free square must be covered by some piece,
so only placements that begin there are tried. "First" goes along the longer side, so that the border
between full and free squares stays short and few different remainders arise; each remainder of free
squares (bits of one number) and pieces is given up only once.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from companion.games.ubongo.components import Cell, PuzzlePiece, Shape, orientations
from companion.games.ubongo.puzzle import Filling

_Placements: TypeAlias = list[list[tuple[PuzzlePiece, int]]]
"""Pieces, and the bits of their placements, by the first square that they cover."""


def find_filling(shape: Shape, pieces: Collection[PuzzlePiece]) -> Filling | None:
    """Return one way to fill the shape with these pieces, None if there is none."""
    return next(fillings(shape, pieces), None)


def fillings(shape: Shape, pieces: Collection[PuzzlePiece]) -> Iterator[Filling]:
    """Yield each way to fill the shape with these pieces, all of them."""
    if sum(len(piece.shape) for piece in pieces) != len(shape):
        return
    cells = _in_order(shape)
    placements = _placements(cells, pieces)
    hopeless: set[tuple[int, frozenset[PuzzlePiece]]] = set()

    def search(free: int, left: frozenset[PuzzlePiece]) -> Iterator[dict[PuzzlePiece, int]]:
        if not free:
            yield {}
        elif (free, left) not in hopeless:
            found = False
            for piece, placed in placements[(free & -free).bit_length() - 1]:
                if piece in left and not placed & ~free:
                    for rest in search(free ^ placed, left - {piece}):
                        found = True
                        yield {piece: placed, **rest}
            if not found:
                hopeless.add((free, left))

    for solution in search((1 << len(shape)) - 1, frozenset(pieces)):
        yield {
            piece: frozenset(cell for at, cell in enumerate(cells) if solution[piece] >> at & 1)
            for piece in pieces
        }


def _in_order(shape: Shape) -> list[Cell]:
    """Return the squares slice by slice along the longer side."""
    width, height = len({cell.column for cell in shape}), len({cell.row for cell in shape})
    return sorted(shape) if width > height else sorted(shape, key=lambda cell: (cell.row, cell.column))


def _placements(cells: Sequence[Cell], pieces: Collection[PuzzlePiece]) -> _Placements:
    """Return every placement of each piece inside the shape, by its first square."""
    bit = {cell: 1 << index for index, cell in enumerate(cells)}
    placements: _Placements = [[] for _ in cells]
    for piece in pieces:
        for lying in orientations(piece.shape):
            corner = min(lying)
            for at in cells:
                over, down = at.column - corner.column, at.row - corner.row
                covered = [bit.get(Cell(cell.column + over, cell.row + down), 0) for cell in lying]
                if all(covered):
                    placed = sum(covered)
                    placements[(placed & -placed).bit_length() - 1].append((piece, placed))
    return placements
