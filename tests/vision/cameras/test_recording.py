"""Recordings: photographs one after the other, each long enough to come to rest."""

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.recording import FOLDER_FPS, HOLD_S, RecordedPhotos, RecordedVideo, natural_order
from vision.clock import SteppedClock
from vision.errors import CameraLost


def write_flat(path: Path, grey: int) -> None:
    cv2.imwrite(str(path), np.full((48, 64, 3), grey, np.uint8))


def shown(camera: RecordedPhotos | RecordedVideo, frames: int) -> list[int]:
    with camera:
        return [int(camera.capture().image_bgr[0, 0, 0]) for _ in range(frames)]


def test_photographs_come_in_natural_order_each_held_and_the_last_stays(tmp_path: Path) -> None:
    for number, grey in ((10, 30), (9, 20), (1, 10)):
        write_flat(tmp_path / f"IMG_{number}.png", grey)
    each = round(HOLD_S * FOLDER_FPS)
    greys = shown(RecordedPhotos(tmp_path, SteppedClock()), 4 * each)
    assert greys == [10] * each + [20] * each + [30] * 2 * each


def test_what_is_no_picture_is_left_out_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_flat(tmp_path / "b.png", 50)
    (tmp_path / "a.png").write_bytes(b"no picture")
    assert shown(RecordedPhotos(tmp_path, SteppedClock()), 2) == [50, 50]
    assert "left out, not a picture" in caplog.text


def test_pictures_that_cannot_be_read_stop_no_recording(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name, (height, width) in {"a": (1, 1), "b": (1, 20_000), "c": (9000, 9000)}.items():
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.zeros((height, width), np.uint8))
    (tmp_path / "d.png").mkdir()
    write_flat(tmp_path / "e.jpg", 50)
    whole = (tmp_path / "e.jpg").read_bytes()
    (tmp_path / "f.jpg").write_bytes(whole[: len(whole) // 2])
    each = round(HOLD_S * FOLDER_FPS)
    assert shown(RecordedPhotos(tmp_path, SteppedClock()), 2 * each) == [50] * 2 * each
    assert caplog.text.count("left out, not a picture") == 5


def test_a_recording_without_any_picture_is_lost(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"no video")
    with pytest.raises(CameraLost, match="cannot be played"):
        RecordedVideo(tmp_path / "a.mp4", SteppedClock()).start()
    with pytest.raises(CameraLost, match="no picture that can be shown"):
        RecordedPhotos(tmp_path, SteppedClock()).start()


def write_video(path: Path, greys: list[int]) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for grey in greys:
        writer.write(np.full((48, 64, 3), grey, np.uint8))
    writer.release()


def test_a_video_plays_at_its_own_speed_and_its_last_picture_stays(tmp_path: Path) -> None:
    write_video(tmp_path / "v.avi", [40, 80, 120])
    clock = SteppedClock()
    camera = RecordedVideo(tmp_path / "v.avi", clock)
    assert shown(camera, 5) == pytest.approx([40, 80, 120, 120, 120], abs=2)
    assert clock.now() == pytest.approx(0.4)


def test_a_table_that_was_busy_sees_the_picture_of_now(tmp_path: Path) -> None:
    write_video(tmp_path / "v.avi", [40, 80, 120, 160, 200])
    clock = SteppedClock()
    with RecordedVideo(tmp_path / "v.avi", clock) as camera:
        camera.capture()
        clock.wait(threading.Event(), 0.3)
        assert int(camera.capture().image_bgr[0, 0, 0]) == pytest.approx(160, abs=2)


def test_names_sort_as_people_count() -> None:
    names = ["b2.png", "a10.png", "a9.png", "A1.png", "10.png", "9.png"]
    ordered = sorted((Path(name) for name in names), key=natural_order)
    assert [path.name for path in ordered] == [
        "9.png",
        "10.png",
        "A1.png",
        "a9.png",
        "a10.png",
        "b2.png",
    ]


def test_a_recording_that_goes_away_is_lost_and_comes_back(tmp_path: Path) -> None:
    folder, video = tmp_path / "photos", tmp_path / "v.avi"
    folder.mkdir()
    write_flat(folder / "a.png", 50)
    write_video(video, [40, 80, 120])
    for path in (folder, video):
        make = RecordedPhotos if path is folder else RecordedVideo
        aside = path.with_name("aside")
        with make(path, SteppedClock()) as camera:
            camera.capture()
            path.rename(aside)
            with pytest.raises(CameraLost, match="no longer there"):
                camera.capture()
            aside.rename(path)
            camera.capture()
