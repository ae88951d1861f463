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
from vision.manifests.labelled import LabelledCity, LabelledPhoto, LabelledPiece
from vision.readings.dice import DiceReading, Die

NEAR_SIDES = 0.75
"""A found die counts as the labelled one within this many of its sides."""


@dataclass(frozen=True)
class JudgedDie:
    """One found die: whether there really is one, whether its face is right, and how sure the reading
    was."""

    is_there: bool
    right: bool
    sure: bool
    confidence: float
    angle_error_deg: float | None


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
class JudgedPhoto:
    """One photograph judged. ``labelled`` leaves out dice labelled as cut off.

    ``cities`` is None if no cities are labelled; ``doubts`` says why it is not sure (see readings).
    """

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
    cities: JudgedCities | None = None
    doubts: tuple[str, ...] = ()

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
        labelled, cut_sure = sum(photo.counts.values()), 0
        judged = _by_face(photo.counts, whole)
        found, extra = min(len(whole), labelled), max(0, len(whole) - labelled)
    else:
        judged, found, extra, cut_sure = _by_place(photo.pieces, reading.dice, taught)
        labelled = sum(not label.cut_off for label in photo.pieces)
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
        None if photo.cities is None or cities is None else judge_cities(photo.cities, cities),
        reading.doubts,
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
        judged.append(JudgedDie(number < places, right, die.sure, die.confidence, None))
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
                judged.append(JudgedDie(False, False, die.sure, die.confidence, None))
        elif label.cut_off:
            cut_sure += die.sure
        else:
            found += 1
            judged.append(
                JudgedDie(
                    True,
                    label.label == die.face,
                    die.sure,
                    die.confidence,
                    _angle_error(label, die, taught),
                )
            )
    extra = sum(number not in pairs and not die.cut_off for number, die in enumerate(dice))
    return judged, found, extra, cut_sure


def _pair(labels: Sequence[LabelledPiece], dice: Sequence[Die]) -> dict[int, int]:
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


def _angle_error(label: LabelledPiece, die: Die, taught: DiceSet) -> float | None:
    """Degrees between the angles, modulo the face's symmetry; None if one of them is unknown."""
    known = {face.name: face.rotations for face in taught.faces}
    rotations = known.get(label.label, 0)
    if label.angle_deg is None or die.angle_deg is None or not rotations or label.label != die.face:
        return None
    period = 90.0 * rotations
    return abs((label.angle_deg - die.angle_deg + period / 2) % period - period / 2)
