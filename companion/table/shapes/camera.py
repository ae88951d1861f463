"""The camera, and the phone that may be it."""

from typing import Literal, NotRequired, TypedDict

from companion.table.shapes.values import Text


class CameraViewShape(TypedDict):
    """How the camera is set.

    ``rotate``: degrees clockwise by which its picture is turned, after mirroring. ``size``: the
    requested width and height; null: the default. ``mains``: Hz.
    """

    rotate: Literal[0, 90, 180, 270]
    mirror: bool
    size: list[int] | None
    mains: Literal[50, 60]


class CameraShape(TypedDict):
    """The state of the camera. ``health``: off, starting, running, frozen, lost.

    ``hidden``: its picture is kept off every page, since a secret may lie in sight.
    """

    backend: str
    health: Literal["off", "starting", "running", "frozen", "lost"]
    message: Text | None
    view: NotRequired[CameraViewShape]
    hidden: NotRequired[bool]


class PhoneWanted(TypedDict):
    """The table's request to the phone that is its camera: the next picture after this many
    milliseconds, of this width and height. ``hold``: its focus, exposure and white balance are to be
    held; ``asked`` grows with every new request.
    """

    next_ms: int
    size: list[int]
    hold: bool
    asked: int


class PhoneReport(TypedDict):
    """The state of the phone that is the camera. ``focus``, ``exposure``: whether it could hold them at
    request ``asked``; ``battery``: its charge, from 0 to 1, null if it is unknown, or charging;
    ``away``: it is locked, or shows something else; ``blind``: its browser gets no picture.
    """

    asked: int
    focus: bool
    exposure: bool
    battery: float | None
    away: bool
    blind: bool
