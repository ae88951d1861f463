"""Rows and columns among outlines: full and empty holes alike have one, so all of them show where the
rows run. Neighbours are walked to from each other, as chessboards are found.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import Matrix, through

NEAR = 0.27
"""Greatest distance, in cells, of a neighbour from where it should be."""
LENGTHS = (0.75, 1.25)
"""Range of distances to neighbours, relative to the usual one."""
LEAST_POINTS = 8
ALIKE = 1.12
"""Distances between neighbours that differ by less (a ratio) are not tried both."""
Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Lattice:
    """Points in rows and columns: ``numbers`` (n, 2) of each, with an arbitrary origin; ``matrix``: the
    homography from numbers to px."""

    numbers: Values
    matrix: Matrix


def lattices(points: Values, pitches: Iterator[float], aspect: float) -> Iterator[Lattice]:
    """Yield the rows and columns of points (n, 2), for each pitch.

    ``pitches``: possible distances between neighbours in a row; ``aspect``: the distance between rows
    relative to that between columns.
    """
    if len(points) < LEAST_POINTS:
        return
    away = points[None] - points[:, None]
    length = np.linalg.norm(away, axis=2)
    tried: list[float] = []
    for along in pitches:
        if any(max(along, one) < ALIKE * min(along, one) for one in tried):
            continue
        tried.append(along)
        turn = _direction(away, length, along, aspect)
        if turn is not None:
            lattice = _walked(points, away, turn, along, aspect)
            if lattice is not None:
                yield lattice


def pitch_of(points: Values, aspect: float) -> float:
    """Return the usual distance between neighbours in a row."""
    length = np.linalg.norm(points[None] - points[:, None], axis=2)
    np.fill_diagonal(length, np.inf)
    return float(np.median(length.min(1))) / min(1.0, aspect)


def _direction(away: Values, length: Values, along: float, aspect: float) -> float | None:
    """Return the direction of rows with the most neighbours, radians."""
    angle = np.arctan2(away[..., 1], away[..., 0])
    votes = np.zeros(180)
    for turned, usual in ((0.0, along), (np.pi / 2, along * aspect)):
        near = (length > LENGTHS[0] * usual) & (length < LENGTHS[1] * usual)
        degrees = (np.rad2deg(angle[near] - turned) % 180).astype(int) % 180
        votes += np.bincount(degrees, minlength=180)
    window = np.convolve(np.concatenate([votes[-8:], votes, votes[:8]]), np.hanning(17), "valid")
    return None if not votes.any() else float(np.deg2rad(window.argmax() + 0.5))


def _walked(points: Values, away: Values, turn: float, along: float, aspect: float) -> Lattice | None:
    """Return the largest group of points that are connected from neighbour to neighbour."""
    across = np.array([np.cos(turn), np.sin(turn)]) * along
    down = np.array([-np.sin(turn), np.cos(turn)]) * along * aspect
    across, down = _sharper(away, across, down)
    near = NEAR * min(float(np.linalg.norm(across)), float(np.linalg.norm(down)))
    steps = ((1, 0, across), (-1, 0, -across), (0, 1, down), (0, -1, -down))
    next_to: list[tuple[int, int, NDArray[np.intp], NDArray[np.bool_]]] = []
    for column, row, step in steps:
        off = _distances(away, step)
        nearest = off.argmin(1)
        next_to.append((column, row, nearest, off[np.arange(len(points)), nearest] < near))
    best: dict[int, tuple[int, int]] = {}
    left = set(range(len(points)))
    while len(left) > len(best):
        hanging = _hanging_together(min(left), next_to)
        left -= set(hanging)
        if len(hanging) > len(best):
            best = hanging
    if len(best) < LEAST_POINTS:
        return None
    numbers = np.array(list(best.values()), np.float64)
    reached = points[list(best)]
    matrix = homography(numbers, reached, 0.12 * along)
    if matrix is None:
        return None
    fits = np.abs(through(matrix, numbers) - reached).max(1) < 0.2 * along
    return Lattice(numbers[fits], matrix) if fits.sum() >= LEAST_POINTS else None


def homography(places: Values, points: Values, off_px: float) -> Matrix | None:
    """Return the homography that maps most places (n, 2) to points (n, 2); None if there is none."""
    # Ten times as fast as RANSAC, and nearer to the truth.
    found: tuple[Any, ...] = cv2.findHomography(places, points, cv2.USAC_MAGSAC, off_px)
    return None if found[0] is None else np.asarray(found[0], np.float64)


def _sharper(away: Values, across: Values, down: Values) -> tuple[Values, Values]:
    """Return both steps from the median neighbours: a tilted camera makes them differ."""
    found = []
    for step in (across, down):
        length = float(np.linalg.norm(step))
        near = _distances(away, step) < 0.35 * length
        found.append(np.median(away[near], axis=0) if near.sum() >= LEAST_POINTS else step)
    return found[0], found[1]


def _distances(away: Values, step: Values) -> Values:
    """Return the distance of steps (n, n, 2) from a given one: (n, n)."""
    return np.asarray(np.hypot(away[..., 0] - step[0], away[..., 1] - step[1]))


def _hanging_together(
    first: int, next_to: list[tuple[int, int, NDArray[np.intp], NDArray[np.bool_]]]
) -> dict[int, tuple[int, int]]:
    """Return the numbers in rows and columns of all points reached from the first."""
    numbers, taken, queue = {first: (0, 0)}, {(0, 0)}, deque([first])
    while queue:
        at = queue.popleft()
        for column, row, nearest, is_near in next_to:
            other = int(nearest[at])
            place = numbers[at][0] + column, numbers[at][1] + row
            if is_near[at] and other not in numbers and place not in taken:
                numbers[other] = place
                taken.add(place)
                queue.append(other)
    return numbers
