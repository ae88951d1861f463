"""Shared by dice games for readings that are not sure: other ways to read the dice, and faces as
text."""

from collections.abc import Sequence
from dataclasses import replace

from vision.readings.dice import DiceReading


def likely_readings(reading: DiceReading, most: int = 4) -> list[DiceReading]:
    """Return ways to read the dice, most likely first: as read, then one doubtful die read otherwise."""
    ways = [(2.0, reading)]
    for place, die in enumerate(reading.dice):
        for guess in () if die.sure else die.likely[1:]:
            other = replace(die, face=guess.label)
            dice = (*reading.dice[:place], other, *reading.dice[place + 1 :])
            ways.append((guess.confidence, replace(reading, dice=dice)))
    ways.sort(key=lambda way: -way[0])
    return [way for _, way in ways[:most]]


def faces_text(faces: Sequence[str]) -> str:
    """Return faces as one parameter of a text: ``1 1 5``; pages draw them as pictures."""
    return " ".join(sorted(faces))
