"""Fits how sure the readers are, on labelled pictures that the networks did not learn from.

These are the halves kept back from training and simulated pictures of their own seeds. Two small
logistics are fitted, and it is set where *sure* begins.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import dist
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evaluation.dice import NEAR_SIDES
from vision.frame import ImageBgr
from vision.manifest import LabelledDie, load_picture
from vision.readers.confidence import FITTED
from vision.readers.dice import DiceReader, Named
from vision.readers.geometry import angle_of, middle
from vision.readers.presence import presence_signs
from vision.reading import PointPx
from vision.sets import load
from vision.simulation import TrueDie, random_scene, render
from vision.training.real import halves
from vision.training.simulated import SIZES_WH

SIMULATED_SEEDS = range(93000, 93060)
SILENT_AIM = 0.001
"""Share of dice that may be sure and wrong where *sure* begins."""
RIDGE = 0.003
HALF_TURN_OFF_DEG = 30.0


@dataclass(frozen=True, eq=False)
class Example:
    """Something that might be a die, whether it is one, and whether its name is right."""

    presence: NDArray[np.float64]
    numbers: NDArray[np.float64]
    is_die: bool
    is_right: bool


def examples(image_bgr: ImageBgr, labels: Sequence[LabelledDie], reader: DiceReader) -> list[Example]:
    """Return what a reader sees in a picture, judged; what is labelled as cut off is left out."""
    judged = []
    named = reader.named(image_bgr)
    for one, row in zip(named, presence_signs([one.hint for one in named]), strict=True):
        label = _label_at(one, labels)
        if label is None or not label.cut_off:
            right = label is not None and label.face == one.best.face and _is_upright(one, label, reader)
            numbers = one.signs(reader.taught.face(one.best.face).looks).numbers()
            judged.append(Example(row, numbers, label is not None, right))
    return judged


def _label_at(named: Named, labels: Sequence[LabelledDie]) -> LabelledDie | None:
    centre = middle(named.corners_px)
    reach = NEAR_SIDES * float(np.sqrt(cv2.contourArea(named.corners_px.astype(np.float32))))
    near = [label for label in labels if dist(label.centre_px, centre) < reach]
    return min(near, key=lambda label: dist(label.centre_px, centre), default=None)


def _is_upright(named: Named, label: LabelledDie, reader: DiceReader) -> bool:
    looks = reader.taught.face(named.best.face).looks
    if label.angle_deg is None or not looks:
        return True
    period = 90.0 * looks
    off = (label.angle_deg - angle_of(named.corners_px) + period / 2) % period - period / 2
    return abs(off) < HALF_TURN_OFF_DEG


def simulated_examples(seeds: Sequence[int]) -> list[Example]:
    """Return examples from simulated pictures."""
    readers = {kind: DiceReader(load(kind)) for kind in ("pips", "carcassonne")}
    found = []
    for seed in seeds:
        kind = "pips" if seed % 4 == 0 else "carcassonne"
        rng, size = np.random.default_rng(seed), SIZES_WH[seed % len(SIZES_WH)]
        rendered = render(
            random_scene(rng, "pips" if kind == "pips" else "carcassonne", size), size, seed
        )
        labels = [_labelled(die) for die in rendered.dice if die.visible > 0.05]
        found += examples(rendered.image_bgr, labels, readers[kind])
    return found


def _labelled(die: TrueDie) -> LabelledDie:
    hidden = die.cut_off or die.visible < 0.85
    return LabelledDie(die.face, PointPx(*die.centre_px), None, die.angle_deg, hidden)


def real_examples(folders: Sequence[Path]) -> list[Example]:
    """Return examples from the kept-back halves of folders of photographs."""
    reader = DiceReader(load("pips"))
    photos = [photo for folder in folders for photo in halves(folder / "manifest.jsonl")[1]]
    return [e for photo in photos for e in examples(load_picture(photo.image), photo.dice or (), reader)]


def logistic(rows: NDArray[np.float64], hits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights of a logistic regression with a little ridge, by Newton's method."""
    mean, spread = rows.mean(0), rows.std(0)
    mean[0], spread[0] = 0.0, 1.0
    spread[spread < 1e-6] = 1.0
    scaled, weights = (rows - mean) / spread, np.zeros(rows.shape[1])
    ridge = RIDGE * len(hits) / len(weights) * np.eye(len(weights))
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(scaled @ weights, -30, 30)))
        curve = scaled.T @ (scaled * (chance * (1 - chance))[:, None]) + ridge
        weights = weights + np.linalg.solve(curve, scaled.T @ (hits - chance) - ridge @ weights)
    straight = weights / spread
    straight[0] -= float((straight * mean)[1:].sum())
    return np.asarray(straight)


def sure_from(chances: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the least confidence from which on at most the aimed share of all is wrong."""
    order = np.argsort(-chances)
    silent = np.cumsum(~right[order]) / len(right)
    within = np.nonzero(silent <= SILENT_AIM)[0]
    last = int(within[-1]) if within.size else 0
    return float(np.clip(chances[order][last], 0.8, 0.995))


def fit(found: Sequence[Example]) -> dict[str, object]:
    """Return what ``confidence.json`` holds."""
    presence = logistic(
        np.stack([e.presence for e in found]), np.array([e.is_die for e in found], np.float64)
    )
    taken = [e for e in found if e.presence @ presence > 0]
    rows, right = np.stack([e.numbers for e in taken]), np.array([e.is_right for e in taken])
    weights = logistic(rows, right.astype(np.float64))
    limit = sure_from(1 / (1 + np.exp(-rows @ weights)), right)
    return {
        "weights": [round(float(w), 4) for w in weights],
        "sure_from": round(limit, 4),
        "presence": [round(float(w), 4) for w in presence],
    }


def calibrate(folders: Sequence[Path]) -> None:
    """Fit on the kept-back halves of these folders and on simulated pictures, and write the outcome."""
    found = real_examples(folders) + simulated_examples(SIMULATED_SEEDS)
    FITTED.write_text(json.dumps(fit(found), indent=1) + "\n", encoding="utf-8")
