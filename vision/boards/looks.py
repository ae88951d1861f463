"""How a board's cells look by their edges, and how similar two cells are.

A cell is described by the strength of the grey picture's changes in each of six directions, at places a
twelfth of a cell apart (Dalal and Triggs, Histograms of Oriented Gradients, 2005), made independent of
contrast. It does not depend on the light; a cell's printing, a piece's drawing and the piece's own edges
all show in it.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.grid import MARGIN_CELLS, PX_PER_CELL
from vision.frame import ImageBgr

SCALE = PX_PER_CELL // 2
"""Edges are taken at this many px a cell."""
WINDOW_PX = 20
"""Side of the compared window, 5/6 of a cell: the grid's lines, and neighbours, are nearly outside."""
STRIDE_PX = 2
DIRECTIONS = 6
WEAK = 0.4
"""Edges of about this strength (grey levels a px) are the camera's noise, and are not amplified
further."""
Edges = NDArray[np.float32]
Rows = NDArray[np.float32]


def halved(picture_bgr: ImageBgr) -> ImageBgr:
    """Return a straightened picture at ``SCALE`` px a cell."""
    height, width = picture_bgr.shape[:2]
    return np.asarray(
        cv2.resize(picture_bgr, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8
    )


def edges_of(small_bgr: ImageBgr) -> Edges:
    """Return the strength of a picture's changes in each of six directions: (height, width, 6)."""
    return np.asarray(cv2.merge(edge_planes(small_bgr)), np.float32)


def edge_planes(small_bgr: ImageBgr, unit: float = 1.0) -> list[Edges]:
    """Return the same as one plane for each direction, divided by ``unit``: six of (height, width)."""
    grey = np.asarray(cv2.cvtColor(small_bgr, cv2.COLOR_BGR2GRAY), np.float32)
    grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)
    across, down = (
        cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.25),
        cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.25),
    )
    strength, angle = cv2.cartToPolar(across, down)
    strong = cv2.sqrt(strength) * np.float32(1 / unit)
    place = angle * np.float32(DIRECTIONS / np.pi)
    place = np.where(place >= DIRECTIONS, place - DIRECTIONS, place)
    planes = []
    for direction in range(DIRECTIONS):
        near = np.abs(place - np.float32(direction))
        if direction == 0:
            np.minimum(near, np.float32(DIRECTIONS) - near, out=near)
        np.subtract(np.float32(1), near, out=near)
        np.maximum(near, np.float32(0), out=near)
        near *= strong
        planes.append(np.asarray(cv2.GaussianBlur(near, (0, 0), 1.2), np.float32))
    return planes


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


def normed(rows: Rows) -> tuple[Rows, NDArray[np.float32]]:
    """Return rows with mean 0 and length 1, and their original lengths, which measure the visible
    structure.

    The product of two rows is then their correlation.
    """
    rows = rows - rows.mean(1, keepdims=True)
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    rows /= (lengths + WEAK)[:, None]
    return rows, lengths


def lengths_of(rows: Rows) -> NDArray[np.float32]:
    """Return the lengths of rows (n, 600) after removing their means, which measure the visible
    structure."""
    squares = np.einsum("ij,ij->i", rows, rows) - rows.shape[1] * rows.mean(1) ** 2
    return np.asarray(np.sqrt(np.maximum(squares, 0)), np.float32)


def correlated(rows: Rows, looks: Rows) -> NDArray[np.float32]:
    """Return the correlation of each row with each look: (n, m).

    ``looks`` (m, 600) are ``normed``: the rows' means then add nothing to the products.
    """
    return (rows @ looks.T) / (lengths_of(rows) + WEAK)[:, None]


def top_left(
    column: NDArray[np.intp], row: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the top left pixels of cells' windows in a straightened board at ``SCALE``."""
    off = round(MARGIN_CELLS * SCALE) + (SCALE - WINDOW_PX) // 2
    return np.asarray(column * SCALE + off), np.asarray(row * SCALE + off)


@cache
def shifts(reach_px: int, step_px: int) -> NDArray[np.intp]:
    """Return every shift up to ``reach_px`` in each direction: (n, 2), x and y, no shift first."""
    along = np.arange(-reach_px, reach_px + 1, step_px)
    every = np.stack(np.meshgrid(along, along), -1).reshape(-1, 2)
    return np.asarray(every[np.argsort(np.abs(every).sum(1), kind="stable")], np.intp)
