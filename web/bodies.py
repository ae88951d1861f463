"""What a program sends to the API and what it is answered: shapes that are checked and described.

A request's body may hold only the fields it is said to have, but for ``Sitting`` and ``Move``: what else
belongs to them is said by the game.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.table import shapes
from companion.table.shapes import HistoryLine

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(min_length=1, max_length=100)]
Words = Annotated[str, Meta(min_length=1, max_length=200)]
DieId = Annotated[int, Meta(ge=0)]
PieceId = Annotated[int, Meta(ge=0)]
QuarterTurns = Annotated[int, Meta(ge=0, le=3)]
Fraction = Annotated[float, Meta(ge=0, le=1)]
Side = Annotated[int, Meta(ge=160, le=8192)]
Turn = Annotated[float, Meta(ge=-360, le=360)]


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object: there is nothing to say."""


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN."""

    pin: Words


class Sitting(Struct, frozen=True):
    """A record's first line: ``options`` and what was dealt may follow.

    What luck deals and is left out, the table deals. ``null`` leaves it to the players' own pieces,
    where the game allows that: ``tiles`` that they draw from the box, ``cards`` shown at the end.

    ``guests``: those of the seats who want no entry among the players. ``set_up``: show first how the
    game is set up.
    """

    game: Name
    seats: Annotated[list[Name], Meta(min_length=1, max_length=20)]
    guests: Annotated[list[Name], Meta(max_length=20)] = []
    set_up: bool = False


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """The code that opens a seat, and what the phone shall be called."""

    code: Name
    name: Name


class Move(Struct, frozen=True):
    """A record's move. ``id`` is chosen by the caller: sent again, it changes nothing.

    ``after``, where it is said: the number of the last move that the caller knew. A vote that was long
    on its way is then not taken for the next one. ``again``: what it belonged to is over, and only an
    answer that was lost is wanted: it is refused where it has not come before.
    """

    id: Id
    after: Annotated[int, Meta(ge=0)] | None = None
    again: bool = False


class Choosing(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a proposal: the id of one of its choices, ``accept`` or ``stop``.

    ``faces``: what the choice's dice really show, in their order, where they were read wrongly.
    """

    proposal: Words
    choice: Words
    faces: Annotated[list[Name], Meta(max_length=100)] | None = None


class Running(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the game's time shall run; false pauses it."""

    running: bool


class GlassShows(Struct, frozen=True, forbid_unknown_fields=True):
    """What the hourglass is shown with: the box's lamps and buzzer, one of them, or a page's sound."""

    shows: shapes.Shows


class AdviceShown(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether players are told odds and advice."""

    shown: bool


class SetUpShown(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether it is shown how the game is set up; no longer: all is ready."""

    shown: bool


class StripSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The strip of lamps on which the glass is shown: what is left out stays. ``address``: its
    controller's, in the network or as a serial port; "": there is none. ``brightness``: per cent.
    """

    address: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    leds: Annotated[int, Meta(ge=8, le=60)] | UnsetType = UNSET
    brightness: Annotated[int, Meta(ge=1, le=100)] | UnsetType = UNSET


class CameraSet(Struct, frozen=True, forbid_unknown_fields=True):
    """How the camera is to be set: what is left out stays. ``rotate``: degrees clockwise by which its
    picture is turned, once it is mirrored. ``size``: width and height, null: the usual. ``mains``: Hz.
    ``off``: all is told by tap, and the table looks through no camera, until another phone is let in.
    """

    rotate: Literal[0, 90, 180, 270] | UnsetType = UNSET
    mirror: bool | UnsetType = UNSET
    size: Annotated[list[Side], Meta(min_length=2, max_length=2)] | UnsetType | None = UNSET
    mains: Literal[50, 60] | UnsetType = UNSET
    off: bool | UnsetType = UNSET


class HowPhoneIs(Struct, frozen=True, forbid_unknown_fields=True):
    """How the phone is that is the camera. ``asked``: the number that came with what is wanted;
    ``focus``, ``exposure``: what it could hold then; ``battery``: its charge, left out where it is
    charging or unknown; ``away``: it is locked, or shows something else; ``blind``: its browser is
    given no picture, by a call, say.
    """

    asked: Annotated[int, Meta(ge=0)] = 0
    focus: bool = False
    exposure: bool = False
    battery: Fraction | None = None
    away: bool = False
    blind: bool = False


class Measuring(Struct, frozen=True, forbid_unknown_fields=True):
    """``arm``: the next press (here, or any key of the box) is the turning of the players' own glass,
    the one after it the fall of the last grain. ``press``: such a press. ``cancel``: leave it.
    """

    do: shapes.Measuring


class Throw(Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice to throw; left out: as many as must be thrown now."""

    count: Annotated[int, Meta(ge=1, le=30)] | None = None


class Drag(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a die is set down (fractions of the picture), turned by ``turn_deg`` degrees clockwise.

    ``snap``: squared to a die beside it.
    """

    die: DieId
    x: Fraction
    y: Fraction
    turn_deg: Turn
    snap: bool


class Remove(Struct, frozen=True, forbid_unknown_fields=True):
    """Which dice are taken off the table."""

    dice: Annotated[list[DieId], Meta(max_length=100)]


class Lay(Struct, frozen=True, forbid_unknown_fields=True):
    """A new piece of a board, by the labels of its parts, and where its middle is laid.

    ``turns``: quarter turns clockwise against the board; ``snap``: squarely on the nearest cells.
    """

    labels: Annotated[list[Name], Meta(min_length=1, max_length=10)]
    x: Fraction
    y: Fraction
    turns: QuarterTurns
    snap: bool


class Shift(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a piece that lies on a board is laid anew; the rest as in ``Lay``."""

    piece: PieceId
    x: Fraction
    y: Fraction
    turns: QuarterTurns
    snap: bool


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """On which cell a pawn is set down: the nearest to that place."""

    pawn: PieceId
    x: Fraction
    y: Fraction


class TakeAway(Struct, frozen=True, forbid_unknown_fields=True):
    """Which pieces and pawns are taken off a board."""

    pieces: Annotated[list[PieceId], Meta(max_length=200)] = []
    pawns: Annotated[list[PieceId], Meta(max_length=200)] = []


class MoveToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a gem, a stone or a pawn is set down."""

    token: PieceId
    x: Fraction
    y: Fraction


class LayPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a puzzle's pieces are laid as they fill it, or beside it."""

    filled: bool = False


class MovePart(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a puzzle's sheet or piece is set down, turned by so many quarters, perhaps flipped."""

    part: PieceId
    x: Fraction
    y: Fraction
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
    flip: bool = False


class TakeTokens(Struct, frozen=True, forbid_unknown_fields=True):
    """Which gems are laid before which seat; no seat: which tokens are taken off the table."""

    tokens: Annotated[list[PieceId], Meta(min_length=1, max_length=200)]
    seat: Annotated[int, Meta(ge=1, le=4)] | None = None


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a hand is held over the table."""

    over_table: bool


class Dress(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table is covered with."""

    surface: Name


class Key(Struct, frozen=True, forbid_unknown_fields=True):
    """A key of the box, by its name."""

    key: Name


class Panel(Struct, frozen=True):
    """The front of the simulated box at this moment: its keys, which lamps are lit and how bright (0 to
    1), and how often it has sounded.
    """

    keys: list[str]
    lamps: dict[str, bool]
    levels: dict[str, float]
    beeps: int


class Place(Struct, frozen=True, forbid_unknown_fields=True):
    """A place on a picture, in fractions of it."""

    x: Fraction
    y: Fraction


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """What is taught: the kind of pieces, the set's name, the family that is expected ("": any).

    ``earlier``: the set of that name is taught on.
    """

    kind: Name
    name: Name
    family: Annotated[str, Meta(max_length=40)] = ""
    earlier: bool = False


class Corners(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a board lies: centres of its four corner cells, clockwise from the top left."""

    columns: Annotated[int, Meta(ge=2, le=60)]
    rows: Annotated[int, Meta(ge=2, le=60)]
    corners: Annotated[list[Place], Meta(min_length=4, max_length=4)]


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a board's squares, by ``column,row``: all that are not plain. ``settled``: that
    is right."""

    cells: Annotated[dict[Name, Name], Meta(max_length=3600)]
    settled: bool = False


class Nudge(Struct, frozen=True, forbid_unknown_fields=True):
    """By how many squares what is printed on a board is laid elsewhere."""

    right: Annotated[int, Meta(ge=-1, le=1)] = 0
    down: Annotated[int, Meta(ge=-1, le=1)] = 0


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a token lies, and its radius in widths of the picture; null: find that out."""

    at: Place
    radius: Annotated[float, Meta(gt=0, le=0.5)] | None = None


class Tap(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that was tapped on the lesson's picture, and which it is.

    ``top``: a place at a die's own top edge; ``turns``: quarter turns clockwise of a piece on a board,
    and what stands ``on`` its cell; ``picture``: the number of the picture that was tapped.
    """

    at: Place
    face: Name
    top: Place | None = None
    turns: Annotated[int, Meta(ge=0, le=3)] | None = None
    on: Name | None = None
    picture: int | None = None


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the camera's picture of now, which it is, and what a new set would be called.

    ``turns``: quarter turns clockwise of a piece on a board; ``on``: what stands on it, ``empty`` where
    nothing does, null where that is not said.
    """

    at: Place
    face: Name
    name: Name
    kind: Name = "dice"
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
    on: Name | None = None


class Missed(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that was not read at all: of which kind, and where in the picture."""

    kind: Literal["dice", "tokens"]
    at: Place


class PutRight(Struct, frozen=True, forbid_unknown_fields=True):
    """What a piece of the last reading really shows: the reading's frame, and which piece it is.

    ``die``: its place among the dice; ``cell``: column and row, and then ``turns``, quarter turns
    clockwise, of what lies on a board, and ``on``, what stands there (``empty``: nothing; null: what was
    read); ``token``: its place among the tokens; ``missed``: it was not read at all. ``face``: ``empty``
    where there is no piece.
    """

    frame: Annotated[int, Meta(ge=0)]
    face: Name
    die: Annotated[int, Meta(ge=0)] = 0
    token: Annotated[int, Meta(ge=0)] | None = None
    cell: tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=0)]] | None = None
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
    on: Name | None = None
    missed: Missed | None = None


class Saving(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the set is read with from now on."""

    use: bool


class SetInUse(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of pieces, and the taught set that is read with; null: the game's own."""

    kind: Name
    name: Name | None


class SetName(Struct, frozen=True, forbid_unknown_fields=True):
    """A taught set's name."""

    name: Name


class Done(Struct, frozen=True):
    """The version of the caller's state after what was asked for has been done."""

    version: int


class Token(Struct, frozen=True):
    """Says who the caller is: ``Authorization: Bearer`` and the token."""

    token: str


class Code(Struct, frozen=True):
    """A code that lets one phone join a seat, once, within ``life_s`` seconds; ``path`` leads there.

    ``link`` is the whole address and ``qr`` its QR code, as the address of a picture. Both are null
    where no address is known that a phone could open.
    """

    code: str
    path: str
    life_s: int
    link: str | None
    qr: str | None


class Way(Struct, frozen=True):
    """Where a phone is led: the whole address, and its QR code as the address of a picture.

    Both are null where no address is known that a phone could open.
    """

    link: str | None
    qr: str | None


class JoiningSeat(Struct, frozen=True):
    """How many phones have joined a seat, and the code that the host lets all see just now."""

    phones: int
    code: str | None
    way: Way | None


class Joining(Struct, frozen=True):
    """How phones come to the table, for all to see: to its page, and to the seats in their order."""

    table: Way
    seats: list[JoiningSeat]


class GoingOn(Struct, frozen=True, forbid_unknown_fields=True):
    """In which of the places the table goes on; null: without memory."""

    place: Annotated[str, Meta(max_length=1000)] | None


class Encryption(Struct, frozen=True):
    """Whether the table encrypts. ``made_here``: no browser knows who vouches for the certificate.

    ``fingerprint``: its SHA-256, ``AB:CD:…``, as browsers show it; ``until``: the last day it is good.
    """

    encrypted: bool
    made_here: bool
    fingerprint: str | None
    until: str | None


class Players(Struct, frozen=True):
    """Who has played at this table, those of the last sitting first, in their order; ``last``: how each
    game was begun last, the newest first; ``set_up``: the games whose set-up was shown."""

    players: list[str]
    last: list[shapes.LastGameShape]
    set_up: list[str]


class PlayerName(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player is called from now on."""

    name: Name


class MarkedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """By which colour and sign a player is known from now on."""

    colour: Annotated[int, Meta(ge=1, le=6)]
    sign: Annotated[int, Meta(ge=1, le=6)]


class MergedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the player who stays, and is both from now on."""

    into: Name


class Leaver(Struct, frozen=True, forbid_unknown_fields=True):
    """Who leaves the game."""

    name: Name


class Comer(Struct, frozen=True, forbid_unknown_fields=True):
    """Who joins the game; ``guest``: without an entry among the players."""

    name: Name
    guest: bool = False


class Shared(Struct, frozen=True):
    """A link to another site, and the names that go there with it."""

    link: str
    site: str
    names: list[str]


class Lines(Struct, frozen=True):
    """Moves as players read them, oldest first."""

    lines: list[HistoryLine]


class Phones(Struct, frozen=True):
    """What the phones are called that have joined a seat."""

    phones: list[str]


class Said(Struct, frozen=True):
    """Something said to a player: a code of the translation catalogue and what to put into it."""

    code: str
    params: dict[str, str | int]


class ErrorWords(Struct, frozen=True, omit_defaults=True):
    """``code`` is for programs; ``message`` says what was wrong, ``hint`` what to do next.

    ``reason`` says to the player why, where the table knows more than its kind.
    """

    code: str
    message: str
    hint: str
    reason: Said | None = None


class Error(Struct, frozen=True):
    """The one shape of everything that was refused."""

    error: ErrorWords
