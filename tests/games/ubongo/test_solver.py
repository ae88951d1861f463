"""How many ways are there: against a brute force."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest

from companion.games.ubongo.components import Cell, PuzzlePiece, Shape, Symbol, orientations, shape_of
from companion.games.ubongo.solver import fillings, find_filling
from tests.games.ubongo.filled import is_filled
from tests.games.ubongo.generator import puzzles, solvable_choices


def count(shape: Shape, pieces: Iterable[PuzzlePiece]) -> int:
    return len(list(fillings(shape, list(pieces))))


def box(columns: int, rows: int) -> Shape:
    return shape_of(*["#" * columns] * rows)


def plain_placements(shape: Shape, block: Shape) -> list[Shape]:
    """Every way a block lies inside: all turns, all places, duplicates thrown out."""
    found = set()
    for _ in range(4):
        block = frozenset(Cell(-row, column) for column, row in block)
        for flipped in (block, frozenset(Cell(-column, row) for column, row in block)):
            for over in range(-12, 13):
                for down in range(-12, 13):
                    placed = frozenset(Cell(column + over, row + down) for column, row in flipped)
                    if placed <= shape:
                        found.add(placed)
    return sorted(found, key=sorted)


def brute_force(shape: Shape, pieces: list[PuzzlePiece]) -> int:
    """Try every placement of every piece, one piece after the other."""

    def ways(free: Shape, left: list[list[Shape]]) -> int:
        if not left:
            return not free
        return sum(ways(free - placed, left[1:]) for placed in left[0] if placed <= free)

    return ways(shape, [plain_placements(shape, piece.shape) for piece in pieces])


def random_shapes(rng: Random, count: int) -> Iterator[tuple[Shape, list[PuzzlePiece]]]:
    """Shapes that some pieces fill, with these pieces, or with others of as many squares."""
    for number in range(count):
        card = next(puzzles(rng, rng.choice((3, 4))))
        choice = list(rng.choice(card.choices))
        same_size = [
            list(other)
            for other in combinations(PuzzlePiece, len(choice))
            if sum(len(piece.shape) for piece in other) == len(card.shape)
        ]
        yield card.shape, choice if number % 3 else rng.choice(same_size)


def test_a_brute_force_counts_the_same_on_random_shapes() -> None:
    counts = set()
    for shape, pieces in random_shapes(Random(5), 40):
        expected = brute_force(shape, pieces)
        counts.add(expected)
        assert count(shape, pieces) == expected, (shape, pieces)
    assert 0 in counts
    assert max(counts) > 3


@pytest.mark.parametrize("columns", [12, 8], ids=["4 by 12", "6 by 8"])
def test_all_twelve_pieces_fill_a_box_of_48(columns: int) -> None:
    shape = box(columns, 48 // columns)
    filling = find_filling(shape, list(PuzzlePiece))
    assert filling is not None
    assert is_filled(shape, list(PuzzlePiece), filling)


def test_every_filling_found_is_right_and_none_comes_twice() -> None:
    for shape, pieces in random_shapes(Random(6), 20):
        found = list(fillings(shape, pieces))
        assert all(is_filled(shape, pieces, filling) for filling in found)
        assert len({frozenset(filling.items()) for filling in found}) == len(found)


def test_without_a_way_none_is_found() -> None:
    assert find_filling(shape_of("##", "##"), [PuzzlePiece.I2, PuzzlePiece.I3]) is None
    assert find_filling(shape_of("#####"), [PuzzlePiece.I2, PuzzlePiece.L3]) is None
    assert find_filling(shape_of("##..##"), [PuzzlePiece.I4]) is None


def test_a_shape_may_lie_anywhere_and_be_in_parts() -> None:
    shape = frozenset({Cell(-3, 5), Cell(-2, 5), Cell(9, 9), Cell(9, 10), Cell(9, 11)})
    assert find_filling(shape, [PuzzlePiece.I2, PuzzlePiece.I3]) == {
        PuzzlePiece.I2: frozenset({Cell(-3, 5), Cell(-2, 5)}),
        PuzzlePiece.I3: frozenset({Cell(9, 9), Cell(9, 10), Cell(9, 11)}),
    }


def test_no_pieces_fill_nothing_in_one_way() -> None:
    assert count(frozenset(), []) == 1
    assert list(fillings(frozenset(), [])) == [{}]


@pytest.mark.parametrize("size", [3, 4])
def test_every_choice_that_fills_a_shape_is_found_and_no_other(size: int) -> None:
    shape = next(puzzles(Random(7), size)).shape
    expected = {frozenset(c) for c in combinations(PuzzlePiece, size) if count(shape, c)}
    assert solvable_choices(shape, size) == expected


@pytest.mark.parametrize("piece", PuzzlePiece)
def test_a_piece_fills_each_of_its_own_orientations_in_one_way(piece: PuzzlePiece) -> None:
    assert [count(shape, [piece]) for shape in orientations(piece.shape)] == [1] * len(
        orientations(piece.shape)
    )


def test_six_symbols_name_six_rows() -> None:
    assert len(Symbol) == 6
