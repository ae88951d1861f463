"""Photographs of a board again under other lamps and from other sides.

``python -m vision.workshop.training.calibration.relit_boards MANIFEST FOLDER --taught N --count M --half
0``: the first N photographs of the manifest are copied for teaching, and M changed copies of them are
written for reading, so that confidence can be fitted (``calibration.boards``) without the photographs
that a figure is measured on. Only every second cell of the board is taught, as on a chessboard
(``--half`` says which); otherwise each piece would be compared with its own picture, and every piece
would be known.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.manifest import load_picture
from vision.frame import ImageBgr

MOST_TILT_DEG, MOST_TURN_DEG = 25.0, 12.0
Rng = np.random.Generator


def relit(image: ImageBgr, rng: Rng) -> ImageBgr:
    """Return a photograph tilted, turned, shifted, under another lamp, with noise, as another JPEG."""
    height, width = image.shape[:2]
    matrix = _viewed(rng, width, height)
    border = rng.uniform(30, 200, 3).tolist()
    seen = cv2.warpPerspective(
        image,
        matrix,
        (width, height),
        flags=cv2.INTER_AREA,
        borderValue=(border[0], border[1], border[2]),
    )
    linear = (seen / np.float64(255)) ** 2.2 * _lamp(rng, width, height)
    sharp = 255 * np.clip(linear, 0, 1) ** (1 / 2.2)
    lit = np.asarray(cv2.GaussianBlur(sharp, (0, 0), rng.uniform(0.3, 1.2)), np.float64)
    lit += rng.normal(0, rng.uniform(1, 6), lit.shape)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
    coded = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), quality)[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _viewed(rng: Rng, width: int, height: int) -> NDArray[np.float64]:
    """Return the homography of the same plane seen by a camera that was tilted, turned and moved."""
    tilt, way = np.deg2rad(rng.uniform(0, MOST_TILT_DEG)), rng.uniform(0, 2 * np.pi)
    turn = np.deg2rad(rng.uniform(-MOST_TURN_DEG, MOST_TURN_DEG))
    leaning = cv2.Rodrigues(np.array([np.cos(way) * tilt, np.sin(way) * tilt, 0]))[0]
    rotation = leaning @ cv2.Rodrigues(np.array([0, 0, turn]))[0]
    focal = 1.2 * width
    inner = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    away = np.array([0, 0, focal * rng.uniform(1.0, 1.25)])
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    matrix = inner @ np.column_stack([rotation[:, 0], rotation[:, 1], away]) @ centred
    middle = matrix @ [width / 2, height / 2, 1]
    move = np.eye(3)
    move[:2, 2] = (
        np.array([width, height]) * (0.5 + rng.uniform(-0.03, 0.03, 2)) - middle[:2] / middle[2]
    )
    return np.asarray(move @ matrix)


def _lamp(rng: Rng, width: int, height: int) -> NDArray[np.float64]:
    """Return the light on each pixel and colour: with falloff, a colour, and a shadow."""
    y, x = np.mgrid[0:height, 0:width] / width - 0.5
    way = rng.uniform(0, 2 * np.pi)
    fall = rng.uniform(0, 0.8) * (np.cos(way) * x + np.sin(way) * y) - rng.uniform(0, 0.8) * (
        x * x + y * y
    )
    light = np.exp(fall + rng.uniform(-0.9, 0.25))[..., None] * np.exp(rng.normal(0, 0.12, 3))
    if rng.random() < 0.4:
        way = rng.uniform(0, 2 * np.pi)
        edge = (np.cos(way) * x + np.sin(way) * y - rng.uniform(-0.3, 0.3)) / rng.uniform(0.004, 0.05)
        light = light * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-np.clip(edge, -30, 30))))[..., None]
    return np.asarray(light)


def write(manifest: Path, folder: Path, taught: int, count: int, seed: int, half: int) -> None:
    """Write the folder that ``calibrate_boards`` takes."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines()[:taught]]
    for row in rows:
        row["image"] = str((manifest.parent / row["image"]).resolve())
    rng, changed = np.random.default_rng(seed), []
    for number in range(count):
        copied: dict[str, Any] = dict(rows[int(rng.integers(len(rows)))])
        copied.pop("corners", None)
        name = f"relit-{number:03d}.jpg"
        cv2.imwrite(str(folder / name), relit(load_picture(Path(copied["image"])), rng))
        changed.append(copied | {"image": name})
    taught_rows = [row | {"hidden": _other_half(row, half)} for row in rows]
    for name, written in (("teach.jsonl", taught_rows), ("play.jsonl", changed)):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in written)
        (folder / name).write_text(lines, encoding="utf-8")


def _other_half(row: dict[str, Any], half: int) -> list[str]:
    """Return the cells of a photograph that are not taught: its hidden ones, and half of the others."""
    places = [tuple(map(int, name.split(","))) for name in row["cells"]]
    others = [f"{column},{line}" for column, line in places if (column + line) % 2 != half]
    return sorted({*row.get("hidden", []), *others})


def main() -> None:
    """Read the command line and write the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("manifest", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--taught", type=int, required=True, help="so many of its first photographs")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--half", type=int, choices=(0, 1), required=True)
    args = parser.parse_args()
    write(args.manifest, args.folder, args.taught, args.count, args.seed, args.half)


if __name__ == "__main__":
    main()
