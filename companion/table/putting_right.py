"""Dice that a person put right: as long as they lie there unmoved, they show what the person said."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.table.plays.lying import Lying
from companion.table.plays.play import Readings
from vision.reading import DiceReading, Die, Guess


@dataclass(frozen=True)
class PutRight:
    """A die as it was ``read``, and the ``face`` that it really shows."""

    read: Die
    face: str

    def is_read_as(self, die: Die) -> bool:
        """Tell whether this is the same die, read as wrongly as before."""
        return Lying.of(self.read).is_unmoved(Lying.of(die), alike_deg=360.0)

    def right(self, die: Die) -> Die:
        """Return the die with the face that it shows, surely."""
        guesses = (guess for guess in die.likely if guess.face != self.face)
        likely = (Guess(self.face, 1.0), *guesses)
        return replace(die, face=self.face, confidence=1.0, sure=not die.cut_off, likely=likely)


def put_right(readings: Readings, known: Sequence[PutRight]) -> Readings:
    """Return the readings, wherever a die was put right with the face that it shows."""
    reading = readings.get("dice")
    if not isinstance(reading, DiceReading) or not known:
        return readings
    dice = tuple(_right(die, known) for die in reading.dice)
    doubts = reading.doubts
    if all(die.sure for die in dice):
        doubts = tuple(doubt for doubt in doubts if doubt != "die")
    sure = reading.sure or not doubts
    return {**readings, "dice": replace(reading, dice=dice, doubts=doubts, sure=sure)}


def still_there(known: Iterable[PutRight], readings: Readings) -> tuple[PutRight, ...]:
    """Return those that lie there unmoved in readings as they were made."""
    reading = readings.get("dice")
    if not isinstance(reading, DiceReading):
        return tuple(known)
    return tuple(one for one in known if any(one.is_read_as(die) for die in reading.dice))


def _right(die: Die, known: Sequence[PutRight]) -> Die:
    return next((one.right(die) for one in known if one.is_read_as(die)), die)
