"""What may be given after ``--camera``, and what not."""

from pathlib import Path

import pytest

from vision.cameras.open import open_camera
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
        ("simulated:3", "takes nothing after it", "Write just simulated."),
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
