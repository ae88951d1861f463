"""The camera: its pictures, how bright they are, markers in them, and that it holds its exposure."""

from collections.abc import Callable, Iterator
from typing import Protocol, runtime_checkable

import numpy as np

from companion.cli.checkup.finding import Finding
from companion.cli.checkup.markers import markers
from vision.cameras.camera import Camera
from vision.cameras.watched import LIGHT_SETTLES_S, WatchedCamera
from vision.clock import Clock
from vision.errors import VisionError
from vision.frame import Frame

FIRST_WITHIN_S = 20.0
"""A camera may take so long to open."""
LOOK_EVERY_S = 0.25
FRAME_WITHIN_S = 3.0
COUNTED_FRAMES = 10
LOCK_WITHIN_S = 3 * LIGHT_SETTLES_S
AFTER_LOCK_FRAMES = 8
"""A setting takes hold some frames after it was asked for."""
DARK, BRIGHT = 40, 225
"""A middle grey of the picture below or above this is of little use."""


@runtime_checkable
class TellsItsLock(Protocol):
    """A camera that tells with each picture how it was taken."""

    def lock_faults(self) -> list[str]:
        """Say in what the newest picture differs from what was asked to be held."""


def camera(make: Callable[[], Camera], clock: Clock) -> Iterator[Finding]:
    """Open the camera that ``make`` makes, look at its pictures, hold its exposure, let it go again."""
    made: list[Camera] = []

    def remembered() -> Camera:
        made.append(make())
        return made[-1]

    try:
        with WatchedCamera(remembered, clock) as watched:
            first = _first(watched)
            if first is None:
                health = watched.health()
                told = health.message or "it gives no picture"
                yield Finding("wrong", "camera", told, health.hint or "Check its cable.")
                return
            yield from _pictures(first, watched, clock)
            yield _lock(made[-1], watched, clock)
    except VisionError as error:
        yield Finding("wrong", "camera", str(error), error.hint)


def _first(watched: WatchedCamera) -> Frame | None:
    """Wait for the first picture, until it is there, or the camera says why it is not."""
    for _ in range(int(FIRST_WITHIN_S / LOOK_EVERY_S)):
        frame = watched.wait_newer(None, LOOK_EVERY_S)
        if frame is not None or watched.health().message:
            return frame
    return None


def _pictures(first: Frame, watched: WatchedCamera, clock: Clock) -> Iterator[Finding]:
    last: Frame | None = first
    began = clock.now()
    count = 0
    while last is not None and count < COUNTED_FRAMES:
        last = watched.wait_newer(last.number, FRAME_WITHIN_S)
        count += last is not None
    if last is None:
        told = f"it gave {count + 1} pictures, and then none"
        yield Finding("wrong", "camera", told, watched.health().hint or "Check its cable.")
        return
    height, width = last.image_bgr.shape[:2]
    rate = count / max(clock.now() - began, 1e-6)
    yield Finding("well", "camera", f"pictures of {width} × {height}, {rate:.0f} a second")
    grey = float(np.median(last.image_bgr))
    if DARK <= grey <= BRIGHT:
        yield Finding("well", "light", f"the picture is bright enough ({grey:.0f} of 255)")
    else:
        dark = grey < DARK
        yield Finding(
            "wrong",
            "light",
            f"the picture is too {'dark' if dark else 'bright'} ({grey:.0f} of 255)",
            "Light the table from above, from two sides." if dark else "Take light away, or shade it.",
        )
    yield markers(last.image_bgr)


def _lock(camera: Camera, watched: WatchedCamera, clock: Clock) -> Finding:
    """Hold exposure and white balance, and read back whether they are held."""
    watched.hold_exposure(True)
    ends, newest = clock.now() + LOCK_WITHIN_S, watched.latest()
    while not watched.exposure_held and clock.now() < ends:
        newest = watched.wait_newer(newest.number if newest else None, FRAME_WITHIN_S) or newest
    if not watched.exposure_held:
        return Finding(
            "wrong",
            "exposure",
            "the camera does not hold exposure and white balance",
            "It is read all the same; keep the light as it is while you play.",
        )
    for _ in range(AFTER_LOCK_FRAMES):
        newest = watched.wait_newer(newest.number if newest else None, FRAME_WITHIN_S) or newest
    if not isinstance(camera, TellsItsLock):
        return Finding("skipped", "exposure", "the camera says that it is held; it cannot be read back")
    faults = camera.lock_faults()
    if faults:
        return Finding(
            "wrong",
            "exposure",
            f"asked to be held, it is not: {'; '.join(faults)}",
            "Bring the Pi up to date (sudo apt full-upgrade), then look again.",
        )
    return Finding("well", "exposure", "exposure and white balance are held, as the pictures tell")
