"""Which phone may be the camera: by a code, one at a time, until the host ends it."""

from pathlib import Path

import pytest

from companion.errors import JournalError, TooManyTries, WrongPin
from companion.table.access.camera_pass import CAMERA_PHONE, CODE_LIFE_S, CameraPass
from companion.table.access.guessing import FREE, Tries


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def camera(tmp_path: Path, clock: Clock) -> CameraPass:
    return again(tmp_path, clock)


def again(folder: Path, clock: Clock) -> CameraPass:
    """Return what a table knows that starts in this folder."""
    return CameraPass(folder / CAMERA_PHONE, Tries(clock), clock)


def test_a_code_lets_one_phone_be_the_camera_once(camera: CameraPass) -> None:
    code = camera.invite()
    token = camera.join(f" {code[:3].lower()} {code[3:]} ", "Ana's phone", "phone")
    assert (camera.name, camera.is_good(token)) == ("Ana's phone", True)
    with pytest.raises(WrongPin):
        camera.join(code, "another", "phone")


def test_a_code_is_good_until_the_next_is_made_or_time_has_passed(
    camera: CameraPass, clock: Clock
) -> None:
    earlier, code = camera.invite(), camera.invite()
    with pytest.raises(WrongPin):
        camera.join(earlier, "a phone", "phone")
    clock.now += CODE_LIFE_S + 1
    with pytest.raises(WrongPin):
        camera.join(code, "a phone", "phone")


def test_there_is_one_camera_at_a_time_and_the_host_ends_it(camera: CameraPass) -> None:
    first = camera.join(camera.invite(), "the first", "phone")
    second = camera.join(camera.invite(), "the second", "phone")
    assert (camera.is_good(first), camera.is_good(second)) == (False, True)
    left_over = camera.invite()
    camera.end()
    assert (camera.name, camera.is_good(second), camera.is_good("")) == (None, False, False)
    with pytest.raises(WrongPin):
        camera.join(left_over, "the first", "phone")


def test_the_phone_goes_on_after_a_power_cut_and_nobody_reads_its_token(
    camera: CameraPass, tmp_path: Path, clock: Clock
) -> None:
    token = camera.join(camera.invite(), "a phone", "phone")
    kept = (tmp_path / CAMERA_PHONE).read_text()
    assert token not in kept
    later = again(tmp_path, clock)
    assert (later.name, later.is_good(token)) == ("a phone", True)
    later.end()
    assert again(tmp_path, clock).name is None


def test_whoever_starts_the_table_with_another_camera_means_that_one(
    tmp_path: Path, clock: Clock
) -> None:
    path = tmp_path / CAMERA_PHONE
    begun = CameraPass(path, Tries(clock), clock, "simulated")
    begun.join(begun.invite(), "a phone", "phone")
    assert CameraPass(path, Tries(clock), clock, "simulated").name == "a phone"
    assert CameraPass(path, Tries(clock), clock, "webcam:0").name is None


@pytest.mark.parametrize("said", ["", "[]", '{"hash": 1, "name": "x"}', '{"name": "x"}', "\0"])
def test_a_damaged_file_lets_no_phone_in(tmp_path: Path, clock: Clock, said: str) -> None:
    (tmp_path / CAMERA_PHONE).write_text(said)
    assert again(tmp_path, clock).name is None


def test_guessing_is_slowed_down(camera: CameraPass) -> None:
    camera.invite()
    for _ in range(FREE):
        with pytest.raises(WrongPin):
            camera.join("WRONG2", "a stranger", "stranger")
    with pytest.raises(TooManyTries):
        camera.join("WRONG2", "a stranger", "stranger")


def test_what_cannot_be_kept_is_not_said_to_be(tmp_path: Path, clock: Clock) -> None:
    camera = again(tmp_path / "gone", clock)
    code = camera.invite()
    with pytest.raises(JournalError):
        camera.join(code, "a phone", "phone")
    assert camera.name is None
    camera.move(tmp_path / CAMERA_PHONE)
    assert camera.is_good(camera.join(code, "a phone", "phone"))
