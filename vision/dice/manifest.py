"""Reads manifests of dice: one photograph a line, with what lies on it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from vision.errors import BadManifest
from vision.given_files import text_of
from vision.labels import HINT, can_be_shown, fault_of
from vision.picture_files import load_picture as load_picture
from vision.readings.places import PointPx

PhotoT = TypeVar("PhotoT")

MOST_BYTES = 64 * 1024 * 1024
MOST_NUMBER = 1e9
"""Limit on places in a picture and on counts; it excludes Infinity and NaN."""


@dataclass(frozen=True)
class LabelledDie:
    """One die as a person labelled it; ``box_px`` is width and height, ``angle_deg`` as in readings."""

    face: str
    centre_px: PointPx
    box_px: tuple[float, float] | None = None
    angle_deg: float | None = None
    cut_off: bool = False


@dataclass(frozen=True)
class LabelledCity:
    """A city that stands on the table."""

    size: int
    closed: bool


@dataclass(frozen=True)
class LabelledPhoto:
    """One line of a manifest: ``dice`` with places, or only the ``faces`` in no order."""

    image: Path
    name: str
    dice: tuple[LabelledDie, ...] | None
    faces: tuple[str, ...]
    cities: tuple[LabelledCity, ...] | None
    conditions: tuple[str, ...]


@dataclass(frozen=True)
class DiceManifest:
    """The photographs of a manifest, in its order, and the faults of the lines that cannot be used."""

    photos: tuple[LabelledPhoto, ...]
    faults: tuple[BadManifest, ...]


def read_dice_manifest(path: Path) -> DiceManifest:
    """Return a manifest's photographs; a broken line is listed in ``faults``, and the others are still
    read.

    Raises ``BadManifest`` when the file cannot be read at all, or no line of it.
    """
    photos, faults = read_lines(path, _photo)
    return DiceManifest(tuple(photos), tuple(faults))


def read_lines(
    path: Path, photo: Callable[[Path, int, str], PhotoT]
) -> tuple[list[PhotoT], list[BadManifest]]:
    """Return the result of ``photo`` for each line of a manifest, and the faults of unusable lines.

    Raises ``BadManifest`` when the file cannot be read at all, or no line of it.
    """
    try:
        text = text_of(path, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise BadManifest(
            f"cannot read {path}: {getattr(error, 'strerror', None) or error}",
            hint="Give a .jsonl file, one photograph a line.",
        ) from error
    photos, faults = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                photos.append(photo(path, number, line))
            except BadManifest as fault:
                faults.append(fault)
    if len(faults) > 1 and not photos:
        raise BadManifest(f"{faults[0]}; nor can any other line be used", hint=faults[0].hint)
    return photos, faults


def load_dice_manifest(path: Path) -> list[LabelledPhoto]:
    """Return the photographs of a manifest without faults, in its order.

    Raises ``BadManifest`` naming file and line.
    """
    manifest = read_dice_manifest(path)
    if manifest.faults:
        raise manifest.faults[0]
    return list(manifest.photos)


def _photo(path: Path, number: int, line: str) -> LabelledPhoto:
    where = f"{path}, line {number}"
    row = row_of(line, where, '{"image": "a.jpg", "dice": […]}')
    if "dice" not in row and "faces" not in row:
        raise BadManifest(
            f'{where}: neither "dice" nor "faces"', hint="Say what lies on the photograph."
        )
    dice = None
    if "dice" in row:
        dice = tuple(
            _die(item, f"{where}, die {n}") for n, item in enumerate(list_of(row["dice"], where), 1)
        )
    faces = (
        tuple(die.face for die in dice)
        if dice is not None
        else tuple(label_of(face, where) for face in list_of(row["faces"], where))
    )
    cities = (
        tuple(_city(c, where) for c in list_of(row["cities"], where))
        if row.get("cities") is not None
        else None
    )
    return LabelledPhoto(
        path.parent / row["image"], row["image"], dice, faces, cities, conditions_of(row, where)
    )


def row_of(line: str, where: str, example: str) -> Mapping[str, Any]:
    """Return a line's object, which names a picture. Raises ``BadManifest``."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        why = (
            error.msg
            if isinstance(error, json.JSONDecodeError)
            else "nothing is nested or long like that"
        )
        raise BadManifest(f"{where}: not JSON ({why})", hint="One JSON object a line.") from error
    if not isinstance(row, Mapping) or not isinstance(row.get("image"), str):
        raise BadManifest(f'{where}: no "image"', hint=f"A line is {example}.")
    _check_text(row["image"], where)
    return row


def label_of(value: Any, where: str) -> str:
    """Return a piece's label. Raises ``BadManifest`` if no piece can have that label."""
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise BadManifest(f"{where}: {shown(value)} is no label", hint=HINT)
    fault = fault_of(str(value))
    if fault is not None:
        raise BadManifest(f"{where}: {fault}", hint=HINT)
    return str(value)


def conditions_of(row: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """Return a photograph's conditions. Raises ``BadManifest`` if they cannot be shown."""
    conditions = tuple(map(str, list_of(row.get("conditions", []), where)))
    for condition in conditions:
        _check_text(condition, where)
    return conditions


def _check_text(text: str, where: str) -> None:
    """Raise ``BadManifest`` for a text that cannot be displayed, or be the name of a file."""
    if not can_be_shown(text):
        raise BadManifest(f"{where}: {text[:60]!a} has letters in it that cannot be shown")


def list_of(value: Any, where: str) -> list[Any]:
    """Return a list as it is. Raises ``BadManifest`` for anything else."""
    if not isinstance(value, list):
        raise BadManifest(f"{where}: {shown(value)} is not a list")
    return value


def number_of(item: Mapping[str, Any], key: str, where: str) -> float:
    """Return a number of an object. Raises ``BadManifest`` for anything else."""
    value = item.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER:
        return float(value)
    raise BadManifest(f"{where}: {key} is {shown(value)}, not a number")


def shown(value: object) -> str:
    """Return a value for a message, shortened."""
    if isinstance(value, int) and not isinstance(value, bool):
        return "too large" if abs(value) > MOST_NUMBER else str(value)
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _die(item: Any, where: str) -> LabelledDie:
    if not isinstance(item, Mapping) or not isinstance(item.get("face"), str | int):
        raise BadManifest(
            f'{where}: no "face"', hint='A die is {"face": "cap", "x": 812.0, "y": 433.5}.'
        )
    box = (
        (number_of(item, "w", where), number_of(item, "h", where))
        if "w" in item and "h" in item
        else None
    )
    angle = number_of(item, "angle", where) if item.get("angle") is not None else None
    centre = PointPx(number_of(item, "x", where), number_of(item, "y", where))
    face = label_of(item["face"], where)
    return LabelledDie(face, centre, box, angle, bool(item.get("cut_off", False)))


def _city(item: Any, where: str) -> LabelledCity:
    if not isinstance(item, Mapping) or "size" not in item or "closed" not in item:
        raise BadManifest(f'{where}: a city is {{"size": 3, "closed": true}}, not {shown(item)}')
    return LabelledCity(int(number_of(item, "size", where)), bool(item["closed"]))
