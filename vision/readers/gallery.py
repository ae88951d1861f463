"""Compares a face with a set: its samples and, where the network knows the faces, their centres."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.readers.eye import EMBEDDING, Eye, Vectors, quarter_turns
from vision.sets.dice import DiceSet, Face

CENTRES = Path(__file__).parent / "centres.json"
NOTHING = np.zeros((0, EMBEDDING), np.float32)
SAMPLE_SHARE = 0.6
"""Weight of the nearest sample against the network's own centre, where a set has both."""


@dataclass(frozen=True)
class Match:
    """How like a face something is: cosine of the best way it may be turned, and those quarter turns."""

    face: str
    likeness: float
    turns: int
    turns_margin: float


@cache
def known_centres() -> dict[str, Vectors]:
    """Return the network's own centres: for each face it knows (4 quarter turns clockwise, 48)."""
    rows = json.loads(CENTRES.read_text(encoding="utf-8"))
    return {name: _turned_four(np.array(vectors, np.float32)) for name, vectors in rows.items()}


def _turned_four(vectors: Vectors) -> Vectors:
    return np.asarray(np.stack([vectors[turns % len(vectors)] for turns in range(4)]), np.float32)


class Gallery:
    """A set's faces as embeddings."""

    def __init__(self, taught: DiceSet, eye: Eye) -> None:
        self.faces = taught.faces
        self._samples = {face.name: _sample_vectors(taught, face, eye) for face in taught.faces}
        centres = known_centres() if taught.known else {}
        self._centres = {face.name: centres[face.name] for face in taught.faces if face.name in centres}
        told = [
            (face.name, vector)
            for face in taught.faces
            for entries in (self._samples[face.name], self._centres.get(face.name, NOTHING))
            for vector in entries.reshape(-1, EMBEDDING)
        ]
        self._owners = [name for name, _ in told]
        self._entries = np.stack([vector for _, vector in told])

    def likest(self, vectors: list[Vectors]) -> list[tuple[str, float]]:
        """Return the likest face of each embedding (48,) and its cosine, from one look unturned."""
        if not vectors:
            return []
        cosines = np.stack(vectors) @ self._entries.T
        best = cosines.argmax(1)
        return [(self._owners[i], float(row[i])) for i, row in zip(best.tolist(), cosines, strict=True)]

    def ranked(self, views: Vectors) -> list[Match]:
        """Return how like a crop is to every face, the likest first.

        ``views`` (4, 48): the crop looked at in its four quarter turns; what is said is averaged.
        """
        ranked = [_match(face, self._likeness(face, views)) for face in self.faces]
        return sorted(ranked, key=lambda match: -match.likeness)

    def _likeness(self, face: Face, views: Vectors) -> NDArray[np.float64]:
        """Return the cosine for each quarter turn (4,) the face may be turned by in the first view."""
        told = []
        samples, centres = self._samples[face.name], self._centres.get(face.name)
        if samples.size:
            told.append((SAMPLE_SHARE, _cosines(samples, views)))
        if centres is not None:
            told.append((1 - SAMPLE_SHARE, _cosines(centres[None], views)))
        if not told:
            return np.full(4, -1.0)
        weight = sum(share for share, _ in told)
        return np.asarray(sum(share * cosines for share, cosines in told) / weight)


def _cosines(entries: Vectors, views: Vectors) -> NDArray[np.float64]:
    """Return for each turn t the mean over views r of the likest entry turned by t + r: shape (4,).

    ``entries`` (n, 4, 48): embeddings of one face turned by 0 to 3; ``views`` (4, 48).
    """
    table = np.einsum("nkd,rd->rkn", entries, views)
    likest = np.stack([table[np.arange(4), (np.arange(4) + turns) % 4] for turns in range(4)])
    return np.asarray(likest.mean(1).max(1), np.float64)


def _match(face: Face, likeness: NDArray[np.float64]) -> Match:
    turns = int(likeness.argmax())
    looks = face.looks or 1
    others = [likeness[other] for other in range(4) if (other - turns) % looks]
    margin = float(likeness[turns] - max(others)) if others else 1.0
    return Match(face.name, float(likeness[turns]), turns % looks, margin)


def _sample_vectors(taught: DiceSet, face: Face, eye: Eye) -> Vectors:
    crops = [sample.crop_bgr for sample in taught.samples if sample.face == face.name]
    turned = [view for crop in crops for view in quarter_turns(crop)]
    return eye.embed(turned).reshape(len(crops), 4, EMBEDDING)
