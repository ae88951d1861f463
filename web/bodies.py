"""Bodies of API requests: types that are checked and described. Those of answers are in ``answers``.

A request's body may hold declared fields only, except ``Sitting`` and ``Move``: the game declares their
other fields.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.table import shapes

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


class Asks(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN, once more: what is asked for is done to the machine itself."""

    pin: Words


class AsksUpdate(Asks, frozen=True, forbid_unknown_fields=True):
    """``file``: a release on a stick; null: the newest of the list that the owner has named."""

    file: Annotated[str, Meta(min_length=1, max_length=1000)] | None = None


class AsksZone(Asks, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``zone``: a time zone by its name, ``Europe/Prague``."""

    zone: Words


class AsksNetwork(Asks, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``network``: a wireless network's name; ``password``: its password, "" if it has none."""

    network: Annotated[str, Meta(min_length=1, max_length=32)]
    password: Annotated[str, Meta(max_length=64)] = ""

    def __repr__(self) -> str:
        return "AsksNetwork(…)"


class Sitting(Struct, frozen=True):
    """A record's first line: ``options`` and the dealt pieces may follow.

    The table deals whatever luck deals and the body leaves out. ``null`` leaves the dealing to the
    players' own pieces, if the game allows that: ``tiles`` that they draw from the box, ``cards`` shown
    at the end.

    ``guests``: the seats whose players want no entry among the players. ``set_up``: first show how the
    game is set up.
    """

    game: Name
    seats: Annotated[list[Name], Meta(min_length=1, max_length=20)]
    guests: Annotated[list[Name], Meta(max_length=20)] = []
    set_up: bool = False


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """The code that opens a seat, and the name that the phone shall have."""

    code: Name
    name: Name


class Move(Struct, frozen=True):
    """A record's move. ``id`` is chosen by the caller: sending the same one again changes nothing.

    ``after``, if given: the number of the last move that the caller knew. A vote that took long to
    arrive is then not taken for the next vote. ``again``: the vote is over, and the caller only wants
    the answer that was lost: the move is refused if it has not come before.
    """

    id: Id
    after: Annotated[int, Meta(ge=0)] | None = None
    again: bool = False


class Choosing(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a proposal: the id of one of its choices, ``accept`` or ``stop``.

    ``faces``: what the choice's dice really show, in their order, if they were read wrongly.
    """

    proposal: Words
    choice: Words
    faces: Annotated[list[Name], Meta(max_length=100)] | None = None


class Running(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the game's time shall run; false pauses it."""

    running: bool


class GlassShows(Struct, frozen=True, forbid_unknown_fields=True):
    """How the hourglass is shown: by the box's lamps and buzzer, by one of them, or by a page's
    sound."""

    shows: shapes.Shows


class AdviceShown(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether players see odds and advice."""

    shown: bool


class SetUpShown(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether it is shown how the game is set up; no longer: all is ready."""

    shown: bool


class StripSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The LED strip that shows the hourglass: fields that are left out stay as they are. ``address``:
    its controller's address, in the network or as a serial port; "" if there is none. ``brightness``:
    per cent.
    """

    address: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    leds: Annotated[int, Meta(ge=8, le=60)] | UnsetType = UNSET
    brightness: Annotated[int, Meta(ge=1, le=100)] | UnsetType = UNSET


class AsksPart(Struct, frozen=True, forbid_unknown_fields=True):
    """The part of the voting box that is tried now; null: none any more."""

    part: Name | None


class CameraSet(Struct, frozen=True, forbid_unknown_fields=True):
    """The camera's settings: fields that are left out stay as they are. ``rotate``: degrees clockwise by
    which its picture is turned after mirroring. ``size``: width and height; null: the usual ones.
    ``mains``: Hz. ``off``: everything is entered by tap, and no camera is used.
    """

    rotate: Literal[0, 90, 180, 270] | UnsetType = UNSET
    mirror: bool | UnsetType = UNSET
    size: Annotated[list[Side], Meta(min_length=2, max_length=2)] | UnsetType | None = UNSET
    mains: Literal[50, 60] | UnsetType = UNSET
    off: bool | UnsetType = UNSET


class HowPhoneIs(Struct, frozen=True, forbid_unknown_fields=True):
    """The state of the phone that is the camera. ``asked``: the number that came with the request;
    ``focus``, ``exposure``: whether it could hold them then; ``battery``: its charge, left out if it is
    charging or unknown; ``away``: it is locked, or shows something else; ``blind``: its browser gets no
    picture, because of a call, for example.
    """

    asked: Annotated[int, Meta(ge=0)] = 0
    focus: bool = False
    exposure: bool = False
    battery: Fraction | None = None
    away: bool = False
    blind: bool = False


class Measuring(Struct, frozen=True, forbid_unknown_fields=True):
    """``arm``: the next press (here, or of any key of the box) marks the turning of the players' own
    glass, the one after it the fall of the last grain. ``press``: such a press. ``cancel``: leave it.
    """

    do: shapes.Measuring


class Throw(Struct, frozen=True, forbid_unknown_fields=True):
    """How many dice to throw; left out: as many as the game asks for now."""

    count: Annotated[int, Meta(ge=1, le=30)] | None = None


class Drag(Struct, frozen=True, forbid_unknown_fields=True):
    """The place where a die is set down (fractions of the picture), turned by ``turn_deg`` degrees
    clockwise.

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
    """A new piece of a board, by the labels of its parts, and the place of its middle.

    ``turns``: quarter turns clockwise against the board; ``snap``: squarely on the nearest cells.
    """

    labels: Annotated[list[Name], Meta(min_length=1, max_length=10)]
    x: Fraction
    y: Fraction
    turns: QuarterTurns
    snap: bool


class Shift(Struct, frozen=True, forbid_unknown_fields=True):
    """The new place of a piece that lies on a board; the other fields as in ``Lay``."""

    piece: PieceId
    x: Fraction
    y: Fraction
    turns: QuarterTurns
    snap: bool


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """The cell on which a pawn is set down: the nearest to this place."""

    pawn: PieceId
    x: Fraction
    y: Fraction


class TakeAway(Struct, frozen=True, forbid_unknown_fields=True):
    """Which pieces and pawns are taken off a board."""

    pieces: Annotated[list[PieceId], Meta(max_length=200)] = []
    pawns: Annotated[list[PieceId], Meta(max_length=200)] = []


class MoveToken(Struct, frozen=True, forbid_unknown_fields=True):
    """The place where a gem, a stone or a pawn is set down."""

    token: PieceId
    x: Fraction
    y: Fraction


class LayPuzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a puzzle's pieces are laid so that they fill it, or beside it."""

    filled: bool = False


class MovePart(Struct, frozen=True, forbid_unknown_fields=True):
    """The place where a puzzle's sheet or piece is set down, turned by this many quarters, perhaps
    flipped."""

    part: PieceId
    x: Fraction
    y: Fraction
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
    flip: bool = False


class TakeTokens(Struct, frozen=True, forbid_unknown_fields=True):
    """Which gems are laid in front of which seat; without a seat: which tokens are taken off the
    table."""

    tokens: Annotated[list[PieceId], Meta(min_length=1, max_length=200)]
    seat: Annotated[int, Meta(ge=1, le=4)] | None = None


class Hand(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a hand is held over the table."""

    over_table: bool


class Dress(Struct, frozen=True, forbid_unknown_fields=True):
    """The thing that covers the table."""

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
    """A lesson: the kind of pieces, the set's name, the expected family ("": any).

    ``earlier``: the lesson goes on with the saved set of that name.
    """

    kind: Name
    name: Name
    family: Annotated[str, Meta(max_length=40)] = ""
    earlier: bool = False


class Corners(Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a board: the centres of its four corner cells, clockwise from the top left."""

    columns: Annotated[int, Meta(ge=2, le=60)]
    rows: Annotated[int, Meta(ge=2, le=60)]
    corners: Annotated[list[Place], Meta(min_length=4, max_length=4)]


class Printed(Struct, frozen=True, forbid_unknown_fields=True):
    """The print on a board's squares, by ``column,row``, for all squares that are not plain.
    ``settled``: that is right."""

    cells: Annotated[dict[Name, Name], Meta(max_length=3600)]
    settled: bool = False


class Nudge(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of squares by which the print on a board is moved."""

    right: Annotated[int, Meta(ge=-1, le=1)] = 0
    down: Annotated[int, Meta(ge=-1, le=1)] = 0


class Size(Struct, frozen=True, forbid_unknown_fields=True):
    """The place of a token, and its radius in widths of the picture; null: find it."""

    at: Place
    radius: Annotated[float, Meta(gt=0, le=0.5)] | None = None


class Tap(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that was tapped on the lesson's picture, and which it is.

    ``top``: a point at the die's own top edge; ``turns``: quarter turns clockwise of a piece on a board,
    and what stands ``on`` its cell; ``picture``: the number of the tapped picture.
    """

    at: Place
    face: Name
    top: Place | None = None
    turns: Annotated[int, Meta(ge=0, le=3)] | None = None
    on: Name | None = None
    picture: int | None = None


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece in the camera's present picture: which one it is, and the name of a new set for it.

    ``turns``: quarter turns clockwise of a piece on a board; ``on``: what stands on it, ``empty`` if
    nothing does, null if that is not given.
    """

    at: Place
    face: Name
    name: Name
    kind: Name = "dice"
    turns: Annotated[int, Meta(ge=0, le=3)] = 0
    on: Name | None = None


class Missed(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that was not read at all: its kind, and its place in the picture."""

    kind: Literal["dice", "tokens"]
    at: Place


class PutRight(Struct, frozen=True, forbid_unknown_fields=True):
    """The correction of a piece of the last reading: the reading's frame, and which piece it is.

    ``die``: its number among the dice; ``cell``: column and row, with ``turns``, quarter turns clockwise
    of the piece on a board, and ``on``, what stands there (``empty``: nothing; null: as it was read);
    ``token``: its number among the tokens; ``missed``: the piece was not read at all. ``face``:
    ``empty`` if there is no piece.
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
    """A kind of pieces, and the taught set it is read with; null: the game's own set."""

    kind: Name
    name: Name | None


class SetName(Struct, frozen=True, forbid_unknown_fields=True):
    """A taught set's name."""

    name: Name


class GoingOn(Struct, frozen=True, forbid_unknown_fields=True):
    """The place in which the table goes on keeping records; null: without keeping any."""

    place: Annotated[str, Meta(max_length=1000)] | None


class PlayerName(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's new name."""

    name: Name


class MarkedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The colour and sign by which a player is known from now on."""

    colour: Annotated[int, Meta(ge=1, le=6)]
    sign: Annotated[int, Meta(ge=1, le=6)]


class MergedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the player who stays, and is both from now on."""

    into: Name


class MosaicName(Struct, frozen=True, forbid_unknown_fields=True):
    """A board of parts: what it is called, and whose; the game is not needed where it is taught on."""

    name: Name
    game: Annotated[str, Meta(max_length=40)] = ""


class MosaicCut(Struct, frozen=True, forbid_unknown_fields=True):
    """A part's four outer corners, clockwise from its top left, and how many fields its side has."""

    corners: Annotated[list[Place], Meta(min_length=4, max_length=4)]
    fields: Annotated[int, Meta(ge=2, le=9)]


class MosaicPart(Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a board, by its name."""

    part: Name


class MosaicDrawing(Struct, frozen=True, forbid_unknown_fields=True):
    """A part as its game draws it."""

    drawing: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)]


class MosaicCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """How many stones of each face there are, by the kind of field that they are laid on."""

    counts: dict[Name, dict[Name, Annotated[int, Meta(ge=0, le=99)]]]


class MosaicStones(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of field on which stones are laid."""

    kind: Name


class MosaicLies(Struct, frozen=True, forbid_unknown_fields=True):
    """A board of parts, and its four outer corners on the picture that is looked at; left out: it is
    looked for on the camera's picture of now."""

    name: Name
    corners: Annotated[list[Place], Meta(min_length=4, max_length=4)] | None = None


class Leaver(Struct, frozen=True, forbid_unknown_fields=True):
    """The player who leaves the game."""

    name: Name


class Comer(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who joins the game; ``guest``: without an entry among the players."""

    name: Name
    guest: bool = False
