"""The two silhouettes, knight (a meeple) and catapult, as different artists would cut them."""

import cv2
import numpy as np
from numpy.typing import NDArray

Coverage = NDArray[np.uint8]
Points = NDArray[np.float64]


def knight_art(art_seed: int, side_px: int) -> Coverage:
    """Return a standing figure: round head, spread arms, two legs."""
    rng = np.random.default_rng([art_seed, 10])
    pen = _Pen(side_px, rng.uniform(0.85, 1.25))
    head, arms, feet = rng.uniform(0.16, 0.26), rng.uniform(0.45, 0.68), rng.uniform(0.34, 0.56)
    hands, crotch = rng.uniform(-0.16, 0.1), rng.uniform(0.2, 0.4)
    right = [[0.11, -0.28], [0.3, hands - 0.14], [arms, hands - 0.04], [arms, hands + 0.12]]
    right += [[0.26, hands + 0.22], [feet, 0.58], [0.1, 0.58], [0.0, crotch]]
    side = np.array(right)
    pen.fill(np.concatenate([side, side[::-1] * [-1, 1]]))
    pen.disc((0.0, -0.42), head)
    pen.soften(rng.uniform(0.01, 0.035))
    if rng.random() < 0.2:
        pen.line((-0.1, 0.02), (0.1, 0.02), 0.05, 0)
        pen.line((0.0, -0.1), (0.0, 0.18), 0.05, 0)
    return pen.ink


def catapult_art(art_seed: int, side_px: int) -> Coverage:
    """Return a war engine from the side: a mangonel with its spoon, or a trebuchet with its weight."""
    rng = np.random.default_rng([art_seed, 11])
    pen = _Pen(side_px, rng.uniform(0.85, 1.15))
    draw = _mangonel if rng.random() < 0.7 else _trebuchet
    draw(rng, pen)
    return pen.ink[:, ::-1].copy() if rng.random() < 0.5 else pen.ink


def _mangonel(rng: np.random.Generator, pen: "_Pen") -> None:
    beam, base = rng.uniform(0.09, 0.15), rng.uniform(0.3, 0.42)
    half, top = rng.uniform(0.45, 0.62), rng.uniform(-0.15, 0.05)
    pen.line((-half, base), (half, base), beam, 255)
    pen.line((-0.25, base), (0.05, top), 0.8 * beam, 255)
    pen.line((0.3, base), (0.05, top), 0.8 * beam, 255)
    spoon = (rng.uniform(-0.62, -0.4), rng.uniform(-0.54, -0.25))
    pen.line((rng.uniform(0.3, 0.55), base - 0.08), spoon, 0.8 * beam, 255)
    pen.disc(spoon, rng.uniform(0.1, 0.17))
    if rng.random() < 0.35:
        pen.disc((spoon[0] + 0.02, spoon[1] - 0.18), 0.08)
    pen.soften(rng.uniform(0.008, 0.02))
    _wheels(rng, pen, 0.62 * half, base + 0.12)


def _trebuchet(rng: np.random.Generator, pen: "_Pen") -> None:
    beam, half = rng.uniform(0.08, 0.12), rng.uniform(0.4, 0.58)
    pivot = (rng.uniform(0.0, 0.15), rng.uniform(-0.25, -0.05))
    pen.line((-half, 0.5), (half, 0.5), beam, 255)
    for foot in (-0.7 * half, 0.75 * half):
        pen.line((foot, 0.5), pivot, beam, 255)
    lean = rng.uniform(0.3, 0.9)
    way = np.array([-np.cos(lean), -np.sin(lean)])
    tip, butt = np.array(pivot) + way * 0.62, np.array(pivot) - way * 0.33
    pen.line((tip[0], tip[1]), (butt[0], butt[1]), 0.8 * beam, 255)
    weight = rng.uniform(0.1, 0.15)
    pen.fill(np.array([[-1, -0.6], [1, -0.6], [0.8, 1.2], [-0.8, 1.2]]) * weight + butt)
    if rng.random() < 0.6:
        pen.line((tip[0], tip[1]), (tip[0] - 0.06, tip[1] + 0.3), 0.04, 255)
        pen.disc((tip[0] - 0.06, tip[1] + 0.32), 0.07)
    pen.soften(rng.uniform(0.008, 0.02))
    if rng.random() < 0.5:
        _wheels(rng, pen, 0.7 * half, 0.54)


def _wheels(rng: np.random.Generator, pen: "_Pen", apart: float, height: float) -> None:
    wheel, hollow = rng.uniform(0.12, 0.2), rng.random() < 0.5
    for x in (-apart, apart):
        pen.disc((x, height), wheel)
        if hollow:
            pen.disc((x, height), 0.45 * wheel, 0)


class _Pen:
    """Draws in face units, -1 to 1, on a fresh square of ink."""

    def __init__(self, side_px: int, scale: float) -> None:
        self.ink = np.zeros((side_px, side_px), np.uint8)
        self._half = side_px / 2
        self._scale = scale

    def fill(self, points: Points) -> None:
        cv2.fillPoly(self.ink, [self._pixels(points)], 255, cv2.LINE_AA)

    def disc(self, centre: tuple[float, float], radius: float, value: int = 255) -> None:
        x, y = self._pixels(np.array([centre]))[0].tolist()
        cv2.circle(self.ink, (x, y), self._length(radius), value, -1, cv2.LINE_AA)

    def line(self, a: tuple[float, float], b: tuple[float, float], width: float, value: int) -> None:
        start, end = self._pixels(np.array([a, b])).tolist()
        cv2.line(self.ink, start, end, value, max(1, self._length(width)), cv2.LINE_AA)

    def soften(self, radius: float) -> None:
        """Round every corner, as a print or a mould does."""
        blurred = cv2.GaussianBlur(self.ink, (0, 0), max(0.5, radius * self._half))
        self.ink = np.where(blurred > 127, 255, 0).astype(np.uint8)

    def _length(self, length: float) -> int:
        return round(length * self._scale * self._half)

    def _pixels(self, points: Points) -> NDArray[np.int32]:
        return np.asarray(np.rint(points * (self._scale * self._half) + self._half), np.int32)
