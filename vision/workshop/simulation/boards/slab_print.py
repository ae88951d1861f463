"""A flat piece's printed picture: the line along it, and its start, bridges and ends."""

from functools import lru_cache

import numpy as np

from vision.readings.places import PointMm
from vision.workshop.simulation.boards.board_print import PX_PER_MM, mottled, scatter
from vision.workshop.simulation.boards.pen import Ink, Pen, mixed, moved, shade
from vision.workshop.simulation.boards.styles import PieceStyle, piece_style
from vision.workshop.simulation.boards.things import PartLook, Slab, SlabMake
from vision.workshop.simulation.shapes import circle, oblong
from vision.workshop.simulation.surroundings.props import PropDrawing

_ORIGIN = PointMm(0.0, 0.0)
_HALF = 15.0
_WIDE = 12.0
"""Width of the line that runs along a piece."""


def slab_drawing(slab: Slab) -> PropDrawing:
    """Return the printed top of a piece, its far end up."""
    return _drawn(slab.make, slab.labels)


@lru_cache(maxsize=96)
def _drawn(make: SlabMake, labels: tuple[str, ...]) -> PropDrawing:
    style, size = piece_style(make.style, make.seed), Slab(make, labels, _ORIGIN, 0.0).size_mm
    looks = [make.look(label) for label in labels]
    rng = np.random.default_rng([make.seed, 3, len(labels), *labels[0].encode()])
    darker = shade(style.ground, 1 - 0.08 * style.mottling)
    image = mottled(rng, size, (style.ground, darker), style.mottling)
    pen = Pen(image, PX_PER_MM)
    scatter(rng, pen, size, style.growth, style.growth_ink, 1.3)
    step = size[1] / len(labels)
    for number, look in enumerate(looks):
        # The first part is the near one: the far end of the piece is the top of its picture.
        here = pen.at(size[0] / 2, size[1] - (number + 0.5) * step, scale=step / (2 * _HALF))
        _draw_part(here, style, look)
    if style.rim is not None:
        pen.line(oblong(*size) + np.array(size) / 2, style.rim, 1.2, closed=True)
    bgra = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    return PropDrawing(bgra, float(PX_PER_MM), 0.0, oblong(*size))


def _draw_part(pen: Pen, style: PieceStyle, look: PartLook) -> None:
    near = {"single": 12.5, "start": 6.5}.get(look.mark, _HALF)
    far = 9.0 if look.mark in ("single", "end") else _HALF
    _RUNS[look.figure](pen, style, near, far)
    if look.mark in ("single", "end"):
        _draw_end(pen, style)
    if look.mark in ("single", "start"):
        where = pen.at(0, 5.5, scale=0.75) if look.mark == "single" else pen.at(0, 2.0)
        _draw_start(where, style, look)
    if look.mark == "bridge":
        _draw_bridge(pen, style)


def _strip(near: float, far: float, wide: float = _WIDE) -> np.ndarray:
    """Return an oblong from ``near`` below the middle to ``far`` above it."""
    return moved(oblong(wide, near + far), 0, (near - far) / 2)


def _road(pen: Pen, style: PieceStyle, near: float, far: float) -> None:
    ink = style.road
    pen.fill(_strip(near, far, _WIDE + 1.4), shade(ink, 0.78))
    pen.fill(_strip(near, far), ink)
    for x in (-3.2, 3.2):
        ys = np.linspace(near, -far, 12)
        pen.line(np.column_stack([x + 0.35 * np.sin(ys * 1.1 + x), ys]), shade(ink, 0.7), 0.8)
    for y in np.arange(-far + 2, near, 4.5):
        pen.disc(-0.6 + (y % 3) * 0.4, y, 0.5, shade(ink, 1.15))


def _water(pen: Pen, style: PieceStyle, near: float, far: float) -> None:
    ys, ink = np.linspace(near, -far, 16), style.water
    banks = 1.1 * np.sin(ys * 0.42)
    left, right = np.column_stack([banks - _WIDE / 2, ys]), np.column_stack([banks + _WIDE / 2, ys])
    pen.fill(np.concatenate([moved(left, -1.0, 0), moved(right[::-1], 1.0, 0)]), shade(ink, 1.3))
    pen.fill(np.concatenate([left, right[::-1]]), ink)
    for x, phase in ((-3.0, 0.0), (0.2, 2.0), (3.2, 4.0)):
        pen.line(
            np.column_stack([x + banks + 0.7 * np.sin(ys * 0.9 + phase), ys]), shade(ink, 1.35), 0.4
        )


def _rails(pen: Pen, style: PieceStyle, near: float, far: float) -> None:
    ink = style.rails
    pen.fill(_strip(near, far), mixed(style.ground, ink, 0.28))
    for y in np.arange(-far + 1.5, near, 3.0):
        pen.box(0, y, _WIDE - 0.5, 1.3, (60, 85, 115))
    for x in (-3.4, 3.4):
        pen.line([[x, near], [x, -far]], shade(ink, 0.8), 1.3)
        pen.line([[x - 0.3, near], [x - 0.3, -far]], shade(ink, 1.7), 0.4)


def _bricks(pen: Pen, style: PieceStyle, near: float, far: float) -> None:
    ink = style.bricks
    pen.fill(_strip(near, far, _WIDE + 0.8), shade(ink, 0.6))
    for row, y in enumerate(np.arange(-far + 1.4, near, 2.9)):
        for n in range(3):
            x = (n - 1) * 4.2 + (1.0 if row % 2 else -1.0)
            wide = min(3.7, 2 * (_WIDE / 2 - abs(x)))
            pen.box(x, y, wide, 2.3, shade(ink, 0.92 + 0.12 * ((row * 3 + n * 5) % 4) / 2))


_RUNS = {"road": _road, "water": _water, "rails": _rails, "bricks": _bricks}


def _draw_start(pen: Pen, style: PieceStyle, look: PartLook) -> None:
    """A disc with a figure that shows the direction, a different one for each line."""
    pen.disc(0, 0, 7.6, shade(style.mark, 0.6))
    pen.disc(0, 0, 6.9, style.marked)
    _TRAVELLERS[look.figure](pen, style.mark, style.marked)


def _coach(pen: Pen, ink: Ink, pale: Ink) -> None:
    pen.fill([[-3.6, 1.5], [-3.6, -2.2], [-1.6, -4.6], [2.6, -4.6], [3.6, -2.2], [3.6, 1.5]], ink)
    pen.box(-1.4, -1.4, 2.2, 2.0, pale)
    pen.box(1.6, -1.4, 2.2, 2.0, pale)
    for x in (-2.4, 2.4):
        pen.disc(x, 2.6, 2.0, ink)
        pen.disc(x, 2.6, 0.9, pale)


def _boat(pen: Pen, ink: Ink, pale: Ink) -> None:
    pen.fill([[-5.2, 1.2], [5.2, 1.2], [3.0, 4.4], [-3.2, 4.4]], ink)
    pen.line([[0, 1.2], [0, -5.2]], ink, 0.8)
    pen.fill([[0.6, -5.0], [4.2, 0.0], [0.6, 0.0]], ink)
    pen.fill([[-0.6, -3.6], [-3.2, 0.0], [-0.6, 0.0]], mixed(ink, pale, 0.5))


def _engine(pen: Pen, ink: Ink, pale: Ink) -> None:
    pen.box(0.8, -0.2, 7.0, 3.6, ink)
    pen.box(-3.0, -1.4, 3.0, 6.0, ink)
    pen.box(-3.0, -2.2, 1.6, 1.8, pale)
    pen.box(3.0, -3.4, 1.4, 3.0, ink)
    for x in (-3.0, 0.4, 3.4):
        pen.disc(x, 3.0, 1.4, ink)
        pen.disc(x, 3.0, 0.5, pale)


def _sentry(pen: Pen, ink: Ink, pale: Ink) -> None:
    pen.box(0, 1.6, 4.0, 5.6, ink)
    pen.disc(0, -2.4, 1.9, ink)
    pen.box(0, -4.2, 2.6, 2.4, ink)
    pen.line([[3.6, 4.6], [3.6, -5.0]], ink, 0.7)
    pen.line([[-1.0, -1.2], [1.0, 4.4]], pale, 0.5)


_TRAVELLERS = {"road": _coach, "water": _boat, "rails": _engine, "bricks": _sentry}


def _draw_bridge(pen: Pen, style: PieceStyle) -> None:
    """A span of planks across the line of the piece, and a keeper's hut beyond it."""
    wood, dark = (95, 135, 175), (45, 70, 100)
    pen.box(0, 0, 27.5, 11.5, shade(style.ground, 0.7))
    pen.box(0, 0, 27.5, 9.6, wood)
    for x in np.linspace(-12.6, 12.6, 10):
        pen.line([[x, -4.8], [x, 4.8]], dark, 0.45)
    for y in (-5.0, 5.0):
        pen.line([[-13.7, y], [13.7, y]], dark, 1.1)
        for x in (-13.2, -4.4, 4.4, 13.2):
            pen.disc(x, y, 0.95, shade(wood, 1.25))
    pen.box(10.6, -9.8, 5.6, 4.6, style.marked)
    pen.fill([[7.0, -11.4], [10.6, -14.0], [14.2, -11.4]], style.mark)
    pen.box(10.6, -9.0, 1.8, 3.0, dark)


def _draw_end(pen: Pen, style: PieceStyle) -> None:
    """A barrier across the far end, and a post with an arm beside it."""
    pen.box(0, -9.6, 16.5, 2.6, shade(style.mark, 0.8))
    for x in np.arange(-6.4, 8, 4.2):
        pen.box(x, -9.6, 2.1, 2.6, style.marked)
    pen.line([[10.2, -2.0], [10.2, -11.0]], (45, 65, 90), 1.0)
    pen.fill([[10.0, -10.8], [13.6, -9.2], [10.0, -7.6]], style.mark)
    pen.fill(moved(circle(1.1, 12), -10.4, -9.4), style.mark)
