"""Dice that a person put right: as long as they lie there unmoved, they show what the person said."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.games.game import Words
from companion.games.history import CORRECT, Step, corrections
from companion.games.words import texts
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


def in_order(dice: Sequence[Die], faces: Sequence[str]) -> list[str]:
    """Return as many faces in the order of the dice that show them, as far as that can be told.

    Who enters a throw by hand names its faces in any order. What was read surely is kept where it can.
    """
    left = Counter(faces)
    found: dict[int, str] = {}
    for number in sorted(range(len(dice)), key=lambda number: -dice[number].confidence):
        if left[dice[number].face]:
            found[number] = dice[number].face
            left[dice[number].face] -= 1
    for number, die in enumerate(dice):
        if number not in found:
            likely = [*(guess.face for guess in die.likely), *left.elements()]
            found[number] = next(face for face in likely if left[face])
            left[found[number]] -= 1
    return [found[number] for number in range(len(dice))]


def other_faces(words: Words, read: Words) -> list[str] | None:
    """Return the faces that a move names where it is one that was read, but for some of its faces."""
    faces, as_read = words.get("faces"), read.get("faces")
    if not isinstance(faces, list) or not isinstance(as_read, list) or len(faces) != len(as_read):
        return None
    same = {**read, "faces": faces} == words and all(isinstance(face, str) for face in faces)
    return [str(face) for face in faces] if same else None


def meant_by(words: Words, steps: Sequence[Step], readings: Readings) -> list[PutRight]:
    """Return the dice that a correction of the last throw means: as they lie there, wrongly read."""
    last = next((step for step in reversed(steps) if "faces" in step.entry.words), None)
    right = corrections(words) if words.get("move") == CORRECT else {}
    if last is None or last.number not in right:
        return []
    read, faces = texts(last.entry.words, "faces"), texts(right[last.number], "faces")
    return _meant(readings, read, faces)


def _meant(readings: Readings, read: Sequence[str], faces: Sequence[str]) -> list[PutRight]:
    reading = readings.get("dice")
    wrong, right = Counter(read) - Counter(faces), Counter(faces) - Counter(read)
    if not isinstance(reading, DiceReading) or wrong.total() != right.total():
        return []
    dice: list[Die] = []
    for die in sorted(reading.dice, key=lambda die: die.confidence):
        if wrong[die.face]:
            wrong[die.face] -= 1
            dice.append(die)
    if wrong.total():
        return []  # They do not lie there any more.
    return [
        PutRight(die, face)
        for die, face in zip(dice, in_order(dice, list(right.elements())), strict=True)
    ]


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
