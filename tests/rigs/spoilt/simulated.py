"""Two hundred simulated pictures with their labels: dice, boards, tokens."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from threading import Event
from typing import Any, Final

import cv2
import numpy as np

from companion.simulation.games.drunter.pieces import shipped_kit
from tests.rigs.token_photos import wishes_of
from tests.vision.workshop.simulation.token_scenes import What, random_token_scene, teaching_scenes
from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.workshop.simulation import DieKind, random_scene, render
from vision.workshop.simulation.photos.boards import write_board_photos
from vision.workshop.simulation.photos.manifests import manifest_line
from vision.workshop.simulation.surroundings.surfaces import KINDS as SURFACES
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.training.calibration.dice import labelled as labels_of
from vision.workshop.training.samples.simulated import SIZES_WH

BOARDS: Final = (("frontier", 301), ("any-31", 302), ("any-47", 303))
TOKENS: Final[tuple[tuple[What, str, int], ...]] = (
    ("gems", "heath/princess", 311),
    ("gems", "moss/rose", 312),
    ("loose", "ice", 313),
    ("loose", "drop", 314),
    ("stones", "felted", 315),
    ("stones", "ivory", 316),
)
THROWS: Final = range(7300, 7340)
ANY_TABLES: Final = range(82000, 82040)
BOARDS_EACH, TOKENS_EACH = 20, 10
TOKENS_WH: Final = (1640, 1232)
Written = tuple[str, str | Path, Path]
"""A family, its set's name or the manifest that teaches it, and the manifest."""
HOUSE_DIE_PX: Final = 0.043
"""A die's side on the house table, as a part of the picture's width."""
_JPEG = [cv2.IMWRITE_JPEG_QUALITY, 95]


Drawn = Iterator[tuple[ImageBgr, dict[str, Any]]]
"""Pictures, each with its line of a manifest, which does not name it yet."""


def simulated(folder: Path) -> dict[str, Callable[[], Written]]:
    """Return by name what draws a collection into a folder, where it is not there already."""
    tables: dict[str, Callable[[], Written]] = {
        "any pips": partial(_tables, folder, "pips", ANY_TABLES[::2]),
        "any carcassonne": partial(_tables, folder, "carcassonne", ANY_TABLES[1::2]),
    }
    boards = {f"board {style}": partial(_board, folder, style, seed) for style, seed in BOARDS}
    tokens = {
        f"{what} {style.replace('/', ' ')}": partial(_box, folder, what, style, seed)
        for what, style, seed in TOKENS
    }
    return {"throws": partial(_throws, folder), **tables, **boards, **tokens}


def _throws(folder: Path) -> Written:
    return "dice", "carcassonne", _once(folder / "throws", map(_throw, THROWS))


def _tables(folder: Path, kind: DieKind, seeds: Iterable[int]) -> Written:
    return "dice", kind, _once(folder / kind, (_table(seed, kind) for seed in seeds))


def _board(folder: Path, style: str, seed: int) -> Written:
    place = folder / style
    if not (place / "play.jsonl").is_file():
        write_board_photos(place, shipped_kit(), style=style, seed=seed, count=BOARDS_EACH)
    return "board", place / "teach.jsonl", place / "play.jsonl"


def _box(folder: Path, what: What, style: str, seed: int) -> Written:
    place = folder / f"{what} {style.replace('/', ' ')}"
    teach = _once(place / "teach", _tokens(what, style, seed, 0))
    return "tokens", teach, _once(place / "play", _tokens(what, style, seed, TOKENS_EACH))


def _once(folder: Path, drawn: Drawn) -> Path:
    """Return the manifest of what is drawn into a folder, if it was not drawn before."""
    manifest = folder / "manifest.jsonl"
    if manifest.is_file():
        return manifest
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number, (image, line) in enumerate(drawn):
        name = f"{number:03d}.jpg"
        cv2.imwrite(str(folder / name), image, _JPEG)
        lines.append(json.dumps({"image": name} | line))
    manifest.write_text("\n".join(lines), "utf-8")
    return manifest


def _throw(seed: int) -> tuple[ImageBgr, dict[str, Any]]:
    """Three to nine dice thrown on the house table, in three of four pictures on its mat."""
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=seed, surface=SURFACES[seed % len(SURFACES)], mat=seed % 4 > 0)
    table.throw(count=3 + seed % 7)
    clock.wait(Event(), max(0.0, table.busy_until - clock.now()) + 0.5)
    width, height = table.size_wh
    dice = [
        {
            "face": die.face,
            "x": die.centre[0] * width - 0.5,
            "y": die.centre[1] * height - 0.5,
            "angle": die.picture_angle_deg,
        }
        for die in table.truth()
    ]
    image = table.render(clock.now())
    return image, {"dice": dice, "piece_px": HOUSE_DIE_PX * width}


def _table(seed: int, kind: DieKind) -> tuple[ImageBgr, dict[str, Any]]:
    """Any table, any camera, things and hands among dice."""
    size_wh = SIZES_WH[seed % len(SIZES_WH)]
    rendered = render(random_scene(np.random.default_rng(seed), kind, size_wh), size_wh, seed)
    dice = [
        {
            "face": die.label,
            "x": die.centre_px.x,
            "y": die.centre_px.y,
            "angle": die.angle_deg,
            "cut_off": die.cut_off,
        }
        for die in labels_of(rendered)
    ]
    sides = [cv2.arcLength(np.array(die.corners_px, np.float32), True) / 4 for die in rendered.dice]
    return rendered.image_bgr, {"dice": dice, "piece_px": median(sides) if sides else size_wh[0] / 20}


def _tokens(what: What, style: str, seed: int, many: int) -> Drawn:
    """Pictures of play, so many; of none those that teach this box."""
    rng, wishes = np.random.default_rng([seed, many]), wishes_of(what, style, seed)
    scenes = [random_token_scene(rng, what, TOKENS_WH, wishes) for _ in range(many)]
    for number, scene in enumerate(scenes or teaching_scenes(rng, what, wishes, TOKENS_WH)):
        rendered = render(scene, TOKENS_WH, seed * 1000 + many + number)
        line = manifest_line(scene, rendered, "")
        line.pop("image")
        sizes = [token.size_px for token in rendered.tokens]
        yield rendered.image_bgr, line | {"piece_px": median(sizes) if sizes else TOKENS_WH[0] / 30}
