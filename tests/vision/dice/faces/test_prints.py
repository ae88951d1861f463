"""Faces no network has learnt are compared as pictures, in every turn and shifted a little."""

import cv2
import numpy as np
import pytest

from vision.dice.faces.prints import FacePrints
from vision.frame import ImageBgr


def drawing(letter: str, shift: tuple[int, int] = (0, 0), light: float = 1.0) -> ImageBgr:
    """A letter on a red face."""
    crop = np.full((48, 48, 3), (40, 30, 170), np.uint8)
    cv2.putText(crop, letter, (15 + shift[0], 33 + shift[1]), 0, 0.8, (60, 200, 230), 2, cv2.LINE_AA)
    return np.asarray(np.clip(crop * light, 0, 255), np.uint8)


LETTERS = "GR8BP"


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("shift", [(0, 0), (3, -2), (-3, 3)])
def test_a_drawing_is_known_again_in_any_turn_shift_and_light(
    turns: int, shift: tuple[int, int]
) -> None:
    prints = FacePrints([[drawing(letter)] for letter in LETTERS])
    for face, letter in enumerate(LETTERS):
        seen = np.ascontiguousarray(np.rot90(drawing(letter, light=0.6), -turns))
        seen = np.asarray(np.roll(seen, shift, (0, 1)), np.uint8)
        likeness = prints.likeness(seen)
        assert int(likeness.argmax()) == 4 * face + turns
        assert likeness.max() > 0.7


def test_a_face_without_samples_is_like_nothing() -> None:
    likeness = FacePrints([[], [drawing("G"), drawing("G", (1, 1))]]).likeness(drawing("G"))
    assert np.isnan(likeness[0]).all()
    assert likeness[1, 0] == pytest.approx(1.0, abs=0.01)


def test_a_blank_face_is_like_none() -> None:
    blank = np.full((48, 48, 3), 127, np.uint8)
    assert FacePrints([[drawing("G")]]).likeness(blank).max() < 0


def test_two_inks_tell_faces_apart() -> None:
    blue, green = (np.full((48, 48, 3), 200, np.uint8) for _ in range(2))
    cv2.circle(blue, (24, 24), 9, (200, 60, 60), -1)
    cv2.circle(green, (24, 24), 9, (60, 128, 60), -1)
    own, other = FacePrints([[blue], [green]]).likeness(blue).max(1)
    assert own > other + 0.3


def test_edges_tell_faces_apart_where_light_falls_aslant() -> None:
    prints = FacePrints([[drawing(letter)] for letter in LETTERS])
    for face, letter in enumerate(LETTERS):
        aslant = np.asarray(drawing(letter) * np.linspace(0.4, 1.0, 48)[None, :, None], np.uint8)
        likeness = prints.likeness(aslant).max(1)
        assert likeness[face] > np.delete(likeness, face).max() + 0.06
