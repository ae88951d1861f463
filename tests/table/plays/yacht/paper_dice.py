"""Yacht's dice on paper: hands move them on a plane, and a reading tells exactly how they lie."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.table.paper_table import PaperDie, reading_of
from vision.readings.dice import DiceReading

FACES = ("1", "2", "3", "4", "5", "6")


@dataclass
class PaperHands:
    """Hands that never miss; ``looks`` are what a table saw, if it was quick, while dice were lifted."""

    rng: Random
    dice: list[PaperDie] = field(default_factory=list)
    kept: list[PaperDie] = field(default_factory=list)
    throws: int = 0

    def lay(self, faces: Sequence[str]) -> None:
        assert not faces, "paper hands begin with a turn"

    def keep(self, faces: Sequence[str], *, aside: bool) -> None:
        left = list(self.dice)
        self.kept = []
        for number, face in enumerate(faces):
            die = next(die for die in left if die.face == face)
            left.remove(die)
            self.kept.append(replace(die, at=(-12.0, 3.0 * number)) if aside else die)
        self.dice = list(self.kept)

    def throw(self, count: int) -> tuple[str, ...]:
        self.throws += 1
        fell = tuple(self.rng.choice(FACES) for _ in range(count))
        for number, face in enumerate(fell):
            place = (
                1.9 * number + self.rng.random() / 2,
                2.0 + 3 * (self.throws % 4) + self.rng.random(),
            )
            self.dice.append(PaperDie(face, place, self.rng.randrange(4)))
        return fell

    def clear(self) -> None:
        self.dice, self.kept = [], []


def lying(faces: str, row: float = 0.0) -> list[PaperDie]:
    """Return dice lying in a row, of these faces: ``"11456"``."""
    return [PaperDie(face, (2.0 * number, row)) for number, face in enumerate(faces)]


def seen(*groups: Sequence[PaperDie], doubt: int | None = None, instead: str = "1") -> DiceReading:
    """Return the reading of all these dice."""
    return reading_of([die for group in groups for die in group], doubt, instead)
