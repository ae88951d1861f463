"""Draws in millimetres on a picture that will be printed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.shapes import circle, oblong

Ink = tuple[float, float, float]
"""A printed colour, blue-green-red, 0…255."""
Points = Sequence[Sequence[float]] | NDArray[np.float64]
"""Places in mm: (n, 2)."""
_SHIFT = 4


@dataclass(frozen=True, eq=False)
class Pen:
    """A place on the picture to draw at: its own origin, scale and turn."""

    image: NDArray[np.uint8]
    px_per_mm: float
    origin_mm: tuple[float, float] = (0.0, 0.0)
    angle_deg: float = 0.0
    scale: float = 1.0

    def at(self, x_mm: float, y_mm: float, *, turn_deg: float = 0.0, scale: float = 1.0) -> "Pen":
        """Return the pen with its origin there, turned clockwise and enlarged."""
        x, y = self._place([[x_mm, y_mm]])[0].tolist()
        return replace(
            self,
            origin_mm=(x, y),
            angle_deg=self.angle_deg + turn_deg,
            scale=self.scale * scale,
        )

    def fill(self, points_mm: Points, ink: Ink) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.image, [self._pixels(points_mm)], ink, cv2.LINE_AA, _SHIFT)

    def line(self, points_mm: Points, ink: Ink, width_mm: float, *, closed: bool = False) -> None:
        """Draw a line through points."""
        width = max(1, round(width_mm * self.scale * self.px_per_mm))
        points = self._pixels(points_mm)
        cv2.polylines(self.image, [points], closed, ink, width, cv2.LINE_AA, _SHIFT)

    def disc(self, x_mm: float, y_mm: float, radius_mm: float, ink: Ink) -> None:
        """Fill a circle."""
        self.fill(moved(circle(radius_mm), x_mm, y_mm), ink)

    def box(self, x_mm: float, y_mm: float, width_mm: float, height_mm: float, ink: Ink) -> None:
        """Fill an oblong about its middle."""
        self.fill(moved(oblong(width_mm, height_mm), x_mm, y_mm), ink)

    def number(self, value: int, x_mm: float, y_mm: float, tall_mm: float, ink: Ink) -> None:
        """Write a number about a place; it stands upright on the picture."""
        font, tall = cv2.FONT_HERSHEY_DUPLEX, tall_mm * self.scale * self.px_per_mm
        size, thick = tall / 21, max(1, round(tall / 9))
        (width, height), _ = cv2.getTextSize(str(value), font, size, thick)
        x, y = self._place([[x_mm, y_mm]])[0] * self.px_per_mm
        cv2.putText(
            self.image,
            str(value),
            (round(float(x) - width / 2), round(float(y) + height / 2)),
            font,
            size,
            ink,
            thick,
            cv2.LINE_AA,
        )

    def _place(self, points_mm: Points) -> NDArray[np.float64]:
        c, s = cos(radians(self.angle_deg)), sin(radians(self.angle_deg))
        points = np.asarray(points_mm, np.float64) * self.scale
        return np.asarray(points @ np.array([[c, s], [-s, c]]) + np.array(self.origin_mm))

    def _pixels(self, points_mm: Points) -> NDArray[np.int32]:
        seen = self._place(points_mm) * self.px_per_mm - 0.5
        return np.asarray(np.rint(seen * (1 << _SHIFT)), np.int32)


def moved(points_mm: NDArray[np.float64], x_mm: float, y_mm: float) -> NDArray[np.float64]:
    """Return points (n, 2) elsewhere."""
    return np.asarray(points_mm + np.array([x_mm, y_mm]))


def mixed(a: Ink, b: Ink, share: float) -> Ink:
    """Return a colour that share of the way from one to another."""
    blue, green, red = (x + (y - x) * share for x, y in zip(a, b, strict=True))
    return blue, green, red


def shade(ink: Ink, factor: float) -> Ink:
    """Return a colour made darker or lighter."""
    blue, green, red = (min(255.0, max(0.0, value * factor)) for value in ink)
    return blue, green, red
