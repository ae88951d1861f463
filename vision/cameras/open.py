"""From the words after ``--camera`` to a camera."""

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from vision.cameras.camera import Camera
from vision.cameras.recording import PICTURES, RecordedPhotos, RecordedVideo, pictures_in
from vision.clock import Clock
from vision.errors import BadCamera

if TYPE_CHECKING:
    from vision.simulation.table import SimulatedTable

KINDS = ("simulated", "recording:PATH", "webcam:N", "picamera2")


def open_camera(words: str, *, clock: Clock, table: "SimulatedTable | None" = None) -> Camera:
    """Return the camera that the words name, not yet started.

    ``simulated`` looks at ``table``, or at a new one. Raises ``BadCamera``.
    """
    kind, _, where = words.partition(":")
    makers: dict[str, Callable[[], Camera]] = {
        "simulated": lambda: _simulated(words, where, clock, table),
        "recording": lambda: _recording(words, where, clock),
        "webcam": lambda: _webcam(words, where, clock),
        "picamera2": lambda: _picamera2(words, where, clock),
    }
    if kind not in makers:
        near = get_close_matches(kind.casefold(), makers, n=1, cutoff=0.5)
        meant = f"Did you mean {near[0]}? " if near else ""
        raise BadCamera(f"no camera is called {words!r}", hint=f"{meant}There are: {', '.join(KINDS)}.")
    return makers[kind]()


def _simulated(words: str, where: str, clock: Clock, table: "SimulatedTable | None") -> Camera:
    from vision.cameras.simulated import SimulatedCamera
    from vision.simulation.table import SimulatedTable

    _refuse_more(words, where)
    return SimulatedCamera(table or SimulatedTable(clock=clock), clock)


def _recording(words: str, where: str, clock: Clock) -> Camera:
    path = Path(where).expanduser()
    if not where or not path.exists():
        raise BadCamera(
            f"{words}: there is no such recording",
            hint="recording:PATH takes a folder of photographs or a video.",
        )
    if not path.is_dir():
        return RecordedVideo(path, clock)
    if not pictures_in(path):
        raise BadCamera(
            f"{words}: no pictures in that folder", hint=f"It takes {', '.join(sorted(PICTURES))}."
        )
    return RecordedPhotos(path, clock)


def _webcam(words: str, where: str, clock: Clock) -> Camera:
    from vision.cameras.webcam import Webcam

    if not where.isdecimal():
        raise BadCamera(f"{words}: which webcam?", hint="The first is webcam:0.")
    return Webcam(int(where), clock)


def _picamera2(words: str, where: str, clock: Clock) -> Camera:
    from vision.cameras.picamera import PiCamera

    _refuse_more(words, where)
    return PiCamera(clock)


def _refuse_more(words: str, where: str) -> None:
    if where:
        kind = words.partition(":")[0]
        raise BadCamera(f"{words}: {kind} takes nothing after it", hint=f"Write just {kind}.")
