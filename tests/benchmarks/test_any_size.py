"""How many readings of changed copies agree with the picture's own, over many photographs."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.dice.copies import RESIZED, Agreement
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.manifests.manifest import DICE, load_manifest
from vision.picture_files import load_picture
from vision.readings.places import PointPx
from vision.workshop.evaluation.dice import DICE_MEASURE, judge

LONGER_PX = 3000
AROUND = 1.9
"""Round the outermost labels so many of their boxes are kept."""


@pytest.mark.bench
@pytest.mark.real
@pytest.mark.parametrize("folder", ["webcam", "topdown"])
def test_copies_of_photographs(real_photographs: Path, folder: str) -> None:
    counted, reader = Agreement(), DiceReader(load("pips"))
    for photo in load_manifest(real_photographs / "dice" / folder / "manifest.jsonl", DICE)[::8]:
        counted.take(photo.name, load_picture(photo.image), reader)
    print(f"\n{folder}: {counted}")
    for kind in (RESIZED, "turned", "darkened", "JPEG"):
        print(f"  {kind}: {counted.share(kind):.3f}")
    print(f"  sure faces that differ {counted.sure_faces_differ}, surely empty {counted.surely_empty}")
    print(f"  one surely has what the other surely has not {counted.contradicted}")


@pytest.mark.bench
@pytest.mark.real
def test_dice_that_fill_a_large_picture(real_photographs: Path) -> None:
    """Photographs cut round their dice and enlarged, as phones held near take them."""
    reader, judged = DiceReader(load("pips")), []
    for photo in load_manifest(real_photographs / "dice" / "webcam" / "manifest.jsonl", DICE)[::8]:
        if photo.pieces:
            image, dice = enlarged(load_picture(photo.image), photo.pieces)
            near = LabelledPhoto(photo.image, photo.name, dice, {})
            judged.append(judge(near, reader.read(image), reader.taught))
    counted = DICE_MEASURE.report(judged)
    print(f"\n{LONGER_PX} px: right {counted['dice_right']}, sure {counted['dice_sure']}")
    print(f"  silent {counted['silent']}, photographs right {counted['photos_right']}")


def enlarged(
    image_bgr: ImageBgr, dice: tuple[LabelledPiece, ...]
) -> tuple[ImageBgr, tuple[LabelledPiece, ...]]:
    """Return what lies round the dice, ``LONGER_PX`` long, and where they are in it."""
    places = np.array([die.centre_px for die in dice])
    reach = AROUND * max(max(die.box_px or (40, 40)) for die in dice)
    height, width = image_bgr.shape[:2]
    low = np.maximum(places.min(0) - reach, 0).astype(int)
    high = np.minimum(places.max(0) + reach, [width, height]).astype(int)
    piece = image_bgr[low[1] : high[1], low[0] : high[0]]
    times = LONGER_PX / max(piece.shape[:2])
    large = cv2.resize(piece, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
    moved = ((places - low + 0.5) * times - 0.5).tolist()
    labels = tuple(
        LabelledPiece(die.label, PointPx(x, y), None, die.angle_deg, die.cut_off)
        for die, (x, y) in zip(dice, moved, strict=True)
    )
    return np.asarray(large, np.uint8), labels
