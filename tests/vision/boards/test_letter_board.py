"""A real board of letters, photographed through one game: taught on its first half, read on its second.

The photographs lie beside the repository, not in it; where they are missing, these tests say so.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.board_grid import through
from vision.boards.finding.finder import BoardFinder
from vision.boards.matched.reader import BoardReader
from vision.boards.teaching.teacher import teach_board
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledBoard
from vision.manifests.manifest import BOARD, read_manifest
from vision.picture_files import load_picture
from vision.pyramid import Pyramid
from vision.workshop.evaluation.boards import BOARD_MEASURE, JudgedBoard, judge_board
from vision.workshop.evaluation.report import EvaluationReport

LETTERS = Path(__file__).parents[4] / "shared" / "real" / "boards" / "letters" / "manifest.jsonl"
TAUGHT = 12

pytestmark = pytest.mark.skipif(not LETTERS.is_file(), reason=f"no photographs at {LETTERS}")


@pytest.fixture(scope="module")
def photos() -> tuple[LabelledBoard, ...]:
    """Give the labelled photographs in the order they were taken."""
    return read_manifest(LETTERS, BOARD).photos


@pytest.fixture(scope="module")
def reader(photos: tuple[LabelledBoard, ...]) -> BoardReader:
    """Give a reader taught on the first half."""
    return BoardReader(teach_board("letters", photos[:TAUGHT]).taught)


def judged(reader: BoardReader, photo: LabelledBoard, image: ImageBgr) -> JudgedBoard:
    return judge_board(replace(photo, corners_px=None), reader.read(image), reader.taught)


@pytest.fixture(scope="module")
def later(reader: BoardReader, photos: tuple[LabelledBoard, ...]) -> EvaluationReport:
    """Give what is read on the second half."""
    judging = (judged(reader, photo, load_picture(photo.image)) for photo in photos[TAUGHT:])
    return BOARD_MEASURE.report(list(judging))


def test_later_photographs_are_read(later: EvaluationReport) -> None:
    assert later["silent"].hits == 0
    assert later["strangers_sure"].hits == 0
    for count, least in ((later["occupied_or_not"], 0.995), (later["occupied_right"], 0.99)):
        assert count.share is not None
        assert count.share >= least


def test_most_later_letters_are_sure(later: EvaluationReport) -> None:
    assert later["occupied_sure"].share is not None
    assert later["occupied_sure"].share >= 0.9


def tilted(image: ImageBgr) -> ImageBgr:
    side = image.shape[0]
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    seen = corners + np.array([[90, 60], [-140, 20], [-20, -110], [30, -60]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, seen)
    return np.asarray(
        cv2.warpPerspective(image, matrix, (side, side), borderValue=(60, 70, 80)), np.uint8
    )


def dimmed(image: ImageBgr) -> ImageBgr:
    """Return the picture in the evening, under a yellow lamp from one side."""
    lamp = np.linspace(0.3, 0.75, image.shape[1])[None, :, None] * np.array([0.75, 0.95, 1.1])
    seen = 255 * ((image / 255) ** 2.2 * lamp) ** (1 / 2.2)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


@pytest.mark.parametrize("change", [tilted, dimmed], ids=["tilted", "dimmed"])
def test_a_photograph_that_is_changed_is_read_without_a_silent_error(
    reader: BoardReader,
    photos: tuple[LabelledBoard, ...],
    change: Callable[[ImageBgr], ImageBgr],
) -> None:

    report = BOARD_MEASURE.report(
        [judged(reader, photos[n], change(load_picture(photos[n].image))) for n in (13, 19)]
    )
    assert report["boards_found"].share == 1
    assert report["silent"].hits == 0
    assert report["strangers_sure"].hits == 0
    assert report["occupied_or_not"].share is not None
    assert report["occupied_or_not"].share >= 0.98


def test_a_half_hidden_board_is_not_taken_for_a_turned_one(
    reader: BoardReader, photos: tuple[LabelledBoard, ...]
) -> None:
    taught = reader.taught
    matrix, wh = taught.taught_matrix, taught.photo_wh
    finder = BoardFinder(taught.grid, taught.board_bgr, taught.known, matrix, wh)
    for photo in photos[TAUGHT:]:
        image = load_picture(photo.image)
        side = image.shape[0]
        hand = np.array([[0, 0], [0.52 * side, 0], [0.42 * side, side], [0, side]], np.int32)
        cv2.fillConvexPoly(image, hand, (14, 13, 12))
        fit = finder.find(Pyramid(image))
        if fit is not None:
            a, b = through(fit.matrix, np.array([[7.5, 7.5], [8.5, 7.5]]))
            assert abs(b[1] - a[1]) < 0.1 * (b[0] - a[0]), photo.image.name
