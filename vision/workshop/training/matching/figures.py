"""Synthetic figures that stand on boards: turned ones, discs, and cut-out ones, each in a few
colours."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.board_grid import PX_PER_CELL as CELL
from vision.workshop.training.matching.paint import (
    SIGNS_KNOWN,
    Floats,
    Mask,
    Rng,
    Sign,
    apart,
    colour,
    drawn,
)

SLICES = 12
"""Number of slices, one above the other, as which a figure is drawn."""
Shadow = tuple[tuple[float, float], float, float]
"""Direction and length, darkness, softness (px)."""


@dataclass(frozen=True, eq=False)
class PaintedFigure:
    """The figure with one name, which stands on cells. ``radii``: half its width, in cells, from foot to
    head; ``high``: in cells; ``outline``: each slice as seen from above."""

    label: int
    inks: tuple[Floats, ...]
    radii: Floats
    high: float
    outline: Mask
    shine: float


def figures(rng: Rng) -> tuple[PaintedFigure, ...]:
    """Return the figures of a game: one form in several colours with a name each, or one form for each
    name."""
    many, how = int(rng.integers(1, 5)), rng.random()
    inks = [np.clip(ink, 0.03, 0.97) for ink in apart(rng, many)] if rng.random() < 0.7 else []
    inks = inks or [colour(rng) for _ in range(many)]
    if how < 0.4:
        return (_figure(rng, 0, tuple(inks)),)
    if how < 0.8:
        first = _figure(rng, 0, tuple(inks))
        return tuple(
            PaintedFigure(n, (ink,), first.radii, first.high, first.outline, first.shine)
            for n, ink in enumerate(inks)
        )
    return tuple(_figure(rng, n, (ink,)) for n, ink in enumerate(inks))


def _figure(rng: Rng, label: int, inks: tuple[Floats, ...]) -> PaintedFigure:
    foot, up, kind = rng.uniform(0.14, 0.32), np.linspace(0, 1, SLICES), rng.random()
    round_ = np.zeros((CELL, CELL), np.uint8)
    cv2.circle(round_, (CELL // 2, CELL // 2), CELL // 2 - 1, 255, -1, cv2.LINE_AA)
    outline, high = np.asarray(round_ / 255, np.float32), foot * rng.uniform(1.5, 4.5)
    if kind < 0.6:  # turned: a foot, a waist, a ball
        waist, head, neck = rng.uniform(0.35, 0.9), rng.uniform(0.5, 1.0), rng.uniform(0.5, 0.75)
        body = waist + (1 - waist) * np.clip(1 - up / neck, 0, 1) ** rng.uniform(0.7, 2)
        ball = np.sqrt(np.clip(1 - ((up - (1 + neck) / 2) / ((1 - neck) / 2)) ** 2, 0, 1)) * head
        radii = np.where(up < neck, body, np.maximum(ball, 0.25 * head))
    elif kind < 0.7:  # a cone
        radii = 1 - up * rng.uniform(0.4, 0.9)
    elif kind < 0.85:  # a disc, a cylinder, a cube
        radii, high = np.ones(SLICES), foot * rng.uniform(0.3, 1.6)
        if rng.random() < 0.4:
            outline = np.ones((CELL, CELL), np.float32)
    else:  # cut out of board or wood
        family = SIGNS_KNOWN[int(rng.integers(len(SIGNS_KNOWN)))]
        sign = drawn(
            Sign(family, int(rng.integers(1 << 30)), -1, int(rng.integers(1000)), 0.9), CELL, CELL
        )
        thick = cv2.dilate(sign, np.ones((7, 7), np.uint8))
        radii, high, outline = (
            np.ones(SLICES),
            foot * rng.uniform(0.5, 2.0),
            np.asarray(thick, np.float32),
        )
    return PaintedFigure(
        label,
        inks,
        np.asarray(radii * foot, np.float32),
        float(high),
        outline,
        float(rng.uniform(0, 0.5)),
    )


def drawn_figure(
    rng: Rng,
    figure: PaintedFigure,
    ink: int,
    board: tuple[Floats, Mask],
    at: tuple[float, float],
    lean: tuple[float, float],
    shadow: Shadow,
) -> None:
    """Draw a figure, and its shadow, on a board: its canvas, and what figures hide of it."""
    canvas, hidden = board
    reach = int(CELL * (1 + 2 * figure.high + figure.radii.max()))
    left, top = max(0, int(at[0]) - reach), max(0, int(at[1]) - reach)
    around = np.s_[top : int(at[1]) + reach, left : int(at[0]) + reach]
    part = canvas[around]
    place, turn = (at[0] - left, at[1] - top), rng.uniform(0, 360)
    high_px = figure.high * CELL
    way, dark, soft_px = shadow

    def cut(radius: float, away: tuple[float, float]) -> Mask:
        matrix = cv2.getRotationMatrix2D((CELL / 2 - 0.5, CELL / 2 - 0.5), turn, max(0.06, 2 * radius))
        matrix[:, 2] += np.array(place) + np.array(away) - CELL / 2
        return np.asarray(cv2.warpAffine(figure.outline, matrix, part.shape[1::-1]), np.float32)

    ups = np.linspace(0, 1, SLICES).tolist()
    if dark > 0.02:
        thrown = np.zeros(part.shape[:2], np.float32)
        for up, radius in list(zip(ups, figure.radii.tolist(), strict=True))[::2]:
            away = way[0] * up * high_px, way[1] * up * high_px
            np.maximum(thrown, cut(radius, away), out=thrown)
        part *= 1 - cv2.GaussianBlur(thrown, (0, 0), max(0.6, soft_px))[..., None] * np.float32(dark)
    paint = figure.inks[ink] * np.float32(rng.uniform(0.85, 1.1))
    lit = np.array(way) / (np.hypot(*way) + 1e-6)
    rows, columns = np.mgrid[: part.shape[0], : part.shape[1]].astype(np.float32)
    for up, radius in zip(ups, figure.radii.tolist(), strict=True):
        away = lean[0] * up * high_px, lean[1] * up * high_px
        where = cut(radius, away)[..., None]
        # The side towards the lamp is brighter.
        side = (columns - place[0] - away[0]) * lit[0] + (rows - place[1] - away[1]) * lit[1]
        bright = 0.6 + 0.35 * up - 0.25 * np.clip(side / (radius * CELL + 1), -1, 1)
        shaded = paint * bright[..., None].astype(np.float32)
        part += (shaded - part) * where
        np.maximum(hidden[around], where[..., 0], out=hidden[around])
    if figure.shine:
        x, y = (place[0] + lean[0] * high_px - lit[0] * 3, place[1] + lean[1] * high_px - lit[1] * 3)
        spot = np.exp(
            -((columns - x) ** 2 + (rows - y) ** 2) / (2 * (figure.radii[-2] * CELL * 0.4 + 1) ** 2)
        )
        part += (
            spot * figure.shine * cut(float(figure.radii[-2]), (lean[0] * high_px, lean[1] * high_px))
        )[..., None] * (1 - part)
