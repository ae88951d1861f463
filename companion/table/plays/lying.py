"""Dice as they lay when they were last understood, and which of them have not moved since.

Places are compared in millimetres on the table where the table's plane is known, so that a bumped
camera moves nothing; in pixels else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import dist
from typing import Any

from vision.reading import DiceReading, Die, PointMm, PointPx

MOVED_SIDES = 0.3
"""A die whose centre moved less than this, in sides of a die, lies where it lay. Two
readings of a still die differ by a few hundredths of a side; fingers that take it move it by half."""

TURNED_DEG = 25.0
"""A die turned by less than this, in degrees, has not been turned: readings differ by up to 5, and who
turns a die in a city turns it by 90."""

NOMINAL_SIDE_MM = 16.0
"""The side of a die whose set does not say another."""


@dataclass(frozen=True)
class Lying:
    """One die on the table, as it was read; ``cell``: its place in what was built of it, if any.

    ``at_mm`` and ``angle_mm_deg`` are None where the table's plane was not known.
    """

    face: str
    at_px: PointPx
    side_px: float
    angle_deg: float | None
    cell: tuple[int, int] | None = None
    at_mm: PointMm | None = None
    angle_mm_deg: float | None = None

    @classmethod
    def of(cls, die: Die, cell: tuple[int, int] | None = None) -> "Lying":
        """Return a die of a reading as one lying on the table."""
        return cls(
            die.face,
            die.centre_px,
            die.side_px,
            die.angle_deg,
            cell,
            die.centre_mm,
            die.angle_mm_deg,
        )

    def is_unmoved(self, now: "Lying", alike_deg: float) -> bool:
        """Tell whether ``now`` is this same die, neither moved nor turned.

        A face may look alike after every ``alike_deg`` degrees of turning, so it may be read either way.
        """
        if self.face != now.face:
            return False
        if self.at_mm is not None and now.at_mm is not None:
            moved = dist(self.at_mm, now.at_mm) / NOMINAL_SIDE_MM
            return moved < MOVED_SIDES and not _turned(self.angle_mm_deg, now.angle_mm_deg, alike_deg)
        moved = dist(self.at_px, now.at_px) / self.side_px
        return moved < MOVED_SIDES and not _turned(self.angle_deg, now.angle_deg, alike_deg)

    def to_json(self) -> dict[str, Any]:
        """Return what the journal keeps."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Lying":
        """Read what the journal kept; earlier versions kept no millimetres."""
        cell, at_mm = data["cell"], data.get("at_mm")
        return cls(
            data["face"],
            PointPx(*data["at_px"]),
            data["side_px"],
            data["angle_deg"],
            None if cell is None else (cell[0], cell[1]),
            None if at_mm is None else PointMm(*at_mm),
            data.get("angle_mm_deg"),
        )

    def without_cell(self) -> "Lying":
        """Return the same die as no part of anything built."""
        return replace(self, cell=None)


def put_right(lying: Sequence[Lying], read: Die, face: str) -> tuple[Lying, ...]:
    """Return the same dice; the one that was ``read`` at its place shows this face."""
    return tuple(replace(die, face=face) if die.at_px == read.centre_px else die for die in lying)


def unmoved(before: Sequence[Lying], reading: DiceReading, alike_deg: float = 180.0) -> dict[int, int]:
    """Match dice that have not moved: index into the reading's dice -> index into ``before``."""
    found: dict[int, int] = {}
    for now, die in enumerate(reading.dice):
        here = Lying.of(die)
        for then, old in enumerate(before):
            if then not in found.values() and old.is_unmoved(here, alike_deg):
                found[now] = then
                break
    return found


def _turned(one: float | None, other: float | None, alike_deg: float) -> bool:
    if one is None or other is None:
        return False
    half = alike_deg / 2
    return abs((one - other + half) % alike_deg - half) > TURNED_DEG
