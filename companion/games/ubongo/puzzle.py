"""A puzzle card, the faults of a filling, and both as text to be printed.

A card's shape comes first, ``#`` a square, then a line for each symbol with the pieces to take::

    .###
    ####

    shield    I2 Y5

A filling names for each square the piece that covers it: ``I2 I2 O4 O4``, with ``..`` outside the shape.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.errors import BadPuzzle
from companion.games.setup import near
from companion.games.ubongo.components import (
    Cell,
    Piece,
    Shape,
    Symbol,
    move_to_corner,
    orientations,
    shape_of,
)

Choice: TypeAlias = tuple[Piece, ...]
"""The pieces to take for one symbol, in the order of ``Piece``."""

Filling: TypeAlias = Mapping[Piece, Shape]
"""Where each piece lies."""

FaultKind = Literal["missing", "extra", "wrong_shape", "outside", "overlap", "gap"]


@dataclass(frozen=True)
class Puzzle:
    """A card: one shape and, for each symbol in the order of ``Symbol``, pieces that fill it."""

    shape: Shape
    choices: tuple[Choice, ...]

    def pieces_for(self, symbol: Symbol) -> Choice:
        """Return the pieces to take when this symbol was rolled."""
        return self.choices[tuple(Symbol).index(symbol)]


@dataclass(frozen=True)
class Fault:
    """One fault of a filling: the pieces and the squares concerned."""

    kind: FaultKind
    pieces: Choice = ()
    cells: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        pieces = " and ".join(self.pieces)
        where = ", ".join(f"column {cell.column} row {cell.row}" for cell in self.cells)
        match self.kind:
            case "missing":
                return f"{pieces} is missing"
            case "extra":
                return f"{pieces} does not belong to this puzzle"
            case "wrong_shape":
                return f"what lies as {pieces} has not its shape: {where}"
            case "outside":
                return f"{pieces} sticks out at {where}"
            case "overlap":
                return f"{pieces} overlap at {where}"
            case "gap":
                return f"nothing covers {where}"


def faults(shape: Shape, pieces: Collection[Piece], filling: Filling) -> tuple[Fault, ...]:
    """Return all that is wrong with a filling of the shape by these pieces; nothing if it is right.

    >>> [str(fault) for fault in faults(shape_of("###"), [Piece.I3], {Piece.I2: shape_of("##")})]
    ['I2 does not belong to this puzzle', 'I3 is missing', 'nothing covers column 2 row 0']
    """
    return (*_piece_faults(pieces, filling), *_cell_faults(shape, filling))


def _piece_faults(pieces: Collection[Piece], filling: Filling) -> Iterator[Fault]:
    for piece in Piece:
        if piece in pieces and piece not in filling:
            yield Fault("missing", (piece,))
        if piece in filling and piece not in pieces:
            yield Fault("extra", (piece,))
        if piece in filling and not is_piece(piece, filling[piece]):
            yield Fault("wrong_shape", (piece,), _in_order(filling[piece]))


def _cell_faults(shape: Shape, filling: Filling) -> Iterator[Fault]:
    laid = [piece for piece in Piece if piece in filling]
    for piece in laid:
        if outside := filling[piece] - shape:
            yield Fault("outside", (piece,), _in_order(outside))
    covered = Counter(cell for piece in laid for cell in filling[piece])
    for cell in _in_order(cell for cell, times in covered.items() if times > 1):
        yield Fault("overlap", tuple(piece for piece in laid if cell in filling[piece]), (cell,))
    if bare := shape - covered.keys():
        yield Fault("gap", (), _in_order(bare))


def is_piece(piece: Piece, cells: Shape) -> bool:
    """Do these squares have the piece's shape, rotated or flipped?"""
    return bool(cells) and move_to_corner(cells) in orientations(piece.shape)


def write_shape(shape: Shape) -> str:
    """Return the shape as lines of ``#`` and ``.``, from its upper left corner."""
    return _drawn(dict.fromkeys(move_to_corner(shape), "#"), ".", "")


def read_shape(text: str) -> Shape:
    """Read what ``write_shape`` writes. Raises ``BadPuzzle``."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if strange := set(line) - {"#", "."}:
            raise BadPuzzle(f"line {number}: {min(strange)!r} is neither '#' nor '.'")
    if not (shape := shape_of(*lines)):
        raise BadPuzzle("the shape has no squares", hint="Draw it with '#'.")
    return move_to_corner(shape)


def write_filling(filling: Filling) -> str:
    """Return a filling as lines of piece names, from its upper left corner.

    Raises ``BadPuzzle`` if pieces overlap: a square holds one name.
    """
    named = {cell: str(piece) for piece, cells in filling.items() for cell in cells}
    if not named or len(named) < sum(map(len, filling.values())):
        raise BadPuzzle("pieces overlap, this has no text" if named else "no piece lies in the filling")
    left, top = min(cell.column for cell in named), min(cell.row for cell in named)
    return _drawn({Cell(c.column - left, c.row - top): name for c, name in named.items()}, "..", " ")


def read_filling(text: str) -> dict[Piece, Shape]:
    """Read what ``write_filling`` writes. Raises ``BadPuzzle``."""
    cells: dict[Piece, set[Cell]] = {}
    for row, line in enumerate(text.splitlines()):
        for column, name in enumerate(line.split()):
            if name != "..":
                cells.setdefault(_piece(name, row + 1), set()).add(Cell(column, row))
    if not cells:
        raise BadPuzzle("no piece lies in the filling")
    return {piece: frozenset(cells[piece]) for piece in Piece if piece in cells}


def write_puzzle(puzzle: Puzzle) -> str:
    """Return a card as text to be printed."""
    rows = (
        f"{symbol:<10}{' '.join(choice)}" for symbol, choice in zip(Symbol, puzzle.choices, strict=True)
    )
    return "\n".join([write_shape(puzzle.shape), "", *rows]) + "\n"


def read_puzzle(text: str) -> Puzzle:
    """Read what ``write_puzzle`` writes. Raises ``BadPuzzle``."""
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


def in_order(pieces: Iterable[Piece]) -> Choice:
    """Return pieces in the order of ``Piece``."""
    wanted = frozenset(pieces)
    return tuple(piece for piece in Piece if piece in wanted)


def _choice(line: str, number: int) -> tuple[Symbol, Choice]:
    name, *pieces = line.split()
    if name not in set(Symbol):
        raise BadPuzzle(f"line {number}: no symbol is called {near(name, map(str, Symbol))}")
    choice = in_order(_piece(piece, number) for piece in pieces)
    if len(choice) < len(pieces):
        raise BadPuzzle(f"line {number}: there is only one of each piece")
    return Symbol(name), choice


def _piece(name: str, line: int) -> Piece:
    if name not in set(Piece):
        raise BadPuzzle(f"line {line}: no piece is called {near(name, map(str, Piece))}")
    return Piece(name)


def _drawn(marks: Mapping[Cell, str], empty: str, between: str) -> str:
    columns = range(max(cell.column for cell in marks) + 1)
    rows = range(max(cell.row for cell in marks) + 1)
    return "\n".join(
        between.join(marks.get(Cell(column, row), empty) for column in columns) for row in rows
    )


def _in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))
