"""Three ways to tell faces apart, taught with three samples a face: painted dice, real photographs.

The embedding stays because it wins.
"""

from collections.abc import Callable
from math import dist
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.faces.crops import straighten
from vision.dice.faces.examiner import FaceExaminer, quarter_turns
from vision.dice.geometry import centre_of
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.picture_files import load_picture
from vision.workshop.evaluation.counts import Count
from vision.workshop.training.samples.real import shares
from vision.workshop.training.worlds.faces import PaintedStyle, paint_die
from vision.workshop.training.worlds.scenes import paint_scene
from vision.workshop.training.worlds.view import Framing

TAUGHT = 3
DICE = 12
FRAMING = Framing(size_px=256, side_px=(40.0, 90.0), tilt_deg=25.0)

Crops = dict[str, list[ImageBgr]]
Describe = Callable[[ImageBgr], NDArray[np.float32]]


def crops_of(style: PaintedStyle, rng: np.random.Generator, wanted: int) -> Crops:
    """Photograph one die until every face was seen often enough; its corners a little misread."""
    found: Crops = {label: [] for label in style.labels}
    for _ in range(400):
        scene = paint_scene(rng, [style], FRAMING)
        for die in scene.dice:
            whole = (die.corners_px > 4).all() and (die.corners_px < FRAMING.size_px - 4).all()
            if whole and not die.hidden and len(found[die.label]) < wanted:
                quad = np.roll(die.corners_px, int(rng.integers(4)), 0) + rng.normal(0, 1, (4, 2))
                found[die.label].append(straighten(scene.image_bgr, quad))
        if all(len(crops) >= wanted for crops in found.values()):
            return found
    raise AssertionError("a face was never seen")


def embedding() -> Describe:
    examiner = FaceExaminer()
    return lambda crop: examiner.embed([crop])[0]


def template() -> Describe:
    """Normalised grey picture of the inner face: their product is the correlation."""

    def describe(crop: ImageBgr) -> NDArray[np.float32]:
        grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)[6:42, 6:42].astype(np.float32)
        flat = cv2.GaussianBlur(grey, (0, 0), 1.0).ravel()
        flat -= flat.mean()
        return np.asarray(flat / (np.linalg.norm(flat) + 1e-6), np.float32)

    return describe


def contour_moments() -> Describe:
    """Hu's moments of the ink, its share, and its pieces: what a classical reader compares."""

    def describe(crop: ImageBgr) -> NDArray[np.float32]:
        grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)[9:39, 9:39]
        _, ink = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)
        outlines, _ = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        pieces = sum(cv2.contourArea(outline) > 6 for outline in outlines)
        hu = cv2.HuMoments(cv2.moments(ink, True)).ravel()
        scaled = -np.sign(hu) * np.log10(np.abs(hu) + 1e-12)
        numbers = np.array([*scaled * 0.2, 4 * (ink > 0).mean(), 0.7 * pieces, 3.0], np.float32)
        return np.asarray(numbers / np.linalg.norm(numbers), np.float32)

    return describe


RIVALS = {
    "embedding": embedding,
    "template correlation": template,
    "contours and moments": contour_moments,
}


def right_of(describe: Describe, crops: Crops) -> Count:
    """Teach with the first few of each face, count how many of the others the nearest sample names."""
    samples = [
        (label, describe(view))
        for label, shown in crops.items()
        for crop in shown[:TAUGHT]
        for view in quarter_turns(crop)
    ]
    asked = [(label, describe(crop)) for label, shown in crops.items() for crop in shown[TAUGHT:]]
    labels = [label for label, _ in samples]
    table = np.stack([row for _, row in asked]) @ np.stack([row for _, row in samples]).T
    right = sum(labels[int(row.argmax())] == label for row, (label, _) in zip(table, asked, strict=True))
    return Count(right, len(asked))


@pytest.mark.bench
@pytest.mark.parametrize("family", ["pips", "carcassonne", "symbols"])
def test_rivals_on_one_die_taught_with_three_samples_a_face(family: str) -> None:
    rng = np.random.default_rng(20_000)
    dice = [crops_of(paint_die(rng, family), rng, TAUGHT + 5) for _ in range(DICE)]
    for name, rival in RIVALS.items():
        counts = [right_of(rival(), crops) for crops in dice]
        print(f"{family:12} {name:22} {Count(sum(c.hits for c in counts), sum(c.n for c in counts))}")


def crops_photographed(folder: Path) -> Crops:
    """Return the faces on photographs never learnt from, straightened where the finder sees them."""
    reader = DiceReader(load("pips"))
    found: Crops = {face.name: [] for face in reader.taught.faces}
    for photo in shares(folder / "manifest.jsonl").kept:
        image = load_picture(photo.image)
        for quad in reader.find_tops(image):
            side = float(np.linalg.norm(quad[1] - quad[0]))
            near = [
                die for die in photo.pieces or () if dist(die.centre_px, centre_of(quad)) < 0.3 * side
            ]
            if len(near) == 1:
                found[near[0].label].append(straighten(image, quad))
    return found


@pytest.mark.bench
@pytest.mark.real
@pytest.mark.parametrize("folder", ["webcam", "topdown"])
def test_rivals_on_real_photographs_taught_with_three_samples_a_face(
    real_photographs: Path, folder: str
) -> None:
    crops = crops_photographed(real_photographs / "dice" / folder)
    for name, rival in RIVALS.items():
        print(f"{folder:12} {name:22} {right_of(rival(), crops)}")
