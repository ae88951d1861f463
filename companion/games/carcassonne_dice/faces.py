"""The faces of the dice, as data: which edges of a face belong to the same part of a city.

Best reading of the printed dice; the owner confirms it once for their own copy. A face file is a JSON
object: ``{"cap": [["top"]], "straight": [["top", "bottom"]], …}``, for each of the four city faces its
parts, for each part its edges. A straight that is really two caps: ``[["top"], ["bottom"]]``. Faces with
the printed names that it leaves out are as printed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from companion.games.game import Json

KNIGHT = "knight"
CATAPULT = "catapult"

DICE = 9
"""Dice in the box, all alike, with four city faces, a knight and a catapult each."""

FACES = 6
"""Faces of a die, all equally likely."""

CITY_FACES = 4


class Side(IntEnum):
    """An edge of a face or of a cell, clockwise from the top."""

    TOP = 0
    RIGHT = 1
    BOTTOM = 2
    LEFT = 3

    def turned(self, turns: int) -> "Side":
        """Return where this edge is after this many clockwise quarter turns."""
        return Side((self + turns) % 4)


PRINTED: Mapping[str, Json] = {
    "cap": [["top"]],
    "straight": [["top", "bottom"]],
    "corner": [["top", "right"]],
    "three": [["top", "right", "bottom"]],
}
"""The words of the faces of the dice as printed."""

Part = frozenset[Side]
"""The edges that one part of a city joins on a face."""


@dataclass(frozen=True)
class CityFace:
    """A face with parts of cities on it; edges that belong to no part are field."""

    name: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Faces:
    """The four city faces of a die."""

    city: tuple[CityFace, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All six faces of a die."""
        return (*(face.name for face in self.city), KNIGHT, CATAPULT)

    def parts(self, name: str, turns: int = 0) -> tuple[Part, ...]:
        """Return the parts of a face turned clockwise; none for knight and catapult.

        Raises ``KeyError`` for a face that these dice do not have.
        """
        return self._turned[name, turns % 4]

    @cached_property
    def _turned(self) -> dict[tuple[str, int], tuple[Part, ...]]:
        parts = {face.name: face.parts for face in self.city} | {KNIGHT: (), CATAPULT: ()}
        return {(name, turns): _turn(parts[name], turns) for name in parts for turns in range(4)}

    def ways(self, name: str) -> tuple[int, ...]:
        """Return the turns in which a face looks different, each once."""
        return tuple({self.parts(name, turns): turns for turns in (3, 2, 1, 0)}.values())[::-1]


def _turn(parts: tuple[Part, ...], turns: int) -> tuple[Part, ...]:
    turned = (frozenset(side.turned(turns) for side in part) for part in parts)
    return tuple(sorted(turned, key=sorted))


def face_faults(data: Json) -> list[str]:
    """Return everything that is wrong with the words of a face file."""
    if not isinstance(data, Mapping):
        return [f"faces are {data!r}, not an object of names and parts"]
    city = _city_faces(data)
    faults = [f"{name} has parts of a city" for name in (KNIGHT, CATAPULT) if data.get(name)]
    if len(city) != CITY_FACES:
        faults.append(f"{len(city)} city faces, a die has {CITY_FACES}")
    return faults + [fault for name, parts in city.items() for fault in _part_faults(name, parts)]


def read_faces(data: Json) -> Faces:
    """Read the words of a face file. Raises ``ValueError`` naming every fault."""
    if faults := face_faults(data):
        raise ValueError("; ".join(faults))
    assert isinstance(data, Mapping)
    city = _city_faces(data)
    return Faces(tuple(CityFace(name, _parts(parts)) for name, parts in city.items()))


def _city_faces(data: Mapping[str, Json]) -> dict[str, Json]:
    city = {name: parts for name, parts in data.items() if name not in (KNIGHT, CATAPULT)}
    return {**PRINTED, **city} if city.keys() <= PRINTED.keys() else city


def write_faces(faces: Faces) -> dict[str, list[list[str]]]:
    """Return the words of a face file."""
    return {
        face.name: [[side.name.lower() for side in sorted(part)] for part in face.parts]
        for face in faces.city
    }


def _parts(data: Json) -> tuple[Part, ...]:
    assert isinstance(data, Sequence)
    return tuple(frozenset(Side[str(edge).upper()] for edge in _list(part)) for part in data)


def _list(data: Json) -> Iterable[Json]:
    return data if isinstance(data, Sequence) and not isinstance(data, str) else ()


def _part_faults(name: str, data: Json) -> list[str]:
    edges = [str(edge) for part in _list(data) for edge in _list(part)]
    known = [side.name.lower() for side in Side]
    faults = [
        f"{name} has an edge {edge!r}, not one of {', '.join(known)}"
        for edge in edges
        if edge not in known
    ]
    if not edges or not all(_list(part) for part in _list(data)):
        faults.append(f"{name} must have a list of parts, each a list of edges")
    twice = sorted({edge for edge in edges if edges.count(edge) > 1})
    return faults + [f"{name} has its {edge} edge twice" for edge in twice]


STANDARD = read_faces(PRINTED)
"""The faces of the dice as printed."""
