"""The print of a face, as coverage by ink: one function for every kind of die.

Art is drawn on a square whose coordinates run from -1 to 1, x right and y down.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.dice.art_city import CITY_FACES, city_art
from vision.workshop.simulation.dice.art_figures import catapult_art, knight_art
from vision.workshop.simulation.dice.signs import DIE_SIGNS, die_sign_art
from vision.workshop.simulation.dice.styles import DieKind

Coverage = NDArray[np.uint8]
BLANK = "blank"
"""A face without any print, of symbol dice."""


def face_art(kind: DieKind, face: str, art_seed: int, side_px: int) -> Coverage:
    """Return the ink of a face: shape (side_px, side_px), 0 bare … 255 ink, its own top upwards."""
    drawn = _large(kind, face, art_seed, 2 * side_px)
    return np.asarray(cv2.resize(drawn, (side_px, side_px), interpolation=cv2.INTER_AREA), np.uint8)


def _large(kind: DieKind, face: str, art_seed: int, side_px: int) -> Coverage:
    if face == BLANK:
        return np.zeros((side_px, side_px), np.uint8)
    if kind == "pips":
        return pips_art(int(face), art_seed, side_px)
    if kind == "symbols" and face in DIE_SIGNS:
        return die_sign_art(face, art_seed, side_px)
    if kind == "symbols":
        return letter_art(face, art_seed, side_px) if len(face) == 1 else glyph_art(face, side_px)
    if face in CITY_FACES:
        return city_art(face, art_seed, side_px)
    return {"knight": knight_art, "catapult": catapult_art}[face](art_seed, side_px)


_MIDDLE, _DIAGONAL = ((0, 0),), ((-1, -1), (1, 1))
_FOUR = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: _MIDDLE,
    2: _DIAGONAL,
    3: _MIDDLE + _DIAGONAL,
    4: _FOUR,
    5: _MIDDLE + _FOUR,
    6: (*_FOUR, (-1, 0), (1, 0)),
}
_SUBPIXEL = 4
_CLOSEST = 0.44


def pips_art(pips: int, art_seed: int, side_px: int) -> NDArray[np.uint8]:
    """Return the ink of a face with that many pips; all faces of one maker match."""
    rng = np.random.default_rng(art_seed)
    spread = rng.uniform(0.42, 0.6)
    radius = min(rng.uniform(0.15, 0.24), _CLOSEST * spread)
    squeeze = rng.uniform(0.8, 1.0)
    large_one = rng.choice([1.0, 1.0, 1.0, 1.4, 1.9])
    ring = rng.random() < 0.04
    ink = np.zeros((side_px, side_px), np.uint8)
    for x, y in _PLACES[pips]:
        wide = spread * (squeeze if pips == 6 else 1.0)
        size = radius * (large_one if pips == 1 else 1.0)
        _dot(ink, (x * wide, y * spread), size, 255)
        if ring:
            _dot(ink, (x * wide, y * spread), 0.5 * size, 0)
    return ink


def _dot(ink: NDArray[np.uint8], centre: tuple[float, float], radius: float, value: int) -> None:
    """Draw a disc given in face units, -1 to 1."""
    half = ink.shape[0] / 2
    fine = 1 << _SUBPIXEL
    where = [round((half * (1 + c) - 0.5) * fine) for c in centre]
    cv2.circle(ink, where, round(radius * half * fine), value, -1, cv2.LINE_AA, _SUBPIXEL)


Points = NDArray[np.float64]

_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)
_TEXT_HEIGHT_PX = 22


def letter_art(letter: str, art_seed: int, side_px: int) -> Coverage:
    """Return a letter or digit; all letters of one maker are in one hand."""
    rng = np.random.default_rng(art_seed)
    font = _FONTS[rng.integers(len(_FONTS))]
    scale = side_px * rng.uniform(0.45, 0.7) / _TEXT_HEIGHT_PX
    thick = max(2, round(side_px * rng.uniform(0.04, 0.12)))
    (width, height), _ = cv2.getTextSize(letter, font, scale, thick)
    ink = np.zeros((side_px, side_px), np.uint8)
    origin = ((side_px - width) // 2, (side_px + height) // 2)
    cv2.putText(ink, letter, origin, font, scale, 255, thick, cv2.LINE_AA)
    return ink


def glyph_art(name: str, side_px: int) -> Coverage:
    """Return the glyph of that name (``glyph`` and a number): two or three shapes put together."""
    rng = np.random.default_rng(int(name.removeprefix("glyph")))
    ink = np.zeros((side_px, side_px), np.uint8)
    for number in range(int(rng.integers(1, 4))):
        size = rng.uniform(0.45, 0.8) if number == 0 else rng.uniform(0.15, 0.4)
        away = rng.normal(0, 0.05 if number == 0 else 0.3, 2)
        value = 255 if number == 0 or rng.random() < 0.5 else 0
        _draw_shape(rng, ink, size, away, value)
    return ink


def _draw_shape(rng: np.random.Generator, ink: Coverage, size: float, away: Points, value: int) -> None:
    shape = (_star, _polygon, _blob, _stroke, _arrow)[rng.integers(5)]
    points = shape(rng) * size
    turn = rng.uniform(0, 2 * np.pi)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    half = ink.shape[0] / 2
    pixels = ((points @ matrix.T + away) * half + half).astype(np.int32)
    if shape is _stroke or rng.random() < 0.25:
        thick = max(2, round(ink.shape[0] * rng.uniform(0.04, 0.1)))
        cv2.polylines(ink, [pixels], shape is not _stroke, value, thick, cv2.LINE_AA)
    else:
        cv2.fillPoly(ink, [pixels], value, cv2.LINE_AA)


def _around(radii: Points) -> Points:
    angles = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    return np.stack([np.cos(angles) * radii, np.sin(angles) * radii], axis=1)


def _star(rng: np.random.Generator) -> Points:
    points = int(rng.integers(3, 8))
    return _around(np.tile([1.0, rng.uniform(0.3, 0.7)], points))


def _polygon(rng: np.random.Generator) -> Points:
    return _around(np.ones(int(rng.integers(3, 7)))) * rng.uniform(0.5, 1.0, 2)


def _blob(rng: np.random.Generator) -> Points:
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    waves = [rng.normal(0, 0.25 / n) * np.cos(n * angles + rng.uniform(0, 6)) for n in range(1, 6)]
    return _around(0.7 + np.sum(waves, axis=0))


def _stroke(rng: np.random.Generator) -> Points:
    return rng.uniform(-1, 1, (int(rng.integers(3, 6)), 2))


def _arrow(rng: np.random.Generator) -> Points:
    waist, head = rng.uniform(0.1, 0.3), rng.uniform(0.4, 0.9)
    right = np.array([[0, -1], [head, -0.1], [waist, -0.1], [waist, 1]])
    return np.concatenate([right, right[::-1] * [-1, 1]])
