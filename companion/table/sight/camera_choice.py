"""Which camera the table looks through: the one it began with, a phone's, or, played by tap, none."""

from dataclasses import dataclass
from typing import Final, Literal

CameraUsed = Literal["own", "phone", "none"]

PHONE: Final = "phone"
"""The name of a camera that is a phone's browser."""
OFF: Final = "off"
"""The name where no camera is in use."""


@dataclass(frozen=True)
class CameraChoice:
    """``own``: the camera that the table started with; ``phone``: the name of the phone that is the
    camera instead, if any; ``is_off``: everything is entered by tap, whichever camera there is.
    """

    own: str
    phone: str | None = None
    is_off: bool = False

    @property
    def used(self) -> CameraUsed:
        """The camera in use."""
        if self.is_off:
            return "none"
        return "own" if self.phone is None else "phone"

    @property
    def backend(self) -> str:
        """Its name on pages, followed by the phone's name; ``off`` while all is entered by tap."""
        if self.is_off:
            return OFF
        return self.own if self.phone is None else f"{PHONE}:{self.phone}"
