"""The newest picture: not shown as that of now where the camera hangs."""

import numpy as np

from companion.table.sight.eyes import FrameSight
from companion.table.sight.observation import OLD_FRAME_S, Pictures
from vision.frame import Frame, ImageBgr


def test_a_picture_that_has_grown_old_does_not_show_the_table_of_now() -> None:
    pictures = Pictures()
    assert pictures.frame_of(0.0) is None
    frame = Frame(np.zeros((4, 4, 3), np.uint8), 10.0, 0)
    pictures.show(FrameSight(frame, "still"))
    assert pictures.frame_of(10.5) is frame
    assert pictures.frame_of(10.0 + OLD_FRAME_S + 0.1) is None
    assert pictures.newest() is not None  # pages go on showing it, with what is wrong


def noisy(table: ImageBgr, seed: int) -> ImageBgr:
    """Return the table as a camera gives it once more: no two of its pictures are the same."""
    noise = np.random.default_rng(seed).normal(0, 4, table.shape)
    return np.clip(table + noise, 0, 255).astype(np.uint8)


def shown_number(pictures: Pictures) -> int:
    found = pictures.newest()
    assert found is not None
    return found.frame


def test_a_table_that_lies_as_it_lay_has_no_other_picture() -> None:
    table, pictures = np.full((480, 640, 3), 120, np.uint8), Pictures()
    table[200:240, 300:340] = 240
    for number in range(20):
        pictures.show(FrameSight(Frame(noisy(table, number), number / 10, number), "read"))
    assert shown_number(pictures) == 0
    assert pictures.told({"phase": "read", "seen": None, "hand": []})["picture"] == 0


def test_what_lies_otherwise_is_shown() -> None:
    table, pictures = np.full((480, 640, 3), 120, np.uint8), Pictures()
    pictures.show(FrameSight(Frame(noisy(table, 1), 1.0, 1), "empty"))
    table[200:240, 300:340] = 240
    pictures.show(FrameSight(Frame(noisy(table, 2), 2.0, 2), "still"))
    assert shown_number(pictures) == 2


def test_every_picture_of_a_movement_is_shown_and_none_is_told_of() -> None:
    table, pictures = np.full((480, 640, 3), 120, np.uint8), Pictures()
    for number in range(3):
        pictures.show(FrameSight(Frame(noisy(table, number), number / 10, number), "moving"))
        assert shown_number(pictures) == number
    assert "picture" not in pictures.told({"phase": "moving", "seen": None, "hand": []})


def test_the_light_of_a_table_at_rest_is_followed_now_and_then() -> None:
    table, pictures = np.full((480, 640, 3), 120, np.uint8), Pictures()
    for number, at in enumerate((0.0, 300.0, 700.0)):
        pictures.show(FrameSight(Frame(noisy(table - 10 * number, number), at, number), "read"))
    assert shown_number(pictures) == 2
