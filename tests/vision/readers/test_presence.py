"""How large dice are is told by what is plainly a die, not by how often something else is seen."""

import numpy as np

from vision.readers.presence import (
    DIE_FROM,
    DOUBT_FROM,
    Evidence,
    is_beyond_doubt,
    of_fitting_size,
    presence,
)

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) / 2


def seen(x: float, side: float, heat: float, face_score: float, likeness: float) -> Evidence:
    return Evidence(heat, face_score, likeness, SQUARE * side + (x, 0.4 * side))


THREADS = [seen(400 + 20 * number, 15, 0.25, 0.97, 0.85) for number in range(30)]
"""Texture: much of it, small, faint, and like a face of four pips."""
DICE = [seen(100, 100, 0.7, 0.99, 0.92), seen(250, 100, 0.7, 0.99, 0.92)]
TRAY = seen(600, 1200, 0.55, 0.99, 0.5)
"""As large as the picture and a face to the networks, but like none of the set."""


def test_much_texture_makes_no_dice_beside_two_plain_ones() -> None:
    chances = presence([*DICE, *THREADS])
    assert min(chances[:2]) > 0.95
    assert max(chances[2:]) < DOUBT_FROM


def test_a_tray_as_large_as_the_picture_does_not_stand_in_the_dices_way() -> None:
    small = [seen(60 * number, 30, 0.7, 0.99, 0.93) for number in range(4)]
    assert of_fitting_size([TRAY, *small]) == [False, True, True, True, True]


def test_dice_of_two_usual_sizes_are_both_dice() -> None:
    mixed = [seen(200 * n, side, 0.7, 0.99, 0.93) for n, side in enumerate((60, 62, 61, 110))]
    assert min(presence(mixed)) > DIE_FROM


def test_what_is_faint_to_the_finder_is_never_beyond_doubt() -> None:
    assert not is_beyond_doubt(THREADS[0], 0.95, [])
    assert is_beyond_doubt(DICE[0], 0.95, [])
