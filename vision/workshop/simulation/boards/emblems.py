"""Small pictures printed on cells: buildings of many types, huts, and signs of where lines begin."""

from collections.abc import Callable

import numpy as np

from vision.workshop.simulation.boards.pen import Ink, Pen, mixed, moved, shade
from vision.workshop.simulation.boards.styles import BoardStyle
from vision.workshop.simulation.shapes import circle, oblong

TYPES = 6
"""Number of types of buildings with different drawings; more of them repeat in other colours."""
_DARK: Ink = (38, 42, 48)
_GLASS: Ink = (205, 220, 215)


def draw_building(pen: Pen, style: BoardStyle, kind: int, value: int) -> None:
    """Draw a building of that type about the pen's origin, its value beside it; a cell is 30 mm."""
    roof = style.roofs[kind % len(style.roofs)]
    if style.sight == "front":
        wall = mixed(roof, (215, 228, 235), 0.55)
        _FRONTS[kind % TYPES](pen.at(-1.5, 1.0), wall, roof)
    elif style.sight == "roof":
        _ROOFS[kind % TYPES](pen.at(-1.0, 1.0), roof)
    else:
        _flat(pen, kind, roof)
    _badge(pen, style, value)


def draw_hut(pen: Pen, style: BoardStyle) -> None:
    """Draw a small hut that stands apart: the print of a mark that is frequent and has no number."""
    ink, wood = style.hut, shade(style.hut, 0.62)
    pen.box(0, 9.0, 15, 3, shade(mixed(style.ground[0], ink, 0.3), 0.85))
    pen.box(0, 1.5, 11, 15, ink)
    for x in (-3.3, 0.0, 3.3):
        pen.line([[x, -5], [x, 8.5]], wood, 0.35)
    pen.fill([[-7.5, -5], [0, -11.5], [7.5, -5]], wood)
    pen.box(0, 2.5, 6.2, 11.5, shade(ink, 0.8))
    pen.line(moved(oblong(6.2, 11.5), 0, 2.5), wood, 0.5, closed=True)
    moon = circle(1.6, 20)[5:16] * [1.0, 1.1]
    pen.fill(moved(np.concatenate([moon, moon[::-1] * [0.45, 1.0]]), 0.8, 0.0), _DARK)
    pen.disc(2.1, 3.5, 0.5, _DARK)


def draw_begin(pen: Pen, style: BoardStyle, number: int) -> None:
    """Draw the place where something begins: a ring with a sign in it, a different one for each
    number."""
    ink = style.roofs[(number * 2) % len(style.roofs)]
    pen.disc(0, 0, 12.5, shade(ink, 0.7))
    pen.disc(0, 0, 11.2, mixed(ink, (240, 240, 240), 0.72))
    points = 4 + 2 * (number % 3)
    star = circle(9.5, 2 * points)
    star[1::2] *= 0.45
    pen.fill(star, ink)
    pen.disc(0, 0, 2.6, mixed(ink, (240, 240, 240), 0.8))


def _badge(pen: Pen, style: BoardStyle, value: int) -> None:
    x, y = 9.6, -9.6
    if style.badge == "disc":
        pen.disc(x, y, 4.3, shade(style.number_ink, 1.2))
        pen.disc(x, y, 3.8, style.badge_ink)
    elif style.badge == "square":
        pen.box(x, y, 7.4, 7.4, style.badge_ink)
        pen.line(moved(oblong(7.4, 7.4), x, y), style.number_ink, 0.4, closed=True)
    else:
        pen.number(value, 0, 0.5, 10.0, style.number_ink)
        return
    pen.number(value, x, y, 4.6, style.number_ink)


def _flat(pen: Pen, kind: int, ink: Ink) -> None:
    """A plain sign: a field of colour whose outline identifies the type, even without colour."""
    shapes = (
        oblong(21, 21),
        circle(11.5),
        circle(12.5, 6),
        circle(13, 4) * 1.05,
        oblong(23, 14),
        np.array([[-10, 9], [-10, -5], [0, -12.5], [10, -5], [10, 9]]),
    )
    pen.fill(shapes[kind % TYPES], ink)
    pen.line(shapes[kind % TYPES] * 0.86, shade(ink, 1.25), 0.5, closed=True)


def _windows(pen: Pen, xs: tuple[float, ...], y: float, wide: float, tall: float) -> None:
    for x in xs:
        pen.box(x, y, wide, tall, _DARK)
        pen.box(x, y, wide * 0.72, tall * 0.8, _GLASS)


def _store(pen: Pen, wall: Ink, roof: Ink) -> None:
    """A false front with a wide porch."""
    pen.box(0, 2, 19, 15, wall)
    pen.box(0, -7.5, 15, 6, roof)
    pen.line([[-7.5, -10.5], [7.5, -10.5]], shade(roof, 0.6), 1.2)
    pen.box(0, -7.3, 10, 2.2, mixed(roof, (235, 240, 240), 0.7))
    pen.fill([[-11, 2], [11, 2], [9.5, -2.5], [-9.5, -2.5]], shade(roof, 0.8))
    for x in (-9.5, -3.2, 3.2, 9.5):
        pen.line([[x, 2], [x, 9.5]], shade(roof, 0.5), 0.9)
    pen.box(0, 6, 4.5, 7, shade(roof, 0.45))


def _temple(pen: Pen, wall: Ink, roof: Ink) -> None:
    """Columns under a gable."""
    pen.box(0, 2.5, 19, 13, shade(wall, 0.75))
    pen.fill([[-11.5, -4], [0, -11.5], [11.5, -4]], roof)
    pen.fill([[-7, -5], [0, -9.5], [7, -5]], wall)
    pen.box(0, -3.6, 22, 2, shade(roof, 0.7))
    for x in (-8.0, -4.0, 4.0, 8.0):
        pen.box(x, 3, 2, 11, mixed(wall, (250, 250, 250), 0.5))
    pen.box(0, 4.5, 4, 8, _DARK)
    pen.box(0, 9.3, 22, 2, shade(wall, 0.6))


def _schoolhouse(pen: Pen, wall: Ink, roof: Ink) -> None:
    """A gable and a small belfry."""
    pen.box(0, 3.5, 17, 12, wall)
    pen.fill([[-11, -2], [-6, -8], [6, -8], [11, -2]], roof)
    pen.box(0, -9.5, 4.4, 5, wall)
    pen.disc(0, -9.3, 1.3, (40, 130, 190))
    pen.fill([[-3.4, -12], [0, -14.5], [3.4, -12]], shade(roof, 0.7))
    _windows(pen, (-5.4, 5.4), 3.2, 3.6, 4.6)
    pen.box(0, 5.8, 3.8, 7.2, shade(roof, 0.55))


def _tower(pen: Pen, wall: Ink, roof: Ink) -> None:
    """A tall tower beside a low house."""
    pen.box(3.5, 5, 14, 9, wall)
    pen.fill([[-3.5, 0.5], [3.5, -4], [10.8, 0.5]], shade(roof, 0.85))
    pen.box(-6, 0, 7, 19, shade(wall, 0.88))
    pen.fill([[-10.5, -9], [-6, -15], [-1.5, -9]], roof)
    _windows(pen, (-6.0,), -4.5, 3.0, 3.6)
    _windows(pen, (1.8, 6.8), 4.0, 2.6, 3.2)
    pen.box(-6, 6.6, 3.2, 5.8, _DARK)


def _lockup(pen: Pen, wall: Ink, roof: Ink) -> None:
    """A squat block with barred windows and battlements."""
    pen.box(0, 2.5, 20, 14, shade(wall, 0.8))
    for x in (-8.5, -2.9, 2.9, 8.5):
        pen.box(x, -6, 3.2, 4, roof)
    pen.box(0, -4, 20.5, 2.2, roof)
    for x in (-6.0, 6.0):
        pen.box(x, 2, 5.4, 5, _DARK)
        for bar in (-1.6, 0.0, 1.6):
            pen.line([[x + bar, -0.4], [x + bar, 4.4]], _GLASS, 0.5)
    pen.box(0, 5.6, 4.2, 7.6, shade(roof, 0.5))


def _barn(pen: Pen, wall: Ink, roof: Ink) -> None:
    """A curved roof and a great crossed door."""
    pen.box(0, 4, 18, 11, roof)
    pen.fill([[-10.5, -1], [-8, -7.5], [0, -11.5], [8, -7.5], [10.5, -1]], shade(roof, 0.6))
    pen.fill([[-8, -1], [-6, -6], [0, -9], [6, -6], [8, -1]], mixed(roof, wall, 0.4))
    door = moved(oblong(9, 9.5), 0, 4.8)
    pen.fill(door, wall)
    pen.line(door, shade(roof, 0.5), 0.7, closed=True)
    pen.line([[-4.5, 0], [4.5, 9.5]], shade(roof, 0.5), 0.7)
    pen.line([[4.5, 0], [-4.5, 9.5]], shade(roof, 0.5), 0.7)
    pen.disc(0, -5, 1.7, _DARK)


_FRONTS: tuple[Callable[[Pen, Ink, Ink], None], ...] = (
    _store,
    _temple,
    _schoolhouse,
    _tower,
    _lockup,
    _barn,
)


def _hipped(pen: Pen, roof: Ink) -> None:
    """A ridge between four slopes, lit from one side."""
    a, b, c, d = (-10, -7.5), (10, -7.5), (10, 7.5), (-10, 7.5)
    e, f = (-4, 0), (4, 0)
    pen.box(1.2, 1.4, 20, 15, _DARK)
    for points, factor in (
        ((a, b, f, e), 1.15),
        ((b, c, f), 0.9),
        ((c, d, e, f), 0.75),
        ((d, a, e), 1.0),
    ):
        pen.fill(points, shade(roof, factor))
    pen.line([e, f], shade(roof, 1.35), 0.6)


def _corner(pen: Pen, roof: Ink) -> None:
    """Two wings at a right angle."""
    pen.box(-4.5, 0.8, 9, 20, _DARK)
    pen.box(-5.5, 0, 4.5, 20, shade(roof, 1.1))
    pen.box(-1.5, 0, 4, 20, shade(roof, 0.8))
    pen.fill([[-3.4, 10], [-3.4, 6], [10, 6], [10, 10]], shade(roof, 0.72))
    pen.fill([[0.5, 2.4], [10, 2.4], [10, 6], [-3.4, 6]], shade(roof, 1.05))
    pen.box(-6.5, -6, 2, 2, _DARK)


def _keep(pen: Pen, roof: Ink) -> None:
    """A round tower with a pointed roof."""
    pen.disc(1.4, 1.4, 10, _DARK)
    for n in range(12):
        turn = n / 12 * 360
        factor = 0.95 - 0.32 * np.cos(np.radians(turn - 320))
        wedge = [[0, 0], *(circle(10, 48)[n * 4 : n * 4 + 5]), *(circle(10, 48)[:1] if n == 11 else [])]
        pen.fill(wedge, shade(roof, float(factor)))
    pen.disc(0, 0, 1.2, (60, 190, 225))


def _nave(pen: Pen, roof: Ink) -> None:
    """A long nave with a transept, and a tower at its end."""
    pen.box(1.0, 1.0, 9, 22, _DARK)
    pen.box(-2.2, 0, 4.5, 21, shade(roof, 1.1))
    pen.box(2.2, 0, 4.5, 21, shade(roof, 0.78))
    pen.box(0, -3.2, 20, 3.6, shade(roof, 1.15))
    pen.box(0, 0.4, 20, 3.6, shade(roof, 0.7))
    pen.box(0, 8.2, 7.4, 6.4, (160, 170, 178))
    pen.line([[-3.7, 5], [3.7, 11.4]], _DARK, 0.4)
    pen.line([[3.7, 5], [-3.7, 11.4]], _DARK, 0.4)


def _court(pen: Pen, roof: Ink) -> None:
    """Four wings around a yard."""
    pen.box(1.0, 1.0, 21, 19, _DARK)
    a, b, c, d = (np.array(p, float) for p in ((-10.5, -9.5), (10.5, -9.5), (10.5, 9.5), (-10.5, 9.5)))
    for (p, q), factor in zip(((a, b), (b, c), (c, d), (d, a)), (1.15, 0.9, 0.72, 1.0), strict=True):
        pen.fill(np.array([p, q, q * 0.38, p * 0.38]), shade(roof, factor))
    pen.box(0, 0, 8, 7.2, (120, 160, 150))
    pen.disc(0, 0, 1.8, (190, 150, 80))


def _sheds(pen: Pen, roof: Ink) -> None:
    """A row of narrow roofs side by side."""
    pen.box(1.0, 1.0, 21, 17, _DARK)
    for n, x in enumerate((-7.9, -2.7, 2.5, 7.7)):
        pen.box(x - 1.2, 0, 2.6, 16.5 - (n % 2) * 3, shade(roof, 1.12 - 0.06 * n))
        pen.box(x + 1.3, 0, 2.4, 16.5 - (n % 2) * 3, shade(roof, 0.74 - 0.03 * n))
    pen.box(-7.9, -4.5, 1.5, 1.5, _DARK)
    pen.box(2.5, 4.5, 1.5, 1.5, _DARK)


_ROOFS: tuple[Callable[[Pen, Ink], None], ...] = (_hipped, _corner, _keep, _nave, _court, _sheds)
