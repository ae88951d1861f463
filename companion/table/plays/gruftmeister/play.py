"""Gruftmeister at the table: fights read from the thrown stones, all else by tap."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from companion.games.gruftmeister.crypt import TREASURE
from companion.games.gruftmeister.ending import why_ended
from companion.games.gruftmeister.state import Fighting, Peeking, State
from companion.games.history import CORRECT, UNDO, Step
from companion.table.hooks.drawing import Seated, Word
from companion.table.hooks.position import Position, Readings, reading_of
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.verdict import JsonObject, Say, Verdict
from companion.table.plays.gruftmeister.drawing import drawing
from companion.table.plays.gruftmeister.lines import line
from companion.table.plays.gruftmeister.memory import RememberedStones
from companion.table.plays.gruftmeister.picture import drawn
from companion.table.plays.gruftmeister.referee import weigh
from companion.table.plays.gruftmeister.story import highlights
from companion.table.plays.play import Play
from vision.readings.tokens import TokenReading


class GruftmeisterPlay(Play[State, RememberedStones]):
    """Follows fights by their stones, and keeps the picture off all pages while a door is peeked at."""

    sets: ClassVar[Mapping[str, str]] = {"tokens": "gruftmeister_stones"}
    memory: ClassVar = RememberedStones

    def wanted(self, state: State) -> Sequence[str]:
        """Return that stones are looked for in a fight, and nothing else ever."""
        return tuple(self.sets) if isinstance(state.waiting, Fighting) else ()

    def hides_picture(self, state: State) -> bool:
        """Tell whether a door's face may lie in sight: from the peek until it was said what it is."""
        return isinstance(state.waiting, Peeking)

    def weigh(
        self, position: Position[State], memory: RememberedStones, readings: Readings
    ) -> Verdict[RememberedStones]:
        """Say what the stones mean."""
        reading = reading_of(TokenReading, readings)
        return Verdict(memory) if reading is None else weigh(position, memory, reading)

    def entered(
        self, words: JsonObject, memory: RememberedStones, readings: Readings
    ) -> RememberedStones:
        """Return the stones on the table after a move entered by hand."""
        kind = words.get("move")
        if kind == "fight":
            return memory.before_a_fight()
        if kind in ("throw", UNDO, CORRECT):
            reading = reading_of(TokenReading, readings)
            stones = RememberedStones() if reading is None else RememberedStones.of(reading)
            return replace(stones, by_hand=True)
        return memory

    def drawn(self, state: State, memory: RememberedStones, readings: Readings) -> JsonObject:  # noqa: ARG002
        """Return the stones that were read, to be drawn over the picture, and how many there are."""
        reading = reading_of(TokenReading, readings)
        return {} if reading is None else drawn(reading)

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Draw the position for screens that run no scripts."""
        return drawing(view, seats)

    def ending(self, state: State) -> Say | None:
        """Return how the game ended."""
        how = why_ended(state)
        return None if how is None else Say(f"gruftmeister.over.{how}")

    def task(self, now: Awaiting) -> Say:
        """Return what is waited for: an answer, or steps."""
        waiting, turn = now.view["waiting"], now.view["turn"]
        if now.is_others:
            return now.say(f"gruftmeister.others.{waiting['for'] if waiting else 'walk'}")
        if waiting:
            return Say(f"gruftmeister.wait.{waiting['for']}")
        steps = turn["left"]["master"]
        if steps > 0 and any(
            cell in now.view.get("closed", {}).get("coffin", ()) for cell in turn["beaten"]
        ):
            return Say("gruftmeister.offer.beaten", {"seat": now.mover or "", "steps": steps})
        if _is_to_be_dropped(now.view):
            return Say("gruftmeister.wait.home")
        return Say("gruftmeister.wait.walk" if turn["walker"] else "gruftmeister.wait.begin")

    highlights = staticmethod(highlights)

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return what the history says of a move."""
        return line(words, step) or super().line(words, step)


def _is_to_be_dropped(view: JsonObject) -> bool:
    """Tell whether a figure of the player whose turn it is stands at home with a treasure."""
    player = view["players"][view["turn"]["seat"] - 1]
    kinds = view.get("things", {})
    at_home = (figure for figure in player["carries"] if player[figure] == player["start"])
    carried = (thing for figure in at_home for thing in player["carries"][figure])
    return any(kinds.get(thing) == TREASURE for thing in carried)


PLAY = GruftmeisterPlay()
