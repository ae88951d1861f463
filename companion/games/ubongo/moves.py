"""The moves of Ubongo and their words in a record::

    {"move": "gems", "gems": [[12 colours] * 6]}       what lies on the board, before the first round
    {"move": "gem", "row": 2, "hole": 5, "gem": "red"}    one gem of it; hole 0 is the nearest at first
    {"move": "start", "symbol": "snake"}               the starting player rolls and turns the glass
    {"move": "symbol", "symbol": "snake"}              what was rolled, where "start" did not say it
    {"seat": "Ana", "move": "call"}                    "dead_heat": true: with the call before
    {"move": "call_order", "order": ["Bob", "Ana"]}    the table decides a dead heat
    {"seat": "Ana", "move": "false_call"}              the call is taken back
    {"seat": "Ana", "move": "take", "row": 2}          moves the pawn and takes the two nearest gems
    {"seat": "Ana", "move": "move_pawn", "row": 2}     moved, but not taken (yet)
    {"seat": "Ana", "move": "time_up"}                 for her alone: others have extra seconds
    {"move": "time_up"}   {"move": "turn_glass"}

``start``, ``gems``, ``gem``, ``symbol``, ``call_order`` and ``turn_glass`` belong to nobody in
particular: a ``seat`` in them says whose phone sent them. A ``take`` may be entered after ``time_up`` if
the gems were already in the hand.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias, get_args

from companion.errors import BadMove
from companion.games.game import Json, Seat, Words
from companion.games.setup import near
from companion.games.ubongo.components import Colour, Row, Symbol
from companion.games.ubongo.gems import Gems, gem_faults, gems_of
from companion.games.words import (
    Reader,
    choice,
    flag,
    items,
    move_kind,
    read_fields,
    texts,
    whole,
    write_fields,
)


@dataclass(frozen=True)
class LayOut:
    """Say what lies on the whole board."""

    kind: ClassVar = "gems"
    gems: Gems
    seat: Seat | None = None

    def __str__(self) -> str:
        return "gems"


@dataclass(frozen=True)
class NameGem:
    """Say what one gem on the board is, or correct it. ``hole``: 0 to 11 from the red field."""

    kind: ClassVar = "gem"
    row: Row
    hole: int
    gem: Colour
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"gem {self.hole} of row {self.row} is {self.gem}"


@dataclass(frozen=True)
class Start:
    """Roll the die and turn the glass. ``seat``: whose phone or key it was, if known.

    ``symbol`` is None if a key turned the glass: the key does not know what was rolled.
    """

    kind: ClassVar = "start"
    symbol: Symbol | None = None
    seat: Seat | None = None

    def __str__(self) -> str:
        return "start" if self.symbol is None else f"start {self.symbol}"


@dataclass(frozen=True)
class NameSymbol:
    """Say which symbol was rolled, if the start did not."""

    kind: ClassVar = "symbol"
    symbol: Symbol
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"symbol {self.symbol}"


@dataclass(frozen=True)
class Call:
    """Call "Ubongo!"; ``dead_heat``: the device cannot tell whether it or the call before came first."""

    kind: ClassVar = "call"
    seat: Seat
    dead_heat: bool = False

    def __str__(self) -> str:
        return "call in a dead heat" if self.dead_heat else "call"


@dataclass(frozen=True)
class CallOrder:
    """Say in which order the seats of a dead heat come."""

    kind: ClassVar = "call_order"
    order: tuple[Seat, ...]
    seat: Seat | None = None

    def __str__(self) -> str:
        return "call order"


@dataclass(frozen=True)
class FalseCall:
    """Take a call back: the puzzle was not solved."""

    kind: ClassVar = "false_call"
    seat: Seat

    def __str__(self) -> str:
        return "false call"


@dataclass(frozen=True)
class Take:
    """Move the pawn to a row and take its two nearest gems."""

    kind: ClassVar = "take"
    seat: Seat
    row: Row

    def __str__(self) -> str:
        return f"take row {self.row}"


@dataclass(frozen=True)
class MovePawn:
    """Move the pawn to a row; whether the gems are taken in time is decided separately."""

    kind: ClassVar = "move_pawn"
    seat: Seat
    row: Row

    def __str__(self) -> str:
        return f"move pawn to row {self.row}"


@dataclass(frozen=True)
class TimeUp:
    """The sand has run out: for all, or for one seat if others have more time."""

    kind: ClassVar = "time_up"
    seat: Seat | None = None

    def __str__(self) -> str:
        return "time up"


@dataclass(frozen=True)
class TurnGlass:
    """Turn the glass once more: nobody has called."""

    kind: ClassVar = "turn_glass"
    seat: Seat | None = None

    def __str__(self) -> str:
        return "turn glass"


Move: TypeAlias = (
    LayOut
    | NameGem
    | Start
    | NameSymbol
    | Call
    | CallOrder
    | FalseCall
    | Take
    | MovePawn
    | TimeUp
    | TurnGlass
)

KINDS: Final[dict[str, type[Move]]] = {kind.kind: kind for kind in get_args(Move)}
OF_A_SEAT: Final = (Call, FalseCall, Take, MovePawn)


def parse(seats: tuple[str, ...], seat: Seat | None, words: Words) -> Move:
    """Read a move's words. Raises ``BadMove``."""
    kind = KINDS[move_kind(words, KINDS)]
    if seat is None and kind in OF_A_SEAT:
        raise BadMove(f"{kind.kind}: 'seat' is missing, it must say whose move it is")
    return read_fields(kind, seat, words, _READERS, seats)


def write(seats: tuple[str, ...], move: Move) -> dict[str, Json]:
    """Write a move as a record does, without its seat."""
    return write_fields(move.kind, move, {"order": lambda order: [seats[seat - 1] for seat in order]})


def _gems(words: Words, key: str, _: object) -> Gems:
    rows = items(words, key)
    faults = list(gem_faults(rows))
    if faults:
        raise BadMove(f"gems: {'; '.join(faults)}")
    return gems_of(rows)


def _order(words: Words, key: str, seats: tuple[str, ...]) -> tuple[Seat, ...]:
    order = texts(words, key)
    for name in order:
        if name not in seats:
            raise BadMove(f"call_order: nobody is called {near(name, seats)}")
    return tuple(Seat(seats.index(name) + 1) for name in order)


_READERS: Final[dict[str, Reader]] = {
    "gems": _gems,
    "row": lambda words, key, _: Row(whole(words, key)),
    "hole": lambda words, key, _: whole(words, key),
    "gem": lambda words, key, _: Colour(choice(words, key, [*map(str, Colour)])),
    "symbol": lambda words, key, _: Symbol(choice(words, key, [*map(str, Symbol)])),
    "dead_heat": lambda words, key, _: flag(words, key, default=False),
    "order": _order,
}
