"""What a lesson has to say to whoever teaches."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.teaching.advice import Note


@dataclass(frozen=True)
class Taught:
    """Lines that could not be used, notes on the lesson, and in one line what the set holds now."""

    faults: Sequence[str]
    notes: Sequence[Note]
    summary: str
