"""Plain dice at the table: every throw that is seen counts, whatever it shows."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.games.history import Step
from companion.games.plain_dice.rules import State
from companion.table.hooks.drawing import Seated, Word
from companion.table.hooks.position import Position
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.verdict import JsonObject, Say
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.followed_dice import FollowedDice
from companion.table.plays.plain_dice.acts import PlainThrows
from companion.table.plays.plain_dice.drawing import drawing


class PlainDicePlay(FollowedDice[State]):
    """Takes every new picture of dice as a throw that belongs to nobody in particular."""

    sets: ClassVar[Mapping[str, str]] = {"dice": "pips"}

    def tells(self, position: Position[State], *, rolled: bool) -> PlainThrows:  # noqa: ARG002
        """Return the game's description of its dice."""
        return PlainThrows(rolled)

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Draw the position for screens that run no scripts."""
        return drawing(view)

    def task(self, now: Awaiting) -> Say:  # noqa: ARG002
        """Return what the game waits for: any throw."""
        return Say("wait.any_throw")

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return the history's text for a throw."""
        if words.get("move") != "throw":
            return super().line(words, step)
        return Say("move.throw", {"faces": faces_text(words["faces"])})


PLAY = PlainDicePlay()
