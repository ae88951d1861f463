"""Examines possible dice once more, and compares them with the faces of the set."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain

import numpy as np

from vision.corners import Corners
from vision.dice.faces.confidence import Features
from vision.dice.faces.examiner import Examined, ExaminedInTurns, FaceExaminer
from vision.dice.faces.first_looks import FirstLooks
from vision.dice.faces.gallery import Gallery, Match
from vision.dice.finding.top_faces import TopFace
from vision.dice.geometry import narrowed
from vision.dice.presence.brought_back import bring_back
from vision.dice.presence.one_piece import are_of_one_piece
from vision.dice.presence.outline import edge_steps
from vision.dice.presence.presence import (
    HARDLY_FROM,
    PLAIN_LIKENESS,
    Evidence,
    of_fitting_size,
    plain_by_themselves,
    plainly_dice,
    presence,
)
from vision.dice.presence.roundness import are_round
from vision.dice.presence.sightings import IsSideOf, Sighting, no_plane_tells, without_sides
from vision.dice.presence.slant import SlantExaminer
from vision.dice.presence.surroundings import surroundings
from vision.dice.presence.their_like import among_their_like
from vision.dice.sides import is_side_of, sides_beside
from vision.markers.plane import TablePlane
from vision.pyramid import Picture

CLOSELY_STRETCHED = 1.13
"""As ``STRETCHED``, for corners refined twice, which are more exact: by geometry a die's side differs
this much from its top until a camera is tilted by 41°. Chosen by hand; of 198 pairs of touching dice
none was beyond it."""
SMALL_LEAD = 0.4
"""Lead (a cosine) below which a face is also examined narrowed. Chosen by hand: 15 oblique faces that
were wrong and sure led by 0.35 at most. Of the dice at the edges of simulated pictures one in five leads
by less, of the others one in twenty."""
NARROWED_BY = 0.14
"""Greatest narrowing of a face, as a share of its side, and at most the visible part of the die's side
there: that much may be taken for a part of the top."""
LESS_LIKE = 0.05
"""Loss of likeness (a cosine) through narrowing from which another face does not count. Chosen by hand
on 62 wrong names of simulated dice at the edges that clearly resembled the right face when narrowed:
that likeness fell by 0.04 at most, and rose in 57 cases; with 2,876 right names every other clear rival
no longer counts."""
Outline = tuple[float, bool, bool, float]
"""The steps at its edges, whether it continues, whether it seems round, and its slant: as in the
evidence."""
LEAST_STRIP = 0.04
"""Visible share of a side below which the side is not looked for: corners are misread by as much. Chosen
by hand."""


@dataclass(frozen=True, eq=False)
class ExaminedDie:
    """Something that might be a die, examined, and the faces it is like, the best first."""

    examined: ExaminedInTurns
    ranked: list[Match]

    @property
    def lead(self) -> float:
        """The lead of the first face over the next: a cosine."""
        return _lead(self.ranked)


@dataclass(frozen=True, eq=False)
class NamedDie:
    """Something that might be a die, and the faces it is like, the best first.

    ``first_face`` is the most similar face at the first examination; ``place``: its index among what was
    seen; ``suppressed`` as in a sighting.
    """

    evidence: Evidence
    examined: ExaminedInTurns
    ranked: list[Match]
    first_face: str
    place: int
    suppressed: tuple[Sighting, ...]

    @property
    def best(self) -> Match:
        """The face it is most like."""
        return self.ranked[0]

    @cached_property
    def corners_px(self) -> Corners:
        """The face's corners from its own top left on."""
        return np.roll(self.examined.corners_px, -self.best.turns, 0)

    @property
    def lead(self) -> float:
        """The lead of its face over the next: a cosine."""
        return _lead(self.ranked)

    def features(self, rotations: int, chance: float, *, among_others: bool = False) -> Features:
        """Return the features on which the confidence is based.

        ``rotations``: the best face's, as in its set; ``chance``: the probability of being a die at all;
        ``among_others``: other dice of the picture clearly belong to the set.
        """
        return Features(
            likeness=self.best.likeness,
            lead=self.lead,
            turns_lead=self.best.turns_lead if rotations > 1 else 1.0,
            presence=chance,
            corner_shift=self.examined.corner_shift,
            agrees=float(self.first_face == self.best.face),
            among_others=among_others,
        )


def _lead(ranked: list[Match]) -> float:
    next_likeness = ranked[1].likeness if len(ranked) > 1 else -1.0
    return ranked[0].likeness - next_likeness


class Namer:
    """Examiner and gallery together. Safe to call from several threads."""

    def __init__(self, examiner: FaceExaminer, gallery: Gallery, side_mm: float) -> None:
        """``side_mm``: the side of the dice."""
        self._examiner = examiner
        self._gallery = gallery
        self._side_mm = side_mm
        self._reaching_edges = {face.name for face in gallery.faces if face.parts}
        self._slants = SlantExaminer()

    def plainly(self, looks: FirstLooks, found: list[TopFace]) -> list[bool]:
        """Tell for each candidate, examined once, whether it is clearly a die of the set."""
        examined = looks.of(found)
        faces = self._gallery.best_faces([one.vector for one in examined])
        evidence = [
            Evidence(candidate.heat, one.face_score, cosine, one.corners_px)
            for candidate, one, (_, cosine) in zip(found, examined, faces, strict=True)
        ]
        return plainly_dice(evidence)

    def of_fitting_size(self, seen: list[Sighting]) -> list[Sighting]:
        """Leave out candidates far larger or smaller than the dice that are not clearly dice
        themselves."""
        _, evidence = self._look_first(seen)
        return [one for one, fits in zip(seen, of_fitting_size(evidence), strict=True) if fits]

    def _look_first(self, seen: Sequence[Sighting]) -> tuple[list[str], list[Evidence]]:
        """Return the most similar face of each at the first examination, and the evidence for it."""
        faces = self._gallery.best_faces([one.examined.vector for one in seen])
        evidence = [
            Evidence(one.heat, one.examined.face_score, cosine, one.corners_px)
            for one, (_, cosine) in zip(seen, faces, strict=True)
        ]
        return [face for face, _ in faces], evidence

    def named(
        self, picture: Picture, seen: Sequence[Sighting], plane: TablePlane | None
    ) -> list[NamedDie]:
        """Examine possible dice once more, drop the sides among them, and name the rest.

        A thing that was suppressed by something that proves to be no die is named, too.
        """
        named, its_side = self._name(picture, seen, plane), self.side_test(plane)
        suppressed, chances = [one.suppressed for one in seen], [0.0] * len(seen)
        for one, chance in zip(named, presence([one.evidence for one in named]), strict=True):
            suppressed[one.place], chances[one.place] = one.suppressed, chance
        again = bring_back(seen, suppressed, chances, self._plain_by_themselves, its_side)
        return self._name(picture, again, plane) if again else named

    def _plain_by_themselves(self, seen: list[Sighting]) -> list[bool]:
        return plain_by_themselves(self._look_first(seen)[1])

    def _name(
        self, picture: Picture, seen: Sequence[Sighting], plane: TablePlane | None
    ) -> list[NamedDie]:
        """Examine, drop and name.

        On a known plane only things as large as a die were looked for. Without one, half a domino may be
        taken for a die, so parts of longer things are recognised; round pieces always are. The camera's
        tilt is not known then either, and is inferred from the picture.
        """
        first_faces, evidence = self._look_first(seen)
        chances = presence(evidence)
        likely = [
            number
            for number, (one, chance) in enumerate(zip(evidence, chances, strict=True))
            if chance >= HARDLY_FROM or one.likeness >= PLAIN_LIKENESS
        ]
        its_side = self.side_test(plane)
        quads = [seen[number].corners_px for number in likely]
        examined = self._examiner.examine_in_turns(picture, quads)
        again = [
            replace(seen[number], examined=Examined(one.corners_px, one.face_score, one.vectors[0]))
            for number, one in zip(likely, examined, strict=True)
        ]
        as_seen = {id(one.examined): seen[number] for number, one in zip(likely, again, strict=True)}
        tops = {
            id(one.examined): replace(
                one, suppressed=tuple(as_seen.get(id(other.examined), other) for other in one.suppressed)
            )
            for one in without_sides(again, CLOSELY_STRETCHED, its_side)
        }
        left = [place for place, one in enumerate(again) if id(one.examined) in tops]
        kept = [examined[place] for place in left]
        looks = self._looks(picture, kept, plane)
        outlines = self._outlines(picture, kept, looks, plane)
        named = [
            _name(
                tops[id(again[place].examined)], likely[place], look, first_faces[likely[place]], outline
            )
            for place, look, outline in zip(left, looks, outlines, strict=True)
        ]
        told = among_their_like(
            [one.evidence for one in named], [one.examined.crop_bgr for one in named]
        )
        return [replace(one, evidence=of_one) for one, of_one in zip(named, told, strict=True)]

    def side_test(self, plane: TablePlane | None) -> IsSideOf:
        """Return the test on that plane of whether a face is the side of a die whose top is seen."""
        if plane is None:
            return no_plane_tells
        return partial(is_side_of, plane=plane, side_mm=self._side_mm)

    def _reaches_edges(self, look: ExaminedDie) -> bool:
        """Tell whether something shows a face whose print reaches the die's edges: no round piece does.

        If such a print continues in a neighbour, or in a dark side, its outline may seem round.
        """
        best = look.ranked[0]
        return best.face in self._reaching_edges and best.cosine >= PLAIN_LIKENESS

    def _outlines(
        self,
        picture: Picture,
        seen: Sequence[ExaminedInTurns],
        looks: Sequence[ExaminedDie],
        plane: TablePlane | None,
    ) -> list[Outline]:
        """Return how the edges of each look and, without a known plane, at which angle it is seen."""
        quads = [one.corners_px for one in seen]
        round_about = surroundings(picture, quads)
        steps = edge_steps([one.crop_bgr for one in seen])
        of_one_piece = (
            [False] * len(looks) if plane is not None else are_of_one_piece(quads, round_about)
        )
        slants = [-np.inf] * len(looks) if plane is not None else self._slants.slants(picture, quads)
        seem_round = [
            is_round and not self._reaches_edges(look)
            for is_round, look in zip(are_round(round_about), looks, strict=True)
        ]
        return list(zip(steps, of_one_piece, seem_round, slants, strict=True))

    def _looks(
        self, picture: Picture, seen: Sequence[ExaminedInTurns], plane: TablePlane | None
    ) -> list[ExaminedDie]:
        """Return the faces that each one resembles; if the first hardly leads, it is also examined
        narrowed.

        In an oblique view a strip of a die's side may be taken for a part of its top: if a print leaves
        one edge of the top free, the strip makes it two, which is another face. In sets that the network
        does not know the lead has three times the weight; this was not measured for them.
        """
        looks = [ExaminedDie(one, self._gallery.ranked(one.vectors, one.crop_bgr)) for one in seen]
        if not self._gallery.is_known:
            return looks
        short = [place for place, look in enumerate(looks) if look.lead < SMALL_LEAD]
        strips = self._strips([seen[place].corners_px for place in short], plane)
        narrow = [
            (place, narrowed(seen[place].corners_px, edge, strip))
            for place, of_edges in zip(short, strips, strict=True)
            for edge, strip in enumerate(of_edges)
            if strip >= LEAST_STRIP
        ]
        examined = self._examiner.examine_in_turns(picture, [quad for _, quad in narrow], views=1)
        again: dict[int, list[ExaminedDie]] = {}
        for (place, _), one in zip(narrow, examined, strict=True):
            again.setdefault(place, []).append(
                ExaminedDie(one, self._gallery.ranked(one.vectors, one.crop_bgr))
            )
        for place, others in again.items():
            looks[place] = together(looks[place], others)
        return looks

    def _strips(self, quads_px: Sequence[Corners], plane: TablePlane | None) -> list[list[float]]:
        """Return how far each edge of these faces may be moved inwards: by the visible part of a side
        there.

        Without a known plane, a side may be visible at each of them.
        """
        if plane is None or not quads_px:
            return [[NARROWED_BY] * 4 for _ in quads_px]
        beside = sides_beside(quads_px, plane, self._side_mm)
        return [[min(share, NARROWED_BY) for share in of_edges] for of_edges in beside.tolist()]


def together(look: ExaminedDie, others: Sequence[ExaminedDie]) -> ExaminedDie:
    """Return each face's greatest likeness over the looks; the other values are from the look with the
    best face.

    From the other looks only those count that clearly show a face: wrongly narrowed ones resemble none.
    """
    own, best = look.ranked[0], {match.face: match for match in look.ranked}
    plain = (other.ranked for other in others if other.ranked[0].likeness >= PLAIN_LIKENESS)
    for match in chain.from_iterable(plain):
        counts = match.face == own.face or match.likeness >= own.likeness - LESS_LIKE
        if counts and match.likeness > best[match.face].likeness:
            best[match.face] = match
    first, *_ = ranked = sorted(best.values(), key=lambda match: -match.likeness)
    if first.face == own.face:
        return ExaminedDie(look.examined, [replace(own, likeness=first.likeness), *ranked[1:]])
    return ExaminedDie(max(others, key=lambda other: other.ranked[0].likeness).examined, ranked)


def _name(seen: Sighting, place: int, look: ExaminedDie, first_face: str, outline: Outline) -> NamedDie:
    """Return what is known of one candidate."""
    examined = look.examined
    evidence = Evidence(
        seen.heat,
        examined.face_score,
        look.ranked[0].cosine,
        examined.corners_px,
        seen.rival,
        *outline,
        rival_as_seen=seen.rival_as_seen,
    )
    return NamedDie(evidence, examined, look.ranked, first_face, place, seen.suppressed)
