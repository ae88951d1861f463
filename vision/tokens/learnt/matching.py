"""Names tokens: what each looks like, compared with the samples of all labels, together with all others
in the picture.

One network turns a crop into numbers. Another compares: tokens of one picture share its light, so what
the likely names leave unexplained in all of them is taken from each; the more surely the finder sees a
token, the more it tells of the light. What is printed on tokens is compared place by place (``prints``).
The probabilities of all labels, of a bare hole where that was taught, and of something else add up to 1.
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
from vision.sets.kind import Sample
from vision.tokens.crops import crop_at
from vision.tokens.learnt.honest import Honesty, chance_of_thing, chances
from vision.tokens.learnt.prints import Prints
from vision.tokens.sets import HOLE, SAMPLE_PX, TokenSet

CROP_PX = 32
TURNS = 4
MOST_BARE = 12
"""Most samples of bare holes that are compared."""
Floats = NDArray[np.float32]
Values = NDArray[np.float64]
Pictures = NDArray[np.uint8]


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


@dataclass(frozen=True, eq=False)
class Question:
    """What the second network is given: of things, what they look like (1, n, numbers); of the samples
    in their turns, the same (1, m, numbers) and the label (1, m, labels); how surely the finder saw each
    thing (1, n); how much its print resembles each label's (1, n, labels); how clear prints are (1,)."""

    seen: Floats
    samples: Floats
    labels: Floats
    there: Floats
    prints: Floats
    clear: Floats

    @property
    def parts(self) -> tuple[Floats, ...]:
        """In the network's order."""
        return self.seen, self.samples, self.labels, self.there, self.prints, self.clear


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
        self._prints = Prints(samples, self.labels)

    def chances(self, picture: Pyramid, centres: Values, radii: Values, found: Values) -> Values:
        """Return for things at these places (n, 2), of these radii (n,), px, with the finder's logits
        (n,), the probabilities of each label, of a bare hole if that was taught, and of something else:
        (n, names + 1)."""
        if not len(centres):
            return np.zeros((0, len(self.labels) + 1))
        logits = answer(self.question(picture, centres, radii, found))
        return chances(logits, found, self.tokens, numbers().honesty)

    def question(self, picture: Pyramid, centres: Values, radii: Values, found: Values) -> Question:
        """Return what is asked about these things."""
        crops = crops_of(picture, centres, radii)
        small = np.stack([_small(crop) for crop in crops])
        prints = self._prints.alike(crops)[None]
        there = chance_of_thing(found).astype(np.float32)[None]
        clear = np.array([self._prints.clear], np.float32)
        return Question(_seen(small)[None], self._samples, self._labels, there, prints, clear)


def answer(question: Question) -> Values:
    """Return the logits of each label, and of something else: (n, labels + 1)."""
    return np.asarray(_compare()(*question.parts)[0], np.float64)


def crops_of(picture: Pyramid, centres: Values, radii: Values) -> Pictures:
    """Return crops (n, SAMPLE_PX, SAMPLE_PX, 3) of tokens at these places (n, 2), of these radii (n,) in
    px, like a lesson's samples."""
    none = np.zeros((0, SAMPLE_PX, SAMPLE_PX, 3), np.uint8)
    crops = [crop_at(picture, *each)[None] for each in zip(centres, radii.tolist(), strict=True)]
    return np.concatenate([none, *crops])


def _small(crop: Pictures) -> Pictures:
    return np.asarray(cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _turned(sample: Sample) -> list[Pictures]:
    """Return a sample in its quarter turns: (32, 32, 3) each."""
    small = _small(sample.crop_bgr)
    return [np.ascontiguousarray(np.rot90(small, turn)) for turn in range(TURNS)]


def _seen(crops: Pictures) -> Floats:
    blob = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
    return np.asarray(_looks()(blob), np.float32)
