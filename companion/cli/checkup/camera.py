"""The camera: that it opens, how fast its pictures come, and that it holds its exposure."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from companion.cli.checkup.finding import CheckFinding
from companion.cli.checkup.picture import picture
from vision.cameras.camera import Camera
from vision.cameras.view import CameraView
from vision.cameras.watched import ADJUSTING_TAKES_S, LIGHT_SETTLES_S, WatchedCamera
from vision.clock import Clock
from vision.errors import VisionError
from vision.frame import Frame, ImageBgr

LOOK_EVERY_S = 0.25
FRAME_WITHIN_S = 3.0
COUNTED_FRAMES = 10
LOCK_WITHIN_S = 3 * LIGHT_SETTLES_S + ADJUSTING_TAKES_S
AFTER_LOCK_FRAMES = 8
"""A setting takes effect some frames after it was asked for."""


@runtime_checkable
class TellsItsLock(Protocol):
    """A camera that tells with each picture how it was taken."""

    def lock_faults(self) -> list[str]:
        """Say in which respects the newest picture differs from what was to be held."""


@runtime_checkable
class TellsOfItself(Protocol):
    """A camera that knows which one it is, and where its lens stands."""

    def about(self) -> str:
        """Return it in words."""


Look = Callable[[ImageBgr], Iterator[CheckFinding]]


def camera(
    make: Callable[[], Camera], clock: Clock, view: CameraView, looks: Sequence[Look] = (picture,)
) -> Iterator[CheckFinding]:
    """Open the camera that ``make`` makes with these settings, and take these looks at a picture.

    Its lens is focused and its exposure held; in the end both are released again.
    """
    made: list[Camera] = []

    def remembered() -> Camera:
        made.append(make())
        return made[-1]

    try:
        watched = WatchedCamera(remembered, clock)
        watched.set_view(view)
        with watched:
            first = _first(watched)
            if first is None:
                health = watched.health()
                told = health.message or "it gives no picture"
                yield CheckFinding("wrong", "camera", told, health.hint or "Check its cable.")
                return
            yield _rate(first, watched, clock)
            yield _lock(made[-1], watched, clock)
            # It is focused and its light is held first, as when the table looks.
            newest = watched.latest()
            if isinstance(made[-1], TellsOfItself):
                yield CheckFinding("well", "sensor", made[-1].about())
            if newest is not None:
                for look in looks:
                    yield from look(newest.image_bgr)
    except VisionError as error:
        yield CheckFinding("wrong", "camera", str(error), error.hint)


def _first(watched: WatchedCamera) -> Frame | None:
    """Wait for the first picture, for as long as the camera's driver is at work."""
    frame = None
    while frame is None and watched.health().state in ("starting", "running"):
        frame = watched.wait_newer(None, LOOK_EVERY_S)
    return frame


def _rate(first: Frame, watched: WatchedCamera, clock: Clock) -> CheckFinding:
    last: Frame | None = first
    began = clock.now()
    count = 0
    while last is not None and count < COUNTED_FRAMES:
        last = watched.wait_newer(last.number, FRAME_WITHIN_S)
        count += last is not None
    if last is None:
        told = f"it gave {count + 1} pictures, and then none"
        return CheckFinding("wrong", "camera", told, watched.health().hint or "Check its cable.")
    height, width = last.image_bgr.shape[:2]
    rate = count / max(clock.now() - began, 1e-6)
    return CheckFinding("well", "camera", f"pictures of {width} × {height}, {rate:.0f} a second")


def _lock(camera: Camera, watched: WatchedCamera, clock: Clock) -> CheckFinding:
    """Hold exposure and white balance, and read back whether they are held."""
    watched.hold(True)
    ends, newest = clock.now() + LOCK_WITHIN_S, watched.latest()
    while not watched.exposure_held and clock.now() < ends:
        newest = watched.wait_newer(newest.number if newest else None, FRAME_WITHIN_S) or newest
    if not watched.exposure_held:
        return CheckFinding(
            "wrong",
            "exposure",
            "the camera does not hold exposure and white balance",
            "It is read all the same; keep the light as it is while you play.",
        )
    for _ in range(AFTER_LOCK_FRAMES):
        newest = watched.wait_newer(newest.number if newest else None, FRAME_WITHIN_S) or newest
    if not isinstance(camera, TellsItsLock):
        return CheckFinding(
            "skipped", "exposure", "the camera says that it is held; it cannot be read back"
        )
    faults = camera.lock_faults()
    if faults:
        return CheckFinding(
            "wrong",
            "exposure",
            f"asked to be held, it is not: {'; '.join(faults)}",
            "Bring the Pi up to date (sudo apt full-upgrade), then look again.",
        )
    return CheckFinding("well", "exposure", "exposure and white balance are held, as the pictures tell")
