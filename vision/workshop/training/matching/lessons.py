"""Synthetic lessons: a board seen bare, its pieces taught, and photographs to be read; kept in files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_grid import PX_PER_CELL as CELL
from vision.boards.sets import SAMPLE_PX
from vision.frame import ImageBgr
from vision.matching.light import as_picture, in_taught_light
from vision.workshop.training.matching.boards import (
    BARE,
    EDGE,
    BoardScene,
    BoardWorld,
    bare,
    played,
    taught,
    view,
    world,
)
from vision.workshop.training.matching.paint import Rng
from vision.workshop.training.matching.photographs import BoardCamera, EveningLamps
from vision.workshop.training.record import kept_in

STRANGE = -2
"""A cell's truth for a piece that was never taught."""
READ, MOST_SAMPLES = 3, 5
"""Photographs to be read of one world; samples kept of a label."""
CALM = 0.5
"""Share of games that continue as in the lesson: the same lamps, mild ones, the same camera, a fair
one."""
BLOCK = 8
"""Worlds in one file."""
WASHED_OUT, SOFT_PX, BETWEEN = 0.3, 1.5, 0.3
"""Share of a cell's contrast, softly blurred, that must remain in a photograph, since nobody would
teach with less, nor could recognise the cell; its assumed covered share is then between visible and
covered."""


@dataclass(frozen=True, eq=False)
class PaintedLesson:
    """A board and pieces as taught. ``known``: where the board was seen bare (255, else 0); ``samples``
    as in a set, with ``labels``; ``rotations`` of each label."""

    bare_bgr: ImageBgr
    known: NDArray[np.uint8]
    samples: NDArray[np.uint8]
    labels: NDArray[np.int32]
    rotations: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class LessonPhotograph:
    """A photograph in the light of the lesson, and the truth of each of its cells (rows, columns)."""

    lesson: PaintedLesson
    board_bgr: ImageBgr
    truth: NDArray[np.int32]
    turns: NDArray[np.int32]
    figures: NDArray[np.int32]
    covered: NDArray[np.float32]
    hidden: NDArray[np.uint8]
    """What figures hide of the board (255)."""


def examples(seed: int, *, kept_back: bool = False) -> list[LessonPhotograph]:
    """Return the photographs of one world, and its lesson."""
    rng = np.random.default_rng((seed, int(kept_back)))
    made = world(rng, kept_back=kept_back)
    calm = rng.random() < CALM
    evening = EveningLamps(int(rng.integers(1 << 30)), float(rng.uniform(0.1, 0.4 if calm else 0.8)))
    hard, least_px = (rng.uniform(0.1, 0.4), 44) if calm else (rng.uniform(0.2, 0.8), 30)
    camera = BoardCamera(int(rng.integers(1 << 30)), float(hard), float(rng.uniform(least_px, 64)))
    lesson = _lesson(rng, made, evening, camera)
    found = []
    for _ in range(READ):
        lamps, by = evening, camera
        if not calm and rng.random() < 0.65:
            lamps = EveningLamps(int(rng.integers(1 << 30)), float(rng.uniform(0.3, 1)))
        if not calm and rng.random() < 0.35:
            by = BoardCamera(
                int(rng.integers(1 << 30)), float(rng.uniform(0.3, 1)), float(rng.uniform(24, 60))
            )
        scene = played(rng, made, view(rng))
        photograph = by.photograph(rng, scene, lamps)
        board = as_picture(in_taught_light(photograph, lesson.bare_bgr, lesson.known))
        known = {label for kind in made.taught for label in kind.labels} & set(lesson.labels.tolist())
        truth = np.where(np.isin(scene.truth, [BARE, *known]), scene.truth, STRANGE).astype(np.int32)
        lost = washed_out(photograph, scene.canvas, truth.shape)
        covered = np.where(lost, np.maximum(_shares(made, scene), BETWEEN), _shares(made, scene))
        hidden = np.asarray(scene.hidden * 255, np.uint8)
        covered = covered.astype(np.float32)
        found.append(LessonPhotograph(lesson, board, truth, scene.turns, scene.figures, covered, hidden))
    return found


def _lesson(rng: Rng, made: BoardWorld, lamps: EveningLamps, camera: BoardCamera) -> PaintedLesson:
    """Teach the bare board, and photographs of the pieces or of a game under way."""
    empty = bare(made)
    first = camera.photograph(rng, empty, lamps)
    known = np.full(first.shape[:2], 255, np.uint8)
    seen = view(rng)
    scenes = taught(rng, made, seen, one_way=rng.random() < 0.5)
    samples, labels = [], []
    for number, scene in enumerate(scenes):
        light = lamps if rng.random() < 0.75 else EveningLamps(int(rng.integers(1 << 30)), 0.5)
        photograph = camera.photograph(rng, scene, light)
        shot = as_picture(in_taught_light(photograph, first, known))
        lost = washed_out(photograph, scene.canvas, scene.truth.shape)
        for column, row in scene.taken:
            if scene.truth[row, column] in made_labels(made) and not lost[row, column]:
                samples.append(
                    np.ascontiguousarray(np.rot90(sample(shot, column, row), scene.turns[row, column]))
                )
                labels.append(int(scene.truth[row, column]))
        if number == 0 and rng.random() < 0.2:  # never seen bare: pieces lay there at first
            for column, row in scene.taken:
                at = np.s_[
                    EDGE + row * CELL : EDGE + (row + 1) * CELL,
                    EDGE + column * CELL : EDGE + (column + 1) * CELL,
                ]
                known[at], first[at] = 0, 127
    kept = [n for n, label in enumerate(labels) if labels[:n].count(label) < MOST_SAMPLES]
    return PaintedLesson(
        first,
        known,
        np.array([samples[n] for n in kept], np.uint8),
        np.array([labels[n] for n in kept], np.int32),
        made.make.rotations,
    )


def made_labels(made: BoardWorld) -> set[int]:
    """Return the labels that are taught."""
    return {label for kind in made.taught for label in kind.labels}


def sample(board_bgr: ImageBgr, column: int, row: int) -> ImageBgr:
    """Return a cell and a quarter of it on each side, as sets keep it."""
    return around(board_bgr, column, row, SAMPLE_PX)


def around(board: NDArray[Any], column: int, row: int, side_px: int) -> NDArray[Any]:
    """Return a square of a board about the middle of a cell."""
    x, y, half = EDGE + int((column + 0.5) * CELL), EDGE + int((row + 0.5) * CELL), side_px // 2
    return board[y - half : y + half, x - half : x + half]


def washed_out(
    photograph: ImageBgr, canvas: NDArray[np.float32], shape: tuple[int, ...]
) -> NDArray[np.bool_]:
    """Return the cells of whose print too little is visible in a photograph."""
    seen, painted = (_contrasts(one, shape) for one in (photograph.astype(np.float32), canvas))
    return np.asarray(seen < WASHED_OUT * painted)


def _contrasts(picture: NDArray[np.float32], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return the contrast of each cell's middle relative to its level."""
    grey = cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32))
    grey = cv2.GaussianBlur(grey, (0, 0), SOFT_PX)[EDGE:-EDGE, EDGE:-EDGE]
    cells = grey.reshape(shape[0], CELL, shape[1], CELL)[
        :, CELL // 5 : -CELL // 5, :, CELL // 5 : -CELL // 5
    ]
    return np.asarray(cells.std((1, 3)) / (cells.mean((1, 3)) + 1e-3), np.float32)


def _shares(made: BoardWorld, scene: BoardScene) -> NDArray[np.float32]:
    inner = scene.cover[EDGE:-EDGE, EDGE:-EDGE]
    cells = inner.reshape(made.grid.rows, CELL, made.grid.columns, CELL)
    return np.asarray(cells.mean((1, 3)), np.float32)


def block(folder: Path, number: int, *, kept_back: bool = False) -> list[LessonPhotograph]:
    """Return the examples of a block of worlds, generated if the folder lacks them."""
    path = folder / f"{'kept_back' if kept_back else 'worlds'}.{number}.pickle"
    seeds = range(number * BLOCK, (number + 1) * BLOCK)
    return kept_in(path, lambda: [one for seed in seeds for one in examples(seed, kept_back=kept_back)])
