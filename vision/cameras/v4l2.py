"""Linux's information on a webcam beside its pictures: its present device, and why it does not open."""

import errno
import logging
import os
import struct
from pathlib import Path

from vision.cameras.view import Mains

_log = logging.getLogger(__name__)

LINKS = ("v4l/by-id", "v4l/by-path")
"""Folders of links to the devices that outlast their numbers: by make and serial number or, if two
cameras have the same, by socket."""
_SET_CONTROL, _POWER_LINE_FREQUENCY = 0xC008561C, 0x00980918
_ASK_FOR_BUFFERS, _CAPTURE, _MAPPED = 0xC0145608, 1, 1
"""``VIDIOC_REQBUFS``: for zero buffers it changes nothing, and is refused if another program has
some."""


class WebcamIdentity:
    """A webcam's identity, although its number changes when its plug is pulled or its bus is reset.

    ``said``: its number in the system's count, or the name of its link, as given. Once found there, it
    is looked for only by its link: another camera may have its number by now.
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
        """Its device, as far as it is known now. Raises FileNotFoundError if it is not there."""
        if self._link is not None:
            return self._link.resolve(strict=True)
        return self._folder / f"video{int(self.said)}"

    def learn(self) -> None:
        """Record the device that is there now: this camera is meant from now on."""
        if self._link is None:
            links = (link for folder in LINKS for link in sorted((self._folder / folder).glob("*")))
            device = self.device.resolve()
            self._link = next((link for link in links if link.resolve() == device), None)


def refusal_of(device: Path) -> OSError | None:
    """Return the system's refusal to a program that would use a device now; None if nothing is in the
    way."""
    import fcntl

    try:
        file = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        return error
    try:
        fcntl.ioctl(file, _ASK_FOR_BUFFERS, struct.pack("5I", 0, _CAPTURE, _MAPPED, 0, 0))
    except OSError as error:
        # Other answers come from devices that are no cameras, or handle buffers differently.
        return error if error.errno == errno.EBUSY else None
    finally:
        os.close(file)
    return None


def avoid_flicker(device: Path, mains_hz: Mains) -> None:
    """Set V4L2's power_line_frequency, for which OpenCV has no name."""
    if not device.exists():
        return
    import fcntl

    value = {50: 1, 60: 2}[mains_hz]
    try:
        with device.open("rb", buffering=0) as file:
            fcntl.ioctl(file, _SET_CONTROL, struct.pack("Ii", _POWER_LINE_FREQUENCY, value))
    except OSError as error:
        _log.info("%s cannot be set to %d Hz: %s", device, mains_hz, error)
