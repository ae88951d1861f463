"""What is not sure says of which kind it is, where it lies, and what may be there."""

from dataclasses import replace
from threading import Event

import cv2
import numpy as np
import pytest

from tests.vision.dice.test_pooling import CARCASSONNE, HIGH, LOW, SIDE, die, reading, row
from vision.clock import SteppedClock
from vision.dice.doubts import doubt_of, doubts_of_contacts, doubts_of_dice, doubts_of_small_dice
from vision.dice.pooling import pool_dice
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.readings.dice import DiceReading
from vision.readings.places import GridCell, PointPx
from vision.workshop.simulation.dice.things import CityDie
from vision.workshop.simulation.table import SimulatedTable

SURE_FROM = (HIGH + LOW) / 2


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader(load("carcassonne"))


def kinds(reading: DiceReading) -> list[str]:
    return [doubt.kind for doubt in reading.doubtful]


def thrown(seed: int, *, surface: str = "wood_pale", mat: bool = True) -> ImageBgr:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=seed, surface=surface, mat=mat)
    table.throw(count=9)
    clock.wait(Event(), table.busy_until + 0.5)
    return table.render(clock.now())


@pytest.mark.parametrize("mat", [True, False])
def test_a_sure_reading_has_no_doubt_anywhere_and_an_unsure_one_has(
    reader: DiceReader, mat: bool
) -> None:
    unsure = 0
    for seed in range(4):
        for times in (1.0, 0.2):
            image = cv2.resize(thrown(seed, mat=mat), None, fx=times, fy=times)
            read = reader.read(np.asarray(image, np.uint8))
            assert bool(read.doubtful) is bool(read.doubts) is not read.sure
            unsure += not read.sure
            held = {number for doubt in read.doubtful for number in doubt.dice}
            assert {number for number, one in enumerate(read.dice) if not one.sure} <= held
    assert unsure


def test_where_dice_are_too_small_to_be_found_surely_one_more_may_be_missed(
    reader: DiceReader,
) -> None:
    """Dice of 10 to 15 px are read, but beside them others are missed."""
    for seed in range(3):
        image = thrown(seed)
        whole = reader.read(image)
        times = 13.0 / min(one.side_px for one in whole.dice)
        small = cv2.resize(image, None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
        read = reader.read(np.asarray(small, np.uint8))
        assert read.dice
        assert not read.sure
        assert "may_be_missed" in kinds(read)


def test_every_die_has_likely_faces_whose_chances_are_one_together(reader: DiceReader) -> None:
    dice = reader.read(thrown(5)).dice
    assert len(dice) == 9
    for one in dice:
        assert one.likely[0].label == one.face
        assert sum(guess.confidence for guess in one.likely) == pytest.approx(1)
        chances = [guess.confidence for guess in one.likely[1:]]
        assert chances == sorted(chances, reverse=True)


def test_a_die_may_be_doubtful_in_its_face_in_whether_it_is_one_or_in_both() -> None:
    dice = [
        die("cap", 100, 100),
        replace(die("cap", 300, 100, confidence=LOW)),
        replace(die("cap", 500, 100), sure=False),
        replace(die("cap", 700, 100, confidence=LOW)),
        replace(die("cap", 20, 100), sure=False, cut_off=True),
    ]
    raised = list(doubts_of_dice(dice, [0.9] * 5, [True, True, False, False, True], SURE_FROM))
    assert [(doubt.kind, doubt.dice) for doubt in raised] == [
        ("which_face", (1,)),
        ("may_be_a_die", (2,)),
        ("may_be_a_die", (3,)),
        ("which_face", (3,)),
        ("cut_off", (4,)),
    ]
    assert raised[0].centre_px == dice[1].centre_px
    assert raised[0].likely == dice[1].likely


def test_of_dice_four_millimetres_apart_it_is_said_between_which_the_doubt_is(
    reader: DiceReader,
) -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=7, surface="felt")
    dice = table.throw(count=4)
    table.build([CityDie(one, GridCell(column, 0), 0) for column, one in enumerate(dice[:2])])
    clock.wait(Event(), table.busy_until + 0.5)
    read = reader.read(table.render(clock.now()))
    touching = next(grid for grid in read.grids if len(grid.dice) == 2)
    one, other = (member.die for member in touching.dice)
    doubt = next(doubts_of_contacts(read.dice, frozenset({(one, other)})))
    assert doubt.dice == (one, other)
    middle = np.mean([read.dice[one].centre_px, read.dice[other].centre_px], axis=0)
    assert doubt.centre_px == pytest.approx(middle.tolist())
    assert doubt.centre_mm is not None


# Of several looks.


def test_what_only_some_looks_say_is_doubtful_where_they_say_it() -> None:
    looks = [*(row(seed, ("cap", "three")) for seed in range(4)), row(4, ("cap", "three", "straight"))]
    pooled = pool_dice(looks, CARCASSONNE)
    [doubt] = pooled.doubtful
    assert (doubt.kind, doubt.dice) == ("may_be_missed", ())
    assert doubt.chance == pytest.approx(0.2)
    assert doubt.likely[0].label == "straight"
    assert doubt.centre_px == pytest.approx((500, 300), abs=2)


def test_a_die_that_goes_may_be_none_and_its_face_is_not_asked() -> None:
    pooled = pool_dice(
        [*(row(seed, ("cap", "three")) for seed in range(4)), row(4, ("cap",))], CARCASSONNE
    )
    [doubt] = pooled.doubtful
    assert (doubt.kind, doubt.dice) == ("may_be_a_die", (1,))
    assert doubt.chance == pytest.approx(0.8)


def test_a_die_that_is_called_otherwise_is_doubtful_in_its_face() -> None:
    looks = [*(row(seed, ("cap", "three")) for seed in range(4)), row(4, ("cap", "straight"))]
    assert kinds(pool_dice(looks, CARCASSONNE)) == ["which_face"]


def test_dice_that_touch_in_some_looks_only_are_named() -> None:
    looks = [
        reading([die("cap", 300, 300, 0), die("three", 300 + gap * SIDE, 300, 0)])
        for gap in (1.1, 1.1, 1.1, 1.3)
    ]
    [doubt] = pool_dice(looks, CARCASSONNE).doubtful
    assert (doubt.kind, doubt.dice) == ("touching_or_not", (0, 1))


def test_a_place_that_half_of_the_looks_doubt_stays_doubtful_and_is_one() -> None:
    def look(seed: int, *, doubtful: bool) -> DiceReading:
        plain = row(seed, ("cap",))
        place = doubt_of(die("three", 700.0 + seed, 500), "may_be_missed", 0.3 + seed / 100)
        doubts = ("maybe_missed",) if doubtful else ()
        return replace(plain, sure=not doubtful, doubts=doubts, doubtful=(place,) * doubtful)

    looks = [look(0, doubtful=True), look(1, doubtful=True), look(2, doubtful=False)]
    [doubt] = pool_dice([*looks, look(3, doubtful=False)], CARCASSONNE).doubtful
    assert doubt.chance == pytest.approx(0.31)
    assert pool_dice([*looks, look(3, doubtful=False), look(4, doubtful=False)], CARCASSONNE).sure


def test_dice_so_small_that_others_may_be_missed_leave_a_doubt_that_tells_no_place() -> None:
    large, small = die("cap", 300, 300), die("three", 600, 300)
    a, b, c, d = (PointPx(x / 6, y / 6) for x, y in small.corners_px)
    tiny = replace(small, corners_px=(a, b, c, d))
    assert list(doubts_of_small_dice([large, small])) == []
    raised = list(doubts_of_small_dice([large, tiny]))
    assert [(doubt.kind, doubt.is_anywhere) for doubt in raised] == [("may_be_missed", True)]
