"""The report of a lesson to the person who teaches."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.dice.teaching.advice import Note


@dataclass(frozen=True)
class Taught:
    """How many lines could not be used, notes on the lesson, and what the set now holds, in one line."""

    faults: int
    notes: Sequence[Note]
    summary: str
