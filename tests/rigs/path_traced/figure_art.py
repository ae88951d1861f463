"""Draws knights and catapults: polygons, discs and bars on the square from -1 to 1, y down."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.rigs.path_traced.artists import Artist
from tests.rigs.path_traced.city_art import CANVAS_PX, Image, bgr

Point = tuple[float, float]


class Pen:
    """Draws on a canvas in figure coordinates; ``light`` draws with the colour of the body."""

    def __init__(
        self, canvas: Image, size: float, ink: tuple[int, int, int], paper: tuple[int, int, int]
    ) -> None:
        self._canvas, self._scale = canvas, size * CANVAS_PX / 2
        self._ink, self._paper = ink, paper

    def shape(self, points: Sequence[Point], *, light: bool = False) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self._canvas, [self._px(points)], self._colour(light), cv2.LINE_AA)

    def disc(self, centre: Point, radius: float, *, light: bool = False) -> None:
        """Fill a circle."""
        x, y = self._px([centre])[0].tolist()
        cv2.circle(
            self._canvas, (x, y), round(radius * self._scale), self._colour(light), -1, cv2.LINE_AA
        )

    def bar(self, start: Point, end: Point, width: float, *, light: bool = False) -> None:
        """Draw a thick line with round ends."""
        a, b = self._px([start, end]).tolist()
        cv2.line(self._canvas, a, b, self._colour(light), round(width * self._scale), cv2.LINE_AA)

    def wheel(self, centre: Point, radius: float) -> None:
        """Draw a wheel with a hub."""
        self.disc(centre, radius)
        self.disc(centre, radius * 0.6, light=True)
        self.disc(centre, radius * 0.25)

    def _px(self, points: Sequence[Point]) -> NDArray[np.int32]:
        return np.round(np.array(points) * self._scale + CANVAS_PX / 2).astype(np.int32)

    def _colour(self, light: bool) -> tuple[int, int, int]:
        return self._paper if light else self._ink


def figure_face(artist: Artist, face: str) -> Image:
    """Return the print of a knight or a catapult: shape (CANVAS_PX, CANVAS_PX, 3), BGR."""
    canvas = np.full((CANVAS_PX, CANVAS_PX, 3), bgr(artist.body), np.uint8)
    pen = Pen(canvas, artist.figure_size, bgr(artist.figure), bgr(artist.body))
    draw = KNIGHTS[artist.knight] if face == "knight" else CATAPULTS[artist.catapult]
    draw(pen)
    return canvas


def _meeple(pen: Pen) -> None:
    half = [
        (0.16, -0.42),
        (0.5, -0.32),
        (0.92, -0.1),
        (0.92, 0.12),
        (0.45, 0.14),
        (0.78, 0.78),
        (0.74, 0.92),
    ]
    right = [*half, (0.2, 0.92), (0.0, 0.52)]
    pen.shape([*right, *[(-x, y) for x, y in reversed(right)]])
    pen.disc((0, -0.62), 0.34)


def _helmet(pen: Pen) -> None:
    pen.shape(
        [
            (-0.55, -0.45),
            (-0.3, -0.72),
            (0.3, -0.72),
            (0.55, -0.45),
            (0.5, 0.55),
            (0, 0.95),
            (-0.5, 0.55),
        ]
    )
    pen.shape([(0, -0.72), (0.2, -0.98), (0.75, -0.9), (0.95, -0.5), (0.62, -0.62), (0.3, -0.6)])
    pen.bar((-0.42, -0.2), (0.42, -0.2), 0.12, light=True)
    pen.bar((0, -0.1), (0, 0.6), 0.1, light=True)


def _horse(pen: Pen) -> None:
    head = [
        (-0.6, 0.9),
        (-0.5, 0.3),
        (-0.1, -0.05),
        (-0.25, -0.2),
        (-0.6, -0.02),
        (-0.85, -0.2),
        (-0.45, -0.6),
    ]
    pen.shape(
        [*head, (-0.2, -0.75), (-0.1, -0.98), (0.08, -0.72), (0.45, -0.5), (0.68, 0.1), (0.7, 0.9)]
    )
    pen.disc((-0.22, -0.48), 0.07, light=True)


def _shield(pen: Pen) -> None:
    pen.shape(
        [(-0.7, -0.8), (0.7, -0.8), (0.7, 0.05), (0.45, 0.55), (0, 0.95), (-0.45, 0.55), (-0.7, 0.05)]
    )
    pen.bar((0, -0.62), (0, 0.66), 0.16, light=True)
    pen.bar((-0.52, -0.2), (0.52, -0.2), 0.16, light=True)


def _pawn(pen: Pen) -> None:
    pen.disc((-0.15, -0.55), 0.33)
    pen.shape([(-0.45, -0.28), (0.15, -0.28), (0.4, 0.72), (0.5, 0.92), (-0.8, 0.92), (-0.7, 0.72)])
    pen.bar((0.68, 0.92), (0.68, -0.92), 0.1)
    pen.shape([(0.68, -0.95), (0.68, -0.55), (0.2, -0.78)])


def _rider(pen: Pen) -> None:
    pen.shape(
        [(-0.75, 0.1), (0.5, 0.1), (0.62, -0.3), (0.95, -0.12), (0.8, 0.05), (0.65, 0.5), (-0.7, 0.5)]
    )
    for x in (-0.62, -0.35, 0.3, 0.56):
        pen.bar((x, 0.4), (x, 0.88), 0.13)
    pen.shape([(-0.35, 0.1), (-0.3, -0.45), (0.1, -0.45), (0.15, 0.1)])
    pen.disc((-0.1, -0.65), 0.22)
    pen.bar((0.0, -0.15), (0.9, -0.8), 0.08)


def _onager(pen: Pen) -> None:
    pen.bar((-0.85, 0.5), (0.85, 0.5), 0.2)
    pen.bar((-0.3, 0.5), (0.1, -0.1), 0.14)
    pen.bar((0.5, 0.5), (0.1, -0.1), 0.14)
    pen.bar((0.45, 0.3), (-0.6, -0.6), 0.14)
    pen.disc((-0.66, -0.66), 0.24)
    for x in (-0.55, 0.55):
        pen.wheel((x, 0.62), 0.3)


def _trebuchet(pen: Pen) -> None:
    pen.bar((-0.8, 0.85), (0.8, 0.85), 0.16)
    pen.bar((-0.5, 0.85), (0.1, -0.25), 0.13)
    pen.bar((0.65, 0.85), (0.1, -0.25), 0.13)
    pen.bar((-0.85, -0.75), (0.6, 0.0), 0.12)
    pen.shape([(0.42, -0.05), (0.9, -0.05), (0.84, 0.38), (0.48, 0.38)])
    pen.bar((-0.85, -0.75), (-0.75, -0.2), 0.06)
    pen.disc((-0.74, -0.12), 0.14)


def _ballista(pen: Pen) -> None:
    bow = [(float(np.sin(a)) * 0.9, -0.05 - float(np.cos(a)) * 0.62) for a in np.linspace(-1.5, 1.5, 13)]
    for a, b in pairwise(bow):
        pen.bar(a, b, 0.15)
    pen.bar(bow[0], (0, 0.45), 0.05)
    pen.bar(bow[-1], (0, 0.45), 0.05)
    pen.bar((0, -0.9), (0, 0.95), 0.17)
    pen.bar((-0.3, 0.8), (0.3, 0.8), 0.14)


def _wagon(pen: Pen) -> None:
    pen.shape([(-0.8, 0.2), (0.8, 0.2), (0.7, 0.52), (-0.7, 0.52)])
    pen.bar((0.5, 0.3), (0.85, -0.7), 0.13)
    pen.shape([(0.55, -0.85), (0.95, -0.95), (0.98, -0.6), (0.7, -0.52)])
    pen.bar((0.6, 0.0), (-0.35, 0.25), 0.08)
    for x in (-0.55, 0.0, 0.55):
        pen.wheel((x, 0.68), 0.25)


def _mangonel(pen: Pen) -> None:
    pen.shape([(-0.9, 0.7), (0.9, 0.7), (0.9, 0.88), (-0.9, 0.88)])
    pen.shape([(-0.15, 0.7), (-0.05, -0.55), (0.1, -0.55), (0.25, 0.7)])
    pen.bar((-0.6, 0.62), (0.6, -0.6), 0.12)
    pen.disc((0.68, -0.7), 0.22)
    pen.disc((0.68, -0.7), 0.1, light=True)


def _sling(pen: Pen) -> None:
    pen.bar((0, 0.92), (0, 0.1), 0.22)
    pen.bar((0, 0.1), (-0.6, -0.55), 0.18)
    pen.bar((0, 0.1), (0.6, -0.55), 0.18)
    pen.bar((-0.6, -0.55), (0.6, -0.55), 0.06)
    pen.disc((0, -0.62), 0.2)


KNIGHTS: dict[str, Callable[[Pen], None]] = {
    "meeple": _meeple,
    "helmet": _helmet,
    "horse": _horse,
    "shield": _shield,
    "pawn": _pawn,
    "rider": _rider,
}
CATAPULTS: dict[str, Callable[[Pen], None]] = {
    "onager": _onager,
    "trebuchet": _trebuchet,
    "ballista": _ballista,
    "wagon": _wagon,
    "mangonel": _mangonel,
    "sling": _sling,
}
