"""Drunter und Drüber at the table: tiles read as they are laid, votes taken in secret."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar, Final

from companion.games.drunter.board import DEFAULT, board_words, load_shipped_board
from companion.games.drunter.early import turning_up
from companion.games.drunter.state import Laying, State
from companion.games.history import CORRECT, UNDO, Step
from companion.table.hooks.drawing import Seated, Word
from companion.table.hooks.misread_cells import MisreadCell
from companion.table.hooks.position import Position, Readings, reading_of
from companion.table.hooks.seeing import Check
from companion.table.hooks.speaking import Awaiting
from companion.table.hooks.timing import Shown
from companion.table.hooks.verdict import JsonObject, Say, Verdict
from companion.table.plays.drunter.as_played import lies, misread, parts_seen
from companion.table.plays.drunter.ballot import BallotPlay
from companion.table.plays.drunter.drawing import drawing
from companion.table.plays.drunter.lines import line
from companion.table.plays.drunter.memory import Memory
from companion.table.plays.drunter.picture import BoardPicture
from companion.table.plays.drunter.referee import weigh
from companion.table.plays.drunter.story import highlights
from companion.table.plays.drunter.taking_over import AS_SEEN, first_line
from vision.readings.board import BoardReading

CARD_S: Final = 0.8
"""Seconds from one card to the next: a family reads it and adds it up aloud."""
CARDS_TAKE_S: Final = 7.0
"""All cards together take no longer, however many lie there."""
SUM_STANDS_S: Final = 1.5
"""Seconds for which the whole sum is shown before the table says what became of it."""


def reveal(before: State, after: State) -> list[Shown[State]]:
    """Return a vote that is over, card by card."""
    steps = list(turning_up(before, after))
    card_s = min(CARD_S, CARDS_TAKE_S / max(1, len(steps) - 1))
    turning = [Shown(state, card_s) for state, _ in pairwise(steps)]
    return [*turning, *(Shown(state, SUM_STANDS_S) for state in steps[-1:])]


class DrunterPlay(BallotPlay[Memory]):
    """Follows the tiles and gangs on the board."""

    sets: ClassVar[Mapping[str, str]] = {"board": "drunter"}
    memory: ClassVar = Memory
    stays: ClassVar[bool] = True
    goes_on: ClassVar[Mapping[str, str]] = {"laid": AS_SEEN}
    printed_option: ClassVar[str | None] = "board"

    def printed(self) -> JsonObject:
        """Return what is printed on the board that the program knows."""
        return board_words(load_shipped_board(DEFAULT))

    def first_line(self, words: JsonObject, readings: Readings) -> JsonObject:
        """Return a first line in which what lies on the board is laid, where it says ``"seen"``."""
        return first_line(words, reading_of(BoardReading, readings))

    def weigh(self, position: Position[State], memory: Memory, readings: Readings) -> Verdict[Memory]:
        """Say which lay was made, or what is wrong with what lies there."""
        reading = reading_of(BoardReading, readings)
        if reading is None:
            return Verdict(memory)
        return weigh(position.state, memory, reading, lay_as_accepted=position.lay_as_accepted)

    def checks(self, state: State, readings: Readings) -> Sequence[Check]:
        """Return whether the board is seen empty, and each gang on its corner."""
        reading = reading_of(BoardReading, readings)
        return () if reading is None else checks(state, reading)

    def is_irrevocable(self, before: State, after: State) -> bool:  # noqa: ARG002
        """Tell whether a lay calls for votes, or for cards: who has chosen is seen by all."""
        return not isinstance(after.phase, Laying)

    def still_lies(
        self, position: Position[State], moves: Sequence[JsonObject], readings: Readings
    ) -> bool:
        """Tell whether the tile of a lay on offer is still seen where it was read."""
        reading = reading_of(BoardReading, readings)
        return reading is not None and lies(position, moves[-1], reading)

    def entered(self, words: JsonObject, memory: Memory, readings: Readings) -> Memory:
        """Return what is remembered after a move by hand: what was taken back lies there unlaid."""
        reading = reading_of(BoardReading, readings)
        if reading is None or words.get("move") not in (UNDO, CORRECT):
            return memory
        picture = BoardPicture(reading)
        known, seen = memory.parts, parts_seen(picture, picture.looks)
        lying = {square: part for square, part in seen.items() if square not in known}
        return memory.with_not_laid(lying, "taken_back")

    def misread(
        self, before: Position[State], after: Position[State], readings: Readings
    ) -> Sequence[MisreadCell]:
        """Return the cells of a tile laid by hand that were read as another's."""
        reading = reading_of(BoardReading, readings)
        return () if reading is None else misread(before.state, after.state, reading)

    def drawing(self, view: JsonObject, seats: Sequence[Seated], word: Word) -> str:  # noqa: ARG002
        """Draw the position for screens that run no scripts."""
        return drawing(view)

    shown_before = staticmethod(reveal)

    def awaits(self, now: Awaiting, name: str) -> bool:
        """Tell whether a player is awaited: all vote and choose at once."""
        if now.view["phase"] in ("vote", "choose"):
            return now.mover is not None and name not in now.view["finished"]
        return super().awaits(now, name)

    def task(self, now: Awaiting) -> Say:
        """Return what the phase waits for."""
        phase = now.view["phase"]
        if phase == "ended":
            return Say("wait.move")
        if phase == "count":
            return Say("drunter.count.how")
        if phase == "lay" and now.view["nobody_can_lay"]:
            return Say("drunter.pass.nobody")
        if phase == "reveal" or (phase in ("vote", "choose") and not now.is_own):
            return Say(f"drunter.wait.{phase}")
        return now.say(f"drunter.{'task' if now.is_own else 'wait'}.{phase}")

    highlights = staticmethod(highlights)

    def line(self, words: JsonObject, step: Step | None) -> Say:
        """Return what the history says of a move."""
        return line(words, step) or super().line(words, step)


PLAY = DrunterPlay()


def checks(state: State, reading: BoardReading) -> Sequence[Check]:
    """Return the steps that are done, and those that are still missing."""
    if reading.corners_px is None:
        return (Check(Say("drunter.set_up.no_board"), is_done=False),)
    picture, town = BoardPicture(reading), state.town
    lying = [
        square
        for square, look in picture.looks.items()
        if not look.may_be_bare and square not in town.covered
    ]
    missing = [gang for gang in town.gangs if not picture.stands(gang.square)]
    absent = [
        Check(Say("drunter.set_up.gang", {"term": f"drunter.kind.{gang.kind}"}), is_done=False)
        for gang in missing
    ]
    return (
        Check(Say("drunter.set_up.squares", {"count": len(lying)}), not lying),
        *(absent or [Check(Say("drunter.set_up.gangs"), is_done=True)]),
    )
