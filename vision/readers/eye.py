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

Vectors = NDArray[np.float32]
"""Embeddings of unit length: shape (..., 48)."""


@dataclass(frozen=True, eq=False)
class Look:
    """What a closer look at one candidate says.

    ``corners_px`` (4, 2) after the shift; ``face`` 0 to 1: whether it is a top face at all; ``unrest``:
    how far the corners still moved, in half sides; ``crop_bgr`` what was looked at.
    """

    corners_px: Corners
    face: float
    unrest: float
    vector: Vectors
    crop_bgr: ImageBgr


class Eye:
    """The network that looks at straightened crops."""

    def __init__(self) -> None:
        self._network = Network(MODEL)

    def look(self, image_bgr: ImageBgr, quads_px: list[Corners]) -> list[Look]:
        """Return a look at each quadrilateral of the picture."""
        if not quads_px:
            return []
        crops = [straighten(image_bgr, quad) for quad in quads_px]
        said = self._network(network_input(crops))
        return [_look(*row) for row in zip(quads_px, crops, said, strict=True)]

    def embed(self, crops: list[ImageBgr]) -> Vectors:
        """Return the embeddings (n, 48) of crops."""
        if not crops:
            return np.zeros((0, EMBEDDING), np.float32)
        return _unit(self._network(network_input(crops))[:, :EMBEDDING])


def _unit(vectors: NDArray[np.float32]) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def _look(quad_px: Corners, crop: ImageBgr, said: NDArray[np.float32]) -> Look:
    shifts = said[EMBEDDING : EMBEDDING + 8].reshape(4, 2).astype(np.float64)
    corners = cv2.perspectiveTransform((nominal_corners() + shifts)[None], crop_to_picture(quad_px))[0]
    face = float(1 / (1 + np.exp(-said[-1])))
    unrest = float(np.linalg.norm(shifts, axis=1).mean())
    return Look(np.asarray(corners, np.float64), face, unrest, _unit(said[:EMBEDDING]), crop)
