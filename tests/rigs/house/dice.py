"""Teaches the simulated table's die of signs: ``python -m tests.rigs.house.dice``.

Four pictures, each with every sign once, under four lamps on four tables: a bulb, daylight from a
window, a ceiling lamp, and lamp and window together.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from vision.dice.sets import DiceSet, save
from vision.dice.teaching import Teacher
from vision.lesson import Lesson
from vision.readings.places import PointMm
from vision.sets.kind import BUILT_IN
from vision.workshop.simulation import Renderer, SceneDie
from vision.workshop.simulation.optics.light import Bgr
from vision.workshop.simulation.scene import Lamp, Rendered, Scene
from vision.workshop.simulation.stage import SYMBOL_DICE, house_scene
from vision.workshop.training.calibration.dice import labelled

NAME: Final = "ubongo_symbols"
SIZE_WH: Final = (1640, 1232)
_BULB = Lamp(PointMm(320.0, -60.0), 600.0, 20.0, (0.4, 0.5, 0.62))
_WINDOW = Lamp(PointMm(-900.0, 100.0), 1100.0, 260.0, (0.75, 0.68, 0.6))
_CEILING = Lamp(PointMm(100.0, 150.0), 1700.0, 90.0, (0.55, 0.56, 0.58))
TAUGHT_IN: Final[tuple[tuple[str, tuple[Lamp, ...], Bgr], ...]] = (
    ("wood_pale", (_BULB,), (0.22, 0.27, 0.33)),
    ("felt", (_WINDOW,), (0.42, 0.4, 0.37)),
    ("wood_dark", (_CEILING,), (0.32, 0.31, 0.3)),
    ("white", (replace(_BULB, light=(0.25, 0.32, 0.4)), _WINDOW), (0.2, 0.2, 0.2)),
)


def lesson() -> Lesson[DiceSet]:
    """Return what the pictures teach."""
    teacher = Teacher(NAME)
    for number, rendered in enumerate(pictures()):
        teacher.show(rendered.image_bgr, labelled(rendered), f"picture {number + 1}")
    return teacher.lesson()


def pictures() -> Iterator[Rendered]:
    """Yield the pictures that teach."""
    rng = np.random.default_rng(90)
    for number, (surface, lamps, ambient) in enumerate(TAUGHT_IN):
        scene: Scene = replace(house_scene(surface), lamps=lamps, ambient=ambient)
        photo = replace(scene.photo, noise=0.01, jpeg=92)
        yield Renderer(scene, SIZE_WH).render(_every_face(rng), seed=number, photo=photo)


def _every_face(rng: np.random.Generator) -> tuple[SceneDie, ...]:
    """Return six dice, each with another sign on top, turned anyhow, in two loose rows."""
    faces = rng.permutation(SYMBOL_DICE.faces).tolist()
    places = [PointMm(60.0 + 75.0 * (n % 3), 55.0 + 80.0 * (n // 3)) for n in range(6)]
    return tuple(
        SceneDie(
            SYMBOL_DICE,
            face,
            PointMm(at.x + float(rng.normal(0, 8)), at.y + float(rng.normal(0, 8))),
            float(rng.uniform(0, 360)),
        )
        for face, at in zip(faces, places, strict=True)
    )


def main() -> None:
    """Write the built-in set."""
    taught = lesson()
    save(taught.taught, BUILT_IN / NAME)
    for note in taught.notes:
        print(note)


if __name__ == "__main__":
    main()
