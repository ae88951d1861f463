"""A camera on its own thread: frozen, lost and blocked ones are noticed and come back."""

import errno
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np
import pytest

from tests.vision.cameras.manual_clock import ManualClock
from vision.cameras.camera import COMPUTED_STALE_AFTER_S, OPENING_TAKES_S, STALE_AFTER_S
from vision.cameras.view import CameraView
from vision.cameras.watched import MAX_RESTARTS, RESTART_WINDOW_S, CameraHealth, WatchedCamera
from vision.errors import BadCamera, CameraLost
from vision.frame import Frame, ImageBgr

SOON_S = 20.0


@dataclass
class Opening:
    """One opening of the scripted camera: what is put into ``script`` comes out of ``capture``."""

    clock: ManualClock
    could_lock: bool = True
    refuses: Exception | None = None
    stale_after_s: float = STALE_AFTER_S
    opens_at_once: bool = False
    opens_within_s: float = OPENING_TAKES_S
    opens: threading.Event = field(default_factory=threading.Event)
    has_lens: bool = False
    name: str = "scripted"
    view: CameraView = field(default_factory=CameraView)
    script: "queue.Queue[Scripted]" = field(default_factory=queue.Queue)
    locks: "queue.Queue[bool]" = field(default_factory=queue.Queue)
    focused: "queue.Queue[float]" = field(default_factory=queue.Queue)
    stopped: threading.Event = field(default_factory=threading.Event)
    taken: int = 0

    def start(self) -> None:
        if self.refuses:
            self.stopped.set()
            raise self.refuses
        assert self.opens.wait(SOON_S)

    def capture(self) -> Frame:
        scripted = self.script.get(timeout=30)
        if scripted is None:
            raise CameraLost("scripted gives no picture", hint="Check its cable.")
        if isinstance(scripted, Exception):
            raise scripted
        image_bgr, stamp = scripted if isinstance(scripted, tuple) else (scripted, None)
        image_bgr.setflags(write=False)
        self.taken += 1
        return Frame(image_bgr, self.clock.now(), self.taken - 1, stamp)

    def focus(self) -> bool:
        self.focused.put(self.clock.now())
        return self.has_lens

    def lock_exposure(self) -> bool:
        self.locks.put(True)
        return self.could_lock

    def unlock_exposure(self) -> bool:
        self.locks.put(False)
        return self.could_lock

    def stop(self) -> None:
        self.stopped.set()
        self.script.put(None)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


Scripted = ImageBgr | tuple[ImageBgr, float] | Exception | None
"""A picture, perhaps with its stamp; what is raised instead; None: the camera is lost."""


class Bench:
    """A watched camera whose openings are scripted, and the clock that both live by."""

    def __init__(self) -> None:
        self.clock = ManualClock(1000.0)
        self.openings: list[Opening] = []
        self.refuses: Exception | None = None
        self.gone = False
        self.opens = threading.Event()
        self.opens.set()
        self.opens_within_s = OPENING_TAKES_S
        self.has_lens = False
        self.could_lock = True
        self.stale_after_s = STALE_AFTER_S
        self.watched = WatchedCamera(self._open, self.clock)
        self._rng = np.random.default_rng(8)

    def _open(self) -> Any:
        if self.gone:
            raise BadCamera("scripted is gone", hint="Bring it back.")
        opening = Opening(self.clock, self.could_lock, self.refuses, self.stale_after_s)
        opening.opens, opening.opens_within_s = self.opens, self.opens_within_s
        opening.has_lens = self.has_lens
        self.openings.append(opening)
        return self.openings[-1]

    def picture(self) -> ImageBgr:
        return self._rng.integers(0, 255, (48, 64, 3), dtype=np.uint8)

    def shows(self, image_bgr: ImageBgr | None = None, stamp: float | None = None) -> Frame:
        """Let the newest opening give a picture, and return the frame that arrives."""
        before = self.watched.latest()
        picture = self.picture() if image_bgr is None else image_bgr
        self.openings[-1].script.put(picture if stamp is None else (picture, stamp))
        frame = self.watched.wait_newer(None if before is None else before.number, SOON_S)
        assert frame is not None
        return frame

    def state(self) -> str:
        return self.watched.health().state

    def held(self) -> bool:
        return self.watched.exposure_held

    def until(self, state: str) -> None:
        """Wait for the camera's thread to bring this about; the clock stands still meanwhile."""
        for _ in range(1000):
            if self.state() == state:
                return
            self.watched.wait_newer(10**9, 0.01)
        raise AssertionError(f"still {self.state()}, never {state}")


@pytest.fixture
def bench() -> Iterator[Bench]:
    before = threading.active_count()
    bench = Bench()
    bench.watched.start()
    yield bench
    bench.watched.stop()
    for opening in bench.openings:
        opening.script.put(None)
        assert opening.stopped.wait(SOON_S), "a camera was left open"
    for thread in threading.enumerate():
        if thread.name.startswith("camera "):
            thread.join(SOON_S)
    assert threading.active_count() == before, "a thread was left behind"


def test_it_starts_then_runs_and_gives_the_newest_frame(bench: Bench) -> None:
    assert bench.state() == "starting"
    assert bench.watched.latest() is None
    frame = bench.shows()
    assert frame.number == 0
    assert bench.state() == "running"
    assert bench.watched.latest() is frame
    assert bench.shows().number == 1


def test_a_picture_is_handed_on_not_copied(bench: Bench) -> None:
    picture = bench.picture()
    assert bench.shows(picture).image_bgr is picture


def test_waiting_for_what_does_not_come_ends(bench: Bench) -> None:
    frame = bench.shows()
    assert bench.watched.wait_newer(frame.number, 0.0) is None
    assert bench.watched.wait_newer(frame.number - 1, 0.0) is frame


def test_a_blocked_capture_is_noticed_within_2_s_and_another_takes_its_place(bench: Bench) -> None:
    first = bench.shows()
    bench.clock.advance(1.4)
    assert bench.state() == "running"
    bench.clock.advance(0.4)
    health = bench.watched.health()
    assert health.state == "frozen"
    assert "no new picture from scripted" in health.message
    assert health.hint
    bench.clock.advance(0.6)
    assert bench.state() == "frozen"
    assert len(bench.openings) == 2
    assert bench.shows().number == first.number + 1
    assert bench.state() == "running"


def test_what_an_abandoned_capture_gives_in_the_end_is_not_shown(bench: Bench) -> None:
    bench.shows()
    bench.clock.advance(2)
    assert bench.state() == "frozen"
    bench.clock.advance(1)
    assert bench.state() == "frozen"
    latest = bench.shows()
    bench.openings[0].script.put(bench.picture())
    assert bench.openings[0].stopped.wait(SOON_S)
    assert bench.watched.latest() is latest


def test_a_picture_that_was_taken_once_and_comes_again_and_again_is_a_frozen_camera(
    bench: Bench,
) -> None:
    picture = bench.picture()
    bench.shows(picture, stamp=7.0)
    for _ in range(8):
        bench.clock.advance(0.25)
        bench.openings[0].script.put((picture, 7.0))
    assert bench.state() == "frozen"


@pytest.mark.parametrize("has_clock", [True, False])
def test_a_healthy_camera_may_give_equal_pictures(bench: Bench, has_clock: bool) -> None:
    """As one does whose JPEGs are made from a video of differences, of a table where nothing moves."""
    picture = bench.picture()
    for number in range(8):
        bench.clock.advance(0.25)
        assert bench.shows(picture, float(number) if has_clock else None).number == number
    bench.clock.advance(1.0)
    assert bench.state() == "running"


def test_a_lost_camera_is_said_at_once_and_comes_back(bench: Bench) -> None:
    frame = bench.shows()
    bench.openings[0].script.put(None)
    bench.until("lost")
    health = bench.watched.health()
    assert (health.message, health.hint) == ("scripted gives no picture", "Check its cable.")
    assert bench.openings[0].stopped.wait(SOON_S)
    bench.clock.advance(0.6)
    assert bench.state() == "lost"
    assert bench.shows().number == frame.number + 1
    assert bench.watched.health().message == ""


def test_a_camera_that_is_gone_when_it_is_opened_again_may_come_back(bench: Bench) -> None:
    bench.shows()
    bench.gone = True
    bench.openings[0].script.put(None)
    bench.until("lost")
    bench.clock.advance(1)
    assert bench.watched.health().message == "scripted is gone"
    bench.gone = False
    bench.clock.advance(2)
    bench.watched.health()
    bench.shows()
    assert bench.state() == "running"


def test_a_camera_that_does_not_open_is_given_up_after_a_while() -> None:
    bench = Bench()
    bench.opens.clear()
    with bench.watched:
        bench.clock.advance(9)
        assert bench.state() == "starting"
        bench.clock.advance(2)
        assert "does not open" in bench.watched.health().message
        bench.opens.set()


def test_a_slow_driver_is_waited_for_and_that_is_said() -> None:
    bench = Bench()
    bench.opens.clear()
    bench.opens_within_s = 180.0
    with bench.watched:
        assert bench.watched.health() == CameraHealth("starting")
        for _ in range(13):
            bench.clock.advance(10)
            health = bench.watched.health()
            assert health.state == "starting"
        assert health.why == "slow"
        assert "130 s" in health.message
        bench.opens.set()
        bench.shows()
        assert bench.watched.health() == CameraHealth("running")
        assert len(bench.openings) == 1


ABI = "numpy.dtype size changed, may indicate binary incompatibility"


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError(ABI), "library"),
        (PermissionError(errno.EACCES, "Permission denied", "/dev/video0"), "denied"),
        (KeyError("SensorTimestamp"), "library"),
        (OSError(errno.EBUSY, "Device or resource busy"), "busy"),
    ],
)
@pytest.mark.parametrize("when", ["opening", "capturing"])
def test_whatever_ends_the_cameras_thread_is_said_with_what_to_do(
    error: Exception, why: str, when: str
) -> None:
    bench = Bench()
    bench.refuses = error if when == "opening" else None
    with bench.watched:
        if when == "capturing":
            bench.shows()
            bench.openings[0].script.put(error)
        bench.until("lost")
        health = bench.watched.health()
        assert type(error).__name__ in health.message
        assert (health.why, bool(health.hint)) == (why, True)


def test_it_is_opened_again_ever_later_and_at_most_five_times_a_minute(bench: Bench) -> None:
    bench.shows()
    bench.refuses = CameraLost("scripted does not answer", hint="Plug it in.")
    bench.openings[0].script.put(None)
    bench.until("lost")
    opened_at = []
    for _ in range(4 * 120):
        count = len(bench.openings)
        bench.clock.advance(0.25)
        bench.watched.health()
        if len(bench.openings) > count:
            opened_at.append(bench.clock.now())
            assert bench.openings[-1].stopped.wait(SOON_S)
            wait_for_failure(bench, count)
    gaps = np.diff(opened_at[:MAX_RESTARTS])
    assert list(gaps) == sorted(gaps)
    for start in opened_at:
        inside = [at for at in opened_at if start <= at < start + RESTART_WINDOW_S]
        assert len(inside) <= MAX_RESTARTS
    assert len(opened_at) > MAX_RESTARTS, "it never gives up"


def wait_for_failure(bench: Bench, opening: int) -> None:
    """Wait until the refused opening's thread has ended, so that the clock may go on."""
    for thread in threading.enumerate():
        if thread.name == "camera scripted":
            thread.join(SOON_S)
    assert bench.openings[opening].refuses


def test_exposure_is_held_once_the_light_has_settled_and_again_after_a_restart(bench: Bench) -> None:
    bench.watched.hold(True)
    bench.shows()
    for _ in range(4):
        bench.clock.advance(0.6)
        bench.shows()
    assert bench.openings[0].locks.get(timeout=SOON_S) is True
    bench.shows()
    assert bench.held()
    bench.openings[0].script.put(None)
    bench.until("lost")
    assert not bench.held()
    bench.clock.advance(1)
    bench.watched.health()
    bench.shows()
    for _ in range(4):
        bench.clock.advance(0.6)
        bench.shows()
    assert bench.openings[1].locks.get(timeout=SOON_S) is True
    bench.watched.hold(False)
    bench.shows()
    assert bench.openings[1].locks.get(timeout=SOON_S) is False


def test_a_camera_that_cannot_hold_its_exposure_is_still_noticed_when_it_freezes(bench: Bench) -> None:
    bench.could_lock = False
    bench.openings[0].could_lock = False
    bench.watched.hold(True)
    for _ in range(6):
        bench.shows()
        bench.clock.advance(0.6)
    bench.shows()
    assert not bench.held()
    bench.clock.advance(1.8)
    assert bench.state() == "frozen"


def test_stopping_wakes_whoever_waits(bench: Bench) -> None:
    bench.shows()
    got: list[Frame | None] = []
    thread = threading.Thread(target=lambda: got.append(bench.watched.wait_newer(10**9, 60)))
    thread.start()
    bench.watched.stop()
    thread.join(SOON_S)
    assert got == [None]


def test_a_picture_that_is_computed_here_may_be_late_without_a_new_opening(bench: Bench) -> None:
    """A computer with much else to do: opening the camera again would only be more work."""
    bench.watched.stop()
    bench.stale_after_s = COMPUTED_STALE_AFTER_S
    bench.watched.start()
    bench.shows()
    bench.clock.advance(COMPUTED_STALE_AFTER_S - 1.0)
    assert bench.state() == "running"
    bench.shows()
    bench.clock.advance(COMPUTED_STALE_AFTER_S + 1.0)
    assert bench.state() == "frozen"


def edges(blur_px: float) -> ImageBgr:
    """A picture of squares whose edges are blurred so far."""
    squares = np.kron(np.indices((6, 8)).sum(0) % 2, np.ones((60, 60))) * 120.0 + 60.0
    seen = cv2.GaussianBlur(squares, (0, 0), blur_px) if blur_px else squares
    return np.repeat(seen[..., None], 3, axis=2).astype(np.uint8)


def looks(bench: Bench, blur_px: float, seconds: int) -> None:
    for _ in range(seconds):
        bench.clock.advance(1.0)
        bench.shows(edges(blur_px))


def test_the_lens_is_focused_once_in_a_sitting_and_again_when_the_picture_is_blurred() -> None:
    bench = Bench()
    bench.has_lens = True
    with bench.watched:
        bench.watched.hold(True)
        looks(bench, 1.0, 80)
        assert bench.openings[0].focused.qsize() == 1
        looks(bench, 5.0, 3)
        looks(bench, 1.0, 10)
        assert bench.openings[0].focused.qsize() == 1, "a hand went by"
        looks(bench, 5.0, 8)
        assert bench.openings[0].focused.qsize() == 2
        looks(bench, 5.0, 100)
        assert bench.openings[0].focused.qsize() == 2, "this is as sharp as it gets"


def test_a_lens_that_finds_no_place_is_not_asked_again_and_again() -> None:
    bench = Bench()
    with bench.watched:
        bench.watched.hold(True)
        looks(bench, 5.0, 100)
        assert bench.openings[0].focused.qsize() == 1


@pytest.mark.parametrize(
    ("view", "opens"),
    [
        (CameraView(rotate=90), 1),
        (CameraView(mirror=True), 1),
        (CameraView(size_wh=(640, 480)), 2),
        (CameraView(mains_hz=60), 2),
        (CameraView(for_board=True), 2),
    ],
)
def test_a_camera_is_opened_again_only_where_it_must_be(
    bench: Bench, view: CameraView, opens: int
) -> None:
    bench.shows()
    bench.watched.set_view(view)
    bench.openings[0].script.put(None)  # what ends the capture under way
    bench.clock.advance(1.0)
    bench.watched.health()
    bench.until("lost" if opens == 1 else "starting")
    assert (len(bench.openings), bench.openings[-1].view) == (opens, view)


def test_a_board_is_no_reason_to_open_again_what_opens_slowly() -> None:
    bench = Bench()
    bench.opens.clear()
    bench.opens_within_s = 180.0
    with bench.watched:
        bench.clock.advance(100)
        bench.opens.set()
        bench.shows()
        bench.watched.set_view(CameraView(for_board=True))
        bench.shows()
        assert len(bench.openings) == 1
        bench.watched.set_view(CameraView(mains_hz=60))
        bench.openings[0].script.put(None)
        bench.clock.advance(1.0)
        bench.watched.health()
        assert len(bench.openings) == 2


def scene() -> ImageBgr:
    """A table with things on it, from nowhere the same as from elsewhere."""
    picture = np.full((120, 160, 3), 90, np.uint8)
    for number, (x, y) in enumerate([(30, 20), (50, 80), (110, 30), (120, 90), (75, 55)]):
        cv2.circle(picture, (x, y), 8 + 2 * number, (40 * number, 255 - 40 * number, 200), -1)
    return picture


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_picture_that_turns_while_running_is_turned_back_and_that_is_told(
    bench: Bench, quarters: int
) -> None:
    upright = scene()
    bench.shows(upright)
    assert bench.watched.turned == 0
    for _ in range(3):
        seen = bench.shows(np.ascontiguousarray(np.rot90(upright, quarters)))
        assert np.array_equal(seen.image_bgr, upright)
        assert bench.watched.turned == 90 * quarters
    assert np.array_equal(bench.shows(upright).image_bgr, upright)
    assert bench.watched.turned == 0


def test_a_turn_that_was_asked_for_is_not_turned_back(bench: Bench) -> None:
    bench.shows(scene())
    bench.watched.set_view(CameraView(rotate=180))
    bench.shows(np.ascontiguousarray(np.rot90(scene(), 2)))
    assert bench.watched.turned == 0


def test_another_camera_is_looked_through_and_pictures_of_the_first_are_forgotten(bench: Bench) -> None:
    first = bench.shows()
    other = Bench()
    other.clock, other.watched = bench.clock, bench.watched
    assert bench.watched.use(other._open)
    assert not bench.watched.use(other._open)
    assert (bench.state(), bench.watched.latest()) == ("starting", None)
    bench.openings[-1].script.put(bench.picture())  # it comes too late
    assert bench.openings[-1].stopped.wait(SOON_S)
    later = other.shows()
    assert later.number > first.number
    bench.openings += other.openings


def test_no_camera_is_no_fault_and_another_may_come_later(bench: Bench) -> None:
    bench.shows()
    assert bench.watched.use(None)
    for _ in range(3):
        assert bench.state() == "off"
        assert bench.watched.wait_newer(None, 0.01) is None
        bench.clock.advance(60.0)
    assert bench.watched.use(bench._open)
    assert bench.shows()
    assert bench.state() == "running"
