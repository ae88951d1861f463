"""Judges readings of dice against labels: found, named, sure, silent errors, angle, cities.

A silent error is something wrong that was called sure: a sure die with the wrong face or in an empty
place, and every labelled die missed in a photograph called sure. A die reported as cut off at a place
without a label is neither right nor wrong: labellers leave such dice out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import dist

from vision.dice.sets import DiceSet
from vision.manifests.labelled import LabelledCity, LabelledPhoto, LabelledPiece, pair_nearest
from vision.readings.dice import DiceReading, Die
from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.judged import (
    NEAR,
    JudgedPiece,
    JudgedReading,
    whole_counts,
)
from vision.workshop.evaluation.report import Measure

ANGLE_DEG = 5.0
"""Error up to which an angle is right: quarter turns and grids are then read without doubt."""


@dataclass(frozen=True)
class JudgedDie(JudgedPiece):
    """One found die: whether there really is one, and by how much its angle is wrong."""

    is_there: bool
    angle_error_deg: float | None = None


@dataclass(frozen=True)
class JudgedCities:
    """A photograph's cities: the labelled ones, those of them with the right size and closedness, and
    all that were found."""

    labelled: int
    right: int
    found: int

    @property
    def all_right(self) -> bool:
        """Every labelled city found, and no other."""
        return self.labelled == self.right == self.found


@dataclass(frozen=True)
class JudgedPhoto(JudgedReading):
    """One photograph judged. ``there``: how many dice lie there, without those labelled as cut off.

    ``cities`` is None if no cities are labelled.
    """

    dice: tuple[JudgedDie, ...]
    there: int
    found: int
    extra: int
    cut_off_called_sure: int
    cities: JudgedCities | None

    @property
    def missed(self) -> int:
        """How many dice that lie there were not found."""
        return self.there - self.found

    @property
    def right(self) -> bool:
        """Every die found, every face right, nothing extra."""
        return not self.missed and not self.extra and all(die.right for die in self.dice)

    @property
    def silent(self) -> int:
        """Silent errors: sure dice that are wrong or not there, and dice missed in sure photographs."""
        wrong = sum(die.sure and not die.right for die in self.dice)
        return wrong + self.cut_off_called_sure + (self.missed if self.sure else 0)


def judge(
    photo: LabelledPhoto,
    reading: DiceReading,
    taught: DiceSet,
    cities: Sequence[LabelledCity] | None = None,
) -> JudgedPhoto:
    """Return the judgement of a reading against a photograph's labels; ``cities``: those read."""
    whole = [die for die in reading.dice if not die.cut_off]
    if photo.pieces is None:
        there, cut_sure = sum(photo.counts.values()), 0
        judged = _by_face(photo.counts, whole)
        found, extra = min(len(whole), there), max(0, len(whole) - there)
    else:
        judged, found, extra, cut_sure = _by_place(photo.pieces, reading.dice, taught)
        there = sum(not label.cut_off for label in photo.pieces)
    return JudgedPhoto(
        photo,
        reading,
        tuple(judged),
        there,
        found,
        extra,
        cut_sure,
        None if photo.cities is None or cities is None else judge_cities(photo.cities, cities),
    )


def judge_cities(labelled: Sequence[LabelledCity], found: Sequence[LabelledCity]) -> JudgedCities:
    """Return how many cities are right in size and closedness, in no order.

    Lone dice with a piece of a city count only if labels name cities of one die.
    """
    smallest = 1 if any(city.size == 1 for city in labelled) else 2
    wanted = Counter(labelled)
    read = Counter(city for city in found if city.size >= smallest)
    return JudgedCities(wanted.total(), (wanted & read).total(), read.total())


def _by_face(faces: Mapping[str, int], dice: Sequence[Die]) -> list[JudgedDie]:
    left, judged = Counter(faces), []
    places = left.total()
    for number, die in enumerate(sorted(dice, key=lambda die: -die.confidence)):
        right = left[die.face] > 0
        left[die.face] -= 1
        judged.append(JudgedDie(right, die.sure, die.confidence, number < places))
    return judged


def _by_place(
    labels: Sequence[LabelledPiece], dice: Sequence[Die], taught: DiceSet
) -> tuple[list[JudgedDie], int, int, int]:
    """Return the judged dice, the number of labelled ones found, the extra ones, and the cut-off ones
    called sure."""
    pairs = _pair(labels, dice)
    judged, found, cut_sure = [], 0, 0
    for number, die in enumerate(dice):
        label = labels[pairs[number]] if number in pairs else None
        if label is None:
            if not die.cut_off:
                judged.append(JudgedDie(False, die.sure, die.confidence, is_there=False))
        elif label.cut_off:
            cut_sure += die.sure
        else:
            found += 1
            error = _angle_error(label, die, taught)
            right = label.label == die.face
            judged.append(JudgedDie(right, die.sure, die.confidence, True, error))
    extra = sum(number not in pairs and not die.cut_off for number, die in enumerate(dice))
    return judged, found, extra, cut_sure


def _pair(labels: Sequence[LabelledPiece], dice: Sequence[Die]) -> dict[int, int]:
    """Match found dice to labels, nearest first: index of the die -> index of the label."""
    return pair_nearest(
        (dist(die.centre_px, label.centre_px), number, mark)
        for number, die in enumerate(dice)
        for mark, label in enumerate(labels)
        if dist(die.centre_px, label.centre_px) <= NEAR * die.side_px
    )


def _angle_error(label: LabelledPiece, die: Die, taught: DiceSet) -> float | None:
    """Degrees between the angles, modulo the face's symmetry; None if one of them is unknown."""
    known = {face.name: face.rotations for face in taught.faces}
    rotations = known.get(label.label, 0)
    if label.angle_deg is None or die.angle_deg is None or not rotations or label.label != die.face:
        return None
    period = 90.0 * rotations
    return abs((label.angle_deg - die.angle_deg + period / 2) % period - period / 2)


def _counts(photos: Sequence[JudgedPhoto]) -> dict[str, Count]:
    """Return the counts over these photographs."""
    dice, there = _ranked(photos)
    angles = [die.angle_error_deg for die in dice if die.angle_error_deg is not None]
    found = sum(photo.found for photo in photos)
    silent = sum(photo.silent for photo in photos)
    built = [(photo.cities, photo.sure) for photo in photos if photo.cities is not None]
    return whole_counts("photos", photos) | {
        "dice_right": Count(min(there, sum(die.right for die in dice)), there),
        "dice_sure": Count(sum(die.sure and die.is_there for die in dice), there),
        "silent": Count(silent, max(there, silent)),
        "precision": Count(found, found + sum(photo.extra for photo in photos)),
        "recall": Count(found, there),
        "angle_right": Count.of(angle <= ANGLE_DEG for angle in angles),
        "cities_photos_right": Count.of(cities.all_right for cities, _ in built),
        "cities_photos_silent": Count.of(sure and not cities.all_right for cities, sure in built),
        "cities_right": Count(
            sum(cities.right for cities, _ in built), sum(cities.labelled for cities, _ in built)
        ),
    }


def _ranked(photos: Sequence[JudgedPhoto]) -> tuple[list[JudgedDie], int]:
    return [die for photo in photos for die in photo.dice], sum(photo.there for photo in photos)


DICE_MEASURE = Measure(_counts, _ranked)
