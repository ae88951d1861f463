"""A camera on a thread of its own, watched and restarted: a blocked or lost one never stops the
table.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

import numpy as np

from vision.cameras.camera import Camera
from vision.clock import Clock
from vision.errors import CameraLost, VisionError
from vision.frame import Frame, ImageBgr

_log = logging.getLogger(__name__)

OPENING_TAKES_S = 10.0
"""So long a camera may take to open and give its first picture; some webcams take seconds."""
ADJUSTING_TAKES_S = 15.0
"""So long holding or freeing the exposure may take: a webcam tries up to eight exposures."""
LIGHT_SETTLES_S = 2.0
"""So long after the first picture the automatic exposure is left to settle before it is held."""
MAX_RESTARTS, RESTART_WINDOW_S = 5, 60.0
"""At most so many restarts in so many seconds, as network video recorders do: a driver that hangs is not
helped by more."""
FIRST_RETRY_S = 0.5
"""Wait before the first restart; it doubles with each further one within the window."""
MAX_STUCK = 8
"""With so many threads blocked in a driver nothing is opened any more: only a new start helps then."""
_CHECK_EVERY_S = 0.25
"""How often the camera's health is checked while a frame is waited for."""
_JOIN_WITHIN_S = 2.0
"""So long ``stop`` waits for the camera's thread."""
_SAMPLED_EVERY = 16
"""Of every so many rows and columns one is compared: enough to tell a frozen picture, and fast."""
_DARK_RANGE = 8
"""Grey levels between the darkest and the lightest pixel below which a picture may repeat: a lens cap's
picture has no noise."""

State = Literal["starting", "running", "frozen", "lost"]


@dataclass(frozen=True)
class Health:
    """How the camera is. ``message`` says what is wrong, ``hint`` what to do; empty when it runs."""

    state: State
    message: str = ""
    hint: str = ""


class _Worker:
    """One opening of the camera, on one thread. Gone for good once it is not ``wanted`` any more."""

    def __init__(self, owner: "WatchedCamera", camera: Camera, now: float) -> None:
        self.camera = camera
        self.wanted = True
        self.first_at: float | None = None
        self.due = now + max(OPENING_TAKES_S, camera.stale_after_s)
        self._owner = owner
        self._held: bool | None = None
        self._sample: ImageBgr | None = None
        self.thread = threading.Thread(target=self._run, name=f"camera {camera.name}", daemon=True)

    def _run(self) -> None:
        try:
            with self.camera:
                while self.wanted:
                    self._hold_exposure()
                    frame = self.camera.capture()
                    if self._is_new(frame.image_bgr):
                        self._owner._arrived(self, frame)
        except CameraLost as error:
            self._owner._failed(self, error)

    def _is_new(self, image_bgr: ImageBgr) -> bool:
        """Tell whether a picture is no repetition: a live sensor's noise never repeats, a dark picture
        may.
        """
        if not self.camera.noisy:
            return True
        sample = image_bgr[::_SAMPLED_EVERY, ::_SAMPLED_EVERY].copy()
        before, self._sample = self._sample, sample
        return before is None or not np.array_equal(before, sample) or int(np.ptp(sample)) < _DARK_RANGE

    def _hold_exposure(self) -> None:
        wanted = self._owner._exposure_wanted(self)
        if wanted is None or wanted == self._held:
            return
        self._held = wanted
        self._owner._adjusting(self)
        could = self.camera.lock_exposure() if wanted else self.camera.unlock_exposure()
        self._owner._adjusted(self, wanted and could)


class WatchedCamera:
    """The newest frame of a camera that is opened, watched and opened again as needed.

    ``make`` returns a camera not yet started; it is called again for every restart. Frames go on being
    counted from one opening to the next. All methods may be called from any thread.
    """

    def __init__(self, make: Callable[[], Camera], clock: Clock) -> None:
        self._make = make
        self._clock = clock
        self._news = threading.Condition()
        self._worker: _Worker | None = None
        self._abandoned: list[_Worker] = []
        self._restarts: deque[float] = deque()
        self._failed_at = 0.0
        self._latest: Frame | None = None
        self._next_number = 0
        self._running = False
        self._hold = False
        self._held = False
        self._health = Health("starting")

    def start(self) -> None:
        """Begin to open the camera; returns at once."""
        with self._news:
            if not self._running:
                self._running = True
                self._health = Health("starting")
                self._open()

    def stop(self) -> None:
        """Close the camera and end its thread."""
        with self._news:
            self._running = False
            worker = self._worker
            self._abandon()
            self._news.notify_all()
        if worker is not None:
            worker.camera.stop()
            worker.thread.join(_JOIN_WITHIN_S)

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""
        self.stop()

    def latest(self) -> Frame | None:
        """Return the newest frame; None before the first."""
        with self._news:
            return self._latest

    def wait_newer(self, number: int | None, timeout_s: float) -> Frame | None:
        """Wait for a frame after that number (None: for any) and return the newest; None if none came.

        The timeout is in real seconds. Meanwhile the camera is watched and, where needed, restarted.
        """
        left_s = timeout_s
        while True:
            self.health()
            with self._news:
                if self._news.wait_for(lambda: self._has_newer(number), min(left_s, _CHECK_EVERY_S)):
                    return self._latest if self._running else None
            left_s -= _CHECK_EVERY_S
            if left_s <= 0:
                return None

    def health(self) -> Health:
        """Restart the camera where needed and return how it is. To be called a few times a second."""
        with self._news:
            if self._running:
                self._tend(self._clock.now())
            return self._health

    def hold_exposure(self, hold: bool) -> None:
        """Ask for exposure and white balance to be held during a sitting, or to be let go.

        Done by the camera's own thread once the light has settled, and again after every restart.
        """
        with self._news:
            self._hold = hold

    @property
    def exposure_held(self) -> bool:
        """Whether exposure and white balance are held now."""
        with self._news:
            return self._held

    def _has_newer(self, number: int | None) -> bool:
        latest = self._latest
        return not self._running or (latest is not None and (number is None or latest.number > number))

    def _tend(self, now: float) -> None:
        """Open a camera that is due to be opened again; give up one that gives no pictures."""
        worker = self._worker
        if worker is None:
            if now >= self._retry_at(now):
                self._restarts.append(now)
                self._open_again()
        elif now > worker.due:
            name = worker.camera.name
            self._abandon()
            message = (
                f"no new picture from {name}" if worker.first_at is not None else f"{name} does not open"
            )
            self._trouble(Health("frozen", message, "It is being opened again; check its cable."))

    def _retry_at(self, now: float) -> float:
        """Return when the camera may be opened again: soon, then ever later, and not too often."""
        while self._restarts and now - self._restarts[0] >= RESTART_WINDOW_S:
            self._restarts.popleft()
        self._abandoned = [worker for worker in self._abandoned if worker.thread.is_alive()]
        if len(self._abandoned) >= MAX_STUCK:
            return float("inf")
        if len(self._restarts) >= MAX_RESTARTS:
            return self._restarts[0] + RESTART_WINDOW_S
        return self._failed_at + FIRST_RETRY_S * 2.0 ** len(self._restarts)

    def _open(self) -> None:
        self._worker = _Worker(self, self._make(), self._clock.now())
        self._worker.thread.start()

    def _open_again(self) -> None:
        try:
            self._open()
        except VisionError as error:
            # A recording's folder may have been removed meanwhile, and may come back.
            self._trouble(Health("lost", str(error), error.hint))

    def _abandon(self) -> None:
        """Give up a worker: it ends by itself after its capture, if that ever returns."""
        if self._worker is not None:
            self._worker.wanted = False
            self._abandoned.append(self._worker)
            self._worker = None

    def _trouble(self, health: Health) -> None:
        if self._health.message != health.message:
            _log.warning("%s. %s", health.message, health.hint)
        self._health = health
        self._failed_at = self._clock.now()
        self._held = False
        self._news.notify_all()

    def _arrived(self, worker: _Worker, frame: Frame) -> None:
        with self._news:
            if worker is not self._worker:
                return
            now = self._clock.now()
            worker.first_at = now if worker.first_at is None else worker.first_at
            worker.due = now + worker.camera.stale_after_s
            self._latest = Frame(frame.image_bgr, frame.taken_at, self._next_number)
            self._next_number += 1
            self._health = Health("running")
            self._news.notify_all()

    def _failed(self, worker: _Worker, error: CameraLost) -> None:
        with self._news:
            if worker is self._worker:
                self._worker = None
                self._trouble(Health("lost", str(error), error.hint))

    def _exposure_wanted(self, worker: _Worker) -> bool | None:
        """Return what the worker should do now about exposure; None: wait, the light has not settled."""
        with self._news:
            settled = (
                worker.first_at is not None and self._clock.now() >= worker.first_at + LIGHT_SETTLES_S
            )
            return self._hold if settled else None

    def _adjusting(self, worker: _Worker) -> None:
        with self._news:
            worker.due = self._clock.now() + ADJUSTING_TAKES_S

    def _adjusted(self, worker: _Worker, held: bool) -> None:
        with self._news:
            if worker is self._worker:
                self._held = held
                worker.due = self._clock.now() + worker.camera.stale_after_s
