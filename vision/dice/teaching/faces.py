"""What samples show of a face: whether the network knows it, and how many of its turns look
different."""

from collections.abc import Sequence

import numpy as np

from vision.dice.faces.examiner import Vectors
from vision.dice.faces.gallery import known_centres
from vision.dice.sets import Face
from vision.dice.teaching.shown import ShownSample, likeness_in_turns, turns_to

KNOWN_SHARE = 0.8
"""The network knows a set's faces if it names this share of the samples rightly by itself. Chosen by
hand: a few samples may be labelled wrongly; unknown drawings with the same names are named correctly by
chance."""
SAME_AFTER_TURN = 0.8
"""Mean cosine above which a face counts as the same after a turn. Chosen by hand."""


def network_knows(family: Sequence[Face], shown: Sequence[ShownSample]) -> bool:
    """Tell whether the network names the samples correctly by itself: it does not know every family."""
    centres = {face.name: known_centres()[face.name] for face in family if face.name in known_centres()}
    if not centres or len(centres) < len(family):
        return False
    right = sum(one.face == _best_name(one.vectors, centres) for one in shown)
    return right >= KNOWN_SHARE * len(shown)


def _best_name(views: Vectors, centres: dict[str, Vectors]) -> str:
    def likeness(name: str) -> float:
        turned = np.roll(views, -turns_to(views, centres[name]), 0)
        return float((turned * centres[name]).sum())

    return max(centres, key=likeness)


def rotations_of(name: str, shown: Sequence[ShownSample]) -> int:
    """Return a face's rotations (see ``Face``), by comparing its samples with themselves turned."""
    turned = likeness_in_turns([one for one in shown if one.face == name])
    itself = np.diagonal(turned).T.mean(0)
    if itself[2] < SAME_AFTER_TURN:
        return 4
    return 1 if itself[1] > SAME_AFTER_TURN else 2


def face_of(
    name: str,
    shown: Sequence[ShownSample],
    rotations: int,
    family: Sequence[Face],
    earlier: Sequence[Face],
    *,
    known: bool,
) -> Face:
    """Return the knowledge about a face: from an earlier lesson, from its name, or from its samples.

    A face without any labelled angle has no direction, unless its name says that it has.
    """
    before = next((face for face in earlier if face.name == name), None)
    of_family = next((face for face in family if face.name == name), None)
    if before is not None and (before.rotations or before == of_family):
        return before
    if of_family is not None and (known or of_family.parts or not of_family.rotations):
        return of_family
    upright = any(one.upright for one in shown if one.face == name)
    return Face(name, rotations if upright else 0, before.parts if before is not None else ())
