"""Fills a shape with pieces: whether it is possible, how, and in how many ways.

An exact cover: each square once, each piece once. The first free square must be covered by some piece,
so only placements that begin there are tried. "First" goes along the longer side, so that the border
between full and free squares stays short and few different remainders arise; each remainder of free
squares (bits of one number) and pieces is worked out only once.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from companion.games.ubongo.components import Cell, Piece, Shape, orientations
from companion.games.ubongo.puzzle import Filling

_Placements: TypeAlias = list[list[list[int]]]
"""Bits of each placement, by the first square that it covers, then by kind of block."""


def count_fillings(shape: Shape, pieces: Collection[Piece]) -> int:
    """Return in how many ways these pieces, all of them, fill the shape.

    >>> from companion.games.ubongo.components import shape_of
    >>> count_fillings(shape_of("###", "###"), [Piece.I2, Piece.O4])
    2
    """
    return count_tilings(shape, [piece.shape for piece in pieces])


def fillings(shape: Shape, pieces: Collection[Piece]) -> Iterator[Filling]:
    """Yield each way to fill the shape with these pieces, all of them."""
    order = tuple(pieces)
    for placed in tilings(shape, [piece.shape for piece in order]):
        yield dict(zip(order, placed, strict=True))


def find_filling(shape: Shape, pieces: Collection[Piece]) -> Filling | None:
    """Return one way to fill the shape with these pieces, None if there is none."""
    return next(fillings(shape, pieces), None)


def count_tilings(shape: Shape, blocks: Sequence[Shape]) -> int:
    """Return the number of ways in which the blocks, of any shape, cover the shape; equal blocks are
    interchangeable."""
    if sum(map(len, blocks)) != len(shape):
        return 0
    kinds, left = _kinds(blocks)
    placements = _placements(_in_order(shape), kinds)
    known: dict[tuple[int, tuple[int, ...]], int] = {(0, (0,) * len(kinds)): 1}

    def ways(free: int, left: tuple[int, ...]) -> int:
        if (free, left) not in known:
            known[free, left] = sum(
                ways(free ^ placed, _less(left, kind)) for kind, placed in _next(placements, free, left)
            )
        return known[free, left]

    return ways((1 << len(shape)) - 1, left)


def tilings(shape: Shape, blocks: Sequence[Shape]) -> Iterator[tuple[Shape, ...]]:
    """Yield each covering of the shape, as the place of each block; equal blocks are interchangeable."""
    if sum(map(len, blocks)) != len(shape):
        return
    cells = _in_order(shape)
    kinds, left = _kinds(blocks)
    placements = _placements(cells, kinds)
    hopeless: set[tuple[int, tuple[int, ...]]] = set()

    def search(free: int, left: tuple[int, ...]) -> Iterator[list[tuple[int, int]]]:
        if not free:
            yield []
        elif (free, left) not in hopeless:
            found = False
            for kind, placed in _next(placements, free, left):
                for rest in search(free ^ placed, _less(left, kind)):
                    found = True
                    yield [(kind, placed), *rest]
            if not found:
                hopeless.add((free, left))

    for solution in search((1 << len(shape)) - 1, left):
        yield _by_block(solution, cells, kinds, blocks)


def solvable_choices(shape: Shape, size: int) -> frozenset[frozenset[Piece]]:
    """Return every choice of this many of the twelve pieces that fills the shape."""
    pieces = tuple(Piece)
    placements = _placements(_in_order(shape), [piece.shape for piece in pieces])
    seen: set[tuple[int, tuple[int, ...]]] = set()
    found: set[frozenset[Piece]] = set()

    def search(free: int, left: tuple[int, ...]) -> None:
        if (free, left) in seen:
            return
        seen.add((free, left))
        used = [piece for piece, here in zip(pieces, left, strict=True) if not here]
        if not free and len(used) == size:
            found.add(frozenset(used))
        elif free and len(used) < size:
            for kind, placed in _next(placements, free, left):
                search(free ^ placed, _less(left, kind))

    search((1 << len(shape)) - 1, (1,) * len(pieces))
    return frozenset(found)


def _in_order(shape: Shape) -> list[Cell]:
    """Return the squares slice by slice along the longer side."""
    width, height = len({cell.column for cell in shape}), len({cell.row for cell in shape})
    return sorted(shape) if width > height else sorted(shape, key=lambda cell: (cell.row, cell.column))


def _kinds(blocks: Sequence[Shape]) -> tuple[list[Shape], tuple[int, ...]]:
    """Return the different blocks, and how many there are of each."""
    counted = Counter(orientations(block)[0] for block in blocks)
    return list(counted), tuple(counted.values())


def _placements(cells: Sequence[Cell], kinds: Sequence[Shape]) -> _Placements:
    """Return every placement of each kind of block inside the shape, by its first square."""
    bit = {cell: 1 << index for index, cell in enumerate(cells)}
    placements: _Placements = [[[] for _ in kinds] for _ in cells]
    for kind, shape in enumerate(kinds):
        for lying in orientations(shape):
            corner = min(lying)
            for at in cells:
                over, down = at.column - corner.column, at.row - corner.row
                covered = [bit.get(Cell(cell.column + over, cell.row + down), 0) for cell in lying]
                if all(covered):
                    placed = sum(covered)
                    placements[_first(placed)][kind].append(placed)
    return placements


def _next(placements: _Placements, free: int, left: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the kind and the bits of each placement that covers the first free square."""
    for kind, of_kind in enumerate(placements[_first(free)]):
        if left[kind]:
            for placed in of_kind:
                if not placed & ~free:
                    yield kind, placed


def _first(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _less(left: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*left[:kind], left[kind] - 1, *left[kind + 1 :])


def _by_block(
    solution: list[tuple[int, int]],
    cells: Sequence[Cell],
    kinds: Sequence[Shape],
    blocks: Sequence[Shape],
) -> tuple[Shape, ...]:
    placed: dict[Shape, list[Shape]] = {kind: [] for kind in kinds}
    for kind, bits in reversed(solution):
        placed[kinds[kind]].append(frozenset(cell for at, cell in enumerate(cells) if bits >> at & 1))
    return tuple(placed[orientations(block)[0]].pop() for block in blocks)
