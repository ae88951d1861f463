"""What the trained finder makes of things on a table."""

import cv2
import numpy as np

from tests.vision.tokens.pictures import Style, gem_board, loose
from vision.frame import ImageBgr
from vision.pyramid import Pyramid
from vision.tokens.learnt.finding import find_things


def missed(image_bgr: ImageBgr, places: list[tuple[float, float]], radius_px: float) -> int:
    things = find_things(Pyramid(image_bgr), radius_px)
    clear = things.centres[things.logits > 0]
    return sum(not (np.hypot(*(clear - place).T) < 0.5 * radius_px).any() for place in places)


def test_touching_candies_are_found_one_by_one() -> None:
    rng = np.random.default_rng(31)
    drawn = [loose(rng, Style(sides=sides), 24, heap=0.9) for sides in (0, 8)]
    lost = [missed(one.image_bgr, [token.centre_px for token in one.tokens], 30) for one in drawn]
    assert sum(lost) <= 2


def test_each_is_found_once() -> None:
    drawn = loose(np.random.default_rng(32), Style(sides=0), 24)
    things = find_things(Pyramid(drawn.image_bgr), 30)
    clear = things.centres[things.logits > 0]
    for token in drawn.tokens:
        assert (np.hypot(*(clear - token.centre_px).T) < 20).sum() <= 1


def test_a_things_size_is_told_though_another_was_looked_for() -> None:
    drawn = loose(np.random.default_rng(33), Style(sides=0), 20, radius=36.0)
    things = find_things(Pyramid(drawn.image_bgr), 30)
    assert 31 < np.median(things.radii[things.logits > 0]) < 41


def test_bare_holes_are_places_and_no_things() -> None:
    drawn = gem_board(np.random.default_rng(34), Style(tilt=0.0, blur=0.3), filled=0.0, beside=0)
    things = find_things(Pyramid(drawn.image_bgr), 35)
    assert (things.logits > 1).sum() <= 4
    assert len(things.places) > 36


def test_a_bare_table_and_a_tiny_picture_have_nothing() -> None:
    table = loose(np.random.default_rng(35), Style(), 0)
    assert (find_things(Pyramid(table.image_bgr), 30).logits > 0).sum() == 0
    small = np.asarray(cv2.resize(table.image_bgr, (5, 3)), np.uint8)
    assert (find_things(Pyramid(small), 30).logits > 0).sum() == 0
