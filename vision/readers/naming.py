"""Examines once more what may be dice, and says which faces of the set they are like."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.corners import Corners
from vision.finders.top_faces import Candidate
from vision.pyramid import Picture
from vision.readers.confidence import Features
from vision.readers.face_examiner import Examined, ExaminedInTurns, FaceExaminer
from vision.readers.gallery import Gallery, Match
from vision.readers.outline import edge_steps
from vision.readers.presence import HARDLY_FROM, Evidence, of_fitting_size, plainly_dice, presence
from vision.readers.sightings import Sighting, without_sides

CLOSELY_STRETCHED = 1.13
"""As ``STRETCHED``, where corners were refined twice and are known better: by geometry a die's side
differs so much from its top until a camera is tilted by 41°. Chosen by hand; of 198 pairs of touching
dice none was beyond it."""


@dataclass(frozen=True, eq=False)
class Named:
    """Something that might be a die, and the faces it is like, the best first.

    ``first_face`` is the face it was most like when it was examined for the first time.
    """

    evidence: Evidence
    examined: ExaminedInTurns
    ranked: list[Match]
    first_face: str

    @property
    def best(self) -> Match:
        """The face it is most like."""
        return self.ranked[0]

    @cached_property
    def corners_px(self) -> Corners:
        """The face's corners from its own top left on."""
        return np.roll(self.examined.corners_px, -self.best.turns, 0)

    def features(self, rotations: int, chance: float) -> Features:
        """Return what the confidence is worked out from.

        ``rotations``: the best face's, as in its set; ``chance``: of being a die at all.
        """
        next_likeness = self.ranked[1].likeness if len(self.ranked) > 1 else -1.0
        return Features(
            likeness=self.best.likeness,
            lead=self.best.likeness - next_likeness,
            turns_lead=self.best.turns_lead if rotations > 1 else 1.0,
            presence=chance,
            corner_shift=self.examined.corner_shift,
            agrees=float(self.first_face == self.best.face),
        )


class Namer:
    """Examiner and gallery together. Safe to call from several threads."""

    def __init__(self, examiner: FaceExaminer, gallery: Gallery) -> None:
        self._examiner = examiner
        self._gallery = gallery

    def plainly(self, picture: Picture, found: list[Candidate]) -> list[bool]:
        """Tell for each candidate, examined once, whether it is plainly a die of the set."""
        examined = self._examiner.examine(picture, [one.corners_px for one in found])
        faces = self._gallery.best_faces([one.vector for one in examined])
        evidence = [
            Evidence(candidate.heat, one.face_score, cosine, one.corners_px)
            for candidate, one, (_, cosine) in zip(found, examined, faces, strict=True)
        ]
        return plainly_dice(evidence)

    def of_fitting_size(self, seen: list[Sighting]) -> list[Sighting]:
        """Leave out what is far larger or smaller than the dice, and not plainly a die itself."""
        faces = self._gallery.best_faces([one.examined.vector for one in seen])
        fits = of_fitting_size(
            [
                Evidence(one.heat, one.examined.face_score, cosine, one.corners_px)
                for one, (_, cosine) in zip(seen, faces, strict=True)
            ]
        )
        return [one for one, does_fit in zip(seen, fits, strict=True) if does_fit]

    def named(self, picture: Picture, seen: Sequence[Sighting]) -> list[Named]:
        """Examine what may be dice once more, drop the sides among it, and name the rest."""
        first = self._gallery.best_faces([one.examined.vector for one in seen])
        evidence = [
            Evidence(one.heat, one.examined.face_score, cosine, one.corners_px)
            for one, (_, cosine) in zip(seen, first, strict=True)
        ]
        chances = presence(evidence)
        likely = [number for number, chance in enumerate(chances) if chance >= HARDLY_FROM]
        quads = [seen[number].corners_px for number in likely]
        examined = self._examiner.examine_in_turns(picture, quads)
        steps = edge_steps([one.crop_bgr for one in examined])
        again = [
            replace(seen[number], examined=Examined(one.corners_px, one.face_score, one.vectors[0]))
            for number, one in zip(likely, examined, strict=True)
        ]
        tops = {id(one.examined): one for one in without_sides(again, CLOSELY_STRETCHED)}
        return [
            self._name(tops[id(sighting.examined)], one, first[number][0], step)
            for number, one, sighting, step in zip(likely, examined, again, steps, strict=True)
            if id(sighting.examined) in tops
        ]

    def _name(self, seen: Sighting, examined: ExaminedInTurns, first_face: str, step: float) -> Named:
        ranked = self._gallery.ranked(examined.vectors, examined.crop_bgr)
        evidence = Evidence(
            seen.heat,
            examined.face_score,
            ranked[0].cosine,
            examined.corners_px,
            seen.rival,
            step,
        )
        return Named(evidence, examined, ranked, first_face)
