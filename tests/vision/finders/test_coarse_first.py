"""Small sizes of a picture are searched first; larger ones where dice lie, or where none are found."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.finders.coarse_first import find_coarse_first
from vision.finders.top_faces import Box, Candidate, TopFaceFinder, levels
from vision.pyramid import Picture, Pyramid

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) / 2


def candidate(x: float, y: float, side: float, heat: float = 0.9) -> Candidate:
    return Candidate(SQUARE * side + (x, y), heat)


class Seeing(TopFaceFinder):
    """A finder that sees given dice where they are of its size, and notes where it looked."""

    def __init__(self, *dice: Candidate) -> None:
        self.dice = dice
        self.searched: list[int] = []
        self.near: list[tuple[int, Box]] = []

    def find_level(self, picture: Picture, times: int = 0) -> list[Candidate]:
        assert isinstance(picture, Pyramid)
        self.searched.append(times)
        return [one for one in self.dice if 12 <= one.side_px / 2**times <= 50]

    def find_near(self, pyramid: Pyramid, times: int, places: Sequence[Box]) -> list[Candidate]:
        assert pyramid.size_wh(times) > (0, 0)
        self.near += [(times, box) for box in places]
        return []


def look(finder: Seeing, *, plain: bool = True, size_wh: tuple[int, int] = (4000, 3000)) -> None:
    picture = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
    find_coarse_first(finder, Pyramid(picture), lambda found: [plain] * len(found))


def test_large_dice_need_no_large_picture() -> None:
    look(finder := Seeing(candidate(2000, 1500, 600)))
    assert min(finder.searched) == 3
    assert finder.near == []


def test_smaller_dice_are_looked_at_where_they_lie() -> None:
    look(finder := Seeing(candidate(2000, 1500, 160), candidate(800, 600, 160)))
    assert min(finder.searched) == 3
    assert [times for times, _ in finder.near] == [2, 2]
    left, top, right, bottom = finder.near[0][1]
    assert left < 480 < 520 < right
    assert top < 355 < 395 < bottom


def test_pieces_that_overlap_are_one() -> None:
    look(finder := Seeing(candidate(2000, 1500, 160), candidate(2150, 1500, 160)))
    assert len(finder.near) == 1


@pytest.mark.parametrize("dice", [(), (candidate(2000, 1500, 600),)])
def test_where_nothing_is_plainly_a_die_every_size_is_searched(dice: tuple[Candidate, ...]) -> None:
    look(finder := Seeing(*dice), plain=False)
    assert finder.searched == [6, 5, 4, 3, 2, 1, 0]


def test_small_dice_beside_large_ones_still_count() -> None:
    look(finder := Seeing(candidate(2000, 1500, 600), candidate(800, 600, 100)))
    assert min(finder.searched) == 2


@pytest.mark.parametrize("size_wh", [(320, 240), (640, 480), (4608, 2592), (4000, 320)])
def test_a_die_as_high_as_the_picture_has_a_size_in_which_it_is_found(size_wh: tuple[int, int]) -> None:
    picture = Pyramid(np.zeros((size_wh[1], size_wh[0], 3), np.uint8))
    smallest = levels(picture)[0]
    assert 12 <= min(size_wh) / 2**smallest <= 50
