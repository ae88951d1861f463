"""Errors about pictures."""

from typing import Literal

Why = Literal[
    "busy",
    "denied",
    "gone",
    "missing",
    "library",
    "memory",
    "usb_full",
    "driver",
    "password",
    "no_video",
    "no_phone",
    "phone_away",
    "phone_silent",
    "phone_blind",
]
"""Why a camera gives no pictures: another program has it; this user may not open it; it is missing; its
library is not installed, or does not fit other software; there is no memory, or no room on its USB bus;
its driver failed; it wants a password; its data are no readable video; no phone is the camera; that
phone shows something else, or is locked; nothing arrives from it; its browser gets no picture."""


class VisionError(Exception):
    """Root of all errors about pictures, sets and cameras.

    ``str(error)`` says what was wrong and where; ``hint`` says what to do next.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class NotAPicture(VisionError, ValueError):
    """The file cannot be decoded as a picture."""


class NotJudged(VisionError, RuntimeError):
    """A reader failed on a picture: nothing is known of its content, not even that it is empty."""


class BadManifest(VisionError, ValueError):
    """A manifest line lacks something, or has something wrong."""


class BadSet(VisionError, ValueError):
    """A taught set's folder is broken or contradicts itself."""


class NoPlainFile(VisionError, OSError):
    """The file to be written exists, and is not a plain file."""


class UnknownSet(VisionError, LookupError):
    """No built-in set and no folder has that name."""


class NoDieThere(VisionError, LookupError):
    """No die is seen where somebody tapped."""


class BadCamera(VisionError, ValueError):
    """The value of ``--camera`` names no camera."""


class CameraLost(VisionError, RuntimeError):
    """The camera stopped giving pictures. ``why``: None if the reason is unknown."""

    def __init__(self, message: str, *, hint: str = "", why: Why | None = None) -> None:
        super().__init__(message, hint=hint)
        self.why = why


class NoRoom(VisionError, ValueError):
    """A die finds no place on the simulated table, or would lie outside its picture."""
