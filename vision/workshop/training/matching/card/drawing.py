"""Draws worlds and packs them as the card takes them."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from vision.matching.light import LOGARITHMS, as_seen
from vision.matching.sizes import PLACES
from vision.workshop.training.matching.batches import (
    CELLS,
    COVERED,
    KNOWN_FROM,
    SAMPLE_EDGE,
    SAMPLES,
    UNDECIDABLE,
    coarse,
    crop,
    known_cells,
    looks_of,
    visit,
)
from vision.workshop.training.matching.lessons import Example, examples

VISITS = 8
"""Choices of cells and samples of each photograph."""
KEPT_WORLDS, KEPT_EVERY = 304, 12
"""Worlds of art kept back to be read at the end; one of so many drawn is one."""
STRANGER = 99
"""The truth of an unknown piece until it is known how many names there are."""
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Packed:
    """A world as the card takes it: its lesson, and its photographs, all of one size."""

    size: tuple[int, int]
    lesson: Arrays
    photographs: list[Arrays]


def drawn(worker: int, workers: int, queue: Any, stop: Any) -> None:
    """Draw worlds until told to stop."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    number = worker
    while not stop.is_set():
        turn, own = divmod(number // workers, KEPT_EVERY)
        kept = turn * workers + worker
        if own == 0 and kept < KEPT_WORLDS:
            queue.put((kept, examples(kept, kept_back=True)))
        else:
            packed = pack(number, examples(number))
            if packed is not None:
                queue.put(packed)
        number += workers
    queue.cancel_join_thread()


def pack(number: int, drawn: list[Example]) -> Packed | None:
    """Return a world as the card takes it; None if nothing was taught."""
    if not drawn or not len(drawn[0].lesson.samples):
        return None
    lesson, size, rng = drawn[0].lesson, drawn[0].truth.shape, np.random.default_rng((number, 2))
    inner = np.s_[:, SAMPLE_EDGE:-SAMPLE_EDGE, SAMPLE_EDGE:-SAMPLE_EDGE]
    taught = {
        "bare": _crops(lesson.bare_bgr, size),
        "known": known_cells(lesson.known, size).flatten(),
        "small": _small(lesson.bare_bgr),
        "seen": coarse(lesson.known.astype(np.float32)) > KNOWN_FROM,
        "samples": lesson.samples[inner],
    }
    return Packed((size[0], size[1]), taught, [_photograph(rng, one) for one in drawn])


def _photograph(rng: np.random.Generator, one: Example) -> Arrays:
    looks, size = looks_of(one), one.truth.shape
    known = known_cells(one.lesson.known, size)
    found: Arrays = {
        "crops": _crops(one.board_bgr, size),
        "small": _small(one.board_bgr),
        "looks": np.where(known | (looks == COVERED), looks, UNDECIDABLE).astype(np.int8),
        "cells": np.full((VISITS, CELLS), -1, np.int16),
        "truth": np.zeros((VISITS, CELLS), np.int16),
        "weight": np.zeros((VISITS, CELLS), np.float32),
        "visible": np.full((VISITS, CELLS, PLACES * PLACES // 8), 255, np.uint8),
        "samples": np.zeros((VISITS, SAMPLES), np.int16),
        "turns": np.zeros((VISITS, SAMPLES), np.int16),
        "groups": np.full((VISITS, SAMPLES), SAMPLES, np.int16),
    }
    for number in range(VISITS):
        chosen = visit(rng, one)
        many, names = len(chosen.cells), int(chosen.groups.max()) + 1
        found["cells"][number, :many] = chosen.cells
        found["truth"][number, :many] = np.where(chosen.truth > names, STRANGER, chosen.truth)
        found["weight"][number, :many] = chosen.weight
        found["visible"][number, :many] = np.packbits(
            chosen.visible.reshape(many, PLACES * PLACES), axis=1
        )
        for name in ("samples", "turns", "groups"):
            found[name][number, : len(chosen.groups)] = getattr(chosen, name)
    return found


def _crops(board: NDArray[np.uint8], size: tuple[int, ...]) -> NDArray[np.uint8]:
    return np.stack([crop(board, *divmod(cell, size[1])[::-1]) for cell in range(size[0] * size[1])])


def _small(board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a board, ``as_seen``, coarse, in 256 even steps."""
    seen = (coarse(as_seen(board)) - LOGARITHMS[0]) / (LOGARITHMS[-1] - LOGARITHMS[0])
    return np.asarray(np.rint(seen * 255), np.uint8)
