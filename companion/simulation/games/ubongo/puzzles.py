"""Puzzles on the simulated table: a card, and pieces that fill it."""

from random import Random

from companion.games.ubongo.cards import cards, face_number
from companion.games.ubongo.components import Symbol
from companion.games.ubongo.solver import find_filling
from companion.games.ubongo.state import State
from companion.table.plays.ubongo.puzzle_check import cells_of, corner_of
from vision.readings.places import GridCell
from vision.workshop.simulation.tokens.puzzles import PuzzleToLay


def any_puzzle(state: State, rng: Random) -> PuzzleToLay:
    """Return any card, on the side in use, with the pieces for the rolled symbol.

    Before the roll they are any symbol's.
    """
    card = rng.randrange(len(cards()))
    puzzle = cards(state.pieces)[card]
    symbol = state.round.symbol or rng.choice(list(Symbol))
    filling = find_filling(puzzle.shape, puzzle.pieces_for(symbol))
    assert filling is not None
    left, top = corner_of(puzzle)
    pieces = tuple(
        frozenset(GridCell(left + cell.column, top + cell.row) for cell in shape)
        for shape in filling.values()
    )
    return PuzzleToLay(face_number(card, state.pieces), cells_of(puzzle), pieces)
