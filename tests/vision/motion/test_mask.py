"""What a hand covers: as outlines for a page, and asked about one point."""

import numpy as np
import pytest

from vision.motion.mask import Mask

SIZE_PX = (1600, 1200)


def hand(top: int = 20, width: int = 60) -> Mask:
    """Something 30 places high that reaches in from the left of a picture of 160 x 120."""
    places = np.zeros((120, 160), bool)
    places[top : top + 30, :width] = True
    return Mask(places)


def test_a_rectangle_has_an_outline_of_four_points_from_the_edge_on() -> None:
    ((*outline,),) = hand().outlines()
    assert len(outline) == 4
    assert sorted(outline)[0] == pytest.approx((0, 20 / 119))
    assert sorted(outline)[-1] == pytest.approx((59 / 159, 49 / 119))


def test_parts_have_an_outline_each_the_largest_first() -> None:
    both = Mask(hand().places | hand(top=80, width=90).places)
    widths = [max(x for x, _ in outline) for outline in both.outlines()]
    assert widths == pytest.approx([89 / 159, 59 / 159])


def test_a_round_thing_takes_few_points() -> None:
    rows, columns = np.mgrid[0:120, 0:160]
    (outline,) = Mask((rows - 60) ** 2 + (columns - 80) ** 2 < 40**2).outlines()
    assert 6 <= len(outline) <= 16


def test_nothing_has_no_outline() -> None:
    assert Mask(np.zeros((120, 160), bool)).outlines() == ()


@pytest.mark.parametrize(
    ("point", "covered"),
    [
        pytest.param((5.0, 205.0), True, id="just within, at the edge of the picture"),
        pytest.param((595.0, 495.0), True, id="just within"),
        pytest.param((605.0, 495.0), False, id="beside it"),
        pytest.param((300.0, 195.0), False, id="above it"),
        pytest.param((1599.9, 1199.9), False, id="the last pixel"),
        pytest.param((-1.0, 300.0), False, id="outside the picture"),
        pytest.param((300.0, 1200.0), False, id="below the picture"),
    ],
)
def test_a_point_is_covered_or_not(point: tuple[float, float], covered: bool) -> None:
    assert hand().covers(point, SIZE_PX) == covered
