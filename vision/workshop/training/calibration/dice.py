"""Fits how sure the readers are, on labelled pictures that the networks did not learn from.

These are photographs and path-traced pictures that the networks that read them had not learnt from, and
simulated pictures of their own seeds. Two small logistic regressions are fitted, and the threshold of
*sure* is set.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import dist
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces.confidence import FITTED, Features, fitted
from vision.dice.geometry import angle_of, centre_of, side_of
from vision.dice.naming import NamedDie
from vision.dice.presence.presence import DIE_FROM, presence_features
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.manifests.manifest import DICE, load_manifest
from vision.picture_files import load_picture
from vision.readings.places import PointPx
from vision.workshop.evaluation.judged import NEAR
from vision.workshop.simulation import DieKind, Rendered, TrueDie, random_scene, render
from vision.workshop.training.calibration.fits import logistic
from vision.workshop.training.samples.real import shares
from vision.workshop.training.samples.simulated import SIZES_WH

MANIFEST = "manifest.jsonl"
SIMULATED_SEEDS = range(93000, 93240)
SILENT_AIM = 0.001
"""Share of dice that may be sure and wrong."""
KNOWN_COVERAGE, TAUGHT_COVERAGE = 0.977, 0.94
"""Share of the correctly read dice that should be sure, since some labels are wrong."""
KNOWN_LEAST, TAUGHT_LEAST = 0.93, 0.0
"""No name is sure below this confidence. Chosen by hand: of 11 dice of photographs and simulated
pictures with a confidence from 0.916, the former threshold of *sure*, to 0.93 four were named wrongly,
and one of them was sure: blur had doubled its pips. For taught sets there are too few examples."""
EXPECTED_PRESENCE = np.array([-5.0, 1.0, 0.3, 9.0, -4.0, -3.0])
EXPECTED_WEIGHTS = np.array([6.5, -6.0, -16.0, -10.0, -1.0, -10.0, -2.0])
"""Prior weights, before anything is fitted: of ``presence_features`` and of ``shortfalls``."""
EXPECTED_SURE_FROM = 0.9
SPREAD = 0.5
STRANGE_ODDS = 4.0
HALF_TURN_OFF_DEG = 30.0


@dataclass(frozen=True, eq=False)
class DieExample:
    """Something that might be a die, whether it is one, and whether its name is right.

    ``presence`` is None if a die has faces outside the set: it is neither a die of the set nor nothing,
    and only the confidence is fitted to it.
    """

    presence: NDArray[np.float64] | None
    features: Features
    is_die: bool
    is_right: bool


def examples(
    image_bgr: ImageBgr, labels: Sequence[LabelledPiece], reader: DiceReader
) -> list[DieExample]:
    """Return a reader's judged results on a picture; things labelled as cut off are left out."""
    judged = []
    named = reader.named(image_bgr)
    for one, row in zip(named, presence_features([one.evidence for one in named]), strict=True):
        label = _label_at(one, labels)
        if label is None or not label.cut_off:
            right = (
                label is not None and label.label == one.best.face and _is_upright(one, label, reader)
            )
            features = one.features(reader.taught.face(one.best.face).rotations, 0.5)
            judged.append(DieExample(row, features, label is not None, right))
    return judged


def _label_at(named: NamedDie, labels: Sequence[LabelledPiece]) -> LabelledPiece | None:
    centre = centre_of(named.corners_px)
    reach = NEAR * side_of(named.corners_px)
    near = [label for label in labels if dist(label.centre_px, centre) < reach]
    return min(near, key=lambda label: dist(label.centre_px, centre), default=None)


def _is_upright(named: NamedDie, label: LabelledPiece, reader: DiceReader) -> bool:
    rotations = reader.taught.face(named.best.face).rotations
    if label.angle_deg is None or not rotations:
        return True
    period = 90.0 * rotations
    off = (label.angle_deg - angle_of(named.corners_px) + period / 2) % period - period / 2
    return abs(off) < HALF_TURN_OFF_DEG


def simulated_examples(seeds: Sequence[int]) -> list[DieExample]:
    """Return examples from simulated pictures.

    Every third is read with the wrong set: faces that were never taught must not be sure.
    """
    kinds: tuple[DieKind, ...] = ("pips", "carcassonne")
    readers = {kind: DiceReader(load(kind)) for kind in kinds}
    found = []
    for number, seed in enumerate(seeds):
        kind, wrong = kinds[seed % 4 > 0], kinds[seed % 4 == 0]
        rng, size = np.random.default_rng(seed), SIZES_WH[seed % len(SIZES_WH)]
        rendered = render(random_scene(rng, kind, size), size, seed)
        labels = labelled(rendered)
        found += examples(rendered.image_bgr, labels, readers[kind])
        if number % 3 == 0:
            found += [
                replace(e, presence=None) for e in examples(rendered.image_bgr, labels, readers[wrong])
            ]
    return found


def labelled(rendered: Rendered) -> list[LabelledPiece]:
    """Return the labels of a simulated picture; dice more than slightly covered count as cut off."""
    return [_label(die) for die in rendered.dice if die.visible > 0.05]


def _label(die: TrueDie) -> LabelledPiece:
    hidden = die.cut_off or die.visible < 0.85
    return LabelledPiece(die.face, PointPx(*die.centre_px), None, die.angle_deg, hidden)


def judging_examples(folders: Sequence[Path]) -> list[DieExample]:
    """Return examples from the photographs that judge before they are learnt from."""
    return _read("pips", (shares(folder / MANIFEST).judging for folder in folders))


def kept_examples(folders: Sequence[Path]) -> list[DieExample]:
    """Return examples from the photographs that are never learnt from."""
    return _read("pips", (shares(folder / MANIFEST).kept for folder in folders))


def traced_examples(folders: Sequence[Path]) -> list[DieExample]:
    """Return examples from folders of path-traced pictures of Carcassonne dice."""
    return _read("carcassonne", (load_manifest(folder / MANIFEST, DICE) for folder in folders))


def _read(set_name: str, folders: Iterable[Sequence[LabelledPhoto]]) -> list[DieExample]:
    reader = DiceReader(load(set_name))
    return [
        example
        for photo in chain.from_iterable(folders)
        for example in examples(load_picture(photo.image), photo.pieces or (), reader)
    ]


def expecting(
    rows: NDArray[np.float64], hits: NDArray[np.bool_], expected: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the most probable weights of a logistic regression.

    Errors are few, so each weight has a prior with half its value as spread, and the data only correct
    that.
    """
    precision = np.diag((SPREAD * expected) ** -2.0)
    return logistic(rows, np.stack([hits, ~hits], 1), precision, expected)


def sure_from(chances: NDArray[np.float64], right: NDArray[np.bool_], coverage: float) -> float:
    """Return the threshold of *sure*: with as few errors as intended, but not at the price of too many
    questions.

    If nothing was right, nothing is sure.
    """
    if not right.any():
        return 1.0
    order = np.argsort(-chances)
    silent = np.cumsum(~right[order]) / len(right)
    within = np.nonzero(silent <= SILENT_AIM)[0]
    by_silent = float(chances[order][int(within[-1])]) if within.size else 1.0
    by_coverage = float(np.quantile(chances[right], 1 - coverage))
    return min(by_silent, by_coverage)


def chances_of(found: Sequence[DieExample], presence: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return each example's probability of being a die; for unknown dice, that of a clear one."""
    odds = np.array([STRANGE_ODDS if e.presence is None else e.presence @ presence for e in found])
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def fit_presence(found: Sequence[DieExample]) -> NDArray[np.float64]:
    """Return the weights of being a die at all."""
    own = [(e.presence, e.is_die) for e in found if e.presence is not None]
    is_die = np.array([is_die for _, is_die in own], bool)
    rows = np.array([row for row, _ in own]).reshape(-1, len(EXPECTED_PRESENCE))
    return expecting(rows, is_die, EXPECTED_PRESENCE)


def fit_calibration(
    found: Sequence[DieExample], presence: NDArray[np.float64], coverage: float, least: float
) -> dict[str, object]:
    """Return the weights for being right, and the threshold of *sure*."""
    chances = chances_of(found, presence)
    taken = [(e, chance) for e, chance in zip(found, chances, strict=True) if chance >= DIE_FROM]
    short = [replace(e.features, presence=float(chance)).shortfalls() for e, chance in taken]
    rows = np.array(short).reshape(-1, len(EXPECTED_WEIGHTS))
    right = np.array([e.is_right for e, _ in taken], bool)
    weights = expecting(rows, right, EXPECTED_WEIGHTS)
    limit = max(least, sure_from(1 / (1 + np.exp(-rows @ weights)), right, coverage))
    return {"weights": _round(weights), "sure_from": round(limit, 4)}


def write_expected() -> None:
    """Write the prior values: a training from nothing begins with them."""
    weights = {"weights": _round(EXPECTED_WEIGHTS), "sure_from": EXPECTED_SURE_FROM}
    _write({"known": weights, "taught": weights, "presence": _round(EXPECTED_PRESENCE)})


def _write(what: dict[str, object]) -> None:
    FITTED.write_text(json.dumps(what, indent=1) + "\n", encoding="utf-8")
    fitted.cache_clear()


def _round(weights: NDArray[np.float64]) -> list[float]:
    return [round(float(weight), 4) for weight in weights]


def write(known: Sequence[DieExample], taught: Sequence[DieExample]) -> None:
    """Fit on examples of faces that the network knows and of taught ones, and write the result."""
    presence = fit_presence(known)
    _write(
        {
            "known": fit_calibration(known, presence, KNOWN_COVERAGE, KNOWN_LEAST),
            "taught": fit_calibration(taught, presence, TAUGHT_COVERAGE, TAUGHT_LEAST),
            "presence": _round(presence),
        }
    )
