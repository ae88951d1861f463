"""Cities as hands build them: dice a little off their cells, loose dice nearby, seen by a camera."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.carcassonne_dice.faces import STANDARD
from companion.table.plays.carcassonne_dice.cities import found
from vision.dice.geometry import squared
from vision.dice.grids import touching
from vision.dice.sets import load
from vision.readings.dice import DiceReading, Die, Grid, GridDie
from vision.readings.places import GridCell, PointPx
from vision.workshop.simulation.dice.layouts import grid_of
from vision.workshop.training.calibration.contacts import SIZE_WH, camera

SIDE_MM = 16.0
CARCASSONNE = load("carcassonne")
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Corners = NDArray[np.float64]


@dataclass(frozen=True)
class Lain:
    """A die as it lies: its face, where (mm), how its face is turned (degrees clockwise)."""

    face: str
    x: float
    y: float
    angle_deg: float

    def corners_mm(self) -> Corners:
        angle = np.radians(self.angle_deg)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE_MM / 2
        return np.asarray(half @ turn.T + (self.x, self.y))


@dataclass(frozen=True)
class Built:
    """A city's dice with their true cells and turns, and loose dice after them."""

    dice: tuple[Lain, ...]
    grid: tuple[GridDie, ...]

    def truth(self) -> Counter[tuple[int, bool, int, int]]:
        """Cities (size, closed, open edges, mismatches) of the cells meant, each loose die alone."""
        loose = range(len(self.grid), len(self.dice))
        grids = (Grid(self.grid), *(Grid((GridDie(die, GridCell(0, 0), 0),)) for die in loose))
        return cities_of(self.dice, [die.corners_mm() for die in self.dice], grids, sure=True)


def built(rng: np.random.Generator, *, slip_mm: float = 1.0, slip_deg: float = 5.0) -> Built:
    """Build two to nine dice, each up to that much off its cell, and up to three loose ones nearby."""
    cells = grid_of(rng, int(rng.integers(2, 10)))
    faces = _closed(rng, cells)
    for number in rng.permutation(len(cells))[: int(rng.integers(0, 3))].tolist():
        faces[number] = (str(rng.choice(STANDARD.names)), int(rng.integers(4)))
    city = _placed(rng, cells, faces, slip_mm, slip_deg)
    dice = list(city)
    for _ in range(int(rng.integers(0, 4))):
        dice += _loose(rng, dice, city)
    grid = tuple(
        GridDie(die, cell, turns)
        for die, (cell, (_, turns)) in enumerate(zip(cells, faces, strict=True))
    )
    return Built(tuple(dice), grid)


def _closed(rng: np.random.Generator, cells: Sequence[GridCell]) -> list[tuple[str, int]]:
    """Return faces and turns so that every city on these cells is closed: city meets city only."""
    while True:
        inner = {
            frozenset((cell, beside)): bool(rng.random() < 0.7)
            for cell in cells
            for beside in _beside(cell)
            if beside in cells
        }
        edges = [
            frozenset(
                side for side, there in enumerate(_beside(cell)) if inner.get(frozenset((cell, there)))
            )
            for cell in cells
        ]
        if all(len(own) < 4 for own in edges):
            return [_face_with(rng, own) for own in edges]


def _beside(cell: GridCell) -> list[GridCell]:
    return [GridCell(cell.column + x, cell.row + y) for x, y in _STEPS]


def _face_with(rng: np.random.Generator, edges: frozenset[int]) -> tuple[str, int]:
    fitting = [
        (name, turns)
        for name in STANDARD.names
        for turns in range(4)
        if frozenset(side for part in STANDARD.parts(name, turns) for side in part) == edges
    ]
    return fitting[int(rng.integers(len(fitting)))]


def _placed(
    rng: np.random.Generator,
    cells: Sequence[GridCell],
    faces: Sequence[tuple[str, int]],
    slip_mm: float,
    slip_deg: float,
) -> list[Lain]:
    """Set the dice down; hands leave just so much room that no two stand in each other."""
    angle, pitch = float(rng.uniform(0, 360)), SIDE_MM * (1 + float(rng.uniform(0.005, 0.03)))
    turn = np.array(
        [
            [np.cos(np.radians(angle)), -np.sin(np.radians(angle))],
            [np.sin(np.radians(angle)), np.cos(np.radians(angle))],
        ]
    )
    while True:
        places = np.array(cells, np.float64) * pitch @ turn.T
        places += rng.uniform(-slip_mm, slip_mm, places.shape) - places.mean(0)
        twists = angle + rng.uniform(-slip_deg, slip_deg, len(cells))
        dice = [
            Lain(face, float(x), float(y), float(twist + 90 * turns))
            for (face, turns), (x, y), twist in zip(faces, places, twists, strict=True)
        ]
        if not any(_meet(one, two, 0.0) for n, one in enumerate(dice) for two in dice[:n]):
            return dice
        pitch += 0.1


def _loose(rng: np.random.Generator, dice: Sequence[Lain], city: Sequence[Lain]) -> list[Lain]:
    """Return a die 4 to 12 mm from the city and not nearer to any other, where one finds room."""
    for _ in range(200):
        x, y, angle = rng.uniform((-80, -80, 0), (80, 80, 360)).tolist()
        die = Lain(str(rng.choice(STANDARD.names)), x, y, angle)
        if any(_meet(one, die, 12.0) for one in city) and not any(_meet(one, die, 4.0) for one in dice):
            return [die]
    return []


def _meet(one: Lain, other: Lain, gap_mm: float) -> bool:
    kind, _ = cv2.rotatedRectangleIntersection(
        ((one.x, one.y), (SIDE_MM + 2 * gap_mm,) * 2, one.angle_deg),
        ((other.x, other.y), (SIDE_MM - 0.01,) * 2, other.angle_deg),
    )
    return kind != cv2.INTERSECT_NONE


def seen_cities(
    rng: np.random.Generator, scene: Built, *, markers: bool, noise_px: float = 0.5
) -> tuple[Counter[tuple[int, bool, int, int]], bool]:
    """Return the cities read from corners misread by so much, and whether all is beyond doubt."""
    lens = camera(rng)
    corners = [lens.table_to_picture(die.corners_mm(), SIDE_MM) for die in scene.dice]
    corners = [quad + rng.normal(0, noise_px, (4, 2)) for quad in corners]
    level = [squared(lens.picture_to_table(quad, SIDE_MM)) if markers else quad for quad in corners]
    _, grids, unsure = touching(level)
    return cities_of(scene.dice, corners, grids, sure=not unsure), not unsure


def cities_of(
    dice: Sequence[Lain], corners: Sequence[Corners], grids: tuple[Grid, ...], *, sure: bool
) -> Counter[tuple[int, bool, int, int]]:
    """Return how many cities there are of each kind: size, closed, open edges, mismatches."""
    read = tuple(_read(die, quad) for die, quad in zip(dice, corners, strict=True))
    rows = found(DiceReading(read, grids, sure, (), SIZE_WH, False), CARCASSONNE)["cities"]
    return Counter(
        (len(row["dice"]), row["closed"], row["open_edges"], row["mismatches"]) for row in rows
    )


def _read(die: Lain, quad: Corners) -> Die:
    a, b, c, d = (PointPx(float(x), float(y)) for x, y in quad)
    return Die(die.face, PointPx(*quad.mean(0).tolist()), (a, b, c, d), 0.0, 0.99, True)
