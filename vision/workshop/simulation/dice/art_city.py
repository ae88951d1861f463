"""City parts as different artists would draw them: black city, white field, a thin white frame.

The real art is unknown, so an artist is a handful of numbers drawn from a seed. A face is a *signed
shape* on the square: positive inside the city. The city's edges are those of the rules.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

_COARSE = 4
CITY_FACES = ("cap", "straight", "corner", "three")
Coverage = NDArray[np.uint8]
Field = NDArray[np.float32]


@dataclass(frozen=True)
class CityArtist:
    """One hand. Lengths are in half sides of the face.

    ``rim``: the white frame; ``depth``: how far a cap reaches in; ``span``: half its width at the edge;
    ``full``, ``steep``: how boxy its wall is; ``waist``, ``flare``: half widths of a straight in the
    middle and at the edge; ``reach``, ``bend``: the corner's wall, measured from the field's corner
    (``hugs``: from the city's); ``bay``: how far the field of a three comes in; ``wobble``:
    unsteadiness; ``line``: width of a white line inside the wall (0: none) at ``inset``;
    ``battlements``: notches in the wall; ``houses``, ``windows``, ``tufts``: numbers of small things.
    """

    rim: float
    rounding: float
    depth: float
    span: float
    full: float
    steep: float
    waist: float
    flare: float
    hugs: bool
    reach: float
    bend: float
    bay: float
    wobble: float
    line: float
    inset: float
    battlements: int
    houses: int
    windows: int
    tufts: int


def city_artist(art_seed: int) -> CityArtist:
    """Return the artist of that number."""
    rng = np.random.default_rng(art_seed)
    plain = rng.random() < 0.35
    hugs = bool(rng.random() < 0.35)
    return CityArtist(
        rim=rng.uniform(0.04, 0.14),
        rounding=rng.uniform(0.0, 0.3),
        depth=rng.uniform(0.5, 1.0),
        span=rng.choice([1.0, rng.uniform(0.65, 1.0)]),
        full=rng.uniform(1.4, 6.0),
        steep=rng.uniform(1.0, 2.2),
        waist=rng.uniform(0.3, 0.68),
        flare=rng.uniform(0.65, 1.15),
        hugs=hugs,
        reach=rng.uniform(1.45, 1.7) if hugs else rng.uniform(1.42, 1.85),
        bend=rng.uniform(0.9, 3.0),
        bay=rng.uniform(0.4, 0.95),
        wobble=rng.choice([0.0, rng.uniform(0.01, 0.07)]),
        line=0.0 if plain or rng.random() < 0.5 else rng.uniform(0.03, 0.09),
        inset=rng.uniform(0.04, 0.16),
        battlements=0 if plain or rng.random() < 0.65 else int(rng.integers(8, 22)),
        houses=0 if plain or rng.random() < 0.5 else int(rng.integers(1, 5)),
        windows=0 if plain or rng.random() < 0.6 else int(rng.integers(2, 9)),
        tufts=0 if plain or rng.random() < 0.7 else int(rng.integers(1, 5)),
    )


def city_art(face: str, art_seed: int, side_px: int) -> Coverage:
    """Return the ink of a city face: shape (side_px, side_px)."""
    hand = city_artist(art_seed)
    rng = np.random.default_rng([art_seed, CITY_FACES.index(face)])
    # The shape is smooth: computed coarsely and enlarged it has the same outline.
    x, y = _wobbly_grid(rng, hand.wobble, side_px // _COARSE)
    shape = _SHAPES[face](hand, x, y)
    city = np.where(_enlarge(shape, side_px) > 0, 255, 0).astype(np.uint8)
    deep = _from_wall(city)
    ink = city.copy()
    if hand.battlements:
        inside = shape > 0
        around = np.arctan2(y - y[inside].mean(), x - x[inside].mean())
        ink[(_enlarge(np.sin(around * hand.battlements), side_px) > 0) & (deep < 0.09)] = 0
    _rule_line(ink, deep, hand)
    _small_things(rng, ink, city, deep, hand)
    return np.asarray(ink * _inside_frame(hand.rim, hand.rounding, side_px))


def _enlarge(field: Field, side_px: int) -> Field:
    return np.asarray(cv2.resize(field, (side_px, side_px), interpolation=cv2.INTER_CUBIC), np.float32)


def _wobbly_grid(rng: np.random.Generator, wobble: float, side_px: int) -> tuple[Field, Field]:
    axis = (np.arange(side_px, dtype=np.float32) + 0.5) / side_px * 2 - 1
    x, y = (np.asarray(plain, np.float32) for plain in np.meshgrid(axis, axis))
    return (x + _waves(rng, wobble, side_px), y + _waves(rng, wobble, side_px)) if wobble else (x, y)


def _waves(rng: np.random.Generator, wobble: float, side_px: int) -> Field:
    return _enlarge(rng.normal(0, wobble, (5, 5)).astype(np.float32), side_px)


def _cap(hand: CityArtist, x: Field, y: Field) -> Field:
    return np.asarray(
        np.where(np.abs(x) < hand.span, -1 + hand.depth * _wall(hand, x) - y, -1), np.float32
    )


def _straight(hand: CityArtist, x: Field, y: Field) -> Field:
    width = hand.waist + (hand.flare - hand.waist) * np.abs(y) ** hand.full
    return np.asarray(width - np.abs(x), np.float32)


def _corner(hand: CityArtist, x: Field, y: Field) -> Field:
    if hand.hugs:
        return np.asarray(hand.reach - _norm(1 - x, 1 + y, hand.bend), np.float32)
    return np.asarray(_norm(x + 1, 1 - y, hand.bend) - hand.reach, np.float32)


def _three(hand: CityArtist, x: Field, y: Field) -> Field:
    return np.asarray(x + 1 - hand.bay * _wall(hand, y), np.float32)


_SHAPES = {"cap": _cap, "straight": _straight, "corner": _corner, "three": _three}


def _wall(hand: CityArtist, along: Field) -> Field:
    """Return 0…1, how far the wall bulges along an edge: a bow, or nearly a box."""
    bow = 1 - np.minimum(np.abs(along) / hand.span, 1) ** hand.full
    return np.asarray(bow ** (1 / hand.steep), np.float32)


def _norm(a: Field, b: Field, power: float) -> Field:
    total = np.maximum(a, 0) ** power + np.maximum(b, 0) ** power
    return np.asarray(total ** (1 / power), np.float32)


@lru_cache(maxsize=16)
def _inside_frame(rim: float, rounding: float, side_px: int) -> Coverage:
    """Return 1 inside the white frame, 0 on it."""
    axis = np.abs((np.arange(side_px, dtype=np.float32) + 0.5) / side_px * 2 - 1)
    over = np.maximum(axis - (1 - rim - rounding), 0)
    return np.asarray(over[:, None] ** 2 + over[None] ** 2 <= rounding**2 + 1e-6, np.uint8)


def _from_wall(city: Coverage) -> Field:
    """Return a pixel's depth inside the city, in half sides; the picture's border is not a wall."""
    deep = cv2.distanceTransform(city, cv2.DIST_L2, 3)
    return np.asarray(deep * np.float32(2 / city.shape[0]), np.float32)


def _rule_line(ink: Coverage, deep: Field, hand: CityArtist) -> None:
    if hand.line:
        start = hand.inset + (0.09 if hand.battlements else 0.0)
        ink[(deep > start) & (deep < start + hand.line)] = 0


def _small_things(
    rng: np.random.Generator, ink: Coverage, city: Coverage, deep: Field, hand: CityArtist
) -> None:
    half = city.shape[0] / 2
    wall = 0.06 + (hand.inset + hand.line if hand.line else 0.0)
    for number in range(hand.houses + hand.windows):
        size = rng.uniform(0.1, 0.18) if number < hand.houses else rng.uniform(0.03, 0.06)
        spot = _free_spot(rng, deep, wall + 1.3 * size, hand.rim + 0.14 + 1.2 * size)
        if spot is not None:
            _house(ink, spot, size * half, roofed=number < hand.houses)
    field = _from_wall(255 - city) if hand.tufts else deep
    for _ in range(hand.tufts):
        spot = _free_spot(rng, field, 0.15, hand.rim + 0.2)
        if spot is not None:
            cv2.ellipse(ink, spot, (round(half * 0.06), round(half * 0.03)), 0, 180, 360, 255, 2)


def _free_spot(
    rng: np.random.Generator, deep: Field, needed: float, from_rim: float
) -> tuple[int, int] | None:
    """Return a pixel at that depth, far enough from the face's border to leave the edges unchanged."""
    margin = round(deep.shape[0] / 2 * from_rim)
    rows, columns = np.nonzero(deep[margin:-margin, margin:-margin] > needed)
    if not len(rows):
        return None
    pick = rng.integers(len(rows))
    return int(columns[pick]) + margin, int(rows[pick]) + margin


def _house(ink: Coverage, spot: tuple[int, int], size: float, *, roofed: bool) -> None:
    roof = [[-1.15, -0.1], [0, -1.2], [1.15, -0.1]] if roofed else [[-1, -1], [1, -1]]
    outline = np.array([[-1, 1], *roof, [1, 1]]) * size + spot
    cv2.fillPoly(ink, [outline.astype(np.int32)], 0, cv2.LINE_AA)
    if roofed:
        door = np.array([[-0.3, 1], [-0.3, 0.3], [0.3, 0.3], [0.3, 1]]) * size + spot
        cv2.fillPoly(ink, [door.astype(np.int32)], 255, cv2.LINE_AA)
