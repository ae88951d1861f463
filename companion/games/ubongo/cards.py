"""The cards that ship: puzzles of our own, numbered for good, so that a printed card names itself.

They were made once (``generator.SEED``) and are kept as text: another Python may draw other lots.
"""

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from companion.games.ubongo.components import CARDS, EASY, SIDES
from companion.games.ubongo.puzzle import Puzzle, read_puzzle

_NAMES: Final = dict(zip(SIDES, ("cards.txt", "cards_of_four.txt"), strict=True))


class Face(NamedTuple):
    """One side of a card: the card's place in the deck, how many pieces are taken, the puzzle."""

    card: int
    pieces: int
    puzzle: Puzzle


@cache
def cards(pieces: int = EASY) -> tuple[Puzzle, ...]:
    """Return one side of every card, by how many pieces it takes; a card's number is its place here."""
    parts = files(__package__).joinpath(_NAMES[pieces]).read_text(encoding="utf-8").split("\n\n")
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return tuple(read_puzzle(f"{shape}\n\n{rows}") for shape, rows in pairs)


@cache
def faces() -> tuple[Face, ...]:
    """Return both sides of the deck, first those with three pieces: a place here is a sheet's number."""
    return tuple(
        Face(card, pieces, puzzle) for pieces in SIDES for card, puzzle in enumerate(cards(pieces))
    )


def face_number(card: int, pieces: int) -> int:
    """Return the place of a card's side among ``faces``."""
    return SIDES.index(pieces) * CARDS + card
