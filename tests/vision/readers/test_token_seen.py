"""Where a black back may lie unseen: dark ground as large as it is, on which no token is known."""

import numpy as np
from numpy.typing import NDArray

from vision.readers.token_seen import has_free_spot

RADIUS = 3.0
NONE = np.zeros((0, 2))


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
