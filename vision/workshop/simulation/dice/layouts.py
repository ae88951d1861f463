"""Positions of dice: strewn, or built into rows, blocks, rings and crooked cities."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.optics.camera import Projection
from vision.workshop.simulation.scene import CameraPose

_TRIES, _BUILDING_TRIES = 60, 8
_ASTRAY = 0.1
_ELBOW_ROOM = 1.02


@dataclass(frozen=True)
class TablePose:
    """A die's position and turn; ``height_mm``: its height above the table, on another one."""

    centre_mm: PointMm
    angle_deg: float
    height_mm: float = 0.0


def lay_dice(
    rng: np.random.Generator, count: int, die_mm: float, camera: CameraPose, size_wh: tuple[int, int]
) -> tuple[TablePose, ...]:
    """Place up to ``count`` dice in the picture; more than half the time some of them touch."""
    projection = Projection(camera, size_wh)
    lying: list[TablePose] = []
    while len(lying) < count and rng.random() < (0.6 if not lying else 0.25):
        size = int(rng.integers(2, max(3, min(12, count - len(lying)) + 1)))
        built = _built_inside(rng, min(size, count - len(lying)), die_mm, projection)
        if _free(built, lying, die_mm):
            lying += built
    for _ in range(_TRIES):
        if len(lying) >= count:
            break
        inside = -0.02 if rng.random() < _ASTRAY else 0.09
        strewn = [TablePose(_somewhere(rng, projection, inside), float(rng.uniform(0, 360)))]
        if _free(strewn, lying, die_mm):
            lying += strewn
    return tuple(lying)


def _built_inside(
    rng: np.random.Generator, count: int, die_mm: float, projection: Projection
) -> list[TablePose]:
    """Build something; mostly completely in the picture, if that is possible."""
    built = _built(rng, count, die_mm, _somewhere(rng, projection, 0.2))
    for _ in range(_BUILDING_TRIES):
        seen = projection.table_to_picture([lying.centre_mm for lying in built], die_mm)
        margin = 0.8 * die_mm * projection.px_per_mm(np.array([*built[0].centre_mm, 0.0]))
        inside = (seen > margin).all() and (seen < np.array(projection.size_wh) - margin).all()
        if inside or rng.random() < _ASTRAY:
            break
        built = _built(rng, count, die_mm, _somewhere(rng, projection, 0.2))
    return built


def grid_of(rng: np.random.Generator, count: int) -> list[GridCell]:
    """Return this many connected cells: a row, a block, a ring or a crooked shape."""
    shape = rng.choice(["row", "block", "ring", "crooked", "crooked"])
    if shape == "row":
        return [GridCell(n, 0) for n in range(count)]
    if shape == "block":
        wide = max(1, int(np.ceil(np.sqrt(count))))
        return [GridCell(n % wide, n // wide) for n in range(count)]
    if shape == "ring" and count >= 8:
        around = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)]
        ring = [*around, (3, 0), (3, 1), (3, 2), (-1, 0)]
        return [GridCell(column, row) for column, row in ring[:count]]
    return _crooked(rng, count)


def _crooked(rng: np.random.Generator, count: int) -> list[GridCell]:
    cells = [GridCell(0, 0)]
    while len(cells) < count:
        column, row = cells[rng.integers(len(cells))]
        step_column, step_row = ((1, 0), (0, 1), (-1, 0), (0, -1))[rng.integers(4)]
        cell = GridCell(column + step_column, row + step_row)
        if cell not in cells:
            cells.append(cell)
    return cells


def _built(rng: np.random.Generator, count: int, die_mm: float, at: PointMm) -> list[TablePose]:
    """Put dice edge to edge with the errors of real fingers: about 1 mm and 5 degrees at most."""
    turn = rng.uniform(0, 360)
    pitch = die_mm * (1 + rng.uniform(0.005, 0.06))
    loose = rng.uniform(0, 1)
    cos, sin = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    way = np.array([[cos, -sin], [sin, cos]])
    cells = np.array(grid_of(rng, count), np.float64)
    cells -= cells.mean(axis=0)
    places: NDArray[np.float64] = cells * pitch @ way.T + np.array(at)
    places += np.clip(rng.normal(0, 0.35 * loose, places.shape), -1, 1)
    twists = np.clip(rng.normal(0, 1.8 * loose, count), -5, 5)
    return [
        TablePose(PointMm(*p.tolist()), float(turn + t)) for p, t in zip(places, twists, strict=True)
    ]


def _somewhere(rng: np.random.Generator, projection: Projection, inside: float) -> PointMm:
    """Return a table point seen in the picture, that share of it away from its border."""
    size = np.array(projection.size_wh)
    x, y = projection.picture_to_table(rng.uniform(inside * size, (1 - inside) * size))
    return PointMm(float(x), float(y))


def _free(new: list[TablePose], lying: list[TablePose], die_mm: float) -> bool:
    return not any(_overlap(a, b, die_mm) for a in new for b in lying)


def _overlap(a: TablePose, b: TablePose, die_mm: float) -> bool:
    """Whether two dice would stand in each other, or nearly."""
    if np.hypot(a.centre_mm.x - b.centre_mm.x, a.centre_mm.y - b.centre_mm.y) > 1.5 * die_mm:
        return False
    size = (_ELBOW_ROOM * die_mm,) * 2
    kind, _ = cv2.rotatedRectangleIntersection(
        (a.centre_mm, size, a.angle_deg), (b.centre_mm, size, b.angle_deg)
    )
    return kind != cv2.INTERSECT_NONE
