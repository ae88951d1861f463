"""Reads dice: one picture in, every top face with its place, angle and confidence out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from vision.finders.top_faces import Candidate
from vision.frame import ImageBgr
from vision.marker_finder import find_markers
from vision.plane import TablePlane, table_plane
from vision.pyramid import Pyramid
from vision.readers.crops import Corners
from vision.readers.eye import Eye
from vision.readers.gallery import Gallery, Match
from vision.readers.geometry import (
    SQUARE,
    angle_of,
    area_of,
    is_clear_of_edge,
    is_cut_off,
    middle,
    off_square,
    side_of,
    squared,
)
from vision.readers.grids import touching_grids
from vision.readers.naming import Named, Namer
from vision.readers.pooling import pool_dice
from vision.readers.presence import DIE_FROM, DOUBT_FROM, face_chance, is_beyond_doubt, presence
from vision.readers.sightings import Looker
from vision.reading import DiceReading, Die, Guess, PointMm, PointPx
from vision.sets.dice import DiceSet

GUESSES = 4
CUT_OFF_SIZE = 1.35
"""A face that the picture's edge cuts is as large as the others, at most this ratio off."""
ONE_SIZE = 3.0
"""Areas of the tops of one table differ less than this."""


class DiceReader:
    """Reads the dice of one taught set. Safe to call from several threads."""

    kind = DiceReading.kind

    def __init__(self, taught: DiceSet) -> None:
        self.taught = taught
        self.eye = Eye()
        self._looker = Looker(self.eye)
        self._gallery = Gallery(taught, self.eye)
        self._namer = Namer(self.eye, self._gallery)

    def read(self, image_bgr: ImageBgr) -> DiceReading:
        """Return everything seen in a picture of dice."""
        watch = _Watch()
        named, plane = self._named(image_bgr, watch)
        chances = _chances(image_bgr, named)
        taken = [(one, chance) for one, chance in zip(named, chances, strict=True) if chance >= DIE_FROM]
        plain_dice = self._beyond_doubt(taken, plane)
        dice = [
            self._die(image_bgr, one, chance, plane, plain)
            for (one, chance), plain in zip(taken, plain_dice, strict=True)
        ]
        with watch.stage("grids"):
            grids, plain_grids = touching_grids(
                [_level(die, plane, self.taught.side_mm) for die in dice]
            )
        doubts = _doubts(dice, chances, all(plain_dice), plain_grids)
        height, width = image_bgr.shape[:2]
        return DiceReading(
            dice=tuple(dice),
            grids=grids,
            sure=not doubts,
            doubts=doubts,
            size_px=(width, height),
            has_markers=plane is not None,
            stages_ms=tuple(watch.ms.items()),
        )

    def pool(self, readings: Sequence[DiceReading]) -> DiceReading:
        """Return several readings of a still table as one. Raises ``ValueError`` for none."""
        return pool_dice(readings, self.taught)

    def _beyond_doubt(self, taken: list[tuple[Named, float]], plane: TablePlane | None) -> list[bool]:
        """Tell which dice are beyond doubt; on a known plane a top is a square, and a side is not."""
        if plane is None:
            hints = [one.hint for one, _ in taken]
            return [is_beyond_doubt(one.hint, chance, hints) for one, chance in taken]
        return [
            is_beyond_doubt(one.hint, chance, [])
            and off_square(plane.to_mm(one.corners_px, self.taught.side_mm)) < SQUARE
            for one, chance in taken
        ]

    def named(self, image_bgr: ImageBgr) -> list[Named]:
        """Return everything that might be a die: what confidence is fitted on."""
        return self._named(image_bgr, _Watch())[0]

    def look(self, image_bgr: ImageBgr) -> list[Corners]:
        """Return the top faces seen, whatever they show: corners (4, 2) px, clockwise from any."""
        seen = self._looker.sightings(image_bgr, self.candidates(image_bgr))
        plain = [one.look.corners_px for one in seen if one.score >= DIE_FROM]
        areas = [area_of(quad) for quad in plain]
        usual = float(np.median(areas)) if areas else 0.0
        alike = [
            quad
            for quad, area in zip(plain, areas, strict=True)
            if 1 / ONE_SIZE < area / usual < ONE_SIZE
        ]
        return [look.corners_px for look in self.eye.look_turned(image_bgr, alike)]

    def candidates(self, image_bgr: ImageBgr) -> list[Candidate]:
        """Return everything the finder takes for a top face, however faintly, without using markers."""
        return self._looker.candidates(Pyramid(image_bgr), None, [], self.taught.side_mm)

    def turned_to(self, image_bgr: ImageBgr, corners_px: Corners, face: str) -> Corners:
        """Return the corners of a face known by name, renumbered from its own top left on."""
        look = self.eye.look_turned(image_bgr, [corners_px])[0]
        ranked = self._gallery.ranked(look.vectors, look.crop_bgr)
        turns = next(match.turns for match in ranked if match.face == face)
        return np.roll(corners_px, -turns, 0)

    def _named(self, image_bgr: ImageBgr, watch: "_Watch") -> tuple[list[Named], TablePlane | None]:
        """Return what might be a die, from the top of the picture down, and the plane."""
        with watch.stage("markers"):
            pyramid = Pyramid(image_bgr)
            markers = find_markers(pyramid)
            plane = table_plane(image_bgr, markers)
        with watch.stage("find"):
            places = list(markers.values())
            candidates = self._looker.candidates(pyramid, plane, places, self.taught.side_mm)
        with watch.stage("look"):
            seen = self._looker.sightings(image_bgr, candidates)
        with watch.stage("name"):
            named = self._namer.named(image_bgr, seen)
        named.sort(key=lambda one: tuple(one.corners_px.mean(0)[::-1].tolist()))
        return named, plane

    def _die(
        self,
        image_bgr: ImageBgr,
        named: Named,
        chance: float,
        plane: TablePlane | None,
        is_plain: bool,
    ) -> Die:
        corners, rotations = named.corners_px, self.taught.face(named.best.face).rotations
        flat = None
        if plane is not None:
            flat = squared(plane.to_mm(corners, self.taught.side_mm))
            corners = plane.to_px(flat, self.taught.side_mm)
        believed = self._gallery.belief.confidence(named.signs(rotations, chance))
        cut_off = is_cut_off(corners, image_bgr)
        centre = middle(corners)
        a, b, c, d = (PointPx(float(x), float(y)) for x, y in corners)
        return Die(
            face=named.best.face,
            centre_px=centre,
            corners_px=(a, b, c, d),
            angle_deg=angle_of(corners) if rotations else None,
            confidence=believed,
            sure=believed >= self._gallery.belief.sure_from
            and is_plain
            and is_clear_of_edge(corners, image_bgr),
            cut_off=cut_off,
            centre_mm=_in_mm(centre, plane, self.taught.side_mm),
            likely=_guesses(named.ranked, believed),
            angle_mm_deg=angle_of(flat) if rotations and flat is not None else None,
        )


@dataclass
class _Watch:
    """Time of each stage, in ms."""

    ms: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = perf_counter()
        yield
        self.ms[name] = 1000 * (perf_counter() - began)


def _in_mm(centre: PointPx, plane: TablePlane | None, height_mm: float) -> PointMm | None:
    if plane is None:
        return None
    x, y = plane.to_mm(np.array([centre]), height_mm)[0].tolist()
    return PointMm(x, y)


def _chances(image_bgr: ImageBgr, named: Sequence[Named]) -> list[float]:
    """Return each one's chance of being a die; of one that the edge cuts, no name is asked for."""
    chances = presence([one.hint for one in named])
    cut = [is_cut_off(one.corners_px, image_bgr) for one in named]
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


def _chance_of_cut(one: Named, side_px: float, usual_px: float | None) -> float:
    fits = usual_px is None or 1 / CUT_OFF_SIZE < side_px / usual_px < CUT_OFF_SIZE
    return face_chance(one.hint.face, one.hint.heat) if fits else 0.0


def _level(die: Die, plane: TablePlane | None, height_mm: float) -> Corners:
    """Return a die's corners in mm where the plane is known, else in pixels."""
    corners = np.array(die.corners_px, np.float64)
    return plane.to_mm(corners, height_mm) if plane else corners


def _guesses(ranked: list[Match], believed: float) -> tuple[Guess, ...]:
    """Return the likeliest faces; those after the first share what confidence is left."""
    first, rest = ranked[0], ranked[1:GUESSES]
    weights = np.exp([8 * match.likeness for match in rest])
    shares = (1 - believed) * weights / weights.sum()
    others = (Guess(match.face, float(share)) for match, share in zip(rest, shares, strict=True))
    return (Guess(first.face, believed), *others)


def _doubts(
    dice: Sequence[Die], chances: Sequence[float], plain_dice: bool, plain_grids: bool
) -> tuple[str, ...]:
    signs = {
        "die": any(not die.sure and not die.cut_off for die in dice),
        "cut_off": any(die.cut_off for die in dice),
        "maybe_missed": any(DOUBT_FROM <= chance < DIE_FROM for chance in chances),
        "maybe_extra": not plain_dice,
        "grid": not plain_grids,
    }
    return tuple(name for name, doubtful in signs.items() if doubtful)
