"""Paints the faces of dice: pips of every style, many artists' Carcassonne parts, made-up symbols.

A texture is a square BGR picture of one face, its own top edge at the top. All randomness
comes from the generator handed in.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr

TEXTURE_PX = 96
PIPS = ("1", "2", "3", "4", "5", "6")
CARCASSONNE = ("cap", "straight", "corner", "three", "knight", "catapult")

Mask = NDArray[np.float32]
"""Ink of a face: shape (96, 96), 0 paper to 1 ink."""


@dataclass(frozen=True, eq=False)
class DieStyle:
    """One painted die: what its faces bear and show, and how round its edges are (side = 1)."""

    family: str
    labels: tuple[str, ...]
    textures: tuple[ImageBgr, ...]
    body_bgr: tuple[float, float, float]
    roundness: float


def paint_die(rng: np.random.Generator, family: str) -> DieStyle:
    """Return a die of ``family`` (``pips``, ``carcassonne`` or ``symbols``) by a made-up maker."""
    masks = FAMILIES[family](rng)
    body, ink = _colours(rng, family)
    mottle = _mottle(rng, family)
    textures = tuple(_printed(mask, body, ink, mottle) for mask in masks.values())
    roundness = float(rng.choice([0.02, 0.06, 0.12, 0.2, 0.3]) * rng.uniform(0.6, 1.2))
    return DieStyle(family, tuple(masks), textures, (body[0], body[1], body[2]), roundness)


def _printed(mask: Mask, body: NDArray[np.float32], ink: NDArray[np.float32], mottle: Mask) -> ImageBgr:
    ground = body[None, None] + mottle[..., None]
    mixed = ground * (1 - mask[..., None]) + ink[None, None] * mask[..., None]
    return np.clip(mixed, 0, 255).astype(np.uint8)


def _colours(rng: np.random.Generator, family: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    if rng.random() < {"carcassonne": 0.85, "pips": 0.35, "symbols": 0.4}[family]:
        body = np.array([rng.uniform(185, 250)] * 3) - np.array([rng.uniform(0, 40), rng.uniform(0, 12), 0])
        ink = np.array([rng.uniform(8, 60)] * 3)
    else:
        body = rng.uniform(10, 250, 3)
        bright = body @ (0.114, 0.587, 0.299)
        ink = rng.uniform(0, 255, 3)
        far = np.array([rng.uniform(200, 255)] * 3) if bright < 128 else np.array([rng.uniform(0, 45)] * 3)
        if abs(ink @ (0.114, 0.587, 0.299) - bright) < 75:
            ink = far
    return body.astype(np.float32), ink.astype(np.float32)


def _mottle(rng: np.random.Generator, family: str) -> Mask:
    coarse = rng.normal(0, 1, (5, 5)).astype(np.float32)
    strength = 0.0 if rng.random() < (0.9 if family == "carcassonne" else 0.55) else rng.uniform(5, 45)
    return cv2.resize(coarse, (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_CUBIC) * strength


# --- pips -------------------------------------------------------------------------------------------

PIP_PLACES: dict[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips sit, -1 left or up, 1 right or down; three to a side column on the six."""


def _pips(rng: np.random.Generator) -> dict[str, Mask]:
    spread = rng.uniform(0.2, 0.3)
    narrow = rng.uniform(0.7, 1.0)
    radius = rng.uniform(0.055, min(0.125, spread * 0.46))
    big_one = rng.uniform(1.2, 2.0) if rng.random() < 0.2 else 1.0
    shape = str(rng.choice(["disc", "disc", "disc", "disc", "ring", "square"]))
    faces = {}
    for label, places in PIP_PLACES.items():
        mask = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
        size = radius * (big_one if label == "1" else 1.0)
        for column, row in places:
            across = spread * (narrow if label == "6" else 1.0)
            _pip(mask, 0.5 + across * column, 0.5 + spread * row, size, shape)
        faces[label] = mask
    return faces


def _pip(mask: Mask, x: float, y: float, radius: float, shape: str) -> None:
    centre = (round(x * TEXTURE_PX * 8), round(y * TEXTURE_PX * 8))
    size = round(radius * TEXTURE_PX * 8)
    if shape == "square":
        low, high = (centre[0] - size, centre[1] - size), (centre[0] + size, centre[1] + size)
        cv2.rectangle(mask, low, high, 1.0, -1, cv2.LINE_AA, 3)
        return
    cv2.circle(mask, centre, size, 1.0, -1, cv2.LINE_AA, 3)
    if shape == "ring":
        cv2.circle(mask, centre, size // 3, 0.3, -1, cv2.LINE_AA, 3)


# --- Carcassonne ------------------------------------------------------------------------------------


def _fill(points: NDArray[np.float64]) -> Mask:
    mask = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    cv2.fillPoly(mask, [np.round(points * TEXTURE_PX * 8).astype(np.int32)], 1.0, cv2.LINE_AA, 3)
    return mask


def _bow(rng: np.random.Generator, start: tuple[float, float], end: tuple[float, float], depth: float) -> NDArray[np.float64]:
    """Points from start to end, bowed to the left of the way by ``depth``: arc, tent, box or waves."""
    t = np.linspace(0, 1, 33)
    power = rng.uniform(1.0, 5.0)
    rise = 1 - np.abs(2 * t - 1) ** power
    if rng.random() < 0.25:
        rise = rise + rng.uniform(0.02, 0.1) * np.sign(np.sin(t * np.pi * rng.integers(5, 12)))
    if rng.random() < 0.2:
        rise = rise + rng.normal(0, 0.04, t.size)
    a, b = np.array(start), np.array(end)
    normal = np.array([-(b - a)[1], (b - a)[0]]) / np.linalg.norm(b - a)
    return a + (b - a) * t[:, None] - normal * (depth * rise)[:, None]


def _cap(rng: np.random.Generator, inset: float) -> Mask:
    half = rng.uniform(0.28, 0.5 - inset)
    depth = rng.uniform(0.16, 0.48)
    return _fill(_bow(rng, (0.5 - half, inset), (0.5 + half, inset), -depth))


def _straight(rng: np.random.Generator, inset: float) -> Mask:
    half = rng.uniform(0.22, 0.5 - inset)
    waist = rng.uniform(max(-0.04, half - 0.38), half - 0.1)
    right = _bow(rng, (0.5 + half, inset), (0.5 + half, 1 - inset), -waist)
    left = _bow(rng, (0.5 - half, 1 - inset), (0.5 - half, inset), -waist)
    return _fill(np.clip(np.vstack([right, left]), inset, 1 - inset))


def _corner(rng: np.random.Generator, inset: float) -> Mask:
    half = rng.uniform(0.25, 0.5 - inset)
    bow = rng.uniform(-0.22, 0.3)
    inner = _bow(rng, (1 - inset, 0.5 + half), (0.5 - half, inset), bow)
    outer = np.array([[1 - inset, inset]])
    if rng.random() < 0.3:
        nick = rng.uniform(0.03, 0.15)
        outer = np.array([[1 - inset - nick, inset], [1 - inset, inset + nick]])
    return _fill(np.clip(np.vstack([inner, outer]), inset, 1 - inset))


def _three(rng: np.random.Generator, inset: float) -> Mask:
    square = _fill(np.array([[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]]))
    half = rng.uniform(0.26, 0.5)
    edge = rng.uniform(0, inset)
    field = _fill(_bow(rng, (edge, 0.5 + half), (edge, 0.5 - half), -rng.uniform(0.14, 0.5)))
    field[:, : round((edge + 0.01) * TEXTURE_PX)] = 1
    if half > 0.4:
        strip = round(rng.uniform(inset, inset + 0.08) * TEXTURE_PX)
        field[:, :strip] = 1
    return np.clip(square - field, 0, 1)


def _knight(rng: np.random.Generator, inset: float) -> Mask:
    drawing = rng.choice(["meeple", "meeple", "meeple", "soldier", "horse"])
    shape = {"meeple": _meeple, "soldier": _soldier, "horse": _horse}[str(drawing)](rng)
    return _placed(rng, shape, inset)


def _meeple(rng: np.random.Generator) -> Mask:
    arms, hip, foot = rng.uniform(0.34, 0.47), rng.uniform(0.16, 0.24), rng.uniform(0.26, 0.4)
    shoulder, hand = rng.uniform(0.3, 0.38), rng.uniform(0.42, 0.52)
    right = [(0.12, shoulder), (arms, hand - 0.04), (arms - 0.02, hand + 0.08), (hip, 0.62), (foot, 0.92), (0.12, 0.94)]
    crotch = (0.0, rng.uniform(0.7, 0.86))
    points = [(0.5 + x, y) for x, y in right] + [(0.5, crotch[1])] + [(0.5 - x, y) for x, y in reversed(right)]
    body = _fill(np.array(points) + rng.normal(0, 0.01, (len(points), 2)))
    cv2.circle(body, (TEXTURE_PX // 2, round(0.24 * TEXTURE_PX)), round(rng.uniform(0.13, 0.19) * TEXTURE_PX), 1.0, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(body, (0, 0), 1.2) if rng.random() < 0.5 else body


def _soldier(rng: np.random.Generator) -> Mask:
    body = _fill(np.array([[0.4, 0.35], [0.6, 0.35], [0.66, 0.92], [0.52, 0.92], [0.5, 0.7], [0.47, 0.92], [0.32, 0.92]]))
    _line(body, (0.72, 0.1), (0.66, 0.75), rng.uniform(0.03, 0.07))
    _line(body, (0.58, 0.42), (0.74, 0.5), 0.09)
    shield = _fill(np.array([[0.2, 0.42], [0.44, 0.42], [0.43, 0.6], [0.32, 0.74], [0.21, 0.6]]))
    head = _fill(np.array([[0.4, 0.32], [0.4, 0.18], [0.5, 0.08], [0.6, 0.18], [0.6, 0.32]]))
    whole = np.maximum(np.maximum(body, head), shield)
    if rng.random() < 0.5:
        _line(whole, (0.32, 0.46), (0.32, 0.68), 0.03, 0.0)
        _line(whole, (0.42, 0.22), (0.58, 0.22), 0.03, 0.0)
    return whole


def _horse(rng: np.random.Generator) -> Mask:
    outline = [(0.3, 0.92), (0.34, 0.66), (0.44, 0.52), (0.3, 0.56), (0.16, 0.52), (0.2, 0.4), (0.36, 0.24), (0.42, 0.08)]
    outline += [(0.5, 0.16), (0.66, 0.24), (0.76, 0.44), (0.78, 0.7), (0.82, 0.92)]
    mask = _fill(np.array(outline) + rng.normal(0, 0.015, (len(outline), 2)))
    cv2.circle(mask, (round(0.4 * TEXTURE_PX), round(0.32 * TEXTURE_PX)), 3, 0.0, -1, cv2.LINE_AA)
    return mask


def _catapult(rng: np.random.Generator, inset: float) -> Mask:
    shape = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    wheel, thick = rng.uniform(0.07, 0.14), rng.uniform(0.05, 0.11)
    floor = 0.92 - wheel
    for x in (rng.uniform(0.18, 0.28), rng.uniform(0.68, 0.8)):
        centre = (round(x * TEXTURE_PX), round(floor * TEXTURE_PX))
        cv2.circle(shape, centre, round(wheel * TEXTURE_PX), 1.0, -1, cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.circle(shape, centre, round(wheel * TEXTURE_PX * 0.4), 0.0, -1, cv2.LINE_AA)
    beam = floor - rng.uniform(0.02, 0.1)
    _line(shape, (0.12, beam), (0.88, beam), thick)
    pivot = (rng.uniform(0.4, 0.66), rng.uniform(0.42, 0.6))
    _line(shape, (pivot[0] - 0.16, beam), pivot, thick)
    _line(shape, (pivot[0] + 0.16, beam), pivot, thick)
    tip = (rng.uniform(0.08, 0.26), rng.uniform(0.08, 0.42))
    away = np.array(pivot) - np.array(tip)
    butt = np.array(pivot) + away * rng.uniform(0.1, 0.7)
    _line(shape, tip, (float(butt[0]), float(butt[1])), thick * rng.uniform(0.7, 1.1))
    cup = (round(tip[0] * TEXTURE_PX), round(tip[1] * TEXTURE_PX))
    cv2.circle(shape, cup, round(rng.uniform(0.06, 0.12) * TEXTURE_PX), 1.0, -1, cv2.LINE_AA)
    return _placed(rng, shape if rng.random() < 0.5 else np.ascontiguousarray(shape[:, ::-1]), inset)


def _line(mask: Mask, a: tuple[float, float], b: tuple[float, float], thick: float, ink: float = 1.0) -> None:
    ends = [(round(x * TEXTURE_PX), round(y * TEXTURE_PX)) for x, y in (a, b)]
    cv2.line(mask, ends[0], ends[1], ink, max(1, round(thick * TEXTURE_PX)), cv2.LINE_AA)


def _placed(rng: np.random.Generator, mask: Mask, inset: float) -> Mask:
    """Scale a silhouette into the face, a little askew."""
    scale = rng.uniform(0.62, 1.0 - inset)
    half = TEXTURE_PX / 2
    turn = cv2.getRotationMatrix2D((half, half), rng.normal(0, 4), scale)
    turn[:, 2] += rng.normal(0, 1.5, 2)
    return np.clip(cv2.warpAffine(mask, turn, (TEXTURE_PX, TEXTURE_PX)), 0, 1)


def _carcassonne(rng: np.random.Generator) -> dict[str, Mask]:
    inset = rng.uniform(0.02, 0.11)
    parts = {"cap": _cap, "straight": _straight, "corner": _corner, "three": _three}
    faces = {name: part(rng, inset) for name, part in parts.items()}
    if rng.random() < 0.45:
        windows = rng.uniform(0.08, 0.16), int(rng.integers(1, 7))
        faces = {name: _with_windows(rng, mask, *windows) for name, mask in faces.items()}
    if rng.random() < 0.3:
        faces = {name: _with_wall(mask, int(rng.integers(2, 5))) for name, mask in faces.items()}
    if rng.random() < 0.3:
        faces = {name: _with_grass(rng, mask) for name, mask in faces.items()}
    faces["knight"] = _knight(rng, inset)
    faces["catapult"] = _catapult(rng, inset)
    return faces


def _with_windows(rng: np.random.Generator, mask: Mask, size: float, count: int) -> Mask:
    """Small houses or windows left white inside the city."""
    inside = cv2.erode(mask, np.ones((9, 9), np.uint8))
    rows, columns = np.nonzero(inside > 0.9)
    marked = mask.copy()
    for pick in rng.integers(0, max(1, rows.size), count if rows.size else 0):
        x, y, reach = int(columns[pick]), int(rows[pick]), max(1, round(size * TEXTURE_PX * rng.uniform(0.2, 0.5)))
        if rng.random() < 0.5:
            cv2.rectangle(marked, (x - reach, y - reach), (x + reach, y + reach), 0.0, -1)
        else:
            cv2.fillPoly(marked, [np.array([[x - reach, y + reach], [x, y - reach], [x + reach, y + reach]])], 0.0)
    return np.asarray(np.maximum(marked, np.clip(mask - cv2.erode(mask, np.ones((5, 5), np.uint8)), 0, 1)), np.float32)


def _with_wall(mask: Mask, width: int) -> Mask:
    """A white line inside the city's outline."""
    outer = cv2.erode(mask, np.ones((7, 7), np.uint8))
    inner = cv2.erode(outer, np.ones((2 * width + 1, 2 * width + 1), np.uint8))
    return np.asarray(np.clip(mask - np.clip(outer - inner, 0, 1), 0, 1), np.float32)


def _with_grass(rng: np.random.Generator, mask: Mask) -> Mask:
    """Tufts and dots on the field."""
    field = cv2.dilate(mask, np.ones((11, 11), np.uint8)) < 0.1
    field[:12], field[-12:], field[:, :12], field[:, -12:] = False, False, False, False
    rows, columns = np.nonzero(field)
    marked = mask.copy()
    for pick in rng.integers(0, max(1, rows.size), int(rng.integers(1, 6)) if rows.size else 0):
        x, y = int(columns[pick]), int(rows[pick])
        lean = rng.integers(-5, 6, 2)
        cv2.line(marked, (x, y), (x + int(lean[0]), y + int(lean[1])), 1.0, int(rng.integers(1, 4)), cv2.LINE_AA)
    return marked


# --- symbols ----------------------------------------------------------------------------------------


def _symbols(rng: np.random.Generator) -> dict[str, Mask]:
    name = int(rng.integers(1 << 40))
    return {f"symbol.{name}.{face}": _placed(rng, _symbol(rng), 0.05) for face in range(6)}


def _symbol(rng: np.random.Generator) -> Mask:
    kind = rng.random()
    if kind < 0.35:
        return _letter(rng)
    if kind < 0.65:
        return _blob(rng)
    mask = np.zeros((TEXTURE_PX, TEXTURE_PX), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        _primitive(rng, mask)
    return mask


def _letter(rng: np.random.Generator) -> Mask:
    drawn = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    text = str(rng.choice(list("ABCDEFGHJKLMNPQRSTUVWXYZ123456789?!&%")))
    font = int(rng.choice([0, 1, 2, 3, 4, 6]))
    thick = int(rng.integers(4, 13))
    (width, height), _ = cv2.getTextSize(text, font, 2.6, thick)
    scale = 2.6 * 0.8 * TEXTURE_PX / max(width, height, 1)
    (width, height), _ = cv2.getTextSize(text, font, scale, thick)
    place = ((TEXTURE_PX - width) // 2, (TEXTURE_PX + height) // 2)
    cv2.putText(drawn, text, place, font, scale, (255.0,), thick, cv2.LINE_AA)
    return drawn.astype(np.float32) / 255


def _blob(rng: np.random.Generator) -> Mask:
    corners = int(rng.integers(3, 12))
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners)) if rng.random() < 0.6 else np.linspace(0, 2 * np.pi, corners, endpoint=False)
    radii = rng.uniform(0.12, 0.48, corners)
    points = 0.5 + np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None]
    mask = _fill(points)
    return cv2.GaussianBlur(mask, (0, 0), 2.0) if rng.random() < 0.3 else mask


def _primitive(rng: np.random.Generator, mask: Mask) -> None:
    x, y = (int(v) for v in rng.integers(18, TEXTURE_PX - 18, 2))
    size, ink = int(rng.integers(8, 34)), 1.0 if rng.random() < 0.75 else 0.0
    width = -1 if rng.random() < 0.5 else int(rng.integers(3, 9))
    kind = rng.integers(4)
    if kind == 0:
        cv2.circle(mask, (x, y), size, ink, width, cv2.LINE_AA)
    elif kind == 1:
        cv2.rectangle(mask, (x - size, y - size // 2), (x + size, y + size // 2), ink, width)
    elif kind == 2:
        end = (int(rng.integers(8, TEXTURE_PX - 8)), int(rng.integers(8, TEXTURE_PX - 8)))
        cv2.line(mask, (x, y), end, ink, int(rng.integers(4, 14)), cv2.LINE_AA)
    else:
        cv2.ellipse(mask, (x, y), (size, max(3, size // 2)), float(rng.uniform(0, 180)), 0, float(rng.uniform(150, 360)), ink, width, cv2.LINE_AA)


FAMILIES: dict[str, Callable[[np.random.Generator], dict[str, Mask]]] = {
    "pips": _pips,
    "carcassonne": _carcassonne,
    "symbols": _symbols,
}
