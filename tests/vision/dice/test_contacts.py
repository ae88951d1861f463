"""How probably dice touch, and in which ways: calibrated on hands never fitted, laid on cells."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.test_grids import SIDE, square
from vision.dice.contacts import Against, contacts_of, probability
from vision.dice.grids import among, contacts_in, in_doubt, layouts, touching
from vision.dice.pooling import pool_dice
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.readings.dice import DiceContact, DiceReading, Die
from vision.readings.places import PointMm, PointPx
from vision.workshop.simulation import SceneDie, render
from vision.workshop.simulation.stage import CARCASSONNE_DICE, house_scene
from vision.workshop.training.calibration.contacts import examples, laid, seen

CARCASSONNE = load("carcassonne")
NEVER_FITTED = range(120_000, 120_500)


def reading(*quads: np.ndarray) -> DiceReading:
    """Return a reading of dice with these top faces, all of them surely read."""
    contacts, grids, unsure = touching(quads)
    dice = tuple(_die(quad) for quad in quads)
    return DiceReading(dice, grids, not unsure, (), (1280, 960), has_markers=False, contacts=contacts)


def _die(quad: np.ndarray) -> Die:
    a, b, c, d = (PointPx(*corner) for corner in quad.tolist())
    return Die("three", PointPx(*quad.mean(0).tolist()), (a, b, c, d), 0.0, 0.999, sure=True)


def chances(found: Sequence[DiceContact]) -> dict[tuple[int, int], float]:
    return {one.dice: one.probability for one in found}


def test_what_is_told_is_as_probable_as_it_is_said_to_be() -> None:
    """In each band of probability, about so many touch: within four standard deviations, or 0.03."""
    told = np.array([(probability(one), touches) for one, touches in examples(NEVER_FITTED)])
    assert len(told) > 2000
    for low, high in ((0.0, 0.05), (0.05, 0.5), (0.5, 0.9), (0.9, 0.98), (0.98, 1.0)):
        band = told[(low <= told[:, 0]) & (told[:, 0] < high)]
        said, true = band.mean(0)
        assert len(band) > 20
        assert abs(said - true) < max(0.03, 4 * np.sqrt(said * (1 - said) / len(band))), (
            low,
            said,
            true,
        )


@pytest.mark.parametrize("way", [(0.0, 0.0, 1.0), (0.02, 0.0, 0.0), (0.0, 0.05, 0.0)])
def test_the_farther_off_the_less_probable(way: tuple[float, float, float]) -> None:
    found = [probability(Against((1, 3), *(step * one for one in way))) for step in range(20)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0.99
    assert found[-1] < 0.97


def test_of_dice_built_askew_no_more_than_was_in_truth_is_sure() -> None:
    """Of tables that today's hands build, and careless ones: right, sure, and both wrong and sure."""
    right = sure = silent = count = 0
    for seed in NEVER_FITTED[:300]:
        rng = np.random.default_rng(seed)
        scene = laid(rng)
        if not scene.unclear:
            _, grids, unsure = touching(seen(rng, scene, markers=seed % 2 == 0))
            is_right = contacts_in(grids) == scene.touching
            count, right, sure = count + 1, right + is_right, sure + (not unsure)
            silent += not unsure and not is_right
    assert right > 0.9 * count
    assert sure > 0.7 * count
    assert silent < 0.04 * count


def test_the_sides_that_touch_are_each_dies_own() -> None:
    (found,) = contacts_of([square(0, 0, 0), square(SIDE * 1.02, 0.1 * SIDE, 2, turns=1)])
    assert (found.dice, found.sides) == ((0, 1), (1, 2))
    assert found.offset == pytest.approx(0.1, abs=0.02)
    assert found.askew_deg == pytest.approx(2, abs=0.1)
    assert found.gap == pytest.approx(0.0, abs=0.02)
    assert found.probability > 0.98


def test_the_ways_are_all_there_are_and_the_likeliest_is_as_read() -> None:
    bent = reading(square(0, 0, 0), square(1.14 * SIDE, 0, 17), square(2.9 * SIDE, 0.4 * SIDE, 10))
    ways = layouts(bent, most=50)
    assert sum(way.probability for way in ways) == pytest.approx(1.0)
    assert [way.probability for way in ways] == sorted((way.probability for way in ways), reverse=True)
    assert ways[0].grids == bent.grids
    assert in_doubt(ways) == {(0, 1)}
    assert not bent.sure


def test_a_die_that_may_touch_either_of_two_touches_one_of_them() -> None:
    """Half a side out of line with both, it lies beside one or beside the other, or beside neither."""
    found = layouts(reading(square(0, 0, 0), square(SIDE, 0, 0), square(0.5 * SIDE, SIDE, 0)), 50)
    ways = {contacts_in(way.grids): way.probability for way in found}
    assert frozenset({(0, 1), (0, 2), (1, 2)}) not in ways
    by_one = [chance for pairs, chance in ways.items() if len(pairs) == 2]
    assert by_one[0] == pytest.approx(by_one[1], abs=0.01)


def test_what_cannot_be_laid_on_cells_is_no_way() -> None:
    """In a block of four no one contact can be missing: the others hold it."""
    block = [square(SIDE * column, SIDE * row, 0) for row in (0, 1) for column in (0, 1)]
    one = reading(*block)
    weaker = [replace(c, probability=0.5) if c.dice == (0, 1) else c for c in one.contacts]
    ways = layouts(replace(one, contacts=tuple(weaker)))
    assert ways[0].probability > 0.99
    assert len(ways[0].grids) == 1


def test_grids_that_are_known_are_the_only_way() -> None:
    known = replace(reading(square(0, 0, 0), square(SIDE, 0, 0)), contacts=())
    assert [(way.grids, way.probability) for way in layouts(known)] == [(known.grids, 1.0)]


def test_some_of_the_dice_keep_what_touches_among_them() -> None:
    all_three = reading(square(0, 0, 0), square(SIDE, 0, 0, turns=1), square(2 * SIDE, 0, 0))
    kept = among(all_three, [2, 1])
    (contact,) = kept.contacts
    assert (contact.dice, contact.sides) == ((0, 1), (3, 0))
    assert contacts_in(kept.grids) == {(0, 1)} == contacts_in(layouts(kept)[0].grids)


def test_many_looks_are_as_probable_as_they_are_on_the_whole() -> None:
    looks = [
        reading(square(0, 0, 0), square((1.14 + shift) * SIDE, 0, 17)) for shift in (0.0, 0.0, 0.15)
    ]
    each = [chances(look.contacts)[0, 1] for look in looks]
    pooled = chances(pool_dice(looks, CARCASSONNE).contacts)[0, 1]
    assert min(each) < pooled < max(each)


def test_a_rendered_city_with_a_die_askew_is_read_and_in_doubt() -> None:
    reader = DiceReader(CARCASSONNE)
    for askew_deg, in_doubt_there in ((1.0, False), (18.0, True)):
        read = reader.read(_crooked_picture(askew_deg))
        assert len(read.dice) == 4
        assert ("grid" in read.doubts) == in_doubt_there
        ways = {len(way.grids): way.probability for way in reversed(layouts(read))}
        assert ways[1] > (0.1 if in_doubt_there else 0.95)
        assert ways[1] + ways[2] > 0.95


def _crooked_picture(askew_deg: float) -> np.ndarray:
    askew = np.radians(askew_deg)
    far = 16.0 * (1 + np.cos(askew) + np.sin(askew)) / 2 + 0.3
    along = far + 16.3 * np.cos(askew), 16.3 * np.sin(askew)
    places = ((-16.3, 0.0, 0.0), (0.0, 0.0, 0.0), (far, 0.0, askew_deg), (*along, askew_deg))
    dice = tuple(
        SceneDie(CARCASSONNE_DICE, face, PointMm(140.0 + x, 100.0 + y), angle, 16.0)
        for face, (x, y, angle) in zip(("cap", "straight", "corner", "three"), places, strict=True)
    )
    return render(replace(house_scene("felt", mat=True), dice=dice), (1280, 960), 3).image_bgr


def test_dice_that_join_nothing_touch_nothing() -> None:
    pips = DiceReader(load("pips"))
    assert pips.read(_crooked_picture(1.0)).contacts == ()
