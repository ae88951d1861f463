"""Small sizes of a picture are searched first; larger ones where dice lie, or where none are found."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.dice.finding.coarse_first import find_coarse_first
from vision.dice.finding.top_faces import Box, SizeLook, TopFace, TopFaceFinder, levels
from vision.pyramid import Picture, Pyramid

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) / 2


def candidate(x: float, y: float, side: float, heat: float = 0.9) -> TopFace:
    return TopFace(SQUARE * side + (x, y), heat)


class Seeing(TopFaceFinder):
    """A finder that sees given dice where they are of its size, and notes where it looked."""

    def __init__(self, *dice: TopFace) -> None:
        self.dice = dice
        self.searched: list[int] = []
        self.near: list[tuple[int, Box]] = []
        self.beside: tuple[TopFace, ...] = ()

    def look(self, picture: Picture, times: int = 0, place: Box | None = None) -> SizeLook:
        assert place is None
        assert isinstance(picture, Pyramid)
        self.searched.append(times)
        sides = [(one, one.side_px / 2**times) for one in self.dice]
        found = [one for one, side in sides if 12 <= side <= 50]
        return SizeLook(found, [one for one, side in sides if 9 <= side <= 24])

    def find_near(self, pyramid: Pyramid, times: int, places: Sequence[Box]) -> list[TopFace]:
        assert pyramid.size_wh(times) > (0, 0)
        self.near += [(times, box) for box in places]
        return list(self.beside)


def look(
    finder: Seeing, *, plain: bool = True, face: bool = True, size_wh: tuple[int, int] = (4000, 3000)
) -> None:
    picture = np.zeros((size_wh[1], size_wh[0], 3), np.uint8)
    find_coarse_first(
        finder, Pyramid(picture), lambda found: [plain] * len(found), lambda traces: [face] * len(traces)
    )


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


def test_where_a_smaller_die_lies_beside_others_as_small_may_lie_anywhere() -> None:
    finder = Seeing(candidate(2000, 1500, 160))
    finder.beside = (candidate(2160, 1500, 125),)
    look(finder)
    assert min(finder.searched) == 3
    finder = Seeing(candidate(2000, 1500, 160))
    finder.beside = (candidate(2160, 1500, 92),)
    look(finder)
    assert min(finder.searched) == 2


@pytest.mark.parametrize("face", [True, False])
def test_a_trace_beside_plain_dice_is_looked_at_if_it_may_be_a_face(face: bool) -> None:
    look(finder := Seeing(candidate(2000, 1500, 160), candidate(800, 600, 80, heat=0.1)), face=face)
    assert min(finder.searched) == 3
    assert [left < 800 / 4 < right for _, (left, _, right, _) in finder.near] == [False, True][
        : 1 + face
    ]


def test_pieces_that_overlap_are_one() -> None:
    look(finder := Seeing(candidate(2000, 1500, 160), candidate(2150, 1500, 160)))
    assert len(finder.near) == 1


@pytest.mark.parametrize("dice", [(), (candidate(2000, 1500, 600),)])
def test_where_nothing_is_plainly_a_die_every_size_is_searched(dice: tuple[TopFace, ...]) -> None:
    look(finder := Seeing(*dice), plain=False)
    assert finder.searched == [6, 5, 4, 3, 2, 1]
    assert finder.near == []


@pytest.mark.parametrize("side", [20.0, 30.0, 40.0])
def test_a_large_picture_itself_is_looked_at_only_where_the_half_of_it_shows_a_trace(
    side: float,
) -> None:
    look(finder := Seeing(candidate(3000, 400, side)), plain=False)
    assert finder.searched == [6, 5, 4, 3, 2, 1]
    [(times, (left, top, right, bottom))] = finder.near
    assert times == 0
    assert left < 3000 - side < 3000 + side < right
    assert top < 400 - side < 400 + side < bottom


def test_a_trace_that_is_no_face_is_not_looked_at() -> None:
    look(finder := Seeing(candidate(3000, 400, 30)), plain=False, face=False)
    assert finder.near == []


@pytest.mark.parametrize("size_wh", [(320, 240), (640, 640)])
def test_a_small_picture_is_always_searched_in_full(size_wh: tuple[int, int]) -> None:
    look(finder := Seeing(), plain=False, size_wh=size_wh)
    assert finder.searched[-1] == 0


def test_many_small_places_do_not_grow_into_one_large_one() -> None:
    across = [candidate(200 + 60 * n, 200 + 60 * n, 22) for n in range(40)]
    look(finder := Seeing(*across), plain=False)
    area = sum((right - left) * (bottom - top) for _, (left, top, right, bottom) in finder.near)
    assert area < 40 * 80 * 80
    for one in across:
        x, y = one.corners_px.mean(0)
        assert any(
            left < x - 30 and x + 30 < right and top < y - 30 and y + 30 < bottom
            for _, (left, top, right, bottom) in finder.near
        )


def test_small_dice_beside_large_ones_still_count() -> None:
    look(finder := Seeing(candidate(2000, 1500, 600), candidate(800, 600, 100)))
    assert min(finder.searched) == 2


@pytest.mark.parametrize("size_wh", [(320, 240), (640, 480), (4608, 2592), (4000, 320)])
def test_a_die_as_high_as_the_picture_has_a_size_in_which_it_is_found(size_wh: tuple[int, int]) -> None:
    picture = Pyramid(np.zeros((size_wh[1], size_wh[0], 3), np.uint8))
    smallest = levels(picture)[0]
    assert 12 <= min(size_wh) / 2**smallest <= 50
