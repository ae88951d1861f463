"""Teaches a set of any kind from a manifest."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.cli.errors import in_words
from companion.cli.kinds.kind import JudgedT, PhotoT, SetT, TaughtKind
from vision.lesson import Note
from vision.manifests.manifest import read_manifest


@dataclass(frozen=True)
class Taught:
    """How many lines could not be used, notes on the lesson, and what the set now holds, in one line."""

    faults: int
    notes: Sequence[Note]
    summary: str


def teach(
    kind: TaughtKind[SetT, PhotoT, JudgedT], folder: Path, manifest: Path, tell: Callable[[str], None]
) -> Taught:
    """Teach a set from a manifest, in addition to the existing content of the folder.

    Unusable lines are reported first.
    """
    earlier = kind.sets.load(folder) if kind.sets.is_in(folder) else None
    labelled = read_manifest(manifest, kind.labels)
    for fault in labelled.faults:
        tell(in_words(fault))
    lesson = kind.teach(folder.resolve().name, labelled.photos, earlier)
    kind.sets.save(lesson.taught, folder)
    many = Counter(sample.label for sample in lesson.taught.samples)
    told = ", ".join(f"{name} {many[name]}" for name in lesson.taught.names)
    samples = f"{len(many)} {kind.pieces}, {many.total()} samples ({told})"
    summary = f"{folder}: {kind.summary(lesson.taught, samples)}"
    return Taught(len(labelled.faults), lesson.notes, summary)
