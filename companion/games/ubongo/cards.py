"""The shipped cards: puzzles of our own with permanent numbers, so that a printed card identifies
itself.

They were generated once (by ``generator.py`` among their tests) and are kept as text: another Python
version may draw other random numbers.
"""

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from companion.games.ubongo.components import CARDS, EASY, SIDES
from companion.games.ubongo.puzzle import Puzzle, read_puzzle

_NAMES: Final = dict(zip(SIDES, ("cards.txt", "cards_of_four.txt"), strict=True))


class CardSide(NamedTuple):
    """One side of a card: the card's place in the deck, the number of pieces, the puzzle."""

    card: int
    pieces: int
    puzzle: Puzzle


@cache
def cards(pieces: int = EASY) -> tuple[Puzzle, ...]:
    """Return one side of every card, by its number of pieces; the index is the card's number."""
    parts = files(__package__).joinpath(_NAMES[pieces]).read_text(encoding="utf-8").split("\n\n")
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return tuple(read_puzzle(f"{shape}\n\n{rows}") for shape, rows in pairs)


@cache
def faces() -> tuple[CardSide, ...]:
    """Return both sides of the deck, those with three pieces first; the index is the sheet's number."""
    return tuple(
        CardSide(card, pieces, puzzle) for pieces in SIDES for card, puzzle in enumerate(cards(pieces))
    )


def face_number(card: int, pieces: int) -> int:
    """Return the place of a card's side among ``faces``."""
    return SIDES.index(pieces) * CARDS + card
