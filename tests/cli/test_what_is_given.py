"""Whatever is named on the command line, nothing ends in a traceback, and nothing is waited for."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

COMMAND = [sys.executable, "-m", "companion"]

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there are no such devices here")


def ended(*words: str, out: str | None = None) -> tuple[int, str, str]:
    with open(out or os.devnull, "w") as file:  # noqa: PTH123 - a device may be named
        done = subprocess.run(
            [*COMMAND, *words],
            stdout=subprocess.PIPE if out is None else file,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
            check=False,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        )
    return done.returncode, done.stdout or "", done.stderr


@pytest.mark.parametrize("name", ["/dev/zero", "pipe"])
@pytest.mark.parametrize(
    "words",
    [
        ["replay", "FILE"],
        ["evaluate", "dice", "FILE"],
        ["teach", "dice", "--set", "NEW", "FILE"],
        ["read", "dice", "FILE"],
        ["run", "--port", "0", "--data", "NEW", "--config", "FILE"],
        ["restore", "--data", "NEW", "FILE"],
    ],
    ids=lambda words: words[0],
)
def test_what_is_no_file_is_said(words: list[str], name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    places = {"FILE": str(tmp_path / name), "NEW": str(tmp_path / "new")}
    status, out, err = ended(*(places.get(word, word) for word in words))
    assert status == 1
    assert "no file" in out + err or "no backup" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["perft", "drunter", "--depth", "1"], "No space left"),
        (["print", "mat", "/dev/full"], "a device"),
    ],
)
def test_where_nothing_can_be_written_is_said(words: list[str], said: str) -> None:
    status, _, err = ended(*words, out="/dev/full")
    assert (status, said in err, "Traceback" in err) == (1, True, False)


@pytest.mark.parametrize("host", ["x" * 300, "a..b", "ž" * 80], ids=["long", "empty", "letters"])
def test_an_address_that_cannot_be_is_said(host: str, tmp_path: Path) -> None:
    status, _, err = ended("run", "--data", str(tmp_path), "--port", "0", "--host", host)
    assert (status, "no such address" in err, "Traceback" in err) == (1, True, False)


def test_an_address_of_another_computer_is_said(tmp_path: Path) -> None:
    status, _, err = ended("run", "--data", str(tmp_path), "--port", "0", "--host", "192.0.2.1")
    assert status == 1
    assert err.endswith("\nThis computer has no such address. Try --host 0.0.0.0.\n")


def test_a_broken_picture_is_told_of_in_our_words_alone(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), np.uint8)
    coded = bytearray(cv2.imencode(".jpg", noise)[1].tobytes())
    coded[4:160] = bytes(156)  # OpenCV would have something to say of it
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(coded)
    status, _, err = ended("read", "dice", str(broken))
    assert status == 1
    assert err.startswith(f"not a picture: {broken}")
    assert err.splitlines()[1:] == ["JPEG and PNG files can be read."]
