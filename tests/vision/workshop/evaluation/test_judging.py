"""What counts as right, sure and silent."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from vision.dice.sets import load
from vision.manifests.labelled import LabelledCity, LabelledPhoto, LabelledPiece
from vision.readings.dice import DiceReading, Die
from vision.readings.places import PointPx
from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.dice import DICE_MEASURE, JudgedCities, judge, judge_cities
from vision.workshop.evaluation.report import StageTimes, grouped

CARCASSONNE = load("carcassonne")


def die(
    face: str, x: float, y: float, *, sure: bool = True, angle: float = 0.0, cut_off: bool = False
) -> Die:
    corners = (
        PointPx(x - 20, y - 20),
        PointPx(x + 20, y - 20),
        PointPx(x + 20, y + 20),
        PointPx(x - 20, y + 20),
    )
    return Die(face, PointPx(x, y), corners, angle, 0.99 if sure else 0.4, sure and not cut_off, cut_off)


def reading(*dice: Die, sure: bool = True) -> DiceReading:
    return DiceReading(
        dice, (), sure, () if sure else ("die",), (640, 480), False, stages_ms=(("find", 4.0),)
    )


def photo(*labels: LabelledPiece, conditions: tuple[str, ...] = ()) -> LabelledPhoto:
    counts = Counter(one.label for one in labels)
    return LabelledPhoto(Path("a.jpg"), "a.jpg", labels, counts, conditions=conditions)


CAP = LabelledPiece("cap", PointPx(100, 100), None, 10.0)
KNIGHT = LabelledPiece("knight", PointPx(200, 100), None, 77.0)


def test_all_right_and_sure() -> None:
    found = judge(
        photo(CAP, KNIGHT), reading(die("cap", 104, 98, angle=12), die("knight", 200, 100)), CARCASSONNE
    )
    assert (found.right, found.silent, found.there) == (True, 0, 2)
    assert [d.angle_error_deg for d in found.dice] == [pytest.approx(2.0), None]


def test_a_sure_wrong_face_is_a_silent_error() -> None:
    assert judge(photo(CAP), reading(die("corner", 100, 100)), CARCASSONNE).silent == 1


def test_an_unsure_wrong_face_is_no_silent_error() -> None:
    found = judge(photo(CAP), reading(die("corner", 100, 100, sure=False), sure=False), CARCASSONNE)
    assert (found.silent, found.right) == (0, False)


def test_a_die_missed_in_a_photograph_called_sure_is_a_silent_error() -> None:
    assert judge(photo(CAP, KNIGHT), reading(die("cap", 100, 100)), CARCASSONNE).silent == 1
    assert judge(photo(CAP, KNIGHT), reading(die("cap", 100, 100), sure=False), CARCASSONNE).silent == 0


def test_a_die_too_far_off_is_missed_and_extra() -> None:
    found = judge(photo(CAP), reading(die("cap", 131, 100)), CARCASSONNE)
    assert (found.missed, found.extra, found.silent) == (1, 1, 2)


def test_a_die_cut_off_where_nothing_is_labelled_does_not_count() -> None:
    found = judge(
        photo(CAP), reading(die("cap", 100, 100), die("three", 630, 100, cut_off=True)), CARCASSONNE
    )
    assert found.right


def test_a_label_that_is_cut_off_must_not_be_read_surely() -> None:
    edge = LabelledPiece("cap", PointPx(100, 100), None, None, cut_off=True)
    assert judge(photo(edge), reading(die("cap", 100, 100, cut_off=True)), CARCASSONNE).silent == 0
    assert judge(photo(edge), reading(die("cap", 100, 100)), CARCASSONNE).silent == 1


def test_angles_are_judged_modulo_the_faces_symmetry() -> None:
    straight = LabelledPiece("straight", PointPx(100, 100), None, 175.0)
    found = judge(photo(straight), reading(die("straight", 100, 100, angle=-3)), CARCASSONNE)
    assert found.dice[0].angle_error_deg == pytest.approx(2.0)


def test_faces_without_places_are_compared_in_no_order() -> None:
    labelled = LabelledPhoto(Path("a.jpg"), "a.jpg", None, {"cap": 1, "knight": 1})
    assert judge(labelled, reading(die("knight", 1, 1), die("cap", 90, 9)), CARCASSONNE).right
    assert not judge(labelled, reading(die("knight", 1, 1), die("three", 90, 9)), CARCASSONNE).right
    assert not judge(labelled, reading(die("knight", 1, 1)), CARCASSONNE).right


def test_a_report_counts_dice_and_photographs() -> None:
    good = judge(photo(CAP, conditions=("felt",)), reading(die("cap", 100, 100)), CARCASSONNE)
    bad = judge(photo(KNIGHT), reading(die("catapult", 200, 100, sure=False), sure=False), CARCASSONNE)
    counted = DICE_MEASURE.report([good, bad])
    assert counted["photos_right"] == Count(1, 2)
    assert counted["dice_right"] == Count(1, 2)
    assert counted["silent"] == Count(0, 2)
    assert counted.doubts == {"die": 1}
    assert counted.stages_ms == {"find": StageTimes(4.0, 4.0, 2), "together": StageTimes(4.0, 4.0, 2)}
    assert DICE_MEASURE.per_condition([good, bad])["felt"]["photos_right"] == Count(1, 1)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"), [(0, 1000, 0.0, 0.0038), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596)]
)
def test_intervals_are_wilsons(hits: int, n: int, low: float, high: float) -> None:
    bounds = Count(hits, n).interval
    assert bounds is not None
    assert bounds == pytest.approx((low, high), abs=1e-3)


def test_more_silent_errors_than_things_that_lie_there_have_an_interval() -> None:
    assert Count(3, 1).share == 3.0
    assert Count(3, 1).interval == Count(1, 1).interval


def test_nothing_counted_has_no_share() -> None:
    assert Count(0, 0).share is None
    assert Count(0, 0).interval is None


def test_a_sure_die_on_an_empty_table_is_a_silent_error() -> None:
    counted = DICE_MEASURE.report([judge(photo(), reading(die("cap", 100, 100)), CARCASSONNE)])
    assert counted["silent"] == Count(1, 1)
    assert counted["precision"] == Count(0, 1)
    assert counted["dice_sure"] == Count(0, 0)


def test_coverage_is_of_the_dice_that_are_there() -> None:
    found = judge(photo(CAP, KNIGHT), reading(die("cap", 100, 100), die("cap", 400, 400)), CARCASSONNE)
    assert DICE_MEASURE.report([found])["dice_sure"] == Count(1, 2)


def test_the_curve_takes_the_surest_first_and_no_die_that_was_not_found() -> None:
    dice = [die("cap", 100, 100), die("catapult", 200, 100, sure=False)]
    there = photo(CAP, KNIGHT, LabelledPiece("cap", PointPx(400, 400)))
    counted = DICE_MEASURE.report([judge(there, reading(*dice, sure=False), CARCASSONNE)])
    assert [coverage for coverage, _ in counted.risk_at_coverage] == [0.5, 0.8]
    counted = DICE_MEASURE.report([judge(photo(CAP, KNIGHT), reading(*dice, sure=False), CARCASSONNE)])
    assert counted.risk_at_coverage[0] == (0.5, 0.0)
    assert counted.risk_at_coverage[-1] == (1.0, 0.5)


CLOSED, OPEN, LONE = LabelledCity(3, True), LabelledCity(2, False), LabelledCity(1, False)


@pytest.mark.parametrize(
    ("labelled", "found", "judged"),
    [
        ((CLOSED, OPEN), (OPEN, CLOSED), JudgedCities(2, 2, 2)),
        ((CLOSED,), (LabelledCity(3, False),), JudgedCities(1, 0, 1)),
        ((CLOSED,), (CLOSED, LONE, LONE), JudgedCities(1, 1, 1)),
        ((CLOSED, LONE), (CLOSED, LONE, LONE), JudgedCities(2, 2, 3)),
        ((), (OPEN,), JudgedCities(0, 0, 1)),
    ],
)
def test_cities_are_compared_in_no_order(
    labelled: tuple[LabelledCity, ...], found: tuple[LabelledCity, ...], judged: JudgedCities
) -> None:
    assert judge_cities(labelled, found) == judged
    assert judged.all_right == (judged.labelled == judged.right == judged.found)


def test_a_city_wrong_in_a_photograph_called_sure_is_counted() -> None:
    built = replace(photo(CAP), cities=(CLOSED,))
    wrong = judge(built, reading(die("cap", 100, 100)), CARCASSONNE, [OPEN])
    right = judge(built, reading(die("cap", 100, 100)), CARCASSONNE, [CLOSED])
    counted = DICE_MEASURE.report([wrong, right, judge(photo(CAP), reading(), CARCASSONNE, [OPEN])])
    assert counted["cities_photos_right"] == Count(1, 2)
    assert counted["cities_photos_silent"] == Count(1, 2)
    assert counted["cities_right"] == Count(1, 2)


def test_numbered_conditions_come_in_three_ranges() -> None:
    names = [f"tilt {number}" for number in (0, 3, 5, 8, 12, 18, 19.5, 25, 25)] + ["felt"]
    groups = grouped(names)
    assert [groups[name] for name in ("tilt 0", "tilt 8", "tilt 19.5", "tilt 25", "felt")] == [
        "tilt 0 to 5",
        "tilt 8 to 18",
        "tilt 19.5 to 25",
        "tilt 19.5 to 25",
        "felt",
    ]


def test_few_numbers_stay_as_they_are() -> None:
    assert grouped(["tilt 0", "tilt 18", "tilt 18", "40 px"]) == {
        name: name for name in ("tilt 0", "tilt 18", "40 px")
    }


def test_a_photograph_counts_once_in_a_range() -> None:
    photos = [photo(CAP, conditions=(f"tilt {n}", f"tilt {n + 1}")) for n in range(0, 24, 2)]
    judged = [judge(one, reading(die("cap", 100, 100)), CARCASSONNE) for one in photos]
    groups = DICE_MEASURE.per_condition(judged, in_ranges=True)
    assert list(groups) == ["tilt 0 to 7", "tilt 8 to 15", "tilt 16 to 23"]
    assert [part["photos_right"].n for part in groups.values()] == [4, 4, 4]
    assert len(DICE_MEASURE.per_condition(judged)) == 24
