"""A board's printed picture: ground, cells, and a small picture for each mark."""

import re
from collections import Counter
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell
from vision.workshop.simulation.boards.emblems import draw_begin, draw_building, draw_hut
from vision.workshop.simulation.boards.pen import Ink, Pen, mixed, moved, shade
from vision.workshop.simulation.boards.styles import BoardStyle, Growth, board_style
from vision.workshop.simulation.boards.things import BoardMake
from vision.workshop.simulation.shapes import circle, oblong
from vision.workshop.simulation.surroundings.props import PropDrawing

PX_PER_MM = 5
_NUMBERED = re.compile(r"(.*\S) +([0-9]+)")
_EMBLEM_MM = 30.0
_OFTEN = 5
"""Occurrences from which a mark without a number is a hut, and below which it is the sign of a
beginning."""


@lru_cache(maxsize=3)
def board_drawing(make: BoardMake) -> PropDrawing:
    """Return a board as it comes out of its box."""
    style, (width, height) = board_style(make.style, make.seed), make.size_mm
    rng = np.random.default_rng([make.seed, 2])
    image = mottled(rng, (width, height), style.ground, style.mottling)
    pen = Pen(image, PX_PER_MM)
    scatter(rng, pen, (width, height), style.growth, style.growth_ink, style.dense)
    _draw_frame(pen, style, make)
    columns, rows = make.grid
    marks, names = dict(make.marks), _number_names(make)
    others = Counter(mark for _, mark in make.marks if not _NUMBERED.fullmatch(mark))
    for row in range(rows):
        for column in range(columns):
            x, y = (make.margin_mm + (n + 0.5) * make.cell_mm for n in (column, row))
            here = pen.at(x, y, scale=make.cell_mm / _EMBLEM_MM)
            _draw_square(here, style)
            if (mark := marks.get(GridCell(column, row))) is not None:
                _draw_mark(here, style, mark, names, others)
    bgra = np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    return PropDrawing(bgra, float(PX_PER_MM), 0.0, oblong(width, height))


def mottled(
    rng: np.random.Generator, size_mm: tuple[float, float], inks: tuple[Ink, Ink], strength: float
) -> NDArray[np.uint8]:
    """Return printed ground of two colours in soft patches, with a fine grain."""
    width, height = (round(side * PX_PER_MM) for side in size_mm)
    share = np.full((height, width), 0.5, np.float32)
    for patch_mm, weight in ((45.0, 0.35), (12.0, 0.22), (3.0, 0.14), (0.6, 0.1)):
        share += strength * weight * _cloud(rng, (width, height), patch_mm)
    part = np.clip(share, 0, 1)[..., None]
    low, high = (np.array(ink, np.float32) for ink in inks)
    return np.asarray(np.clip(low + (high - low) * part, 0, 255), np.uint8, order="C")


def _cloud(rng: np.random.Generator, size_wh: tuple[int, int], patch_mm: float) -> NDArray[np.float32]:
    columns, rows = (max(2, round(side / PX_PER_MM / patch_mm)) for side in size_wh)
    small = rng.standard_normal((rows, columns), np.float32)
    return np.asarray(cv2.resize(small, size_wh, interpolation=cv2.INTER_CUBIC), np.float32)


def scatter(
    rng: np.random.Generator,
    pen: Pen,
    size_mm: tuple[float, float],
    growth: Growth,
    ink: Ink,
    dense: float,
) -> None:
    """Scatter over the ground what grows or lies there."""
    count = int(size_mm[0] * size_mm[1] / 260 * dense)
    for _ in range(0 if growth == "none" else count):
        here = pen.at(*(rng.uniform(0, size_mm)).tolist(), scale=float(rng.uniform(0.6, 1.4)))
        _GROWTHS[growth](rng, here, ink)


def _grass(rng: np.random.Generator, pen: Pen, ink: Ink) -> None:
    for lean in rng.normal(0, 1.2, 4):
        pen.line(
            [[lean * 0.3, 0], [lean, -2.2 - abs(lean) * 0.3]], shade(ink, rng.uniform(0.85, 1.2)), 0.3
        )


def _pebbles(rng: np.random.Generator, pen: Pen, ink: Ink) -> None:
    for x, y in rng.normal(0, 1.6, (3, 2)):
        stone = circle(float(rng.uniform(0.5, 1.1)), 9) * rng.uniform(0.75, 1.1, (9, 1)) + [x, y]
        pen.fill(moved(stone, 0.2, 0.25), shade(ink, 0.72))
        pen.fill(stone, shade(ink, float(rng.uniform(0.9, 1.1))))


def _cracks(rng: np.random.Generator, pen: Pen, ink: Ink) -> None:
    steps = rng.normal(0, 1.0, (5, 2)) + rng.normal(0, 1.0, 2)
    pen.line(np.cumsum(steps, axis=0), shade(ink, float(rng.uniform(0.95, 1.05))), 0.25)


def _stars(rng: np.random.Generator, pen: Pen, ink: Ink) -> None:
    star = circle(float(rng.uniform(0.3, 0.9)), 8)
    star[1::2] *= 0.35
    pen.fill(star, shade(ink, float(rng.uniform(0.7, 1.3))))


_GROWTHS = {"grass": _grass, "pebbles": _pebbles, "cracks": _cracks, "stars": _stars}


def _draw_frame(pen: Pen, style: BoardStyle, make: BoardMake) -> None:
    (width, height), margin = make.size_mm, make.margin_mm
    for depth, ink in ((0.7, style.frame), (0.12, mixed(style.frame, style.badge_ink, 0.6))):
        band = margin * depth
        middle = np.array([width / 2, height / 2])
        pen.line(oblong(width - band, height - band) + middle, ink, band, closed=True)


def _draw_square(pen: Pen, style: BoardStyle) -> None:
    ink, half = style.square_ink, 14.9
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    if style.squares == "lines":
        pen.line(corners, ink, 0.35, closed=True)
    elif style.squares == "cards":
        pen.fill(
            np.concatenate(
                [circle(2.2, 40)[(n * 10 + 20) % 40 :][:11] + c * 0.8 for n, c in enumerate(corners)]
            ),
            ink,
        )
    for corner, following in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        if style.squares == "corners":
            pen.line(np.array([corner, corner + (following - corner) * 0.16]), ink, 0.4)
            pen.line(np.array([following, following + (corner - following) * 0.16]), ink, 0.4)
        elif style.squares == "dashes":
            for start in np.linspace(0.02, 0.86, 7):
                ends = np.array([[start], [start + 0.08]]) * (following - corner) + corner
                pen.line(ends, ink, 0.35)
        elif style.squares == "dots":
            for share in np.linspace(0, 0.9, 8):
                x, y = (corner + share * (following - corner)).tolist()
                pen.disc(x, y, 0.5, ink)


def _number_names(make: BoardMake) -> list[str]:
    found = (_NUMBERED.fullmatch(mark) for _, mark in make.marks)
    return sorted({match[1] for match in found if match})


def _draw_mark(pen: Pen, style: BoardStyle, mark: str, names: list[str], others: Counter[str]) -> None:
    if match := _NUMBERED.fullmatch(mark):
        draw_building(pen, style, names.index(match[1]), int(match[2]))
    elif others[mark] >= _OFTEN:
        draw_hut(pen, style)
    else:
        draw_begin(pen, style, sorted(others).index(mark))
