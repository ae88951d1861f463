"""Puzzles of our own: solvable for every symbol, different from each other, printable."""

from itertools import islice
from random import Random

import pytest

from companion.games.ubongo.cards import cards
from companion.games.ubongo.components import EASY, HARD, Cell, Shape, Symbol, orientations
from companion.games.ubongo.puzzle import Puzzle
from companion.games.ubongo.solver import find_filling
from tests.games.ubongo.filled import is_filled
from tests.games.ubongo.generator import SEED, WIDEST, deck, neighbours, puzzles

SIDES = pytest.mark.parametrize("pieces", [EASY, HARD], ids=["easy", "hard"])


def some(pieces: int, seed: int = 1, count: int = 20) -> list[Puzzle]:
    return list(islice(puzzles(Random(seed), pieces), count))


@SIDES
def test_every_symbol_of_a_card_has_a_solution_with_its_pieces(pieces: int) -> None:
    for puzzle in some(pieces):
        for symbol in Symbol:
            choice = puzzle.pieces_for(symbol)
            filling = find_filling(puzzle.shape, choice)
            assert len(choice) == pieces
            assert filling is not None
            assert is_filled(puzzle.shape, choice, filling)


@SIDES
def test_the_six_choices_of_a_card_differ(pieces: int) -> None:
    assert all(len(set(puzzle.choices)) == len(Symbol) for puzzle in some(pieces))


@SIDES
def test_a_shape_is_in_one_part_without_holes_and_fits_a_card(pieces: int) -> None:
    for puzzle in some(pieces):
        size = [max(cell[axis] for cell in puzzle.shape) + 1 for axis in (0, 1)]
        around = {Cell(c, r) for c in range(-1, size[0] + 1) for r in range(-1, size[1] + 1)}
        assert max(size) <= WIDEST
        assert in_one_part(puzzle.shape)
        assert in_one_part(frozenset(around - puzzle.shape))


def in_one_part(shape: Shape) -> bool:
    seen = {min(shape)}
    while more := {beside for cell in seen for beside in neighbours(cell)} & shape - seen:
        seen |= more
    return seen == shape


@SIDES
def test_a_deck_has_36_cards_and_no_shape_twice_however_turned(pieces: int) -> None:
    made = deck(Random(2), pieces)
    assert len({orientations(card.shape)[0] for card in made}) == 36


@SIDES
def test_the_cards_that_ship_are_those_of_the_seed_so_that_a_number_names_a_card(pieces: int) -> None:
    assert cards(pieces) == deck(Random(SEED), pieces)


@SIDES
def test_the_same_seed_makes_the_same_cards(pieces: int) -> None:
    assert some(pieces, seed=3, count=5) == some(pieces, seed=3, count=5)
    assert some(pieces, seed=3, count=5) != some(pieces, seed=4, count=5)
