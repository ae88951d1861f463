"""Writes photographs of simulated tokens with their manifests: for teaching, for figures, for trials.

Everything is decided by one seed. The pictures of one folder show one box, like those of one owner.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.workshop.simulation.photos.manifests import write_photos
from vision.workshop.simulation.scene import Scene
from vision.workshop.simulation.things import Things
from vision.workshop.simulation.tokens.scenery import TokenWishes, What, random_token_scene
from vision.workshop.simulation.tokens.things import GEM_LABELS, STONE_FACES

SIZE_WH = (1640, 1232)
_TEACH = 3
_LOOSE_EACH = 4
_STONES_EACH = 2


def write_token_photos(
    folder: Path,
    what: What,
    wishes: TokenWishes,
    *,
    seed: int,
    count: int,
    size_wh: tuple[int, int] = SIZE_WH,
) -> tuple[Path, Path]:
    """Write photographs for teaching tokens, and ``count`` of play; return both manifests.

    ``teach.jsonl``: one light and one camera; for a gem board first the empty one, then all 72 gems at
    random; for loose gems every colour equally often; for stones every face. ``play.jsonl``: any light,
    tilt and table, some behind a hand.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([seed, 78])
    teach = teaching_scenes(rng, what, wishes, size_wh)
    play = [random_token_scene(rng, what, size_wh, wishes) for _ in range(count)]
    return (
        write_photos(folder, "teach", teach, size_wh, seed),
        write_photos(folder, "play", play, size_wh, seed),
    )


def teaching_scenes(
    rng: np.random.Generator, what: What, wishes: TokenWishes, size_wh: tuple[int, int]
) -> list[Scene]:
    """Return the scenes for teaching tokens: nearly from above, nothing hidden."""
    calm = replace(wishes, tilt_deg=float(rng.uniform(0, 8)), hands=0, taken=0)
    if what == "loose":
        calm = replace(calm, counts=dict.fromkeys(GEM_LABELS, _LOOSE_EACH))
    if what == "stones":
        calm = replace(calm, counts=dict.fromkeys(STONE_FACES, _STONES_EACH))
    first = random_token_scene(rng, what, size_wh, calm)
    scenes = [first]
    if what == "gems":
        scenes.insert(0, replace(first, things=Things(pawns=first.things.pawns)))
    while len(scenes) < _TEACH + (what == "gems"):
        other = random_token_scene(rng, what, size_wh, calm)
        kept = replace(first, things=other.things, board=other.board)
        scenes.append(other if what != "gems" else kept)
        light = {name: getattr(first, name) for name in ("lamps", "ambient", "surface", "photo")}
        scenes[-1] = replace(scenes[-1], **light)
    return scenes
