"""Reads dice: one picture in, every top face with its place, angle and confidence out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import atan2, degrees
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.finders.top_faces import Candidate, TopFaceFinder
from vision.frame import ImageBgr
from vision.plane import TablePlane, find_markers, table_plane
from vision.readers.confidence import Signs, confidence, fitted, log_odds
from vision.readers.crops import Corners
from vision.readers.eye import Eye, Look
from vision.readers.gallery import Gallery, Match
from vision.readers.grids import touching_grids
from vision.readers.top_plane import find_on_plane
from vision.reading import DiceReading, Die, Guess, PointMm, PointPx
from vision.sets.dice import DiceSet

SURELY_FACE = 0.5
"""A candidate less likely than this to be a top face is none."""
MAYBE_FACE = 0.15
"""One between this and ``SURELY_FACE`` leaves a doubt that a die was missed."""
MOST_CANDIDATES = 80
GUESSES = 4


class DiceReader:
    """Reads the dice of one taught set. Safe to call from several threads."""

    def __init__(self, taught: DiceSet) -> None:
        self.taught = taught
        self._finder = TopFaceFinder()
        self.eye = Eye()
        self._gallery = Gallery(taught, self.eye)

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        """Return everything seen in a picture of dice."""
        watch = _Watch()
        with watch.stage("markers"):
            markers = find_markers(image_bgr)
            plane = table_plane(image_bgr, markers)
        with watch.stage("find"):
            candidates = self._candidates(image_bgr, plane, list(markers.values()))
        with watch.stage("look"):
            seen = self._looked_at(image_bgr, candidates)
        with watch.stage("name"):
            dice = self._named(image_bgr, [one for one in seen if one.is_die], plane)
        with watch.stage("grids"):
            grids, plain = touching_grids([_level(die, plane, self.taught.side_mm) for die in dice])
        doubts = _doubts(dice, seen, plain)
        height, width = image_bgr.shape[:2]
        return DiceReading(
            tuple(dice),
            grids,
            not doubts,
            doubts,
            (width, height),
            plane is not None,
            tuple(watch.ms.items()),
        )

    def look(self, image_bgr: ImageBgr) -> list[Corners]:
        """Return the top faces seen, whatever they show: corners (4, 2) px, clockwise from any of them."""
        seen = self._looked_at(image_bgr, self.candidates(image_bgr))
        return [one.last.corners_px for one in seen if one.is_die]

    def candidates(self, image_bgr: ImageBgr) -> list[Candidate]:
        """Return everything the finder takes for a top face, however faintly, without using markers."""
        return self._candidates(image_bgr, None, [])

    def turned_to(self, image_bgr: ImageBgr, corners_px: Corners, face: str) -> Corners:
        """Return the corners of a face known by name, renumbered from its own top left on."""
        look = self.eye.look(image_bgr, [corners_px])[0]
        ranked = self._gallery.matches([look.crop_bgr])[0]
        turns = next(match.turns for match in ranked if match.face == face)
        return np.roll(corners_px, -turns, 0)

    def _candidates(
        self, image_bgr: ImageBgr, plane: TablePlane | None, markers: Sequence[Corners]
    ) -> list[Candidate]:
        if plane is None:
            found = self._finder.find(image_bgr)
        else:
            found = find_on_plane(self._finder, image_bgr, plane, self.taught.side_mm)
        clear = [one for one in found if not _on_a_marker(one, markers)]
        return sorted(clear, key=lambda one: -one.heat)[:MOST_CANDIDATES]

    def _looked_at(self, image_bgr: ImageBgr, candidates: list[Candidate]) -> list["_Seen"]:
        """Look twice at each candidate, correcting its corners, and drop what others explain better."""
        first = self.eye.look(image_bgr, [one.corners_px for one in candidates])
        seen = [
            _Seen(candidate.heat, look, look)
            for candidate, look in zip(candidates, first, strict=True)
            if look.face > 0.02 and cv2.isContourConvex(look.corners_px.astype(np.float32))
        ]
        kept = _best_of_each_place(seen)
        second = self.eye.look(image_bgr, [one.first.corners_px for one in kept])
        return [_Seen(one.heat, one.first, look) for one, look in zip(kept, second, strict=True)]

    def _named(self, image_bgr: ImageBgr, seen: list["_Seen"], plane: TablePlane | None) -> list[Die]:
        matches = self._gallery.matches([one.last.crop_bgr for one in seen])
        earlier = self._gallery.matches_quickly([one.first.vector for one in seen])
        named = [
            self._die(image_bgr, one, ranked, before, plane)
            for one, ranked, before in zip(seen, matches, earlier, strict=True)
        ]
        return sorted(named, key=lambda die: (die.centre_px.y, die.centre_px.x))

    def _die(
        self,
        image_bgr: ImageBgr,
        seen: "_Seen",
        ranked: list[Match],
        before: str,
        plane: TablePlane | None,
    ) -> Die:
        best, lead = ranked[0], ranked[0].likeness - ranked[1].likeness if len(ranked) > 1 else 1.0
        looks = self.taught.face(best.face).looks
        signs = Signs(
            likeness=best.likeness,
            lead=lead,
            turns_lead=best.turns_margin if looks > 1 else 1.0,
            face=log_odds(seen.last.face),
            heat=log_odds(seen.heat),
            unrest=seen.last.unrest,
            agrees=float(before == best.face),
        )
        believed = confidence(signs)
        corners = np.roll(seen.last.corners_px, -best.turns, 0)
        cut_off = _is_cut_off(corners, image_bgr)
        centre = _middle(corners)
        mm = plane.to_mm(np.array([centre]), self.taught.side_mm)[0] if plane else None
        points = [PointPx(float(x), float(y)) for x, y in corners]
        return Die(
            face=best.face,
            centre_px=centre,
            corners_px=(points[0], points[1], points[2], points[3]),
            angle_deg=angle_of(corners) if looks else None,
            confidence=believed,
            sure=believed >= fitted().sure_from and not cut_off,
            cut_off=cut_off,
            centre_mm=PointMm(float(mm[0]), float(mm[1])) if mm is not None else None,
            likely=_guesses(ranked, believed),
        )


@dataclass(frozen=True, eq=False)
class _Seen:
    """A candidate with the two looks at it."""

    heat: float
    first: Look
    last: Look

    @property
    def is_die(self) -> bool:
        return self.score >= SURELY_FACE

    @property
    def score(self) -> float:
        """Chance of being a top face: the eye's word, weakened where the finder hardly saw anything."""
        return self.last.face * min(1.0, self.heat / 0.3)


@dataclass
class _Watch:
    """Time of each stage, in ms."""

    ms: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = perf_counter()
        yield
        self.ms[name] = 1000 * (perf_counter() - began)


def _best_of_each_place(seen: list[_Seen]) -> list[_Seen]:
    """Keep the best candidate of each place: no top face has another's centre within it."""
    kept: list[_Seen] = []
    for one in sorted(seen, key=lambda one: -one.score * one.heat):
        if not any(_cover(one.last.corners_px, other.last.corners_px) for other in kept):
            kept.append(one)
    return kept


def _cover(one: Corners, other: Corners) -> bool:
    return _holds(one, other.mean(0)) or _holds(other, one.mean(0))


def _holds(quad: Corners, point: NDArray[np.float64]) -> bool:
    """Tell whether a point lies well inside a face (a twentieth of a side beyond its edge still counts)."""
    middle = quad.mean(0)
    u, v = quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]
    try:
        away = np.linalg.solve(np.column_stack([u, v]) / 4, point - middle)
    except np.linalg.LinAlgError:
        return True
    return bool(np.abs(away).max() < 1.1)


def _on_a_marker(candidate: Candidate, markers: Sequence[Corners]) -> bool:
    centre = candidate.corners_px.mean(0)
    return any(
        cv2.pointPolygonTest(quad.astype(np.float32), (float(centre[0]), float(centre[1])), False) > 0
        for quad in markers
    )


def _middle(corners: Corners) -> PointPx:
    """Return where the diagonals cross: the face's centre also in perspective."""
    a, b, c, d = corners
    along, across = c - a, d - b
    crossing = along[0] * across[1] - along[1] * across[0]
    if abs(crossing) < 1e-9:
        return PointPx(*corners.mean(0).tolist())
    gap = b - a
    share = (gap[0] * across[1] - gap[1] * across[0]) / crossing
    return PointPx(float(a[0] + share * along[0]), float(a[1] + share * along[1]))


def angle_of(corners: Corners) -> float:
    """Return the angle of the face's own up, clockwise from the picture's up, 0 to 360."""
    x, y = (corners[0] + corners[1]) / 2 - np.array(_middle(corners))
    return degrees(atan2(x, -y)) % 360


def _is_cut_off(corners: Corners, image_bgr: ImageBgr) -> bool:
    """Tell whether more than a sliver of the face lies beyond the picture's edge."""
    height, width = image_bgr.shape[:2]
    sliver = 0.06 * float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    low, high = corners.min(0), corners.max(0)
    return bool(
        (low < -sliver - 0.5).any() or high[0] > width - 0.5 + sliver or high[1] > height - 0.5 + sliver
    )


def _guesses(ranked: list[Match], believed: float) -> tuple[Guess, ...]:
    """Return the likeliest faces; those after the first share what confidence is left."""
    first, rest = ranked[0], ranked[1:GUESSES]
    shares = np.exp([8 * match.likeness for match in rest])
    left = (1 - believed) * shares / shares.sum() if rest else []
    return (
        Guess(first.face, believed),
        *(Guess(match.face, float(share)) for match, share in zip(rest, left, strict=True)),
    )


def _level(die: Die, plane: TablePlane | None, height_mm: float) -> Corners:
    """Return a die's corners in mm where the plane is known, else in pixels."""
    corners = np.array(die.corners_px, np.float64)
    return plane.to_mm(corners, height_mm) if plane else corners


def _doubts(dice: Sequence[Die], seen: Sequence[_Seen], plain_grids: bool) -> tuple[str, ...]:
    signs = {
        "die": any(not die.sure and not die.cut_off for die in dice),
        "cut_off": any(die.cut_off for die in dice),
        "maybe_missed": any(MAYBE_FACE <= one.score < SURELY_FACE for one in seen),
        "grid": not plain_grids,
    }
    return tuple(name for name, doubtful in signs.items() if doubtful)
