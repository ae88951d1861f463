"""The places of marker cards that were put down anywhere: squares of known size at unknown places.

Method: the map from the picture to the table's plane has five unknowns, once the table's origin and
direction are chosen freely: two for the plane's tilt, three for the stretch of the levelled plane. They
are fitted so that all cards together become as square as possible, by damped least squares (Levenberg
and Marquardt).
"""

import numpy as np
from numpy.typing import NDArray

from vision.markers.cards import MARKER_SIDE_MM

Matrix = NDArray[np.float64]

SQUARE_MM = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * MARKER_SIDE_MM / 2
"""A card's corners, clockwise from its own top left, around its centre."""
MOST_STEPS = 40
ENOUGH = 1e-9
"""Relative decrease of the sum of squares below which the iteration ends."""
LEAST_DEPTH = 0.1
"""Least depth of a card, as a ratio to the depth at the cards' centre: a card must not be so near to the
horizon, or beyond it."""


def places_of_cards(seen_px: Matrix) -> Matrix | None:
    """Return the cards' corners in mm (n, 4, 2) as true squares, in a frame of their own.

    ``seen_px``: the corners (n, 4, 2) in the picture. None if they are no squares on a plane.
    """
    centre = seen_px.reshape(-1, 2).mean(0)
    scale = float(np.abs(seen_px - centre).max())
    seen = (seen_px - centre) / scale
    numbers = _first_guess(seen)
    if numbers is None:
        return None
    off, damping = _off_squares(numbers, seen), 1e-3
    for _ in range(MOST_STEPS):
        slopes = _slopes(numbers, seen, off)
        curve = slopes.T @ slopes
        step = np.linalg.solve(curve + damping * np.diag(np.diag(curve) + 1e-12), -slopes.T @ off)
        tried = _off_squares(numbers + step, seen)
        gain = off @ off - tried @ tried
        if gain <= 0:
            damping *= 10
        else:
            numbers, damping = numbers + step, damping / 10
            is_enough, off = gain < ENOUGH * (off @ off), tried
            if is_enough:
                break
        if damping > 1e9:
            break
    return nearest_squares(_level(numbers, seen))


def nearest_squares(quads_mm: Matrix) -> Matrix:
    """Return the true squares (n, 4, 2) of a card's size that are nearest to quadrilaterals."""
    centres = quads_mm.mean(1, keepdims=True)
    away = quads_mm - centres
    along = (away * SQUARE_MM).sum((1, 2))
    across = (SQUARE_MM[:, 0] * away[..., 1] - SQUARE_MM[:, 1] * away[..., 0]).sum(1)
    cos, sin = np.array([along, across]) / np.maximum(np.hypot(along, across), 1e-12)
    turns = np.array([[cos, sin], [-sin, cos]]).transpose(2, 0, 1)
    return np.asarray(SQUARE_MM @ turns + centres)


def _first_guess(seen: Matrix) -> Matrix | None:
    """Return the five numbers for an untilted plane, stretched as the first card shows."""
    edges = np.array([seen[0, 1] - seen[0, 0], seen[0, 3] - seen[0, 0]]).T
    if np.linalg.det(edges) <= 0:
        return None
    _, stretch = np.linalg.qr(MARKER_SIDE_MM * np.linalg.inv(edges))
    signs = np.sign(np.diag(stretch))
    (a, b), (_, c) = signs[:, None] * stretch
    return np.array([0.0, 0.0, a, b, c])


def _level(numbers: Matrix, seen: Matrix) -> Matrix:
    """Return points of the picture (n, 4, 2) as they lie on the table, in mm."""
    tilt_x, tilt_y, a, b, c = numbers
    depth = np.maximum(1 + tilt_x * seen[..., 0] + tilt_y * seen[..., 1], LEAST_DEPTH)
    x, y = seen[..., 0] / depth, seen[..., 1] / depth
    return np.stack([a * x + b * y, c * y], -1)


def _off_squares(numbers: Matrix, seen: Matrix) -> Matrix:
    """Return each corner's distance from the nearest true square, in mm: (8 n,)."""
    flat = _level(numbers, seen)
    return np.asarray((flat - nearest_squares(flat)).ravel())


def _slopes(numbers: Matrix, seen: Matrix, off: Matrix) -> Matrix:
    """Return the derivatives of that by each of the numbers: (8 n, 5)."""
    steps = 1e-6 * np.maximum(np.abs(numbers), 1.0)
    moved = [_off_squares(numbers + np.eye(5)[at] * step, seen) for at, step in enumerate(steps)]
    return (np.stack(moved, 1) - off[:, None]) / steps
