"""Writes photographs of simulated tokens with their manifests: for teaching, for figures, for trials.

Everything is decided by one seed. The pictures of one folder show one box, like those of one owner.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.photos.boards import corner_cells_px
from vision.workshop.simulation.renderer import Renderer
from vision.workshop.simulation.scene import Rendered, Scene
from vision.workshop.simulation.tokens.scenery import TokenWishes, What, random_token_scene
from vision.workshop.simulation.tokens.things import GEM_LABELS, NO_TOKENS, STONE_FACES

SIZE_WH = (1640, 1232)
HIDDEN_BELOW = 0.6
"""Visible share of a token below which it is not listed; its hole is hidden."""
_TEACH = 3
_LOOSE_EACH = 4
_STONES_EACH = 2
_JPEG = 92


def token_photo(scene: Scene, size_wh: tuple[int, int], seed: int) -> Rendered:
    """Return the picture of a scene with tokens, and the truth about it."""
    renderer = Renderer(scene, size_wh)
    return renderer.render(scene.dice, scene.hands, seed=seed, tokens=scene.tokens)


def manifest_line(scene: Scene, rendered: Rendered, image: str) -> dict[str, Any]:
    """Return a picture's line of a manifest: the tokens' places, and the corner holes of a gem board."""
    height, width = rendered.image_bgr.shape[:2]
    line: dict[str, Any] = {"image": image}
    if scene.gem_board is not None:
        line["grid"] = list(scene.gem_board.make.grid)
        line["corners"] = corner_cells_px(scene.gem_board, Projection(scene.camera, (width, height)))
    tokens, hidden = [], []
    for true in rendered.tokens:
        if true.visible < HIDDEN_BELOW:
            if true.cell is not None:
                hidden.append(f"{true.cell.column},{true.cell.row}")
            continue
        words: dict[str, Any] = {
            "label": true.label,
            "x": round(true.centre_px.x, 2),
            "y": round(true.centre_px.y, 2),
        }
        if true.cell is not None:
            words["cell"] = f"{true.cell.column},{true.cell.row}"
        tokens.append(words)
    line["tokens"] = tokens
    if hidden:
        line["hidden"] = hidden
    line["conditions"] = _conditions(scene)
    return line


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
        scenes.insert(0, replace(first, tokens=replace(NO_TOKENS, pawns=first.tokens.pawns)))
    while len(scenes) < _TEACH + (what == "gems"):
        other = random_token_scene(rng, what, size_wh, calm)
        kept = replace(first, tokens=other.tokens, gem_board=other.gem_board)
        scenes.append(other if what != "gems" else kept)
        scenes[-1] = replace(
            scenes[-1],
            lamps=first.lamps,
            ambient=first.ambient,
            surface=first.surface,
            photo=first.photo,
        )
    return scenes


def write_photos(
    folder: Path, name: str, scenes: list[Scene], size_wh: tuple[int, int], seed: int
) -> Path:
    """Write pictures of scenes with tokens, and their manifest; return the manifest's path."""
    lines = []
    for number, scene in enumerate(scenes):
        rendered = token_photo(scene, size_wh, seed * 1000 + number)
        image = f"{name}-{number:02d}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, _JPEG]
        cv2.imwrite(str(folder / image), rendered.image_bgr, quality)
        lines.append(manifest_line(scene, rendered, image))
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def _conditions(scene: Scene) -> list[str]:
    found = [f"tilt {round(scene.camera.tilt_deg / 5) * 5}", scene.surface.kind]
    if scene.gem_board is not None:
        found.append(f"board {scene.gem_board.make.style}")
    if scene.tokens.gems:
        found.append(f"gems {scene.tokens.gems[0].make.style}")
    if scene.tokens.stones:
        found.append(f"stones {scene.tokens.stones[0].make.style}")
    if scene.hands:
        found.append("hand")
    return found
