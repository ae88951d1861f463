"""Which samples of a piece show something new, and whether a piece looks the same turned.

A sample is described by the strength of the grey picture's changes in each of six directions, at places
a twelfth of a cell apart (Dalal and Triggs, Histograms of Oriented Gradients, 2005), made independent of
contrast.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.sets import SAMPLE_PX
from vision.boards.unexplained import DifferenceLimits, unexplained
from vision.frame import ImageBgr
from vision.sets.kind import Sample

MOST_SAMPLES = 6
"""Most samples of a label that are kept, the most different ones: more only cost time."""
SAME_SAMPLE = 0.97
"""Correlation of edges above which a sample shows nothing new beside an earlier one of its label."""
SAME_TURNED = 0.45
"""Strangeness of spots below which a piece looks the same turned. Chosen by hand."""
SAME_PART = 0.42
"""The same, below this share of its own structure: a pale drawing is a drawing, too."""
SAME_EDGES = 0.6
"""The same, with edges correlating more than this: a pale drawing is hardly strange, turned or not."""
SPOT_PX, TURNED_REACH_PX = 4, 3
WINDOW_PX = 20
"""Side of the compared window, 5/6 of a cell: the grid's lines, and neighbours, are nearly outside."""
STRIDE_PX = 2
DIRECTIONS = 6
WEAK = 0.4
"""Edges of about this strength (grey levels a px) are the camera's noise, and are not amplified
further."""
SOMETHING_ELSE = DifferenceLimits(brighter=34, darker=60, colour=16)
"""In grey levels."""
Edges = NDArray[np.float32]
Rows = NDArray[np.float32]


def looks_same_turned(crop_bgr: ImageBgr, turns: int) -> bool:
    """Tell whether a piece looks the same after this turn, with a small shift: nothing in its middle is
    strange."""
    turned, upright = halved(np.ascontiguousarray(np.rot90(crop_bgr, turns))), halved(crop_bgr)
    corner = (SAMPLE_PX // 2 - WINDOW_PX) // 2
    moved = shifts(TURNED_REACH_PX, 1)
    rows, _ = normalise(windows(edges_of(turned), corner + moved[:, 0], corner + moved[:, 1]))
    likeness = (rows @ row_of(crop_bgr).T)[:, 0]
    if likeness.max() < SAME_EDGES:
        return False
    dx, dy = moved[int(likeness.argmax())].tolist()
    there = np.roll(turned, (-dy, -dx), (0, 1))
    middle = slice(corner, corner + WINDOW_PX)
    plain = np.broadcast_to(upright[middle, middle].mean((0, 1)), upright.shape)
    strange, all_there_is = (
        cv2.blur(
            unexplained(one.astype(np.float32), picture.astype(np.float32), SOMETHING_ELSE),
            (SPOT_PX, SPOT_PX),
        )[middle, middle].max()
        for one, picture in ((there, upright), (upright, plain))
    )
    return bool(strange < SAME_TURNED and strange < SAME_PART * all_there_is)


def least_alike(samples: Sequence[Sample]) -> tuple[Sample, ...]:
    """Return at most this many samples of each label, without near duplicates."""
    kept: list[Sample] = []
    rows: dict[str, list[NDArray[np.float32]]] = {}
    for sample in samples:
        own, row = rows.setdefault(sample.label, []), row_of(sample.crop_bgr)
        most_alike = max((float((row @ other.T)[0, 0]) for other in own), default=-1.0)
        if most_alike < SAME_SAMPLE and len(own) < MOST_SAMPLES:
            own.append(row)
            kept.append(sample)
    return tuple(kept)


def row_of(crop_bgr: ImageBgr) -> Rows:
    """Return a sample's row: (1, 600)."""
    corner = np.array([(SAMPLE_PX // 2 - WINDOW_PX) // 2])
    return normalise(windows(edges_of(halved(crop_bgr)), corner, corner))[0]


def halved(picture_bgr: ImageBgr) -> ImageBgr:
    """Return a picture at half its size."""
    height, width = picture_bgr.shape[:2]
    return np.asarray(
        cv2.resize(picture_bgr, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8
    )


def edges_of(small_bgr: ImageBgr) -> Edges:
    """Return the strength of a picture's changes in each of six directions: (height, width, 6)."""
    grey = np.asarray(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY), np.float32)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)
    across, down = (
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.25),
        cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.25),
    )
    strength, angle = cv2.cartToPolar(across, down)
    strong = np.asarray(cv2.sqrt(strength), np.float32)
    place = angle * np.float32(DIRECTIONS / np.pi) % np.float32(DIRECTIONS)
    planes = []
    for direction in range(DIRECTIONS):
        away = np.abs(place - np.float32(direction))
        near = np.maximum(1 - np.minimum(away, np.float32(DIRECTIONS) - away), 0) * strong
        planes.append(np.asarray(cv2.GaussianBlur(near, (0, 0), 1.2), np.float32))
    return np.asarray(cv2.merge(planes), np.float32)


def windows(edges: Edges, lefts: NDArray[np.intp], tops: NDArray[np.intp]) -> Rows:
    """Return the windows with these top left pixels as rows: (n, 600), not normalised."""
    height, width, directions = edges.shape
    side = WINDOW_PX // STRIDE_PX
    down, across, deep = edges.strides
    view = np.lib.stride_tricks.as_strided(
        edges,
        (height - WINDOW_PX + 1, width - WINDOW_PX + 1, side, side, directions),
        (down, across, STRIDE_PX * down, STRIDE_PX * across, deep),
        writeable=False,
    )
    lefts = np.clip(lefts, 0, width - WINDOW_PX)
    tops = np.clip(tops, 0, height - WINDOW_PX)
    return np.asarray(view[tops, lefts].reshape(len(lefts), -1), np.float32)


def normalise(rows: Rows) -> tuple[Rows, NDArray[np.float32]]:
    """Return rows with mean 0 and length 1, and their original lengths, which measure the visible
    structure.

    The product of two rows is then their correlation.
    """
    rows = rows - rows.mean(1, keepdims=True)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    rows /= (lengths + WEAK)[:, None]
    return rows, lengths


@cache
def shifts(reach_px: int, step_px: int) -> NDArray[np.intp]:
    """Return every shift up to ``reach_px`` in each direction: (n, 2), x and y, no shift first."""
    along = np.arange(-reach_px, reach_px + 1, step_px)
    every = np.stack(np.meshgrid(along, along), -1).reshape(-1, 2)
    return np.asarray(every[np.argsort(np.abs(every).sum(1), kind="stable")], np.intp)
