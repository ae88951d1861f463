"""The commands' part for dice."""

from collections.abc import Sequence
from typing import Any

from companion.cli.kinds.kind import TaughtKind
from companion.cli.kinds.words import ReportWords
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.catalogue import all_plays
from vision.dice.live import LiveDiceReader
from vision.dice.reader import DiceReader
from vision.dice.sets import KIND, DiceSet
from vision.dice.teaching import teach
from vision.manifests.labelled import LabelledCity, LabelledPhoto
from vision.manifests.manifest import DICE as LABELS
from vision.readings.dice import DiceReading, Die, Doubt
from vision.readings.places import PointMm
from vision.readings.reading import Guess
from vision.workshop.evaluation.dice import DICE_MEASURE, JudgedPhoto, judge

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


def row(reading: DiceReading, by: DiceReader) -> dict[str, Any]:
    """Return a reading as ``companion read`` prints it; dice that build nothing have no cities."""
    return (
        {"sure": reading.sure, "dice": [die_row(die) for die in reading.dice]}
        | {"cities": [], "points": 0}
        | _meaning(reading, by.taught)
        | {
            "doubts": list(reading.doubts),
            "doubtful": [doubt_row(doubt) for doubt in reading.doubtful],
            "markers": reading.has_markers,
            "markers_seen": [*reading.markers.seen],
            "markers_unfit": [*reading.markers.unfit],
        }
    )


def _meaning(reading: DiceReading, taught: DiceSet) -> JsonObject:
    """Return the meaning of a single photograph's reading for any of the games, such as cities."""
    found: JsonObject = {}
    for play in all_plays():
        found |= play.found(reading, taught)
    return found


def die_row(die: Die) -> dict[str, Any]:
    """Return one die as ``companion read`` prints it."""
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
    return {"likely": {guess.label: round(guess.confidence, 4) for guess in guesses}} if guesses else {}


def _judge(photo: LabelledPhoto, reading: DiceReading, taught: DiceSet) -> JudgedPhoto:
    rows = _meaning(reading, taught).get("cities")
    if rows is None:
        return judge(photo, reading, taught)
    cities = [LabelledCity(len(row["dice"]), row["closed"]) for row in rows]
    return judge(photo, reading, taught, cities)


DICE = TaughtKind(
    sets=KIND,
    reads=DiceReader,
    reads_live=LiveDiceReader,
    row=row,
    labels=LABELS,
    teach=teach,
    pieces="faces",
    judge=_judge,
    measure=DICE_MEASURE,
    words=ReportWords(COUNTED, IN_A_LINE, "die", "dice", why=WHY),
)
