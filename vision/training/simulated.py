"""Pictures of the simulated table to learn from. Those that readers are judged on have other seeds."""

import numpy as np

from vision.simulation import Rendered, TrueDie, random_scene, render
from vision.simulation.styles import DieKind
from vision.training.real import Photo
from vision.training.scenes import PaintedDie

FIRST_SEED = 91000
"""Seeds from here on are learnt from."""
SIZES_WH = ((640, 480), (1280, 960), (1640, 1232))
KINDS: tuple[DieKind, ...] = ("pips", "carcassonne", "carcassonne", "symbols")


def simulated_photos(count: int) -> list[Photo]:
    """Return so many pictures of random scenes with the truth about them."""
    return [_photo(FIRST_SEED + number) for number in range(count)]


def _photo(seed: int) -> Photo:
    rng = np.random.default_rng(seed)
    size = SIZES_WH[seed % len(SIZES_WH)]
    kind = KINDS[seed % len(KINDS)]
    return learnt_from(render(random_scene(rng, kind, size), size, seed), kind)


def learnt_from(rendered: Rendered, kind: DieKind) -> Photo:
    """Return a rendered picture as one to learn from; covered and cut-off dice count as hidden."""
    return Photo(
        rendered.image_bgr, tuple(_die(die, kind) for die in rendered.dice if die.visible > 0.05)
    )


def _die(die: TrueDie, kind: DieKind) -> PaintedDie:
    label = die.face if kind != "symbols" else f"{kind}.{die.face}"
    hidden = die.visible < 0.85 or die.cut_off
    return PaintedDie(kind, label, np.array(die.corners_px, np.float64), hidden)
