"""Drawings of what else lies on tables, and of hands: flat pictures with an outline and a height."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Bgra = NDArray[np.uint8]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Drawing:
    """A picture with transparency (h, w, 4), its scale, height, and outline about its middle in mm."""

    bgra: Bgra
    px_per_mm: float
    height_mm: float
    outline_mm: Floats

    def at_scale(self, px_per_mm: float) -> tuple[Bgra, float]:
        """Return the picture, and its scale, halved until it is hardly finer than asked."""
        bgra, scale = self.bgra, self.px_per_mm
        while scale > 1.4 * px_per_mm and min(bgra.shape[:2]) >= 8:
            half = cv2.resize(bgra, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            bgra = np.asarray(half, np.uint8)
            scale /= 2
        return bgra, scale


class _Sheet:
    """A transparent sheet drawn on in mm about its middle."""

    def __init__(self, width_mm: float, height_mm: float, px_per_mm: int) -> None:
        self.px_per_mm = px_per_mm
        # Sides divisible by 16 stay centred when the drawing is halved.
        height, width = (16 * -(-round(side * px_per_mm) // 16) for side in (height_mm, width_mm))
        self.bgr = np.zeros((height, width, 3), np.uint8)
        self.cover = np.zeros((height, width), np.uint8)

    def pixels(self, points_mm: Floats) -> NDArray[np.int32]:
        middle = np.array(self.cover.shape[::-1]) / 2
        return np.asarray(np.rint(points_mm * self.px_per_mm + middle - 0.5), np.int32)

    def shape(self, points_mm: Floats, colour: Floats) -> None:
        """Fill an opaque polygon."""
        outline = self.pixels(points_mm)
        cv2.fillPoly(self.bgr, [outline], colour.tolist(), cv2.LINE_AA)
        cv2.fillPoly(self.cover, [outline], 255, cv2.LINE_AA)

    def line(self, points_mm: Floats, colour: Floats, width_mm: float) -> None:
        """Draw an open line on what is already there."""
        width = max(1, round(width_mm * self.px_per_mm))
        cv2.polylines(self.bgr, [self.pixels(points_mm)], False, colour.tolist(), width, cv2.LINE_AA)

    def text(self, words: str, at_mm: tuple[float, float], size_mm: float, colour: Floats) -> None:
        x, y = self.pixels(np.array([at_mm]))[0].tolist()
        scale, width = size_mm * self.px_per_mm / 22, max(1, round(size_mm * self.px_per_mm / 10))
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(self.bgr, words, (x, y), font, scale, colour.tolist(), width, cv2.LINE_AA)

    def done(self, height_mm: float, outline_mm: Floats) -> Drawing:
        bgra = np.dstack([self.bgr, self.cover])
        return Drawing(bgra, float(self.px_per_mm), height_mm, outline_mm)


@lru_cache(maxsize=48)
def prop_drawing(kind: str, variant: int) -> Drawing:
    """Return one of the drawings of that kind."""
    return _DRAW[kind](np.random.default_rng([PROP_KINDS.index(kind), variant]))


def _rectangle(width: float, height: float) -> Floats:
    return np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * (width, height)


def _circle(radius: float, points: int = 48) -> Floats:
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * radius


def _any_colour(rng: np.random.Generator) -> Floats:
    return np.asarray(rng.uniform(20, 235, 3))


def _pencil(rng: np.random.Generator) -> Drawing:
    length, thick = rng.uniform(80, 175), rng.uniform(6.5, 8.5)
    sheet = _Sheet(length + 4, thick + 4, 5)
    paint, half = _any_colour(rng), length / 2
    for part, shade in ((-1 / 3, 0.75), (0.0, 1.0), (1 / 3, 0.6)):
        strip = _rectangle(length - 18, thick / 3) + np.array([9.0, part * thick])
        sheet.shape(strip, np.clip(paint * shade, 0, 255))
    tip = np.array([[-half + 18, -thick / 2], [-half, 0], [-half + 18, thick / 2]])
    sheet.shape(tip, np.array([150.0, 195, 225]))
    sheet.shape(
        np.array([[-half + 4, -thick / 9], [-half, 0], [-half + 4, thick / 9]]), np.array([40.0, 40, 40])
    )
    outline = np.concatenate([tip, [[half, thick / 2], [half, -thick / 2]]])
    return sheet.done(3.5, outline[[0, 1, 2, 3, 4]])


def _coin(rng: np.random.Generator) -> Drawing:
    radius = rng.uniform(8, 14)
    sheet = _Sheet(2 * radius + 4, 2 * radius + 4, 8)
    metal = np.array([[150.0, 160, 165], [70, 140, 175], [60, 95, 150]][rng.integers(3)])
    sheet.shape(_circle(radius), metal * 0.7)
    sheet.shape(_circle(radius * 0.95), metal)
    if rng.random() < 0.5:
        other = np.array([[150.0, 160, 165], [80, 160, 195]][rng.integers(2)])
        sheet.shape(_circle(radius * 0.68), other * 0.8)
        sheet.shape(_circle(radius * 0.65), other)
    words = str(rng.choice(["1", "2", "5", "10", "20", "50"]))
    sheet.text(words, (-radius * 0.35, radius * 0.35), radius * 0.7, metal * 0.6)
    bumps = cv2.GaussianBlur(rng.normal(0, 90, sheet.cover.shape).astype(np.float32), (0, 0), 2.5)
    sheet.bgr = np.clip(sheet.bgr + bumps[..., None], 0, 255).astype(np.uint8)
    return sheet.done(1.8, _circle(radius, 24))


def _card(rng: np.random.Generator) -> Drawing:
    width, height = [(56.0, 87.0), (44.0, 68.0), (70.0, 70.0)][rng.integers(3)]
    sheet = _Sheet(width + 2, height + 2, 5)
    sheet.shape(_rectangle(width, height), np.array([225.0, 232, 235]))
    sheet.shape(_rectangle(width - 7, height - 7), _any_colour(rng))
    for _ in range(int(rng.integers(2, 9))):
        where = rng.uniform(-0.35, 0.35, 2) * (width, height)
        sheet.shape(_circle(rng.uniform(2, 11), int(rng.integers(3, 20))) + where, _any_colour(rng))
    sheet.text(str(rng.integers(1, 13)), (-width / 2 + 5, -height / 2 + 13), 6, np.array([20.0, 20, 20]))
    return sheet.done(0.5, _rectangle(width, height))


def _pad(rng: np.random.Generator) -> Drawing:
    width, height = rng.uniform(70, 150), rng.uniform(100, 210)
    sheet = _Sheet(width + 2, height + 2, 4)
    sheet.shape(_rectangle(width, height), rng.uniform(215, 250, 3))
    rule = np.array([190.0, 170, 150]) if rng.random() < 0.7 else np.array([120.0, 120, 120])
    step = rng.uniform(6, 10)
    for y in np.arange(-height / 2 + 14, height / 2 - 3, step):
        sheet.line(np.array([[-width / 2 + 4, y], [width / 2 - 4, y]]), rule, 0.3)
    for x in np.linspace(-width / 2, width / 2, int(rng.integers(2, 6)))[1:-1]:
        sheet.line(np.array([[x, -height / 2 + 4], [x, height / 2 - 4]]), rule, 0.4)
        for y in np.arange(-height / 2 + 14, rng.uniform(-height / 2, height / 2), step):
            sheet.text(
                str(rng.integers(0, 60)), (x - 9, y - 1.5), step * 0.55, np.array([110.0, 50, 40])
            )
    return sheet.done(0.8, _rectangle(width, height))


def _slab(rng: np.random.Generator) -> Drawing:
    """A box, a book, a phone, the corner of a laptop."""
    width, height = rng.uniform(70, 320), rng.uniform(60, 220)
    sheet = _Sheet(width + 2, height + 2, 2)
    body = [np.array([150.0, 148, 145]), np.array([35.0, 33, 32]), _any_colour(rng)][rng.integers(3)]
    sheet.shape(_rectangle(width, height), body * 0.6)
    sheet.shape(_rectangle(width - 2, height - 2), body)
    if rng.random() < 0.5:
        sheet.shape(_rectangle(width * 0.85, height * 0.8), _any_colour(rng) * 0.7)
    return sheet.done(float(rng.uniform(5, 12)), _rectangle(width, height))


def _cable(rng: np.random.Generator) -> Drawing:
    sheet = _Sheet(260, 160, 4)
    t = np.linspace(-1, 1, 60)
    y = 55 * np.sin(t * rng.uniform(1, 4) + rng.uniform(0, 6)) * rng.uniform(0.3, 1)
    line = np.stack([t * 122, y], axis=1)
    width, colour = (
        rng.uniform(3, 6),
        np.array([35.0, 33, 32]) if rng.random() < 0.7 else rng.uniform(190, 235, 3),
    )
    thick = round(width * 4)
    cv2.polylines(sheet.cover, [sheet.pixels(line)], False, 255, thick, cv2.LINE_AA)
    sheet.bgr[:] = colour
    sheet.line(line - [0, width / 6], np.clip(colour + 40, 0, 255), width / 4)
    across = np.array([0, width / 2])
    sides = np.concatenate([line - across, line[::-1] + across])
    return sheet.done(2.0, sides)


_DRAW = {"pencil": _pencil, "coin": _coin, "card": _card, "pad": _pad, "slab": _slab, "cable": _cable}
PROP_KINDS = tuple(_DRAW)


_FINGERS = (
    (-34.0, -8.0, -62.0, 40.0),
    (-22, -38, -30, 78),
    (-2, -42, -2, 88),
    (16, -38, 22, 80),
    (30, -28, 44, 62),
)


@lru_cache(maxsize=12)
def hand_drawing(variant: int) -> Drawing:
    """Return a hand and its forearm; the palm is in the middle, the fingers point up."""
    rng = np.random.default_rng([77, variant])
    sheet = _Sheet(420, 720, 2)
    arm = np.array([[-30.0, 40], [30, 40], [38, 350], [-38, 350]])
    cv2.fillPoly(sheet.cover, [sheet.pixels(arm)], 255)
    cv2.ellipse(
        sheet.cover, sheet.pixels(np.array([[0.0, 5]]))[0].tolist(), (84, 100), 0, 0, 360, 255, -1
    )
    curl = rng.uniform(0.6, 1.0)
    for number, (x, y, way_x, length) in enumerate(_FINGERS):
        _finger(sheet, (x, y), way_x * rng.uniform(0.9, 1.1), length * curl, 19 if number else 21)
    sheet.cover = np.where(cv2.GaussianBlur(sheet.cover, (0, 0), 4) > 127, 255, 0).astype(np.uint8)
    _flesh(rng, sheet)
    found, _ = cv2.findContours(sheet.cover, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    edge = max(found, key=cv2.contourArea).reshape(-1, 2)[::6]
    middle = np.array(sheet.cover.shape[::-1]) / 2
    return sheet.done(40.0, (edge + 0.5 - middle) / sheet.px_per_mm)


def _finger(sheet: _Sheet, root: tuple[float, float], way_x: float, length: float, thick: float) -> None:
    tip = (way_x, root[1] - length) if abs(way_x) < 60 else (way_x - 12, root[1] - length * 0.6)
    ends = sheet.pixels(np.array([root, tip])).tolist()
    cv2.line(sheet.cover, ends[0], ends[1], 255, round(thick * sheet.px_per_mm), cv2.LINE_AA)


def _flesh(rng: np.random.Generator, sheet: _Sheet) -> None:
    """Colour the hand: skin that turns darker towards the outline, and a sleeve."""
    skins = [(165, 190, 230), (140, 170, 215), (110, 140, 190), (70, 95, 140), (45, 65, 100)]
    skin = np.array(skins[rng.integers(len(skins))], np.float32)
    deep = cv2.distanceTransform(sheet.cover, cv2.DIST_L2, 3) / sheet.px_per_mm
    round_ = 0.55 + 0.45 * np.sqrt(np.clip(deep / 11, 0, 1))
    spots = cv2.GaussianBlur(rng.normal(0, 1, deep.shape).astype(np.float32), (0, 0), 6) * 0.5
    body = skin * (round_ * (1 + spots * 0.3))[..., None]
    cuff = sheet.pixels(np.array([[0.0, rng.uniform(90, 200)]]))[0, 1]
    if rng.random() < 0.6:
        body[cuff:] = _any_colour(rng) * round_[cuff:, :, None]
    sheet.bgr = np.clip(body, 0, 255).astype(np.uint8)
