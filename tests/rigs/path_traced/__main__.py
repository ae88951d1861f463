"""``python -m tests.rigs.path_traced OUT --pictures N --seed S --artist A``: a lot of labelled pictures.

Needs the ``bpy`` package (Blender 4.2, Python 3.11) beside NumPy and OpenCV; ``make path-traced`` sets
up an environment for it. Half a minute of one core a picture. OUT gets ``manifest.jsonl`` and
``corners.jsonl``, each a line a picture, as it goes; pictures that are there already are kept.
"""

import argparse
import json
from pathlib import Path

import numpy as np

from tests.rigs.path_traced.artists import ARTISTS
from tests.rigs.path_traced.labels import corners_row, manifest_row
from tests.rigs.path_traced.photo import developed, write_jpeg
from tests.rigs.path_traced.plan import plan
from tests.rigs.path_traced.stage import drawn


def main() -> None:
    """Draw the pictures that are asked for."""
    words = argparse.ArgumentParser(prog="python -m tests.rigs.path_traced", description=__doc__)
    words.add_argument("out", type=Path, metavar="OUT")
    words.add_argument("--pictures", type=int, default=24)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--artist", choices=sorted(ARTISTS), nargs="+", default=["ink"], help="in turn")
    words.add_argument("--teach", action="store_true", help="all six faces, spread out")
    words.add_argument("--width", type=int, metavar="PX", help="of every picture (else 1280 to 1640)")
    asked = words.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for number in range(asked.pictures):
        artist = asked.artist[number % len(asked.artist)]
        draw_one(asked.out, number, asked.seed, artist, teaching=asked.teach, width_px=asked.width)


def draw_one(
    out: Path, number: int, seed: int, artist: str, *, teaching: bool, width_px: int | None
) -> None:
    """Draw one picture of a lot and add its lines; nothing happens when it is there already."""
    file = out / f"{artist}-{seed}-{number:03d}.jpg"
    if file.exists():
        return
    wanted = plan(seed, number, teaching=teaching, width_px=width_px)
    rng = np.random.default_rng([seed, number, 11])
    write_jpeg(file, developed(drawn(wanted, ARTISTS[artist]), rng), rng)
    _add(out / "manifest.jsonl", manifest_row(file.name, wanted, ARTISTS[artist]))
    _add(out / "corners.jsonl", corners_row(file.name, wanted))


def _add(file: Path, row: dict[str, object]) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
