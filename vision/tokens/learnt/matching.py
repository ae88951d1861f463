"""Names tokens: what each looks like, compared with the samples of all labels, together with all others
in the picture.

One network turns a crop into numbers. Another compares: tokens of one picture share its light, so what
the likely names leave unexplained in all of them is taken from each. The probabilities of all labels,
of a bare hole where that was taught, and of something else add up to 1.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import Network
from vision.pyramid import Pyramid
from vision.tokens.learnt.honest import Honesty, chances
from vision.tokens.sets import HOLE, TokenSample, TokenSet

CROP_PX, CROP_RADIUS_PX = 32, 32 / 3
TURNS = 4
MOST_BARE = 12
"""Most samples of bare holes that are compared."""
Floats = NDArray[np.float32]
Values = NDArray[np.float64]


@dataclass(frozen=True)
class Numbers:
    """What was fitted on worlds kept back; ``sure_from``: probability of a sure name."""

    honesty: Honesty
    sure_from: float


@cache
def numbers() -> Numbers:
    """Return the fitted numbers."""
    data = json.loads(Path(__file__).with_name("numbers.json").read_text(encoding="utf-8"))
    return Numbers(Honesty(**data["honesty"]), float(data["sure_from"]))


@cache
def _looks() -> Network:
    return Network(Path(__file__).with_name("looks.onnx"))


@cache
def _compare() -> Network:
    return Network(Path(__file__).with_name("compare.onnx"))


class TokenMatcher:
    """Names the tokens of one taught set. Safe to call from several threads."""

    def __init__(self, taught: TokenSet) -> None:
        bare = [one for one in taught.nothing if one.label == HOLE]
        self.tokens = len(taught.labels)
        self.labels = (*taught.labels, *([HOLE] if bare else []))
        samples = [*taught.samples, *bare[:: max(1, len(bare) // MOST_BARE)]]
        turned = [turn for one in samples for turn in _turned(one)]
        self._samples = _seen(np.stack(turned))[None]
        rows = np.repeat([self.labels.index(one.label) for one in samples], TURNS)
        self._labels = np.eye(len(self.labels), dtype=np.float32)[rows][None]

    def chances(self, crops: Floats, found: Values) -> Values:
        """Return for crops (n, 3, 32, 32) of things, with the finder's logits (n,), the probabilities of
        each label, of a bare hole if that was taught, and of something else: (n, names + 1)."""
        return chances(self.logits(crops), found, self.tokens, numbers().honesty)

    def logits(self, crops: Floats) -> Values:
        """Return for crops (n, 3, 32, 32) the logits of each label and of something else: (n, labels +
        1)."""
        if not len(crops):
            return np.zeros((0, len(self.labels) + 1))
        asked = _seen(crops)[None]
        counts = np.ones((1, len(crops)), np.float32)
        found = _compare()(asked, self._samples, self._labels, counts)[0]
        return np.asarray(found, np.float64)


def crops_of(picture: Pyramid, centres: Values, radii: Values) -> Floats:
    """Return crops (n, 3, 32, 32) of tokens at these places (n, 2), of these radii (n,) in px."""
    out = np.zeros((len(centres), CROP_PX, CROP_PX, 3), np.uint8)
    for number, (centre, radius) in enumerate(zip(centres, radii, strict=True)):
        scale, halvings = float(radius) / CROP_RADIUS_PX, 0
        while scale >= 2:
            scale, halvings = scale / 2, halvings + 1
        at = (centre + 0.5) / 2**halvings - 0.5
        shift = at - scale * (CROP_PX - 1) / 2
        matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        size = (CROP_PX, CROP_PX)
        out[number] = cv2.warpAffine(
            picture[halvings], matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return _as_input(out)


def _turned(sample: TokenSample) -> list[Floats]:
    """Return a sample in its quarter turns: (3, 32, 32) each."""
    small = cv2.resize(sample.crop_bgr, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
    return [_as_input(np.asarray(np.rot90(small, turn)[None], np.uint8))[0] for turn in range(TURNS)]


def _as_input(crops: NDArray[np.uint8]) -> Floats:
    return np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)


def _seen(crops: Floats) -> Floats:
    return np.asarray(_looks()(crops), np.float32)
