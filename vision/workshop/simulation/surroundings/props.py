"""Drawings of other things on tables: flat pictures with an outline and a height."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.shapes import circle, oblong

Bgra = NDArray[np.uint8]
Floats = NDArray[np.float64]
_ROUND = 48
"""Corners of what is drawn round."""


@dataclass(frozen=True, eq=False)
class PropDrawing:
    """A picture with transparency (h, w, 4), its scale, height, and outline about its middle in mm.

    ``shades``: it throws a shadow of its outline.
    """

    bgra: Bgra
    px_per_mm: float
    height_mm: float
    outline_mm: Floats
    shades: bool = True

    def at_scale(self, px_per_mm: float) -> tuple[Bgra, float]:
        """Return the picture, and its scale, halved until it is hardly finer than needed."""
        bgra, scale = self.bgra, self.px_per_mm
        while scale > 1.4 * px_per_mm and min(bgra.shape[:2]) >= 8:
            half = cv2.resize(bgra, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            bgra = np.asarray(half, np.uint8)
            scale /= 2
        return bgra, scale


class ClearSheet:
    """A transparent sheet drawn on in mm about its middle."""

    def __init__(self, width_mm: float, height_mm: float, px_per_mm: int) -> None:
        self.px_per_mm = px_per_mm
        # Sides divisible by 16 stay centred when the drawing is halved.
        height, width = (16 * -(-round(side * px_per_mm) // 16) for side in (height_mm, width_mm))
        self.bgr = np.zeros((height, width, 3), np.uint8)
        self.cover = np.zeros((height, width), np.uint8)

    def pixels(self, points_mm: Floats) -> NDArray[np.int32]:
        """Return the whole pixels (n, 2) nearest to points in mm."""
        middle = np.array(self.cover.shape[::-1]) / 2
        return np.asarray(np.rint(points_mm * self.px_per_mm + middle - 0.5), np.int32)

    def shape(self, points_mm: Floats, colour: Floats) -> None:
        """Fill an opaque polygon."""
        outline = self.pixels(points_mm)
        cv2.fillPoly(self.bgr, [outline], colour.tolist(), cv2.LINE_AA)
        cv2.fillPoly(self.cover, [outline], 255, cv2.LINE_AA)

    def line(self, points_mm: Floats, colour: Floats, width_mm: float) -> None:
        """Draw an open line over the existing picture."""
        width = max(1, round(width_mm * self.px_per_mm))
        cv2.polylines(self.bgr, [self.pixels(points_mm)], False, colour.tolist(), width, cv2.LINE_AA)

    def text(self, words: str, at_mm: tuple[float, float], size_mm: float, colour: Floats) -> None:
        """Write over the existing picture."""
        x, y = self.pixels(np.array([at_mm]))[0].tolist()
        scale, width = size_mm * self.px_per_mm / 22, max(1, round(size_mm * self.px_per_mm / 10))
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(self.bgr, words, (x, y), font, scale, colour.tolist(), width, cv2.LINE_AA)

    def done(self, height_mm: float, outline_mm: Floats, *, shades: bool = True) -> PropDrawing:
        """Return the finished drawing."""
        bgra = np.dstack([self.bgr, self.cover])
        return PropDrawing(bgra, float(self.px_per_mm), height_mm, outline_mm, shades)


@lru_cache(maxsize=48)
def prop_drawing(kind: str, variant: int) -> PropDrawing:
    """Return one of the drawings of that kind."""
    return _DRAW[kind](np.random.default_rng([PROP_KINDS.index(kind), variant]))


def _any_colour(rng: np.random.Generator) -> Floats:
    return np.asarray(rng.uniform(20, 235, 3))


def _pencil(rng: np.random.Generator) -> PropDrawing:
    length, thick = rng.uniform(80, 175), rng.uniform(6.5, 8.5)
    sheet = ClearSheet(length + 4, thick + 4, 5)
    paint, half = _any_colour(rng), length / 2
    for part, shade in ((-1 / 3, 0.75), (0.0, 1.0), (1 / 3, 0.6)):
        strip = oblong(length - 18, thick / 3) + np.array([9.0, part * thick])
        sheet.shape(strip, np.clip(paint * shade, 0, 255))
    tip = np.array([[-half + 18, -thick / 2], [-half, 0], [-half + 18, thick / 2]])
    sheet.shape(tip, np.array([150.0, 195, 225]))
    sheet.shape(
        np.array([[-half + 4, -thick / 9], [-half, 0], [-half + 4, thick / 9]]), np.array([40.0, 40, 40])
    )
    outline = np.concatenate([tip, [[half, thick / 2], [half, -thick / 2]]])
    return sheet.done(3.5, outline[[0, 1, 2, 3, 4]])


def _coin(rng: np.random.Generator) -> PropDrawing:
    radius = rng.uniform(8, 14)
    sheet = ClearSheet(2 * radius + 4, 2 * radius + 4, 8)
    metals = np.array([[160.0, 168, 172], [80, 150, 185], [65, 100, 155]])
    sheet.shape(circle(radius, _ROUND), metals[rng.integers(3)])
    if rng.random() < 0.4:
        sheet.shape(circle(radius * 0.68, _ROUND), metals[rng.integers(2)])
    raised = ClearSheet(2 * radius + 4, 2 * radius + 4, 8)
    white = np.array([255.0, 255, 255])
    raised.line(circle(radius * 0.93, _ROUND), white, 0.9)
    raised.text(
        str(rng.choice(["1", "2", "5", "10", "20", "50"])),
        (-radius * 0.5, radius * 0.3),
        radius * 0.8,
        white,
    )
    for _ in range(int(rng.integers(2, 7))):
        raised.line(
            rng.normal(0, radius * 0.4, (int(rng.integers(2, 6)), 2)), white, rng.uniform(0.4, 1.2)
        )
    sheet.bgr = _emboss(rng, sheet.bgr, raised.bgr[..., 0])
    return sheet.done(1.8, circle(radius, 24))


def _emboss(
    rng: np.random.Generator, metal: NDArray[np.uint8], raised: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """Light worn metal from one side, with a sheen across it."""
    height = cv2.GaussianBlur(raised.astype(np.float32) / 255, (0, 0), 1.5)
    wear = cv2.GaussianBlur(rng.normal(0, 1, raised.shape).astype(np.float32), (0, 0), 3)
    slope = cv2.Sobel(height, cv2.CV_32F, 1, 0) + cv2.Sobel(height, cv2.CV_32F, 0, 1) + 0.2 * wear
    sheen = np.linspace(rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), raised.shape[1])[None, :]
    return np.clip(metal * (1 + 0.25 * slope + sheen)[..., None], 0, 255).astype(np.uint8)


def _card(rng: np.random.Generator) -> PropDrawing:
    width, height = [(56.0, 87.0), (44.0, 68.0), (70.0, 70.0)][rng.integers(3)]
    sheet = ClearSheet(width + 2, height + 2, 5)
    sheet.shape(oblong(width, height), np.array([225.0, 232, 235]))
    sheet.shape(oblong(width - 7, height - 7), _any_colour(rng))
    for _ in range(int(rng.integers(2, 9))):
        where = rng.uniform(-0.35, 0.35, 2) * (width, height)
        sheet.shape(circle(rng.uniform(2, 11), int(rng.integers(3, 20))) + where, _any_colour(rng))
    sheet.text(str(rng.integers(1, 13)), (-width / 2 + 5, -height / 2 + 13), 6, np.array([20.0, 20, 20]))
    return sheet.done(0.5, oblong(width, height))


def _pad(rng: np.random.Generator) -> PropDrawing:
    width, height = rng.uniform(70, 150), rng.uniform(100, 210)
    sheet = ClearSheet(width + 2, height + 2, 4)
    sheet.shape(oblong(width, height), rng.uniform(215, 250, 3))
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
    return sheet.done(0.8, oblong(width, height))


def _slab(rng: np.random.Generator) -> PropDrawing:
    """A box, a book, a phone, the corner of a laptop."""
    width, height = rng.uniform(70, 320), rng.uniform(60, 220)
    sheet = ClearSheet(width + 2, height + 2, 2)
    body = [np.array([150.0, 148, 145]), np.array([35.0, 33, 32]), _any_colour(rng)][rng.integers(3)]
    sheet.shape(oblong(width, height), body * 0.6)
    sheet.shape(oblong(width - 2, height - 2), body)
    if rng.random() < 0.5:
        sheet.shape(oblong(width * 0.85, height * 0.8), _any_colour(rng) * 0.7)
    return sheet.done(float(rng.uniform(5, 12)), oblong(width, height))


def _cable(rng: np.random.Generator) -> PropDrawing:
    sheet = ClearSheet(260, 160, 4)
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


def _crumb(rng: np.random.Generator) -> PropDrawing:
    size = rng.uniform(0.4, 2.5)
    sheet = ClearSheet(3 * size, 3 * size, 10)
    colour = [np.array([30.0, 35, 40]), np.array([120.0, 160, 190]), np.array([235.0, 235, 235])][
        rng.integers(3)
    ]
    outline = circle(size, 9) * rng.uniform(0.3, 1.0, (9, 1))
    sheet.shape(outline, colour)
    return sheet.done(0.4, outline)


def _token(rng: np.random.Generator) -> PropDrawing:
    """A wooden figure or disc lying flat, in a player's colour."""
    size = rng.uniform(12, 22)
    sheet = ClearSheet(size * 1.4, size * 1.4, 6)
    colour = np.array(
        [[200, 90, 30], [40, 40, 190], [60, 140, 50], [40, 200, 230], [35, 35, 35]][rng.integers(5)]
    )
    if rng.random() < 0.4:
        outline = circle(size / 2, 40)
    else:
        side = np.array(
            [
                [0.0, -0.5],
                [0.14, -0.42],
                [0.1, -0.24],
                [0.46, -0.04],
                [0.24, 0.1],
                [0.42, 0.5],
                [0.05, 0.5],
                [0, 0.3],
            ]
        )
        outline = np.concatenate([side, side[::-1] * [-1, 1]]) * size
    sheet.shape(outline, colour * 0.65)
    sheet.shape(outline * 0.93 - [0.3, 0.3], colour.astype(np.float64))
    return sheet.done(float(rng.uniform(2, 9)), outline)


def _tray(rng: np.random.Generator) -> PropDrawing:
    """The rim of a box or a dice tray."""
    width, height, rim = rng.uniform(180, 320), rng.uniform(140, 260), rng.uniform(3, 14)
    sheet = ClearSheet(width + 2, height + 2, 2)
    colour = rng.uniform(15, 200) * np.array([1.0, rng.uniform(0.8, 1.2), rng.uniform(0.8, 1.3)])
    sheet.shape(oblong(width, height), np.clip(colour, 0, 255))
    hollow = sheet.pixels(oblong(width - 2 * rim, height - 2 * rim))
    cv2.fillPoly(sheet.cover, [hollow], 0)
    cv2.polylines(sheet.bgr, [hollow], True, np.clip(colour * 0.5, 0, 255).tolist(), 3)
    return sheet.done(float(rng.uniform(8, 30)), oblong(width, height), shades=False)


def _cup(rng: np.random.Generator) -> PropDrawing:
    """A cup seen from above: its handle, its rim, and its content."""
    radius = float(rng.uniform(34, 42))
    sheet = ClearSheet(3.4 * radius, 2.4 * radius, 3)
    china = np.array([225.0, 230.0, 235.0]) if rng.random() < 0.6 else _any_colour(rng)
    handle = oblong(radius * 0.8, radius * 0.36) + np.array([radius * 1.15, 0.0])
    outline = circle(radius, _ROUND)
    for shape, colour in (
        (handle, china * 0.8),
        (outline, china),
        (circle(radius * 0.88, _ROUND), china * 0.6),
    ):
        sheet.shape(shape, colour)
    sheet.shape(circle(radius * 0.8, _ROUND), np.array([25.0, 45.0, 75.0]))
    return sheet.done(70.0, outline)


_DRAW = {
    "pencil": _pencil,
    "coin": _coin,
    "card": _card,
    "pad": _pad,
    "slab": _slab,
    "cable": _cable,
    "crumb": _crumb,
    "token": _token,
    "tray": _tray,
    "cup": _cup,
}
PROP_KINDS = tuple(_DRAW)
