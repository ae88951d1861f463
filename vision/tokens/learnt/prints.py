"""What is printed on tokens: how similar a thing's print is to each label's, however it is turned.

The board matcher's first network describes each place of a crop. A token is centred already, so places
are compared as they lie, with each sample in twelve turns.
"""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.matching.learnt import shipped
from vision.matching.light import as_seen
from vision.matching.looks import AS_PIECE, AS_SAMPLE, looks_of
from vision.matching.sizes import CROP_PX, PLACES, VECTOR
from vision.sets.kind import Sample
from vision.tokens.sets import SAMPLE_PX, SAMPLE_RADIUS_PX

TURNS = 12
MOST_SAMPLES = 3
"""Most samples of each label that are compared."""
PRINTED = 0.1
"""How clear prints are in a set that counts as printed: facets and gloss of gems are no prints."""
Floats = NDArray[np.float32]
Pictures = NDArray[np.uint8]


class Prints:
    """The prints of a set's ``samples``, whose labels are numbered like ``labels``; ``clear``: by how
    much prints typically resemble their own label's more than another's, from 0 (not printed) to 1."""

    def __init__(self, samples: list[Sample], labels: tuple[str, ...]) -> None:
        chosen = [one for label in labels for one in _some(samples, label)]
        turned = np.array([turn for one in chosen for turn in _turned(one.crop_bgr)])
        self._samples = _prints(turned, AS_SAMPLE)
        self._labels = np.repeat([labels.index(one.label) for one in chosen], TURNS)
        self._count = len(labels)
        clear = self._clear()
        self.clear = clear if clear > PRINTED else 0.0

    def alike(self, crops: Pictures) -> Floats:
        """Return how similar the prints of crops (n, SAMPLE_PX, SAMPLE_PX, 3) are to each label's, (n,
        labels), from -1 to 1; zeros if the set is not printed."""
        if not self.clear or not len(crops):
            return np.zeros((len(crops), self._count), np.float32)
        return self._best(_prints(crops, AS_PIECE))

    def _clear(self) -> float:
        """Return by how much samples typically resemble others of their label more than any other
        label's; the only one of its label resembles it fully."""
        number = np.arange(0, len(self._labels), TURNS)
        likeness = self._samples[number] @ self._samples.T
        likeness[number[:, None] // TURNS == np.arange(len(self._labels)) // TURNS] = -1
        is_own = self._labels[number][:, None] == self._labels
        own = np.where(is_own, likeness, -1).max(1)
        other = np.where(is_own, -1, likeness).max(1)
        return float(np.clip(np.mean(np.where(own < 0, 1, own) - np.maximum(other, 0)), 0, 1))

    def _best(self, prints: Floats) -> Floats:
        alike = prints @ self._samples.T
        each = [alike[:, self._labels == number].max(1) for number in range(self._count)]
        return np.stack(each, 1)


def _some(samples: list[Sample], label: str) -> list[Sample]:
    own = [one for one in samples if one.label == label]
    return own[:: max(1, len(own) // MOST_SAMPLES)][:MOST_SAMPLES]


def _turned(crop: Pictures) -> list[Pictures]:
    middle = (SAMPLE_PX - 1) / 2
    turns = (cv2.getRotationMatrix2D((middle, middle), 360 * turn / TURNS, 1) for turn in range(TURNS))
    return [
        np.asarray(cv2.warpAffine(crop, turn, crop.shape[:2], borderMode=cv2.BORDER_REPLICATE), np.uint8)
        for turn in turns
    ]


def _prints(crops: Pictures, role: int) -> Floats:
    """Return crops' prints (n, numbers), each of length 1."""
    size = (CROP_PX, CROP_PX)
    large = np.array([cv2.resize(one, size, interpolation=cv2.INTER_CUBIC) for one in crops])
    seen, inner = as_seen(large.reshape(-1, CROP_PX, CROP_PX, 3)), _disc(CROP_PX)
    # Light and colour are the other networks' business.
    seen = seen - seen[:, inner].mean(1)[:, None, None]
    maps = looks_of(shipped().looks, np.asarray(seen, np.float32), role).maps
    weighted = (maps[:, :VECTOR] * maps[:, role : role + 1])[..., _disc(PLACES)].reshape(len(maps), -1)
    return np.asarray(weighted / np.linalg.norm(weighted, axis=1, keepdims=True), np.float32)


@cache
def _disc(side: int) -> NDArray[np.bool_]:
    """Return which places of a crop of so many show the token."""
    line = (np.arange(side) + 0.5) / side - 0.5
    return np.asarray(np.hypot(line[:, None], line) < SAMPLE_RADIUS_PX / SAMPLE_PX)
