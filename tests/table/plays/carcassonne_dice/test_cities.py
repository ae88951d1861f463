"""Cities counted on built tables: their size, whether they are closed, where they are open."""

from collections import Counter

import numpy as np
import pytest

from companion.table.plays.carcassonne_dice.cities import found, largest_points
from tests.table.plays.carcassonne_dice.built_cities import (
    CARCASSONNE,
    SIDE_MM,
    Lain,
    built,
    cities_of,
    seen_cities,
)
from vision.clock import SteppedClock
from vision.dice.grids import touching
from vision.dice.reader import DiceReader
from vision.readings.places import GridCell
from vision.workshop.simulation.dice.things import CityDie
from vision.workshop.simulation.table import SimulatedTable

RING = (
    ("corner", 1, 0, 0),
    ("straight", 1, 1, 0),
    ("corner", 2, 2, 0),
    ("straight", 0, 2, 1),
    ("corner", 3, 2, 2),
    ("straight", 1, 1, 2),
    ("corner", 0, 0, 2),
    ("straight", 0, 0, 1),
)
"""Face, turns, column, row of a ring round a hole that only fields look at."""


def exactly(*dice: tuple[str, int, float, float]) -> Counter[tuple[int, bool, int, int]]:
    """Cities of dice laid exactly: face, turns, column, row."""
    lain = [Lain(face, SIDE_MM * x, SIDE_MM * y, 90.0 * turns) for face, turns, x, y in dice]
    corners = [die.corners_mm() for die in lain]
    _, grids, unsure = touching(corners)
    return cities_of(lain, corners, grids, sure=not unsure)


@pytest.mark.parametrize("markers", [True, False])
def test_cities_of_careless_hands_and_loose_dice_nearby(markers: bool) -> None:
    """Each die up to 1 mm and 5 degrees off, corners misread by half a pixel, cameras to 25 degrees."""
    right = sure = closed = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        scene = built(rng)
        found, plain = seen_cities(rng, scene, markers=markers)
        wanted = scene.truth()
        closed += sum(number for (size, shut, *_), number in wanted.items() if shut and size > 1)
        right += found == wanted
        sure += plain
        assert found == wanted or not plain, f"seed {seed}"
    assert closed > 100
    assert right >= 198
    assert sure >= 190


def test_two_caps_are_a_closed_city_of_two() -> None:
    assert exactly(("cap", 1, 0, 0), ("cap", 3, 1, 0)) == {(2, True, 0, 0): 1}


def test_a_lone_city_die_is_an_open_city_of_one_and_a_knight_is_none() -> None:
    assert exactly(("three", 0, 0, 0), ("knight", 0, 3, 3)) == {(1, False, 3, 0): 1}


def test_a_mismatched_edge_leaves_only_the_city_open_whose_edge_it_is() -> None:
    found = exactly(("cap", 1, 0, 0), ("cap", 1, 1, 0), ("cap", 3, 2, 0))
    assert found == {(1, False, 1, 1): 1, (2, True, 0, 0): 1}


def test_a_city_edge_against_a_knight_is_open_but_no_mismatch() -> None:
    """A knight bears neither city nor field."""
    assert exactly(("cap", 1, 0, 0), ("knight", 0, 1, 0)) == {(1, False, 1, 0): 1}


def test_a_ring_round_a_hole_is_closed_where_only_fields_look_into_it() -> None:
    assert exactly(*RING) == {(8, True, 0, 0): 1}


def test_a_city_edge_that_looks_into_a_hole_is_open() -> None:
    opened = [("three", 1, 1, 0) if die[2:] == (1, 0) else die for die in RING]
    assert exactly(*opened) == {(8, False, 1, 0): 1}


def test_a_loose_die_four_millimetres_away_is_never_surely_part() -> None:
    dice = [Lain("cap", 0, 0, 90.0), Lain("cap", SIDE_MM + 4.5, 0, 270.0)]
    corners = [die.corners_mm() for die in dice]
    _, grids, unsure = touching(corners)
    assert not unsure
    assert cities_of(dice, corners, grids, sure=True) == {(1, False, 1, 0): 2}
    dice[1] = Lain("cap", SIDE_MM + 4.0, 0, 270.0)
    assert touching([die.corners_mm() for die in dice])[2] == {(0, 1)}


def test_points_are_those_of_the_largest_closed_city() -> None:
    rows = [{"dice": [0, 1, 2], "closed": True}, {"dice": [3] * 9, "closed": False}]
    assert largest_points(rows) == 1
    assert largest_points([]) == 0


def test_cities_in_rendered_pictures() -> None:
    """A ring or a row built by a hand on three coverings, a throw lying beside it."""
    reader = DiceReader(CARCASSONNE)
    right = 0
    for seed, surface in enumerate(("wood_pale", "felt", "dark")):
        table = SimulatedTable(SteppedClock(), seed=seed + 60, surface=surface)
        ids = table.throw(count=9)
        city = [("cap", 1, 0, 0), ("straight", 1, 1, 0), ("corner", 2, 2, 0), ("cap", 0, 2, 1)]
        table.build([CityDie(ids[n], GridCell(x, y), turns) for n, (_, turns, x, y) in enumerate(city)])
        reading = reader.read(table.render(table.busy_until + 1.0))
        truth = {die.id: die for die in table.truth(table.busy_until + 1.0)}
        wanted = exactly(*[(truth[ids[n]].face, t, x, y) for n, (_, t, x, y) in enumerate(city)])
        wanted += exactly(*[(truth[die].face, 0, 9 * die, 9) for die in ids[4:]])
        rows = found(reading, CARCASSONNE)["cities"]
        seen = Counter((len(r["dice"]), r["closed"], r["open_edges"], r["mismatches"]) for r in rows)
        right += seen == wanted
        assert seen == wanted or not reading.sure, f"{surface}: {seen} for {wanted}"
    assert right >= 2
