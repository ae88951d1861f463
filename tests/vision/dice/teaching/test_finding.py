"""Where a person says that a die lies, a faint one is found; what others lie upon is none."""

from dataclasses import dataclass
from typing import cast

import numpy as np
import pytest

from vision.corners import Corners
from vision.dice.presence.sightings import TopFaceDetector
from vision.dice.teaching.finding import find_labelled
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPiece
from vision.readings.places import PointPx

PICTURE = np.zeros((960, 1280, 3), np.uint8)
HERE, THERE = PointPx(540, 300), PointPx(1069, 600)


def square(middle: tuple[float, float], side_px: float) -> Corners:
    reach = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side_px / 2
    return np.asarray(reach + middle, np.float64)


SHEET = square((800, 450), 800)
"""What seems a top, though both dice lie on it."""


@dataclass(frozen=True, eq=False)
class Faint:
    """A candidate, examined: it seems a top less surely the smaller it is."""

    corners_px: Corners

    @property
    def face_score(self) -> float:
        return min(1.0, 0.2 + float(np.ptp(self.corners_px[:, 0])) / 800)


@dataclass(frozen=True, eq=False)
class FaintTops:
    """A detector that finds no top by itself, but takes these for candidates."""

    quads: tuple[Corners, ...]

    @property
    def examiner(self) -> "FaintTops":
        return self

    def find_tops(self, _image_bgr: ImageBgr) -> list[Corners]:
        return []

    def candidates(self, _image_bgr: ImageBgr) -> list[Faint]:
        return [Faint(quad) for quad in self.quads]

    def examine_in_turns(self, _image_bgr: ImageBgr, quads: list[Corners]) -> list[Faint]:
        return [Faint(quad) for quad in quads]


def found(labels: list[PointPx], *quads: Corners) -> list[Corners | None]:
    detector = cast("TopFaceDetector", FaintTops(quads))
    dice = [LabelledPiece("a", place, None, None) for place in labels]
    return [one.quad_px for one in find_labelled(detector, PICTURE, dice).dice]


@pytest.mark.parametrize("dice", [(), (square(HERE, 30), square(THERE, 30))])
def test_a_sheet_on_which_two_labelled_dice_lie_is_neither(dice: tuple[Corners, ...]) -> None:
    tops = found([HERE, THERE], SHEET, *dice)
    assert [id(top) for top in tops if top is not None] == [id(die) for die in dice]


def test_a_large_faint_die_is_found_where_it_lies_alone() -> None:
    assert found([HERE], SHEET, square(HERE, 30)) == [SHEET]
