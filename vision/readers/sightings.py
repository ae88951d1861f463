"""From candidates to top faces: each is looked at, and what others explain better is dropped."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finders.top_faces import Candidate, TopFaceFinder
from vision.frame import ImageBgr
from vision.plane import TablePlane
from vision.pyramid import Pyramid
from vision.readers.crops import Corners
from vision.readers.eye import Eye, Look
from vision.readers.geometry import STRETCHED, area_of, cannot_both_be_tops, holds, may_touch
from vision.readers.presence import face_chance
from vision.readers.top_plane import find_on_plane

HARDLY_FACE = 0.02
"""A candidate less likely than this to be a top face is forgotten at the first look."""
NEARLY_AS_PLAIN = 0.7
WEIGHT_ABOVE = 5.0
"""A rival above counts so much more: tops seen very aslant look faint beside their own sides."""
MOST_CANDIDATES = 80


@dataclass(frozen=True, eq=False)
class Sighting:
    """A candidate with a look at it; ``heat`` is the finder's word, 0 to 1.

    ``rival``: how plain (0 to 1 of this one's plainness) the plainest thing was that was dropped
    because it cannot be a top beside this one.
    """

    heat: float
    look: Look
    rival: float = 0.0

    @property
    def score(self) -> float:
        """Chance of being a top face."""
        return face_chance(self.look.face, self.heat)


class Looker:
    """Finder and eye together."""

    def __init__(self, eye: Eye) -> None:
        self._finder = TopFaceFinder()
        self._eye = eye

    def candidates(
        self, pyramid: Pyramid, plane: TablePlane | None, markers: Sequence[Corners], side_mm: float
    ) -> list[Candidate]:
        """Return what the finder takes for top faces, the plainest first; markers are none."""
        if plane is None:
            found = self._finder.find(pyramid[0])
        else:
            found = find_on_plane(self._finder, pyramid, plane, side_mm)
        places = [quad.astype(np.float32) for quad in markers]
        clear = [one for one in found if not _on_a_marker(one, places)]
        return sorted(clear, key=lambda one: -one.heat)[:MOST_CANDIDATES]

    def sightings(self, image_bgr: ImageBgr, candidates: Sequence[Candidate]) -> list[Sighting]:
        """Look at each candidate and drop what others explain better."""
        looks = self._eye.look(image_bgr, [one.corners_px for one in candidates])
        seen = [
            Sighting(candidate.heat, look)
            for candidate, look in zip(candidates, looks, strict=True)
            if look.face > HARDLY_FACE and cv2.isContourConvex(look.corners_px.astype(np.float32))
        ]
        return without_sides(_best_of_each_place(seen), STRETCHED)


def _best_of_each_place(seen: list[Sighting]) -> list[Sighting]:
    """Keep the best of each place: no top face has another's centre within it."""
    ranked = sorted(seen, key=lambda one: -one.score * one.heat)
    quads = np.array([one.look.corners_px for one in ranked]).reshape(-1, 4, 2)
    within = holds(quads, quads.mean(1))
    kept: list[int] = []
    for number in range(len(ranked)):
        if not (within[kept, number].any() or within[number, kept].any()):
            kept.append(number)
    return [ranked[number] for number in kept]


def without_sides(seen: Sequence[Sighting], stretched: float) -> list[Sighting]:
    """Drop what is the side of a die whose top is seen: of the two, the top is larger and plainer.

    Where they are nearly alike the upper one is kept, for cameras are held so that dice show their
    sides below their tops; it has a rival then, and is never sure.
    """
    ranked = sorted(seen, key=lambda one: -_plainness(one))
    near = may_touch(np.array([one.look.corners_px for one in ranked]).reshape(-1, 4, 2))
    kept: dict[int, Sighting] = {}
    for place, one in enumerate(ranked):
        against = [
            number
            for number, other in kept.items()
            if near[place, number]
            and cannot_both_be_tops(other.look.corners_px, one.look.corners_px, stretched)
        ]
        if len(against) == 1 and _is_top_of(one, kept[against[0]]):
            del kept[against[0]]
            kept[place] = replace(one, rival=1.0)
            continue
        for number in against:
            rival = _plainness(one) / max(_plainness(kept[number]), 1e-9)
            if _lies_above(one, kept[number], 1.0):
                rival *= WEIGHT_ABOVE
            kept[number] = replace(kept[number], rival=max(kept[number].rival, rival))
        if not against:
            kept[place] = one
    return list(kept.values())


def _is_top_of(one: Sighting, other: Sighting) -> bool:
    """Tell whether one is nearly as plain as another and lies right above it in the picture."""
    return _lies_above(one, other, 2.0) and _plainness(one) > NEARLY_AS_PLAIN * _plainness(other)


def _lies_above(one: Sighting, other: Sighting, steepness: float) -> bool:
    x, y = other.look.corners_px.mean(0) - one.look.corners_px.mean(0)
    return bool(y > steepness * abs(x))


def _plainness(one: Sighting) -> float:
    return one.score * one.heat * area_of(one.look.corners_px)


def _on_a_marker(candidate: Candidate, markers: Sequence[NDArray[np.float32]]) -> bool:
    x, y = candidate.corners_px.mean(0).tolist()
    return any(cv2.pointPolygonTest(quad, (x, y), False) > 0 for quad in markers)
