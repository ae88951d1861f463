"""The commands' part for dice."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.errors import in_words
from companion.cli.kinds.counted import Counted, ReportWords, judge_each
from companion.cli.kinds.taught import Taught
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.catalogue import all_plays
from vision.dice.live import LiveDiceReader
from vision.dice.reader import DiceReader
from vision.dice.sets import KIND, load, save
from vision.dice.teaching import teach as taught_by
from vision.judging.judged import read_judged
from vision.manifests.labelled import LabelledCity, LabelledPhoto
from vision.manifests.manifest import DICE, read_manifest
from vision.picture_files import load_picture
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointMm
from vision.readings.reading import Guess
from vision.workshop.evaluation.dice import JudgedPhoto, judge
from vision.workshop.evaluation.report import Report, per_condition, per_group, report

COUNTED = {
    "photos_right": "photographs fully right",
    "photos_sure": "photographs called sure",
    "photos_silent": "photographs sure but wrong",
    "dice_right": "dice named right",
    "dice_sure": "dice called sure (coverage)",
    "silent": "silent errors (sure but wrong)",
    "recall": "dice found (recall)",
    "precision": "of what is found, dice (precision)",
    "angle_right": "angles within 5°",
    "cities_photos_right": "photographs, all cities right",
    "cities_photos_silent": "photographs sure, cities wrong",
    "cities_right": "cities, size and closed right",
}
"""The counted things, and the words with which they are printed."""

IN_A_LINE = {
    "photos_right": "photographs right",
    "dice_right": "dice right",
    "dice_sure": "sure",
    "silent": "silent errors",
}

WHY = {
    "die": "a die not sure",
    "cut_off": "a die cut off",
    "maybe_missed": "perhaps a die missed",
    "maybe_extra": "perhaps no die",
    "grid": "touching or not",
}


def reader(set_name: str) -> DiceReader:
    """Return the reader of a set. Raises ``UnknownSet``, ``BadSet``."""
    return DiceReader(load(set_name))


def live_reader(set_name: str) -> LiveDiceReader:
    """Return the reader of a set for a live table. Raises ``UnknownSet``, ``BadSet``."""
    return LiveDiceReader(load(set_name))


def row(reading: DiceReading, by: DiceReader) -> dict[str, Any]:
    """Return a reading as the contract prints it; dice that build nothing have no cities."""
    return (
        {"sure": reading.sure, "dice": [die_row(die) for die in reading.dice]}
        | {"cities": [], "points": 0}
        | _meaning(reading, by)
        | {
            "doubts": list(reading.doubts),
            "doubtful": [doubt_row(doubt) for doubt in reading.doubtful],
            "markers": reading.has_markers,
            "markers_seen": [*reading.markers.seen],
            "markers_unfit": [*reading.markers.unfit],
        }
    )


def teach(folder: Path, manifest: Path, tell: Callable[[str], None]) -> Taught:
    """Teach a set from a manifest, in addition to the existing content of the folder.

    Unusable lines are reported first.
    """
    earlier = load(folder) if KIND.is_in(folder) else None
    labelled = read_manifest(manifest, DICE)
    for fault in labelled.faults:
        tell(in_words(fault))
    lesson = taught_by(folder.resolve().name, labelled.photos, earlier)
    save(lesson.taught, folder)
    samples = Counter(sample.label for sample in lesson.taught.samples)
    told = ", ".join(f"{face.name} {samples[face.name]}" for face in lesson.taught.faces)
    summary = f"{folder}: {len(samples)} faces, {samples.total()} samples ({told})"
    return Taught(len(labelled.faults), lesson.notes, summary)


def evaluate(manifest: Path, by: DiceReader) -> Counted:
    """Count how good a reader is on a manifest's photographs."""
    labelled = read_manifest(manifest, DICE)
    judged, not_judged = judge_each(labelled.photos, partial(_judge, by=by))
    strange = {face for photo in labelled.photos for face in photo.counts}
    return Counted(
        _as_json(judged),
        tuple(WORDS.lines(report(judged), WHY, per_group(judged))),
        len(judged),
        labelled.faults,
        not_judged,
        tuple(sorted(strange - {face.name for face in by.taught.faces})),
    )


def _meaning(reading: DiceReading, by: DiceReader) -> JsonObject:
    """Return the meaning of a single photograph's reading for any of the games, such as cities."""
    found: JsonObject = {}
    for play in all_plays():
        found |= play.found(reading, by.taught)
    return found


def die_row(die: Die) -> dict[str, Any]:
    """Return one die as the contract prints it."""
    row: dict[str, Any] = {
        "face": die.face,
        "x": round(die.centre_px.x, 1),
        "y": round(die.centre_px.y, 1),
    }
    if die.angle_deg is not None:
        row["angle"] = round(die.angle_deg, 1) % 360
    row |= {"side": round(die.side_px, 1), "confidence": round(die.confidence, 4), "sure": die.sure}
    if die.cut_off:
        row["cut_off"] = True
    return row | _on_table(die.centre_mm) | _likely(die.likely)


def doubt_row(doubt: Doubt) -> dict[str, Any]:
    """Return one doubt: its kind, where it is, and what may be there."""
    row: dict[str, Any] = {
        "kind": doubt.kind,
        "x": round(doubt.centre_px.x, 1),
        "y": round(doubt.centre_px.y, 1),
        "side": round(doubt.side_px, 1),
        "dice": list(doubt.dice),
        "chance": round(doubt.chance, 4),
    }
    return row | _on_table(doubt.centre_mm) | _likely(doubt.likely)


def _on_table(place: PointMm | None) -> dict[str, float]:
    return {} if place is None else {"x_mm": round(place.x, 1), "y_mm": round(place.y, 1)}


def _likely(guesses: Sequence[Guess]) -> dict[str, Any]:
    return {"likely": {guess.face: round(guess.confidence, 4) for guess in guesses}} if guesses else {}


def _judge(photo: LabelledPhoto, by: DiceReader) -> JudgedPhoto:
    reading = read_judged(by, load_picture(photo.image), str(photo.image))
    rows = _meaning(reading, by).get("cities")
    if rows is None:
        return judge(photo, reading, by.taught)
    cities = [LabelledCity(len(row["dice"]), row["closed"]) for row in rows]
    return judge(photo, reading, by.taught, cities)


def _as_json(judged: Sequence[JudgedPhoto]) -> dict[str, Any]:
    return report_row(report(judged)) | {
        "conditions": {name: report_row(part) for name, part in per_condition(judged).items()},
        "condition_ranges": {name: report_row(part) for name, part in per_group(judged).items()},
    }


def report_row(found: Report) -> dict[str, Any]:
    """Return a report as JSON. ``n`` photographs; ``right``, ``sure`` and ``silent`` count dice."""
    return WORDS.row(found) | {
        "n": found.photos_right.n,
        "dice": found.dice_right.n,
        "right": found.dice_right.as_row(),
        "sure": found.dice_sure.as_row(),
    }


def _many(found: Report) -> str:
    photos, dice = found.photos_right.n, found.dice_right.n
    return f"{photos} photograph{'' if photos == 1 else 's'}, {dice} di{'e' if dice == 1 else 'ce'}"


WORDS = ReportWords(COUNTED, IN_A_LINE, _many, "dice")
