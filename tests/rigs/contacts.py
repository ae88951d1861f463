"""``python -m tests.rigs.contacts FIRST LAST``: which dice touch in simulated pictures, read and judged.

Hands build cities, carelessly or not, and lay and throw other dice beside them; the house table's camera
looks at them from somewhere. Prints how many pictures are read rightly, how many surely, how many surely
and wrongly, and for each band of probability how many contacts are said to be so probable, and are.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from math import dist

import numpy as np

from vision.dice.grids import contacts_in
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.readings.dice import DiceReading
from vision.readings.places import PointMm
from vision.workshop.simulation import Rendered, SceneDie, render
from vision.workshop.simulation.stage import CARCASSONNE_DICE, house_scene
from vision.workshop.simulation.surroundings.surfaces import KINDS
from vision.workshop.training.calibration.contacts import SIDE_MM, SIZE_WH, LaidDice, laid

MIDDLE_MM = (150.0, 100.0)
MOST_DICE = 9
BANDS = (0.02, 0.1, 0.3, 0.7, 0.9, 0.98, 0.995, 1.0)


def picture_of(scene: LaidDice, rng: np.random.Generator, seed: int) -> Rendered:
    """Return a picture of these dice on the house table, on its mat in every other one."""
    base = house_scene(KINDS[int(rng.integers(len(KINDS)))], mat=seed % 2 == 0)
    camera = replace(
        base.camera,
        tilt_deg=float(rng.uniform(0, 16)),
        stands_deg=float(rng.uniform(150, 210)),
        distance_mm=float(rng.uniform(330, 430)),
    )
    x, y = np.array(MIDDLE_MM) - np.mean([die.centre_mm for die in scene.dice], axis=0)
    faces = [str(face) for face in rng.choice(CARCASSONNE_DICE.faces, len(scene.dice))]
    dice = tuple(
        SceneDie(
            CARCASSONNE_DICE,
            face,
            PointMm(die.centre_mm.x + float(x), die.centre_mm.y + float(y)),
            die.angle_deg,
            SIDE_MM,
        )
        for face, die in zip(faces, scene.dice, strict=True)
    )
    return render(replace(base, camera=camera, dice=dice), SIZE_WH, seed)


def numbers_in(reading: DiceReading, rendered: Rendered) -> list[int] | None:
    """Return which true die each read one is; None where not just these were read."""
    found = [
        min(
            range(len(rendered.dice)),
            key=lambda number: dist(rendered.dice[number].centre_px, die.centre_px),
        )
        for die in reading.dice
    ]
    return found if sorted(found) == list(range(len(rendered.dice))) else None


def main(first: int, last: int) -> None:
    """Read and judge the pictures of these seeds."""
    reader, sums = DiceReader(load("carcassonne")), Counter[str]()
    said, true, count = (dict.fromkeys(BANDS, 0.0) for _ in range(3))
    for seed in range(first, last + 1):
        rng = np.random.default_rng(seed)
        scene = laid(rng, MOST_DICE)
        if scene.unclear or not 0 < len(scene.dice) <= MOST_DICE:
            continue
        rendered = picture_of(scene, rng, seed)
        reading = reader.read(rendered.image_bgr)
        number = numbers_in(reading, rendered) if len(rendered.dice) == len(scene.dice) else None
        if number is None:
            sums["not read whole"] += 1
            continue
        for contact in reading.contacts:
            band = next(band for band in BANDS if contact.probability <= band)
            count[band] += 1
            said[band] += contact.probability
            true[band] += _pair(number, contact.dice) in scene.touching
        is_right = {_pair(number, pair) for pair in contacts_in(reading.grids)} == scene.touching
        is_sure = "grid" not in reading.doubts
        sums.update(pictures=1, right=is_right, sure=is_sure, silent=is_sure and not is_right)
    bands = [
        {
            "up to": band,
            "n": count[band],
            "said": round(said[band] / count[band], 4),
            "true": round(true[band] / count[band], 4),
        }
        for band in BANDS
        if count[band]
    ]
    sys.stdout.write("\n".join(map(json.dumps, [*bands, sums])) + "\n")


def _pair(number: list[int], dice: tuple[int, int]) -> tuple[int, int]:
    one, other = sorted(number[die] for die in dice)
    return one, other


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
