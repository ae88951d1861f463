"""Where the dice lay when they were last understood: what a referee remembers between readings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import dist
from typing import Any

from vision.reading import DiceReading, Die, PointPx

STAYED_SIDES = 0.3
"""A die whose centre moved less than this, in die sides, lies where it lay."""

TURNED_DEG = 25.0
"""A die turned by less than this has not been turned."""


@dataclass(frozen=True)
class Lying:
    """One die on the table, as it was read; ``cell``: its place in the city, once it is built."""

    face: str
    at_px: PointPx
    side_px: float
    angle_deg: float | None
    cell: tuple[int, int] | None = None

    def stayed(self, other: "Lying", alike_deg: float) -> bool:
        """Tell whether ``other`` is this same die, not moved and not turned.

        A face may look alike after every ``alike_deg`` of turning, so it may be read either way.
        """
        return (
            self.face == other.face
            and dist(self.at_px, other.at_px) < STAYED_SIDES * self.side_px
            and not _turned(self.angle_deg, other.angle_deg, alike_deg)
        )


@dataclass(frozen=True)
class Layout:
    """All dice of the last understood reading.

    ``spent``: they belong to a turn that is over. ``reading`` is the reading they come from, and
    ``fuller`` the readings before it since which dice were only taken away, oldest first. Readings are
    not kept in the journal: after a restart the camera looks again. ``doubtful``: the dice were moved
    since, but not surely read.
    """

    dice: tuple[Lying, ...] = ()
    spent: bool = False
    reading: DiceReading | None = None
    fuller: tuple[DiceReading, ...] = ()
    doubtful: bool = False

    @property
    def unknown(self) -> bool:
        """Whether nothing was seen yet (what is played was entered by tap, say)."""
        return not self.dice and not self.readings

    @property
    def readings(self) -> tuple[DiceReading, ...]:
        """All readings since which dice were only taken away, oldest first."""
        return self.fuller if self.reading is None else (*self.fuller, self.reading)

    @classmethod
    def of(cls, reading: DiceReading, built: Mapping[int, tuple[int, int]] | None = None) -> "Layout":
        """Return the layout of a reading; ``built``: index into its dice -> cell of the city."""
        cells = built or {}
        dice = tuple(lying(die, cells.get(number)) for number, die in enumerate(reading.dice))
        return cls(dice=dice, reading=reading)

    def spent_now(self) -> "Layout":
        """Return the same dice as leftovers of a finished turn."""
        return Layout(dice=tuple(replace(die, cell=None) for die in self.dice), spent=True)

    def to_json(self) -> dict[str, Any]:
        """Return what the journal keeps."""
        return {
            "dice": [asdict(die) for die in self.dice],
            "spent": self.spent,
            "doubtful": self.doubtful,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Layout":
        """Read what the journal kept."""
        dice = tuple(
            Lying(
                d["face"],
                PointPx(*d["at_px"]),
                d["side_px"],
                d["angle_deg"],
                None if d["cell"] is None else tuple(d["cell"]),
            )
            for d in data["dice"]
        )
        return cls(dice=dice, spent=data["spent"], doubtful=data["doubtful"])


def lying(die: Die, cell: tuple[int, int] | None = None) -> Lying:
    """Return a die of a reading as one lying on the table."""
    return Lying(die.face, die.centre_px, die.side_px, die.angle_deg, cell)


def stayers(before: Sequence[Lying], reading: DiceReading, alike_deg: float = 180.0) -> dict[int, int]:
    """Match dice that have not moved: index into the reading's dice -> index into ``before``."""
    found: dict[int, int] = {}
    for now, die in enumerate(reading.dice):
        here = lying(die)
        for then, old in enumerate(before):
            if then not in found.values() and old.stayed(here, alike_deg):
                found[now] = then
                break
    return found


def _turned(one: float | None, other: float | None, alike_deg: float) -> bool:
    if one is None or other is None:
        return False
    half = alike_deg / 2
    return abs((one - other + half) % alike_deg - half) > TURNED_DEG
