"""A camera on its own thread, watched and restarted: a blocked or lost one never stops the table."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

from vision.cameras.camera import Camera
from vision.cameras.focus import FocusWatch
from vision.cameras.reasons import lost_by
from vision.cameras.turning import TurnWatch
from vision.cameras.view import CameraView, Rotation, rotated
from vision.clock import Clock
from vision.errors import CameraLost, VisionError, Why
from vision.frame import Frame

_log = logging.getLogger(__name__)

SLOW_AFTER_S = 10.0
"""Seconds of opening after which a camera is reported as slow."""
FIRST_TAKES_S = 10.0
"""Seconds that an open camera may take to give its first picture; some webcams take several."""
ADJUSTING_TAKES_S = 25.0
"""Seconds that focusing, and holding or releasing the exposure, may take: a lens searches for up to 9 s,
and a webcam tries up to eight exposures."""
LIGHT_SETTLES_S = 2.0
"""Seconds after the first picture in which the automatic exposure may settle before it is held."""
MAX_RESTARTS, RESTART_WINDOW_S = 5, 60.0
"""Most restarts within this many seconds, as in network video recorders: more do not help a hanging
driver."""
FIRST_RETRY_S = 0.5
"""Wait before the first restart; it doubles with each further one within the window."""
MAX_STUCK = 8
"""Number of threads blocked in a driver from which nothing is opened any more: only restarting the
program helps then."""
_CHECK_EVERY_S = 0.25
"""How often the camera's health is checked while a frame is waited for."""
_JOIN_WITHIN_S = 2.0
"""Longest wait of ``stop`` for the camera's thread, in seconds."""
State = Literal["off", "starting", "running", "frozen", "lost"]


@dataclass(frozen=True)
class CameraHealth:
    """The state of the camera. ``message`` says what is wrong, ``hint`` what to do; empty when it runs.

    ``why``: the reason, for players; "slow": it takes long to open, which is no fault.
    """

    state: State
    message: str = ""
    hint: str = ""
    why: Why | Literal["slow"] | None = None


class _Worker:
    """One opening of the camera, on one thread. It is never used again once it is no longer
    ``wanted``."""

    def __init__(self, owner: "WatchedCamera", camera: Camera, now: float) -> None:
        self.camera = camera
        self.wanted = True
        self.began = now
        self.opened_at: float | None = None
        self.first_at: float | None = None
        self.due = now + max(camera.opens_within_s, camera.stale_after_s)
        self._owner = owner
        self._held: bool | None = None
        self._focus = FocusWatch()
        self._stamp: float | None = None
        self.thread = threading.Thread(target=self._run, name=f"camera {camera.name}", daemon=True)

    def _run(self) -> None:
        try:
            with self.camera:
                self._owner._opened(self)
                while self.wanted:
                    self._adjust()
                    frame = self.camera.capture()
                    if self._is_new(frame):
                        self._focus.follow(frame)
                        self._owner._note_arrival(self, frame)
        except Exception as error:  # noqa: BLE001 - whatever ends this thread is said
            self._owner._fail(self, lost_by(self.camera.name, error))

    def _is_new(self, frame: Frame) -> bool:
        """Tell whether a picture was taken since the last one, by the camera's own time or count.

        The picture itself proves nothing: a camera whose video consists of differences repeats a picture
        exactly while nothing moves.
        """
        before, self._stamp = self._stamp, frame.stamp
        return frame.stamp is None or frame.stamp != before

    def _adjust(self) -> None:
        """Focus, and hold the light, at the start of a sitting; release both at its end."""
        wanted = self._owner._should_hold(self)
        if wanted is None or (wanted == self._held and not (wanted and self._focus.is_lost)):
            return
        self._owner._adjusting(self)
        if wanted:
            self._focus.focused(could=self.camera.focus())
        if wanted != self._held:
            self._held = wanted
            could = self.camera.lock_exposure() if wanted else self.camera.unlock_exposure()
            self._owner._adjusted(self, wanted and could)
        else:
            self._owner._adjusted(self, self._owner.exposure_held)


class WatchedCamera:
    """The newest frame of a camera that is opened, watched and opened again as needed.

    ``make`` returns a camera not yet started; it is called again for every restart. None: there is no
    camera. Frames go on being counted from one opening to the next, and from one camera to the other.
    All methods may be called from any thread.
    """

    def __init__(self, make: Callable[[], Camera] | None, clock: Clock) -> None:
        self._make = make
        self._clock = clock
        self._view = CameraView()
        self._turns = TurnWatch()
        self._news = threading.Condition()
        self._worker: _Worker | None = None
        self._abandoned: list[_Worker] = []
        self._restarts: deque[float] = deque()
        self._failed_at = 0.0
        self._opens_at_once = False
        self._latest: Frame | None = None
        self._next_number = 0
        self._running = False
        self._hold = False
        self._held = False
        self._health = CameraHealth("starting")

    def start(self) -> None:
        """Begin to open the camera; returns at once."""
        with self._news:
            if not self._running:
                self._running = True
                self._begin()

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

    def use(self, make: Callable[[], Camera] | None) -> bool:
        """Use another camera from now on, or with None no camera; tell whether it changed."""
        with self._news:
            if make == self._make:
                return False
            self._make = make
            self._abandon()
            self._turns.forget()
            self._restarts.clear()
            self._latest, self._held = None, False
            if self._running:
                self._begin()
            self._news.notify_all()
            return True

    def latest(self) -> Frame | None:
        """Return the newest frame; None before the first."""
        with self._news:
            return self._latest

    def wait_newer(self, number: int | None, timeout_s: float) -> Frame | None:
        """Wait for a frame after that number (None: for any) and return the newest; None if none came.

        The timeout is in real seconds. Meanwhile the camera is watched and, if necessary, restarted.
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

    def health(self) -> CameraHealth:
        """Restart the camera if necessary, and return its state. To be called a few times a second."""
        with self._news:
            if self._running:
                self._tend(self._clock.now())
            return self._health

    def hold(self, hold: bool) -> None:
        """Request that focus, exposure and white balance be held during a sitting, or released.

        Done by the camera's own thread once the light has settled, and again after every restart.
        """
        with self._news:
            self._hold = hold

    def set_view(self, view: CameraView) -> None:
        """Apply these settings: by reopening if necessary, otherwise from the next picture on.

        The start of a board game is no reason to reopen a camera that opens slowly.
        """
        with self._news:
            before, self._view = self._view, view
            worker = self._worker
            if view == before:
                return
            if (view.rotate, view.mirror) != (before.rotate, before.mirror):
                self._turns.forget()
            if worker is None:
                return
            is_quick = worker.opened_at is None or worker.opened_at - worker.began < SLOW_AFTER_S
            asked = (view.size_wh, view.mains_hz) != (before.size_wh, before.mains_hz)
            if asked or (view.for_board != before.for_board and is_quick):
                self._abandon()
                self._health, self._held = CameraHealth("starting"), False
                self._failed_at = self._clock.now()
            else:
                worker.camera.view = view

    @property
    def turned(self) -> Rotation:
        """Clockwise degrees by which pictures are turned back, since they turned while it ran."""
        return self._turns.turned_back

    @property
    def exposure_held(self) -> bool:
        """Whether exposure and white balance are held now."""
        with self._news:
            return self._held

    def _has_newer(self, number: int | None) -> bool:
        latest = self._latest
        return not self._running or (latest is not None and (number is None or latest.number > number))

    def _tend(self, now: float) -> None:
        """Open a camera that is due to be reopened; give up one without pictures."""
        worker = self._worker
        if self._make is None:
            return
        if worker is None:
            if now >= self._retry_at(now):
                self._restarts.append(now)
                self._open_again(self._make)
        elif now > worker.due:
            name = worker.camera.name
            self._abandon()
            message = (
                f"no new picture from {name}" if worker.first_at is not None else f"{name} does not open"
            )
            self._trouble(CameraHealth("frozen", message, "It is being opened again; check its cable."))
        elif worker.opened_at is None and now > worker.began + SLOW_AFTER_S:
            self._health = CameraHealth(
                "starting",
                f"{worker.camera.name} has been opening for {now - worker.began:.0f} s",
                f"Its driver is at work; it is waited for, up to {worker.camera.opens_within_s:.0f} s.",
                "slow",
            )

    def _retry_at(self, now: float) -> float:
        """Return when the camera may be reopened: soon at first, then after longer and longer waits."""
        if self._opens_at_once:
            self._restarts.clear()
        while self._restarts and now - self._restarts[0] >= RESTART_WINDOW_S:
            self._restarts.popleft()
        self._abandoned = [worker for worker in self._abandoned if worker.thread.is_alive()]
        if len(self._abandoned) >= MAX_STUCK:
            return float("inf")
        if len(self._restarts) >= MAX_RESTARTS:
            return self._restarts[0] + RESTART_WINDOW_S
        return self._failed_at + FIRST_RETRY_S * 2.0 ** len(self._restarts)

    def _begin(self) -> None:
        self._health = CameraHealth("off" if self._make is None else "starting")
        if self._make is not None:
            self._open(self._make)

    def _open(self, make: Callable[[], Camera]) -> None:
        camera = make()
        camera.view = self._view
        self._opens_at_once = camera.opens_at_once
        self._worker = _Worker(self, camera, self._clock.now())
        self._worker.thread.start()

    def _open_again(self, make: Callable[[], Camera]) -> None:
        try:
            self._open(make)
        except VisionError as error:
            # A recording's folder may have been removed meanwhile, and may return.
            self._trouble(CameraHealth("lost", str(error), error.hint))

    def _abandon(self) -> None:
        """Give up a worker: it ends by itself after its capture, if that ever returns."""
        if self._worker is not None:
            self._worker.wanted = False
            self._abandoned.append(self._worker)
            self._worker = None

    def _trouble(self, health: CameraHealth) -> None:
        if self._health.message != health.message:
            _log.warning("%s. %s", health.message, health.hint)
        self._health = health
        self._failed_at = self._clock.now()
        self._held = False
        self._news.notify_all()

    def _opened(self, worker: _Worker) -> None:
        with self._news:
            worker.opened_at = self._clock.now()
            worker.due = worker.opened_at + max(FIRST_TAKES_S, worker.camera.stale_after_s)

    def _note_arrival(self, worker: _Worker, frame: Frame) -> None:
        with self._news:
            if worker is not self._worker:
                return
            now = self._clock.now()
            worker.first_at = now if worker.first_at is None else worker.first_at
            worker.due = now + worker.camera.stale_after_s
            turned_bgr = rotated(frame.image_bgr, self._turns.follow(frame.image_bgr))
            turned_bgr.setflags(write=False)
            self._latest = Frame(turned_bgr, frame.taken_at, self._next_number, frame.stamp)
            self._next_number += 1
            self._health = CameraHealth("running")
            self._news.notify_all()

    def _fail(self, worker: _Worker, error: CameraLost) -> None:
        with self._news:
            if worker is self._worker:
                self._worker = None
                self._trouble(CameraHealth("lost", str(error), error.hint, error.why))

    def _should_hold(self, worker: _Worker) -> bool | None:
        """Return whether the worker should hold everything now; None: wait, the light has not
        settled."""
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
