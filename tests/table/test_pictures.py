"""The newest picture: not shown as that of now where the camera hangs."""

import numpy as np

from companion.table.eyes import Sight
from companion.table.observation import OLD_FRAME_S, Pictures
from vision.frame import Frame


def test_a_picture_that_has_grown_old_does_not_show_the_table_of_now() -> None:
    pictures = Pictures()
    assert pictures.frame_of(0.0) is None
    frame = Frame(np.zeros((4, 4, 3), np.uint8), 10.0, 0)
    pictures.show(Sight(frame, "still"))
    assert pictures.frame_of(10.5) is frame
    assert pictures.frame_of(10.0 + OLD_FRAME_S + 0.1) is None
    assert pictures.newest() is not None  # pages go on showing it, with what is wrong
