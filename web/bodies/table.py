"""Requests to the game, its time, camera and lamps."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.table.shapes import box
from web.bodies.parts import Fraction, Id, Name, Side, Words


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's PIN."""

    pin: Words


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

    shows: box.Shows


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

    do: box.Measuring


class GoingOn(Struct, frozen=True, forbid_unknown_fields=True):
    """The place in which the table goes on keeping records; null: without keeping any."""

    place: Annotated[str, Meta(max_length=1000)] | None


class Leaver(Struct, frozen=True, forbid_unknown_fields=True):
    """The player who leaves the game."""

    name: Name


class Comer(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who joins the game; ``guest``: without an entry among the players."""

    name: Name
    guest: bool = False
