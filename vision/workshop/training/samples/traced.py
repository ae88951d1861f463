"""Path-traced pictures for training: a manifest, and a file of corners, which manifests do not hold.

``corners.jsonl`` has one line a picture: {"image", "dice": [{"face", "corners_px": [[x, y] * 4],
"visible"}]}, with the corners clockwise from the face's own top left. ``make path-traced`` makes such
folders.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.picture_files import load_picture
from vision.workshop.training.samples.real import Photo
from vision.workshop.training.worlds.scenes import PaintedDie

SEEN = 0.85


def traced_photos(folders: Sequence[Path]) -> list[Photo]:
    """Return the pictures of these folders with the truth about them."""
    lines = [
        (folder, line)
        for folder in folders
        for line in (folder / "corners.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [_photo(folder, json.loads(line)) for folder, line in lines]


def _photo(folder: Path, row: dict[str, object]) -> Photo:
    dice = row["dice"]
    assert isinstance(dice, list)
    painted = (
        PaintedDie(
            "carcassonne",
            str(die["face"]),
            np.array(die["corners_px"], np.float64),
            bool(die["visible"] < SEEN or die.get("cut_off", False)),
        )
        for die in dice
    )
    return Photo(load_picture(folder / str(row["image"])), tuple(painted))
