"""Judges readings of dice against labels: found, named, sure, silent errors, angle.

A silent error is something wrong that was called sure: a sure die with the wrong face or where there is
none, and every labelled die missed in a photograph called sure. A die reported as cut off where
nothing is labelled is neither right nor wrong: labellers leave such dice out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import dist

import numpy as np

from vision.evaluation.counts import Count
from vision.manifest import LabelledDie, LabelledPhoto
from vision.reading import DiceReading, Die
from vision.sets.dice import DiceSet

NEAR_SIDES = 0.75
ANGLE_DEG = 5.0


@dataclass(frozen=True)
class JudgedDie:
    """One found die: whether it is the one labelled there, and what was claimed."""

    right: bool
    sure: bool
    confidence: float
    angle_error_deg: float | None


@dataclass(frozen=True)
class JudgedPhoto:
    """One photograph judged. ``labelled`` leaves out dice labelled as cut off."""

    name: str
    conditions: tuple[str, ...]
    labelled: int
    dice: tuple[JudgedDie, ...]
    found: int
    missed: int
    extra: int
    sure: bool
    cut_off_called_sure: int
    stages_ms: Mapping[str, float]

    @property
    def right(self) -> bool:
        """Every die found, every face right, nothing extra."""
        return not self.missed and not self.extra and all(die.right for die in self.dice)

    @property
    def silent(self) -> int:
        """Silent errors: sure dice that are wrong or not there, dice missed though sure."""
        wrong = sum(die.sure and not die.right for die in self.dice)
        return wrong + self.cut_off_called_sure + (self.missed if self.sure else 0)


def judge(photo: LabelledPhoto, reading: DiceReading, taught: DiceSet) -> JudgedPhoto:
    """Return how a reading stands against a photograph's labels."""
    whole = [die for die in reading.dice if not die.cut_off]
    if photo.dice is None:
        judged, labelled, extra = (
            _by_face(photo.faces, whole),
            len(photo.faces),
            max(0, len(whole) - len(photo.faces)),
        )
        found, cut_sure = min(len(whole), labelled), 0
    else:
        judged, found, extra, cut_sure = _by_place(photo.dice, reading.dice, taught)
        labelled = sum(not label.cut_off for label in photo.dice)
    return JudgedPhoto(
        photo.name,
        photo.conditions,
        labelled,
        tuple(judged),
        found,
        labelled - found,
        extra,
        reading.sure,
        cut_sure,
        dict(reading.stages_ms),
    )


def _by_face(faces: Iterable[str], dice: Sequence[Die]) -> list[JudgedDie]:
    left = Counter(faces)
    judged = []
    for die in sorted(dice, key=lambda die: -die.confidence):
        right = left[die.face] > 0
        left[die.face] -= 1
        judged.append(JudgedDie(right, die.sure, die.confidence, None))
    return judged


def _by_place(
    labels: Sequence[LabelledDie], dice: Sequence[Die], taught: DiceSet
) -> tuple[list[JudgedDie], int, int, int]:
    """Return dice judged, how many labelled ones were found, extra ones, cut-off ones called sure."""
    pairs = _paired(labels, dice)
    judged, found, cut_sure = [], 0, 0
    for number, die in enumerate(dice):
        label = labels[pairs[number]] if number in pairs else None
        if label is None:
            if not die.cut_off:
                judged.append(JudgedDie(False, die.sure, die.confidence, None))
        elif label.cut_off:
            cut_sure += die.sure
        else:
            found += 1
            judged.append(
                JudgedDie(
                    label.face == die.face, die.sure, die.confidence, _angle_error(label, die, taught)
                )
            )
    extra = sum(number not in pairs and not die.cut_off for number, die in enumerate(dice))
    return judged, found, extra, cut_sure


def _paired(labels: Sequence[LabelledDie], dice: Sequence[Die]) -> dict[int, int]:
    """Match found dice to labels, nearest first: index of the die -> index of the label."""
    near = sorted(
        (dist(die.centre_px, label.centre_px), number, mark)
        for number, die in enumerate(dice)
        for mark, label in enumerate(labels)
        if dist(die.centre_px, label.centre_px) <= NEAR_SIDES * die.side_px
    )
    pairs: dict[int, int] = {}
    for _, number, mark in near:
        if number not in pairs and mark not in pairs.values():
            pairs[number] = mark
    return pairs


def _angle_error(label: LabelledDie, die: Die, taught: DiceSet) -> float | None:
    """Degrees between the angles, modulo the face's symmetry; None where nothing is labelled or said."""
    known = {face.name: face.looks for face in taught.faces}
    looks = known.get(label.face, 0)
    if label.angle_deg is None or die.angle_deg is None or not looks or label.face != die.face:
        return None
    period = 90.0 * looks
    return abs((label.angle_deg - die.angle_deg + period / 2) % period - period / 2)


@dataclass(frozen=True)
class Report:
    """Everything counted over some photographs."""

    photos_right: Count
    photos_sure: Count
    photos_silent: Count
    dice_right: Count
    dice_sure: Count
    silent: Count
    precision: Count
    recall: Count
    angle_right: Count
    stages_ms: Mapping[str, float]
    risk_at_coverage: tuple[tuple[float, float], ...]


def report(photos: Sequence[JudgedPhoto]) -> Report:
    """Return what was counted over these photographs."""
    labelled = sum(photo.labelled for photo in photos)
    dice = [die for photo in photos for die in photo.dice]
    angles = [die.angle_error_deg for die in dice if die.angle_error_deg is not None]
    found = sum(photo.found for photo in photos)
    sure = [photo for photo in photos if photo.sure]
    return Report(
        photos_right=Count(sum(photo.right for photo in photos), len(photos)),
        photos_sure=Count(len(sure), len(photos)),
        photos_silent=Count(sum(not photo.right for photo in sure), len(photos)),
        dice_right=Count(sum(die.right for die in dice), labelled),
        dice_sure=Count(min(labelled, sum(die.sure for die in dice)), labelled),
        silent=Count(min(labelled, sum(photo.silent for photo in photos)), labelled),
        precision=Count(found, found + sum(photo.extra for photo in photos)),
        recall=Count(found, labelled),
        angle_right=Count(sum(angle <= ANGLE_DEG for angle in angles), len(angles)),
        stages_ms=_median_times(photos),
        risk_at_coverage=_risk_at_coverage(dice),
    )


def per_condition(photos: Sequence[JudgedPhoto]) -> dict[str, Report]:
    """Return a report for each condition that the labels name."""
    names = sorted({condition for photo in photos for condition in photo.conditions})
    return {name: report([photo for photo in photos if name in photo.conditions]) for name in names}


def _median_times(photos: Sequence[JudgedPhoto]) -> dict[str, float]:
    stages = list(dict.fromkeys(stage for photo in photos for stage in photo.stages_ms))
    times = {s: [photo.stages_ms[s] for photo in photos if s in photo.stages_ms] for s in stages}
    return {stage: float(np.median(ms)) for stage, ms in times.items()}


def _risk_at_coverage(dice: Sequence[JudgedDie]) -> tuple[tuple[float, float], ...]:
    """Return (coverage, share wrong) when only the most confident dice are taken."""
    ranked = sorted(dice, key=lambda die: -die.confidence)
    wrong = np.cumsum([not die.right for die in ranked])
    points = []
    for coverage in (0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 1.0):
        taken = round(coverage * len(ranked))
        if taken:
            points.append((coverage, float(wrong[taken - 1] / taken)))
    return tuple(points)
