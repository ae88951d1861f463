"""What a library, a driver or the system raises is told as what is wrong, with what to do."""

import errno
from typing import get_args

import pytest

from vision.cameras.reasons import HINTS, lost_by
from vision.errors import CameraLost, Why


def system(number: int) -> OSError:
    return OSError(number, "as the system says it", "/dev/video0")


def from_picamera2(inner: str) -> RuntimeError:
    """As picamera2 raises when libcamera has: the reason stands in what came before."""
    try:
        try:
            raise RuntimeError(inner)
        except RuntimeError:
            raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904 - as it does
    except RuntimeError as error:
        return error


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError("numpy.dtype size changed, may indicate binary incompatibility"), "library"),
        (ImportError("libcamera.so.0.5: cannot open shared object file"), "library"),
        (AttributeError("module 'libcamera' has no attribute 'Transform'"), "library"),
        (KeyError("SensorTimestamp"), "library"),
        (ModuleNotFoundError("No module named 'picamera2'"), "missing"),
        (IndexError("list index out of range"), "gone"),
        (PermissionError("may not"), "denied"),
        (system(errno.EACCES), "denied"),
        (system(errno.EBUSY), "busy"),
        (system(errno.ENODEV), "gone"),
        (system(errno.ENOENT), "gone"),
        (system(errno.ENOSPC), "usb_full"),
        (system(errno.ENOMEM), "memory"),
        (system(errno.EPROTO), "driver"),
        (from_picamera2("Failed to acquire camera: Device or resource busy"), "busy"),
        (from_picamera2("Failed to acquire camera: No such device"), "gone"),
        (from_picamera2("something else"), "driver"),
        (MemoryError(), "memory"),
        (RuntimeError("unheard of"), "driver"),
    ],
    ids=repr,
)
def test_each_reason_is_named_with_what_to_do(error: Exception, why: Why) -> None:
    lost = lost_by("webcam:0", error)
    assert lost.why == why
    assert lost.hint
    assert str(lost).startswith("webcam:0 ")
    assert type(error).__name__ in str(lost)


def test_a_kind_of_camera_says_what_to_do_with_it() -> None:
    assert lost_by("x", IndexError(), {"gone": "Look at the ribbon."}).hint == "Look at the ribbon."


def test_what_a_camera_says_of_itself_stays_as_it_is() -> None:
    said = CameraLost("it is asleep", hint="Wake it.")
    assert lost_by("x", said) is said


def test_no_address_is_told() -> None:
    lost = lost_by("url:http://host", ValueError("bad url http://ana:geheim@host/video"))
    assert "geheim" not in f"{lost} {lost.hint}"


def test_every_reason_has_something_to_do() -> None:
    """Those of cameras without a driver are told by the cameras themselves, with theirs."""
    of_cameras = {"password", "no_video", "no_phone", "phone_away", "phone_silent", "phone_blind"}
    assert set(HINTS) | of_cameras == set(get_args(Why))
