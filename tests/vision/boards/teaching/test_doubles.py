"""A lesson in a board that contradicts itself says so at once."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.boards import COLUMNS, ROWS, Cells, DrawnBoard, Placed, View
from vision.board_grid import BoardGrid
from vision.boards.sets import BoardSet, Label
from vision.boards.teaching.doubles import doubles
from vision.boards.teaching.teacher import BoardTeacher
from vision.manifests.labelled import LabelledBoard
from vision.readings.places import PointPx
from vision.sets.kind import Sample

GRID = BoardGrid(4, 3)
Crop = NDArray[np.uint8]


def piece(letter: str, noise: int = 0) -> Crop:
    crop = np.full((72, 72, 3), (90, 140, 90), np.uint8)
    crop[14:58, 14:58] = 200, 220, 225
    cv2.putText(crop, letter, (22, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 20, 20), 3, cv2.LINE_AA)
    rough = np.random.default_rng(noise).normal(0, 3, crop.shape)
    return np.clip(crop + rough, 0, 255).astype(np.uint8)


def taught(**samples: Crop) -> BoardSet:
    width, height = GRID.straightened_wh
    return BoardSet(
        "made up",
        GRID,
        np.full((height, width, 3), (90, 140, 90), np.uint8),
        np.full((height, width), 255, np.uint8),
        ((24, 24), (168, 24), (168, 120), (24, 120)),
        (192, 144),
        tuple(Label(name, 4) for name in samples),
        tuple(Sample(name, crop, "") for name, crop in samples.items()),
    )


def test_one_piece_under_two_names_is_told() -> None:
    notes = doubles(taught(A=piece("A", 1), other=piece("A", 2), X=piece("X")))
    assert [(note.kind, note.serious, note.faces) for note in notes] == [
        ("labelled_differently", True, ("A", "other"))
    ]


def test_pieces_that_differ_are_no_doubles() -> None:
    assert doubles(taught(A=piece("A"), X=piece("X"), O=piece("O"))) == []
    assert doubles(taught()) == []


def shown(cells: Cells, number: int) -> tuple[NDArray[np.uint8], LabelledBoard]:
    """A photograph of a drawn board, of which somebody says that it is empty."""
    image, camera = DrawnBoard(3).photograph(cells, View(tilt_deg=3), number)
    corners = tuple(PointPx(x, y) for x, y in camera.corners_px)
    where, grid = f"{number}.jpg", BoardGrid(COLUMNS, ROWS)
    return image, LabelledBoard(Path(where), where, grid, {}, corners, frozenset())


def test_a_bare_board_that_is_not_bare_is_told() -> None:
    teacher = BoardTeacher("mine", BoardGrid(COLUMNS, ROWS))
    teacher.show(*shown({}, 1))
    teacher.show(*shown({}, 2))
    assert "not_bare" not in {note.kind for note in teacher.lesson().notes}
    teacher.show(*shown({(4, 3): Placed("wall.single", 1)}, 3))
    told = next(note for note in teacher.lesson().notes if note.kind == "not_bare")
    assert told.serious
    assert "4,3" in told.text
