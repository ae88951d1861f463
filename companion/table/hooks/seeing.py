"""What a game looks for on the table: its pieces and sets, its set-up, what a camera must not see."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic

from companion.table.hooks.position import Readings, StateT, reading_of
from companion.table.hooks.verdict import JsonObject, Say
from vision.dice.sets import DiceSet
from vision.readings.dice import DiceReading
from vision.readings.reading import Reading


@dataclass(frozen=True)
class Check:
    """One thing of a game's set-up that a camera looks after: it is so, or what is still missing."""

    say: Say
    is_done: bool


class Sees(Generic[StateT]):
    """What a game wants to see, and what the set-up before it shows."""

    sets: ClassVar[Mapping[str, str]] = {}
    """The set for each kind of pieces in the game: ``{"dice": "a built-in set"}``."""

    all_dice: ClassVar[int | None] = None
    """Number of dice in the game: once that many are read with certainty, nothing else there is a die.
    None if nobody knows."""

    stays: ClassVar[bool] = False
    """Whether pieces stay where they were read, as a tile does. Then a move that was read counts only if
    it is still seen there once everything on the table has come to rest. Dice are soon picked up: they
    count as they were read."""

    goes_on: ClassVar[Mapping[str, str]] = {}
    """Keys and values that make a first line continue from what lies on the table; see ``first_line``.
    Empty: it always begins from the beginning."""

    printed_option: ClassVar[str | None] = None
    """The option that describes the board's print; None if the game need not know it."""

    def printed(self) -> JsonObject:
        """Return the print of the game's own board, as the option's data: an owner's board is marked
        after it. ``grid``: columns and rows; ``cells``: the print, by ``column,row``. Only called if
        there is a ``printed_option``."""
        return {}

    def first_line(self, words: JsonObject, readings: Readings) -> JsonObject:
        """Return a record's first line with what lies on the table filled in, if it asks for that.

        Raises ``BadSetup`` if that cannot be.
        """
        return words

    def with_sets(self, words: JsonObject, sets: Mapping[str, str]) -> JsonObject:
        """Return a first line that describes its pieces as the sets do that read them, by kind.

        What it says already stays.
        """
        return words

    def wanted(self, state: StateT) -> Sequence[str]:
        """Return the kinds of pieces to look for now: all of ``sets``, or fewer."""
        return tuple(self.sets)

    def hides_picture(self, state: StateT) -> bool:
        """Tell whether the camera may see a secret now.

        Pictures taken then never leave the table, are not read and teach nothing; nor does any later one
        until, once this is over, the table was seen at rest and without a hand.
        """
        return False

    def possible(self, readings: Readings) -> Readings:
        """Return readings without the things that cannot be pieces there: these readings are drawn and
        weighed."""
        return readings

    def checks(self, state: StateT, readings: Readings) -> Sequence[Check]:
        """Return what is seen of the set-up before the game; nothing of what cannot be told."""
        reading = reading_of(DiceReading, readings)
        if self.all_dice is None or reading is None:
            return ()
        seen = len(reading.dice)
        return (Check(Say("set_up.dice", {"seen": seen, "dice": self.all_dice}), seen == self.all_dice),)

    def is_set_up_by(self, state: StateT) -> bool:
        """Tell whether all moves so far only told what lies there: the game is still to begin."""
        return False

    def found(self, reading: Reading, taught: DiceSet) -> JsonObject:
        """Return the meaning of a photograph's reading by itself, which ``companion read`` adds to its
        output."""
        return {}
