"""Hands, as a camera above sees them: rounded fingers, joints, nails, a forearm, perhaps a sleeve.

A hand is a height field of rounded bars (bones with flesh) lit from one side.
"""

from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.workshop.simulation.optics.light import Linear
from vision.workshop.simulation.surroundings.props import ClearSheet, PropDrawing

Floats = NDArray[np.float64]
HAND_VARIANTS = 16

_PX_PER_MM = 2
_WIDTH_MM, _HEIGHT_MM = 300.0, 640.0
_SKINS = ((165, 188, 228), (150, 178, 222), (125, 155, 205), (80, 108, 155), (48, 66, 100))
_KNUCKLES = ((-25.0, -40.0), (-8.0, -46.0), (10.0, -43.0), (26.0, -33.0))
_LENGTHS, _RADII = (70.0, 79.0, 73.0, 57.0), (9.0, 9.2, 8.6, 7.6)
_BONES = (0.0, 0.46, 0.76, 1.0)


@lru_cache(maxsize=HAND_VARIANTS)
def hand_drawing(variant: int) -> PropDrawing:
    """Return a hand and its forearm; the palm is in the middle, the fingers point up."""
    rng = np.random.default_rng([77, variant])
    sheet = ClearSheet(_WIDTH_MM, _HEIGHT_MM, _PX_PER_MM)
    fingers = _fingers(rng)
    height = _flesh(sheet, fingers)
    sheet.cover = np.asarray(np.clip(height * 60, 0, 255), np.uint8)
    sheet.bgr = _skin(rng, height)
    for finger in fingers:
        _joints_and_nail(sheet, finger)
    if rng.random() < 0.6:
        _sleeve(rng, sheet, height)
    if rng.random() < 0.5:
        sheet.bgr, sheet.cover = sheet.bgr[:, ::-1].copy(), sheet.cover[:, ::-1].copy()
    return sheet.done(40.0, _outline(sheet))


def _fingers(rng: np.random.Generator) -> list[Floats]:
    """Return the joints (4, 3) of four fingers and (3, 3) of the thumb: x, y and radius, in mm."""
    spread, curl = rng.uniform(0.2, 1.1), rng.uniform(0.55, 1.0)
    fingers = []
    for number, (knuckle, length, radius) in enumerate(zip(_KNUCKLES, _LENGTHS, _RADII, strict=True)):
        angle = np.radians(spread * (number - 1.4) * 13 + rng.normal(0, 3))
        bend = np.radians(rng.normal(0, 4))
        reach = np.array(_BONES) * length * curl * rng.uniform(0.9, 1.05)
        turned = angle + bend * np.array(_BONES)
        x, y = knuckle[0] + reach * np.sin(turned), knuckle[1] - reach * np.cos(turned)
        fingers.append(np.column_stack([x, y, radius * np.array([1.1, 1.0, 0.93, 0.8])]))
    out = rng.uniform(0.3, 1.0)
    thumb = [[-27, 12, 14], [-38 - 10 * out, -14, 11.5], [-36 - 22 * out, -40 + 8 * out, 9]]
    return [*fingers, np.array(thumb)]


def _flesh(sheet: ClearSheet, fingers: list[Floats]) -> Linear:
    """Return the hand's height above its own plane, mm: (h, w)."""
    rows, columns = sheet.cover.shape
    axes = (
        (np.arange(n, dtype=np.float32) + 0.5) / _PX_PER_MM - n / _PX_PER_MM / 2 for n in (columns, rows)
    )
    x, y = np.meshgrid(*axes)
    height = np.zeros((rows, columns), np.float32)
    for finger in fingers:
        for start, end in pairwise(finger):
            _bar(height, x, y, start, end, 1.0)
    wrist = np.array([0.0, 52.0, 27.0])
    for finger in fingers[:4]:
        _bar(
            height,
            x,
            y,
            np.array([*finger[0, :2], 13.0]),
            np.array([0.3 * finger[0, 0], 45.0, 19.0]),
            0.75,
        )
    _bar(height, x, y, np.array([-8.0, 0.0, 27.0]), wrist, 0.55)
    _bar(height, x, y, np.array([8.0, 0.0, 27.0]), wrist, 0.55)
    _bar(height, x, y, wrist, np.array([4.0, 330.0, 42.0]), 0.6)
    return np.asarray(cv2.GaussianBlur(height, (0, 0), 1.6))


def _bar(height: Linear, x: Linear, y: Linear, start: Floats, end: Floats, plump: float) -> None:
    """Raise ``height`` to a round bar between two points with their radii."""
    reach = float(max(start[2], end[2])) + 2
    low, high = np.minimum(start[:2], end[:2]) - reach, np.maximum(start[:2], end[:2]) + reach
    columns = slice(*np.searchsorted(x[0], [low[0], high[0]]).tolist())
    rows = slice(*np.searchsorted(y[:, 0], [low[1], high[1]]).tolist())
    px, py = x[rows, columns] - start[0], y[rows, columns] - start[1]
    way = end[:2] - start[:2]
    along = np.clip((px * way[0] + py * way[1]) / max(float(way @ way), 1e-6), 0, 1)
    radius = start[2] + (end[2] - start[2]) * along
    squared = (px - along * way[0]) ** 2 + (py - along * way[1]) ** 2
    round_ = np.sqrt(np.maximum(radius**2 - squared, 0)) * plump
    height[rows, columns] = np.maximum(height[rows, columns], round_)


def _skin(rng: np.random.Generator, height: Linear) -> NDArray[np.uint8]:
    slope_x, slope_y = cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)
    slope_x, slope_y = slope_x * _PX_PER_MM / 8, slope_y * _PX_PER_MM / 8
    lit_from = rng.uniform(-0.45, 0.45, 2)
    upright = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    light = 0.35 + 0.65 * np.clip((1 + lit_from[0] * slope_x + lit_from[1] * slope_y) * upright, 0, 1.3)
    blotches = cv2.GaussianBlur(rng.normal(0, 1, height.shape).astype(np.float32), (0, 0), 9) * 9
    pores = cv2.GaussianBlur(rng.normal(0, 1, height.shape).astype(np.float32), (0, 0), 0.8)
    skin = np.array(_SKINS[rng.integers(len(_SKINS))], np.float32)
    flush = 1 + blotches[..., None] * np.array([-0.05, -0.04, 0.005], np.float32)
    return np.asarray(np.clip(skin * flush * (light * (1 + 0.03 * pores))[..., None], 0, 255), np.uint8)


def _joints_and_nail(sheet: ClearSheet, finger: Floats) -> None:
    """Mark the creases over the joints and the nail at the tip."""
    for joint in finger[1:-1]:
        crease = np.array([[-0.6, 0.0], [0.6, 0.0]]) * joint[2]
        for shift in (-1.3, 0.0, 1.3):
            _stain(sheet, crease + joint[:2] + [0, shift], np.array([0.8, 0.8, 0.8]), 0.0)
    tip, before = finger[-1], finger[-2]
    way = (tip[:2] - before[:2]) / np.linalg.norm(tip[:2] - before[:2])
    angles = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    aside = np.array([-way[1], way[0]])
    nail = np.cos(angles)[:, None] * aside * 0.62 + np.sin(angles)[:, None] * way * 0.8 + way * 0.25
    _stain(sheet, nail * tip[2] + tip[:2], np.array([1.08, 1.06, 1.05]), 14.0)


def _stain(sheet: ClearSheet, points_mm: Floats, factor: Floats, more: float) -> None:
    """Change the skin's colour softly along a line (two points) or inside an outline."""
    points = sheet.pixels(points_mm)
    corner = np.maximum(points.min(axis=0) - 4, 0)
    columns, rows = (slice(int(c), int(e)) for c, e in zip(corner, points.max(axis=0) + 5, strict=True))
    patch = sheet.bgr[rows, columns]
    mask = np.zeros(patch.shape[:2], np.float32)
    if len(points) == 2:
        cv2.polylines(mask, [points - corner.astype(np.int32)], False, 1.0, 1, cv2.LINE_AA)
    else:
        cv2.fillPoly(mask, [points - corner.astype(np.int32)], 1.0, cv2.LINE_AA)
    part = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.9))[..., None]
    patch[:] = np.clip(patch + (patch * (factor - 1) + more) * part, 0, 255).astype(np.uint8)


def _sleeve(rng: np.random.Generator, sheet: ClearSheet, height: Linear) -> None:
    cuff = int(sheet.pixels(np.array([[0.0, rng.uniform(75, 190)]]))[0, 1])
    wide = cv2.dilate(sheet.cover[cuff:], np.ones((9, 9), np.uint8))
    crumple = rng.standard_normal((wide.shape[0], wide.shape[1]), np.float32)
    folds = cv2.GaussianBlur(crumple, (0, 0), sigmaX=12, sigmaY=5) * 9
    light = np.asarray(0.55 + 0.45 * np.sqrt(np.clip(height[cuff:] / 20, 0, 1)) + 0.12 * folds)
    cloth = rng.uniform(20, 220, 3)
    sheet.bgr[cuff:] = np.asarray(np.clip(cloth * light[..., None], 0, 255), np.uint8)
    sheet.cover[cuff:] = wide


def _outline(sheet: ClearSheet) -> Floats:
    """Return the hand's outline relative to the sheet's middle, mm: (n, 2)."""
    solid = (sheet.cover > 127).astype(np.uint8)
    found, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    edge = cv2.approxPolyDP(max(found, key=cv2.contourArea), 1.0, True).reshape(-1, 2)
    middle = np.array(solid.shape[::-1]) / 2
    return np.asarray((edge + 0.5 - middle) / _PX_PER_MM, np.float64)
