"""Which dice touch edge to edge, as squares of one grid."""

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.reading import Grid, GridCell, GridDie

APART = (0.78, 1.24)
"""Sides between the centres of touching dice: a millimetre of gap and a little of misreading."""
ASIDE = 0.36
ASKEW_DEG = 14.0
NEARLY = 0.1
"""So close to the limits (sides), touching or not is a guess."""

Corners = NDArray[np.float64]
"""Corners of top faces: clockwise, the face's own top left first, shape (4, 2)."""


def touching_grids(corners: Sequence[Corners]) -> tuple[tuple[Grid, ...], bool]:
    """Return the grids of dice with these top faces (px or mm), and whether all is beyond doubt."""
    places = np.array(corners, np.float64).reshape(-1, 4, 2)
    plain = True
    waiting = set(range(len(places)))
    grids = []
    while waiting:
        start = min(waiting)
        grid, clear = _grown(places, start)
        waiting -= {member.die for member in grid.dice}
        grids.append(grid)
        plain &= clear
    return tuple(grids), plain


def _grown(places: NDArray[np.float64], start: int) -> tuple[Grid, bool]:
    """Follow touching edges from one die; False when a cell is claimed twice or a contact is a guess."""
    first = _turns_to_up(places[start])
    aligned = {start: np.roll(places[start], first, 0)}
    cells, turns = {start: (0, 0)}, {start: first}
    ahead, clear = deque([start]), True
    near = _near(places)
    while ahead:
        here = ahead.popleft()
        for there in np.nonzero(near[here])[0].tolist():
            other, turned = _aligned(aligned[here], places[there])
            step, sure = _step(aligned[here], other)
            clear &= sure
            if step is None:
                continue
            cell = (cells[here][0] + step[0], cells[here][1] + step[1])
            if there in cells:
                clear &= cells[there] == cell
                continue
            clear &= cell not in cells.values()
            aligned[there], cells[there], turns[there] = other, cell, turned
            ahead.append(there)
    left, top = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
    members = (
        GridDie(die, GridCell(cells[die][0] - left, cells[die][1] - top), turns[die])
        for die in sorted(cells)
    )
    return Grid(tuple(members)), clear


def _near(places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which dice are near enough to touch: shape (n, n)."""
    centres = places.mean(1)
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    sides = np.linalg.norm(places - np.roll(places, 1, 1), axis=2).max(1)
    return np.asarray(
        (away < 2.2 * np.maximum(sides[:, None], sides[None])) & ~np.eye(len(places), dtype=bool)
    )


def _axes(corners: Corners) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    a, b, c, d = corners
    return (b - a + c - d) / 2, (d - a + c - b) / 2


def _turns_to_up(corners: Corners) -> int:
    """Quarter turns clockwise of a face against the picture's up, to the nearest."""
    x, y = -_axes(corners)[1]
    return round(float(np.degrees(np.arctan2(x, -y))) / 90) % 4


def _aligned(grid: Corners, face: Corners) -> tuple[Corners, int]:
    """Renumber a face's corners to begin where the grid's do; also its quarter turns clockwise."""
    across = _axes(grid)[0]
    across = across / np.linalg.norm(across)
    choices = [np.roll(face, turns, 0) for turns in range(4)]
    best = max(range(4), key=lambda turns: float(_axes(choices[turns])[0] @ across))
    return choices[best], best


def _step(here: Corners, there: Corners) -> tuple[tuple[int, int] | None, bool]:
    """Return the cell step between two aligned faces (None: apart), and whether that is plain."""
    frame = (np.stack(_axes(here)) + np.stack(_axes(there))) / 2
    away = np.linalg.solve(frame.T, there.mean(0) - here.mean(0))
    axis = int(abs(away[1]) > abs(away[0]))
    along, aside = abs(away[axis]), abs(away[1 - axis])
    askew = _askew_deg(frame, _axes(here)[0], _axes(there)[0])
    if along > 1.8 or along < 0.5:
        return None, True
    margins = (APART[1] - along, along - APART[0], ASIDE - aside, (ASKEW_DEG - askew) / 45)
    sign = 1 if away[axis] > 0 else -1
    touches = min(margins) >= 0
    step = ((sign, 0) if axis == 0 else (0, sign)) if touches else None
    return step, abs(min(margins)) > NEARLY / 3 or not touches


def _askew_deg(
    frame: NDArray[np.float64], one: NDArray[np.float64], other: NDArray[np.float64]
) -> float:
    """Angle between two faces' edges, measured in the frame so that the camera's tilt does not count."""
    a, b = np.linalg.solve(frame.T, one), np.linalg.solve(frame.T, other)
    return float(abs(np.degrees(np.arctan2(a[0] * b[1] - a[1] * b[0], a @ b))))
