"""A second look at a live table: it reads what a first one would, and searches what has changed only."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.clock import SteppedClock
from vision.dice.finding.top_faces import Box, TopFace, TopFaceFinder, hottest
from vision.dice.finding.top_plane import find_in_flat, flat_view
from vision.dice.live import LiveDiceReader, found_where
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.markers.finder import find_markers
from vision.markers.plane import table_plane
from vision.pyramid import Pyramid, pyramid_of
from vision.readings.dice import DiceReading
from vision.readings.places import PointMm
from vision.workshop.simulation.dice.styles import CARCASSONNE_FACES
from vision.workshop.simulation.table import SimulatedTable

SIZE_WH = (960, 720)


@pytest.fixture(scope="module")
def fresh() -> DiceReader:
    return DiceReader(load("carcassonne"))


@pytest.fixture
def live() -> LiveDiceReader:
    return LiveDiceReader(load("carcassonne"))


class Watched(TopFaceFinder):
    """The finder, and how many pixels it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.seen_px = 0

    def _find_in(self, image_bgr: ImageBgr, piece: Box) -> list[TopFace]:
        left, top, right, bottom = piece
        self.seen_px += (right - left) * (bottom - top)
        return super()._find_in(image_bgr, piece)


def now(table: SimulatedTable, clock: SteppedClock) -> ImageBgr:
    clock.wait(Event(), max(0.0, table.busy_until - clock.now()) + 0.5)
    return table.render(clock.now())


def faces(reading: DiceReading) -> list[tuple[str, bool]]:
    """Return every die's face and whether it is sure, from the left."""
    dice = sorted(reading.dice, key=lambda die: die.centre_px)
    return [(die.face, die.sure) for die in dice]


def turned(table: SimulatedTable, die: int, clock: SteppedClock) -> None:
    """Turn a die to another face, just where it lies."""
    there = next(one for one in table.truth(clock.now()) if one.id == die)
    table.lift([die])
    clock.wait(Event(), max(0.0, table.busy_until - clock.now()) + 0.5)
    other = CARCASSONNE_FACES[(CARCASSONNE_FACES.index(there.face) + 1) % 6]
    table.put(other, there.centre_mm, there.angle_deg)


@pytest.mark.parametrize(("surface", "mat"), [("wood_pale", True), ("felt", False)])
def test_a_second_look_reads_what_a_first_one_would(
    live: LiveDiceReader, fresh: DiceReader, surface: str, mat: bool
) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=11, surface=surface, mat=mat, size_wh=SIZE_WH)
    dice = table.throw(count=7)
    changes: list[Callable[[], object]] = [
        lambda: None,
        lambda: turned(table, dice[0], clock),
        lambda: table.lift([dice[1]]),
        lambda: table.throw([dice[2], dice[3]]),
        lambda: table.put("cap", PointMm(100.0, 90.0), 30.0),
        lambda: None,
        lambda: turned(table, dice[4], clock),
    ]
    for change in changes:
        change()
        for _ in range(2):
            image = now(table, clock)
            seen = faces(live.read(image))
            assert seen == faces(fresh.read(image))
        assert [face for face, _ in seen] == [
            die.face for die in sorted(table.truth(clock.now()), key=lambda die: die.centre)
        ]


def searched_px(live: LiveDiceReader, *, mat: bool) -> list[int]:
    """Return how much was searched in each of six looks; before the fourth a die is lifted."""
    live.detector.finder = watched = Watched()
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=12, mat=mat, size_wh=SIZE_WH)
    dice = table.throw(count=6)
    searched = []
    for lifted in (0, 0, 0, 1, 0, 0):
        table.lift(dice[:lifted])
        watched.seen_px = 0
        reading = live.read(now(table, clock))
        searched.append(watched.seen_px)
    assert len(reading.dice) == 5
    return searched


def test_each_place_is_searched_twice_after_it_has_changed(live: LiveDiceReader) -> None:
    searched = searched_px(live, mat=True)
    whole = searched[0]
    assert searched[:3] == [whole, whole, 0]
    assert 0 < max(searched[3:5]) < 0.4 * whole
    assert min(searched[3:5]) > 0
    assert searched[5] == 0


def test_without_markers_too_only_what_has_changed_is_searched(live: LiveDiceReader) -> None:
    searched = searched_px(live, mat=False)
    assert searched[2] == searched[5] == 0
    assert 0 < max(searched[3:5]) < 0.6 * min(searched[:2])
    assert min(searched[3:5]) > 0


@pytest.mark.parametrize("side_px", [60, 200, 420])
def test_without_markers_a_die_of_any_size_that_was_moved_a_little_is_read(
    live: LiveDiceReader, fresh: DiceReader, side_px: int
) -> None:
    """Of a large die that was moved only the edges and pips change, and its middle does not."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=3, mat=False, size_wh=(1640, 1232))
    die = table.put("straight", PointMm(150.0, 100.0), 20.0)
    there = table.truth(clock.now())[0]
    size = side_px / 100
    for moved in (0.0, 0.0, 0.4, 0.8, -5.0, 4.0):
        table.place(die, PointMm(there.centre_mm.x + moved, there.centre_mm.y), 20.0 + moved)
        x, y = table.in_picture(there.centre_mm, 16.0)
        left, top = (int(x * 1640 - 600 / size), int(y * 1232 - 450 / size))
        seen = now(table, clock)[max(0, top) :, max(0, left) :]
        seen = seen[: round(900 / size), : round(1200 / size)]
        image = np.asarray(cv2.resize(seen, None, fx=size, fy=size), np.uint8)
        reading = live.read(image)
        expected = fresh.read(image)
        assert faces(reading) == faces(expected)
        (one,), (other,) = reading.dice, expected.dice
        assert np.hypot(*np.subtract(one.centre_px, other.centre_px)) < 0.05 * side_px


def test_beside_a_wide_die_all_is_searched(live: LiveDiceReader) -> None:
    """A change at two edges of a wide die makes two places, and in neither of them lies its middle."""
    live.detector.finder = watched = Watched()
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=12, mat=False, size_wh=(1640, 1232))
    table.put("three", PointMm(150.0, 100.0), 20.0)
    x, y = table.in_picture(PointMm(150.0, 100.0), 16.0)
    left, top = int(x * 1640) - 200, int(y * 1232) - 150
    near = now(table, clock)[top : top + 300, left : left + 400]
    image = np.asarray(cv2.resize(near, (1200, 900)), np.uint8)
    searched = []
    for grey in (0, 0, 250):
        image[40:80, 40:80] = grey
        watched.seen_px = 0
        assert [die.face for die in live.read(image.copy()).dice] == ["three"]
        searched.append(watched.seen_px)
    assert searched[0] == searched[1] == searched[2]


@pytest.mark.parametrize("mat", [True, False])
def test_a_poor_outline_that_was_kept_does_not_stand_for_the_die_that_is_found(
    live: LiveDiceReader, mat: bool
) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=12, mat=mat, size_wh=SIZE_WH)
    table.throw(count=3)
    image = now(table, clock)
    die = live.read(image).dice[0]
    last = live._last
    assert last is not None
    corners = np.array(die.corners_px)
    middle, side = corners.mean(0), np.hypot(*(corners[1] - corners[0]))
    poor = TopFace(middle + side * np.array([0.3, -0.3]) + 1.24 * (corners - middle), 0.3)
    live._last = replace(last, found=(poor,), times=np.zeros_like(last.times))
    assert len(live.read(image).dice) == 3


def test_markers_are_searched_for_again_only_where_one_may_have_moved(
    live: LiveDiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[tuple[int, int]] = []

    def noted(pyramid: Pyramid) -> dict[int, NDArray[np.float64]]:
        searched.append(pyramid.size_wh(0))
        return find_markers(pyramid)

    monkeypatch.setattr("vision.dice.live.find_markers", noted)
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=12, size_wh=SIZE_WH)
    table.throw(count=3)
    live.read(now(table, clock))
    assert searched == [SIZE_WH]
    table.put("cap", PointMm(150.0, 100.0), 20.0)
    image = now(table, clock)
    assert len(live.read(image).dice) == 4
    assert searched == [SIZE_WH]
    card = find_markers(pyramid_of(image))[2]
    x, y = card.mean(0).astype(int).tolist()
    image[y - 4 : y + 4, x - 4 : x + 4] = 255
    live.read(image)
    assert searched == [SIZE_WH, SIZE_WH]


def test_a_card_that_is_laid_down_later_is_seen(live: LiveDiceReader) -> None:
    clock = SteppedClock()
    bare, mat = (SimulatedTable(clock, seed=14, mat=has, size_wh=SIZE_WH) for has in (False, True))
    for table in (bare, mat):
        table.put("cap", PointMm(150.0, 100.0), 20.0)
    image, with_mat = now(bare, clock), now(mat, clock)
    card = next(iter(find_markers(pyramid_of(with_mat)).values()))
    (left, top), (right, bottom) = (
        np.rint(card.min(0) - 12).astype(int).clip(0),
        np.rint(card.max(0) + 12).astype(int),
    )
    for _ in range(3):
        assert live.read(image).markers.seen == ()
    image[top:bottom, left:right] = with_mat[top:bottom, left:right]
    assert len(live.read(image).markers.seen) == 1


@pytest.mark.parametrize("mat", [True, False])
def test_where_no_change_is_noticed_no_face_is_kept(
    live: LiveDiceReader, monkeypatch: pytest.MonkeyPatch, mat: bool
) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=15, size_wh=SIZE_WH, mat=mat)
    dice = table.throw(count=6)
    for _ in range(4):
        live.read(now(table, clock))
    monkeypatch.setattr("vision.dice.live.CHANGED", 255)
    table.lift(dice[:1])
    turned(table, dice[1], clock)
    seen = live.read(now(table, clock)).dice
    there = sorted(table.truth(clock.now()), key=lambda die: die.centre)
    assert len(there) == 5
    assert [die.face for die in sorted(seen, key=lambda die: die.centre_px)] == [
        die.face for die in there
    ]


@pytest.mark.parametrize("surface", ["wood_pale", "patterned", "dark"])
def test_a_piece_of_the_table_shows_each_die_as_the_whole_does(fresh: DiceReader, surface: str) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=12, surface=surface, mat=True, size_wh=SIZE_WH)
    table.throw(count=9)
    pyramid = pyramid_of(now(table, clock))
    plane = table_plane(pyramid[0], find_markers(pyramid))
    assert plane is not None
    view = flat_view(pyramid, plane, fresh.taught.side_mm)
    assert view is not None
    whole = find_in_flat(fresh.detector.finder, view.image_bgr)
    dice = hottest(whole, 9)
    assert min(one.heat for one in dice) > 0.5
    for one in dice:
        x, y = one.corners_px.mean(0).astype(int).clip(0).tolist()
        due = np.zeros(view.image_bgr.shape[:2], np.uint8)
        due[max(0, y - 20) : y + 20, max(0, x - 20) : x + 20] = 1
        again = found_where(fresh.detector.finder, view.image_bgr, due)
        assert min(abs(other.heat - one.heat) for other in again) < 0.02


def test_a_white_die_laid_on_white_paper_is_a_change(live: LiveDiceReader) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=13, surface="white", size_wh=SIZE_WH)
    assert live.read(now(table, clock)).dice == ()
    for number, face in enumerate(CARCASSONNE_FACES):
        table.put(face, PointMm(60.0 + 30 * number, 60.0 + 10 * number), 20.0 * number)
        assert len(live.read(now(table, clock)).dice) == number + 1


def test_a_camera_that_was_pushed_looks_at_all_anew(live: LiveDiceReader, fresh: DiceReader) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=14, size_wh=SIZE_WH)
    table.throw(count=5)
    live.read(now(table, clock))
    table.bump(PointMm(6.0, -4.0), 1.5)
    image = now(table, clock)
    assert faces(live.read(image)) == faces(fresh.read(image))
    other = live.read(image[::2, ::2].copy())
    assert faces(other) == faces(fresh.read(image[::2, ::2].copy()))
