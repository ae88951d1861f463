"""Finds the dice that labels speak of: where a person says one is, a fainter sign is believed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.frame import ImageBgr
from vision.manifest import LabelledDie
from vision.plane import TablePlane
from vision.readers.crops import Corners
from vision.readers.dice import DiceReader
from vision.readers.geometry import angle_of, is_cut_off, middle
from vision.teaching.advice import Note

NEAR_SIDES = 0.5
"""A die is the labelled one if its middle is that near the label."""
FAINTLY = 0.15
"""What the eye must say at least of a top face where a person says one is."""
PLAINLY = 0.95
"""What the eye must say where nobody says that a die lies."""
MOST_FAINT = 12
ANGLE_OFF_DEG = 25.0


@dataclass(frozen=True, eq=False)
class Finding:
    """A label and the top face found for it: corners (4, 2) px, clockwise from any; None: none found."""

    label: LabelledDie
    quad_px: Corners | None
    twice: bool = False

    def upright(self) -> Corners:
        """Return the corners from the face's own top left on, where its angle is labelled."""
        assert self.quad_px is not None
        if self.label.angle_deg is None:
            return self.quad_px
        return min((np.roll(self.quad_px, turns, 0) for turns in range(4)), key=self._angle_off)

    def trouble(self, place: str) -> Note | None:
        """Return what is wrong with the label; ``place`` names it."""
        x, y = self.label.centre_px
        faces = (self.label.face,)
        if self.label.cut_off:
            return None
        if self.twice:
            return Note("labelled_twice", f"{place}: another label lies on the same die", True, faces)
        if self.quad_px is None:
            return Note("no_die", f"{place}: no die found at {x:.0f}, {y:.0f}", True, faces)
        if self.label.angle_deg is not None and self._angle_off(self.upright()) > ANGLE_OFF_DEG:
            seen = angle_of(self.upright())
            words = f"{place}: angle labelled {self.label.angle_deg:.0f}, its edges lie at {seen:.0f}"
            return Note("angle_doubtful", f"{words}: check it, or photograph it nearer", False, faces)
        return None

    def _angle_off(self, corners: Corners) -> float:
        assert self.label.angle_deg is not None
        return abs((angle_of(corners) - self.label.angle_deg + 180) % 360 - 180)


@dataclass(frozen=True, eq=False)
class Findings:
    """What was found for each label, in their order, and whole dice that no label speaks of."""

    dice: tuple[Finding, ...]
    unlabelled: tuple[Corners, ...]


def find_labelled(reader: DiceReader, image_bgr: ImageBgr, labels: Sequence[LabelledDie]) -> Findings:
    """Return the dice that labels speak of; each die answers to one label, the nearest."""
    quads = reader.look(image_bgr)
    near = sorted(
        (distance_in_sides(quad, label.centre_px), mark, number)
        for mark, label in enumerate(labels)
        for number, quad in enumerate(quads)
        if distance_in_sides(quad, label.centre_px) < NEAR_SIDES
    )
    pairs: dict[int, int] = {}
    for _, mark, number in near:
        if mark not in pairs and number not in pairs.values():
            pairs[mark] = number
    beside = {mark for _, mark, _ in near if mark not in pairs}
    dice = []
    for mark, label in enumerate(labels):
        quad = quads[pairs[mark]] if mark in pairs else None
        if quad is None and mark not in beside and not label.cut_off:
            quad = _faint(reader, image_bgr, label)
        dice.append(Finding(label, None if label.cut_off else quad, mark in beside))
    free = [quad for number, quad in enumerate(quads) if number not in pairs.values()]
    whole = [quad for quad in free if not is_cut_off(quad, image_bgr)]
    strange = [
        quad for quad in whole if all(distance_in_sides(quad, one.centre_px) > 0.75 for one in labels)
    ]
    looks = reader.eye.look_turned(image_bgr, strange)
    return Findings(tuple(dice), tuple(look.corners_px for look in looks if look.face > PLAINLY))


def _faint(reader: DiceReader, image_bgr: ImageBgr, label: LabelledDie) -> Corners | None:
    """Return the likeliest of the faint signs of a die at a label, also the label's own box."""
    signs = [
        one.corners_px
        for one in reader.candidates(image_bgr)
        if distance_in_sides(one.corners_px, label.centre_px) < NEAR_SIDES
    ][:MOST_FAINT]
    if label.box_px is not None:
        reach = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * min(label.box_px) / 2
        signs.append(np.asarray(reach + label.centre_px, np.float64))
    looks = [
        look
        for look in reader.eye.look_turned(image_bgr, signs)
        if look.face > FAINTLY and distance_in_sides(look.corners_px, label.centre_px) < NEAR_SIDES
    ]
    best = max(
        looks,
        key=lambda look: look.face - distance_in_sides(look.corners_px, label.centre_px),
        default=None,
    )
    return best.corners_px if best is not None else None


def distance_in_sides(quad_px: Corners, point_px: Sequence[float]) -> float:
    """Return how far a point is from a face's middle, in sides of the face."""
    side = float(np.linalg.norm(quad_px - np.roll(quad_px, 1, 0), axis=1).mean())
    return float(np.hypot(*np.subtract(middle(quad_px), point_px))) / max(side, 1e-6)


def measured_side_mm(plane: TablePlane, quad_px: Corners) -> float:
    """Return the side of a die whose top this is: as large, seen at its own height, as it is high."""
    side = 16.0
    for _ in range(6):
        flat = plane.to_mm(quad_px, side)
        side = float(np.linalg.norm(flat - np.roll(flat, 1, 0), axis=1).mean())
    return side
