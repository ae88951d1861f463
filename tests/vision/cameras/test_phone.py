"""A phone's pictures on their way to the table: the newest alone, none that is broken, what is told."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.cameras.servers import jpeg_of
from vision.cameras import phone
from vision.cameras.phone import FPS, ON_ITS_WAY_S, PhoneCamera, PhoneFeed, PhoneHeld
from vision.cameras.view import CameraView
from vision.cameras.watched import MAX_RESTARTS, WatchedCamera
from vision.clock import SteppedClock, SystemClock
from vision.errors import CameraLost, NotAPicture


@pytest.fixture
def feed() -> PhoneFeed:
    return PhoneFeed()


@pytest.fixture
def camera(feed: PhoneFeed) -> Iterator[PhoneCamera]:
    with PhoneCamera(feed, SteppedClock()) as camera:
        yield camera


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "SILENT_AFTER_S", 0.3)
    monkeypatch.setattr(phone, "ADJUSTS_WITHIN_S", 0.3)


def test_the_newest_picture_is_given_and_none_of_those_that_nobody_took(
    feed: PhoneFeed, camera: PhoneCamera
) -> None:
    for grey in (40, 90, 200):
        feed.put(jpeg_of(grey), 0.0)
    assert camera.capture().image_bgr.mean() == pytest.approx(200, abs=3)
    with pytest.raises(CameraLost):  # each only once: nothing of it stays behind
        camera.capture()


@pytest.mark.parametrize("why", ["no_phone", "phone_away", "phone_silent", "phone_blind"])
def test_it_is_told_why_no_picture_comes(feed: PhoneFeed, camera: PhoneCamera, why: Any) -> None:
    if why != "no_phone":
        feed.put(jpeg_of(90), 0.0)
        camera.capture()
    if why in ("phone_away", "phone_blind"):
        feed.expect_none(why, 0.0)
    with pytest.raises(CameraLost) as caught:
        camera.capture()
    assert (caught.value.why, bool(caught.value.hint)) == (why, True)


def test_what_was_sent_before_the_phone_went_away_is_not_shown_after(
    feed: PhoneFeed, camera: PhoneCamera
) -> None:
    feed.put(jpeg_of(90), 0.0)
    feed.expect_none("phone_away", 0.0)
    with pytest.raises(CameraLost):
        camera.capture()


def test_a_picture_that_was_on_its_way_does_not_tell_that_the_phone_is_back(feed: PhoneFeed) -> None:
    feed.expect_none("phone_away", 10.0)
    feed.put(jpeg_of(90), 10.0 + ON_ITS_WAY_S / 2)
    assert (feed.why, feed.take(0.01)) == ("phone_away", None)
    feed.put(jpeg_of(91), 10.0 + 2 * ON_ITS_WAY_S)
    assert (feed.why, feed.take(0.01)) == ("phone_silent", jpeg_of(91))


def flat_jpeg(width: int, height: int) -> bytes:
    return bytes(cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8))[1])


@pytest.mark.parametrize(
    "sent", [b"", b"no picture", jpeg_of(90)[:-200], flat_jpeg(5000, 4000)], ids=str
)
def test_what_is_no_picture_or_too_large_is_refused_and_not_kept(feed: PhoneFeed, sent: bytes) -> None:
    feed.put(jpeg_of(90), 0.0)
    with pytest.raises(NotAPicture):
        feed.put(sent, 0.1)
    assert feed.take(0.1) == jpeg_of(90)


def test_a_picture_whose_data_are_broken_is_passed_over(feed: PhoneFeed, camera: PhoneCamera) -> None:
    good = jpeg_of(90)
    broken = good[: len(good) // 2] + good[-2:]
    threading.Timer(0.1, lambda: feed.put(jpeg_of(200), 0.1)).start()
    feed.put(broken, 0.0)
    assert camera.capture().image_bgr.mean() == pytest.approx(200, abs=3)


def test_pictures_are_asked_for_at_one_rate_however_long_each_is_on_its_way(feed: PhoneFeed) -> None:
    period_s = 1 / FPS
    feed.put(jpeg_of(90), 10.0)
    for number in range(1, 20):
        takes_s = 0.05 * (number % 3)
        wanted = feed.put(jpeg_of(90 + number), 10.0 + number * period_s + takes_s)
        assert wanted.next_s == pytest.approx(period_s - takes_s)
    assert feed.put(jpeg_of(92), 30.0).next_s == 0  # what took too long is followed at once


def test_the_size_that_is_set_is_asked_for(feed: PhoneFeed) -> None:
    camera = PhoneCamera(feed, SteppedClock())
    for view in (CameraView(), CameraView(for_board=True), CameraView(size_wh=(1280, 960))):
        camera.view = view
        with camera:
            assert feed.put(jpeg_of(90), 0.0).size_wh == view.size_or((1640, 1232))


@contextmanager
def held_by(feed: PhoneFeed, focus: bool, exposure: bool) -> Iterator[None]:
    """A phone that does what it can of what it is asked."""
    ends = threading.Event()

    def sends() -> None:
        while not ends.wait(0.02):
            wanted = feed.put(jpeg_of(90), 0.0)
            feed.reports(PhoneHeld(wanted.asked, focus and wanted.hold, exposure and wanted.hold))

    feed.put(jpeg_of(90), 0.0)
    thread = threading.Thread(target=sends)
    thread.start()
    yield
    ends.set()
    thread.join()


@pytest.mark.parametrize(("focus", "exposure"), [(True, True), (True, False), (False, False)])
def test_what_the_phone_could_hold_is_told(
    feed: PhoneFeed, camera: PhoneCamera, focus: bool, exposure: bool
) -> None:
    with held_by(feed, focus, exposure):
        assert (camera.focus(), camera.lock_exposure()) == (focus, exposure)
        assert camera.unlock_exposure() is False


def test_a_phone_that_says_nothing_held_nothing(feed: PhoneFeed, camera: PhoneCamera) -> None:
    feed.put(jpeg_of(90), 0.0)
    assert (camera.focus(), camera.lock_exposure()) == (False, False)


def test_a_phone_that_was_away_for_long_is_the_camera_again_at_once(feed: PhoneFeed) -> None:
    """A driver that hangs is opened ever later; no phone has one."""
    with WatchedCamera(lambda: PhoneCamera(feed, SystemClock()), SystemClock()) as watched:
        lost = 0
        while lost <= MAX_RESTARTS + 1:
            before = watched._worker
            watched.wait_newer(None, 0.1)
            lost += before is not None and watched._worker is not before
        assert (watched.health().state, watched.health().why) == ("lost", "no_phone")
        feed.put(jpeg_of(90), 0.0)
        assert watched.wait_newer(None, 2.0) is not None
        assert watched.health().state == "running"


def test_a_picture_that_turns_with_the_phone_is_turned_back(feed: PhoneFeed) -> None:
    rng = np.random.default_rng(7)
    table = cv2.resize(rng.integers(0, 255, (12, 16, 3), np.uint8), (640, 480))

    def sent(turns: int) -> bytes:
        return bytes(cv2.imencode(".jpg", np.rot90(table, turns))[1])

    with WatchedCamera(lambda: PhoneCamera(feed, SystemClock()), SystemClock()) as watched:
        feed.put(sent(0), 0.0)
        first = watched.wait_newer(None, 5.0)
        feed.put(sent(1), 0.0)
        assert first is not None
        second = watched.wait_newer(first.number, 5.0)
    assert second is not None
    assert watched.turned == 90
    assert second.image_bgr.shape == first.image_bgr.shape
