"""Cities that hands built crooked: what may be one city or two is asked about, not taken for either."""

from math import cos, radians, sin

import pytest

from tests.rigs.random_play.plane import Look, Place, PlaneDie, turned
from tests.table.conftest import Bench
from tests.table.plays.carcassonne_dice.clumsy import begin, look, moves, notice, offer, state
from vision.dice.grids import layouts
from vision.readings.dice import DiceReading

SEVEN = ("cap", "straight", "straight", "straight", "straight", "straight", "cap")
"""A closed city, in a row."""
THROWN = [*SEVEN, "knight", "three"]
ENDS = {0: 180.0, 6: 0.0}
"""How the caps are turned, that close it."""


def crooked(askew_deg: float, knocked: int = 3, gap: float = 0.02) -> DiceReading:
    """Return the reading of such a row, bent where a die was laid so far askew, and two other dice."""
    at: Place = (0.0, -5.0)
    angle, dice = 0.0, list[PlaneDie]()
    for number, face in enumerate(SEVEN):
        if number:
            bend = radians(askew_deg if number == knocked else 0.0)
            x, y = turned((0.0, (1 + cos(bend) + sin(bend)) / 2 + gap), angle)
            at, angle = (at[0] + x, at[1] + y), angle + (askew_deg if number == knocked else 0.0)
        dice.append(PlaneDie(face, at, angle + ENDS.get(number, 0.0)))
    rest = PlaneDie("knight", (6.0, 3.0), 20.0), PlaneDie("three", (-6.0, 3.0), 70.0)
    return Look((*dice, *rest)).reading(0.0)


@pytest.mark.parametrize("askew_deg", [15.0, 17.0, 20.0])
def test_a_crooked_city_of_seven_is_one_question_and_pushed_together_none(
    table: Bench, askew_deg: float
) -> None:
    begin(table, THROWN)
    table.show(crooked(askew_deg))
    assert notice(table) == ("notice.doubt_whole_city", "straight straight")
    told = state(table)["notice"]
    assert told is not None
    assert told["params"]["dice"] == len(SEVEN)
    assert len(told["places"]) == 2  # these are marked in the picture
    assert {choice["text"]["params"]["points"] for choice in offer(table)["choices"]} == {0, 15}
    table.show(crooked(1.0))
    assert notice(table) is None
    assert offer(table)["text"]["params"]["points"] == 15


def test_a_crooked_city_that_is_cleared_was_meant_as_one(table: Bench) -> None:
    begin(table, THROWN)
    table.show(crooked(17.0))
    look(table, [])
    assert moves(table) == ["throw", "set_aside", "stop"]
    assert state(table)["scores"] == {"Ana": 15, "Bob": 0}


def test_a_crooked_city_is_several_layouts_of_which_few_have_mass() -> None:
    found = layouts(crooked(17.0))
    sizes = [sorted(len(grid.dice) for grid in layout.grids) for layout in found[:2]]
    assert sizes == [[1, 1, 7], [1, 1, 3, 4]]
    assert 0.6 < found[0].probability < 0.98
    assert sum(layout.probability for layout in found[:2]) > 0.95
