"""Dice with symbols of their own, taught with fourteen pictures, to fit confidence on."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.dice.reader import DiceReader
from vision.dice.sets import DiceSet, Face
from vision.dice.teaching import Teacher
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPiece
from vision.manifests.manifest import DICE, load_manifest
from vision.picture_files import load_picture
from vision.workshop.simulation import (
    DieStyle,
    Rendered,
    SceneWishes,
    random_scene,
    random_style,
    render,
)
from vision.workshop.training.calibration.dice import DieExample, examples, labelled

SYMBOL_SEEDS = range(95000, 95012)
TAUGHT, ASKED = 14, 8
LEFT_OUT = 3
SIZE_WH = (1280, 960)
TILT_DEG = 40.0
SIDE_MM = 16.0


def symbol_examples(seeds: Sequence[int]) -> list[DieExample]:
    """Return examples of dice with symbols, read with all faces taught and with one left out."""
    return [example for seed in seeds for example in _examples(seed)]


def photographed_examples(folders: Sequence[Path]) -> list[DieExample]:
    """Return examples from folders of real dice with symbols: ``teach.jsonl`` and ``manifest.jsonl``.

    As with the simulated ones, they are read with all faces taught and with one left out, each of the
    first three.
    """
    return [example for folder in folders for example in _photographed(folder)]


def _photographed(folder: Path) -> Iterator[DieExample]:
    teacher = Teacher(folder.name)
    for photo in load_manifest(folder / "teach.jsonl", DICE):
        teacher.show(load_picture(photo.image), photo.pieces or (), photo.name)
    whole = teacher.lesson().taught
    photos = load_manifest(folder / "manifest.jsonl", DICE)
    asked = [(load_picture(photo.image), photo.pieces or ()) for photo in photos]
    yield from _ask(whole, whole.faces[:LEFT_OUT], asked)


def _examples(seed: int) -> Iterator[DieExample]:
    rng = np.random.default_rng(seed)
    style = random_style(rng, "symbols")
    pictures = [_picture(rng, style, seed * 100 + n, n) for n in range(TAUGHT + ASKED)]
    teacher = Teacher(f"symbols {seed}")
    for number, picture in enumerate(pictures[:TAUGHT]):
        seen = [replace(label, angle_deg=None) for label in labelled(picture) if not label.cut_off]
        teacher.show(picture.image_bgr, seen, f"picture {number}")
    whole = teacher.lesson().taught
    asked = [(picture.image_bgr, labelled(picture)) for picture in pictures[TAUGHT:]]
    yield from _ask(whole, whole.faces[1:2], asked)


def _ask(
    whole: DiceSet,
    left_out: Sequence[Face],
    pictures: Sequence[tuple[ImageBgr, Sequence[LabelledPiece]]],
) -> Iterator[DieExample]:
    """Read pictures with the whole set, and with each of some faces left out of it."""
    for taught in (whole, *(_without(whole, face) for face in left_out)):
        reader = DiceReader(taught)
        for image, labels in pictures:
            yield from examples(image, labels, reader)


def _picture(rng: np.random.Generator, style: DieStyle, seed: int, number: int) -> Rendered:
    """Return a picture of a few dice of one style; teaching pictures show every face now and then."""
    teaches = number < TAUGHT
    wishes = SceneWishes(dice=int(rng.integers(2, 4)) if teaches else 7, die_px=(35, 90), hands=False)
    scene = random_scene(rng, "symbols", SIZE_WH, wishes)
    faces = [
        str(style.faces[(2 * number + k) % 6 if teaches else int(rng.integers(6))]) for k in range(9)
    ]
    dice = tuple(
        replace(die, style=style, face=face, side_mm=SIDE_MM)
        for die, face in zip(scene.dice, faces, strict=False)
    )
    camera = replace(scene.camera, tilt_deg=min(scene.camera.tilt_deg, TILT_DEG))
    return render(replace(scene, dice=dice, camera=camera), SIZE_WH, seed)


def _without(taught: DiceSet, face: Face) -> DiceSet:
    return replace(
        taught,
        faces=tuple(one for one in taught.faces if one.name != face.name),
        samples=tuple(sample for sample in taught.samples if sample.label != face.name),
    )
