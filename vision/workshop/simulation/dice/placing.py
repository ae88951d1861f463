"""Possible places of dice: never one in another, never outside the picture, sometimes touching."""

from collections.abc import Callable, Iterable, Sequence
from math import cos, hypot, radians, sin

import numpy as np
from numpy.typing import NDArray

from vision.readings.places import PointMm
from vision.workshop.simulation.dice.layouts import TablePose

Floats = NDArray[np.float64]
Allowed = Callable[[TablePose], bool]
_HAIR_MM = 0.02
_DIAGONAL = 1.4143
_ROUNDS = 24
_REACH, _LIFTED, _SLIDES = 0.7, 1.02, 0.25
_TRIES = 300


def corners_mm(lying: TablePose, side_mm: float) -> Floats:
    """Return the corners of a die's base: (4, 2)."""
    across, down = _axes(lying.angle_deg)
    signs = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * side_mm / 2
    return np.array(lying.centre_mm) + signs[:, :1] * across + signs[:, 1:] * down


def way_out(lying: TablePose, other: TablePose, side_mm: float, gap_mm: float = 0.0) -> Floats:
    """Return the shortest vector (2,) that moves a die out of another one; zero if they are apart.

    Two squares overlap unless an edge of one of them separates them.
    """
    x, y = lying.centre_mm.x - other.centre_mm.x, lying.centre_mm.y - other.centre_mm.y
    if hypot(x, y) > _DIAGONAL * side_mm + gap_mm * _DIAGONAL:
        return np.zeros(2)
    apart = np.array([x, y])
    turn = radians(lying.angle_deg - other.angle_deg)
    reach = side_mm / 2 * (1 + abs(cos(turn)) + abs(sin(turn))) + gap_mm
    best: Floats | None = None
    for axis in (*_axes(lying.angle_deg), *_axes(other.angle_deg)):
        along = float(apart @ axis)
        depth = reach - abs(along)
        if depth <= 0:
            return np.zeros(2)
        if best is None or depth < float(np.linalg.norm(best)):
            best = axis * (depth + _HAIR_MM) * (1 if along >= 0 else -1)
    return np.zeros(2) if best is None else best


def is_free(lying: TablePose, others: Iterable[TablePose], side_mm: float, gap_mm: float = 0.0) -> bool:
    """Tell whether a die there would overlap no other one."""
    return not any(way_out(lying, other, side_mm, gap_mm).any() for other in others)


def push_free(lying: TablePose, others: Iterable[TablePose], side_mm: float) -> TablePose:
    """Return the die moved out of the others, as if fingers laid it against them."""
    others = tuple(others)
    for _ in range(_ROUNDS):
        ways = [way_out(lying, other, side_mm) for other in others]
        deepest = max(ways, key=lambda way: float(way @ way), default=np.zeros(2))
        if not deepest.any():
            break
        lying = _move(lying, deepest)
    return lying


def push_together(
    places: Sequence[TablePose], about_mm: PointMm, way_mm: PointMm, turn_deg: float
) -> list[TablePose]:
    """Return the places of things that were pushed together, and turned about a point."""
    across, down = _axes(turn_deg)
    away = np.array([place.centre_mm for place in places]) - np.array(about_mm)
    moved = away @ np.stack([across, down]) + np.array(about_mm) + np.array(way_mm)
    return [
        TablePose(PointMm(float(x), float(y)), place.angle_deg + turn_deg)
        for (x, y), place in zip(moved, places, strict=True)
    ]


def nearest_free(
    lying: TablePose, others: Iterable[TablePose], side_mm: float, allowed: Allowed
) -> TablePose | None:
    """Return the nearest free place for the die to a wanted one, or None."""
    others = tuple(others)
    pushed = push_free(lying, others, side_mm)
    candidates = [lying, pushed]
    for ring in range(1, 60):
        turns = np.linspace(0, 2 * np.pi, 6 * ring, endpoint=False)
        ways = np.stack([np.cos(turns), np.sin(turns)], axis=1) * ring * side_mm / 4
        candidates += [_move(lying, way) for way in ways]
    return next((c for c in candidates if is_free(c, others, side_mm) and allowed(c)), None)


def snapped(
    lying: TablePose, others: Iterable[TablePose], side_mm: float, allowed: Allowed
) -> TablePose | None:
    """Return the die aligned with the nearest neighbour in reach; None without one.

    A die that was set down on another is laid beside it. If others are slightly in the way, as in a nook
    of a crooked city, it is moved out of them.
    """
    others = tuple(others)
    found: list[tuple[float, TablePose]] = []
    for other in others:
        reach = _REACH if is_free(lying, [other], side_mm) else _LIFTED
        for beside in _sides(lying, other, side_mm):
            place = push_free(beside, others, side_mm)
            away, slid = _away_mm(place, lying), _away_mm(place, beside)
            in_reach = away < reach * side_mm and slid < _SLIDES * side_mm
            if in_reach and is_free(place, others, side_mm) and allowed(place):
                found.append((away + slid, place))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _sides(lying: TablePose, other: TablePose, side_mm: float) -> list[TablePose]:
    """Return a die's places against each side of another, turned as little as possible."""
    turn = round((lying.angle_deg - other.angle_deg) / 90) * 90.0
    square = TablePose(other.centre_mm, other.angle_deg + turn)
    far = side_mm + 2 * _HAIR_MM
    return [_move(square, axis * way) for axis in _axes(other.angle_deg) for way in (-far, far)]


def _away_mm(one: TablePose, other: TablePose) -> float:
    return hypot(one.centre_mm.x - other.centre_mm.x, one.centre_mm.y - other.centre_mm.y)


def strewn(
    rng: np.random.Generator,
    count: int,
    around_mm: PointMm,
    lying: Iterable[TablePose],
    side_mm: float,
    allowed: Allowed,
) -> tuple[TablePose, ...] | None:
    """Return the positions of this many thrown dice among those that lie there; None if there is no
    room.

    Thrown dice may come to touch each other, but never dice that lay there before.
    """
    before = tuple(lying)
    thrown: list[TablePose] = []
    for _ in range(count):
        place = _strewn_one(rng, around_mm, before, thrown, side_mm, allowed)
        if place is None:
            return None
        thrown.append(place)
    return tuple(thrown)


def _strewn_one(
    rng: np.random.Generator,
    around_mm: PointMm,
    before: tuple[TablePose, ...],
    thrown: list[TablePose],
    side_mm: float,
    allowed: Allowed,
) -> TablePose | None:
    for attempt in range(_TRIES):
        spread = side_mm * (2.2 + 8 * attempt / _TRIES)
        x, y = np.array(around_mm) + rng.normal(0, spread, 2)
        place = TablePose(PointMm(float(x), float(y)), float(rng.uniform(0, 360)))
        if thrown and rng.random() < 0.12:
            place = push_free(place, thrown, side_mm)
        elif not is_free(place, thrown, side_mm, gap_mm=0.15 * side_mm):
            continue
        if (
            is_free(place, thrown, side_mm)
            and is_free(place, before, side_mm, gap_mm=0.3 * side_mm)
            and allowed(place)
        ):
            return place
    return None


def _axes(angle_deg: float) -> tuple[Floats, Floats]:
    """Return a die's own right and down on the table."""
    c, s = cos(radians(angle_deg)), sin(radians(angle_deg))
    return np.array([c, s]), np.array([-s, c])


def _move(lying: TablePose, way: Floats) -> TablePose:
    return TablePose(
        PointMm(lying.centre_mm.x + float(way[0]), lying.centre_mm.y + float(way[1])), lying.angle_deg
    )
