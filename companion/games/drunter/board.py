"""The board is data: what is printed on each square of one edition, checked when it is read.

A board file has the same form as a labelled photograph of the empty board, so marking the squares of a
photograph's grid makes the file::

    {"edition": "Wacky Wacky West (2010)", "grid": [15, 10],
     "cells": {"0,0": "start wall", "6,0": "saloon 1", "10,1": "outhouse", ...}}

``grid`` is columns and rows; a cell is ``column,row`` from the top left; its label is ``outhouse``,
``start`` with the kind of line that begins there, or a building's type and value. Squares that are not
listed are plain. The six types may have any names. The photograph's ``image`` and ``corners`` may stay.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Final, NamedTuple, TypeGuard

from companion.errors import BadSetup
from companion.games.drunter.pieces import KINDS, STEPS, Gang, Kind, Square, Towards
from companion.games.game import Json, Words

KEYS: Final = ("edition", "grid", "cells", "image", "corners")
DEFAULT: Final = "wacky_wacky_west"
TYPES: Final = 6
VALUES: Final = range(1, 6)
STARTS: Final[dict[Kind, int]] = {"street": 1, "river": 1, "wall": 2}


class Building(NamedTuple):
    """A printed building: it scores its value for the player of its type while no tile covers it."""

    square: Square
    type: str
    value: int


@dataclass(frozen=True)
class Board:
    """What is printed on one edition's board. ``starts``: where the four gangs begin."""

    edition: str
    columns: int
    rows: int
    starts: tuple[Gang, ...]
    buildings: tuple[Building, ...]
    outhouses: frozenset[Square]

    @cached_property
    def types(self) -> tuple[str, ...]:
        """The building types, by name."""
        return tuple(sorted({building.type for building in self.buildings}))

    @cached_property
    def value_at(self) -> Mapping[Square, int]:
        """The values of the buildings, by square."""
        return {building.square: building.value for building in self.buildings}

    def ray(self, square: Square, towards: Towards) -> tuple[Square, ...]:
        """Return the squares from the next one on, as far as tiles can reach.

        It ends at the grid's edge, and before a start square, which no tile may cover.
        """
        return self._rays[square, towards]

    @cached_property
    def _rays(self) -> dict[tuple[Square, Towards], tuple[Square, ...]]:
        everywhere = [Square(column, row) for column in range(self.columns) for row in range(self.rows)]
        return {
            (square, towards): tuple(self._walk(square, towards))
            for square in everywhere
            for towards in STEPS
        }

    def _walk(self, square: Square, towards: Towards) -> Iterator[Square]:
        starts = {gang.square for gang in self.starts}
        square = square.next(towards)
        while 0 <= square.column < self.columns and 0 <= square.row < self.rows and square not in starts:
            yield square
            square = square.next(towards)


def read_board(text: str) -> Board:
    """Read a board file's text. Raises ``BadSetup`` naming every fault."""
    twice: list[str] = []

    def once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        twice.extend(name for name, n in Counter(name for name, _ in pairs).items() if n > 1)
        return dict(pairs)

    try:
        data = json.loads(text, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise BadSetup(f"the board file is not JSON: {error}", hint=HINT) from error
    if not isinstance(data, dict):
        raise BadSetup("the board file is not a JSON object", hint=HINT)
    return make_board(data, faults=[f"{name} is marked twice" for name in twice])


def make_board(data: Words, faults: list[str] | None = None) -> Board:
    """Make the board that the data of a file describe. Raises ``BadSetup`` naming every fault.

    ``faults``: those already found in the file itself.
    """
    faults = list(faults or [])
    edition = str(data.get("edition", "a board without a name"))
    faults += [f"unknown key {key!r}" for key in data if key not in KEYS]
    size = _grid(data.get("grid"), faults)
    board = _mark(edition, size, data.get("cells"), faults)
    faults += _wrong_counts(board)
    if faults:
        raise BadSetup(f"board {edition!r}: {'; '.join(faults)}", hint=HINT)
    return board


def board_of(option: Json) -> Board:
    """Return the board named by option ``board``: a shipped one, or a file's data."""
    if isinstance(option, str):
        return load_shipped_board(option)
    if isinstance(option, Mapping):
        return make_board(option)
    raise BadSetup("option 'board' must be a board's name or its data", hint=HINT)


def board_words(board: Board) -> dict[str, Json]:
    """Return the data of a board's file: the inverse of ``make_board``."""
    marks = {
        **{gang.square: f"start {gang.kind}" for gang in board.starts},
        **{each.square: f"{each.type} {each.value}" for each in board.buildings},
        **dict.fromkeys(board.outhouses, "outhouse"),
    }
    cells = {f"{square.column},{square.row}": marks[square] for square in sorted(marks)}
    return {"edition": board.edition, "grid": [board.columns, board.rows], "cells": cells}


@cache
def load_shipped_board(name: str) -> Board:
    """Return a board that comes with the program. Raises ``BadSetup`` if there is no such board."""
    if name not in list_shipped_boards():
        raise BadSetup(f"no board {name!r}; there is {', '.join(list_shipped_boards())}", hint=HINT)
    return read_board((files(__package__) / "boards" / f"{name}.json").read_text("utf-8"))


@cache
def list_shipped_boards() -> tuple[str, ...]:
    """Return the names of the boards that come with the program."""
    names = (file.name for file in (files(__package__) / "boards").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


HINT: Final = (
    'a board is {"edition": …, "grid": [15, 10], "cells": {"6,0": "saloon 1", "10,1": "outhouse", …}}'
)
CELL: Final = re.compile(r"(0|[1-9][0-9]?),(0|[1-9][0-9]?)")
BUILDING: Final = re.compile(r"(\S.*) ([0-9]{1,9})")
LARGEST: Final = 100


def _grid(grid: Json, faults: list[str]) -> Square:
    """Return columns and rows, as the square just beyond the bottom right one."""
    if isinstance(grid, list | tuple) and len(grid) == 2:
        columns, rows = grid
        if _is_size(columns) and _is_size(rows):
            return Square(columns, rows)
    faults.append(f"'grid' must be columns and rows, such as [15, 10], at most {LARGEST} each")
    return Square(0, 0)


def _is_size(n: Json) -> TypeGuard[int]:
    return type(n) is int and 0 < n <= LARGEST


def _mark(edition: str, size: Square, cells: Json, faults: list[str]) -> Board:
    """Return the board, as far as the marks can be understood."""
    starts: list[Gang] = []
    buildings: list[Building] = []
    outhouses: set[Square] = set()
    if not isinstance(cells, Mapping):
        faults.append("'cells' must say what is on which square")
        cells = {}
    for cell, label in cells.items():
        square = _square(cell, size, faults)
        if square is None:
            continue
        match _mark_of(label):
            case "outhouse":
                outhouses.add(square)
            case str() as kind if kind in KINDS:
                starts.append(Gang(kind, square))
            case (str() as type_, int() as value):
                buildings.append(Building(square, type_, value))
            case _:
                faults.append(f"{cell} is marked {label!r}, which is no outhouse, start or building")
    return Board(
        edition,
        size.column,
        size.row,
        tuple(sorted(starts)),
        tuple(sorted(buildings)),
        frozenset(outhouses),
    )


def _square(cell: str, size: Square, faults: list[str]) -> Square | None:
    found = CELL.fullmatch(cell)
    if found is None:
        faults.append(f"{cell!r} is no 'column,row'")
        return None
    square = Square(int(found[1]), int(found[2]))
    if size != (0, 0) and not (square.column < size.column and square.row < size.row):
        faults.append(f"{cell} is off the grid of {size.column} columns and {size.row} rows")
        return None
    return square


def _mark_of(label: Json) -> str | tuple[str, int] | None:
    """Return ``outhouse``, the kind that starts there, or a building's type and value."""
    if not isinstance(label, str):
        return None
    if label == "outhouse":
        return label
    if label.startswith("start "):
        return label.removeprefix("start ")
    found = BUILDING.fullmatch(label)
    return (found[1], int(found[2])) if found else None


def _wrong_counts(board: Board) -> Iterator[str]:
    """List the things that are printed too often or too seldom."""
    if len(board.types) != TYPES:
        yield f"{TYPES} types of buildings are needed, not {len(board.types)}: {', '.join(board.types)}"
    have = Counter((building.type, building.value) for building in board.buildings)
    for type_ in board.types:
        yield from (f"no {type_} {value}" for value in VALUES if (type_, value) not in have)
    for (type_, value), n in have.items():
        if value not in VALUES:
            yield f"{type_} {value}: values go from {VALUES[0]} to {VALUES[-1]}"
        elif n > 1:
            yield f"{type_} {value} stands on {n} squares"
    if not board.outhouses:
        yield "no outhouse"
    begun = Counter(gang.kind for gang in board.starts)
    for kind, n in STARTS.items():
        if begun[kind] != n:
            yield f"{begun[kind]} squares where a {kind} starts, not {n}"
