"""Gems that lean or lie on their edge are found though their outline is no circle."""

import cv2
import numpy as np
import pytest

from vision.pyramid import Pyramid
from vision.tokens.finding.outlines import find_tokens, work_picture
from vision.tokens.finding.ovals import find_ovals

RADIUS, AT = 40, (200, 150)


def table(width: float, angle_deg: float) -> Pyramid:
    """Return a grainy table with one thing on it, so wide against its length."""
    picture = np.full((300, 400, 3), (120, 150, 160), np.uint8)
    axes = (RADIUS, round(width * RADIUS))
    cv2.ellipse(picture, AT, axes, angle_deg, 0, 360, (40, 60, 190), -1, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return Pyramid(np.asarray(np.clip(picture + noise, 0, 255), np.uint8))


@pytest.mark.parametrize("angle_deg", [0, 40, 90, 130])
@pytest.mark.parametrize("width", [0.55, 0.62, 0.7])
def test_a_leaning_gem_is_found_whole(width: float, angle_deg: float) -> None:
    work = work_picture(table(width, angle_deg), RADIUS)
    found = find_ovals(work, find_tokens(work))
    best = int(found.covered.argmax())
    assert found.covered[best] > 0.9
    assert work.to_px(found.centres)[best] == pytest.approx(AT, abs=2.5)
    assert found.widths[best] == pytest.approx(width, abs=0.08)
    assert found.radii[best] / work.scale == pytest.approx(RADIUS, rel=0.08)


def test_what_is_round_is_no_oval() -> None:
    work = work_picture(table(1.0, 0), RADIUS)
    circles = find_tokens(work)
    first = int(circles.covered.argmax())
    assert circles.covered[first] > 0.95
    assert not len(find_ovals(work, circles.only(np.array([first]))))
