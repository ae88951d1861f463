"""What a table may say, and nothing else: whatever does not have this form is refused as a whole.

Keys that are not known here are skipped: a newer table may say more.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from companion.table.hub.topics import MOST_RESAID, NAME, ROOT, VERSION

MOST_BYTES: Final = 256 * 1024
"""Largest message: tables send some 300 bytes a line, and not more than ``AT_MOST_BYTES`` of them at
once but where one line alone changes hundreds of others."""
MOST_LINES: Final = 256
MOST_SEATS: Final = 20
MOST_PLAYERS: Final = 2000
OF_TABLES: Final = tuple(f"{ROOT}/tables/+/{what}" for what in ("moves", "health", "players"))
"""The topics of all tables."""

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Serial = Annotated[int, Meta(ge=1, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
Score = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Word = Annotated[str, Meta(pattern=r"^[a-z0-9_. -]{1,60}\Z")]
Time = Annotated[str, Meta(max_length=40)]
Id = Annotated[str, Meta(pattern=r"^[0-9a-f-]{36}\Z")]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Code = Annotated[str, Meta(pattern=r"^[a-z0-9_.]{1,80}\Z")]
Param = Annotated[str, Meta(max_length=2000)] | int | float
"""What is filled into a text: a word, or a number."""
Scores = Annotated[list[Score | None], Meta(max_length=MOST_SEATS)]


class BadMessage(ValueError):
    """A message does not have the form that tables use."""


class End(Struct, frozen=True):
    """How a game ended: the winners, and each seat's rank."""

    winners: Annotated[list[SeatNumber], Meta(max_length=MOST_SEATS)]
    ranks: Annotated[list[SeatNumber], Meta(max_length=MOST_SEATS)]


class Said(Struct, frozen=True, omit_defaults=True):
    """What the pages show of a move: a text of the catalogue, with ``MARK`` for a seat's name."""

    code: Code
    params: Annotated[dict[Code, Param], Meta(max_length=20)] = msgspec.field(default_factory=dict)
    seat: SeatNumber | None = None


class Line(Struct, frozen=True):
    """A sitting's beginning (``number`` 0, with ``game`` and ``seats``), or one of its moves.

    ``turn``, ``scores`` and ``end`` say how the game stands; they are left out where the next line says
    it. ``said`` is None for a move that was taken back, and for one that only takes back or corrects.
    ``resaid``: new texts for earlier moves that this one changes, by their numbers.
    """

    sitting: Number
    number: Number
    at: Time
    game: Word | None = None
    seats: SeatNumber | None = None
    players: Annotated[list[Id | None], Meta(max_length=MOST_SEATS)] | None = None
    instead_of: Number | None = None
    seat: SeatNumber | None = None
    words: msgspec.Raw = msgspec.Raw(b"null")
    turn: SeatNumber | msgspec.UnsetType | None = msgspec.UNSET
    scores: Scores | msgspec.UnsetType | None = msgspec.UNSET
    end: End | msgspec.UnsetType | None = msgspec.UNSET
    said: Said | None = None
    resaid: Annotated[list[tuple[Number, Said | None]], Meta(max_length=MOST_RESAID)] = msgspec.field(
        default_factory=list
    )


class Moves(Struct, frozen=True):
    """Lines in order, numbered from ``first`` on; ``check``: the last one's, told back once stored.

    ``sent``: when, by the table's clock: what its lines call a moment is as long ago as from then.
    """

    v: Number
    book: Number
    first: Serial
    lines: Annotated[list[Line], Meta(min_length=1, max_length=MOST_LINES)]
    check: Annotated[str, Meta(pattern=r"^[0-9a-f]{8}\Z")]
    sent: Time = ""

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.lines) - 1


class Health(Struct, frozen=True):
    """How a table is: ``here`` or ``gone``, and what its game shows now."""

    v: Number
    is_: Word = msgspec.field(name="is")
    game: Word | None = None
    seats: Annotated[int, Meta(ge=0, le=MOST_SEATS)] = 0
    turn: SeatNumber | None = None
    scores: Scores | None = None
    ended: bool = False
    asks: bool = False
    faults: Annotated[list[tuple[Word, Word]], Meta(max_length=50)] = msgspec.field(default_factory=list)

    @property
    def is_here(self) -> bool:
        """Whether the table runs, and reaches the broker."""
        return self.is_ == "here"

    @property
    def needs_help(self) -> bool:
        """Whether somebody should go there: it waits for an answer, or a part of it fails."""
        return self.is_here and (self.asks or bool(self.parts))

    @property
    def parts(self) -> list[str]:
        """What does not work."""
        return list(dict.fromkeys(part for part, _ in self.faults))


class Players(Struct, frozen=True):
    """Who plays at a table, by id: those who agreed that their names leave it."""

    v: Number
    players: Annotated[dict[Id, Name], Meta(max_length=MOST_PLAYERS)]


Message = Moves | Health | Players


@dataclass(frozen=True)
class Heard:
    """A message of a table. ``at``: when it came, by the hub's clock."""

    table: str
    message: Message
    at: datetime


KINDS: Final[dict[str, Any]] = {
    "moves": msgspec.json.Decoder(Moves),
    "health": msgspec.json.Decoder(Health),
    "players": msgspec.json.Decoder(Players),
}


def heard(topic: str, payload: bytes | bytearray, at: datetime) -> Heard:
    """Return what came now, and from which table. Raises ``BadMessage``.

    The table is the topic's, which the broker lets nobody else write to; no message names one.
    """
    root, _, rest = topic.partition("/tables/")
    table, _, kind = rest.partition("/")
    if root != ROOT or kind not in KINDS or NAME.fullmatch(table) is None:
        raise BadMessage("no topic of a table")
    if len(payload) > MOST_BYTES:
        raise BadMessage(f"{len(payload)} bytes")
    try:
        message: Message = KINDS[kind].decode(payload)
    except (ValueError, RecursionError) as error:
        raise BadMessage(str(error)) from error
    if message.v != VERSION:
        raise BadMessage(f"version {message.v}: this hub reads {VERSION}; install a newer one")
    if isinstance(message, Moves):
        _check_lines(message)
    return Heard(table, message, at)


def _check_lines(message: Moves) -> None:
    """Check that what was read one by one fits together. Raises ``BadMessage``."""
    for line in message.lines:
        if (line.number == 0) != (line.game is not None and line.seats is not None):
            raise BadMessage("a sitting begins with its game and seats, and nothing else does")
        if not is_text(bytes(line.words)):
            raise BadMessage("words that cannot be kept")


def is_text(json: bytes) -> bool:
    """Tell whether the database can keep it as text."""
    try:
        return b"\0" not in json and bool(json.decode())
    except UnicodeDecodeError:
        return False


def time_of(text: str) -> datetime | None:
    """Return a moment that a table tells; None if it tells none, or one without its time zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None and 1970 < found.year < 9000 else None
