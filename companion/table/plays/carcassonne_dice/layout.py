"""Where the dice lay when they were last understood: what the dice game remembers between readings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.table.plays.lying import Lying
from vision.reading import DiceReading


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
        dice = tuple(Lying.of(die, cells.get(number)) for number, die in enumerate(reading.dice))
        return cls(dice=dice, reading=reading)

    def spent_now(self) -> "Layout":
        """Return the same dice as leftovers of a finished turn."""
        return Layout(dice=tuple(die.without_cell() for die in self.dice), spent=True)

    def to_json(self) -> dict[str, Any]:
        """Return what the journal keeps."""
        return {
            "dice": [die.to_json() for die in self.dice],
            "spent": self.spent,
            "doubtful": self.doubtful,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Layout":
        """Read what the journal kept."""
        dice = tuple(Lying.from_json(die) for die in data["dice"])
        return cls(dice=dice, spent=data["spent"], doubtful=data["doubtful"])
