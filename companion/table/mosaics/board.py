"""One board of parts as it is kept: drawings, pictures and counts, and what keeps it from being whole.

``<data>/mosaics/<name>/`` is such a board: ``mosaic.json`` with its drawings, and a picture of each part
as it was photographed, straightened.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_lowercase
from typing import Any, Final

import cv2

from companion.errors import BadLesson, BadUpload, Reason
from companion.table.mosaics.shapes import MosaicShape
from companion.table.plays.catalogue import mosaics
from companion.table.plays.mosaic import Mosaic
from companion.table.teaching import refusals
from vision.errors import VisionError
from vision.frame import ImageBgr
from vision.given_files import json_of
from vision.mosaic.part import PX_PER_FIELD
from vision.mosaic.proposing import Drawn, Side, sides
from vision.picture_files import decoded

FILE: Final = "mosaic.json"
FIELDS: Final = range(2, 10)
"""Possible numbers of fields along a part's side."""
MOST_STONES: Final = 99
"""Most stones of one face that may be laid."""
WALL, WAY = "#", " "
MISSHAPEN = (OSError, ValueError, TypeError, LookupError, AttributeError)
"""What reading data raises that are no board's."""


@dataclass(frozen=True)
class MosaicBoard:
    """One board of parts, as it is kept."""

    name: str
    game: str
    fields: int
    drawings: Mapping[str, list[str]] = field(default_factory=dict)
    images: Mapping[str, ImageBgr] = field(default_factory=dict)
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    layout: Sequence[Sequence[str]] = ()

    @property
    def mosaic(self) -> Mosaic:
        """Its game's definition of such boards."""
        return mosaics()[self.game]

    @property
    def laid(self) -> list[list[str]]:
        """How the parts lie: as seen, or else one after the other."""
        lying = [one.partition("+")[0] for row in self.layout for one in row]
        if sorted(lying) == sorted(self.drawings):
            return [list(row) for row in self.layout]
        names, across = sorted(self.drawings), self.mosaic.columns
        return [names[at : at + across] for at in range(0, len(names), across)]

    def shape(self) -> MosaicShape:
        """Return it as pages are told of it."""
        whole = len(self.drawings) == self.mosaic.parts
        data = self.mosaic.data(self.name, self.drawings, self.laid, self.counts) if whole else None
        faults = [] if data is None else self.mosaic.faults(data)
        return {
            "name": self.name,
            "game": self.game,
            "fields": self.fields,
            "parts": dict(self.drawings),
            "counts": {kind: dict(faces) for kind, faces in self.counts.items()},
            "layout": self.laid,
            "data": None if faults else data,
            "faults": faults,
        }

    def write(self, folder: Path) -> None:
        """Write it into a folder."""
        folder.mkdir(parents=True)
        said = {
            "game": self.game,
            "fields": self.fields,
            "parts": dict(self.drawings),
            "counts": {kind: dict(faces) for kind, faces in self.counts.items()},
            "layout": [list(row) for row in self.layout],
        }
        (folder / FILE).write_text(f"{json.dumps(said, ensure_ascii=False)}\n", encoding="utf-8")
        for name, image in self.images.items():
            (folder / f"{name}.png").write_bytes(cv2.imencode(".png", image)[1].tobytes())


def read(folder: Path) -> MosaicBoard:
    """Return the board that a folder holds. Raises ``BadUpload`` where it is none, or too large."""
    try:
        said: Any = json_of(folder / FILE)
        game, fields = said["game"], said["fields"]
        mosaic = mosaics()[game]
        drawings = {str(name): list(lines) for name, lines in said["parts"].items()}
        wrong = [name for name, lines in drawings.items() if not is_drawing(lines, fields, mosaic)]
        if wrong or fields not in FIELDS or not {*drawings} <= {*ascii_lowercase[: mosaic.parts]}:
            raise ValueError(f"parts {', '.join(wrong)} are no parts of {fields} fields")
        images = {name: _image(folder / f"{name}.png", fields) for name in drawings}
        counts = check_counts(mosaic, said["counts"])
        layout = [[str(one) for one in row] for row in said["layout"]]
    except (*MISSHAPEN, VisionError, BadLesson) as error:
        raise BadUpload(
            f"{folder.name}: no board of parts: {error}",
            hint="Send a file that another table packed.",
            reason=Reason("error.teaching.no_packed_set"),
        ) from error
    return MosaicBoard(folder.name, game, fields, drawings, images, counts, layout)


def _image(path: Path, fields: int) -> ImageBgr:
    image = decoded(path.read_bytes(), path.name)
    side = fields * PX_PER_FIELD
    if image.shape[:2] != (side, side):
        raise ValueError(f"{path.name} is not {side} pixels wide and high")
    return image


def check_counts(mosaic: Mosaic, counts: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Return how many there are of each face. Raises ``BadLesson`` for what cannot be."""
    for kind, faces in counts.items():
        for face, count in faces.items():
            known = face in mosaic.counts.get(kind, {})
            if not known or type(count) is not int or not 0 <= count <= MOST_STONES:
                raise refused(f"{count!r} of {face!r} cannot lie on a {kind!r}", "bad_face")
    return {kind: dict(faces) for kind, faces in counts.items()}


def is_drawing(drawing: Sequence[str], fields: int, mosaic: Mosaic) -> bool:
    """Tell whether that draws a part: fields at odd places, ways and walls between them."""
    side = 2 * fields + 1
    if len(drawing) != side or any(not isinstance(one, str) or len(one) != side for one in drawing):
        return False
    return all(
        (mark in mosaic.legend or mark == WALL)
        if x % 2 and y % 2
        else mark == WALL or (mark == WAY and x % 2 != y % 2)
        for y, line in enumerate(drawing)
        for x, mark in enumerate(line)
    )


def drawing_of(drawn: Drawn) -> list[str]:
    """Return what is proposed as the game draws a part."""
    fields = len(drawn.labels)
    marks = [[WALL] * (2 * fields + 1) for _ in range(2 * fields + 1)]
    for y, row in enumerate(drawn.labels):
        for x, mark in enumerate(row):
            marks[2 * y + 1][2 * x + 1] = mark
    for side in sides(fields):
        x, y = _at(side)
        marks[y][x] = WALL if side in drawn.walls else WAY
    return ["".join(line) for line in marks]


def drawn_of(drawing: Sequence[str]) -> Drawn:
    """Return the same the other way round."""
    fields = len(drawing) // 2
    labels = tuple(tuple(drawing[2 * y + 1][2 * x + 1] for x in range(fields)) for y in range(fields))
    places = ((side, _at(side)) for side in sides(fields))
    return Drawn(labels, frozenset(side for side, (x, y) in places if drawing[y][x] == WALL))


def _at(side: Side) -> tuple[int, int]:
    x, y, upright = side
    return (2 * x, 2 * y + 1) if upright else (2 * x + 1, 2 * y)


def refused(why: str, code: str) -> BadLesson:
    """Return why something cannot be done; ``code``: how the host is told."""
    return refusals.refused(why, code, "Look at the page of own boards.")
