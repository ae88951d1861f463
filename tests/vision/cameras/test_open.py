"""What may be given after ``--camera``, and what not."""

import traceback
from pathlib import Path

import pytest

from vision.cameras.open import open_camera, shown
from vision.clock import SteppedClock
from vision.errors import BadCamera


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("simulatd", "no camera is called 'simulatd'", "Did you mean simulated?"),
        ("Webcam:0", "no camera is called 'Webcam:0'", "Did you mean webcam?"),
        ("picamera", "no camera is called", "Did you mean picamera2?"),
        ("", "no camera is called ''", "There are: simulated"),
        ("nonsense", "no camera is called 'nonsense'", "There are: simulated"),
        ("webcam", "which webcam", "webcam:0"),
        ("webcam:front", "which webcam", "webcam:0"),
        (f"webcam:{'9' * 5000}", "which webcam", "webcam:0"),
        ("simulated:3", "takes nothing after it", "Write just simulated."),
        ("url:", "an address begins with", "url:http://"),
        ("url:192.168.1.20:8080/video", "an address begins with", "url:http://"),
        ("url:ftp://host/video", "an address begins with", "url:http://"),
        ("url:http:///video", "names no host", "url:http://"),
        ("recording:", "no such recording", "recording:PATH"),
        ("recording:/nowhere/at/all", "no such recording", "recording:PATH"),
    ],
)
def test_a_wrong_source_is_refused_with_a_hint(source: str, message: str, hint: str) -> None:
    with pytest.raises(BadCamera, match=message) as caught:
        open_camera(source, clock=SteppedClock())
    assert hint in caught.value.hint


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    with pytest.raises(BadCamera, match="no pictures in that folder"):
        open_camera(f"recording:{tmp_path}", clock=SteppedClock())


@pytest.mark.parametrize(
    "source",
    [
        "url:http://ana:se/cret@host/video",
        "url:http://ana:12?secret@host/video",
        "url:http://ana:#secret@host/video",
        "url:http://ana:se cret@host/video",
        "url:http://ana:secret@host:port/video",
        "url:http://[ana:secret@host/video",
        "url:htp://ana:secret@host/video",
        "http://ana:secret@host/video",
        "URL:http://ana:secret@host/video",
        "webcm:http://ana:secret@host/video",
        "ana:secret@host",
    ],
)
def test_an_address_that_is_refused_is_not_shown(source: str) -> None:
    with pytest.raises(BadCamera) as caught:
        open_camera(source, clock=SteppedClock())
    told = "".join(traceback.format_exception(caught.value)) + caught.value.hint
    assert "secret" not in told.replace(source, "")
    assert "secret" not in str(caught.value) + caught.value.hint
    assert "url:" in caught.value.hint or "%" in caught.value.hint


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("url:http://ana:geheim@192.168.1.20:8080/video", "url:http://192.168.1.20:8080"),
        ("url:http://host/video.cgi?user=ana&pwd=geheim", "url:http://host"),
        ("url:rtsp://host/user=ana_password=geheim_channel=1", "url:rtsp://host"),
        ("url:rtsp://a:p%40ss@[fe80::1]:554/h264", "url:rtsp://[fe80::1]:554"),
        ("url:http://ana:p@ss@host/video", "url:http://host"),
        ("recording:/home/ana/evening.mp4", "recording:evening.mp4"),
        ("webcam:0", "webcam:0"),
    ],
)
def test_of_an_address_only_what_cannot_be_secret_is_shown(source: str, expected: str) -> None:
    assert shown(source) == expected
    if source.startswith("url:"):
        camera = open_camera(source, clock=SteppedClock())
        assert camera.name == expected
        assert repr(vars(camera)).count("geheim") == 0
