"""A taught set of dice: a folder a person can look at, copy to a friend and edit.

``faces.json`` names the faces, ``samples/FACE/*.png`` shows them: straightened crops, each face with
its own top upwards.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.errors import BadSet, UnknownSet
from vision.frame import ImageBgr
from vision.readers.crops import CROP_PX

BUILT_IN = Path(__file__).parent
DIE_SIDE_MM = 16.0


@dataclass(frozen=True)
class Face:
    """One face of a set.

    ``looks``: in how many quarter turns it looks different (4, 2 or 1); 0: it has no direction worth
    telling. ``parts``: for each part of a city the edges it joins, none where the face bears no city.
    """

    name: str
    looks: int
    parts: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class Sample:
    """A straightened crop (48, 48, 3) of a face, its own top upwards."""

    face: str
    crop_bgr: ImageBgr


@dataclass(frozen=True, eq=False)
class DiceSet:
    """Faces, how large the die is, samples, and whether the network knows these faces by itself."""

    name: str
    side_mm: float
    known: bool
    faces: tuple[Face, ...]
    samples: tuple[Sample, ...] = ()

    def face(self, name: str) -> Face:
        """Return the face of that name. Raises ``BadSet``."""
        for face in self.faces:
            if face.name == name:
                return face
        raise BadSet(f"set {self.name} has no face {name!r}")


def load(name_or_folder: str | Path) -> DiceSet:
    """Return a built-in set (``carcassonne``, ``pips``) or the one in a folder.

    Raises ``UnknownSet`` when there is none, ``BadSet`` when the folder is broken.
    """
    folder = Path(name_or_folder)
    if not (folder / "faces.json").is_file():
        folder = BUILT_IN / str(name_or_folder)
    if not (folder / "faces.json").is_file():
        known = ", ".join(sorted(path.parent.name for path in BUILT_IN.glob("*/faces.json")))
        raise UnknownSet(
            f"no set {str(name_or_folder)!r}",
            hint=f"Built in: {known}; else give a folder with a faces.json.",
        )
    return _read(folder)


def save(taught: DiceSet, folder: Path) -> None:
    """Write a set to a folder, over the samples and faces of an earlier one there."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in sorted((folder / "samples").glob("*/*.png")):
        old.unlink()
    faces = {
        face.name: {"looks": face.looks} | ({"parts": face.parts} if face.parts else {})
        for face in taught.faces
    }
    data = {"side_mm": taught.side_mm, "known": taught.known, "faces": faces}
    (folder / "faces.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    for number, sample in enumerate(taught.samples):
        path = folder / "samples" / sample.face / f"{number:03d}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        coded = cv2.imencode(".png", sample.crop_bgr)[1]
        path.write_bytes(coded.tobytes())


def _read(folder: Path) -> DiceSet:
    path = folder / "faces.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        faces = tuple(_face(name, face) for name, face in data["faces"].items())
        side_mm, known = float(data.get("side_mm", DIE_SIDE_MM)), bool(data.get("known", False))
    except (json.JSONDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadSet(f"{path}: {error}", hint="Compare it with a built-in set's faces.json.") from error
    samples = tuple(_sample(file) for file in sorted((folder / "samples").glob("*/*.png")))
    strangers = {sample.face for sample in samples} - {face.name for face in faces}
    if strangers:
        raise BadSet(
            f"{folder}: samples of {', '.join(sorted(strangers))}, which faces.json does not name"
        )
    if not samples and not known:
        raise BadSet(
            f"{folder}: no samples", hint="Teach the set with a few photographs: companion teach dice."
        )
    return DiceSet(folder.name, side_mm, known, faces, samples)


def _face(name: str, data: Mapping[str, Any]) -> Face:
    parts = tuple(tuple(str(edge) for edge in part) for part in data.get("parts", ()))
    looks = int(data.get("looks", 4))
    if looks not in (0, 1, 2, 4):
        raise ValueError(f"{name} looks different in {looks} quarter turns, not 0, 1, 2 or 4")
    return Face(name, looks, parts)


def _sample(file: Path) -> Sample:
    image = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise BadSet(f"{file} is not a picture", hint="Delete it or teach again.")
    if image.shape[:2] != (CROP_PX, CROP_PX):
        image = cv2.resize(image, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
    return Sample(file.parent.name, np.asarray(image, np.uint8))
