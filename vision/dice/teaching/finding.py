"""Finds the labelled dice: where a person says that a die lies, fainter ones are accepted."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.corners import Corners
from vision.dice.geometry import angle_of, centre_of, is_cut_off
from vision.dice.presence.sightings import TopFaceDetector
from vision.dice.sets import DIE_SIDE_MM
from vision.frame import ImageBgr
from vision.lesson import Note
from vision.manifests.labelled import LabelledPiece, pair_nearest
from vision.markers.plane import TablePlane

NEAR_SIDES = 0.5
"""Distance of a label from a die's centre, in its sides, within which it means that die: it then lies on
its top face."""
BESIDE_SIDES = 0.75
"""Distance from every label, in its sides, beyond which a die has no label. Chosen by hand: beyond
``NEAR_SIDES``, so that a label slightly off its die does not make it two."""
LEAST_SCORE_AT_LABEL = 0.15
"""Least face score, 0 to 1, of a top at a labelled place. Chosen by hand."""
LEAST_SCORE_UNLABELLED = 0.95
"""Least face score at a place without a label. Chosen by hand, high: a teacher should not get a note
about every speck."""
MOST_CANDIDATES = 12
"""Number of the hottest candidates at one label that are examined, which bounds the time."""
ANGLE_OFF_DEG = 25.0
"""Distance of a labelled angle from the nearest edge above which it is doubtful, near the largest
possible (45°). Chosen by hand."""
MEASURED_TIMES = 6
"""Each measurement of a die's side corrects the height for the next one; after six nothing changes any
more."""


@dataclass(frozen=True, eq=False)
class FoundFace:
    """A label with the top face found for it.

    ``quad_px``: its corners (4, 2), clockwise from any; None if none was found. ``twice``: the die found
    there belongs to another label.
    """

    label: LabelledPiece
    quad_px: Corners | None
    twice: bool = False

    def upright(self) -> Corners:
        """Return the corners from the face's own top left on, if its angle is labelled."""
        assert self.quad_px is not None
        if self.label.angle_deg is None:
            return self.quad_px
        return min((np.roll(self.quad_px, turns, 0) for turns in range(4)), key=self._angle_off)

    def trouble(self, place: str) -> Note | None:
        """Return what is wrong with the label; ``place`` names it."""
        x, y = self.label.centre_px
        faces = (self.label.label,)
        if self.label.cut_off:
            return None
        if self.twice:
            return Note("labelled_twice", f"{place}: another label lies on the same die", True, faces)
        if self.quad_px is None:
            return Note("no_die", f"{place}: no die found at {x:.0f}, {y:.0f}", True, faces)
        if self.label.angle_deg is not None and self._angle_off(self.upright()) > ANGLE_OFF_DEG:
            seen = angle_of(self.upright())
            text = f"{place}: angle labelled {self.label.angle_deg:.0f}, its edges lie at {seen:.0f}"
            return Note("angle_doubtful", f"{text}: check it, or photograph it nearer", False, faces)
        return None

    def _angle_off(self, corners: Corners) -> float:
        assert self.label.angle_deg is not None
        return abs((angle_of(corners) - self.label.angle_deg + 180) % 360 - 180)


@dataclass(frozen=True, eq=False)
class Findings:
    """The results for each label, in order, and whole dice without a label."""

    dice: tuple[FoundFace, ...]
    unlabelled: tuple[Corners, ...]


def find_labelled(
    detector: TopFaceDetector, image_bgr: ImageBgr, labels: Sequence[LabelledPiece]
) -> Findings:
    """Return the labelled dice; each die belongs to one label, the nearest."""
    quads = detector.find_tops(image_bgr)
    near = [
        (distance_in_sides(quad, label.centre_px), mark, number)
        for mark, label in enumerate(labels)
        for number, quad in enumerate(quads)
        if distance_in_sides(quad, label.centre_px) < NEAR_SIDES
    ]
    pairs = pair_nearest(near)
    beside = {mark for _, mark, _ in near if mark not in pairs}
    dice = []
    for mark, label in enumerate(labels):
        quad = quads[pairs[mark]] if mark in pairs else None
        if quad is None and mark not in beside and not label.cut_off:
            quad = _faint_top(detector, image_bgr, label, labels)
        dice.append(FoundFace(label, None if label.cut_off else quad, mark in beside))
    free = [quad for number, quad in enumerate(quads) if number not in pairs.values()]
    return Findings(tuple(dice), _find_unlabelled(detector, image_bgr, free, labels))


def _find_unlabelled(
    detector: TopFaceDetector, image_bgr: ImageBgr, free: list[Corners], labels: Sequence[LabelledPiece]
) -> tuple[Corners, ...]:
    """Return the unlabelled tops that are certainly whole dice, away from every label."""
    strange = [
        quad
        for quad in free
        if not is_cut_off(quad, image_bgr)
        and all(distance_in_sides(quad, one.centre_px) > BESIDE_SIDES for one in labels)
    ]
    examined = detector.examiner.examine_in_turns(image_bgr, strange)
    return tuple(one.corners_px for one in examined if one.face_score > LEAST_SCORE_UNLABELLED)


def _faint_top(
    detector: TopFaceDetector, image_bgr: ImageBgr, label: LabelledPiece, labels: Sequence[LabelledPiece]
) -> Corners | None:
    """Return the best top face among the candidates at a label and the label's own box.

    A sheet of paper on which other labelled dice lie, too, is not a top.
    """
    others = [one for one in labels if one is not label]
    quads = [
        one.corners_px
        for one in detector.candidates(image_bgr)
        if distance_in_sides(one.corners_px, label.centre_px) < NEAR_SIDES
        and all(distance_in_sides(one.corners_px, other.centre_px) > NEAR_SIDES for other in others)
    ][:MOST_CANDIDATES]
    if label.box_px is not None:
        reach = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * min(label.box_px) / 2
        quads.append(np.asarray(reach + label.centre_px, np.float64))
    tops = [
        one
        for one in detector.examiner.examine_in_turns(image_bgr, quads)
        if one.face_score > LEAST_SCORE_AT_LABEL
        and distance_in_sides(one.corners_px, label.centre_px) < NEAR_SIDES
    ]
    best = max(
        tops,
        key=lambda one: one.face_score - distance_in_sides(one.corners_px, label.centre_px),
        default=None,
    )
    return best.corners_px if best is not None else None


def distance_in_sides(quad_px: Corners, point_px: Sequence[float]) -> float:
    """Return how far a point is from a face's centre, in sides of the face."""
    side = float(np.linalg.norm(quad_px - np.roll(quad_px, 1, 0), axis=1).mean())
    return float(np.hypot(*np.subtract(centre_of(quad_px), point_px))) / max(side, 1e-6)


def measure_side_mm(plane: TablePlane, quad_px: Corners) -> float:
    """Return the side of a die with this top: the size of the top, seen at its own height, equals that
    height."""
    side = DIE_SIDE_MM
    for _ in range(MEASURED_TIMES):
        flat = plane.to_mm(quad_px, side)
        side = float(np.linalg.norm(flat - np.roll(flat, 1, 0), axis=1).mean())
    return side
