"""Fits the probability that dice in a given relative position touch.

Run as ``python -m vision.workshop.training.calibration.contacts``.

Hands build cities die by die, each die pushed against one that lies there, with more or less care;
sometimes a die is knocked askew; other dice are thrown beside it, or laid beside it on purpose with a
gap. A camera sees the corners, and they are misread a little. Dice that hands laid edge to edge count as
touching, however they look; no others do. This holds on the plane of the table and in the picture.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.contacts import FITTED, Against, FacePose, against
from vision.dice.geometry import squared
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation import CameraPose, Projection
from vision.workshop.simulation.dice.layouts import TablePose, grid_of
from vision.workshop.simulation.dice.placing import (
    corners_mm,
    is_free,
    push_free,
    push_together,
    strewn,
)
from vision.workshop.simulation.shapes import beside
from vision.workshop.training.calibration.fits import logistic

Floats = NDArray[np.float64]
Touching = frozenset[tuple[int, int]]

SIDE_MM, SIZE_WH = 16.0, (1280, 960)
SEEDS = range(97_000, 101_000)
NOISE_PX = 0.5
"""Error of corners, one standard deviation."""
HANDS = ((0.45, 1.5, 0.3, 0.2), (0.35, 3.0, 0.6, 0.4), (0.15, 6.0, 1.0, 0.8), (0.05, 8.0, 1.4, 1.2))
"""Kinds of hands: their share; the angle (degrees) by which they turn a die against its neighbour, the
distance by which they leave it out of line, and the gap that they leave (mm). Chosen by hand: the first
three are simulated hands (``companion.simulation.habits``), the last makes cities crooked."""
KNOCKED, KNOCKED_DEG = 0.03, 9.0
"""Share of a city's dice that are turned afterwards, and the angle."""
CITIES, IS_THROWN = (0.25, 0.5, 0.25), 0.6
"""Shares of tables with no city, one and two, and with a whole throw beside. Chosen by hand: about half
of the looks at a table show a throw."""
BESIDE_MM = (4.0, 14.0)
"""The gap between things that are laid apart on purpose."""
NEAR, IN_LINE = 0.22, 0.5
"""Greatest gap and offset, in sides, of dice in neighbouring cells."""
THROWN_MM = 70.0
PLACES_TRIED, HAIR_MM = 200, 0.5
ROLLS_AGAINST = 0.25
"""Share of dice that come to rest against others instead of falling on them; the others fall
elsewhere."""
RIDGE = 1e-3


@dataclass(frozen=True)
class LaidDice:
    """Dice on the table, and which of them hands laid edge to edge.

    ``unclear``: pairs in neighbouring cells that came to lie far apart, as around a crooked ring: nobody
    laid these edge to edge, and yet they belong together.
    """

    dice: tuple[TablePose, ...]
    touching: Touching
    unclear: Touching


def laid(rng: np.random.Generator, most: int = 9) -> LaidDice:
    """Build a city or two, and lay other dice about them."""
    dice: list[TablePose] = []
    touching: set[tuple[int, int]] = set()
    for _ in range(int(rng.choice(3, p=CITIES))):
        count = int(rng.integers(1, max(2, most - len(dice)) + 1))
        built, pairs = _built(rng, count)
        at = _apart(rng, built, dice)
        if at is not None:
            touching |= {(one + len(dice), other + len(dice)) for one, other in pairs}
            dice += at
    if rng.random() < IS_THROWN:
        about = PointMm(*rng.uniform(-THROWN_MM, THROWN_MM, 2).tolist())
        dice += strewn(rng, max(2, most - len(dice)), about, dice, SIDE_MM, lambda _: True) or ()
    else:
        for _ in range(int(rng.integers(0, 6))):
            dice += _thrown(rng, dice)
    unclear = {pair for pair in touching if not _is_near(dice[pair[0]], dice[pair[1]])}
    return LaidDice(tuple(dice), frozenset(touching - unclear), frozenset(unclear))


def _built(rng: np.random.Generator, count: int) -> tuple[list[TablePose], set[tuple[int, int]]]:
    """Return the dice of a city, about (0, 0), and which of them touch."""
    cells = _in_order(grid_of(rng, count))
    _, twist_deg, aside_mm, gap_mm = HANDS[int(rng.choice(len(HANDS), p=[one[0] for one in HANDS]))]
    dice = [TablePose(PointMm(0.0, 0.0), float(rng.uniform(0, 360)))]
    for number, cell in enumerate(cells[1:], 1):
        near = [other for other in range(number) if _are_beside(cells[other], cell)]
        to = near[int(rng.integers(len(near)))]
        step = cell.column - cells[to].column, cell.row - cells[to].row
        gap, aside = float(rng.exponential(gap_mm)), float(rng.normal(0, aside_mm))
        x, y = (
            (SIDE_MM + gap) * way + aside * across for way, across in zip(step, step[::-1], strict=True)
        )
        place = TablePose(
            beside(dice[to].centre_mm, dice[to].angle_deg, x, y),
            dice[to].angle_deg + float(rng.normal(0, twist_deg)),
        )
        dice.append(push_free(place, dice, SIDE_MM))
    for number in range(count):
        if rng.random() < KNOCKED:
            knocked = TablePose(
                dice[number].centre_mm, dice[number].angle_deg + rng.normal(0, KNOCKED_DEG)
            )
            dice[number] = push_free(knocked, dice[:number] + dice[number + 1 :], SIDE_MM)
    pairs = {
        (one, other)
        for other in range(count)
        for one in range(other)
        if _are_beside(cells[one], cells[other])
    }
    return [TablePose(die.centre_mm, die.angle_deg + 90 * int(rng.integers(4))) for die in dice], pairs


def _is_near(one: TablePose, other: TablePose) -> bool:
    """Tell whether two dice that belong in neighbouring cells really lie near each other."""
    found = against(*(FacePose.of(corners_mm(die, SIDE_MM)) for die in (one, other)))
    return found is not None and found.gap < NEAR and found.offset < IN_LINE


def _in_order(cells: Sequence[GridCell]) -> list[GridCell]:
    """Return cells ordered so that each lies beside an earlier one, as hands build."""
    left, order = list(cells[1:]), [cells[0]]
    while left:
        cell = next(cell for cell in left if any(_are_beside(cell, other) for other in order))
        left.remove(cell)
        order.append(cell)
    return order


def _are_beside(one: GridCell, other: GridCell) -> bool:
    return abs(one.column - other.column) + abs(one.row - other.row) == 1


def _apart(
    rng: np.random.Generator, built: Sequence[TablePose], dice: Sequence[TablePose]
) -> list[TablePose] | None:
    """Return a city apart from the existing dice; half the time in line with them."""
    if not dice:
        return list(built)
    in_line, gap_mm = rng.random() < 0.5, float(rng.uniform(*BESIDE_MM))
    for _ in range(PLACES_TRIED):
        to = dice[int(rng.integers(len(dice)))]
        if in_line:
            turn = to.angle_deg + float(rng.normal(0, 3)) - built[0].angle_deg
            way = [0.0, float(rng.normal(0, 1.0))]
            way[int(rng.integers(2))] = (SIDE_MM + gap_mm) * float(rng.choice([-1, 1]))
            at = beside(to.centre_mm, to.angle_deg, *way)
        else:
            turn = float(rng.uniform(0, 360))
            at = PointMm(*rng.uniform(-THROWN_MM, THROWN_MM, 2).tolist())
        moved = push_together(built, built[0].centre_mm, PointMm(0.0, 0.0), turn)
        moved = push_together(
            moved, at, PointMm(at.x - moved[0].centre_mm.x, at.y - moved[0].centre_mm.y), 0.0
        )
        if all(is_free(die, dice, SIDE_MM, gap_mm - HAIR_MM) for die in moved):
            return moved
    return None


def _thrown(rng: np.random.Generator, dice: Sequence[TablePose]) -> list[TablePose]:
    """Return a random position of a fallen die; some roll against others."""
    x, y = rng.uniform(-THROWN_MM, THROWN_MM, 2).tolist()
    place = TablePose(PointMm(x, y), float(rng.uniform(0, 360)))
    if rng.random() < ROLLS_AGAINST:
        place = push_free(place, dice, SIDE_MM)
    return [place] if is_free(place, dice, SIDE_MM) else []


def camera(rng: np.random.Generator) -> Projection:
    """Return a camera up to 25 degrees off the vertical that sees dice 25 to 60 px wide."""
    focal, side_px = float(rng.uniform(0.7, 1.3)), float(rng.uniform(25, 60))
    return Projection(
        CameraPose(
            PointMm(0.0, 0.0),
            distance_mm=focal * SIZE_WH[0] * SIDE_MM / side_px,
            tilt_deg=float(rng.uniform(0, 25)),
            stands_deg=float(rng.uniform(0, 360)),
            roll_deg=float(rng.uniform(-180, 180)),
            focal=focal,
        ),
        SIZE_WH,
    )


def seen(rng: np.random.Generator, scene: LaidDice, *, markers: bool) -> list[Corners]:
    """Return the corners as a camera has them, in px or, with markers, in mm."""
    lens = camera(rng)
    quads = [lens.table_to_picture(corners_mm(die, SIDE_MM), SIDE_MM) for die in scene.dice]
    quads = [quad + rng.normal(0, NOISE_PX, (4, 2)) for quad in quads]
    return [squared(lens.picture_to_table(quad, SIDE_MM)) for quad in quads] if markers else quads


def examples(seeds: Sequence[int]) -> Iterator[tuple[Against, bool]]:
    """Yield the relative positions of dice, and whether they touch."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        scene = laid(rng)
        poses = [FacePose.of(quad) for quad in seen(rng, scene, markers=seed % 2 == 0)]
        for other, there in enumerate(poses):
            for one, here in enumerate(poses[:other]):
                if (one, other) in scene.unclear:
                    continue
                if (found := against(here, there)) is not None:
                    yield found, (one, other) in scene.touching


def fitted(evidence: Floats, touches: NDArray[np.bool_]) -> Floats:
    """Return the weights of a logistic regression with a slight ridge."""
    return logistic(evidence, np.stack([touches, ~touches], 1), RIDGE * np.eye(evidence.shape[1]))


def main() -> None:
    """Fit the weights and write them."""
    found = list(examples(SEEDS))
    evidence = np.array([one.evidence for one, _ in found])
    weights = fitted(evidence, np.array([touches for _, touches in found]))
    kept = {"weights": [round(float(weight), 4) for weight in weights]}
    FITTED.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(found)} pairs, {sum(touches for _, touches in found)} touch: {kept}\n")


if __name__ == "__main__":
    main()
