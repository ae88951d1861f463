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
from typing import Final, TypeAlias

from companion.errors import BadMove
from companion.games.game import Json, Seat, Words
from companion.games.setup import near
from companion.games.ubongo.components import Colour, Row, Symbol
from companion.games.ubongo.gems import Gems, gem_faults, gems_of
from companion.games.words import choice, flag, items, move_kind, only, texts, whole


@dataclass(frozen=True)
class LayOut:
    """Say what lies on the whole board."""

    gems: Gems
    seat: Seat | None = None

    def __str__(self) -> str:
        return "gems"


@dataclass(frozen=True)
class NameGem:
    """Say what one gem on the board is, or correct it. ``hole``: 0 to 11 from the red field."""

    row: Row
    hole: int
    colour: Colour
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"gem {self.hole} of row {self.row} is {self.colour}"


@dataclass(frozen=True)
class Start:
    """Roll the die and turn the glass. ``seat``: whose phone or key it was, if known.

    ``symbol`` is None if a key turned the glass: the key does not know what was rolled.
    """

    symbol: Symbol | None
    seat: Seat | None = None

    def __str__(self) -> str:
        return "start" if self.symbol is None else f"start {self.symbol}"


@dataclass(frozen=True)
class NameSymbol:
    """Say which symbol was rolled, if the start did not."""

    symbol: Symbol
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"symbol {self.symbol}"


@dataclass(frozen=True)
class Call:
    """Call "Ubongo!"; ``dead_heat``: the device cannot tell whether it or the call before came first."""

    seat: Seat
    dead_heat: bool = False

    def __str__(self) -> str:
        return "call in a dead heat" if self.dead_heat else "call"


@dataclass(frozen=True)
class CallOrder:
    """Say in which order the seats of a dead heat come."""

    order: tuple[Seat, ...]
    seat: Seat | None = None

    def __str__(self) -> str:
        return "call order"


@dataclass(frozen=True)
class FalseCall:
    """Take a call back: the puzzle was not solved."""

    seat: Seat

    def __str__(self) -> str:
        return "false call"


@dataclass(frozen=True)
class Take:
    """Move the pawn to a row and take its two nearest gems."""

    seat: Seat
    row: Row

    def __str__(self) -> str:
        return f"take row {self.row}"


@dataclass(frozen=True)
class MovePawn:
    """Move the pawn to a row; whether the gems are taken in time is decided separately."""

    seat: Seat
    row: Row

    def __str__(self) -> str:
        return f"move pawn to row {self.row}"


@dataclass(frozen=True)
class TimeUp:
    """The sand has run out: for all, or for one seat if others have more time."""

    seat: Seat | None = None

    def __str__(self) -> str:
        return "time up"


@dataclass(frozen=True)
class TurnGlass:
    """Turn the glass once more: nobody has called."""

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

MOVES: Final = (
    "gems",
    "gem",
    "start",
    "symbol",
    "call",
    "call_order",
    "false_call",
    "take",
    "move_pawn",
    "time_up",
    "turn_glass",
)


def parse(seats: tuple[str, ...], seat: Seat | None, words: Words) -> Move:
    """Read a move's words. Raises ``BadMove``."""
    match move_kind(words, MOVES):
        case "time_up":
            only(words, ())
            return TimeUp(seat)
        case "gems" | "gem" | "start" | "symbol" | "call_order" | "turn_glass" as kind:
            return _of_the_table(kind, seats, seat, words)
        case kind:
            return _of_a_seat(kind, _somebodys(kind, seat), words)


def _of_the_table(kind: str, seats: tuple[str, ...], seat: Seat | None, words: Words) -> Move:
    match kind:
        case "gems":
            only(words, ("gems",))
            return LayOut(_gems(words), seat)
        case "gem":
            only(words, ("row", "hole", "gem"))
            row, hole = Row(whole(words, "row")), whole(words, "hole")
            return NameGem(row, hole, Colour(choice(words, "gem", [*map(str, Colour)])), seat)
        case "start":
            only(words, ("symbol",))
            return Start(_symbol(words) if "symbol" in words else None, seat)
        case "symbol":
            only(words, ("symbol",))
            return NameSymbol(_symbol(words), seat)
        case "turn_glass":
            only(words, ())
            return TurnGlass(seat)
        case _:
            only(words, ("order",))
            return CallOrder(_order(seats, words), seat)


def _gems(words: Words) -> Gems:
    rows = items(words, "gems")
    faults = list(gem_faults(rows))
    if faults:
        raise BadMove(f"gems: {'; '.join(faults)}")
    return gems_of(rows)


def _symbol(words: Words) -> Symbol:
    return Symbol(choice(words, "symbol", [*map(str, Symbol)]))


def _order(seats: tuple[str, ...], words: Words) -> tuple[Seat, ...]:
    order = texts(words, "order")
    for name in order:
        if name not in seats:
            raise BadMove(f"call_order: nobody is called {near(name, seats)}")
    return tuple(Seat(seats.index(name) + 1) for name in order)


def _of_a_seat(kind: str, seat: Seat, words: Words) -> Move:
    match kind:
        case "call":
            only(words, ("dead_heat",))
            return Call(seat, flag(words, "dead_heat", default=False))
        case "false_call":
            only(words, ())
            return FalseCall(seat)
        case "take":
            only(words, ("row",))
            return Take(seat, Row(whole(words, "row")))
        case _:
            only(words, ("row",))
            return MovePawn(seat, Row(whole(words, "row")))


def write(seats: tuple[str, ...], move: Move) -> dict[str, Json]:
    """Write a move as a record does, without its seat."""
    match move:
        case LayOut(gems):
            return {"move": "gems", "gems": [[*map(str, row)] for row in gems]}
        case NameGem(row, hole, colour):
            return {"move": "gem", "row": row, "hole": hole, "gem": str(colour)}
        case Start(symbol):
            return {"move": "start", **({} if symbol is None else {"symbol": str(symbol)})}
        case NameSymbol(symbol):
            return {"move": "symbol", "symbol": str(symbol)}
        case Call(dead_heat=dead_heat):
            return {"move": "call", **({"dead_heat": True} if dead_heat else {})}
        case CallOrder(order):
            return {"move": "call_order", "order": [seats[seat - 1] for seat in order]}
        case FalseCall():
            return {"move": "false_call"}
        case Take(row=row):
            return {"move": "take", "row": row}
        case MovePawn(row=row):
            return {"move": "move_pawn", "row": row}
        case TimeUp():
            return {"move": "time_up"}
        case TurnGlass():
            return {"move": "turn_glass"}


def _somebodys(kind: str, seat: Seat | None) -> Seat:
    if seat is None:
        raise BadMove(f"{kind}: 'seat' is missing, it must say whose move it is")
    return seat
