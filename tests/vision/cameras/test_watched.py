"""A camera on its own thread: frozen, lost and blocked ones are noticed and come back."""

import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

import numpy as np
import pytest

from vision.cameras.camera import COMPUTED_STALE_AFTER_S, STALE_AFTER_S
from vision.cameras.watched import MAX_RESTARTS, RESTART_WINDOW_S, WatchedCamera
from vision.clock import ManualClock
from vision.errors import BadCamera, CameraLost
from vision.frame import Frame, ImageBgr

SOON_S = 20.0


@dataclass
class Opening:
    """One opening of the scripted camera: what is put into ``script`` comes out of ``capture``."""

    clock: ManualClock
    noisy: bool
    could_lock: bool = True
    refuses: bool = False
    stale_after_s: float = STALE_AFTER_S
    name: str = "scripted"
    script: "queue.Queue[ImageBgr | None]" = field(default_factory=queue.Queue)
    locks: "queue.Queue[bool]" = field(default_factory=queue.Queue)
    stopped: threading.Event = field(default_factory=threading.Event)
    taken: int = 0

    def start(self) -> None:
        if self.refuses:
            self.stopped.set()
            raise CameraLost("scripted does not answer", hint="Plug it in.")

    def capture(self) -> Frame:
        image_bgr = self.script.get(timeout=30)
        if image_bgr is None:
            raise CameraLost("scripted gives no picture", hint="Check its cable.")
        image_bgr.setflags(write=False)
        self.taken += 1
        return Frame(image_bgr, self.clock.now(), self.taken - 1)

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


class Bench:
    """A watched camera whose openings are scripted, and the clock that both live by."""

    def __init__(self) -> None:
        self.clock = ManualClock(1000.0)
        self.openings: list[Opening] = []
        self.noisy = True
        self.refuses = False
        self.gone = False
        self.could_lock = True
        self.stale_after_s = STALE_AFTER_S
        self.watched = WatchedCamera(self._open, self.clock)
        self._rng = np.random.default_rng(8)

    def _open(self) -> Opening:
        if self.gone:
            raise BadCamera("scripted is gone", hint="Bring it back.")
        opening = Opening(self.clock, self.noisy, self.could_lock, self.refuses, self.stale_after_s)
        self.openings.append(opening)
        return self.openings[-1]

    def picture(self) -> ImageBgr:
        return self._rng.integers(0, 255, (48, 64, 3), dtype=np.uint8)

    def shows(self, image_bgr: ImageBgr | None = None) -> Frame:
        """Let the newest opening give a picture, and return the frame that arrives."""
        before = self.watched.latest()
        self.openings[-1].script.put(self.picture() if image_bgr is None else image_bgr)
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


def test_the_same_picture_again_and_again_is_a_frozen_camera(bench: Bench) -> None:
    picture = bench.picture()
    bench.shows(picture)
    for _ in range(8):
        bench.clock.advance(0.25)
        bench.openings[0].script.put(picture)
    assert bench.state() == "frozen"


def test_the_same_darkness_again_and_again_is_not(bench: Bench) -> None:
    dark = np.zeros((48, 64, 3), np.uint8)
    bench.shows(dark)
    for _ in range(8):
        bench.clock.advance(0.25)
        bench.shows(dark)
    assert bench.state() == "running"


def test_a_source_without_noise_may_repeat_itself() -> None:
    bench = Bench()
    bench.noisy = False
    with bench.watched:
        picture = bench.picture()
        bench.shows(picture)
        for _ in range(8):
            bench.clock.advance(0.25)
            bench.shows(picture)
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


def test_a_camera_that_does_not_open_is_given_up_after_a_while(bench: Bench) -> None:
    bench.clock.advance(9)
    assert bench.state() == "starting"
    bench.clock.advance(2)
    assert "does not open" in bench.watched.health().message


def test_it_is_opened_again_ever_later_and_at_most_five_times_a_minute(bench: Bench) -> None:
    bench.shows()
    bench.refuses = True
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
    bench.watched.hold_exposure(True)
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
    bench.watched.hold_exposure(False)
    bench.shows()
    assert bench.openings[1].locks.get(timeout=SOON_S) is False


def test_a_camera_that_cannot_hold_its_exposure_is_still_noticed_when_it_freezes(bench: Bench) -> None:
    bench.could_lock = False
    bench.openings[0].could_lock = False
    bench.watched.hold_exposure(True)
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
