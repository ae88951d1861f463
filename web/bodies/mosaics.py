"""Requests about boards of parts."""

from typing import Annotated

from msgspec import Meta, Struct

from web.bodies.parts import Name
from web.bodies.teaching import Place


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
