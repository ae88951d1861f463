"""From candidates to top faces: each is looked at twice, its corners corrected in between."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.finders.top_faces import Candidate, TopFaceFinder
from vision.frame import ImageBgr
from vision.plane import TablePlane
from vision.readers.crops import Corners
from vision.readers.eye import Eye, Look
from vision.readers.geometry import holds
from vision.readers.top_plane import find_on_plane

HARDLY_FACE = 0.02
"""A candidate less likely than this to be a top face is forgotten at the first look."""
PLAIN_HEAT = 0.3
MOST_CANDIDATES = 80


@dataclass(frozen=True, eq=False)
class Sighting:
    """A candidate with the two looks at it; ``heat`` is the finder's word, 0 to 1."""

    heat: float
    first: Look
    last: Look

    @property
    def score(self) -> float:
        """Chance of being a top face: the eye's word, weakened where the finder hardly saw anything."""
        return self.last.face * min(1.0, self.heat / PLAIN_HEAT)

    @property
    def side_px(self) -> float:
        """Root of the area."""
        return float(np.sqrt(cv2.contourArea(self.last.corners_px.astype(np.float32))))


class Looker:
    """Finder and eye together."""

    def __init__(self, eye: Eye) -> None:
        self._finder = TopFaceFinder()
        self._eye = eye

    def candidates(
        self, image_bgr: ImageBgr, plane: TablePlane | None, markers: Sequence[Corners], side_mm: float
    ) -> list[Candidate]:
        """Return what the finder takes for top faces, the plainest first; markers are none."""
        if plane is None:
            found = self._finder.find(image_bgr)
        else:
            found = find_on_plane(self._finder, image_bgr, plane, side_mm)
        clear = [one for one in found if not _on_a_marker(one, markers)]
        return sorted(clear, key=lambda one: -one.heat)[:MOST_CANDIDATES]

    def sightings(self, image_bgr: ImageBgr, candidates: Sequence[Candidate]) -> list[Sighting]:
        """Look twice at each candidate and drop what others explain better."""
        first = self._eye.look(image_bgr, [one.corners_px for one in candidates])
        seen = [
            Sighting(candidate.heat, look, look)
            for candidate, look in zip(candidates, first, strict=True)
            if look.face > HARDLY_FACE and cv2.isContourConvex(look.corners_px.astype(np.float32))
        ]
        kept = _best_of_each_place(seen)
        second = self._eye.look(image_bgr, [one.first.corners_px for one in kept])
        return [
            Sighting(one.heat, one.first, look)
            for one, look in zip(kept, second, strict=True)
            if look.face > HARDLY_FACE
        ]


def _best_of_each_place(seen: list[Sighting]) -> list[Sighting]:
    """Keep the best of each place: no top face has another's centre within it."""
    kept: list[Sighting] = []
    for one in sorted(seen, key=lambda one: -one.score * one.heat):
        if not any(_cover(one.last.corners_px, other.last.corners_px) for other in kept):
            kept.append(one)
    return kept


def _cover(one: Corners, other: Corners) -> bool:
    return holds(one, other.mean(0)) or holds(other, one.mean(0))


def _on_a_marker(candidate: Candidate, markers: Sequence[Corners]) -> bool:
    x, y = candidate.corners_px.mean(0).tolist()
    return any(cv2.pointPolygonTest(quad.astype(np.float32), (x, y), False) > 0 for quad in markers)
