"""Dice as they lay when they were last understood, and which of them have not moved since.

Places are compared in millimetres if the table's plane is known, so that a bumped camera moves nothing;
otherwise in pixels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import dist

from vision.piece import Place
from vision.readings.board import EMPTY
from vision.readings.dice import Die, Doubt
from vision.readings.places import PointMm, PointPx

MOVED_SIDES = 0.3
"""A die whose centre moved less than this, in sides of a die, counts as unmoved. Two readings of a still
die differ by a few hundredths of a side; fingers that pick it up move it by half."""

TURNED_DEG = 25.0
"""A die turned by less than this, in degrees, counts as not turned: readings differ by up to 5, and
people turn a die in a city by 90."""

PUSHED_SIDES = 1.0
PUSHED_DEG = 45.0
"""A die of the same face this near to an old place, and turned no more than this, was pushed by a
sleeve. Chosen by hand: a thrown die lies that near with the same face once in some 500 times."""

ALIKE_SIDES = 0.2
"""Moves that differ by less than this, in sides, count as the same: a bumped camera also turns a
little."""

FEWEST_THAT_TURN = 3
"""Fewest dice with nearly the same move from which a common turn can be found."""

SIZE_MM = 16.0
"""The side of a die whose set does not give another."""


@dataclass(frozen=True)
class DieLying:
    """One die on the table, as it was read.

    ``at_mm`` and ``angle_mm_deg`` are None if the table's plane was not known. ``sure``: its face was
    read with certainty, or entered by a person.
    """

    face: str
    at_px: PointPx
    side_px: float
    angle_deg: float | None
    at_mm: PointMm | None = None
    angle_mm_deg: float | None = None
    sure: bool = True

    @classmethod
    def of(cls, die: Die) -> "DieLying":
        """Return a reading's die as one lying on the table."""
        return cls(
            die.face,
            die.centre_px,
            die.side_px,
            die.angle_deg,
            die.centre_mm,
            die.angle_mm_deg,
            die.sure,
        )

    @classmethod
    def perhaps(cls, doubt: Doubt) -> "DieLying":
        """Return a possible die there, of unknown face."""
        return cls(EMPTY, doubt.centre_px, doubt.side_px, None, doubt.centre_mm, None, sure=False)

    def is_unmoved(self, now: "DieLying", alike_deg: float) -> bool:
        """Tell whether ``now`` is this same die, neither moved nor turned.

        A face may look the same after every ``alike_deg`` degrees of turning, so its angle may be read
        either way.
        """
        near = self.face == now.face and self.moved_sides(now) < MOVED_SIDES
        return near and not self._is_turned(now, alike_deg, TURNED_DEG)

    def is_pushed(self, now: "DieLying", alike_deg: float, most_deg: float = PUSHED_DEG) -> bool:
        """Tell whether ``now`` may be this same die, pushed by a sleeve."""
        near = self.face == now.face and self.moved_sides(now) < PUSHED_SIDES
        return near and not self._is_turned(now, alike_deg, most_deg)

    @cached_property
    def place(self) -> Place:
        """Where it lies, and how it is turned."""
        return Place(self.at_px, self.side_px, self.angle_deg, self.at_mm, self.angle_mm_deg)

    def moved_sides(self, now: "DieLying") -> float:
        """Return how far ``now`` lies from this die, in sides."""
        return self.place.away(now.place, SIZE_MM)

    def way_to(self, now: "DieLying") -> tuple[float, float]:
        """Return the way to ``now``, right and down, in sides."""
        return self.place.way_to(now.place, SIZE_MM)

    def _is_turned(self, now: "DieLying", alike_deg: float, most_deg: float) -> bool:
        turned_deg = self.place.turned_deg(now.place, alike_deg)
        return turned_deg is not None and turned_deg > most_deg


def put_right(lying: Sequence[DieLying], read: Die, face: str) -> tuple[DieLying, ...]:
    """Return the same dice, with the one that was ``read`` at its place showing this face."""
    return tuple(
        replace(die, face=face, sure=True) if die.at_px == read.centre_px else die for die in lying
    )


def match_unmoved_among(
    before: Sequence[DieLying], here: Sequence[DieLying], alike_deg: float = 180.0
) -> dict[int, int]:
    """Match pieces that have not moved: index into ``here`` -> index into ``before``.

    Pieces that all have moved a little in the same way are included: the camera was bumped on a table
    without markers, or a sleeve pushed them together.
    """
    found = _where_they_lay(dict(enumerate(before)), dict(enumerate(here)), alike_deg)
    together = _match_moved_together(before, here, found, alike_deg)
    return found | together | _match_carried_along(before, here, found | together, together, alike_deg)


def _where_they_lay(
    before: Mapping[int, DieLying], here: Mapping[int, DieLying], alike_deg: float
) -> dict[int, int]:
    """Match those that have neither moved nor turned."""
    found: dict[int, int] = {}
    for now, die in here.items():
        for then, old in before.items():
            if then not in found.values() and old.is_unmoved(die, alike_deg):
                found[now] = then
                break
    return found


def _match_moved_together(
    before: Sequence[DieLying], here: Sequence[DieLying], found: Mapping[int, int], alike_deg: float
) -> dict[int, int]:
    """Match remaining dice, if at least two of them moved in the same way."""
    ways = {
        (now, then): old.way_to(die)
        for now, die in enumerate(here)
        for then, old in enumerate(before)
        if now not in found and then not in found.values() and old.is_pushed(die, alike_deg, TURNED_DEG)
    }
    alike = {
        pair: [other for other, its in ways.items() if dist(way, its) < ALIKE_SIDES]
        for pair, way in ways.items()
    }
    largest = max(alike.values(), key=len, default=[])
    matched = dict(largest)
    is_one_to_one = len(matched) == len(largest) == len(set(matched.values()))
    return matched if len(matched) > 1 and is_one_to_one else {}


def _match_carried_along(
    before: Sequence[DieLying],
    here: Sequence[DieLying],
    found: Mapping[int, int],
    together: Mapping[int, int],
    alike_deg: float,
) -> dict[int, int]:
    """Match remaining dice that lie where the others' common move would take them, including its turn.

    The move, a turn with a shift and a change of size, is fitted to the dice that moved ``together``.
    """
    if len(together) < FEWEST_THAT_TURN:
        return {}
    pairs = [(complex(*before[then].at_px), complex(*here[now].at_px)) for now, then in together.items()]
    middle_then, middle_now = (sum(ends) / len(pairs) for ends in zip(*pairs, strict=True))
    turned = sum((then - middle_then).conjugate() * (now - middle_now) for then, now in pairs)
    turn = turned / sum(abs(then - middle_then) ** 2 for then, _ in pairs)
    carried: dict[int, DieLying] = {}
    for then, old in enumerate(before):
        if then not in found.values():
            at = middle_now + turn * (complex(*old.at_px) - middle_then)
            carried[then] = replace(old, at_px=PointPx(at.real, at.imag), at_mm=None)
    left = {now: die for now, die in enumerate(here) if now not in found}
    return _where_they_lay(carried, left, alike_deg)
