"""Pieces of a large picture in which nothing stands out are not searched; one with a faint die is."""

import cv2
import numpy as np
import pytest

from vision.dice.finding import top_faces
from vision.dice.finding.top_faces import TopFaceFinder, is_plain
from vision.frame import ImageBgr


def paper(light: float, noise: float = 2.0, size_wh: tuple[int, int] = (720, 700)) -> ImageBgr:
    """Return paper on which the light falls off to one side."""
    rng = np.random.default_rng(5)
    slope = np.linspace(0, -0.1 * light, size_wh[0])[None, :, None]
    grey = light + slope + rng.normal(0, noise, (size_wh[1], size_wh[0], 3))
    return np.asarray(np.clip(grey, 0, 255), np.uint8)


@pytest.mark.parametrize("light", [220.0, 90.0])
def test_bare_paper_is_plain(light: float) -> None:
    assert is_plain(paper(light, noise=light / 110))


@pytest.mark.parametrize("light", [220.0, 90.0, 30.0])
@pytest.mark.parametrize("place", [(3, 3), (400, 300), (714, 694)])
def test_a_faint_small_die_is_not(light: float, place: tuple[int, int]) -> None:
    piece = paper(light, noise=light / 110)
    top_left, bottom_right = (place[0] - 6, place[1] - 6), (place[0] + 6, place[1] + 6)
    cv2.rectangle(piece, top_left, bottom_right, (0.83 * light, 0.83 * light, 0.83 * light), -1)
    assert not is_plain(piece)


def test_what_is_black_is_searched() -> None:
    assert not is_plain(np.zeros((100, 100, 3), np.uint8))


def test_plain_pieces_of_a_large_picture_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def plain(piece_bgr: ImageBgr) -> bool:
        asked.append(True)
        return True

    monkeypatch.setattr(top_faces, "is_plain", plain)
    finder = TopFaceFinder()
    finder.look(paper(220.0, size_wh=(640, 480)))
    assert not asked
    assert finder.look(paper(220.0, size_wh=(1000, 640))).found == []
    assert len(asked) == 2
