"""The second network: examines candidates one by one, straightened.

It refines the corners, says whether this is a top face at all, and describes it by an embedding.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.corners import Corners
from vision.dice.faces.crops import crop_to_picture, network_input, nominal_corners, straighten
from vision.frame import ImageBgr
from vision.network import Network
from vision.pyramid import Picture, pyramid_of

MODEL = Path(__file__).parent / "faces.onnx"
EMBEDDING = 48
VIEWS = 2
"""Number of quarter turns in which a face is examined before it is named. Four turns were measured, too:
they took twice the time and named no more faces correctly."""
MOST_AT_ONCE = 20
"""Crops given to the network at once; the limit bounds its memory: 160 took 14 MB more, 40 took 3 MB."""

Vectors = NDArray[np.float32]
"""Embeddings of unit length: shape (..., 48)."""


@dataclass(frozen=True, eq=False)
class Examined:
    """A candidate, examined once.

    ``corners_px`` (4, 2) are refined; ``face_score``, 0 to 1, says whether it is a top face at all.
    """

    corners_px: Corners
    face_score: float
    vector: Vectors


@dataclass(frozen=True, eq=False)
class ExaminedInTurns:
    """A candidate examined in its first n quarter turns: embeddings (n, 48), all else averaged.

    ``corner_shift``: how far the corners still moved, in half sides of the crop. ``crop_bgr`` (48, 48,
    3) is the examined crop.
    """

    corners_px: Corners
    face_score: float
    vectors: Vectors
    corner_shift: float
    crop_bgr: ImageBgr


class FaceExaminer:
    """The network that examines straightened crops. Safe to call from several threads."""

    def __init__(self) -> None:
        self._network = Network(MODEL)

    def examine(self, picture: Picture, quads_px: list[Corners]) -> list[Examined]:
        """Examine each quadrilateral of the picture once."""
        if not quads_px:
            return []
        outputs = self._outputs(network_input(_crops(picture, quads_px)))
        shifts, scores, vectors = _split(outputs[:, None])
        return [
            Examined(_shift(quad, shift), score, vector[0])
            for quad, shift, score, vector in zip(quads_px, shifts, scores, vectors, strict=True)
        ]

    def examine_in_turns(
        self, picture: Picture, quads_px: list[Corners], views: int = VIEWS
    ) -> list[ExaminedInTurns]:
        """Examine each quadrilateral of the picture in its first ``views`` quarter turns."""
        if not quads_px:
            return []
        crops = _crops(picture, quads_px)
        upright = network_input(crops)
        turned = [np.rot90(upright, -turns, (2, 3)) for turns in range(views)]
        outputs = self._outputs(np.concatenate(turned)).reshape(views, len(quads_px), -1)
        shifts, scores, vectors = _split(outputs.transpose(1, 0, 2))
        lengths = np.linalg.norm(shifts, axis=2).mean(1).tolist()
        return [
            ExaminedInTurns(_shift(quad, shift), *rest)
            for quad, shift, *rest in zip(quads_px, shifts, scores, vectors, lengths, crops, strict=True)
        ]

    def embed(self, crops: list[ImageBgr]) -> Vectors:
        """Return the embeddings (n, 48) of crops."""
        if not crops:
            return np.zeros((0, EMBEDDING), np.float32)
        return _unit(self._outputs(network_input(crops))[:, :EMBEDDING])

    def _outputs(self, crops: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the network's outputs (n, 57) for crops (n, 3, 48, 48)."""
        starts = range(0, len(crops), MOST_AT_ONCE)
        return np.concatenate([self._network(crops[start : start + MOST_AT_ONCE]) for start in starts])


def _crops(picture: Picture, quads_px: list[Corners]) -> list[ImageBgr]:
    pyramid = pyramid_of(picture)
    return [straighten(pyramid, quad) for quad in quads_px]


def quarter_turns(crop_bgr: ImageBgr) -> list[ImageBgr]:
    """Return a crop turned clockwise by 0, 1, 2 and 3 quarters."""
    return [np.ascontiguousarray(np.rot90(crop_bgr, -turns)) for turns in range(4)]


_CORNER_BEFORE = [[(corner + turns) % 4 for corner in range(4)] for turns in range(4)]
"""For each number of quarter turns, the new place of each corner of the upright crop."""
_TURNED_BACK = [np.linalg.matrix_power(np.array([[0, -1], [1, 0]]), turns) for turns in range(4)]
"""For each number of quarter turns, the matrix that turns a shift back to the upright crop."""


def _split(outputs: NDArray[np.float32]) -> tuple[NDArray[np.float64], list[float], Vectors]:
    """Split the network's outputs (n, views, 57) for crops in their first quarter turns.

    Returns the shifts of the crops' corners (n, 4, 2) and the face scores (n), both averaged over the
    views, and the embeddings (n, views, 48).
    """
    shifts = outputs[..., EMBEDDING : EMBEDDING + 8].astype(np.float64)
    shifts = shifts.reshape(*outputs.shape[:2], 4, 2)
    upright = [
        shifts[:, turns, _CORNER_BEFORE[turns]] @ _TURNED_BACK[turns]
        for turns in range(outputs.shape[1])
    ]
    scores = 1 / (1 + np.exp(-outputs[..., -1].mean(1, dtype=np.float64)))
    return np.mean(upright, axis=0), scores.tolist(), _unit(outputs[..., :EMBEDDING])


def _shift(quad_px: Corners, shifts: NDArray[np.float64]) -> Corners:
    moved = cv2.perspectiveTransform((nominal_corners() + shifts)[None], crop_to_picture(quad_px))[0]
    return np.asarray(moved, np.float64)


def _unit(vectors: NDArray[np.float32]) -> Vectors:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)
