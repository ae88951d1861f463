"""Real labelled photographs for training: which half may be used, and what each photograph teaches.

Their labels give a face and a place for each die, but neither corners nor an angle. The corners are
taken from the present readers, if these agree with every label of the photograph.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.geometry import side_of
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.manifests.manifest import DICE, load_manifest
from vision.picture_files import load_picture
from vision.readings.dice import Die
from vision.workshop.training.at_once import of_each
from vision.workshop.training.worlds.scenes import PaintedDie
from vision.workshop.training.worlds.view import Points

NEAR_SIDES = 0.28
"""A top belongs to a label if its centre is at most this far (in sides) from it."""
HIDDEN_SIDE_PX = 45.0
LARGEST_PX, WIDEST_PX, WORTH_SHRINKING = 110.0, 2200.0, 0.8
"""Photographs are shrunk until their dice have that side, or, if they have no dice, to that width or
height; a photograph that would shrink by less than a fifth stays as it is."""
BLOCK = 10
"""Photographs taken in a row are near duplicates: they are used for training, or kept back, in blocks of
this many."""


class Shares(NamedTuple):
    """Photographs for training, those that judge first and train later, and those that only judge."""

    learnt: list[LabelledPhoto]
    judging: list[LabelledPhoto]
    kept: list[LabelledPhoto]


def shares(manifest: Path) -> Shares:
    """Return a half, a quarter and a quarter of the photographs: blocks of ten in turn, by number."""
    photos = sorted(load_manifest(manifest, DICE), key=lambda photo: _by_number(photo.name))
    blocks = [photos[start : start + BLOCK] for start in range(0, len(photos), BLOCK)]
    parts = (blocks[::2], blocks[1::4], blocks[3::4])
    return Shares(*([photo for block in part for photo in block] for part in parts))


def _by_number(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]


@dataclass(frozen=True, eq=False)
class TrainingPhoto:
    """A picture for training: its dice, and the places that a reader mistook for dice."""

    image_bgr: ImageBgr
    dice: tuple[PaintedDie, ...]
    mistaken_px: tuple[Points, ...] = ()


PhotoGroups = Sequence[Sequence[TrainingPhoto]]
"""Pictures of one kind in each. The share of a kind in the training grows with the square root of its
number of photographs: a large group does not crowd out the small ones, and no small group is learnt by
heart."""


def photos_to_learn(folders: Sequence[Path], *, last: bool) -> list[list[TrainingPhoto]]:
    """Return each folder's photographs for training, with those that have finished judging at the
    end."""
    found = [shares(folder / "manifest.jsonl") for folder in folders]
    read = [of_each(_with_corners, one.learnt + (one.judging if last else [])) for one in found]
    return [[photo for photo in group if is_of_known_size(photo)] for group in read]


def is_of_known_size(photo: TrainingPhoto) -> bool:
    """Tell whether the size of dice is known: the photograph has no dice, or at least one was found."""
    return not photo.dice or any(not die.hidden for die in photo.dice)


def _with_corners(photo: LabelledPhoto) -> TrainingPhoto:
    """Return a photograph with the corners that the readers find; a label that they cannot place is
    hidden."""
    image, reader = load_picture(photo.image), DiceReader(load("pips"))
    labels, seen = photo.pieces or (), reader.find_tops(image)
    faint = [one.corners_px for one in reader.detector.candidates(image)]
    side = float(np.median([side_of(quad) for quad in seen])) if seen else None
    dice = [
        _place(image, label, _corners_at(label, seen, faint, side), side, reader) for label in labels
    ]
    dice += _find_unlabelled(reader.read(image).dice, dice)
    return shrink_as_needed(TrainingPhoto(image, tuple(dice), mistakes(image, dice, reader)))


def shrink_as_needed(photo: TrainingPhoto) -> TrainingPhoto:
    """Return a photograph shrunk to the sizes that are learnt: the networks never see larger dice."""
    sides = [side_of(die.corners_px) for die in photo.dice]
    needed = LARGEST_PX / np.median(sides) if sides else WIDEST_PX / max(photo.image_bgr.shape)
    scale = min(1.0, float(needed))
    if scale > WORTH_SHRINKING:
        return photo
    height, width = (round(scale * extent) for extent in photo.image_bgr.shape[:2])
    image = cv2.resize(photo.image_bgr, (width, height), interpolation=cv2.INTER_AREA)
    moved = (scale - 1) / 2  # The middles of pixels are whole.
    dice = (replace(die, corners_px=scale * die.corners_px + moved) for die in photo.dice)
    mistaken = tuple(scale * quad + moved for quad in photo.mistaken_px)
    return TrainingPhoto(np.asarray(image, np.uint8), tuple(dice), mistaken)


def _corners_at(
    label: LabelledPiece, seen: list[Points], faint: list[Points], side: float | None
) -> Points | None:
    """Return the one top found at a label, or else the clearest candidate there; None if there is
    neither."""
    near = [quad for quad in seen if _away(quad, label.centre_px) < NEAR_SIDES]
    fitting = [quad for quad in faint if side is None or 0.75 < side_of(quad) / side < 1.33]
    near = near if len(near) == 1 else fitting
    return next((quad for quad in near if _away(quad, label.centre_px) < NEAR_SIDES), None)


def _place(
    image: ImageBgr, label: LabelledPiece, quad: Points | None, side: float | None, reader: DiceReader
) -> PaintedDie:
    if quad is None:
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
        hidden = square * (side or HIDDEN_SIDE_PX) + np.array(label.centre_px)
        return PaintedDie("pips", label.label, hidden, True)
    return PaintedDie("pips", label.label, reader.turned_to(image, quad, label.label), label.cut_off)


def _find_unlabelled(found: Sequence[Die], dice: Sequence[PaintedDie]) -> list[PaintedDie]:
    """Return dice that are certainly there although the labels omit them: they count neither as dice nor
    as mistakes."""
    return [
        PaintedDie("pips", die.face, np.array(die.corners_px, np.float64), True)
        for die in found
        if die.sure and all(_away(one.corners_px, die.centre_px) > 0.5 for one in dice)
    ]


def with_mistakes(photos: Sequence[TrainingPhoto]) -> list[TrainingPhoto]:
    """Return the pictures together with the places on them that the readers mistake for dice."""
    return of_each(_with_mistakes, photos)


def _with_mistakes(photo: TrainingPhoto) -> TrainingPhoto:
    reader = DiceReader(load("pips"))
    return replace(photo, mistaken_px=mistakes(photo.image_bgr, photo.dice, reader))


def mistakes(image: ImageBgr, dice: Sequence[PaintedDie], reader: DiceReader) -> tuple[Points, ...]:
    """Return the quadrilaterals that the finder takes, however faintly, for top faces although there are
    none."""
    places = [candidate.corners_px for candidate in reader.detector.candidates(image)]
    return tuple(
        quad for quad in places if all(_away(die.corners_px, quad.mean(0)) > 0.5 for die in dice)
    )


def _away(quad: Points, point: Sequence[float] | NDArray[np.float64]) -> float:
    """Distance of a point from a face's centre, in sides of the face."""
    return float(np.linalg.norm(quad.mean(0) - np.asarray(point))) / side_of(quad)


def drawn(rng: np.random.Generator, groups: PhotoGroups, count: int) -> list[TrainingPhoto]:
    """Return this many photographs; none if there are no groups."""
    if not groups:
        return []
    shares = np.sqrt([len(group) for group in groups])
    some = (groups[int(number)] for number in rng.choice(len(groups), count, p=shares / shares.sum()))
    return [group[int(rng.integers(len(group)))] for group in some]


SEEN = 0.85


def traced_photos(folders: Sequence[Path]) -> list[TrainingPhoto]:
    """Return the path-traced pictures of these folders with the truth about them (``make path-traced``).

    ``corners.jsonl`` has one line a picture: {"image", "dice": [{"face", "corners_px": [[x, y] * 4],
    "visible"}]}, with the corners clockwise from the face's own top left: manifests do not hold them.
    """
    lines = [
        (folder, line)
        for folder in folders
        for line in (folder / "corners.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [_traced_photo(folder, json.loads(line)) for folder, line in lines]


def _traced_photo(folder: Path, row: dict[str, object]) -> TrainingPhoto:
    dice = row["dice"]
    assert isinstance(dice, list)
    painted = (
        PaintedDie(
            "carcassonne",
            str(die["face"]),
            np.array(die["corners_px"], np.float64),
            bool(die["visible"] < SEEN or die.get("cut_off", False)),
        )
        for die in dice
    )
    return TrainingPhoto(load_picture(folder / str(row["image"])), tuple(painted))
