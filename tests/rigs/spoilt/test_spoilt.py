"""The rig of spoilt pictures: what it does to one, and that it catches a reader that is always sure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.rigs.spoilt import cases, verdict
from tests.rigs.spoilt.cases import Case, case_of, cases_of, original_of, row_of
from tests.rigs.spoilt.kinds import KINDS, Shot, spoilt
from tests.rigs.spoilt.light import grain
from tests.rigs.spoilt.sources import Collection, Picture, collected, pictures
from tests.rigs.spoilt.summary import newly_wrong, told
from tests.rigs.spoilt.verdict import unjudged_of
from vision.clock import SteppedClock
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.reader import read_by
from vision.readings.dice import DiceReading, Die
from vision.readings.places import PointPx
from vision.workshop.simulation.table import SimulatedTable

STEPS = [(kind, step) for kind, one in KINDS.items() for step in one.steps]
SIDE = 55.0


@pytest.fixture(scope="module")
def table_bgr() -> ImageBgr:
    return SimulatedTable(SteppedClock(), seed=5).render(0.0)


@pytest.fixture
def one(tmp_path: Path, table_bgr: ImageBgr) -> Picture:
    """Give a picture of a table on which, its label says, one die lies."""
    cv2.imwrite(str(tmp_path / "a.png"), table_bgr)
    die = LabelledPiece("1", PointPx(300, 300))
    photo = LabelledPhoto(tmp_path / "a.png", "a.png", (die,), {})
    return Picture(Collection("made up", "dice", "pips", tmp_path), photo, SIDE)


@dataclass(frozen=True)
class AlwaysSure:
    """Reads the labelled die where there is contrast, else nothing: and is sure of it."""

    sees_in_the_dark: bool = False

    @property
    def taught(self) -> Any:
        return load("pips")

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        side = (PointPx(270, 270), PointPx(330, 270), PointPx(330, 330), PointPx(270, 330))
        die = Die("1", PointPx(300, 300), side, None, 1.0, True)
        seen = self.sees_in_the_dark or image_bgr.std() > 10
        height, width = image_bgr.shape[:2]
        return DiceReading((die,) if seen else (), (), True, (), (width, height), False)


def of(picture: Picture, kind: str, step: float) -> Case:
    return case_of([picture], 0, kind, step)


def made(monkeypatch: pytest.MonkeyPatch, reader: object, case: Case) -> tuple[Mapping[str, Any], bool]:
    """Return the row of a case, and whether it counts as surely wrong that was not before.

    The reader alone is asked: nothing judges the picture first.
    """
    monkeypatch.setattr(cases, "fresh_reader", lambda _: reader)
    monkeypatch.setattr(verdict, "read_judged", read_by)
    row = row_of(case)
    return row, newly_wrong(row, {case.picture.name: original_of(case.picture)})


@pytest.mark.parametrize("kind", ["black", "grey", "clipped"])
def test_a_reader_that_is_always_sure_is_caught(
    one: Picture, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, is_wrong = made(monkeypatch, AlwaysSure(), of(one, kind, KINDS[kind].steps[0]))
    assert is_wrong
    assert row["wrong"] == "1 missing"
    assert not made(monkeypatch, AlwaysSure(True), of(one, kind, 0.0))[1]


def test_what_was_surely_wrong_before_is_not_the_spoilings(
    one: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = LabelledPhoto(one.labelled.image, "a.png", (), {})
    bare = replace(one, labelled=photo)
    row, is_wrong = made(monkeypatch, AlwaysSure(True), of(bare, "jpeg", 5.0))
    assert row["wrong"] == "1 extra"
    assert not is_wrong


def test_a_reader_that_raises_is_told(one: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    class Raises(AlwaysSure):
        kind = "dice"

        def read(self, image_bgr: ImageBgr) -> DiceReading:
            raise ValueError(f"max() of nothing in {image_bgr.ndim} dimensions")

    row, is_wrong = made(monkeypatch, Raises(), of(one, "black", 0.0))
    assert not is_wrong
    assert "ValueError: max() of nothing in 3 dimensions (test_spoilt.py:" in row["error"]
    summary = "\n".join(told([row], {one.name: original_of(one)}, {}))
    assert "on which a reader raised: 1 ValueError" in summary


def test_the_summary_tells_what_is_wrong_and_what_is_no_longer_sure(
    one: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, _ = made(monkeypatch, AlwaysSure(), of(one, "black", 0.0))
    before = original_of(one)
    less = before | {"sure": False}
    summary = "\n".join(told([row], {one.name: less}, {one.name: before}))
    assert "surely wrong that were not before: 100.00 % (1/1" in summary
    assert "SURELY WRONG made up/a.png black 0" in summary
    assert "no longer: made up/a.png" in summary


def test_what_a_reading_says_that_it_could_not_judge_is_found() -> None:
    reading: Any = SimpleNamespace(unjudged=(SimpleNamespace(why="dark"), SimpleNamespace(why="dark")))
    assert unjudged_of(reading) == ("dark",)


@pytest.mark.parametrize(("kind", "step"), STEPS)
def test_each_step_spoils_the_picture_and_twice_alike(
    table_bgr: ImageBgr, kind: str, step: float
) -> None:
    middle_bgr = np.ascontiguousarray(table_bgr[240:720, 320:960])
    shot = Shot(middle_bgr, SIDE, lambda: np.ascontiguousarray(middle_bgr[::-1]))
    image = spoilt(kind, step, shot, 7)
    assert image.shape == middle_bgr.shape
    assert image.dtype == np.uint8
    assert not np.array_equal(image, middle_bgr)
    assert np.array_equal(image, spoilt(kind, step, shot, 7))


def test_light_is_spoilt_before_the_sensor_clips(table_bgr: ImageBgr) -> None:
    lamp = np.full((200, 200, 3), 30, np.uint8)
    lamp[100:, :] = 255
    shot = Shot(lamp, SIDE, lambda: lamp)
    middle = spoilt("gaussian", 6.5, shot, 1)[100, 100, 0]
    assert middle > (30 + 255) / 2 + 20, "half the light is far more than half the value"
    assert abs(int(spoilt("exposure", 2.0, shot, 1)[0, 0, 0]) - 30 * 2 ** (1 / 2.2)) <= 1


def test_a_lens_takes_no_noise_away(table_bgr: ImageBgr) -> None:
    noise = np.random.default_rng(1).normal(0, 6, table_bgr.shape)
    noisy = np.clip(table_bgr + noise, 0, 255).astype(np.uint8)
    out_of_focus = spoilt("defocus", 0.3, Shot(noisy, SIDE, lambda: noisy), 1)
    assert grain(out_of_focus) == pytest.approx(grain(noisy), rel=0.15)


def test_every_part_of_the_cases_is_a_sample_of_all(one: Picture) -> None:
    pictures = [replace(one, labelled=replace(one.labelled, name=f"{n}.png")) for n in range(40)]
    every = cases_of([pictures])
    assert all(case.other.name for case in every)
    assert {case.step for case in cases_of([pictures], ["jpeg"], mildest=True)} == {30.0}
    assert len({case.key for case in every}) == len(every) == 40 * len(STEPS)
    assert {case.kind for case in every[::13]} == set(KINDS)
    assert {case.after for case in every} == {True, False}


@pytest.mark.usefixtures("real_photographs")
def test_a_photograph_is_read_as_it_is_and_spoilt() -> None:
    (webcam,) = collected(["real/webcam"]).collections
    group = pictures(webcam)
    row = original_of(group[5])
    assert row["sure"]
    assert row["right"]
    spoilt_row = row_of(case_of(group, 5, "frozen half", 0.3))
    assert spoilt_row["image"] == row["image"] == group[5].name


def test_a_die_that_a_torn_picture_shows_beside_its_place_is_looked_for_there(
    one: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cases, "torn_px", lambda *_: np.full(960, 40))
    case = case_of([one], 0, "tearing", 40.0)
    assert cases._as_torn(case, np.zeros((960, 1280, 3), np.uint8)).pieces[0].centre_px == (340, 300)
