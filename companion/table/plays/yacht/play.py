"""Yacht at the table: throws are read, boxes are chosen by tap."""

from collections.abc import Mapping
from typing import ClassVar

from companion.games.history import Step
from companion.games.yacht.sheets import DICE
from companion.games.yacht.state import State
from companion.table.hooks.position import Position, Readings, reading_of
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.verdict import JsonObject, Say, Verdict
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.followed_dice import FollowedDice
from companion.table.plays.thrown_dice import ThrownDice
from companion.table.plays.yacht.drawing import drawing
from companion.table.plays.yacht.referee import YachtThrows, weigh
from companion.table.plays.yacht.story import highlights
from companion.table.tracking.beam import Beam
from vision.readings.dice import DiceReading


class YachtPlay(FollowedDice[State]):
    """Follows the throws of a turn and what is kept between them, and offers the boxes."""

    sets: ClassVar[Mapping[str, str]] = {"dice": "pips"}
    all_dice: ClassVar[int | None] = DICE

    def weigh(self, position: Position[State], memory: Beam, readings: Readings) -> Verdict[Beam]:
        """Return the meaning of the dice."""
        reading = reading_of(DiceReading, readings)
        return Verdict(memory) if reading is None else weigh(position, memory, reading)

    def entered(self, words: JsonObject, memory: Beam, readings: Readings) -> Beam:
        """Return the present dice after a move that was entered by hand."""
        if words.get("move") == "score":
            return memory.over
        return super().entered(words, memory, readings)

    def tells(self, position: Position[State], *, rolled: bool) -> ThrownDice:
        """Return the game's description of its dice."""
        return ThrownDice(YachtThrows(position), rolled)

    drawing = staticmethod(drawing)

    def task(self, now: Awaiting) -> Say:
        """Return what the game waits for: a throw, or a box."""
        thrown = now.view["throw"]
        if now.is_others:
            return now.throws(0 if thrown else DICE)
        if thrown == 0:
            return Say("yacht.wait.throw", {"dice": DICE})
        return Say("yacht.wait.decide" if thrown < now.view["throws"] else "yacht.wait.box")

    highlights = staticmethod(highlights)

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return the history's text for a move."""
        match words.get("move"):
            case "throw" if words.get("kept"):
                kept, faces = faces_text(words["kept"]), faces_text(words["faces"])
                return Say("yacht.move.throw_again", {"faces": faces, "kept_faces": kept})
            case "throw":
                return Say("move.throw", {"faces": faces_text(words["faces"])})
            case "score":
                box = str(words["box"])
                return Say(
                    "yacht.move.score", {"term": f"yacht.box.{box}", "points": _points(step, box)}
                )
            case _:
                return super().line(words, step)


def _points(step: Step | None, box: str) -> int:
    """Return the points for a box, without bonuses; empty if the move was taken back."""
    if step is None or step.entry.seat is None:
        return 0
    state: State = step.state
    row = state.rows[step.entry.seat - 1]
    return row[state.sheet.names.index(box)] or 0


PLAY = YachtPlay()
