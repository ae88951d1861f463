"""What the table remembers of Yacht's dice between readings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.table.plays.lying import Lying, unmoved
from vision.reading import DiceReading

ALIKE_DEG = 90.0
"""Pips 1, 4 and 5 look the same after every quarter turn, in degrees."""


@dataclass(frozen=True)
class Lain:
    """The dice of the last throw, as they lay.

    ``left``: those that lay there while the others were in the hand; None where nobody saw that.
    ``spent``: the dice belong to a turn that is over.
    """

    dice: tuple[Lying, ...] = ()
    left: tuple[Lying, ...] | None = None
    spent: bool = False

    @classmethod
    def of(cls, reading: DiceReading) -> "Lain":
        """Return the dice of a reading."""
        return cls(lying(reading))

    def with_left(self, reading: DiceReading) -> "Lain":
        """Return the same throw, some of whose dice have been taken into the hand."""
        return replace(self, left=lying(reading))

    def spent_now(self) -> "Lain":
        """Return the same dice as leftovers of a finished turn."""
        return Lain(self.dice, spent=True)

    def to_json(self) -> dict[str, Any]:
        """Return what the journal keeps."""
        left = None if self.left is None else [die.to_json() for die in self.left]
        return {"dice": [die.to_json() for die in self.dice], "left": left, "spent": self.spent}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Lain":
        """Read what the journal kept."""
        left = data["left"]
        return cls(
            tuple(Lying.from_json(die) for die in data["dice"]),
            None if left is None else tuple(Lying.from_json(die) for die in left),
            data["spent"],
        )


def lying(reading: DiceReading) -> tuple[Lying, ...]:
    """Return the dice of a reading as they lie."""
    return tuple(Lying.of(die) for die in reading.dice)


def unmoved_in(before: Sequence[Lying], reading: DiceReading) -> dict[int, int]:
    """Match dice that have not moved: index into the reading's dice -> index into ``before``.

    A die that is not surely read and lies where one lay is taken for that one.
    """
    found = unmoved(before, reading, ALIKE_DEG)
    for now, die in enumerate(reading.dice):
        if now in found or die.sure:
            continue
        for then, old in enumerate(before):
            same = old.is_unmoved(replace(Lying.of(die), face=old.face), ALIKE_DEG)
            if same and then not in found.values():
                found[now] = then
                break
    return found
