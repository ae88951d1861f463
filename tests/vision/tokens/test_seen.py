"""What counts in explaining the colours of a picture, and where a black back may lie unseen: on dark
ground as large as it is, on which no token is known."""

import numpy as np
from numpy.typing import NDArray

from vision.tokens.finding.outlines import RADIUS_PX, RAYS, STEPS, Outlines
from vision.tokens.seen import has_free_spot, weights_of_clear

RADIUS = 3.0
NONE = np.zeros((0, 2))
TABLE, VEIN, GEM = (150, 160, 165), (90, 95, 100), (60, 150, 190)


def ground(dark: tuple[int, int] = (0, 0)) -> NDArray[np.bool_]:
    """Return which pixels are dark: a patch of that height and width in the middle."""
    seen = np.zeros((30, 40), np.bool_)
    seen[12 : 12 + dark[0], 15 : 15 + dark[1]] = True
    return seen


def test_none_hides_on_light_ground_or_on_a_thin_shadow() -> None:
    assert not has_free_spot(ground(), NONE, RADIUS)
    assert not has_free_spot(ground((2, 20)), NONE, RADIUS)


def test_one_may_hide_in_a_shadow_as_large_as_it_is() -> None:
    assert has_free_spot(ground((6, 6)), NONE, RADIUS)


def test_the_tokens_that_are_known_hide_no_others() -> None:
    assert not has_free_spot(ground((6, 6)), np.array([[17.5, 14.5]]), RADIUS)
    assert has_free_spot(ground((6, 20)), np.array([[17.5, 14.5]]), RADIUS)


def outlined(*within: tuple[int, int, int]) -> Outlines:
    """Return closed outlines on a table, each with such a colour within."""
    many = len(within)
    seen = np.empty((many, RAYS, len(STEPS), 3), np.uint8)
    seen[:] = TABLE
    for one, colour in zip(seen, within, strict=True):
        one[:, STEPS < 1.05] = VEIN
        one[:, STEPS < 0.95] = colour
    ones, x = np.ones(many), 100.0 * np.arange(many)
    middles, sizes = np.column_stack([x, x]), RADIUS_PX * ones
    return Outlines(
        middles, sizes, ones, ones, ones, 30 * ones, 0 * ones, seen, np.zeros(many, np.bool_)
    )


def test_rings_of_veins_tell_hardly_anything_of_the_lamp() -> None:
    weights = weights_of_clear(outlined(GEM, TABLE))
    assert weights[0] > 0.9
    assert 0 < weights[1] < 0.05


def test_nothing_tells_nothing() -> None:
    assert weights_of_clear(outlined()).shape == (0,)
