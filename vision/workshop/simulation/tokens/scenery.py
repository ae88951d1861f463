"""Gems and pawns as hands put them down: slightly off their places."""

import numpy as np

from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.boards.things import Pawn
from vision.workshop.simulation.tokens.gem_board import floor_mm
from vision.workshop.simulation.tokens.things import Gem, GemMake, LaidGemBoard

PAWN_PAINTS = ((70, 150, 60), (45, 45, 190), (190, 110, 40), (50, 190, 225))
_IN_HOLE_MM = 0.9


def gem_in_hole(
    rng: np.random.Generator, board: LaidGemBoard, make: GemMake, label: str, cell: GridCell
) -> Gem:
    """Return a gem as hands put it into a hole: at any angle, slightly off its middle."""
    x, y = board.place_mm(*cell)
    off = np.clip(rng.normal(0, _IN_HOLE_MM, 2), -1.8, 1.8)
    return Gem(
        make,
        label,
        PointMm(x + float(off[0]), y + float(off[1])),
        float(rng.uniform(0, 360)),
        floor_mm(board),
        float(abs(rng.normal(0, 4))),
        float(rng.uniform(0, 360)),
    )


def loose_gem(rng: np.random.Generator, make: GemMake, label: str, at_mm: PointMm) -> Gem:
    """Return a gem as it lies on the table: leaning on one of its lower facets, or upright."""
    lean = abs(float(rng.normal(0, 6))) if rng.random() < 0.5 else float(rng.uniform(15, 55))
    return Gem(make, label, at_mm, float(rng.uniform(0, 360)), 0.0, lean, float(rng.uniform(0, 360)))


def pawn_at(
    rng: np.random.Generator,
    board: LaidGemBoard,
    paint: tuple[int, int, int],
    row: int,
    number: int,
    tall_mm: float = 22.0,
) -> Pawn:
    """Return a pawn on a row's red field; several stand side by side there."""
    x, y = board.head_mm(row)
    side = ((-4.5, -4.5), (4.5, 4.5), (-4.5, 4.5), (4.5, -4.5))[number % 4]
    off = np.array(side) + rng.normal(0, 0.8, 2)
    return Pawn("pawn", paint, PointMm(x + float(off[0]), y + float(off[1])), board.thick_mm, tall_mm)
