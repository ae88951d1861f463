"""The paint of synthetic boards and pieces: colours, textures, signs.

Pictures are float32, 0 to 1, blue first. Some kinds of textures and signs are held out: only the judging
worlds use them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Floats = NDArray[np.float32]
Mask = NDArray[np.float32]
Rng = np.random.Generator

STOCK_PX, STOCK = 512, 16
"""Size of a texture in stock, and how many there are of each kind."""
FONT_FOLDERS = "/usr/share/fonts/truetype", "/usr/share/fonts/opentype"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÄÖÜÉŘŠabdefghknrtuy?!&#%+=§$€"
LARGE_PX = 96
"""Size at which signs are drawn before they are reduced: their edges are then smooth."""


def colour(rng: Rng) -> Floats:
    """Return a colour (3): any hue, more often pale than strong."""
    return _of_hue(rng.uniform(0, 360), rng.beta(1.1, 1.4), rng.uniform(0.04, 0.97))


def _of_hue(hue: float, strong: float, value: float) -> Floats:
    hsv = np.array([[[hue, strong, value]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def apart(rng: Rng, count: int) -> list[Floats]:
    """Return colours that people can distinguish, some only by their lightness."""
    start, strong = rng.uniform(0, 360), rng.uniform(0.35, 1)
    found = []
    for number in range(count):
        hue = (start + 360 * number / count + rng.normal(0, 8)) % 360
        value = rng.uniform(0.35, 0.95)
        found.append(_of_hue(hue, strong * rng.uniform(0.7, 1), value))
    grey = rng.uniform(0, 1, 3).astype(np.float32)
    if rng.random() < 0.4:
        found[0] = np.float32(0.93) + 0.05 * (grey - grey.mean())
    if rng.random() < 0.2:
        found[-1] = np.float32(0.08) + 0.05 * grey
    return found


def clouds(rng: Rng, height: int, width: int, octaves: int = 4, first: int = 3) -> Floats:
    """Return soft noise, -1 to 1."""
    out, strength = np.zeros((height, width), np.float32), 1.0
    for octave in range(octaves):
        many = first * 2**octave
        coarse = rng.standard_normal((max(2, many * height // width), max(2, many))).astype(np.float32)
        out += strength * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        strength *= rng.uniform(0.35, 0.8)
    return np.asarray(out / (np.abs(out).max() + 1e-6), np.float32)


def _mix(one: Floats, other: Floats, part: Floats) -> Floats:
    return one + (other - one) * np.clip(part, 0, 1)[..., None]


def _cloudy(rng: Rng) -> Floats:
    part = clouds(rng, STOCK_PX, STOCK_PX, int(rng.integers(2, 7)), int(rng.integers(2, 9)))
    return _mix(colour(rng), colour(rng), 0.5 + part * rng.uniform(0.3, 1))


def _grain(rng: Rng) -> Floats:
    rows, columns = np.mgrid[:STOCK_PX, :STOCK_PX].astype(np.float32)
    bent = clouds(rng, STOCK_PX, STOCK_PX, 3, 2) * rng.uniform(1, 9)
    along = rows * rng.uniform(0.05, 0.7) + bent + columns * rng.uniform(-0.05, 0.05)
    part = 0.5 + 0.35 * np.sin(along) + 0.15 * clouds(rng, STOCK_PX, STOCK_PX, 3, 40)
    first = colour(rng)
    return _mix(first, first * rng.uniform(0.4, 0.95) + colour(rng) * 0.1, part)


def _leaves(rng: Rng) -> Floats:
    """Things over things, many small and few large, as photographs have them."""
    out = np.tile(colour(rng), (STOCK_PX, STOCK_PX, 1))
    few = [colour(rng) for _ in range(int(rng.integers(3, 9)))]
    for _ in range(int(rng.integers(250, 700))):
        size = min(140.0, 5 / (1 - rng.random()) ** 0.7)
        ink = few[int(rng.integers(len(few)))] * rng.uniform(0.7, 1.2) + rng.normal(0, 0.03, 3)
        at = tuple(int(v) for v in rng.integers(0, STOCK_PX, 2))
        if rng.random() < 0.5:
            axes = int(size) + 1, int(size * rng.uniform(0.3, 1)) + 1
            cv2.ellipse(out, at, axes, rng.uniform(0, 360), 0, 360, ink.tolist(), -1, cv2.LINE_AA)
        else:
            around = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
            corners = np.stack([np.cos(around), np.sin(around)], 1) * size + at
            cv2.fillPoly(out, [corners.astype(np.int32)], ink.tolist(), cv2.LINE_AA)
    shade = 1 + 0.25 * clouds(rng, STOCK_PX, STOCK_PX, 5, 4)
    return np.asarray(
        cv2.GaussianBlur(out * shade[..., None], (0, 0), rng.uniform(0.3, 1.5)), np.float32
    )


def _speckled(rng: Rng) -> Floats:
    rough = rng.standard_normal((STOCK_PX, STOCK_PX)).astype(np.float32)
    fine = np.asarray(cv2.GaussianBlur(rough, (0, 0), rng.uniform(0.6, 3)), np.float32)
    fine /= fine.std()
    return _mix(colour(rng), colour(rng), 0.5 + rng.uniform(0.1, 0.8) * (fine - rng.uniform(-1, 1)))


def _woven(rng: Rng) -> Floats:
    rows, columns = np.mgrid[:STOCK_PX, :STOCK_PX].astype(np.float32)
    angle, period = rng.uniform(0, np.pi), rng.uniform(4, 40)
    across, down = (
        columns * np.cos(angle) + rows * np.sin(angle),
        rows * np.cos(angle) - columns * np.sin(angle),
    )
    part = np.sin(across * 6.3 / period) * np.sin(down * 6.3 / period / rng.uniform(0.6, 2))
    return _mix(colour(rng), colour(rng), 0.5 + rng.uniform(0.2, 2) * part)


def _cracked(rng: Rng) -> Floats:
    """Cells around points: pebbles, scales, mosaic."""
    small = 128
    points = rng.uniform(0, small, (int(rng.integers(20, 120)), 2)).astype(np.float32)
    rows, columns = np.mgrid[:small, :small].astype(np.float32)
    away = np.hypot(rows[..., None] - points[:, 0], columns[..., None] - points[:, 1])
    nearest = away.argmin(2)
    inks = np.stack([colour(rng) for _ in range(6)])[rng.integers(0, 6, len(points))]
    edge = np.partition(away, 1, 2)
    out = inks[nearest] * (0.4 + 0.6 * (edge[..., 1] - edge[..., 0] > 1.2))[..., None]
    return np.asarray(cv2.resize(out, (STOCK_PX, STOCK_PX), interpolation=cv2.INTER_CUBIC), np.float32)


Texture = Callable[[Rng], Floats]
KNOWN: tuple[Texture, ...] = (_cloudy, _grain, _leaves, _leaves, _speckled)
KEPT_BACK: tuple[Texture, ...] = (_woven, _cracked)


@cache
def _in_stock(kind: Texture, number: int) -> NDArray[np.uint8]:
    drawn = kind(np.random.default_rng((number, len(kind.__name__))))
    return np.asarray(np.clip(drawn, 0, 1) * 255, np.uint8)


def fill_stock() -> None:
    """Draw all textures for learning: processes started later share them."""
    for kind in set(KNOWN):
        for number in range(STOCK):
            _in_stock(kind, number)


def texture(rng: Rng, height: int, width: int, kinds: Sequence[Texture] = KNOWN) -> Floats:
    """Return a part of a texture, in new colours."""
    if rng.random() < 0.2:
        plain = np.tile(colour(rng), (height, width, 1))
        return np.asarray(plain + rng.normal(0, rng.uniform(0, 0.02), (height, width, 1)), np.float32)
    whole = _in_stock(kinds[int(rng.integers(len(kinds)))], int(rng.integers(STOCK)))
    zoom = max(rng.uniform(0.25, 1.2), height / STOCK_PX, width / STOCK_PX)
    tall, wide = min(STOCK_PX, int(height / zoom)), min(STOCK_PX, int(width / zoom))
    top, left = int(rng.integers(STOCK_PX - tall + 1)), int(rng.integers(STOCK_PX - wide + 1))
    part = np.rot90(whole, int(rng.integers(4)))[top : top + tall, left : left + wide]
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    out = cv2.resize(part, (width, height), interpolation=how).astype(np.float32) / 255
    if rng.random() < 0.6:
        mix = np.eye(3) + rng.normal(0, 0.35, (3, 3))
        mix /= np.abs(mix.sum(1, keepdims=True)) + 0.2
        out = out @ mix.T.astype(np.float32)
    calm = rng.uniform(0.15, 1) if rng.random() < 0.6 else 1.0
    middle = np.asarray(cv2.mean(out)[:3], np.float32)
    return np.asarray(np.clip(middle + (out - middle) * np.float32(calm), 0, 1), np.float32)


@dataclass(frozen=True)
class Sign:
    """A sign drawn in one ink: its family, and its number there. ``mark``: a small thing beside it that
    distinguishes it from the same sign without (-1: none)."""

    family: str
    number: int
    mark: int = -1
    font: int = 0
    large: float = 0.7


def drawn(sign: Sign, height: int, width: int) -> Mask:
    """Return a sign's ink (0 to 1)."""
    out = FAMILIES[sign.family](sign, LARGE_PX)
    if sign.mark >= 0:
        out = np.maximum(out, marked(sign.mark, out))
    shown = cv2.resize(out, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.asarray(shown, np.float32) / 255, np.float32)


@cache
def fonts() -> list[str]:
    """Return the fonts of this machine, always in the same order."""
    found = [
        str(file)
        for folder in FONT_FOLDERS
        for file in Path(folder).rglob("*")
        if file.suffix in {".ttf", ".otf"}
    ]
    kept = [
        one for one in sorted(found) if not any(name in one for name in ("Symbol", "D050000L", "Emoji"))
    ]
    if not kept:
        raise FileNotFoundError(
            "no fonts to draw letters with: install fonts-dejavu and fonts-urw-base35"
        )
    return kept


@cache
def _font(number: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(fonts()[number % len(fonts())], size)


def _letter(sign: Sign, side: int) -> NDArray[np.uint8]:
    letter = LETTERS[sign.number % len(LETTERS)]
    image = Image.new("L", (side, side), 0)
    font = _font(sign.font, max(10, int(side * sign.large)))
    ImageDraw.Draw(image).text((side / 2, side / 2), letter, font=font, fill=255, anchor="mm")
    return np.array(image)


def _own(sign: Sign) -> Rng:
    return np.random.default_rng((sign.number, len(sign.family)))


def _outline(sign: Sign, side: int) -> NDArray[np.uint8]:
    """A polygon, a star, a cogwheel; filled or not."""
    rng, out = _own(sign), np.zeros((side, side), np.uint8)
    points = int(rng.integers(3, 9))
    inner = rng.choice([1.0, 1.0, 0.45, 0.7])
    angles = np.arange(points * 2) * np.pi / points + rng.choice([0.0, np.pi / 2, rng.uniform(0, 6)])
    radii = np.where(np.arange(points * 2) % 2, inner, 1.0) * side * 0.62 * sign.large
    corners = np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None] + side / 2
    if inner == 1.0:
        corners = corners[::2]
    thick = -1 if rng.random() < 0.6 else int(rng.integers(4, 14))
    if thick < 0:
        cv2.fillPoly(out, [corners.astype(np.int32)], 255, cv2.LINE_AA)
    else:
        cv2.polylines(out, [corners.astype(np.int32)], True, 255, thick, cv2.LINE_AA)
    return out


def _round(sign: Sign, side: int) -> NDArray[np.uint8]:
    """A disc, a ring, an arc, an ellipse, rings in rings."""
    rng, out, middle = _own(sign), np.zeros((side, side), np.uint8), (side // 2, side // 2)
    for _ in range(int(rng.integers(1, 3))):
        axes = (
            int(side * sign.large * rng.uniform(0.15, 0.65)),
            int(side * sign.large * rng.uniform(0.15, 0.65)),
        )
        if rng.random() < 0.5:
            axes = (axes[0], axes[0])
        end = 360 if rng.random() < 0.6 else float(rng.uniform(90, 300))
        thick = -1 if rng.random() < 0.4 else int(rng.integers(3, 16))
        cv2.ellipse(out, middle, axes, float(rng.uniform(0, 180)), 0, end, 255, thick, cv2.LINE_AA)
    return out


def _strokes(sign: Sign, side: int) -> NDArray[np.uint8]:
    """A few lines, as a rune or a scribble."""
    rng, out = _own(sign), np.zeros((side, side), np.uint8)
    thick = int(rng.integers(3, 13))
    for _ in range(int(rng.integers(1, 4))):
        points = (
            side / 2 + (rng.uniform(0, 1, (int(rng.integers(2, 5)), 2)) - 0.5) * side * 1.2 * sign.large
        )
        cv2.polylines(out, [points.astype(np.int32)], False, 255, thick, cv2.LINE_AA)
    return out


def _dots(sign: Sign, side: int) -> NDArray[np.uint8]:
    rng, out = _own(sign), np.zeros((side, side), np.uint8)
    many, spread = int(rng.integers(1, 10)), side * sign.large * 0.62
    radius = int(rng.integers(4, 11))
    places = rng.permutation(9)[:many] if rng.random() < 0.7 else np.arange(many)
    for place in places.tolist():
        at = (
            int(side / 2 + (place % 3 - 1) * spread * 0.8),
            int(side / 2 + (place // 3 - 1) * spread * 0.8),
        )
        cv2.circle(out, at, radius, 255, -1, cv2.LINE_AA)
    return out


def _band(sign: Sign, side: int) -> NDArray[np.uint8]:
    """Something that runs from edges to the middle, or through."""
    rng, out, half = _own(sign), np.zeros((side, side), np.uint8), side // 2
    wide = int(side * rng.uniform(0.06, 0.4))
    ends = [(half, 0), (side, half), (half, side), (0, half)]
    for end in rng.permutation(4)[: int(rng.integers(1, 5))].tolist():
        bend = (half + int(rng.normal(0, 4)), half + int(rng.normal(0, 4)))
        cv2.polylines(out, [np.array([ends[end], bend], np.int32)], False, 255, wide, cv2.LINE_AA)
    if rng.random() < 0.3:
        cv2.circle(out, (half, half), int(side * rng.uniform(0.1, 0.3)), 255, -1, cv2.LINE_AA)
    return out


def _hatched(sign: Sign, side: int) -> NDArray[np.uint8]:
    rng, out = _own(sign), np.zeros((side, side), np.uint8)
    step, lean = int(rng.integers(10, 26)), int(side * rng.choice([-1.0, 0.0, 1.0]))
    for at in range(-side, 2 * side, step):
        cv2.line(out, (at, 0), (at + lean, side), 255, max(2, step // 3), cv2.LINE_AA)
    if rng.random() < 0.5:
        out = np.minimum(out, _outline(replace(sign, number=sign.number + 1), side))
    return out


def _blob(sign: Sign, side: int) -> NDArray[np.uint8]:
    """Something organic, symmetric left and right: a leaf, a mask, a beetle."""
    rng = _own(sign)
    half = clouds(rng, 24, 24, 3, 3)
    whole = (half + half[:, ::-1]) if rng.random() < 0.7 else half * 1.6
    rows, columns = np.mgrid[-1:1:24j, -1:1:24j]
    grown = whole * 0.9 + 0.75 * sign.large - 0.9 * np.hypot(rows, columns)
    large = cv2.resize(grown.astype(np.float32), (side, side), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(large * 20, 0, 1) * 255, np.uint8)


def _pixels(sign: Sign, side: int) -> NDArray[np.uint8]:
    """A sign of a few squares."""
    rng = _own(sign)
    many = int(rng.integers(4, 8))
    half = rng.random((many, (many + 1) // 2)) < 0.5
    whole = np.hstack([half, half[:, ::-1][:, many % 2 :]]).astype(np.uint8) * 255
    inner = int(side * sign.large)
    out = np.zeros((side, side), np.uint8)
    corner = (side - inner) // 2
    out[corner : corner + inner, corner : corner + inner] = cv2.resize(
        whole, (inner, inner), interpolation=cv2.INTER_NEAREST
    )
    return out


def _curl(sign: Sign, side: int) -> NDArray[np.uint8]:
    """A curve without corners: a spiral, a knot, a wave."""
    rng, out = _own(sign), np.zeros((side, side), np.uint8)
    t = np.linspace(0, 1, 80)
    a, b = rng.integers(1, 4, 2)
    angle = 2 * np.pi * (t * a + rng.random())
    radius = side * 0.6 * sign.large * (t if rng.random() < 0.5 else np.cos(2 * np.pi * b * t))
    points = np.stack([np.cos(angle), np.sin(angle)], 1) * radius[:, None] + side / 2
    cv2.polylines(out, [points.astype(np.int32)], False, 255, int(rng.integers(3, 11)), cv2.LINE_AA)
    return out


FAMILIES: dict[str, Callable[[Sign, int], NDArray[np.uint8]]] = {
    "letter": _letter, "outline": _outline, "round": _round, "strokes": _strokes, "dots": _dots,
    "band": _band, "hatched": _hatched, "blob": _blob, "pixels": _pixels, "curl": _curl,
}  # fmt: skip
SIGNS_KEPT_BACK = ("pixels", "curl")
SIGNS_KNOWN = tuple(name for name in FAMILIES if name not in SIGNS_KEPT_BACK)


def marked(number: int, over: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a small mark near a sign: dots or a bar above it, a hook below, a stroke through it, a
    digit in a corner."""
    side, rng = len(over), np.random.default_rng(number)
    out, kind = np.zeros_like(over), int(rng.integers(5))
    inked = np.nonzero(over.any(1))[0]
    top, bottom = (int(inked[0]), int(inked[-1])) if len(inked) else (side // 3, side * 2 // 3)
    thick, x = int(rng.integers(4, 9)), side // 2 + int(rng.normal(0, 4))
    if kind == 0:
        apart_px = int(rng.integers(0, 15))
        for sign in {-1, 1} if apart_px > 6 else {0}:
            cv2.circle(out, (x + sign * apart_px, max(6, top - 6)), thick, 255, -1, cv2.LINE_AA)
    elif kind == 1:
        y = max(5, top - 6) if rng.random() < 0.5 else min(side - 5, bottom + 7)
        cv2.line(out, (x - 12, y), (x + 12, y + int(rng.normal(0, 5))), 255, thick, cv2.LINE_AA)
    elif kind == 2:
        cv2.ellipse(out, (x, min(side - 8, bottom + 4)), (8, 8), 0, -60, 160, 255, thick, cv2.LINE_AA)
    elif kind == 3:
        cv2.line(out, (x - 20, (top + bottom) // 2 + 8), (x + 20, (top + bottom) // 2 - 8), 255, thick)
    else:
        at = (int(side * rng.choice([0.08, 0.72])), int(side * rng.choice([0.28, 0.95])))
        cv2.putText(out, str(rng.integers(10)), at, cv2.FONT_HERSHEY_SIMPLEX, 0.8, 255, 2, cv2.LINE_AA)
    return out
