"""The whole program in the guest: a vote and a round, by keys and lamps of the chip, beside its page."""

import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.devices.factories import open_factory
from companion.devices.hourglass import END_S
from companion.devices.pin_box import PinBox
from companion.games.drunter.votes import VOTE_CARDS
from tests.devices.rigs import PIN_MAP, becomes
from tests.devices.traces import changing
from tests.rigs.hardware.chip import Line
from tests.rigs.hardware.inside.conftest import PINS, Note
from tests.table.plays.drunter.voting import opening

PORT, PIN = 8765, "123456"
PROGRAM = "from companion.cli import main; main()"
STARTS_WITHIN_S = 300.0
ROUND_S, IN_TIME_S = 30, 0.05
COLUMN = [f"column-{number}" for number in range(1, 9)]
LINES = {name: Line(gpio) for name, gpio in {**PIN_MAP.inputs, **PIN_MAP.outputs}.items()}


@pytest.fixture(scope="module", autouse=True)
def network() -> None:
    """Switch the guest's loopback on: its addresses are its own."""
    up = 0x1 | 0x40  # IFF_UP, IFF_RUNNING
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", up))  # SIOCSIFFLAGS


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder, and a table on which nothing lies."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "pictures").mkdir()
    cv2.imwrite(str(folder / "pictures" / "empty.png"), np.full((240, 320, 3), 90, np.uint8))
    return folder


class Program:
    """``companion run`` in the guest, asked by its own API as a page asks it."""

    def __init__(self, data: Path) -> None:
        words = ["run", "--pins", PINS, "--camera", f"recording:{data / 'pictures'}"]
        words += ["--data", str(data / "kept"), "--port", str(PORT)]
        self.log = (data / "log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            env={**os.environ, "COMPANION_PIN": PIN},
            stdout=self.log,
            stderr=self.log,
        )
        self.token: str | None = None

    def answers(self) -> bool:
        try:
            self.state()
        except (OSError, HTTPException):
            return False
        return True

    def state(self) -> Any:
        """Return what a page for everyone is told."""
        return json.loads(self.get("/api/v1/state"))

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=60) as reply:
            return bytes(reply.read())

    def post(self, path: str, words: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{PORT}/api/v1/{path}",
            json.dumps(words).encode(),
            {"Content-Type": "application/json"},
        )
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.loads(reply.read())

    def move(self, **words: Any) -> None:
        self.post("moves", {"id": f"{time.monotonic()}", **words})

    def log_in(self) -> None:
        self.token = self.post("login", {"pin": PIN})["token"]


@contextmanager
def running(data: Path) -> Iterator[Program]:
    program = Program(data)
    try:
        assert becomes(program.answers, STARTS_WITHIN_S), (data / "log").read_text()
        program.log_in()
        yield program
    finally:
        if program.process.poll() is None:
            program.process.terminate()
        program.process.wait(60)
        program.log.close()


@pytest.fixture(scope="module")
def program(data: Path) -> Iterator[Program]:
    with running(data) as made:
        yield made


def lit() -> set[str]:
    return {name for name in PIN_MAP.outputs if LINES[name].is_high()}


def press(key: str) -> None:
    """Press a key as a finger does: it bounces as it closes, and as it opens."""
    rng = Random(key)
    for down in (True, False):
        edges, rests = changing(key, down, 0.0, rng)
        began = time.monotonic()
        for edge in edges:
            time.sleep(max(0.0, began + edge.at - time.monotonic()))
            LINES[key].drive(down=edge.down)
        time.sleep(max(0.0, began + rests - time.monotonic()) + 0.06)


def blink(names: set[str]) -> Callable[[], bool]:
    """Return what tells whether just these of the column blink, while the others are steady."""

    def all_do() -> bool:
        looks: list[set[str]] = []
        for _ in range(20):
            looks.append(lit() & set(COLUMN))
            time.sleep(0.05)
        sometimes = looks[0].union(*looks) - looks[0].intersection(*looks)
        return sometimes == names

    return all_do


def beeps_during(seconds: float) -> list[tuple[float, float]]:
    """Return when the buzzer began to sound, and how long each time, looking every two milliseconds."""
    ends, found, since = time.monotonic() + seconds, [], None
    while (now := time.monotonic()) < ends or since is not None:
        sounds = LINES["buzzer"].is_high()
        if sounds and since is None:
            since = now
        elif not sounds and since is not None:
            found.append((since, now - since))
            since = None
        time.sleep(0.002)
    return found


def test_the_doctor_takes_the_pins_and_lights_none_where_nobody_is_asked(data: Path) -> None:
    words = [sys.executable, "-c", PROGRAM, "doctor", "--pins", PINS, "--data", str(data)]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert "pins: all 23 could be taken" in done.stdout, done.stdout + done.stderr
    assert "none of the 13 is stuck" in done.stdout
    assert lit() == set()


def test_a_whole_vote(program: Program, note: Note) -> None:
    first_line, lays = opening(2)
    program.post("sittings", first_line)
    for words in lays:
        program.move(**words)
    assert becomes(lambda: lit() == {"status"}), "somebody is to vote"
    for number, keys in enumerate(((2, 8), (4, 5, 6))):
        voter = program.state()["to_move"]
        press("ok")
        assert becomes(lambda: set(COLUMN) <= lit())
        for key in keys:
            press(f"card-{key}")
        assert becomes(blink({f"column-{key}" for key in keys}))
        told = program.state()
        assert told["box"]["open"]
        assert not {"picked", "own"} & {*told["box"], *told["view"]}, "nobody is told what is picked"
        press("ok")
        assert becomes(lambda: not lit() & set(COLUMN))
        left = [voter] if number == 0 else []
        assert becomes(lambda: program.state()["view"]["finished"] == left)  # noqa: B023 - asked at once
        time.sleep(1.5)
    last = program.state()["view"]["last_vote"]
    cards = [[VOTE_CARDS[key - 1] for key in keys] for keys in ((2, 8), (4, 5, 6))]
    assert sorted(last["revealed"].values()) == sorted(cards)
    assert b"<html" in program.get("/").lower()
    note("a whole vote of Drunter at the box, two voters", "as it was pressed; the page told of it")


def test_a_whole_round_of_ubongo(program: Program, note: Note) -> None:
    options = {"seconds": ROUND_S, "rounds": 1}
    program.post("sittings", {"game": "ubongo", "seats": ["Ana", "Bob", "Cyril"], "options": options})
    program.move(move="start", symbol="snake")
    began = time.monotonic()
    assert becomes(lambda: {*COLUMN[1:]} <= lit()), "the sand is in the column"
    time.sleep(ROUND_S / 2)
    assert lit() >= set(COLUMN[5:])
    assert not lit() & set(COLUMN[:3]), "it runs out from the top"
    for key in ("call-2", "call-3"):
        LINES[key].drive(down=True)
        time.sleep(0.002)
    time.sleep(0.1)
    for key in ("call-2", "call-3"):
        LINES[key].drive(down=False)
    assert becomes(lambda: program.state()["view"]["calls"] == [["Bob"], ["Cyril"]])
    for name in ("Bob", "Cyril"):
        row = program.state()["view"]["players"][name]["pawn"]
        program.move(seat=name, move="take", row=row)
    sounds = beeps_during(began + ROUND_S + END_S - time.monotonic())
    ticks, (end_at, end_s) = sounds[:-1], sounds[-1]
    assert 8 <= len(ticks) <= 10
    assert end_s > 1.0, "its end is unmistakable"
    late_s = end_at - began - ROUND_S
    assert abs(late_s) <= IN_TIME_S
    assert becomes(lambda: not lit())
    assert becomes(lambda: program.state()["outcome"] is not None), "that was its only round"
    note(
        "a whole round of Ubongo on the box",
        f"two calls 2 ms apart in order, {len(ticks)} ticks, the end {1000 * late_s:+.0f} ms from the"
        " moment in which the page's move to start was answered",
    )


def test_killed_and_started_again_everything_is_off_first(data: Path, program: Program) -> None:
    program.post("sittings", {"game": "ubongo", "seats": ["Ana", "Bob"], "options": {"seconds": 60}})
    program.move(move="start", symbol="snake")
    assert becomes(lambda: len(lit()) >= 7)
    program.process.send_signal(signal.SIGKILL)
    program.process.wait(60)
    with running(data) as again:
        assert again.state()["game"] == "ubongo"
        assert becomes(lambda: not lit() - {"status", *COLUMN})
        again.process.send_signal(signal.SIGTERM)
        again.process.wait(60)
        assert again.process.returncode == 0
    assert lit() == set()
    factory = open_factory(PINS)
    box = PinBox(PIN_MAP, factory, time.monotonic)
    box.open(lambda: None)  # every pin is free
    box.close()
    factory.close()
