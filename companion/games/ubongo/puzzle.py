"""A puzzle card, and how it is written.

A card's shape comes first, ``#`` a square, then a line for each symbol with the pieces to take::

    .###
    ####

    shield    I2 Y5
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from companion.errors import BadPuzzle
from companion.games.setup import near
from companion.games.ubongo.components import (
    PuzzlePiece,
    Shape,
    Symbol,
    move_to_corner,
    shape_of,
)

Choice: TypeAlias = tuple[PuzzlePiece, ...]
"""The pieces to take for one symbol, in the order of ``PuzzlePiece``."""

Filling: TypeAlias = Mapping[PuzzlePiece, Shape]
"""Where each piece lies."""


@dataclass(frozen=True)
class Puzzle:
    """A card: one shape and, for each symbol in the order of ``Symbol``, pieces that fill it."""

    shape: Shape
    choices: tuple[Choice, ...]

    def pieces_for(self, symbol: Symbol) -> Choice:
        """Return the pieces to take when this symbol was rolled."""
        return self.choices[tuple(Symbol).index(symbol)]


def read_shape(text: str) -> Shape:
    """Return the shape that lines of ``#`` and ``.`` draw. Raises ``BadPuzzle``."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if strange := set(line) - {"#", "."}:
            raise BadPuzzle(f"line {number}: {min(strange)!r} is neither '#' nor '.'")
    if not (shape := shape_of(*lines)):
        raise BadPuzzle("the shape has no squares", hint="Draw it with '#'.")
    return move_to_corner(shape)


def read_puzzle(text: str) -> Puzzle:
    """Return the card that is written so. Raises ``BadPuzzle``."""
    lines = [line.strip() for line in text.splitlines()]
    blank = lines.index("") if "" in lines else len(lines)
    rows: dict[Symbol, Choice] = {}
    for number, line in enumerate(lines[blank:], blank + 1):
        if line:
            symbol, choice = _choice(line, number)
            if symbol in rows:
                raise BadPuzzle(f"line {number}: {symbol} stands twice")
            rows[symbol] = choice
    if missing := [str(symbol) for symbol in Symbol if not rows.get(symbol)]:
        raise BadPuzzle(f"no pieces for {', '.join(missing)}")
    return Puzzle(read_shape("\n".join(lines[:blank])), tuple(rows[symbol] for symbol in Symbol))


def in_order(pieces: Iterable[PuzzlePiece]) -> Choice:
    """Return pieces in the order of ``PuzzlePiece``."""
    wanted = frozenset(pieces)
    return tuple(piece for piece in PuzzlePiece if piece in wanted)


def _choice(line: str, number: int) -> tuple[Symbol, Choice]:
    name, *pieces = line.split()
    if name not in set(Symbol):
        raise BadPuzzle(f"line {number}: no symbol is called {near(name, map(str, Symbol))}")
    choice = in_order(_piece(piece, number) for piece in pieces)
    if len(choice) < len(pieces):
        raise BadPuzzle(f"line {number}: there is only one of each piece")
    return Symbol(name), choice


def _piece(name: str, line: int) -> PuzzlePiece:
    if name not in set(PuzzlePiece):
        raise BadPuzzle(f"line {line}: no piece is called {near(name, map(str, PuzzlePiece))}")
    return PuzzlePiece(name)
