"""One training batch: some cells of one photograph, and some of the taught samples."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.boards.grid import PX_PER_CELL as CELL
from vision.boards.sets import SAMPLE_PX
from vision.frame import ImageBgr
from vision.matching.light import as_seen
from vision.matching.sizes import COARSE, CROP_PX
from vision.workshop.training.matching.boards import BARE, EDGE
from vision.workshop.training.matching.lessons import Example, block
from vision.workshop.training.matching.paint import Rng

CELLS, SAMPLES = 28, 52
"""Numbers of cells and samples compared at once."""
CLEAR_BELOW, COVERED_FROM = 0.08, 0.6
"""Covered shares below which a cell is visible, and above which it is covered; between, it is
neither."""
KNOWN_FROM = 250
"""Level from which a place was seen bare."""
LEFT_OUT, LABELS_LEFT_OUT = 0.5, 4
"""Share of lessons of which some labels are left out, and at most how many: what lies there was then
never taught, and often has a taught twin."""
EACH_SEEN = 3
"""Number of times each photograph is used: turned, mirrored, in other colours, and with other cells."""


@dataclass(frozen=True, eq=False)
class Batch:
    """``whole`` and ``looks`` are of the whole board (``looks``: 0 bare, 1 something, 2 covered, -1
    undecidable), the rest as ``Matcher`` takes it. ``cells``: those chosen; ``weight`` of each."""

    whole: Tensor
    looks: Tensor
    what: Tensor
    bare: Tensor
    has_bare: Tensor
    cells: Tensor
    samples: Tensor
    groups: Tensor
    truth: Tensor
    weight: Tensor


def batches(folder: Path, seed: tuple[int, int], steps: int) -> Iterator[Batch]:
    """Yield batches for a piece of the training; its worlds are generated when needed."""
    rng = np.random.default_rng(seed)
    while True:
        # Each piece adds its own worlds to all earlier ones.
        blocks = max(1, (seed[1] + 1) * steps // (EACH_SEEN * 16))
        old = block(folder, int(rng.integers(blocks)))
        new = block(folder, int(blocks - 1 - rng.integers(max(1, blocks // (seed[1] + 1)))))
        both = [*old, *new]
        for number in rng.permutation(len(both)).tolist():
            made = batch(rng, both[number])
            if made is not None:
                yield made


def batch(rng: Rng, example: Example, *, as_is: bool = False) -> Batch | None:
    """Return a batch of one photograph; None if nothing was taught. ``as_is``: all of it,
    unchanged."""
    if not len(example.lesson.samples):
        return None
    chosen, groups, names = _taught(rng, example, as_is)
    looks = _looks(example)
    truth = np.full(example.truth.shape, -1)
    for place, label in np.ndenumerate(example.truth):
        if looks[place] == 1 and label != BARE:
            name = (int(label), int(example.turns[place]))
            truth[place] = 1 + names.index(name) if name in names else 1 + len(names)
        elif looks[place] in (0, 1):  # bare, a pawn on it or not
            truth[place] = 0
    cells = _cells(rng, truth, example.figures != BARE, len(names), as_is)
    turn, mirror, order = (0, False, np.arange(3)) if as_is else _change(rng)
    lesson = example.lesson

    def changed(pictures: NDArray[np.float32]) -> Tensor:
        seen = np.rot90(pictures[..., order], turn, (1, 2))
        seen = seen[:, :, ::-1] if mirror else seen
        return torch.from_numpy(np.ascontiguousarray(seen.transpose(0, 3, 1, 2)))

    def turned(cells: NDArray[np.int_]) -> Tensor:
        seen = np.rot90(cells, turn)
        return torch.from_numpy(np.ascontiguousarray(seen[:, ::-1] if mirror else seen))

    number = np.arange(truth.size).reshape(truth.shape)
    now_at = {int(cell): at for at, cell in enumerate(turned(number).flatten().tolist())}
    known = example.lesson.known
    rows, columns = np.unravel_index(cells, truth.shape)
    board, empty = as_seen(example.board_bgr), as_seen(lesson.bare_bgr)
    small = [_coarse(picture) for picture in (board, empty)]
    mask = _coarse(known.astype(np.float32))
    sight = torch.cat([*(changed(one[None]) for one in small), _where(mask, turn, mirror)], 1)
    bare = [crop(empty, *at) for at in zip(columns, rows, strict=True)]
    return Batch(
        sight,
        turned(np.where(known_cells(known, truth.shape) | (looks == 2), looks, -1)),
        changed(np.stack([crop(board, *at) for at in zip(columns, rows, strict=True)])),
        changed(np.stack(bare)),
        torch.from_numpy(known_cells(known, truth.shape)[rows, columns]),
        torch.tensor([now_at[int(cell)] for cell in cells]),
        changed(as_seen(chosen)),
        torch.from_numpy(groups),
        torch.from_numpy(truth.flatten()[cells]),
        torch.from_numpy(np.where(example.figures[rows, columns] != BARE, 0.4, 1.0).astype(np.float32)),
    )


def _change(rng: Rng) -> tuple[int, bool, NDArray[np.int_]]:
    return (
        int(rng.integers(4)),
        rng.random() < 0.5,
        rng.permutation(3) if rng.random() < 0.5 else np.arange(3),
    )


def _taught(
    rng: Rng, example: Example, as_is: bool
) -> tuple[NDArray[np.uint8], NDArray[np.int64], list[tuple[int, int]]]:
    """Return samples in every turn, each one's name and turn, and the list of these."""
    lesson = example.lesson
    there = set(example.truth.flatten().tolist())
    labels = sorted(set(lesson.labels.tolist()), key=lambda label: rng.random() - 0.5 * (label in there))
    pictures, groups, names = list[ImageBgr](), list[int](), list[tuple[int, int]]()
    half = (SAMPLE_PX - CROP_PX) // 2
    if not as_is and rng.random() < LEFT_OUT:
        # Most of these lie on the board.
        labels = labels[min(len(labels) - 1, int(rng.integers(1, LABELS_LEFT_OUT + 1))) :]
    for label in labels:
        own = np.nonzero(lesson.labels == label)[0]
        own = own if as_is else rng.permutation(own)[: int(rng.integers(1, 4))]
        turns = range(lesson.rotations[label])
        if not as_is and len(pictures) + len(own) * len(turns) > SAMPLES and pictures:
            continue
        for turn in turns:
            for one in own:
                pictures.append(np.rot90(lesson.samples[one], -turn)[half:-half, half:-half])
                groups.append(len(names))
            names.append((label, turn))
    return np.stack(pictures), np.array(groups, np.int64), names


def _looks(example: Example) -> NDArray[np.int_]:
    """Return for each cell whether it is bare (0; a pawn alone is something), something, covered, or
    neither."""
    something = (example.truth != BARE) | (example.figures != BARE)
    looks = np.where(something, 1, 0)
    looks = np.where(example.covered > CLEAR_BELOW, -1, looks)
    return np.where(example.covered > COVERED_FROM, 2, looks)


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
    most = (6, 5, 16, 6)
    chosen = np.concatenate([rng.permutation(one)[:n] for one, n in zip(kinds, most, strict=True)])
    chosen = rng.permutation(np.unique(chosen))
    return chosen[:CELLS] if len(chosen) else np.nonzero(flat >= 0)[0][:2]


def crop(board: NDArray[np.float32], column: int, row: int) -> NDArray[np.float32]:
    """Return a cell with its surroundings."""
    x, y, half = EDGE + int((column + 0.5) * CELL), EDGE + int((row + 0.5) * CELL), CROP_PX // 2
    return board[y - half : y + half, x - half : x + half]


def _coarse(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    size = picture.shape[1] // COARSE, picture.shape[0] // COARSE
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _where(mask: NDArray[np.float32], turn: int, mirror: bool) -> Tensor:
    seen = np.rot90(mask > KNOWN_FROM, turn)
    seen = seen[:, ::-1] if mirror else seen
    return torch.from_numpy(np.ascontiguousarray(seen.astype(np.float32)))[None, None]


def known_cells(known: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return of each cell whether it was seen bare."""
    inner = known[EDGE:-EDGE, EDGE:-EDGE].reshape(shape[0], CELL, shape[1], CELL)
    return np.asarray(inner.mean((1, 3)) > KNOWN_FROM)
