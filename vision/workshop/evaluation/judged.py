"""The common part of all judged photographs."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from vision.manifests.labelled import Labelled
from vision.readings.reading import Reading
from vision.workshop.evaluation.counts import Count

NEAR = 0.75
"""A piece that was read counts as the labelled one within this many of its sides or diameters."""


@dataclass(frozen=True)
class JudgedPiece:
    """One piece that was judged: whether it is right, and how sure (confidence: 0 to 1) the reading
    was."""

    right: bool
    sure: bool
    confidence: float


@dataclass(frozen=True)
class JudgedReading(ABC):
    """A photograph that was judged: its labels, and what was read on it."""

    labelled: Labelled
    reading: Reading

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions in its labels ("felt", "tilt 18")."""
        return self.labelled.conditions

    @property
    def sure(self) -> bool:
        """The reading as a whole was called sure."""
        return self.reading.sure

    @property
    @abstractmethod
    def right(self) -> bool:
        """Everything that lies there was read right, and nothing else was read."""


def whole_counts(name: str, photos: Sequence[JudgedReading]) -> dict[str, Count]:
    """Return how many photographs are right, sure, and silently wrong, as a whole."""
    return {
        f"{name}_right": Count.of(photo.right for photo in photos),
        f"{name}_sure": Count.of(photo.sure for photo in photos),
        f"{name}_silent": Count.of(photo.sure and not photo.right for photo in photos),
    }
