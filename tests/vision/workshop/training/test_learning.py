"""What is learnt from, and what is kept back to judge it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.geometry import side_of
from vision.workshop.training.samples.pieces import photo_scene
from vision.workshop.training.samples.real import (
    BLOCK,
    LARGEST_PX,
    TrainingPhoto,
    drawn,
    is_of_known_size,
    shares,
    shrink_as_needed,
    traced_photos,
)
from vision.workshop.training.worlds.scenes import PaintedDie
from vision.workshop.training.worlds.view import Points


def _manifest(folder: Path, count: int) -> Path:
    lines = [{"image": f"a_{number}.jpg", "dice": []} for number in range(count)]
    path = folder / "manifest.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def test_neighbours_are_learnt_from_or_kept_back_together(tmp_path: Path) -> None:
    found = shares(_manifest(tmp_path, 8 * BLOCK))
    assert [len(part) for part in found] == [4 * BLOCK, 2 * BLOCK, 2 * BLOCK]
    assert [photo.name for photo in found.learnt[:BLOCK]] == [f"a_{n}.jpg" for n in range(BLOCK)]
    assert len({photo.name for part in found for photo in part}) == 8 * BLOCK


def test_traced_pictures_come_with_their_corners(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((40, 60, 3), np.uint8))
    square = [[1, 2], [5, 2], [5, 6], [1, 6]]
    dice = [
        {"face": "cap", "corners_px": square, "visible": 1.0},
        {"face": "knight", "corners_px": square, "visible": 0.4},
    ]
    (tmp_path / "corners.jsonl").write_text(
        json.dumps({"image": "a.png", "dice": dice}), encoding="utf-8"
    )
    [photo] = traced_photos([tmp_path])
    assert [(die.label, die.hidden) for die in photo.dice] == [("cap", False), ("knight", True)]
    np.testing.assert_array_equal(photo.dice[0].corners_px, square)


def test_a_large_photograph_is_shrunk_and_its_corners_lie_where_they_did() -> None:
    image = np.zeros((1600, 2000, 3), np.uint8)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * 440 + 399.5
    image[400:840, 400:840] = 255
    shrunk = shrink_as_needed(
        TrainingPhoto(image, (PaintedDie("pips", "1", corners, False),), (corners,))
    )
    (die,) = shrunk.dice
    assert np.linalg.norm(die.corners_px[1] - die.corners_px[0]) == pytest.approx(LARGEST_PX)
    assert np.array_equal(shrunk.mistaken_px[0], die.corners_px)
    white = np.argwhere(shrunk.image_bgr[:, :, 0] > 127)[:, ::-1]
    assert np.abs((white.min(0) + white.max(0)) / 2 - die.corners_px.mean(0)).max() < 0.01


def test_a_photograph_of_small_dice_is_left_as_it_is() -> None:
    corners = np.array([[10, 10], [50, 10], [50, 50], [10, 50]], np.float64)
    photo = TrainingPhoto(
        np.zeros((1600, 2000, 3), np.uint8), (PaintedDie("pips", "1", corners, False),)
    )
    assert shrink_as_needed(photo) is photo


def _square(side: float, middle: float) -> Points:
    return np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * side + middle


def test_a_group_of_sixteen_times_as_many_photographs_is_learnt_from_four_times_as_often() -> None:
    few, many = (
        [TrainingPhoto(np.full((1, 1, 3), n, np.uint8), ())] * count for n, count in ((0, 3), (1, 48))
    )
    some = drawn(np.random.default_rng(3), [few, many], 1000)
    assert 750 < sum(int(photo.image_bgr[0, 0, 0]) for photo in some) < 850
    assert drawn(np.random.default_rng(3), [], 5) == []


def test_a_piece_shows_a_die_or_a_mistake_at_a_size_of_dice() -> None:
    """The die is six times as wide as what was mistaken: a piece cannot show both as dice."""
    image = np.zeros((900, 900, 3), np.uint8)
    small, large = _square(50, 700), _square(300, 250)
    image[675:725, 675:725] = (0, 0, 255)
    photo = TrainingPhoto(image, (PaintedDie("pips", "1", large, False),), (small,))
    rng, mistakes = np.random.default_rng(5), 0
    for _ in range(60):
        scene = photo_scene(rng, photo, 160, (20.0, 40.0))
        red = scene.image_bgr[:, :, 2] > 127
        seen = [side_of(die.corners_px) for die in scene.dice if not die.hidden]
        assert all(19 < side < 41 for side in seen)
        whole_mistake = bool(20**2 * 0.8 < np.count_nonzero(red) < 41**2)
        assert not (whole_mistake and seen)
        mistakes += whole_mistake
    assert mistakes > 8


@pytest.mark.parametrize(
    ("hidden", "known"), [([], True), ([False, True], True), ([True], False), ([True, True], False)]
)
def test_of_dice_that_no_reader_saw_the_size_is_unknown(hidden: list[bool], known: bool) -> None:
    dice = tuple(PaintedDie("pips", "1", _square(40, 50), one) for one in hidden)
    assert is_of_known_size(TrainingPhoto(np.zeros((100, 100, 3), np.uint8), dice)) is known
