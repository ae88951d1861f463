"""Requests of a lesson, and for what was read wrongly."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from web.bodies.parts import Fraction, Name


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
