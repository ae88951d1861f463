"""Compares a face with a set: with its samples and, if the network knows the faces, with their centres.

If the network does not know them, the samples are also compared as pictures.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces.confidence import fitted
from vision.dice.faces.examiner import EMBEDDING, FaceExaminer, Vectors, quarter_turns
from vision.dice.faces.prints import FacePrints
from vision.dice.sets import DiceSet, Face
from vision.frame import ImageBgr

CENTRES = Path(__file__).parent / "centres.json"
NOTHING = np.zeros((0, 4, EMBEDDING), np.float32)
SAMPLE_SHARE = 0.6
"""Weight of the nearest sample against the network's own centre, if a set has both; they sum to 1.
Chosen by hand: samples show these very dice, the centre stands for thousands of others."""
PRINT_SHARE = 0.3
"""Weight of the print's likeness against the embedding's, in sets that the network does not know; they
sum to 1. Measured on five sets of photographs of dice with symbols and six simulated ones, taught with
fourteen pictures each: 536 of 560 right, 520 with the embedding alone."""


@dataclass(frozen=True)
class Match:
    """The likeness to a face in its best turn, and that turn in quarters.

    ``turns_lead``: that minus the likeness in the next best turn. ``cosine`` is the likeness to that
    face by the embedding alone.
    """

    face: str
    likeness: float
    turns: int
    turns_lead: float
    cosine: float


@cache
def known_centres() -> dict[str, Vectors]:
    """Return the network's own centres: for each face it knows (4 quarter turns clockwise, 48)."""
    rows = json.loads(CENTRES.read_text(encoding="utf-8"))
    return {name: _turn_four_ways(np.array(vectors, np.float32)) for name, vectors in rows.items()}


def _turn_four_ways(vectors: Vectors) -> Vectors:
    return np.asarray(np.stack([vectors[turns % len(vectors)] for turns in range(4)]), np.float32)


class Gallery:
    """A set's faces as embeddings: each sample and each known centre in its four quarter turns."""

    def __init__(self, taught: DiceSet, examiner: FaceExaminer) -> None:
        self.faces = taught.faces
        self.is_known = taught.known
        known = known_centres() if taught.known else {}
        samples = [_sample_vectors(taught, face, examiner) for face in taught.faces]
        centres = [known[face.name][None] if face.name in known else NOTHING for face in taught.faces]
        self._entries = _Entries(samples + centres)
        self._shares = np.array(
            [_shares(len(one), len(other)) for one, other in zip(samples, centres, strict=True)]
        )
        crops = [[s.crop_bgr for s in taught.samples if s.label == face.name] for face in taught.faces]
        self._prints = None if taught.known else FacePrints(crops)
        self.calibration = fitted().calibration(known=taught.known)

    def ranked(self, views: Vectors, crop_bgr: ImageBgr) -> list[Match]:
        """Return a crop's likeness to every face, the best first.

        ``views`` (n, 48): its embeddings in its first n quarter turns, whose likenesses are averaged.
        """
        both = self._entries.likeness(views).reshape(2, -1, 4)
        likeness = (self._shares.T[..., None] * both).sum(0)
        cosines = likeness.max(1).tolist()
        if self._prints is not None:
            likeness = (1 - PRINT_SHARE) * likeness + PRINT_SHARE * self._prints.likeness(crop_bgr)
        matches = [
            _match(face, row, cosine)
            for face, row, cosine in zip(self.faces, likeness.tolist(), cosines, strict=True)
        ]
        return sorted(matches, key=lambda match: -match.likeness)

    def best_faces(self, vectors: list[Vectors]) -> list[tuple[str, float]]:
        """Return for each embedding (48,), of one view, the most similar face, and the cosine."""
        if not vectors:
            return []
        cosines = self._entries.best(np.stack(vectors)).reshape(len(vectors), 2, -1).max(1)
        best = cosines.argmax(1).tolist()
        return [(self.faces[i].name, float(row[i])) for i, row in zip(best, cosines, strict=True)]


def _shares(samples: int, centres: int) -> tuple[float, float]:
    """Return the weights of a face's nearest sample and of its centre, depending on which of them
    exist."""
    if samples and centres:
        return SAMPLE_SHARE, 1 - SAMPLE_SHARE
    return (0.0, 1.0) if centres else (1.0, 0.0)


class _Entries:
    """Embeddings of several faces, a different number for each, perhaps none."""

    def __init__(self, of_faces: list[Vectors]) -> None:
        counts = np.array([len(entries) for entries in of_faces], int)
        self._filled = np.nonzero(counts)[0]
        self._starts = (np.cumsum(counts) - counts)[self._filled]
        self._vectors = np.concatenate([*of_faces, NOTHING])
        self._faces = len(of_faces)

    def likeness(self, views: Vectors) -> NDArray[np.float64]:
        """Return for each face and turn t the mean over views r of the best entry turned by t + r.

        ``views`` (n, 48) -> (faces, 4); -1 for a face without entries.
        """
        table = self._vectors @ views.T
        turned = table[:, _TURN_OF_VIEW[:, : len(views)], np.arange(len(views))].mean(2)
        return self._of_faces(turned)

    def best(self, vectors: Vectors) -> NDArray[np.float64]:
        """Return each vector's (n, 48) greatest cosine to each face in any turn: (n, faces), or -1."""
        return self._of_faces((self._vectors @ vectors.T).max(1, initial=-1.0)).T

    def _of_faces(self, rows: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the greatest row of each face: (entries, m) -> (faces, m)."""
        found = np.full((self._faces, rows.shape[1]), -1.0)
        if self._filled.size:
            found[self._filled] = np.maximum.reduceat(rows, self._starts, axis=0)
        return found


_TURN_OF_VIEW = (np.arange(4)[:, None] + np.arange(4)[None]) % 4
"""For a face turned by t (row), its turn in view r (column)."""


def _match(face: Face, likeness: list[float], cosine: float) -> Match:
    """Return the match of a face with these likenesses in its four quarter turns."""
    turns = max(range(4), key=likeness.__getitem__)
    rotations = face.rotations or 1
    others = [likeness[other] for other in range(4) if (other - turns) % rotations]
    lead = likeness[turns] - max(others) if others else 1.0
    return Match(face.name, likeness[turns], turns % rotations, lead, cosine)


def _sample_vectors(taught: DiceSet, face: Face, examiner: FaceExaminer) -> Vectors:
    crops = [sample.crop_bgr for sample in taught.samples if sample.label == face.name]
    turned = [view for crop in crops for view in quarter_turns(crop)]
    return examiner.embed(turned).reshape(len(crops), 4, EMBEDDING)
