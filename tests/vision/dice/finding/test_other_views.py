"""Where nothing is seen, other views of the picture are looked at: what they show may be missed."""

from collections.abc import Iterator
from math import dist

import cv2
import numpy as np
import pytest

from vision.dice import reader as dice
from vision.dice.finding.other_views import LONGEST_PX, other_views
from vision.dice.live import LiveDiceReader
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.readings.places import PointPx
from vision.workshop.simulation import random_scene, render
from vision.workshop.simulation.scenery import SceneWishes

SIZE_WH = (640, 480)


def out_of_focus(seed: int, count: int) -> tuple[ImageBgr, list[PointPx]]:
    """Return a picture of so many dice, and where they lie."""
    wishes = SceneWishes(dice=count, mat=False, hands=False)
    seen = render(random_scene(np.random.default_rng(seed), "pips", SIZE_WH, wishes), SIZE_WH, seed)
    blurred = np.asarray(cv2.GaussianBlur(seen.image_bgr, (0, 0), 2.0), np.uint8)
    return blurred, [die.centre_px for die in seen.dice]


@pytest.fixture(scope="module")
def pips() -> DiceReader:
    return DiceReader(load("pips"))


@pytest.mark.parametrize("seed", [700090, 700194, 700298, 700371])
def test_a_die_that_only_another_view_shows_may_be_missed_there(pips: DiceReader, seed: int) -> None:
    picture, (place,) = out_of_focus(seed, 1)
    reading = pips.read(picture)
    assert reading.is_empty
    assert not reading.sure
    (doubt,) = reading.doubtful
    assert doubt.kind == "may_be_missed"
    assert dist(doubt.centre_px, place) < doubt.side_px


def test_views_of_large_pictures_are_small_and_tell_how_much_smaller() -> None:
    picture = np.full((2400, 3200, 3), 100, np.uint8)
    picture[1200:, 1600:] = 180
    for view, times in other_views(Pyramid(picture)):
        assert max(view.shape) <= LONGEST_PX
        assert view.shape[1] * times == pytest.approx(3200, rel=0.01)
        x, y = round(1600 / times), round(1200 / times)
        assert (view[y - 20, x - 20] != view[y + 20, x + 20]).all()
        assert (view[y - 20, x - 20] == view[y + 20, x - 20]).all()


def test_a_live_table_looks_at_them_once_while_nothing_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = []

    def counted(pyramid: Pyramid) -> Iterator[tuple[ImageBgr, float]]:
        looked.append(pyramid)
        return other_views(pyramid)

    monkeypatch.setattr(dice, "other_views", counted)
    monkeypatch.setattr(dice, "PERHAPS_FACE", -1.0)  # As if something were a little like a top.
    live, empty = LiveDiceReader(load("pips")), np.full((480, 640, 3), 90, np.uint8)
    assert [live.read(empty).sure for _ in range(3)] == [True] * 3
    assert len(looked) == 1
    live.read(empty + np.uint8(20))
    assert len(looked) == 2
