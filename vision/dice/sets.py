"""A taught set of dice: a folder that a person can look at, edit and copy.

``faces.json`` names the faces, ``samples/FACE/`` shows them: pictures of the face as seen from straight
above, its own top upwards, its side five sevenths of the picture's. A person may delete samples, add
others (PNG or JPEG, of any size), rename a face (its folder and its name in ``faces.json``) or correct
``rotations`` and ``parts``. Anything that does not fit together is reported, never left out silently.
Earlier versions wrote ``looks`` for ``rotations``; that can still be read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice.faces.crops import CROP_PX
from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.sets.folders import check_labels
from vision.sets.kind import Content, Sample, SetKind

DIE_SIDE_MM = 16.0
"""Side of the usual die: that of nearly all dice sold for games, and the default of a set."""
MOST_SIDE_MM = 1000.0
FACES_OF_A_DIE = 6
EDGES = ("top", "right", "bottom", "left")


@dataclass(frozen=True)
class Face:
    """One face of a set.

    ``rotations``: how many different pictures its quarter turns give (4, 2 or 1); 0: its turn does not
    matter. ``parts``: for each part of a city the edges it joins, none if the face has no city.
    """

    name: str
    rotations: int
    parts: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, eq=False)
class DiceSet:
    """Faces, the size of the dice, samples, and whether the network knows these faces by itself."""

    name: str
    side_mm: float
    known: bool
    faces: tuple[Face, ...]
    samples: tuple[Sample, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its faces."""
        return tuple(face.name for face in self.faces)

    def face(self, name: str) -> Face:
        """Return the face of that name. Raises ``BadSet``."""
        for face in self.faces:
            if face.name == name:
                return face
        raise BadSet(f"set {self.name} has no face {name!r}")

    @property
    def is_whole(self) -> bool:
        """Whether it has a face for each side of a die; if not, one of its dice may show an untaught
        face."""
        return len(self.faces) >= FACES_OF_A_DIE

    @property
    def joins(self) -> bool:
        """Whether its dice continue in neighbouring ones: a face has parts, or a name known for them."""
        names = {face.name for face in self.faces}
        return any(face.parts for face in (*self.faces, *family_of(names)))


def family_of(names: set[str]) -> tuple[Face, ...]:
    """Return the faces of the built-in set that has all these names; none if no set has."""
    for built_in_name in KIND.built_in():
        faces = KIND.load(built_in_name).faces
        if names <= {face.name for face in faces}:
            return faces
    return ()


def _content(taught: DiceSet) -> Content:
    faces = {
        face.name: {"rotations": face.rotations} | ({"parts": face.parts} if face.parts else {})
        for face in taught.faces
    }
    told = {"side_mm": taught.side_mm, "known": taught.known, "faces": faces}
    return Content(told, {"samples": taught.samples})


def faces_in(folder: Path) -> tuple[Face, ...]:
    """Return the description of faces in a set's folder, without looking at samples. Raises
    ``BadSet``."""
    return _told(folder)[0]


def _told(folder: Path) -> tuple[tuple[Face, ...], float, bool]:
    """Return a set's faces, how large its dice are, and whether the network knows them."""
    with KIND.described(folder) as data:
        faces = tuple(_face(name, face) for name, face in data["faces"].items())
        side_mm, known = float(data.get("side_mm", DIE_SIDE_MM)), bool(data.get("known", False))
        if not 0 < side_mm <= MOST_SIDE_MM:
            raise ValueError(f"side_mm is {side_mm:g}, not a length from 0 to {MOST_SIDE_MM:g}")
    if not faces:
        raise BadSet(f"{folder / KIND.file}: no faces", hint="Teach the set: companion teach dice.")
    return faces, side_mm, known


def _read(folder: Path) -> DiceSet:
    faces, side_mm, known = _told(folder)
    samples = KIND.samples_in(folder / "samples")
    if not samples and not known:
        raise BadSet(
            f"{folder}: no samples", hint="Teach the set with a few photographs: companion teach dice."
        )
    KIND.check(folder, {face.name for face in faces}, samples, may_be_bare=known)
    return DiceSet(folder.resolve().name, side_mm, known, faces, samples)


def _face(name: str, data: Mapping[str, Any]) -> Face:
    check_labels([name])
    parts = tuple(tuple(_edges(name, part)) for part in data.get("parts", ()))
    return Face(name, _rotations(name, data), parts)


def _rotations(name: str, data: Mapping[str, Any]) -> int:
    """Return a face's rotations, also by their old name. Raises ``ValueError``."""
    written = {int(data[key]) for key in ("rotations", "looks") if key in data} or {4}
    if len(written) > 1:
        raise ValueError(
            f"{name} has rotations {data['rotations']} but looks {data['looks']}: drop looks"
        )
    (rotations,) = written
    if rotations not in (0, 1, 2, 4):
        raise ValueError(f"{name} has {rotations} rotations, not 0, 1, 2 or 4")
    return rotations


def _edges(name: str, part: object) -> list[str]:
    edges = [str(edge) for edge in part] if isinstance(part, list) else []
    if not edges or not set(edges) <= set(EDGES):
        raise ValueError(f"{name} has a part {part!r}, not a list of {', '.join(EDGES)}")
    return edges


def _as_crop(image_bgr: ImageBgr) -> ImageBgr:
    """Return the middle square of a picture in the size of crops."""
    height, width = image_bgr.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    square = image_bgr[top : top + side, left : left + side]
    if side == CROP_PX:
        return np.ascontiguousarray(square)
    how = cv2.INTER_AREA if side > CROP_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(square, (CROP_PX, CROP_PX), interpolation=how), np.uint8)


KIND = SetKind(
    read=_read,
    content=_content,
    file="faces.json",
    called="set",
    about=(
        "A set of dice. samples/FACE/ holds pictures of each face from straight above, its own top "
        "upwards, the face's side five sevenths of the picture's: look at them, delete bad ones, add "
        "your own. rotations: how many different pictures a face gives when it is turned by quarters "
        "(4, 2 or 1; 0: how it is turned does not matter). parts: for each part of a city the edges "
        "it joins."
    ),
    as_crop=_as_crop,
    mend="Compare it with a built-in set's faces.json.",
    again="Teach it again with photographs of that face, or take the face out of faces.json.",
    renamed="A face that is renamed is renamed in both: its folder in samples and in faces.json.",
    least_side_px=2,
)
load, save = KIND.load, KIND.save
