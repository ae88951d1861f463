"""One training batch: some cells of one photograph, and some of the taught samples."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.board_grid import PX_PER_CELL as CELL
from vision.boards.sets import SAMPLE_PX
from vision.matching.light import as_seen
from vision.matching.matcher import smaller
from vision.matching.sizes import CROP_PX, PLACES, STRIDE_PX
from vision.workshop.training.matching.boards import BARE, EDGE
from vision.workshop.training.matching.lessons import BLOCK, READ, LessonPhotograph, around, block
from vision.workshop.training.matching.paint import Rng

CELLS, SAMPLES = 30, 52
"""Numbers of cells and samples compared at once."""
CLEAR_BELOW, COVERED_FROM = 0.08, 0.6
"""Covered shares below which a cell is visible, and above which it is covered; between, it is
neither."""
KNOWN_FROM = 250
"""Level from which a place was seen bare."""
LEFT_OUT, LABELS_LEFT_OUT = 0.5, 4
"""Share of lessons of which some labels are left out, and at most how many: what lies there was then
never taught, and often has a taught twin."""
UNDER, TOLD, LEAST_SEEN, HIDDEN_FROM, OFF_PX = 0.4, 0.8, 0.2, 128, 3
"""Weight of what lies under a figure; of these, the share of which it is told what the figure hides, if
more than this share is visible; level from which a place is hidden; how far off it is told, at most."""
CUT = 0.1
"""Share of other cells of which only a part is compared."""
COVERED, UNDECIDABLE = 2, -1
"""How a cell looks, besides 0 (bare) and 1."""
SAMPLE_EDGE = (SAMPLE_PX - CROP_PX) // 2
EACH_SEEN = 3
"""Number of times each photograph is used: turned, mirrored, in other colours, and with other cells."""


@dataclass(frozen=True, eq=False)
class BoardBatch:
    """Photographs of boards of one size (b): ``whole`` and ``looks`` are of whole boards (``looks``: 0
    bare, 1 something, 2 covered, -1 undecidable); of chosen ``cells`` (b, n), ``what`` lies there, the
    same places ``bare``, whether they were seen bare, their ``visible`` places, ``truth`` (0 bare, 1 and
    more a name, then an unknown piece) and its ``weight``; ``samples`` (b, m, …) and the number of each
    one's name (``groups``); ``names``: how many there are at most."""

    whole: Tensor
    looks: Tensor
    what: Tensor
    bare: Tensor
    has_bare: Tensor
    visible: Tensor
    cells: Tensor
    samples: Tensor
    groups: Tensor
    truth: Tensor
    weight: Tensor
    names: int


@dataclass(frozen=True, eq=False)
class Visit:
    """What of an example is compared at once: some cells (n), their truth, its weight, their places that
    count (n, PLACES, PLACES); some samples (m), their turns, and the numbers of their names."""

    cells: NDArray[np.int_]
    truth: NDArray[np.int_]
    weight: NDArray[np.float32]
    visible: NDArray[np.bool_]
    samples: NDArray[np.int_]
    turns: NDArray[np.int_]
    groups: NDArray[np.int_]


def batches(folder: Path, seed: tuple[int, int], steps: int) -> Iterator[BoardBatch]:
    """Yield batches for a piece of the training; its worlds are generated when needed."""
    rng = np.random.default_rng(seed)
    while True:
        # Each piece adds its own worlds to all earlier ones.
        blocks = max(1, (seed[1] + 1) * steps // (EACH_SEEN * BLOCK * READ))
        old = block(folder, int(rng.integers(blocks)))
        new = block(folder, int(blocks - 1 - rng.integers(max(1, blocks // (seed[1] + 1)))))
        both = [*old, *new]
        for number in rng.permutation(len(both)).tolist():
            made = batch(rng, both[number])
            if made is not None:
                yield made


def visit(rng: Rng, example: LessonPhotograph, *, as_is: bool = False) -> Visit:
    """Return what of an example is compared at once. ``as_is``: everything."""
    samples, turns, groups, names = _taught(rng, example, as_is)
    looks = looks_of(example)
    truth = np.full(example.truth.shape, -1)
    for place, label in np.ndenumerate(example.truth):
        if looks[place] == 1 and label != BARE:
            name = (int(label), int(example.turns[place]))
            truth[place] = 1 + names.index(name) if name in names else 1 + len(names)
        elif looks[place] in (0, 1):  # bare, a pawn on it or not
            truth[place] = 0
    cells = _cells(rng, truth, example.figures != BARE, len(names), as_is)
    rows, columns = np.unravel_index(cells, truth.shape)
    visible = np.ones((len(cells), PLACES, PLACES), np.bool_)
    weight = np.where(example.figures[rows, columns] != BARE, UNDER, 1.0).astype(np.float32)
    for number, place in enumerate(zip(columns, rows, strict=True)):
        if not as_is:
            seen = _seen(rng, crop(example.hidden, *place))
            if not seen.all() and seen.mean() > LEAST_SEEN and rng.random() < TOLD:
                visible[number], weight[number] = seen, 1.0
            elif seen.all() and rng.random() < CUT:
                visible[number] = _cut(rng)
    return Visit(cells, truth.flatten()[cells], weight, visible, samples, turns, groups)


def _seen(rng: Rng, hidden: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return the places of a crop of which no figure hides anything, as well as can be told: of a figure
    the form and the foot are known roughly."""
    if not hidden.any():
        return np.ones((PLACES, PLACES), np.bool_)
    off, wider = rng.integers(-OFF_PX, OFF_PX + 1, 2), int(rng.integers(1, 2 + 2 * OFF_PX))
    known = np.roll(cv2.dilate(hidden, np.ones((wider, wider), np.uint8)), off.tolist(), (0, 1))
    return np.asarray(known.reshape(PLACES, STRIDE_PX, PLACES, STRIDE_PX).max((1, 3)) < HIDDEN_FROM)


def _cut(rng: Rng) -> NDArray[np.bool_]:
    """Return places of a crop without those in a bar across it, or on one side."""
    way, middle = rng.uniform(0, 2 * np.pi), (PLACES - 1) / 2
    y, x = np.mgrid[:PLACES, :PLACES] - middle
    along = x * np.cos(way) + y * np.sin(way)
    start = rng.uniform(-middle, middle)
    seen = (along < start) | (along > start + rng.uniform(2, PLACES if rng.random() < 0.5 else 6))
    return np.asarray(seen if seen.mean() > LEAST_SEEN else ~seen)


def batch(rng: Rng, example: LessonPhotograph, *, as_is: bool = False) -> BoardBatch | None:
    """Return a batch of one photograph; None if nothing was taught. ``as_is``: all of it,
    unchanged."""
    lesson = example.lesson
    if not len(lesson.samples):
        return None
    chosen, shape = visit(rng, example, as_is=as_is), example.truth.shape
    turn, mirror, order = (0, False, np.arange(3)) if as_is else _change(rng)

    def changed(pictures: NDArray[np.float32]) -> Tensor:
        seen = np.rot90(pictures[..., order], turn, (1, 2))
        seen = seen[:, :, ::-1] if mirror else seen
        return torch.from_numpy(np.ascontiguousarray(seen.transpose(0, 3, 1, 2)))

    def turned(cells: NDArray[Any], axes: tuple[int, int] = (0, 1)) -> Tensor:
        seen = np.rot90(cells, turn, axes)
        return torch.from_numpy(np.ascontiguousarray(np.flip(seen, axes[1]) if mirror else seen))

    number = np.arange(example.truth.size).reshape(shape)
    now_at = {int(cell): at for at, cell in enumerate(turned(number).flatten().tolist())}
    rows, columns = np.unravel_index(chosen.cells, shape)
    board, empty = as_seen(example.board_bgr), as_seen(lesson.bare_bgr)
    small = [smaller(picture) for picture in (board, empty)]
    mask = (smaller(lesson.known.astype(np.float32)) > KNOWN_FROM).astype(np.float32)
    whole = torch.cat([*(changed(one[None]) for one in small), turned(mask)[None, None]], 1)
    there, bare = ([crop(one, *at) for at in zip(columns, rows, strict=True)] for one in (board, empty))
    samples = [
        np.rot90(lesson.samples[one], -turns)[SAMPLE_EDGE:-SAMPLE_EDGE, SAMPLE_EDGE:-SAMPLE_EDGE]
        for one, turns in zip(chosen.samples, chosen.turns, strict=True)
    ]
    known, looks = known_cells(lesson.known, shape), looks_of(example)
    return BoardBatch(
        whole=whole,
        looks=turned(np.where(known | (looks == COVERED), looks, UNDECIDABLE))[None],
        what=changed(np.stack(there))[None],
        bare=changed(np.stack(bare))[None],
        has_bare=torch.from_numpy(known[rows, columns])[None],
        visible=turned(chosen.visible.astype(np.float32), (1, 2))[None],
        cells=torch.tensor([[now_at[int(cell)] for cell in chosen.cells]]),
        samples=changed(as_seen(np.stack(samples)))[None],
        groups=torch.from_numpy(chosen.groups)[None],
        truth=torch.from_numpy(chosen.truth)[None],
        weight=torch.from_numpy(chosen.weight)[None],
        names=int(chosen.groups.max()) + 1,
    )


def _change(rng: Rng) -> tuple[int, bool, NDArray[np.int_]]:
    return (
        int(rng.integers(4)),
        rng.random() < 0.5,
        rng.permutation(3) if rng.random() < 0.5 else np.arange(3),
    )


def _taught(
    rng: Rng, example: LessonPhotograph, as_is: bool
) -> tuple[NDArray[np.int_], NDArray[np.int_], NDArray[np.int_], list[tuple[int, int]]]:
    """Return some samples in every turn: their numbers, turns, the number of each one's name in that
    turn, and the list of these."""
    lesson = example.lesson
    there = set(example.truth.flatten().tolist())
    labels = sorted(set(lesson.labels.tolist()), key=lambda label: rng.random() - 0.5 * (label in there))
    found, names = list[tuple[int, int, int]](), list[tuple[int, int]]()
    if not as_is and rng.random() < LEFT_OUT:
        # Most of these lie on the board.
        labels = labels[min(len(labels) - 1, int(rng.integers(1, LABELS_LEFT_OUT + 1))) :]
    for label in labels:
        own = np.nonzero(lesson.labels == label)[0]
        own = own if as_is else rng.permutation(own)[: int(rng.integers(1, 4))]
        turns = range(lesson.rotations[label])
        if not as_is and len(found) + len(own) * len(turns) > SAMPLES and found:
            continue
        for turn in turns:
            found += [(one, turn, len(names)) for one in own.tolist()]
            names.append((label, turn))
    numbers, turned, groups = np.array(found, np.int64).T
    return numbers, turned, groups, names


def looks_of(example: LessonPhotograph) -> NDArray[np.int_]:
    """Return for each cell whether it is bare (0; a pawn alone is something), something, covered, or
    neither."""
    something = (example.truth != BARE) | (example.figures != BARE)
    looks = np.where(something, 1, 0)
    looks = np.where(example.covered > CLEAR_BELOW, UNDECIDABLE, looks)
    return np.where(example.covered > COVERED_FROM, COVERED, looks)


def _cells(
    rng: Rng, truth: NDArray[np.int_], figured: NDArray[np.bool_], names: int, as_is: bool
) -> NDArray[np.int_]:
    """Return the cells to compare: mostly taught pieces, some with figures, some unknown pieces, some
    bare places."""
    flat = truth.flatten()
    if as_is:
        return np.nonzero(flat >= 0)[0]
    kinds = [
        np.nonzero(figured.flatten() & (flat >= 0))[0],
        np.nonzero(flat == 0)[0],
        np.nonzero((flat > 0) & (flat <= names))[0],
        np.nonzero(flat > names)[0],
    ]
    most = (8, 5, 16, 6)
    chosen = np.concatenate([rng.permutation(one)[:n] for one, n in zip(kinds, most, strict=True)])
    chosen = rng.permutation(np.unique(chosen))
    return chosen[:CELLS] if len(chosen) else np.nonzero(flat >= 0)[0][:2]


def crop(board: NDArray[Any], column: int, row: int) -> NDArray[Any]:
    """Return a cell with its surroundings."""
    return around(board, column, row, CROP_PX)


def known_cells(known: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return whether each cell was seen bare."""
    inner = known[EDGE:-EDGE, EDGE:-EDGE].reshape(shape[0], CELL, shape[1], CELL)
    return np.asarray(inner.mean((1, 3)) > KNOWN_FROM)
