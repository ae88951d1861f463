"""Requests to the simulated table: its hands and its voting box."""

from typing import Annotated

from msgspec import Meta, Struct

from web.bodies.parts import DieId, Fraction, Name, PieceId, QuarterTurns, Turn


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
