"""How large dice are is told by what is plainly a die, not by how often something else is seen."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.presence.presence import (
    DIE_FROM,
    DOUBT_AMONG_PLAIN,
    DOUBT_FROM,
    DOUBT_OF_ITS_SIZE,
    HOT_THING,
    PLAIN_FROM,
    PLAINLY_FROM,
    Evidence,
    is_beyond_doubt,
    may_be_missed,
    of_fitting_size,
    presence,
    seem_other_pieces,
    seem_texture,
)
from vision.dice.presence.sides_or_tops import (
    FROM_ABOVE,
    may_be_sides,
    seem_aslant,
    seem_seen_from_far_off,
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


def test_dice_that_lie_like_the_pips_of_a_face_as_large_as_the_picture_are_the_dice() -> None:
    dice = [seen(60 * number, 60, 0.8, 0.99, 0.9) for number in range(12)]
    like_a_die_among_them = seen(720, 60, 0.8, 0.95, 0.69)
    cloth = replace(DICE[0], heat=0.32, face_score=0.95, likeness=0.85, corners_px=SQUARE * 1400 + 400)
    assert all(of_fitting_size([*dice, like_a_die_among_them, cloth])[:-1])


def test_dice_of_two_usual_sizes_are_both_dice() -> None:
    mixed = [seen(200 * n, side, 0.7, 0.99, 0.93) for n, side in enumerate((60, 62, 61, 110))]
    assert min(presence(mixed)) > DIE_FROM


def laid(x: float, y: float, along: tuple[float, float], down: tuple[float, float]) -> Evidence:
    (ax, ay), (bx, by) = along, down
    corners = np.array([(x, y), (x + ax, y + ay), (x + ax + bx, y + ay + by), (x + bx, y + by)])
    return Evidence(0.8, 0.99, 0.9, corners.astype(np.float64))


def test_a_side_under_its_top_is_not_beyond_doubt_though_both_look_alike_from_aslant() -> None:
    top, side = laid(0, 0, (40, -10), (12, 30)), laid(12, 30, (40, -10), (3, 33))
    for one in (top, side):
        assert is_beyond_doubt(one, 0.97)
        assert may_be_sides([one]) == [False]
    far = laid(400, 0, (40, -10), (12, 30))
    assert may_be_sides([top, side, far]) == [True, True, False]


def test_dice_that_touch_are_beyond_doubt_from_above_and_side_by_side() -> None:
    above = laid(0, 0, (40, 0), (0, 39)), laid(0, 39, (40, 0), (0, 39))
    beside = laid(0, 0, (40, 0), (0, 32)), laid(40, 0, (40, 0), (0, 32))
    for pair in (above, beside):
        assert may_be_sides(pair) == [False, False]


def test_what_is_faint_to_the_finder_is_never_beyond_doubt() -> None:
    assert not is_beyond_doubt(THREADS[0], 0.95)
    assert is_beyond_doubt(DICE[0], 0.95)


def test_what_is_no_side_and_much_like_a_face_is_beyond_doubt_where_it_is_a_die_at_all() -> None:
    likely = seen(100, 100, 0.6, 0.75, 0.8)
    assert not is_beyond_doubt(likely, 0.7)
    assert is_beyond_doubt(likely, 0.7, is_no_side=True)
    assert not is_beyond_doubt(likely, 0.4, is_no_side=True)
    assert not is_beyond_doubt(replace(likely, likeness=0.7), 0.7, is_no_side=True)
    assert not is_beyond_doubt(replace(likely, heat=0.2), 0.7, is_no_side=True)
    above = replace(likely, rival=0.6, rival_as_seen=0.12)
    assert not is_beyond_doubt(above, 0.97)
    assert is_beyond_doubt(above, 0.97, is_no_side=True)
    assert not is_beyond_doubt(replace(above, rival_as_seen=0.6), 0.97, is_no_side=True)


def test_where_two_things_in_five_go_on_all_may_be_dominoes() -> None:
    die, other = DICE
    half = replace(die, goes_on=True)
    assert not is_beyond_doubt(half, 0.99)
    assert seem_other_pieces([half, half, other, other, other])
    assert not seem_other_pieces([half, other, other])
    assert not seem_other_pieces([])


def test_what_is_round_is_never_beyond_doubt_nor_is_all_where_two_things_in_five_are() -> None:
    die, other = DICE
    draught = replace(die, is_round=True)
    assert not is_beyond_doubt(draught, 0.99)
    assert seem_other_pieces([draught, draught, other, other, other])
    assert not seem_other_pieces([draught, other, other])


def test_among_more_specks_that_may_be_dice_nothing_is_surely_one() -> None:
    specks = [0.2, 0.3, 0.5, 0.6, PLAINLY_FROM - 0.01]
    assert seem_texture([*specks, 0.9, 0.9, 0.1, 0.1])
    assert not seem_texture([*specks, *[0.95] * 5])
    assert not seem_texture([*specks[1:], 0.9])


def test_where_two_things_in_five_show_no_face_of_the_set_none_is_surely_a_die() -> None:
    die, other = DICE
    letter = replace(die, likeness=0.3)
    assert seem_other_pieces([letter, letter, die, other, other])
    assert not seem_other_pieces([letter, die, other])


def test_where_a_third_of_all_faces_may_be_sides_none_is_surely_a_top() -> None:
    assert seem_aslant([True, False, False])
    assert not seem_aslant([True, False, False, False])
    assert not seem_aslant([])


def test_where_all_seem_seen_from_far_off_the_vertical_none_is_surely_a_top() -> None:
    plain, flat = (replace(DICE[0], slant=slant) for slant in (-4.0, 1.0))
    assert seem_seen_from_far_off([plain, flat], [1.0, 0.4])
    assert not seem_seen_from_far_off([plain, plain, flat], [1.0] * 3)
    assert not seem_seen_from_far_off([plain, flat, flat], [1.0, 0.1, 0.1])
    assert not seem_seen_from_far_off([], [])
    assert not seem_seen_from_far_off(DICE, [1.0] * len(DICE))


@pytest.mark.parametrize(
    ("count", "stretch", "slant", "is_far_off"),
    [(3, 1.0, -1.0, False), (3, 1.0, -0.2, True), (2, 1.0, -1.0, True), (3, 1.08, -1.0, True)],
)
def test_three_faces_that_are_all_square_are_seen_from_above(
    count: int, stretch: float, slant: float, is_far_off: bool
) -> None:
    faces = [replace(seen(150 * number, 100, 0.7, 0.99, 0.92), slant=slant) for number in range(count)]
    longer = replace(faces[-1], corners_px=faces[-1].corners_px * (1.0, stretch))
    assert seem_seen_from_far_off([*faces[:-1], longer], [1.0] * count) == is_far_off


def test_a_face_with_a_rival_may_be_a_side() -> None:
    die, other = DICE
    assert may_be_sides([replace(die, rival=0.9), other]) == [True, False]


def test_beside_plain_dice_what_is_hardly_like_one_is_no_doubt() -> None:
    key = seen(500, 100, 0.45, 0.55, 0.53)
    chances = presence([*DICE, key])
    assert DOUBT_FROM < chances[2] < DOUBT_AMONG_PLAIN
    assert min(chances[:2]) > PLAIN_FROM
    assert may_be_missed([*DICE, key], chances, None) == [False, False, False]
    assert may_be_missed([key], chances[2:], None) == [True]
    assert may_be_missed([DICE[0], key], chances[1:], None) == [False, True]
    dim = [0.9, *chances[1:]]
    assert may_be_missed([*DICE, key], dim, None) == [False, False, True]


def test_what_is_like_a_die_but_far_smaller_may_be_missed() -> None:
    far, thing = seen(600, 33, 0.68, 0.85, 0.63), seen(700, 33, 0.68, 0.85, 0.4)
    chances = presence([*DICE, far, thing])
    assert max(chances[2:]) < DOUBT_AMONG_PLAIN
    assert may_be_missed([*DICE, far, thing], chances, None) == [False, False, True, False]


def test_where_sizes_are_not_known_what_is_much_like_a_face_may_be_missed() -> None:
    aslant = seen(600, 50, 0.25, 0.5, 0.73)
    chances = presence([*DICE, aslant])
    assert chances[2] < DOUBT_OF_ITS_SIZE
    assert may_be_missed([*DICE, aslant], chances, None)[2]
    for other in (
        replace(aslant, likeness=0.64),
        replace(aslant, heat=0.1),
        replace(aslant, corners_px=aslant.corners_px - (275, 0)),
    ):
        assert not may_be_missed([*DICE, other], chances, None)[2], other


def test_where_no_die_is_read_what_the_finder_is_sure_of_may_be_one() -> None:
    hot = seen(400, 100, HOT_THING + 0.01, 0.02, 0.1)
    chances = presence([hot])
    assert chances[0] < DOUBT_OF_ITS_SIZE
    assert may_be_missed([hot], chances, None) == [True]
    assert may_be_missed([replace(hot, heat=HOT_THING - 0.01)], chances, None) == [False]
    assert may_be_missed([hot], chances, [False]) == [False]
    assert may_be_missed([*DICE, hot], presence([*DICE, hot]), None) == [False] * 3


def test_what_ends_at_no_edges_is_no_die_that_may_be_missed() -> None:
    flower = replace(seen(500, 100, 0.42, 0.88, 0.44), edge_step=1.0)
    chances = [*presence(DICE), DOUBT_AMONG_PLAIN + 0.1]
    for plane in (None, [False] * 3):
        assert not any(may_be_missed([*DICE, flower], chances, plane))
        assert may_be_missed([*DICE, replace(flower, edge_step=6.3)], chances, plane)[2]


def test_where_sizes_are_known_what_is_faint_but_like_a_face_may_be_missed() -> None:
    faint = seen(500, 100, 0.14, 0.8, 0.8)
    chances = presence([*DICE, faint])
    assert DOUBT_OF_ITS_SIZE < chances[2] < DOUBT_FROM
    assert not may_be_missed([*DICE, faint], chances, None)[2]
    assert may_be_missed([*DICE, faint], chances, [False] * 3)[2]
    beside = replace(faint, corners_px=faint.corners_px - (140, 0))
    chances = [*chances[:2], DOUBT_OF_ITS_SIZE + 0.01]
    assert not any(may_be_missed([*DICE, beside], chances, [False] * 3))
    assert may_be_missed([*DICE, beside], chances, [False, False, True])[2]
    unlike = replace(faint, likeness=0.5)
    assert not any(may_be_missed([*DICE, unlike], chances, [False] * 3))


def test_from_above_dice_of_two_sizes_that_touch_are_no_sides() -> None:
    large, small = laid(0, 0, (40, 0), (0, 40)), laid(5, 40, (28, 0), (0, 28))
    assert may_be_sides([large, small]) == [True, True]
    assert may_be_sides([replace(one, slant=FROM_ABOVE + 0.1) for one in (large, small)]) == [True, True]
    above = [replace(one, slant=FROM_ABOVE - 0.1) for one in (large, small)]
    assert may_be_sides(above) == [False, False]
    assert may_be_sides([replace(above[0], rival=0.9), above[1]]) == [True, False]
