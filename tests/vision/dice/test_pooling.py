"""Several readings of a still table made into one: what only some of them say is never sure."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.faces.confidence import fitted
from vision.dice.grids import touching
from vision.dice.pooling import pool_dice
from vision.dice.sets import load
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointMm, PointPx
from vision.readings.reading import Guess

CARCASSONNE = load("carcassonne")
SIDE = 60.0
SURE_FROM = fitted().known.sure_from
HIGH = 1 - (1 - SURE_FROM) / 4
LOW = SURE_FROM - 0.1
FACES = [face.name for face in CARCASSONNE.faces]


def die(
    face: str,
    x: float,
    y: float,
    angle_deg: float = 10.0,
    confidence: float = HIGH,
    second: str = "three",
) -> Die:
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2 @ turn.T + (x, y)
    a, b, c, d = (PointPx(*corner) for corner in corners.tolist())
    has_angle = CARCASSONNE.face(face).rotations > 0
    return Die(
        face=face,
        centre_px=PointPx(x, y),
        corners_px=(a, b, c, d),
        angle_deg=angle_deg % 360 if has_angle else None,
        confidence=confidence,
        sure=confidence >= SURE_FROM,
        likely=(Guess(face, confidence), Guess(second, 1 - confidence)),
    )


def reading(dice: Sequence[Die], *doubts: str) -> DiceReading:
    contacts, grids, _ = touching([np.array(one.corners_px) for one in dice])
    raised = doubts if all(one.sure for one in dice) else ("die", *doubts)
    return DiceReading(
        tuple(dice), grids, not raised, raised, (1280, 960), has_markers=False, contacts=contacts
    )


def row(
    seed: int,
    faces: Sequence[str] = ("cap", "straight", "knight"),
    *doubts: str,
    confidence: float = HIGH,
) -> DiceReading:
    """One reading of dice in a row, each a little off its place."""
    rng = np.random.default_rng(seed)
    return reading(
        [
            die(
                face,
                200 + 150 * n + rng.normal(0, 0.3),
                300 + rng.normal(0, 0.3),
                40.0 * n + rng.normal(0, 0.5),
                confidence,
            )
            for n, face in enumerate(faces)
        ],
        *doubts,
    )


def faces_of(reading: DiceReading) -> list[str]:
    return [one.face for one in reading.dice]


def test_one_reading_is_left_as_it_is() -> None:
    assert pool_dice([row(1)], CARCASSONNE) == row(1)


def test_no_reading_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        pool_dice([], CARCASSONNE)


def test_readings_that_agree_are_sure_and_lie_closer_to_the_truth() -> None:
    pooled = pool_dice([row(seed) for seed in range(5)], CARCASSONNE)
    assert pooled.sure
    assert pooled.doubts == ()
    assert faces_of(pooled) == ["cap", "straight", "knight"]
    assert [one.angle_deg is None for one in pooled.dice] == [False, False, True]
    for number, one in enumerate(pooled.dice):
        assert one.centre_px == pytest.approx((200 + 150 * number, 300), abs=0.5)
    assert pooled.dice[1].angle_deg == pytest.approx(40, abs=0.7)


def test_the_order_of_readings_does_not_matter() -> None:
    readings = [row(1), row(2, confidence=LOW), row(3, ("cap", "cap", "knight")), row(4, ("cap",))]
    readings[1] = replace(readings[1], doubts=("die", "maybe_missed"))
    all_pooled = {pool_dice(order, CARCASSONNE) for order in permutations(readings)}
    assert len(all_pooled) == 1


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0.05, 0.999)), min_size=2, max_size=6))
def test_a_die_named_differently_in_two_readings_is_never_sure(drawn: list[tuple[int, float]]) -> None:
    readings = [
        reading([die(FACES[face], 300, 300, confidence=confidence, second=FACES[face - 1])])
        for face, confidence in drawn
    ]
    pooled = pool_dice(readings, CARCASSONNE)
    if len({face for face, _ in drawn}) > 1:
        assert not pooled.dice[0].sure
        assert not pooled.sure
    assert pooled.dice[0].likely[0] == Guess(pooled.dice[0].face, pooled.dice[0].confidence)
    assert sum(guess.confidence for guess in pooled.dice[0].likely) <= 1 + 1e-9


@pytest.mark.parametrize("place", range(5))
def test_one_bad_reading_of_five_spoils_no_name_and_no_place(place: int) -> None:
    readings = [row(seed) for seed in range(5)]
    readings[place] = reading(
        [die("three", 203, 302, 200), die("corner", 700, 700, 80)], "maybe_missed", "grid"
    )
    pooled = pool_dice(readings, CARCASSONNE)
    assert faces_of(pooled) == ["cap", "straight", "knight"]
    assert pooled.dice[0].centre_px == pytest.approx((200, 300), abs=0.7)
    assert not pooled.sure


def test_one_reading_that_is_only_less_sure_does_not_make_five_unsure() -> None:
    readings = [row(seed) for seed in range(4)]
    assert pool_dice([*readings, row(9, confidence=LOW)], CARCASSONNE).sure


@given(st.lists(st.floats(0.3, 0.9999), min_size=2, max_size=9), st.integers(0, 2))
def test_repetition_makes_nothing_likelier_than_in_every_reading(
    drawn: list[float], second: int
) -> None:
    readings = [
        reading([die("cap", 300, 300, confidence=confidence, second=FACES[1 + (number * second) % 5])])
        for number, confidence in enumerate(drawn)
    ]
    pooled = pool_dice(readings, CARCASSONNE).dice[0]
    assert min(drawn) - 1e-6 <= pooled.confidence <= max(drawn) + 1e-6
    if max(drawn) < SURE_FROM:
        assert not pooled.sure


def test_a_die_that_comes_hides_no_other_place_in_doubt() -> None:
    there = Doubt("may_be_missed", PointPx(900.0, 700.0), SIDE)
    dice = [die("cap", 300, 300), die("straight", 600, 300)]
    alone = replace(reading(dice, "maybe_missed"), doubtful=(there,))
    beside = replace(reading([*dice, die("knight", 100, 800)], "maybe_missed"), doubtful=(there,))
    doubtful = pool_dice([alone, alone, alone, beside], CARCASSONNE).doubtful
    assert [doubt.centre_px for doubt in doubtful] == [PointPx(100, 800), there.centre_px]


def test_a_die_that_comes_leaves_a_doubt() -> None:
    pooled = pool_dice(
        [*(row(seed, ("cap", "three")) for seed in range(4)), row(4, ("cap", "three", "cap"))],
        CARCASSONNE,
    )
    assert faces_of(pooled) == ["cap", "three"]
    assert pooled.doubts == ("maybe_missed",)


def test_a_die_that_goes_leaves_a_doubt() -> None:
    pooled = pool_dice(
        [*(row(seed, ("cap", "three")) for seed in range(4)), row(4, ("cap",))], CARCASSONNE
    )
    assert faces_of(pooled) == ["cap", "three"]
    assert pooled.doubts == ("die", "maybe_extra")
    assert [one.sure for one in pooled.dice] == [True, False]


def test_another_quarter_turn_is_another_name() -> None:
    readings = [reading([die("cap", 300, 300, angle)]) for angle in (10, 11, 100)]
    assert not pool_dice(readings, CARCASSONNE).sure


def test_places_and_angles_on_the_table_are_pooled_where_they_are_known() -> None:
    seen = [
        replace(die("straight", 300, 300, 10), centre_mm=PointMm(100.0 + n, 50.0), angle_mm_deg=angle)
        for n, angle in enumerate((2.0, 358.0, 183.0))
    ]
    pooled = pool_dice([reading([one]) for one in (*seen, die("straight", 300, 300, 10))], CARCASSONNE)
    (one,) = pooled.dice
    assert one.centre_mm == pytest.approx((101.0, 50.0))
    assert one.angle_mm_deg is not None
    assert one.angle_mm_deg % 180 == pytest.approx(1.0)
    knight = pool_dice([reading([die("knight", 300, 300)])] * 2, CARCASSONNE).dice[0]
    assert knight.angle_mm_deg is None


def test_a_face_alike_after_half_a_turn_may_be_read_either_way() -> None:
    readings = [reading([die("straight", 300, 300, angle)]) for angle in (1, 359, 179)]
    pooled = pool_dice(readings, CARCASSONNE)
    assert pooled.sure
    angle = pooled.dice[0].angle_deg
    assert angle is not None
    assert (angle + 5) % 180 == pytest.approx(5 - 1 / 3, abs=0.01)
    assert pooled.dice[0].side_px == pytest.approx(SIDE, abs=0.1)


def test_dice_that_touch_in_some_readings_only_leave_a_doubt() -> None:
    apart = [
        reading([die("cap", 300, 300, 0), die("three", 300 + gap * SIDE, 300, 0)])
        for gap in (1.1, 1.1, 1.1, 1.3)
    ]
    pooled = pool_dice(apart, CARCASSONNE)
    assert pooled.doubts == ("grid",)
    assert len(pooled.grids) == 1


def test_doubts_of_half_the_readings_stay() -> None:
    readings = [row(1), row(2), row(3, ("cap", "straight", "knight"), "maybe_missed")]
    assert pool_dice(readings, CARCASSONNE).sure
    assert not pool_dice([*readings, readings[-1]], CARCASSONNE).sure


def test_an_empty_table_is_empty() -> None:
    pooled = pool_dice([row(seed, ()) for seed in range(5)], CARCASSONNE)
    assert pooled.sure
    assert pooled.dice == ()


def test_a_die_cut_off_in_most_readings_is_cut_off() -> None:
    cut = replace(die("cap", 20, 300), cut_off=True, sure=False)
    pooled = pool_dice(
        [reading([cut], "cut_off")] * 3 + [reading([die("cap", 20, 300)])] * 2, CARCASSONNE
    )
    assert pooled.dice[0].cut_off
    assert pooled.doubts == ("cut_off",)


def test_what_no_reading_is_sure_of_stays_unsure_though_it_seems_likely() -> None:
    likely, hardly = SURE_FROM + (1 - SURE_FROM) * 0.99, SURE_FROM - 0.01
    odd = replace(die("cap", 300, 300, confidence=likely), sure=False)
    pooled = pool_dice(
        [reading([odd])] * 2 + [reading([die("cap", 300, 300, confidence=hardly)])] * 3, CARCASSONNE
    )
    assert pooled.dice[0].confidence > SURE_FROM
    assert not pooled.dice[0].sure


def test_no_doubt_is_forgotten_whatever_it_is_called() -> None:
    readings = [row(seed, ("cap",), "something_new") for seed in range(3)]
    assert pool_dice(readings, CARCASSONNE).doubts == ("something_new",)
