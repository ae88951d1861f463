"""What the commands need of a kind of pieces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from companion.cli.kinds.words import ReportWords
from vision.lesson import Lesson
from vision.manifests import manifest
from vision.manifests.labelled import Labelled
from vision.sets.kind import SetKind, TaughtSet
from vision.workshop.evaluation.judged import JudgedReading
from vision.workshop.evaluation.report import Measure

PhotoT = TypeVar("PhotoT", bound=Labelled)
SetT = TypeVar("SetT", bound=TaughtSet)
JudgedT = TypeVar("JudgedT", bound=JudgedReading)


class ReadKind(Protocol):
    """What is read and printed."""

    def reader(self, set_name: str) -> Any:
        """Return the reader of a set. Raises ``UnknownSet``, ``BadSet``."""

    def live_reader(self, set_name: str) -> Any:
        """Return the same for a live table: that reader starts from its previous reading."""

    @property
    def row(self) -> Callable[[Any, Any], dict[str, Any]]:
        """Return a reading as ``companion read`` prints it, given its reader."""


@dataclass(frozen=True, kw_only=True)
class TaughtKind(Generic[SetT, PhotoT, JudgedT]):
    """A kind of pieces that is taught, and whose readings are judged.

    ``reads``, ``reads_live``: the reader of a set, and that of a live table. ``summary``: a taught set
    in a line, given how many samples of what it has, in words. ``explain``: writes a picture of each
    piece in a photograph.
    """

    sets: SetKind[SetT]
    reads: Callable[[SetT], Any]
    reads_live: Callable[[SetT], Any]
    row: Callable[[Any, Any], dict[str, Any]]
    labels: manifest.Labelling[PhotoT]
    teach: Callable[[str, Sequence[PhotoT], SetT | None], Lesson[SetT]]
    pieces: str = "labels"
    summary: Callable[[SetT, str], str] = lambda _, samples: samples
    judge: Callable[[PhotoT, Any, SetT], JudgedT]
    measure: Measure[JudgedT]
    words: ReportWords
    explain: Callable[[Any, Path, Path], None] | None = None

    def reader(self, set_name: str) -> Any:
        """Return the reader of a set. Raises ``UnknownSet``, ``BadSet``."""
        return self.reads(self.sets.load(set_name))

    def live_reader(self, set_name: str) -> Any:
        """Return the same for a live table: that reader starts from its previous reading."""
        return self.reads_live(self.sets.load(set_name))
