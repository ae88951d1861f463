"""Places of two pictures are compared: whatever tint the light has, whatever lies beside a piece."""

import numpy as np
import pytest

from vision.boards.measured.places import (
    DEPTH,
    INNER_FROM_PX,
    inner_unlikeness,
    places_of,
    tinted,
)
from vision.frame import ImageBgr

SIDE = 24


def drawing(seed: int) -> ImageBgr:
    rng = np.random.default_rng(seed)
    blocks = rng.integers(60, 160, (SIDE // 6, SIDE // 6, 3), np.uint8)
    return np.asarray(np.repeat(np.repeat(blocks, 6, 0), 6, 1), np.uint8)


def test_a_tint_that_is_known_is_taken_away() -> None:
    tint = np.array([0.3, -0.1, -0.2])
    plain = drawing(1)
    # The logarithms are of levels that the same dark level is added to.
    seen = np.clip((plain + 12.0) * np.exp(tint) - 12, 0, 255).astype(np.uint8)
    away = tinted(places_of(seen, fine=True), -tint) - places_of(plain, fine=True)
    assert np.abs(away[..., 7:]).mean() < 0.1
    assert np.abs((places_of(seen, fine=True) - places_of(plain, fine=True))[..., 7:]).mean() > 1


def test_what_lies_at_a_cells_rim_does_not_tell_what_lies_under_a_pawn() -> None:
    rim = INNER_FROM_PX // 2
    beside, on_it = np.zeros((2, 1, SIDE, SIDE, DEPTH), np.float32)
    beside[:, :rim] = on_it[:, rim : 2 * rim] = 3
    assert inner_unlikeness(beside, (beside**2).sum(-1), 2)[0] == 0
    assert inner_unlikeness(on_it, (on_it**2).sum(-1), 2)[0] > 0.05


def test_print_tells_a_piece_in_shadow_as_in_light() -> None:
    shadow, other_print = np.zeros((2, 1, SIDE, SIDE, DEPTH), np.float32)
    shadow[..., 6] = 3
    other_print[..., 0] = 1
    names = {"own": shadow, "other": shadow + other_print}
    unlike = {name: inner_unlikeness(away, (away**2).sum(-1), 2)[0] for name, away in names.items()}
    in_light = inner_unlikeness(other_print, (other_print**2).sum(-1), 2)[0]
    assert unlike["other"] - unlike["own"] == pytest.approx(in_light)
