"""Which camera the table looks through: the one it began with, a phone's, or, played by tap, none."""

from dataclasses import dataclass
from typing import Final, Literal

CameraUsed = Literal["own", "phone", "none"]

PHONE: Final = "phone"
"""What the camera is called that is a phone's browser."""
OFF: Final = "off"
"""What it is called where none is looked through."""


@dataclass(frozen=True)
class CameraChoice:
    """``own``: the camera that the table began with; ``phone``: what the phone is called that is the
    camera instead, until it is none any more; ``is_off``: all is told by tap, whichever it would be.
    """

    own: str
    phone: str | None = None
    is_off: bool = False

    @property
    def used(self) -> CameraUsed:
        """Which of them is looked through."""
        if self.is_off:
            return "none"
        return "own" if self.phone is None else "phone"

    @property
    def backend(self) -> str:
        """What pages call it, with the phone's name behind it; ``off``: it is played by tap."""
        if self.is_off:
            return OFF
        return self.own if self.phone is None else f"{PHONE}:{self.phone}"
