"""How the camera is set outlasts the program, goes before its usual, and does not trust its file."""

from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.table.owner.camera import OwnCamera
from vision.cameras.view import CameraView


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "camera.json"


def test_nothing_set_is_the_usual(file: Path) -> None:
    assert OwnCamera(file).view(for_board=False) == CameraView()
    assert OwnCamera(file).view(for_board=True) == CameraView(for_board=True)
    assert not file.exists()


def test_what_is_set_is_kept_and_what_is_left_out_stays(file: Path) -> None:
    OwnCamera(file).set({"rotate": 90, "size": [1280, 720]})
    OwnCamera(file).set({"mirror": True, "mains": 60})
    again = OwnCamera(file)
    assert again.view(for_board=False) == CameraView(90, mirror=True, size_wh=(1280, 720), mains_hz=60)
    again.set({"size": None})
    assert OwnCamera(file).view(for_board=False).size_wh is None
    assert OwnCamera(file).shape() == {"rotate": 90, "mirror": True, "size": None, "mains": 60}


def test_what_is_given_goes_before_what_was_kept(file: Path) -> None:
    OwnCamera(file).set({"rotate": 90, "mains": 60})
    given = OwnCamera(file, {"rotate": 180, "size": (800, 600)})
    assert given.view(for_board=False) == CameraView(180, size_wh=(800, 600), mains_hz=60)
    assert given.shape()["size"] == [800, 600]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        '{"rotate": 45}',
        '{"rotate": true}',
        '{"rotate": "90"}',
        '{"mirror": 1}',
        '{"mains": 55}',
        '{"size": [1, 2]}',
        '{"size": [1280, 720, 3]}',
        '{"size": "1280x720"}',
        '{"size": [1280.5, 720]}',
        '{"zoom": 2}',
        '{"off": true}',
    ],
)
def test_a_damaged_file_is_as_none(file: Path, text: str) -> None:
    file.write_text(text)
    assert OwnCamera(file).view(for_board=False) == CameraView()


def test_where_nothing_can_be_written_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(JournalError, match=r"camera\.json"):
        OwnCamera(tmp_path / "folder" / "camera.json").set({"rotate": 90})


def test_a_camera_that_was_switched_off_is_off_again_but_no_other(file: Path) -> None:
    OwnCamera(file).set({"off": "simulated", "rotate": 90})
    again = OwnCamera(file)
    assert (again.is_off("simulated"), again.is_off("webcam:0")) == (True, False)
    assert again.view(for_board=False) == CameraView(90)
    again.set({"off": None})
    assert not OwnCamera(file).is_off("simulated")
