"""Which dice touch edge to edge, as squares of one grid."""

from cmath import phase
from collections import deque
from collections.abc import Sequence
from math import atan2, degrees
from typing import NamedTuple

import numpy as np

from vision.corners import Corners
from vision.reading import Grid, GridCell, GridDie

APART = (0.78, 1.245)
"""Sides between the centres of touching dice. 1 would be exact; people lay dice a millimetre or two
apart and corners are misread. By the upper limit a gap of a quarter of a side (4 mm of 16) is a guess
from either side of it. Chosen by hand, checked on 400 carelessly built tables
(``tests/cli/test_cities.py``)."""
ASIDE = 0.36
"""Touching dice may lie this far out of line, in sides: less than half, where a die would touch two.
Chosen and checked in the same way."""
ASKEW_DEG = 14.0
"""Touching dice may be turned against each other by this much. Chosen and checked in the same way."""
REACH = 2.2
"""Dice whose centres are farther apart than this, in their longer sides, cannot touch, however the
camera foreshortens them; they are not compared."""
COMPARED = (0.5, 1.8)
"""Beyond these distances, in sides, two dice clearly do not touch: nothing is in doubt there."""
NEARLY = 0.025
"""Nearer than this to a limit, touching or not is a guess and the reading not sure: in sides; of the
angle in 45ths of a degree, so 1.1°. Chosen and checked in the same way."""


class _Face(NamedTuple):
    """A top face: centre and sides as complex numbers x + iy, faster than arrays of so few numbers.

    ``reach``: its longer side.
    """

    centre: complex
    across: complex
    down: complex
    reach: float

    @classmethod
    def of(cls, corners: Corners) -> "_Face":
        a, b, c, d = (complex(x, y) for x, y in np.asarray(corners, np.float64).tolist())
        across, down = (b - a + c - d) / 2, (d - a + c - b) / 2
        return cls((a + b + c + d) / 4, across, down, max(abs(across), abs(down)))

    def renumbered(self, turns: int) -> "_Face":
        """Return the same face, its corners counted from so many quarter turns anticlockwise."""
        across, down = self.across, self.down
        for _ in range(turns):
            across, down = -down, across
        return _Face(self.centre, across, down, self.reach)


class _Axes(NamedTuple):
    """The sides that two faces have on average: the axes in which their places are compared."""

    across: complex
    down: complex


Pairs = frozenset[tuple[int, int]]
"""Pairs of dice by their numbers, the lower one first."""


NO_GRIDS: tuple[tuple[Grid, ...], Pairs] = (), frozenset()
"""Of dice that join nothing it does not matter which touch."""


def touching_grids(corners: Sequence[Corners]) -> tuple[tuple[Grid, ...], Pairs]:
    """Return the grids of dice with these top faces (px or mm), and of which it is in doubt whether, or
    where, they touch.

    Each face's own top left corner comes first.
    """
    return _all_grown([_Face.of(quad) for quad in corners], None)


def grids_where(corners: Sequence[Corners], touching: Pairs) -> tuple[Grid, ...]:
    """Return the grids of dice with these top faces (px or mm) if those pairs touch, and no others."""
    return _all_grown([_Face.of(quad) for quad in corners], touching)[0]


def _all_grown(faces: Sequence[_Face], touching: Pairs | None) -> tuple[tuple[Grid, ...], Pairs]:
    unsure: set[tuple[int, int]] = set()
    waiting = set(range(len(faces)))
    grids = []
    while waiting:
        start = min(waiting)
        grid, guessed = _grown(faces, start, touching)
        waiting -= {member.die for member in grid.dice}
        grids.append(grid)
        unsure |= guessed
    return tuple(grids), frozenset(unsure)


def _grown(
    faces: Sequence[_Face], start: int, touching: Pairs | None
) -> tuple[Grid, set[tuple[int, int]]]:
    """Follow touching edges from one die; also the pairs whose contact is a guess, or does not fit.

    ``touching``: the pairs that touch, where that is known.
    """
    first = _turns_to_up(faces[start])
    aligned = {start: faces[start].renumbered(first)}
    cells, turns = {start: (0, 0)}, {start: first}
    ahead, unsure = deque([start]), set[tuple[int, int]]()
    while ahead:
        here = ahead.popleft()
        for there, face in enumerate(faces):
            if there == here or not _is_near(aligned[here], face):
                continue
            other, turned = _aligned(aligned[here], face)
            step, sure = _step(aligned[here], other)
            pair = (min(here, there), max(here, there))
            if touching is not None:
                step = _direction(aligned[here], other) if pair in touching else None
            if not sure:
                unsure.add(pair)
            if step is None:
                continue
            cell = (cells[here][0] + step[0], cells[here][1] + step[1])
            if cells.get(there, cell) != cell or (there not in cells and cell in cells.values()):
                unsure.add(pair)
            if there in cells:
                continue
            aligned[there], cells[there], turns[there] = other, cell, turned
            ahead.append(there)
    left, top = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
    members = (
        GridDie(die, GridCell(cells[die][0] - left, cells[die][1] - top), turns[die])
        for die in sorted(cells)
    )
    return Grid(tuple(members)), unsure


def _is_near(one: _Face, other: _Face) -> bool:
    """Tell whether dice are near enough to be compared; touching ones are."""
    return abs(one.centre - other.centre) < REACH * max(one.reach, other.reach)


def _turns_to_up(face: _Face) -> int:
    """Quarter turns clockwise of a face against the picture's up, to the nearest."""
    return round(degrees(atan2(-face.down.real, face.down.imag)) / 90) % 4


def _aligned(grid: _Face, face: _Face) -> tuple[_Face, int]:
    """Renumber a face's corners to begin where the grid's do; also its quarter turns clockwise."""
    choices = [face.renumbered(turns) for turns in range(4)]
    best = max(range(4), key=lambda turns: (choices[turns].across * grid.across.conjugate()).real)
    return choices[best], best


def _step(here: _Face, there: _Face) -> tuple[tuple[int, int] | None, bool]:
    """Return the cell step between two aligned faces (None: apart), and whether that is beyond doubt."""
    axes = _Axes((here.across + there.across) / 2, (here.down + there.down) / 2)
    away = _in_axes(axes, there.centre - here.centre)
    axis = int(abs(away[1]) > abs(away[0]))
    along, aside = abs(away[axis]), abs(away[1 - axis])
    if not COMPARED[0] <= along <= COMPARED[1]:
        return None, True
    askew = _askew_deg(axes, here.across, there.across)
    margins = (APART[1] - along, along - APART[0], ASIDE - aside, (ASKEW_DEG - askew) / 45)
    step = _direction(here, there) if min(margins) >= 0 else None
    return step, abs(min(margins)) > NEARLY


def _direction(here: _Face, there: _Face) -> tuple[int, int]:
    """Return the cell step between two aligned faces that touch."""
    axes = _Axes((here.across + there.across) / 2, (here.down + there.down) / 2)
    x, y = _in_axes(axes, there.centre - here.centre)
    return (0, 1 if y > 0 else -1) if abs(y) > abs(x) else (1 if x > 0 else -1, 0)


def _in_axes(axes: _Axes, way: complex) -> tuple[float, float]:
    """Return a way in sides of the axes: across, down."""
    area = _cross(axes.across, axes.down)
    return _cross(way, axes.down) / area, _cross(axes.across, way) / area


def _askew_deg(axes: _Axes, one: complex, other: complex) -> float:
    """Return the angle between two faces' edges along the axes: the camera's tilt does not count."""
    a, b = complex(*_in_axes(axes, one)), complex(*_in_axes(axes, other))
    return abs(degrees(phase(b * a.conjugate())))


def _cross(a: complex, b: complex) -> float:
    return (a.conjugate() * b).imag
