"""What Linux tells of a webcam beside its pictures: where it is now, and why it does not open."""

import errno
import logging
import os
import struct
from pathlib import Path

from vision.cameras.view import Mains

_log = logging.getLogger(__name__)

LINKS = ("v4l/by-id", "v4l/by-path")
"""Folders of links to the devices that outlast their numbers: by make and serial number, and, where two
cameras have the same, by the socket they are in."""
_SET_CONTROL, _POWER_LINE_FREQUENCY = 0xC008561C, 0x00980918
_ASK_FOR_BUFFERS, _CAPTURE, _MAPPED = 0xC0145608, 1, 1
"""``VIDIOC_REQBUFS``: for no buffers at all it changes nothing, and is refused where another program
has some."""


class Place:
    """Where a webcam is, though its number changes when its plug is pulled or its bus is reset.

    ``said``: its number as the system counts, or the name of its link. Once it has been found there,
    it is looked for by its link alone: another camera may have its number by now.
    """

    def __init__(self, said: str, folder: Path = Path("/dev")) -> None:
        self.said = said
        self._folder = folder
        self._link = None if said.isdecimal() else folder / LINKS[0] / Path(said).name

    @property
    def number(self) -> int | None:
        """The number it was called by."""
        return int(self.said) if self.said.isdecimal() else None

    @property
    def device(self) -> Path:
        """Its device, as far as is known now. Raises FileNotFoundError if it is not there."""
        if self._link is not None:
            return self._link.resolve(strict=True)
        return self._folder / f"video{int(self.said)}"

    def learn(self) -> None:
        """Take note of what is there now: this is the camera that is meant."""
        if self._link is None:
            links = (link for folder in LINKS for link in sorted((self._folder / folder).glob("*")))
            device = self.device.resolve()
            self._link = next((link for link in links if link.resolve() == device), None)


def refusal_of(device: Path) -> OSError | None:
    """Return what the system says to who would use a device now; None: nothing stands in the way."""
    import fcntl

    try:
        file = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        return error
    try:
        fcntl.ioctl(file, _ASK_FOR_BUFFERS, struct.pack("5I", 0, _CAPTURE, _MAPPED, 0, 0))
    except OSError as error:
        # Anything else is said by what is no camera, or keeps its buffers otherwise.
        return error if error.errno == errno.EBUSY else None
    finally:
        os.close(file)
    return None


def avoid_flicker(device: Path, mains_hz: Mains) -> None:
    """Set V4L2's power_line_frequency, which OpenCV has no name for."""
    if not device.exists():
        return
    import fcntl

    value = {50: 1, 60: 2}[mains_hz]
    try:
        with device.open("rb", buffering=0) as file:
            fcntl.ioctl(file, _SET_CONTROL, struct.pack("Ii", _POWER_LINE_FREQUENCY, value))
    except OSError as error:
        _log.info("%s cannot be set to %d Hz: %s", device, mains_hz, error)
