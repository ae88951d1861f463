"""Carcassonne faces by many artists: black city parts on a white field, with or without ornament."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.training.worlds.art_figures import catapult, knight
from vision.workshop.training.worlds.ink import TEXTURE_PX, InkMask, filled

CARCASSONNE = ("cap", "straight", "corner", "three", "knight", "catapult")


def carcassonne(rng: np.random.Generator) -> dict[str, InkMask]:
    """Return the six faces by one artist."""
    inset = rng.uniform(0.02, 0.11)
    parts = {"cap": _cap, "straight": _straight, "corner": _corner, "three": _three}
    faces = {name: part(rng, inset) for name, part in parts.items()}
    if rng.random() < 0.45:
        windows = rng.uniform(0.08, 0.16), int(rng.integers(1, 7))
        faces = {name: _with_windows(rng, mask, *windows) for name, mask in faces.items()}
    if rng.random() < 0.3:
        faces = {name: _with_wall(mask, int(rng.integers(2, 5))) for name, mask in faces.items()}
    if rng.random() < 0.35:
        fill = HATCHINGS[int(rng.integers(len(HATCHINGS)))](rng)
        faces = {name: _outline(mask, fill) for name, mask in faces.items()}
    if rng.random() < 0.3:
        faces = {name: _with_grass(rng, mask) for name, mask in faces.items()}
    faces["knight"] = knight(rng, inset)
    faces["catapult"] = catapult(rng, inset)
    return faces


def _with_windows(rng: np.random.Generator, mask: InkMask, size: float, count: int) -> InkMask:
    """Small houses or windows left white inside the city."""
    inside = cv2.erode(mask, np.ones((9, 9), np.uint8))
    rows, columns = np.nonzero(inside > 0.9)
    marked = mask.copy()
    for pick in rng.integers(0, max(1, rows.size), count if rows.size else 0):
        x, y, reach = (
            int(columns[pick]),
            int(rows[pick]),
            max(1, round(size * TEXTURE_PX * rng.uniform(0.2, 0.5))),
        )
        if rng.random() < 0.5:
            cv2.rectangle(marked, (x - reach, y - reach), (x + reach, y + reach), 0.0, -1)
        else:
            cv2.fillPoly(
                marked, [np.array([[x - reach, y + reach], [x, y - reach], [x + reach, y + reach]])], 0.0
            )
    return np.asarray(
        np.maximum(marked, np.clip(mask - cv2.erode(mask, np.ones((5, 5), np.uint8)), 0, 1)), np.float32
    )


def _with_wall(mask: InkMask, width: int) -> InkMask:
    """A white line inside the city's outline."""
    outer = cv2.erode(mask, np.ones((7, 7), np.uint8))
    inner = cv2.erode(outer, np.ones((2 * width + 1, 2 * width + 1), np.uint8))
    return np.asarray(np.clip(mask - np.clip(outer - inner, 0, 1), 0, 1), np.float32)


def _outline(mask: InkMask, fill: InkMask) -> InkMask:
    """A city drawn as an outline, filled with something lighter than ink."""
    inner = cv2.erode(mask, np.ones((5, 5), np.uint8))
    return np.asarray(np.clip(mask - inner, 0, 1) + inner * fill, np.float32)


def _stripes(rng: np.random.Generator) -> InkMask:
    rows, columns = np.mgrid[:TEXTURE_PX, :TEXTURE_PX]
    angle = rng.uniform(0, np.pi)
    across = (columns * np.cos(angle) + rows * np.sin(angle)) / rng.uniform(5, 14)
    return np.asarray(across % 1 < rng.uniform(0.3, 0.7), np.float32)


def _bricks(rng: np.random.Generator) -> InkMask:
    rows, columns = np.mgrid[:TEXTURE_PX, :TEXTURE_PX] / rng.uniform(8, 16)
    line = rng.uniform(0.12, 0.3)
    joints = (rows % 1 < line) | ((columns / 2 + 0.5 * (rows.astype(int) % 2)) % 1 < line / 2)
    return np.asarray(joints if rng.random() < 0.5 else ~joints, np.float32)


def _pale(rng: np.random.Generator) -> InkMask:
    return np.full((TEXTURE_PX, TEXTURE_PX), rng.uniform(0.25, 0.75), np.float32)


HATCHINGS = (_stripes, _stripes, _bricks, _pale)


def _with_grass(rng: np.random.Generator, mask: InkMask) -> InkMask:
    """Tufts and dots on the field."""
    field = cv2.dilate(mask, np.ones((11, 11), np.uint8)) < 0.1
    field[:12], field[-12:], field[:, :12], field[:, -12:] = False, False, False, False
    rows, columns = np.nonzero(field)
    marked = mask.copy()
    for pick in rng.integers(0, max(1, rows.size), int(rng.integers(1, 6)) if rows.size else 0):
        x, y = int(columns[pick]), int(rows[pick])
        lean = rng.integers(-5, 6, 2)
        cv2.line(
            marked,
            (x, y),
            (x + int(lean[0]), y + int(lean[1])),
            1.0,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    return marked


def _bow(
    rng: np.random.Generator, start: tuple[float, float], end: tuple[float, float], depth: float
) -> NDArray[np.float64]:
    """Return points from start to end, curved to the left of the direction by ``depth``: an arc, a tent,
    a box or waves."""
    t = np.linspace(0, 1, 33)
    power = rng.uniform(1.0, 5.0)
    rise = 1 - np.abs(2 * t - 1) ** power
    if rng.random() < 0.25:
        rise = rise + rng.uniform(0.02, 0.1) * np.sign(np.sin(t * np.pi * rng.integers(5, 12)))
    if rng.random() < 0.2:
        rise = rise + rng.normal(0, 0.04, t.size)
    a, b = np.array(start), np.array(end)
    normal = np.array([-(b - a)[1], (b - a)[0]]) / np.linalg.norm(b - a)
    return np.asarray(a + (b - a) * t[:, None] - normal * (depth * rise)[:, None])


def _cap(rng: np.random.Generator, inset: float) -> InkMask:
    half = rng.uniform(0.28, 0.5 - inset)
    depth = rng.uniform(0.16, 0.48)
    return filled(_bow(rng, (0.5 - half, inset), (0.5 + half, inset), -depth))


def _straight(rng: np.random.Generator, inset: float) -> InkMask:
    half = rng.uniform(0.22, 0.5 - inset)
    waist = rng.uniform(max(-0.04, half - 0.38), half - 0.1)
    right = _bow(rng, (0.5 + half, inset), (0.5 + half, 1 - inset), -waist)
    left = _bow(rng, (0.5 - half, 1 - inset), (0.5 - half, inset), -waist)
    return filled(np.clip(np.vstack([right, left]), inset, 1 - inset))


def _corner(rng: np.random.Generator, inset: float) -> InkMask:
    half = rng.uniform(0.25, 0.5 - inset)
    bow = rng.uniform(-0.22, 0.3)
    inner = _bow(rng, (1 - inset, 0.5 + half), (0.5 - half, inset), bow)
    outer = np.array([[1 - inset, inset]])
    if rng.random() < 0.3:
        nick = rng.uniform(0.03, 0.15)
        outer = np.array([[1 - inset - nick, inset], [1 - inset, inset + nick]])
    return filled(np.clip(np.vstack([inner, outer]), inset, 1 - inset))


def _three(rng: np.random.Generator, inset: float) -> InkMask:
    square = filled(
        np.array([[inset, inset], [1 - inset, inset], [1 - inset, 1 - inset], [inset, 1 - inset]])
    )
    half = rng.uniform(0.26, 0.5)
    edge = rng.uniform(0, inset)
    field = filled(_bow(rng, (edge, 0.5 + half), (edge, 0.5 - half), -rng.uniform(0.14, 0.5)))
    field[:, : round((edge + 0.01) * TEXTURE_PX)] = 1
    if half > 0.4:
        strip = round(rng.uniform(inset, inset + 0.08) * TEXTURE_PX)
        field[:, :strip] = 1
    return np.asarray(np.clip(square - field, 0, 1), np.float32)
