"""Reads dice: from a picture, every top face with its place, angle and confidence."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from vision.corners import Corners
from vision.dice.camera_tilt import doubts_of_tilt
from vision.dice.doubts import doubt_of, doubts_of_contacts, doubts_of_dice, doubts_of_small_dice
from vision.dice.faces.examiner import Examined, FaceExaminer
from vision.dice.faces.first_looks import FirstLooks
from vision.dice.faces.gallery import Gallery, Match
from vision.dice.finding.coarse_first import MOST_WEIGHED
from vision.dice.finding.other_views import other_views
from vision.dice.finding.partial_search import PartialSearch
from vision.dice.finding.top_faces import TopFace, hottest
from vision.dice.geometry import (
    SQUARE,
    angle_of,
    is_clear_of_edge,
    is_cut_off,
    off_square,
    share_seen,
    side_of,
)
from vision.dice.grids import NO_GRIDS, touching
from vision.dice.naming import NamedDie, Namer
from vision.dice.places import DiePlace, places_of
from vision.dice.pooling import pool_dice
from vision.dice.presence.presence import (
    DIE_FROM,
    PLAINLY_FROM,
    is_beyond_doubt,
    may_be_missed,
    presence,
    seem_other_pieces,
    seem_texture,
    top_face_chance,
)
from vision.dice.presence.sides_or_tops import may_be_sides, seem_aslant, seem_seen_from_far_off
from vision.dice.presence.sightings import PERHAPS_FACE, Sighting, TopFaceDetector, sightings
from vision.dice.sets import DiceSet
from vision.dice.sides import lie_as_any_side, lie_as_sides, lie_beside
from vision.frame import ImageBgr
from vision.markers.finder import find_markers
from vision.markers.plane import TablePlane, markers_seen, table_plane
from vision.pyramid import Pyramid
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointPx
from vision.readings.reading import Guess, MarkersSeen
from vision.stage_timer import StageTimer

GUESSES = 4
"""Faces listed for each die: more would not help the person who answers a question."""
CUT_OFF_SIZE = 1.35
"""Ratio of sides by which a face cut by the picture's edge may differ from the whole ones. Chosen by
hand: its visible part gives its size only roughly."""
MOSTLY_SEEN = 0.8
"""Share of its area within the picture from which a thing is judged by all evidence, like a whole one.
Chosen by hand on 282 cut dice of photographs, of which the examiner alone took 272 for dice and all
evidence 277, and on 14 keys and labels at the edge, of which it took 8 and 1."""
SQUARE_AS_A_TOP = 0.05
"""Deviation from a square (``off_square``) below which all but one in a hundred flattened tops stay."""
PLAINLY_OF_THE_SET, LEADS_PLAINLY, ENOUGH_OTHERS = 0.75, 0.3, 2
"""Number of dice, their likeness to a face (a cosine), and their lead over the next, from which they
show which set lies on the table. Chosen by hand: of 600 drawings of letters and glyphs one was like
that, of 105 dice with pips, read as parts of cities, none. A set that lacks a face cannot have this: in
40 simulated throws 14 dice with that face otherwise became another face with certainty."""
LIKE_ONE_IN_A_VIEW = 0.2
"""Confidence of a name from which, if nothing is seen, a thing in another view of the picture may be a
missed die. Chosen by hand: of 55 photographs, and parts of them, without dice seven show something in
another view, five of them below 0.1; of 22 simulated dice seen like that three."""
GUESS_STEEPNESS = 8.0
"""How fast the probabilities of the faces after the first fall with their likeness: a cosine lower by
0.1 makes a face 2.2 times less likely. Measured: where the first was wrong (108 of 5,582 simulated
dice), 8 to 12 gave the true faces the best probabilities."""


@dataclass(frozen=True, eq=False)
class _Seen:
    """The possible dice, from the top of the picture down; the markers, and the plane.

    ``most_like_a_top``: the highest face score of everything examined.
    """

    picture: Pyramid
    named: list[NamedDie]
    markers: MarkersSeen
    plane: TablePlane | None
    most_like_a_top: float


class DiceReader:
    """Reads the dice of one taught set. Safe to call from several threads."""

    kind = DiceReading.kind

    def __init__(self, taught: DiceSet) -> None:
        self.taught = taught
        self._joins = taught.joins
        self._examiner = FaceExaminer()
        self.detector = TopFaceDetector(self._examiner)
        self._gallery = Gallery(taught, self._examiner)
        self._namer = Namer(self._examiner, self._gallery, taught.side_mm)

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        """Return everything seen in a picture of dice."""
        timer = StageTimer()
        seen_in = self._name(image_bgr, timer)
        named, markers, plane = seen_in.named, seen_in.markers, seen_in.plane
        chances = _chances(image_bgr, named)
        places = places_of([one.corners_px for one in named], plane, self.taught.side_mm)
        seen = list(zip(named, chances, places, strict=True))
        taken = [(one, chance, place) for one, chance, place in seen if chance >= DIE_FROM]
        evidence = [one.evidence for one in named]
        if plane is None and (seem_texture(chances) or seem_seen_from_far_off(evidence, chances)):
            beyond_doubt = [False] * len(taken)
        else:
            beyond_doubt = self._beyond_doubt(taken, plane)
        dice = self._dice(image_bgr, taken, beyond_doubt)
        with timer.stage("grids"):
            level = [place.level for _, _, place in taken]
            contacts, grids, unsure = touching(level) if self._joins else NO_GRIDS
        no_sides = None if plane is None else self._no_sides(places, chances, plane)
        missed = may_be_missed(evidence, chances, no_sides)
        sure_from = self._gallery.calibration.sure_from
        height, width = image_bgr.shape[:2]
        doubtful = (
            *([] if plane is None else doubts_of_tilt(plane, (width, height), self.taught.side_mm)),
            *doubts_of_dice(dice, [chance for _, chance, _ in taken], beyond_doubt, sure_from),
            *(
                doubt_of(self._die(image_bgr, one, chance, place), "may_be_missed", chance)
                for (one, chance, place), is_missed in zip(seen, missed, strict=True)
                if is_missed
            ),
            *doubts_of_small_dice(dice),
            *doubts_of_contacts(dice, unsure),
        )
        if plane is None and seen_in.most_like_a_top > PERHAPS_FACE and not (dice or doubtful):
            with timer.stage("other_views"):
                doubtful = self._in_other_views(seen_in.picture, markers)
        doubts = _doubts(dice, doubtful)
        return DiceReading(
            dice=tuple(dice),
            grids=grids,
            contacts=contacts,
            sure=not doubts,
            doubts=doubts,
            doubtful=doubtful,
            size_px=(width, height),
            has_markers=plane is not None,
            markers=markers,
            stages_ms=tuple(timer.ms.items()),
        )

    def pool(self, readings: Sequence[DiceReading]) -> DiceReading:
        """Return several readings of a still table as one. Raises ``ValueError`` for none."""
        return pool_dice(readings, self.taught)

    def named(self, image_bgr: ImageBgr) -> list[NamedDie]:
        """Return every possible die: the data for fitting the confidence."""
        return self._name(image_bgr, StageTimer()).named

    def candidates(
        self,
        looks: FirstLooks,
        plane: TablePlane | None,
        markers: Sequence[Corners],
        part: PartialSearch | None = None,
    ) -> list[TopFace]:
        """Return every possible top of a die of the set; with ``part`` only those there."""
        plainly, side_mm = partial(self._namer.plainly, looks), self.taught.side_mm
        return self.detector.candidates_on_table(looks, plane, markers, side_mm, plainly, part)

    def _plain_sides(self, looks: FirstLooks, found: Sequence[TopFace]) -> list[float]:
        """Return the sides, in px, of the hottest of these that are plainly dice of the set."""
        most = hottest(found, MOST_WEIGHED)
        plain = zip(most, self._namer.plainly(looks, most), strict=True)
        return [one.side_px for one, is_plain in plain if is_plain]

    def find_tops(self, image_bgr: ImageBgr) -> list[Corners]:
        """Return the top faces seen, whatever they show: corners (4, 2) px, clockwise from any."""
        return self.detector.find_tops(image_bgr)

    def turned_to(self, image_bgr: ImageBgr, corners_px: Corners, face: str) -> Corners:
        """Return the corners of a face known by name, renumbered from its own top left on."""
        examined = self._examiner.examine_in_turns(image_bgr, [corners_px])[0]
        ranked = self._gallery.ranked(examined.vectors, examined.crop_bgr)
        turns = next(match.turns for match in ranked if match.face == face)
        return np.roll(corners_px, -turns, 0)

    def _name(self, image_bgr: ImageBgr, timer: StageTimer) -> _Seen:
        """Return the sightings in a picture."""
        looks = self._looks(Pyramid(image_bgr))
        candidates, markers, plane = self._search(looks, timer)
        with timer.stage("examine"):
            examined = self._examine(looks, candidates)
            seen = self._sightings(candidates, examined, plane)
        with timer.stage("name"):
            named = self._namer.named(looks.picture, seen, plane)
        named.sort(key=lambda one: tuple(one.corners_px.mean(0)[::-1].tolist()))
        most_like_a_top = max((one.face_score for one in examined), default=0.0)
        return _Seen(looks.picture, named, markers, plane, most_like_a_top)

    def _sightings(
        self, found: Sequence[TopFace], examined: Sequence[Examined], plane: TablePlane | None
    ) -> list[Sighting]:
        fitting, its_side = self._namer.of_fitting_size, self._namer.side_test(plane)
        return sightings(found, examined, fitting, its_side)

    def _in_other_views(self, pyramid: Pyramid, markers: MarkersSeen) -> tuple[Doubt, ...]:
        """Return a doubt about things seen only in another view of a picture; none if there are none."""
        quads = list(find_markers(pyramid).values()) if markers.seen else []
        for view, times in other_views(pyramid):
            looks = FirstLooks(self._examiner, Pyramid(view))
            found = self.candidates(looks, None, [quad / times for quad in quads])
            seen = self._sightings(found, looks.of(found), None)
            named = self._namer.named(looks.picture, seen, None)
            places = places_of([one.corners_px for one in named], None, self.taught.side_mm)
            for one, chance, place in zip(named, _chances(view, named), places, strict=True):
                die = self._die(view, one, chance, place)
                if chance >= DIE_FROM and die.confidence >= LIKE_ONE_IN_A_VIEW:
                    return (_scale(doubt_of(die, "may_be_missed", chance), times),)
        return ()

    def _looks(self, picture: Pyramid) -> FirstLooks:
        return FirstLooks(self._examiner, picture)

    def _search(
        self, looks: FirstLooks, timer: StageTimer
    ) -> tuple[list[TopFace], MarkersSeen, TablePlane | None]:
        """Return every possible top of a die, the markers that are seen, and the plane."""
        with timer.stage("markers"):
            markers = find_markers(looks.picture)
            plane = table_plane(looks.picture[0], markers)
        with timer.stage("find"):
            found = self.candidates(looks, plane, list(markers.values()))
        return found, markers_seen(markers, plane), plane

    def _examine(self, looks: FirstLooks, candidates: Sequence[TopFace]) -> list[Examined]:
        """Examine each candidate once."""
        return looks.of(candidates)

    def _beyond_doubt(
        self, taken: list[tuple[NamedDie, float, DiePlace]], plane: TablePlane | None
    ) -> list[bool]:
        """Tell which dice are beyond doubt; on a known plane a top is a square, and a side is not."""
        if plane is None:
            evidence = [one.evidence for one, _, _ in taken]
            sides = may_be_sides(evidence)
            if seem_other_pieces(evidence) or seem_aslant(sides):
                return [False] * len(taken)
            return [
                is_beyond_doubt(one.evidence, chance) and not is_side
                for (one, chance, _), is_side in zip(taken, sides, strict=True)
            ]
        flat = np.array([place.seen_mm for _, _, place in taken], np.float64).reshape(-1, 4, 2)
        sides = lie_as_sides(flat, plane, self.taught.side_mm)
        upright = lie_as_any_side(flat, plane, self.taught.side_mm)
        return [
            not is_side
            and off_square(face) < SQUARE
            and is_beyond_doubt(
                one.evidence,
                chance,
                is_no_side=not is_upright and off_square(face) < SQUARE_AS_A_TOP,
            )
            for (one, chance, _), face, is_side, is_upright in zip(
                taken, flat, sides, upright, strict=True
            )
        ]

    def _dice(
        self,
        image_bgr: ImageBgr,
        taken: Sequence[tuple[NamedDie, float, DiePlace]],
        beyond_doubt: Sequence[bool],
    ) -> list[Die]:
        """Return the dice; the judgement of each includes whether others beside it clearly belong to the
        set."""
        of_the_set = [
            self.taught.is_whole and _is_plainly_of_the_set(one, chance) for one, chance, _ in taken
        ]
        return [
            self._die(image_bgr, one, chance, place, is_clear, sum(of_the_set) - own >= ENOUGH_OTHERS)
            for (one, chance, place), is_clear, own in zip(taken, beyond_doubt, of_the_set, strict=True)
        ]

    def _no_sides(
        self, places: Sequence[DiePlace], chances: Sequence[float], plane: TablePlane
    ) -> list[bool]:
        """Tell for everything seen whether it lies beside a die at a place where no side of that die is
        visible."""
        flat = np.array([place.seen_mm for place in places], np.float64).reshape(-1, 4, 2)
        is_die = [chance >= DIE_FROM for chance in chances]
        return lie_beside(flat, is_die, plane, self.taught.side_mm)

    def _die(
        self,
        image_bgr: ImageBgr,
        named: NamedDie,
        chance: float,
        place: DiePlace,
        is_clear: bool = False,
        among_others: bool = False,
    ) -> Die:
        """Return one die; ``chance``: its probability of being a die; ``is_clear``: that this is beyond
        doubt.

        ``among_others``: dice that clearly belong to the set lie beside it.
        """
        corners, rotations = place.corners_px, self.taught.face(named.best.face).rotations
        calibration = self._gallery.calibration
        features = named.features(rotations, chance, among_others=among_others)
        confidence = calibration.confidence(features)
        a, b, c, d = (PointPx(x, y) for x, y in corners.tolist())
        flat = place.square_mm
        return Die(
            face=named.best.face,
            centre_px=place.centre_px,
            corners_px=(a, b, c, d),
            angle_deg=angle_of(corners) if rotations else None,
            confidence=confidence,
            sure=confidence >= calibration.sure_from
            and is_clear
            and is_clear_of_edge(corners, image_bgr),
            cut_off=is_cut_off(corners, image_bgr),
            centre_mm=place.centre_mm,
            likely=_guesses(named.ranked, confidence),
            angle_mm_deg=angle_of(flat) if rotations and flat is not None else None,
        )


def _scale(doubt: Doubt, times: float) -> Doubt:
    x, y = doubt.centre_px
    return replace(doubt, centre_px=PointPx(x * times, y * times), side_px=doubt.side_px * times)


def _chances(image_bgr: ImageBgr, named: Sequence[NamedDie]) -> list[float]:
    """Return each one's probability of being a die; if the picture's edge halves it, its name does not
    count."""
    chances = presence([one.evidence for one in named])
    cut = [
        is_cut_off(one.corners_px, image_bgr) and share_seen(one.corners_px, image_bgr) < MOSTLY_SEEN
        for one in named
    ]
    sides = [side_of(one.corners_px) for one in named]
    whole = [
        side
        for side, chance, is_cut in zip(sides, chances, cut, strict=True)
        if chance >= DIE_FROM and not is_cut
    ]
    usual = float(np.median(whole)) if whole else None
    return [
        _chance_of_cut(one, side, usual) if is_cut else chance
        for one, side, chance, is_cut in zip(named, sides, chances, cut, strict=True)
    ]


def _chance_of_cut(one: NamedDie, side_px: float, usual_px: float | None) -> float:
    fits = usual_px is None or 1 / CUT_OFF_SIZE < side_px / usual_px < CUT_OFF_SIZE
    return top_face_chance(one.evidence.face_score, one.evidence.heat) if fits else 0.0


def _is_plainly_of_the_set(one: NamedDie, chance: float) -> bool:
    is_like = one.evidence.likeness >= PLAINLY_OF_THE_SET and one.lead >= LEADS_PLAINLY
    return is_like and chance >= PLAINLY_FROM


def _guesses(ranked: list[Match], confidence: float) -> tuple[Guess, ...]:
    """Return the most likely faces; those after the first share the remaining confidence."""
    first, rest = ranked[0], ranked[1:GUESSES]
    weights = np.exp([GUESS_STEEPNESS * match.likeness for match in rest])
    shares = (1 - confidence) * weights / weights.sum()
    others = (Guess(match.face, float(share)) for match, share in zip(rest, shares, strict=True))
    return (Guess(first.face, confidence), *others)


def _doubts(dice: Sequence[Die], doubtful: Sequence[Doubt]) -> tuple[str, ...]:
    kinds = {doubt.kind for doubt in doubtful}
    raised = {
        "die": any(not die.sure and not die.cut_off for die in dice),
        "cut_off": "cut_off" in kinds,
        "maybe_missed": "may_be_missed" in kinds,
        "maybe_extra": "may_be_a_die" in kinds,
        "grid": "touching_or_not" in kinds,
    }
    return tuple(name for name, is_raised in raised.items() if is_raised)
