"""Looks closely at a candidate: shifts its corners, says whether it is a top face, embeds it."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import ImageBgr
from vision.network import Network
from vision.readers.crops import Corners, crop_to_picture, network_input, nominal_corners, straighten

MODEL = Path(__file__).parent / "faces.onnx"
EMBEDDING = 48
VIEWS = 2
"""In so many quarter turns a face is looked at before it is named; four were no better."""

Vectors = NDArray[np.float32]
"""Embeddings of unit length: shape (..., 48)."""


@dataclass(frozen=True, eq=False)
class Look:
    """What a closer look at one candidate says.

    ``corners_px`` (4, 2) after the shift; ``face`` 0 to 1: whether it is a top face at all.
    """

    corners_px: Corners
    face: float
    vector: Vectors


@dataclass(frozen=True, eq=False)
class TurnedLook:
    """A crop looked at in its first few quarter turns: embeddings (n, 48), the rest on average.

    ``unrest``: how far the corners still moved, in half sides of the crop (48, 48, 3) looked at.
    """

    corners_px: Corners
    face: float
    vectors: Vectors
    unrest: float
    crop_bgr: ImageBgr


class Eye:
    """The network that looks at straightened crops."""

    def __init__(self) -> None:
        self._network = Network(MODEL)

    def look(self, image_bgr: ImageBgr, quads_px: list[Corners]) -> list[Look]:
        """Return a look at each quadrilateral of the picture."""
        if not quads_px:
            return []
        said = self._network(network_input([straighten(image_bgr, quad) for quad in quads_px]))
        shifts, faces, vectors = _told(said[:, None])
        return [
            Look(_shifted(quad, shift), face, vector[0])
            for quad, shift, face, vector in zip(quads_px, shifts, faces, vectors, strict=True)
        ]

    def look_turned(self, image_bgr: ImageBgr, quads_px: list[Corners]) -> list[TurnedLook]:
        """Return a look at each quadrilateral of the picture in ``VIEWS`` quarter turns."""
        if not quads_px:
            return []
        crops = [straighten(image_bgr, quad) for quad in quads_px]
        upright = network_input(crops)
        turned = [np.rot90(upright, -turns, (2, 3)) for turns in range(VIEWS)]
        said = self._network(np.concatenate(turned)).reshape(VIEWS, len(quads_px), -1)
        shifts, faces, vectors = _told(said.transpose(1, 0, 2))
        unrest = np.linalg.norm(shifts, axis=2).mean(1).tolist()
        return [
            TurnedLook(_shifted(quad, shift), *rest)
            for quad, shift, *rest in zip(quads_px, shifts, faces, vectors, unrest, crops, strict=True)
        ]

    def embed(self, crops: list[ImageBgr]) -> Vectors:
        """Return the embeddings (n, 48) of crops."""
        if not crops:
            return np.zeros((0, EMBEDDING), np.float32)
        return _unit(self._network(network_input(crops))[:, :EMBEDDING])


def quarter_turns(crop_bgr: ImageBgr) -> list[ImageBgr]:
    """Return a crop turned clockwise by 0, 1, 2 and 3 quarters."""
    return [np.ascontiguousarray(np.rot90(crop_bgr, -turns)) for turns in range(4)]


_CORNER_BEFORE = [[(corner + turns) % 4 for corner in range(4)] for turns in range(4)]
_TURNED_BACK = [np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), turns) for turns in range(4)]


def _told(said: NDArray[np.float32]) -> tuple[NDArray[np.float64], list[float], Vectors]:
    """Return what the network said (n, views, 57) of crops in their first quarter turns.

    That is the shifts of the crop's corners (n, 4, 2), whether it is a face (n), both averaged, and the
    embeddings (n, views, 48).
    """
    shifts = said[..., EMBEDDING : EMBEDDING + 8].astype(np.float64).reshape(*said.shape[:2], 4, 2)
    upright = [
        shifts[:, turns, _CORNER_BEFORE[turns]] @ _TURNED_BACK[turns] for turns in range(said.shape[1])
    ]
    faces = 1 / (1 + np.exp(-said[..., -1].mean(1, dtype=np.float64)))
    return np.mean(upright, axis=0), faces.tolist(), _unit(said[..., :EMBEDDING])


def _shifted(quad_px: Corners, shifts: NDArray[np.float64]) -> Corners:
    moved = cv2.perspectiveTransform((nominal_corners() + shifts)[None], crop_to_picture(quad_px))[0]
    return np.asarray(moved, np.float64)


def _unit(vectors: NDArray[np.float32]) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)
