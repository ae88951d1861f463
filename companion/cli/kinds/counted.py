"""Counts how good a reader of any kind is on labelled photographs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.kinds.kind import JudgedT, PhotoT, SetT, TaughtKind
from vision.errors import VisionError
from vision.judging.judged import read_judged
from vision.manifests.manifest import read_manifest
from vision.picture_files import load_picture


@dataclass(frozen=True)
class PhotosCounted:
    """The counts over a number of photographs: as JSON, and as lines of a table.

    ``faults``: lines that cannot be used; ``not_judged``: pictures that could not be read, and why;
    ``unknown``: labels that the set does not know.
    """

    as_json: Mapping[str, Any]
    table: tuple[str, ...]
    photographs: int
    faults: Sequence[VisionError]
    not_judged: Mapping[str, VisionError]
    unknown: tuple[str, ...]

    def rows_not_judged(self) -> list[dict[str, Any]]:
        """Return the pictures that could not be read, as they are printed when read."""
        return [not_read(name, error) for name, error in self.not_judged.items()]


def not_read(name: str, error: VisionError) -> dict[str, Any]:
    """Return a picture that could not be read as ``companion read`` prints it."""
    return {"image": name, "ok": False, "error": str(error)}


def evaluate(kind: TaughtKind[SetT, PhotoT, JudgedT], manifest: Path, by: Any) -> PhotosCounted:
    """Count how good a reader is on a manifest's photographs."""
    labelled = read_manifest(manifest, kind.labels)
    judged: list[JudgedT] = []
    not_judged: dict[str, VisionError] = {}
    for photo in labelled.photos:
        try:
            reading = read_judged(by, load_picture(photo.image), str(photo.image))
            judged.append(kind.judge(photo, reading, by.taught))
        except VisionError as error:
            not_judged[photo.name] = error
    report, words = kind.measure.report(judged), kind.words
    conditions = kind.measure.per_condition(judged)
    ranges = kind.measure.per_condition(judged, in_ranges=True)
    named = frozenset[str]().union(*(photo.labels for photo in labelled.photos))
    return PhotosCounted(
        words.row(report)
        | {
            "conditions": {name: words.row(part) for name, part in conditions.items()},
            "condition_ranges": {name: words.row(part) for name, part in ranges.items()},
        },
        tuple(words.lines(report, ranges)),
        len(judged),
        labelled.faults,
        not_judged,
        tuple(sorted(named - set(by.taught.names))),
    )
