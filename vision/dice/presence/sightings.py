"""From candidates to top faces: each is examined, and one that cannot be a top beside another is
suppressed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.faces.examiner import Examined, FaceExaminer
from vision.dice.faces.first_looks import FirstLooks
from vision.dice.finding.coarse_first import Telling, find_coarse_first
from vision.dice.finding.partial_search import PartialSearch
from vision.dice.finding.top_faces import TopFace, TopFaceFinder, hottest
from vision.dice.finding.top_plane import find_on_plane
from vision.dice.geometry import (
    STRETCHED,
    area_of,
    cannot_both_be_tops,
    holds,
    may_touch,
    side_of,
    weighted_median,
)
from vision.dice.presence.presence import DIE_FROM, FAR_OFF_SIZE, top_face_chance
from vision.frame import ImageBgr
from vision.markers.plane import TablePlane
from vision.pyramid import Picture, Pyramid

HARDLY_FACE = 0.02
"""A candidate with a lower face score (0 to 1) is dropped when first examined. Chosen by hand, to save
time only: the lowest of 1260 dice was 0.26."""
PERHAPS_FACE = 0.1
"""Face score below which a trace of a small die is not examined. Chosen by hand: of 554 traces of dice
20 to 26 px wide, half of them darkened, 2 had less; of 1,089 traces on felt and a dark table 879. The
same holds for other views of a picture in which no thing has more: of 19 dice shown by such views, one
was in such a picture."""
NEARLY_AS_STRONG = 0.7
"""Ratio of strength from which a face right above another counts as the top of the same die. Chosen by
hand."""
WEIGHT_ABOVE = 5.0
"""Factor by which a suppressed thing that lies above counts more as a rival, since tops seen far off the
vertical are faint beside their own sides. Chosen by hand on such photographs."""
MOST_CANDIDATES = 160
"""Number of the hottest candidates that are examined, which bounds the time: three dice games, each die
seen in two sizes of the picture."""
ONE_SIZE = 3.0
"""Ratio of areas by which the tops on one table may differ from the median if no set defines a die:
wide, since near dice are larger and people mix sizes. Chosen by hand."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """A candidate and the examiner's result; ``heat`` is the finder's, 0 to 1.

    ``rival``: strength of the strongest thing that was suppressed because it cannot be a top beside this
    one, as a ratio to this one's own strength; a thing above counts more, except in ``rival_as_seen``.
    ``suppressed``: everything that was suppressed by this one.
    """

    heat: float
    examined: Examined
    rival: float = 0.0
    rival_as_seen: float = 0.0
    suppressed: "tuple[Sighting, ...]" = ()

    @property
    def corners_px(self) -> Corners:
        """The refined corners."""
        return self.examined.corners_px

    @property
    def chance(self) -> float:
        """Chance of being a top face."""
        return top_face_chance(self.examined.face_score, self.heat)

    @property
    def strength(self) -> float:
        """How strongly it stands out: more if it is larger, hotter and more probably a top face."""
        return self.chance * self.heat * area_of(self.corners_px)


Fitting = Callable[[list[Sighting]], list[Sighting]]
"""Returns those sightings whose size permits them to be dice."""
IsSideOf = Callable[[Corners, Corners], bool]
"""Tells whether the first face is a side of the die of which the second is certainly the top."""


class TopFaceDetector:
    """Finder and examiner together: they need no set. Safe to call from several threads."""

    def __init__(self, examiner: FaceExaminer) -> None:
        self.examiner = examiner
        self.finder = TopFaceFinder()

    def find_tops(self, image_bgr: ImageBgr) -> list[Corners]:
        """Return the top faces seen, whatever they show: corners (4, 2) px, clockwise from any."""
        pyramid = Pyramid(image_bgr)
        candidates = self.candidates(pyramid)
        examined = self.examiner.examine(pyramid, [one.corners_px for one in candidates])
        seen = sightings(candidates, examined, _of_usual_size)
        likely = [one.corners_px for one in seen if one.chance >= DIE_FROM]
        areas = [area_of(quad) for quad in likely]
        usual = float(np.median(areas)) if areas else 0.0
        of_one_size = [
            quad
            for quad, area in zip(likely, areas, strict=True)
            if 1 / ONE_SIZE < area / usual < ONE_SIZE
        ]
        return [one.corners_px for one in self.examiner.examine_in_turns(pyramid, of_one_size)]

    def candidates(self, picture: Picture) -> list[TopFace]:
        """Return everything that the finder takes for a top face, however faint, the hottest first."""
        return hottest(self.finder.find(picture), MOST_CANDIDATES)

    def candidates_on_table(
        self,
        looks: FirstLooks,
        plane: TablePlane | None,
        markers: Sequence[Corners],
        side_mm: float,
        plainly: Telling,
        part: PartialSearch | None = None,
    ) -> list[TopFace]:
        """Return the same without the markers and, on a known plane, only things as large as a die.

        ``plainly`` tells which are dice of the set: if there are some, far smaller ones are not looked
        for. ``part``: only there, without a known plane.
        """
        found = None if plane is None else find_on_plane(self.finder, looks.picture, plane, side_mm)
        if found is None:
            found = find_coarse_first(
                self.finder, looks.picture, plainly, partial(_perhaps, looks), part
            )
        return self.beside_markers(found, markers)

    def beside_markers(self, found: Sequence[TopFace], markers: Sequence[Corners]) -> list[TopFace]:
        """Return the hottest of the candidates that do not lie on a marker."""
        places = [quad.astype(np.float32) for quad in markers]
        return hottest([one for one in found if not _on_a_marker(one, places)], MOST_CANDIDATES)


def no_plane_tells(_quad_px: Corners, _top_px: Corners) -> bool:
    """Call no face a side: without a known plane, none is surely a top."""
    return False


def _perhaps(looks: FirstLooks, traces: list[TopFace]) -> list[bool]:
    """Tell which traces of small dice may be faces."""
    return [
        one.face_score > PERHAPS_FACE
        for start in range(0, len(traces), MOST_CANDIDATES)
        for one in looks.of(traces[start : start + MOST_CANDIDATES])
    ]


def sightings(
    candidates: Sequence[TopFace],
    examined: Sequence[Examined],
    fitting: Fitting,
    is_side_of: IsSideOf = no_plane_tells,
) -> list[Sighting]:
    """Drop the candidates that cannot be tops beside others, according to the examiner.

    ``fitting`` returns those whose size permits them to be dice; the others are not in the way.
    """
    seen = [
        Sighting(candidate.heat, one)
        for candidate, one in zip(candidates, examined, strict=True)
        if one.face_score > HARDLY_FACE and cv2.isContourConvex(one.corners_px.astype(np.float32))
    ]
    return tops_among(fitting(seen), is_side_of)


def tops_among(seen: list[Sighting], is_side_of: IsSideOf) -> list[Sighting]:
    """Keep those that can all be tops: the best at each place, and no sides."""
    return without_sides(_suppress_non_maxima(seen), STRETCHED, is_side_of)


def _of_usual_size(seen: list[Sighting]) -> list[Sighting]:
    """Leave out things far larger or smaller than most: a tray around dice would be in everything's
    way."""
    if not seen:
        return []
    sides = np.array([side_of(one.corners_px) for one in seen])
    usual = weighted_median(sides, np.array([one.chance for one in seen]))
    far_off = np.abs(np.log(np.maximum(sides, 1.0) / max(usual, 1.0))) > FAR_OFF_SIZE
    return [one for one, is_far_off in zip(seen, far_off.tolist(), strict=True) if not is_far_off]


def _suppress_non_maxima(seen: list[Sighting]) -> list[Sighting]:
    """Keep the best of overlapping sightings: no top face has another's centre within it."""
    ranked = sorted(seen, key=lambda one: -one.chance * one.heat)
    quads = np.array([one.corners_px for one in ranked]).reshape(-1, 4, 2)
    within = holds(quads, quads.mean(1))
    kept: dict[int, Sighting] = {}
    for number, one in enumerate(ranked):
        places = list(kept)
        against = np.flatnonzero(within[places, number] | within[number, places]).tolist()
        if against:
            _suppress(kept, [places[place] for place in against], one)
        else:
            kept[number] = one
    return list(kept.values())


def _suppress(kept: dict[int, Sighting], numbers: Sequence[int], one: Sighting) -> None:
    for number in numbers:
        kept[number] = replace(kept[number], suppressed=(*kept[number].suppressed, one))


def without_sides(
    seen: Sequence[Sighting], stretched: float, is_side_of: IsSideOf = no_plane_tells
) -> list[Sighting]:
    """Drop the sides of dice whose tops are seen: of two faces that cannot both be tops the weaker one.

    If the two are nearly equally strong the upper one is kept, since cameras are held so that dice show
    their sides below their tops; it then has a rival, and is never sure.
    """
    ranked = sorted(seen, key=lambda one: -one.strength)
    near = may_touch(np.array([one.corners_px for one in ranked]).reshape(-1, 4, 2))
    kept: dict[int, Sighting] = {}
    for place, one in enumerate(ranked):
        against = [
            number
            for number, other in kept.items()
            if near[place, number] and cannot_both_be_tops(other.corners_px, one.corners_px, stretched)
        ]
        rivals = [
            number for number in against if not is_side_of(one.corners_px, kept[number].corners_px)
        ]
        if len(against) == len(rivals) == 1 and _is_top_of(one, kept[rivals[0]]):
            suppressed = (*one.suppressed, kept.pop(rivals[0]))
            kept[place] = replace(one, rival=1.0, rival_as_seen=1.0, suppressed=suppressed)
            continue
        for number in rivals:
            best = kept[number]
            as_seen = one.strength / max(best.strength, 1e-9)
            rival = as_seen * WEIGHT_ABOVE if _lies_above(one, best, 1.0) else as_seen
            kept[number] = replace(
                best,
                rival=max(best.rival, rival),
                rival_as_seen=max(best.rival_as_seen, as_seen),
            )
        _suppress(kept, against, one)
        if not against:
            kept[place] = one
    return list(kept.values())


def _is_top_of(one: Sighting, other: Sighting) -> bool:
    """Tell whether one is nearly as strong as another and lies right above it in the picture."""
    return _lies_above(one, other, 2.0) and one.strength > NEARLY_AS_STRONG * other.strength


def _lies_above(one: Sighting, other: Sighting, steepness: float) -> bool:
    x, y = other.corners_px.mean(0) - one.corners_px.mean(0)
    return bool(y > steepness * abs(x))


def _on_a_marker(candidate: TopFace, markers: Sequence[NDArray[np.float32]]) -> bool:
    x, y = candidate.corners_px.mean(0).tolist()
    return any(cv2.pointPolygonTest(quad, (x, y), False) > 0 for quad in markers)
