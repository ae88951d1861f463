"""Which camera the table looks through: the one it began with, a phone's, or none."""

from dataclasses import dataclass
from typing import Literal

CameraUsed = Literal["own", "phone", "none"]

PHONE = "phone"
"""What the camera is called that is a phone's browser."""


@dataclass(frozen=True)
class CameraChoice:
    """``own``: the camera that the table began with; ``phone``: what the phone is called that is the
    camera instead, until it is none any more; ``is_off``: without a phone, all is told by tap.
    """

    own: str
    phone: str | None = None
    is_off: bool = False

    @property
    def used(self) -> CameraUsed:
        """Which of them is looked through."""
        if self.phone is not None:
            return "phone"
        return "none" if self.is_off else "own"

    @property
    def backend(self) -> str:
        """What pages call it, with the phone's name behind it."""
        if self.phone is not None:
            return f"{PHONE}:{self.phone}"
        return "off" if self.is_off else self.own
