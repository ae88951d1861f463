"""Plain dice at the table: every throw that is seen counts, whatever it shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.games.history import Step
from companion.games.plain_dice.rules import State
from companion.table.plays.dice_readings import faces_text, likely_readings
from companion.table.plays.drawing import Seated, Word
from companion.table.plays.lying import Lying, put_right, unmoved
from companion.table.plays.plain_dice.drawing import drawing
from companion.table.plays.play import Play, Position, Readings
from companion.table.plays.verdict import Choice, JsonObject, Proposal, Say, Verdict
from vision.reading import DiceReading, Die

LOOKS_ALIKE_DEG = 90.0
"""Pips 1, 4 and 5 look the same after every quarter turn, in degrees."""


@dataclass(frozen=True)
class LastThrow:
    """The dice of the last throw, as they lay."""

    dice: tuple[Lying, ...] = ()

    @classmethod
    def of(cls, reading: DiceReading) -> "LastThrow":
        """Return the dice of a reading."""
        return cls(tuple(Lying.of(die) for die in reading.dice))


class PlainDicePlay(Play[State, LastThrow]):
    """Takes every new picture of dice as a throw of nobody in particular."""

    sets: ClassVar[Mapping[str, str]] = {"dice": "pips"}

    def nothing_seen(self) -> LastThrow:
        """Return no throw."""
        return LastThrow()

    def memory_words(self, memory: LastThrow | None) -> JsonObject | None:
        """Write where the dice lay."""
        return None if memory is None else {"dice": [die.to_json() for die in memory.dice]}

    def memory_of(self, words: JsonObject) -> LastThrow:
        """Read where the dice lay."""
        return LastThrow(tuple(Lying.from_json(die) for die in words["dice"]))

    def weigh(
        self,
        position: Position[State],  # noqa: ARG002 - any time is right for a throw
        memory: LastThrow,
        readings: Readings,
    ) -> Verdict[LastThrow]:
        """Say what a finished reading means: a throw, unless the same dice still lie there."""
        reading = readings.get("dice")
        if not isinstance(reading, DiceReading):
            return Verdict(memory)
        if reading.is_empty:
            return Verdict(LastThrow() if reading.sure else memory)
        same = unmoved(memory.dice, reading, LOOKS_ALIKE_DEG)
        if reading.sure and len(same) == len(reading.dice):
            return Verdict(LastThrow.of(reading))  # the same dice, or what is left of them
        choices = tuple(_choice(number, way) for number, way in enumerate(likely_readings(reading)))
        if reading.sure:
            return Verdict(memory, Proposal("move", choices[0].say, choices))
        return Verdict(memory, Proposal("question", Say("ask.throw_unsure"), choices))

    def entered(self, words: JsonObject, memory: LastThrow, readings: Readings) -> LastThrow:  # noqa: ARG002
        """Return what lies there now: a throw entered by hand is the one that is seen."""
        reading = readings.get("dice")
        return LastThrow.of(reading) if isinstance(reading, DiceReading) else LastThrow()

    def put_right(self, memory: LastThrow, read: Die, face: str) -> LastThrow:
        """Return the dice as they lie, one of them with the face that it really shows."""
        return LastThrow(put_right(memory.dice, read, face))

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Draw the position for screens that run no scripts."""
        return drawing(view)

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return what the history says of a throw."""
        if words.get("move") != "throw":
            return super().line(words, step)
        return Say("move.throw", {"faces": faces_text(words["faces"])})


def _choice(number: int, way: DiceReading) -> Choice[LastThrow]:
    faces = [die.face for die in way.dice]
    throw: dict[str, Any] = {"move": "throw", "faces": faces}
    say = Say("throw.plain", {"faces": faces_text(faces)})
    return Choice(f"throw-{number}", say, (throw,), LastThrow.of(way), way.dice)


PLAY = PlainDicePlay()
