"""The cards that ship: puzzles of our own, numbered for good, so that a printed sheet names its card."""

from functools import cache
from importlib.resources import files

from companion.games.ubongo.puzzle import Puzzle, read_puzzle


@cache
def cards() -> tuple[Puzzle, ...]:
    """Return every card; a card's number is its place here."""
    parts = files(__package__).joinpath("cards.txt").read_text(encoding="utf-8").split("\n\n")
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return tuple(read_puzzle(f"{shape}\n\n{rows}") for shape, rows in pairs)
