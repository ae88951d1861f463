"""The moves of Ubongo and their words in a record::

    {"move": "start", "symbol": "snake"}               the starting player rolls and turns the glass
    {"seat": "Ana", "move": "call"}                    "dead_heat": true: with the call before
    {"move": "call_order", "order": ["Bob", "Ana"]}    the table decides a dead heat
    {"seat": "Ana", "move": "false_call"}              the call is taken back
    {"seat": "Ana", "move": "take", "row": 2}          moves the pawn and takes the two nearest gems
    {"seat": "Ana", "move": "move_pawn", "row": 2}     moved, but not taken (yet)
    {"seat": "Ana", "move": "time_up"}                 for her alone: others have extra seconds
    {"move": "time_up"}   {"move": "turn_glass"}

A ``take`` is entered before ``time_up`` if the gems were in the hand before.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.errors import BadMove
from companion.games.game import Json, Seat, Words
from companion.games.setup import near
from companion.games.ubongo.components import Row, Symbol
from companion.games.words import choice, flag, move_kind, only, texts, whole


@dataclass(frozen=True)
class Start:
    """Roll the die and turn the glass. ``seat``: whose phone or key it was, where that is known."""

    symbol: Symbol
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"start {self.symbol}"


@dataclass(frozen=True)
class Call:
    """Call "Ubongo!"; ``dead_heat``: closer to the call before than the device can tell apart."""

    seat: Seat
    dead_heat: bool = False

    def __str__(self) -> str:
        return "call in a dead heat" if self.dead_heat else "call"


@dataclass(frozen=True)
class CallOrder:
    """Say in which order the seats of a dead heat come."""

    order: tuple[Seat, ...]
    seat: None = None

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
    """Move the pawn to a row; whether the gems were taken in time is another matter."""

    seat: Seat
    row: Row

    def __str__(self) -> str:
        return f"move pawn to row {self.row}"


@dataclass(frozen=True)
class TimeUp:
    """The sand is through: for all, or for one seat where others have more time."""

    seat: Seat | None = None

    def __str__(self) -> str:
        return "time up"


@dataclass(frozen=True)
class TurnGlass:
    """Turn the glass once more: nobody has called."""

    seat: None = None

    def __str__(self) -> str:
        return "turn glass"


Move: TypeAlias = Start | Call | CallOrder | FalseCall | Take | MovePawn | TimeUp | TurnGlass

MOVES: Final = (
    "start",
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
        case "start":
            only(words, ("symbol",))
            return Start(Symbol(choice(words, "symbol", [str(symbol) for symbol in Symbol])), seat)
        case "time_up":
            only(words, ())
            return TimeUp(seat)
        case "call_order" | "turn_glass" as kind:
            _nobodys(kind, seat)
            return _of_the_table(seats, words)
        case kind:
            return _of_a_seat(kind, _somebodys(kind, seat), words)


def _of_the_table(seats: tuple[str, ...], words: Words) -> Move:
    if words["move"] == "turn_glass":
        only(words, ())
        return TurnGlass()
    only(words, ("order",))
    order = texts(words, "order")
    for name in order:
        if name not in seats:
            raise BadMove(f"call_order: nobody is called {near(name, seats)}")
    return CallOrder(tuple(Seat(seats.index(name) + 1) for name in order))


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
        case Start(symbol):
            return {"move": "start", "symbol": str(symbol)}
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


def _nobodys(kind: str, seat: Seat | None) -> None:
    if seat is not None:
        raise BadMove(f"{kind}: it is nobody's move in particular, leave 'seat' out")
