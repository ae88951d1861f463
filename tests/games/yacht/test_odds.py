"""The advice: what every way to go on is worth, against trying everything."""

import json
from typing import Any

import pytest

from companion.games.yacht.odds import Filling, Keeping, advice
from companion.games.yacht.rules import GAME
from companion.games.yacht.state import State
from tests.games.yacht.play import THIRTEEN, WITH_EXTRA, all_but, alone, game, throw, turn
from tests.games.yacht.solver import Solver

NEAR = 0.005
"""Points: the tables are rounded to steps of 1/128."""


def odds(state: State) -> Any:
    return json.loads(json.dumps(GAME.odds(state)))


def test_there_is_no_advice_before_the_first_throw_and_after_the_game() -> None:
    assert GAME.odds(game()) is None
    assert GAME.odds(turn(all_but("choice"), "12366", "choice")) is None


def test_the_last_box_needs_no_table() -> None:
    """One die thrown once more for the choice: 3.5 points more than the 18 kept."""
    state = throw(throw(all_but("choice"), "16666"), "1", kept="6666")
    found = odds(state)
    assert found["boxes"] == [{"box": "choice", "points": 25, "expected": 25.0}]
    assert found["keeps"][0] == {"kept": list("6666"), "expected": 27.5}
    assert found["best"] == {"kept": list("6666")}
    assert found["expected"] == 27.5


def test_the_chance_of_five_alike_in_one_throw() -> None:
    state = throw(throw(all_but("yacht"), "26666"), "3", kept="6666")
    found = odds(state)
    assert found["keeps"][0] == {"kept": list("6666"), "expected": pytest.approx(50 / 6, abs=NEAR)}
    assert found["boxes"] == [{"box": "yacht", "points": 0, "expected": 0.0}]


def test_after_the_third_throw_nothing_can_be_kept() -> None:
    state = throw(throw(throw(game(), "12345"), "12345"), "66665")
    found = odds(state)
    assert found["keeps"] == []
    assert found["best"] == {"box": found["boxes"][0]["box"]}


def test_what_cannot_be_bettered_is_scored() -> None:
    assert odds(throw(game(), "66666"))["best"] == {"box": "yacht"}
    assert odds(throw(game(**THIRTEEN), "23456"))["best"] == {"box": "large_straight"}


def test_every_way_is_told_once_the_best_first() -> None:
    found = odds(throw(game(), "11266"))
    kept = [tuple(way["kept"]) for way in found["keeps"]]
    assert len(kept) == len(set(kept)) == 3 * 2 * 3 - 1
    assert {way["box"] for way in found["boxes"]} == set(game().sheet.names)
    for ways in (found["keeps"], found["boxes"]):
        assert [way["expected"] for way in ways] == sorted(
            (way["expected"] for way in ways), reverse=True
        )


def test_points_and_bonuses_so_far_count() -> None:
    filled = {"sixes": 30, "fives": 25, "fours": 12, "chance": 20}
    with_bonus = advice(throw(alone(filled, **THIRTEEN), "11236"))
    assert with_bonus is not None
    assert with_bonus.best.expected > 30 + 25 + 12 + 20 + 35


def test_a_joker_is_advised_where_it_may_go_with_its_100() -> None:
    state = throw(alone({"five_of_a_kind": 50, "fours": 12}, **WITH_EXTRA), "44444")
    found = odds(state)
    assert {way["box"] for way in found["boxes"]} == set(state.options)
    assert found["boxes"][0] == {
        "box": "large_straight",
        "points": 40,
        "expected": found["boxes"][0]["expected"],
    }
    assert found["expected"] > 62 + 100 + 40 + 150


def test_advice_is_for_the_seat_to_move() -> None:
    state = turn(game(), "66666", "yacht")
    mine = advice(throw(state, "11266"))
    assert mine == advice(throw(game("Eva"), "11266"))


POSITIONS: list[tuple[dict[str, Any], tuple[str, ...], list[str]]] = [
    ({}, ("sixes", "full_house"), ["66233"]),
    ({}, ("sixes", "full_house"), ["66233", "66455"]),
    ({}, ("little_straight", "big_straight"), ["23455"]),
    (THIRTEEN, ("ones", "threes", "chance"), ["13366"]),
    (THIRTEEN, ("ones", "threes", "chance"), ["13366", "33355", "33351"]),
    (WITH_EXTRA, ("large_straight", "twos"), ["22245", "22224"]),
    (WITH_EXTRA, ("twos", "small_straight"), ["33333"]),
    (WITH_EXTRA, ("five_of_a_kind", "twos"), ["33333", "33333", "33333"]),
]


@pytest.mark.parametrize(("options", "empty", "throws"), POSITIONS, ids=lambda each: str(each))
def test_every_way_is_worth_what_trying_everything_says(
    options: dict[str, Any], empty: tuple[str, ...], throws: list[str]
) -> None:
    """Toward the end of a game, where the second way of working it out needs nothing but the rules."""
    state = all_but(*empty, points=0, **options)
    if "five_of_a_kind" not in empty and options is WITH_EXTRA:
        filled = {name: 0 for name in state.sheet.names if name not in empty}
        state = alone({**filled, "five_of_a_kind": 50}, **options)
    card = {
        name: points
        for name, points in zip(state.sheet.names, state.row, strict=True)
        if points is not None
    }
    for faces in throws:
        state = throw(state, faces)
    found = advice(state)
    assert found is not None
    solver = Solver(state.sheet.name, state.terms.extra_bonus)
    boxes = solver.ways(card, 0, tuple(map(int, state.lying)), solver.exact)
    assert {way.box: way.expected for way in found.boxes} == pytest.approx(boxes, abs=NEAR)
    first, last = solver.turn(card, 0, solver.exact)
    for way in found.keeps:
        tried = (first if state.throws == 1 else last)[tuple(map(int, way.kept))]
        assert way.expected == pytest.approx(tried, abs=NEAR)
    best = max([*boxes.values(), *(way.expected for way in found.keeps)])
    assert found.best.expected == pytest.approx(best, abs=NEAR)


def test_scoring_comes_before_throwing_for_the_same_points() -> None:
    state = throw(all_but("yacht"), "66666")
    found = advice(state)
    assert found is not None
    assert isinstance(found.best, Filling)
    assert isinstance(found.keeps[0], Keeping)
