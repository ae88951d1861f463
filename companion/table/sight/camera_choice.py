"""Which camera the table looks through: the one it began with, a phone's, or none."""

from dataclasses import dataclass
from typing import Literal

CameraUsed = Literal["own", "phone", "none"]

PHONE = "phone"
"""The name of a camera that is a phone's browser."""


@dataclass(frozen=True)
class CameraChoice:
    """``own``: the camera that the table started with; ``phone``: the name of the phone that is the
    camera instead, if any; ``is_off``: without a phone, everything is entered by tap.
    """

    own: str
    phone: str | None = None
    is_off: bool = False

    @property
    def used(self) -> CameraUsed:
        """The camera in use."""
        if self.phone is not None:
            return "phone"
        return "none" if self.is_off else "own"

    @property
    def backend(self) -> str:
        """Its name on pages, followed by the phone's name."""
        if self.phone is not None:
            return f"{PHONE}:{self.phone}"
        return "off" if self.is_off else self.own
