"""Draws pictures of tokens for the tests: gems in a board and beside it, candies, stones with symbols.

Flat drawings through a tilted camera, with a lamp's colour and slope, gloss, shadows, blur and noise.
"""

from dataclasses import dataclass, field
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPiece
from vision.readings.places import GridCell, PointPx

Canvas = NDArray[np.float32]

GEM_COLOURS = {
    "red": (34, 28, 190),
    "green": (60, 135, 30),
    "blue": (180, 75, 30),
    "yellow": (40, 205, 238),
    "brown": (35, 105, 185),
    "violet": (140, 45, 115),
}
"""Linear BGR, 0 to 255."""


@dataclass(frozen=True)
class Style:
    """How tokens, ground and lamp look. ``sides``: corners of a gem, 0 for round candies."""

    sides: int = 8
    gloss: float = 0.8
    facets: float = 0.35
    ground: tuple[float, float, float] = (120, 160, 190)
    grain: float = 0.08
    board: tuple[float, float, float] = (70, 110, 90)
    lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: float = 0.15
    tilt: float = 0.06
    turn_deg: float = 0.0
    noise: float = 2.5
    blur: float = 0.6
    hues: float = 0.0


@dataclass
class Drawn:
    """A picture and what lies on it."""

    image_bgr: ImageBgr
    tokens: list[LabelledPiece]
    corners_px: tuple[PointPx, ...] | None = None


@dataclass
class _Sheet:
    """A table drawn from straight above."""

    canvas: Canvas
    rng: Generator
    style: Style
    tokens: list[tuple[str, float, float, GridCell | None]] = field(default_factory=list)
    light: float = 0.0


def _ground(rng: Generator, style: Style, wh: tuple[int, int]) -> Canvas:
    width, height = wh
    canvas = np.ones((height, width, 3), np.float32) * np.array(style.ground, np.float32)
    fine = rng.normal(0, 1, (height // 3, width // 40 + 2)).astype(np.float32)
    grain = cv2.resize(fine, (width, height), interpolation=cv2.INTER_CUBIC)
    grain += rng.normal(0, 0.4, (height, width)).astype(np.float32)
    return np.asarray(np.clip(canvas * (1 + style.grain * grain[..., None]), 0, 255), np.float32)


def _polygon(x: float, y: float, radius: float, sides: int, turn: float) -> NDArray[np.int32]:
    corners = sides or 40
    points = [
        (x + radius * cos(turn + 2 * pi * k / corners), y + radius * sin(turn + 2 * pi * k / corners))
        for k in range(corners)
    ]
    return np.asarray(np.rint(np.array(points) * 16), np.int32)


def _fill(canvas: Canvas, points: NDArray[np.int32], colour: NDArray[np.float64]) -> None:
    cv2.fillConvexPoly(canvas, points, tuple(float(c) for c in colour), cv2.LINE_AA, 4)


def _shadow(sheet: _Sheet, x: float, y: float, radius: float) -> None:
    reach = int(radius * 1.8)
    x0, y0 = max(0, int(x) - reach), max(0, int(y) - reach)
    part = sheet.canvas[y0 : int(y) + reach, x0 : int(x) + reach]
    mask = np.zeros(part.shape[:2], np.float32)
    off = 0.22 * radius
    at = (int(x - x0 + off * cos(sheet.light)), int(y - y0 + off * sin(sheet.light)))
    cv2.circle(mask, at, int(radius), 1.0, -1)
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.14 * radius))
    part *= 1 - 0.5 * soft[..., None]


def draw_gem(sheet: _Sheet, label: str, x: float, y: float, radius: float) -> None:
    """Draw a gem (or a candy) with facets and a highlight."""
    rng, style = sheet.rng, sheet.style
    base = np.array(GEM_COLOURS[label], float) * rng.normal(1, 0.05)
    base = np.clip(base * np.exp(style.hues * _hue_of(label)), 2, 250)
    turn = rng.uniform(0, 2 * pi)
    _shadow(sheet, x, y, radius)
    if style.sides:
        _facets(sheet, base, x, y, radius, turn)
    else:
        for k in range(14):
            at, size = 0.035 * k * radius, radius * (1 - k / 15)
            shade = 0.62 + 0.5 * k / 14
            points = _polygon(x - at * cos(sheet.light), y - at * sin(sheet.light), size, 0, 0)
            _fill(sheet.canvas, points, np.clip(base * shade, 0, 255))
    _highlight(sheet, x, y, radius)


def _hue_of(label: str) -> NDArray[np.float64]:
    rng = np.random.default_rng(sum(map(ord, label)))
    return rng.normal(0, 1, 3)


def _facets(sheet: _Sheet, base: NDArray[np.float64], x: float, y: float, r: float, turn: float) -> None:
    style, rng = sheet.style, sheet.rng
    outer = _polygon(x, y, r, style.sides, turn)
    inner = _polygon(x, y, 0.58 * r, style.sides, turn)
    for k in range(style.sides):
        nxt = (k + 1) % style.sides
        quad = np.array([outer[k], outer[nxt], inner[nxt], inner[k]])
        lit = cos(turn + 2 * pi * (k + 0.5) / style.sides - sheet.light - pi)
        shade = 0.85 + style.facets * lit + rng.normal(0, 0.3 * style.facets)
        white = 90 * style.gloss * max(0.0, lit - 0.75) * 4
        _fill(sheet.canvas, quad, np.clip(base * max(shade, 0.15) + white, 0, 255))
    _fill(sheet.canvas, inner, np.clip(base * (1.05 + rng.normal(0, 0.08)), 0, 255))


def _highlight(sheet: _Sheet, x: float, y: float, radius: float) -> None:
    rng, style = sheet.rng, sheet.style
    for _ in range(rng.integers(1, 4)):
        away = rng.uniform(0.1, 0.6) * radius
        angle = sheet.light + pi + rng.normal(0, 0.5)
        centre = (int(16 * (x + away * cos(angle))), int(16 * (y + away * sin(angle))))
        axes = (int(16 * radius * rng.uniform(0.05, 0.22)), int(16 * radius * rng.uniform(0.04, 0.12)))
        level = 255 * style.gloss
        here = sheet.canvas[_around(centre[1], max(axes)), _around(centre[0], max(axes))]
        old = here.copy() if level < 250 else None
        cv2.ellipse(
            sheet.canvas,
            centre,
            axes,
            float(rng.uniform(0, 180)),
            0,
            360,
            (255, 255, 255),
            -1,
            cv2.LINE_AA,
            4,
        )
        if old is not None:
            here[:] = style.gloss * here + (1 - style.gloss) * old


def _around(middle: int, reach: int) -> slice:
    """Return the pixels of an axis that something may cover; both in sixteenths of a pixel."""
    return slice(max(0, (middle - reach) // 16 - 2), max(0, (middle + reach) // 16 + 3))


STONES = ("monster", "logo", "back", "sword", "axe", "shield", "helmet")


def draw_stone(sheet: _Sheet, label: str, x: float, y: float, radius: float) -> None:
    """Draw a disc with a symbol, turned anyhow."""
    _shadow(sheet, x, y, radius)
    back = np.array((40.0, 40.0, 42.0))
    face = back if label == "back" else np.array((165.0, 195.0, 205.0))
    _fill(sheet.canvas, _polygon(x, y, radius, 0, 0), face * 0.8)
    _fill(sheet.canvas, _polygon(x, y, 0.9 * radius, 0, 0), face)
    turn = sheet.rng.uniform(0, 2 * pi)
    for colour, polygons in _symbol(label):
        for one in polygons:
            points = np.array(one, float) * radius * 0.72
            rotation = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
            placed = points @ rotation.T + np.array([x, y])
            cv2.fillPoly(sheet.canvas, [np.rint(placed * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    if sheet.style.gloss > 0.3:
        _highlight(sheet, x, y, 0.7 * radius)


Polygons = list[list[tuple[float, float]]]


def _symbol(label: str) -> list[tuple[tuple[float, float, float], Polygons]]:
    dark, red, blue, gold = (30, 30, 30), (40, 40, 170), (150, 80, 40), (40, 150, 190)
    round_ = [(0.8 * cos(2 * pi * k / 24), 0.8 * sin(2 * pi * k / 24)) for k in range(24)]
    shapes: dict[str, list[tuple[tuple[float, float, float], Polygons]]] = {
        "monster": [
            (red, [round_]),
            (dark, [[(-0.5, -0.3), (-0.1, -0.1), (-0.5, 0.0)], [(0.5, -0.3), (0.1, -0.1), (0.5, 0.0)]]),
            (dark, [[(-0.5, 0.3), (0.5, 0.3), (0.0, 0.6)]]),
        ],
        "logo": [(gold, [[(0, -0.9), (0.9, 0), (0, 0.9), (-0.9, 0)]])],
        "back": [],
        "sword": [
            (dark, [[(-0.08, -0.9), (0.08, -0.9), (0.08, 0.5), (-0.08, 0.5)]]),
            (dark, [[(-0.4, 0.4), (0.4, 0.4), (0.4, 0.55), (-0.4, 0.55)]]),
            (red, [[(-0.1, 0.55), (0.1, 0.55), (0.1, 0.9), (-0.1, 0.9)]]),
        ],
        "axe": [
            (gold, [[(-0.08, -0.8), (0.08, -0.8), (0.08, 0.9), (-0.08, 0.9)]]),
            (dark, [[(0.08, -0.7), (0.7, -0.8), (0.7, 0.1), (0.08, -0.1)]]),
        ],
        "shield": [(blue, [[(-0.6, -0.7), (0.6, -0.7), (0.6, 0.1), (0, 0.85), (-0.6, 0.1)]])],
        "helmet": [
            (blue, [[(-0.7, 0.4), (-0.6, -0.4), (0, -0.8), (0.6, -0.4), (0.7, 0.4)]]),
            (dark, [[(-0.45, -0.1), (0.45, -0.1), (0.45, 0.1), (-0.45, 0.1)]]),
        ],
    }
    return shapes[label]


def gem_board(
    rng: Generator,
    style: Style,
    wh: tuple[int, int] = (1640, 1232),
    filled: float = 1.0,
    beside: int = 6,
    colours: tuple[str, ...] = tuple(GEM_COLOURS),
) -> Drawn:
    """Draw the board of 12 x 6 holes with gems in it and some beside it."""
    sheet = _Sheet(_ground(rng, style, wh), rng, style, light=rng.uniform(0, 2 * pi))
    pitch = wh[0] / 17.0
    left, top = wh[0] / 2 - 6 * pitch, wh[1] / 2 - 3 * pitch
    cv2.rectangle(
        sheet.canvas,
        (int(left - 1.6 * pitch), int(top - 0.5 * pitch)),
        (int(left + 12.6 * pitch), int(top + 6.5 * pitch)),
        style.board,
        -1,
    )
    labels = list(np.repeat(colours, 72 // len(colours)))
    rng.shuffle(labels)
    radius = 0.36 * pitch
    for row in range(6):
        y = top + (row + 0.5) * pitch
        red = (
            (int(left - 1.2 * pitch), int(y - 0.3 * pitch)),
            (int(left - 0.3 * pitch), int(y + 0.3 * pitch)),
        )
        cv2.rectangle(sheet.canvas, *red, (30, 30, 170), -1)
        for column in range(12):
            x = left + (column + 0.5) * pitch
            shade = tuple(0.45 * c for c in style.board)
            cv2.circle(sheet.canvas, (int(x), int(y)), int(1.18 * radius), shade, -1, cv2.LINE_AA)
            cv2.circle(sheet.canvas, (int(x), int(y)), int(1.18 * radius), (40, 60, 50), 2, cv2.LINE_AA)
            label = labels.pop()
            if rng.random() < filled:
                gx, gy = x + rng.normal(0, 0.03) * pitch, y + rng.normal(0, 0.03) * pitch
                sheet.tokens.append((label, gx, gy, GridCell(column, row)))
    for _ in range(beside):
        place = _free(rng, sheet, wh, radius, (top - 0.6 * pitch, top + 6.6 * pitch))
        sheet.tokens.append((str(rng.choice(colours)), *place, None))
    for label, x, y, _ in sheet.tokens:
        draw_gem(sheet, label, x, y, radius)
    corners = [
        (left + (c + 0.5) * pitch, top + (r + 0.5) * pitch)
        for c, r in ((0, 0), (11, 0), (11, 5), (0, 5))
    ]
    return _seen(sheet, wh, corners)


def loose(
    rng: Generator,
    style: Style,
    many: int,
    labels: tuple[str, ...] = tuple(GEM_COLOURS),
    wh: tuple[int, int] = (1280, 960),
    radius: float = 30.0,
    heap: float = 0.5,
    in_turn: bool = False,
) -> Drawn:
    """Draw tokens that lie about, many touching others; ``in_turn``: each label alike often."""
    sheet = _Sheet(_ground(rng, style, wh), rng, style, light=rng.uniform(0, 2 * pi))
    for n in range(many):
        beside = rng.random() < heap
        x, y = _beside_another(rng, sheet, wh, radius) if beside else _free(rng, sheet, wh, radius)
        label = labels[n % len(labels)] if in_turn else str(rng.choice(labels))
        sheet.tokens.append((label, x, y, None))
    for label, x, y, _ in sheet.tokens:
        (draw_stone if label in STONES else draw_gem)(sheet, label, x, y, radius)
    return _seen(sheet, wh, None)


def _free(
    rng: Generator,
    sheet: _Sheet,
    wh: tuple[int, int],
    radius: float,
    without: tuple[float, float] | None = None,
) -> tuple[float, float]:
    for _ in range(3000):
        x, y = rng.uniform(0.08, 0.92) * wh[0], rng.uniform(0.08, 0.92) * wh[1]
        if without and without[0] - radius < y < without[1] + radius:
            continue
        if all(np.hypot(x - a, y - b) > 2.3 * radius for _, a, b, _ in sheet.tokens):
            return float(x), float(y)
    raise ValueError("no room")


def _beside_another(
    rng: Generator, sheet: _Sheet, wh: tuple[int, int], radius: float
) -> tuple[float, float]:
    for _ in range(3000 if sheet.tokens else 0):
        _, a, b, _ = sheet.tokens[rng.integers(len(sheet.tokens))]
        angle, away = rng.uniform(0, 2 * pi), rng.uniform(2.0, 2.1) * radius
        x, y = a + away * cos(angle), b + away * sin(angle)
        inside = 0.08 * wh[0] < x < 0.92 * wh[0] and 0.08 * wh[1] < y < 0.92 * wh[1]
        if inside and all(np.hypot(x - a, y - b) >= 1.99 * radius for _, a, b, _ in sheet.tokens):
            return float(x), float(y)
    return _free(rng, sheet, wh, radius)


def _seen(sheet: _Sheet, wh: tuple[int, int], corners: list[tuple[float, float]] | None) -> Drawn:
    style, rng = sheet.style, sheet.rng
    width, height = wh
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    pulled = frame + rng.uniform(-1, 1, (4, 2)).astype(np.float32) * style.tilt * width * 0.5
    matrix = cv2.getPerspectiveTransform(frame, pulled.astype(np.float32))
    turned = cv2.getRotationMatrix2D((width / 2, height / 2), style.turn_deg, 1.0)
    matrix = np.vstack([turned, [0, 0, 1]]) @ matrix
    image = cv2.warpPerspective(
        sheet.canvas, matrix, wh, borderMode=cv2.BORDER_REFLECT, flags=cv2.INTER_AREA
    )
    across = np.linspace(-0.5, 0.5, width)[None, :] * rng.uniform(-1, 1)
    down = np.linspace(-0.5, 0.5, height)[:, None] * rng.uniform(-1, 1)
    image *= (1 + 2 * style.slope * (across + down))[..., None] * np.array(style.lamp)
    if style.blur:
        image = cv2.GaussianBlur(image, (0, 0), style.blur)
    image = 255 * np.clip(image / 255, 0, 1) ** (1 / 1.6)
    image += rng.normal(0, style.noise, image.shape)
    seen = np.clip(image, 0, 255).astype(np.uint8)
    points = np.array([[x, y] for _, x, y, _ in sheet.tokens], float).reshape(-1, 1, 2)
    places = np.zeros((0, 2))
    if len(points):
        places = np.asarray(cv2.perspectiveTransform(points, matrix)[:, 0])
    tokens = [
        LabelledPiece(label, PointPx(float(px), float(py)), cell=cell)
        for (label, _, _, cell), (px, py) in zip(sheet.tokens, places, strict=True)
    ]
    at = None
    if corners is not None:
        found = cv2.perspectiveTransform(np.array(corners)[:, None], matrix)[:, 0]
        at = tuple(PointPx(float(x), float(y)) for x, y in found)
    return Drawn(seen, tokens, at)
