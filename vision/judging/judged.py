"""Readings of judged pictures: they include the parts that could not be judged."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from vision.frame import ImageBgr
from vision.judging.judge import judge
from vision.reader import Reader, read_by
from vision.readings.reading import Reading, Unjudged

ReadingT = TypeVar("ReadingT", bound=Reading)

UNJUDGED = "unjudged"
"""The doubt of a reading of a picture that could not be judged as a whole."""


def read_judged(reader: Reader[ReadingT], image_bgr: ImageBgr, name: str) -> ReadingT:
    """Return the reading of a picture of this name, as far as it can be judged.

    Raises ``NotJudged`` if the reader fails.
    """
    judgement = judge(image_bgr)
    reading = read_by(reader, image_bgr, name)
    unjudged = judgement.of_pieces(reading.smallest_px)
    if not unjudged:
        return reading
    seen = as_far_as_judged(reading, unjudged)
    return replace(seen, sure=False, doubts=(*seen.doubts, UNJUDGED))


def as_far_as_judged(reading: ReadingT, unjudged: Sequence[Unjudged]) -> ReadingT:
    """Return a reading in which unjudged places are neither sure nor known to be bare."""
    return replace(reading.doubt_in(unjudged), unjudged=tuple(unjudged)) if unjudged else reading
