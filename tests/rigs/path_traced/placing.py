"""Where dice lie: cities with a hand's placing errors, loose dice clear of everything else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tests.rigs.path_traced.building import Cell, Laid

SIDE_MM = 16.0
CLEAR_MM = 6.0
"""Loose dice keep so far from all others: nobody could take them for a part of a city."""

Points = NDArray[np.float64]


@dataclass(frozen=True)
class PlacedDie:
    """A die on the table: its top face's centre, and where the face's own top edge points.

    ``city`` numbers the group of touching dice that it belongs to, with its ``cell`` in it.
    """

    face: str
    x_mm: float
    y_mm: float
    yaw_deg: float
    city: int
    cell: Cell
    turns: int

    def corners_mm(self, side_mm: float = SIDE_MM, height_mm: float = SIDE_MM) -> Points:
        """Return the corners (4, 3) of the top face, clockwise from the face's own top left."""
        yaw = np.radians(self.yaw_deg)
        right = np.array([np.cos(yaw), np.sin(yaw)])
        up = np.array([np.sin(yaw), -np.cos(yaw)])
        ways = np.array([up - right, up + right, right - up, -up - right]) * side_mm / 2
        return np.column_stack([ways + np.array([self.x_mm, self.y_mm]), np.full(4, height_mm)])

    def body_mm(self) -> Points:
        """Return the eight corners of the whole die, shape (8, 3)."""
        return np.concatenate([self.corners_mm(), self.corners_mm(height_mm=0.0)])


def gap_mm(one: Points, other: Points) -> float:
    """Return how far two convex outlines (n, 2) are apart along the best line; below 0 they overlap."""
    best = -np.inf
    for outline in (one, other):
        along = np.roll(outline, -1, 0) - outline
        lines = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None]
        for line in lines:
            a, b = one @ line, other @ line
            best = max(best, float(b.min() - a.max()), float(a.min() - b.max()))
    return best


def built(
    laid: dict[Cell, Laid],
    centre_mm: tuple[float, float],
    yaw_deg: float,
    city: int,
    rng: np.random.Generator,
) -> list[PlacedDie]:
    """Return the dice of a city set down by hand: up to 1 mm and 5° wrong, never into each other."""
    pitch = SIDE_MM + rng.uniform(0.05, 0.5)
    yaw = np.radians(yaw_deg)
    across, down = np.array([np.cos(yaw), np.sin(yaw)]), np.array([-np.sin(yaw), np.cos(yaw)])
    middle = np.array(list(laid)).mean(0)
    dice = []
    for cell, die in laid.items():
        column, row = np.array(cell) - middle
        wrong = np.clip(rng.normal(0, 0.4, 2), -0.9, 0.9)
        x, y = np.array(centre_mm) + pitch * (column * across + row * down) + wrong
        turned = yaw_deg + 90 * die.turns + float(np.clip(rng.normal(0, 1.6), -4.5, 4.5))
        dice.append(PlacedDie(die.face, float(x), float(y), turned, city, cell, die.turns))
    return _apart(dice)


def _apart(dice: list[PlacedDie]) -> list[PlacedDie]:
    """Push overlapping dice apart. The rounded edges leave 0.15 mm to corners that meet."""
    for _ in range(200):
        moved = False
        for a, b in combinations(range(len(dice)), 2):
            one, other = dice[a], dice[b]
            gap = gap_mm(one.corners_mm(SIDE_MM - 0.15)[:, :2], other.corners_mm(SIDE_MM - 0.15)[:, :2])
            if gap < 0.05:
                away = np.array([other.x_mm - one.x_mm, other.y_mm - one.y_mm])
                step = away / np.linalg.norm(away) * (0.06 - gap) / 2
                dice[a] = replace(one, x_mm=one.x_mm - step[0], y_mm=one.y_mm - step[1])
                dice[b] = replace(other, x_mm=other.x_mm + step[0], y_mm=other.y_mm + step[1])
                moved = True
        if not moved:
            return dice
    return dice


def touches_plainly(dice: Sequence[PlacedDie]) -> bool:
    """Tell whether neighbours of a city still touch edge to edge after all placing errors."""
    for one, other in combinations(dice, 2):
        step = abs(np.array(one.cell) - np.array(other.cell)).sum()
        if step == 1:
            yaw = np.radians((one.yaw_deg - 90 * one.turns + other.yaw_deg - 90 * other.turns) / 2)
            frame = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
            along, aside = sorted(np.abs(frame @ [other.x_mm - one.x_mm, other.y_mm - one.y_mm]))[::-1]
            if along > SIDE_MM + 1.7 or aside > 2.2:
                return False
    return True


def is_clear(outline: Points, others: Sequence[Points], clear_mm: float = CLEAR_MM) -> bool:
    """Tell whether an outline (n, 2) keeps clear of all others."""
    return all(gap_mm(outline, other) >= clear_mm for other in others)
