"""How dice come to lie: strewn, or built into rows, blocks, rings and crooked cities."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.reading import GridCell, PointMm
from vision.simulation.camera import Projection
from vision.simulation.scene import CameraPose

_TRIES = 60
_GAP = 1.44


@dataclass(frozen=True)
class Lying:
    """Where a die lies and how it is turned."""

    centre_mm: PointMm
    angle_deg: float


def lay_dice(
    rng: np.random.Generator, count: int, die_mm: float, camera: CameraPose, size_wh: tuple[int, int]
) -> tuple[Lying, ...]:
    """Lay up to ``count`` dice in the picture; more than half the time some of them touch."""
    projection = Projection(camera, size_wh)
    lying: list[Lying] = []
    while len(lying) < count and rng.random() < (0.6 if not lying else 0.25):
        size = int(rng.integers(2, max(3, min(12, count - len(lying)) + 1)))
        built = _built(rng, min(size, count - len(lying)), die_mm, _somewhere(rng, projection, 0.22))
        if _free(built, lying, die_mm):
            lying += built
    for _ in range(_TRIES):
        if len(lying) >= count:
            break
        inside = -0.02 if rng.random() < 0.1 else 0.07
        strewn = [Lying(_somewhere(rng, projection, inside), float(rng.uniform(0, 360)))]
        if _free(strewn, lying, die_mm):
            lying += strewn
    return tuple(lying)


def grid_of(rng: np.random.Generator, count: int) -> list[GridCell]:
    """Return that many cells which hang together: a row, a block, a ring or a crooked shape."""
    shape = rng.choice(["row", "block", "ring", "crooked", "crooked"])
    if shape == "row":
        return [GridCell(n, 0) for n in range(count)]
    if shape == "block":
        wide = max(1, int(np.ceil(np.sqrt(count))))
        return [GridCell(n % wide, n // wide) for n in range(count)]
    if shape == "ring" and count >= 8:
        ring = [
            (0, 0),
            (1, 0),
            (2, 0),
            (2, 1),
            (2, 2),
            (1, 2),
            (0, 2),
            (0, 1),
            (3, 0),
            (3, 1),
            (3, 2),
            (-1, 0),
        ]
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


def _built(rng: np.random.Generator, count: int, die_mm: float, at: PointMm) -> list[Lying]:
    """Put dice edge to edge with the errors of real fingers: about 1 mm and 5 degrees at most."""
    turn = rng.uniform(0, 360)
    pitch = die_mm * (1 + rng.uniform(0.005, 0.06))
    loose = rng.uniform(0, 1)
    way = np.array(
        [
            [np.cos(np.radians(turn)), -np.sin(np.radians(turn))],
            [np.sin(np.radians(turn)), np.cos(np.radians(turn))],
        ]
    )
    cells = np.array(grid_of(rng, count), np.float64)
    cells -= cells.mean(axis=0)
    places: NDArray[np.float64] = cells * pitch @ way.T + np.array(at)
    places += np.clip(rng.normal(0, 0.35 * loose, places.shape), -1, 1)
    twists = np.clip(rng.normal(0, 1.8 * loose, count), -5, 5)
    return [Lying(PointMm(*p.tolist()), float(turn + t)) for p, t in zip(places, twists, strict=True)]


def _somewhere(rng: np.random.Generator, projection: Projection, inside: float) -> PointMm:
    """Return a table point seen in the picture, that share of it away from its border."""
    size = np.array(projection.size_wh)
    x, y = projection.picture_to_table(rng.uniform(inside * size, (1 - inside) * size))
    return PointMm(float(x), float(y))


def _free(new: list[Lying], lying: list[Lying], die_mm: float) -> bool:
    return all(
        np.hypot(a.centre_mm.x - b.centre_mm.x, a.centre_mm.y - b.centre_mm.y) > _GAP * die_mm
        for a in new
        for b in lying
    )
