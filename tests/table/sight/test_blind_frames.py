"""Frames of which nothing can be told: nothing is read of them, and nothing known is forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.table.sight.eyes import Eyes, FrameSight
from companion.table.sight.observation import UNJUDGED_S, Observation, describe_watched
from tests.figures.simulated import house_throw
from tests.rigs.spoilt import kinds
from tests.table.paper_table import PaperDie, reading_of
from vision.frame import Frame, ImageBgr
from vision.readings.board import BoardReading
from vision.readings.places import PointPx
from vision.readings.reading import MarkersSeen, Reading

FPS = 5.0
LYING = reading_of([PaperDie("cap", (0, 0)), PaperDie("three", (2, 0))])
BOARD = BoardReading(
    sure=True,
    doubts=(),
    size_px=LYING.size_px,
    has_markers=False,
    grid=(4, 4),
    cells=(),
    corners_px=(PointPx(400, 300), PointPx(800, 300), PointPx(800, 700), PointPx(400, 700)),
)
BARE = replace(reading_of([]), markers=MarkersSeen())


@cache
def table() -> ImageBgr:
    return house_throw(7001)[0]


@cache
def wall() -> ImageBgr:
    """Return what a camera that was turned away sees: another place, in other colours."""
    return np.asarray(house_throw(7006)[0][::-1, ::-1] * (0.3, 0.6, 1.0), np.uint8)


def swept() -> ImageBgr:
    """Return the table once what lay in its middle is gone."""
    image = table().copy()
    image[300:700, 300:900] = cv2.GaussianBlur(image[300:700, 300:900], (0, 0), 3.0)
    return image


def spoilt(how: str) -> ImageBgr:
    if how == "dark":
        return np.zeros_like(table())
    if how == "bright":
        return np.full_like(table(), 255)
    return np.asarray(cv2.GaussianBlur(table(), (0, 0), 12.0), np.uint8)


@dataclass
class TellingReader:
    """Reads what it is told lies there."""

    tells: Reading = LYING
    asked: int = 0
    kind: str = "dice"

    def read(self, image_bgr: ImageBgr) -> Reading:
        assert image_bgr.size
        self.asked += 1
        return self.tells

    def pool(self, readings: Sequence[Reading]) -> Reading:
        return readings[-1]


@dataclass
class Looking:
    """Eyes with their own judge, and a camera that shows one picture for some seconds after another."""

    reader: TellingReader = field(default_factory=TellingReader)
    frames: int = 0

    def __post_init__(self) -> None:
        self.eyes = Eyes({self.reader.kind: self.reader})

    def show(self, image: ImageBgr, seconds: float) -> list[FrameSight]:
        return [self._look(image) for _ in range(round(seconds * FPS))]

    def _look(self, image: ImageBgr) -> FrameSight:
        self.frames += 1
        return self.eyes.take(Frame(image, self.frames / FPS, self.frames))


@pytest.mark.parametrize("how", ["dark", "bright", "blurred"])
@pytest.mark.parametrize("seconds", [0.6, 4.0, 20.0])
def test_nothing_is_read_of_what_cannot_be_judged(how: str, seconds: float) -> None:
    looking = Looking()
    assert any(sight.finished for sight in looking.show(table(), 3.0))
    before = looking.reader.asked
    blind = looking.show(spoilt(how), seconds)
    assert looking.reader.asked == before
    assert not any(sight.finished or sight.readings or sight.broken_off for sight in blind)
    assert {part.why for sight in blind for part in sight.unjudged} == {how}
    looking.show(table(), 3.0)
    assert looking.eyes.take(Frame(table(), looking.frames / FPS + 1, 0)).phase == "read"


@pytest.mark.parametrize("light", [0.03, 0.06, 0.12])
def test_a_known_table_in_little_light_is_dark_and_not_covered(light: float) -> None:
    looking = Looking()
    looking.show(table(), 3.0)
    dim = spoilt_by("exposure", light)
    assert {part.why for part in looking.show(dim, 1.0)[-1].unjudged} == {"dark"}
    sleeve = spoilt_by("covered", 0.5)
    assert {part.why for part in looking.show(sleeve, 1.0)[-1].unjudged} == {"covered"}


def even_mat(noise: float, level: float = 130.0) -> ImageBgr:
    """Return a mat of one colour with two dice, light falling off across it by little."""
    noises = np.random.default_rng(1).normal(0, noise, (960, 1280, 3))
    mat = level + np.linspace(-10, 10, 1280)[None, :, None] + noises
    mat[400:460, 500:560] = mat[400:460, 700:760] = 240
    return np.asarray(np.clip(mat, 0, 255), np.uint8)


def test_a_known_mat_whose_shade_is_lost_in_noise_is_not_covered() -> None:
    looking = Looking()
    assert any(sight.finished for sight in looking.show(even_mat(1.5), 3.0))
    noisy = looking.show(even_mat(16.0), 1.0)[-1].unjudged
    assert noisy
    assert "covered" not in {part.why for part in noisy}
    hand = np.full_like(table(), (60, 90, 200))
    assert {part.why for part in looking.show(hand, 1.0)[-1].unjudged} == {"covered"}


@pytest.mark.parametrize(("light", "why"), [(0.35, "dark"), (0.65, None), (1.0, "bright")])
def test_a_board_that_is_lost_in_another_light_was_not_taken_away(light: float, why: str | None) -> None:
    looking = Looking(TellingReader(BOARD, kind="board"))
    looking.show(np.asarray(table() * 0.6, np.uint8), 3.0)
    looking.reader.tells = replace(BOARD, corners_px=None, sure=False, doubts=("no_board",))
    last = looking.show(np.asarray(swept() * light, np.uint8), 4.0)[-1]
    assert {part.why for part in last.unjudged} == ({why} if why else set())
    assert last.phase == ("moving" if why else "read")


def spoilt_by(kind: str, step: float) -> ImageBgr:
    return kinds.spoilt(kind, step, kinds.Shot(table(), 60.0, table), 1)


def test_a_bare_picture_is_not_believed_if_it_shows_another_place() -> None:
    looking = Looking()
    looking.show(table(), 3.0)
    looking.reader.tells = BARE
    elsewhere = looking.show(wall(), 6.0)
    assert not any(sight.finished for sight in elsewhere)
    assert {part.why for part in elsewhere[-1].unjudged} == {"not the table"}


def test_a_bare_picture_of_the_table_is_believed() -> None:
    looking = Looking()
    looking.show(table(), 3.0)
    looking.reader.tells = BARE
    assert any(sight.finished and not sight.unjudged for sight in looking.show(swept(), 6.0))


def test_pages_are_told_why_once_it_lasts() -> None:
    looking = Looking()
    looking.show(table(), 3.0)
    known = Observation({"backend": "simulated", "health": "running", "message": None, "hidden": False})
    told = []
    for sight in looking.show(spoilt("dark"), 2.0):
        known = known.looked_on(describe_watched(sight, known), sight)
        told.append([part["why"] for part in known.watch.get("unjudged", [])])
    assert told[0] == []
    assert told[round(UNJUDGED_S * FPS) + 1 :] == [["dark"]] * (len(told) - round(UNJUDGED_S * FPS) - 1)
    assert known.watch["phase"] == "moving"
    for sight in looking.show(table(), 3.0):
        known = known.looked_on(describe_watched(sight, known), sight)
    assert "unjudged" not in known.watch


UNSURE = replace(LYING, sure=False, doubts=("face",))
WORSE = [("gaussian", 2.0, "blurred"), ("exposure", 0.5, "dark"), ("half over", 2.0, "bright")]


@cache
def dim() -> ImageBgr:
    """Return the table with room for more light."""
    return np.asarray(table() * 0.6, np.uint8)


def spoilt_dim(kind: str, step: float) -> ImageBgr:
    return kinds.spoilt(kind, step, kinds.Shot(dim(), 60.0, dim), 1)


@pytest.mark.parametrize(("kind", "step", "why"), WORSE)
def test_a_doubt_in_a_picture_that_became_worse_is_explained_until_it_is_good_again(
    kind: str, step: float, why: str
) -> None:
    looking = Looking()
    looking.show(dim(), 3.0)
    looking.reader.tells = UNSURE
    looking.eyes.read_anew()
    worse = looking.show(spoilt_dim(kind, step), 6.0)
    assert any(sight.finished and not sight.readings["dice"].sure for sight in worse), (
        "read all the same"
    )
    assert {part.why for part in worse[-1].unjudged} == {why}
    looking.reader.tells = LYING
    good = looking.show(dim(), 3.0)
    assert any(sight.finished and sight.readings["dice"].sure for sight in good)
    assert good[-1].unjudged == ()


@pytest.mark.parametrize(("kind", "step"), [(kind, step) for kind, step, _ in WORSE])
def test_a_sure_reading_needs_no_reason(kind: str, step: float) -> None:
    looking = Looking()
    looking.show(dim(), 3.0)
    looking.eyes.read_anew()
    worse = looking.show(spoilt_dim(kind, step), 6.0)
    assert [sight.unjudged for sight in worse if sight.phase != "moving"][-1] == ()


def test_a_doubt_in_a_picture_as_good_as_before_has_other_reasons() -> None:
    looking = Looking()
    looking.show(dim(), 3.0)
    looking.reader.tells = UNSURE
    looking.eyes.read_anew()
    assert not any(sight.unjudged for sight in looking.show(spoilt_dim("gaussian", 0.3), 3.0))
    looking.eyes.read_anew()
    assert not any(sight.unjudged for sight in looking.show(np.asarray(swept() * 0.6, np.uint8), 3.0)), (
        "what lay there is gone"
    )


def test_pages_are_told_at_once_why_a_still_table_is_not_surely_read() -> None:
    looking = Looking()
    looking.show(dim(), 3.0)
    known = Observation({"backend": "simulated", "health": "running", "message": None, "hidden": False})
    looking.reader.tells = UNSURE
    looking.eyes.read_anew()
    for sight in looking.show(spoilt_dim("gaussian", 2.0), 3.0):
        known = known.looked_on(describe_watched(sight, known), sight)
        assert ("unjudged" in known.watch) == bool(sight.phase != "moving" and sight.unjudged)
    assert known.watch["unjudged"][0]["why"] == "blurred"
    assert known.watch["seen"] is not None, "what was read is shown"
