"""Carcassonne – The Dice Game at the table: nine dice, read as they are thrown, built and lifted."""

from typing import ClassVar

from companion.games.carcassonne_dice.rules import CarcassonneDice
from companion.games.carcassonne_dice.state import State
from companion.games.history import CORRECT, UNDO
from companion.table.hooks.position import Position, Readings, reading_of
from companion.table.hooks.verdict import Choice, JsonObject, Verdict
from companion.table.plays.carcassonne_dice.cities import drawn
from companion.table.plays.carcassonne_dice.expected_dice import lacks
from companion.table.plays.carcassonne_dice.layout import Layout
from companion.table.plays.carcassonne_dice.referee import CarcassonneReferee
from companion.table.plays.carcassonne_dice.words import CarcassonneWords
from vision.readings.dice import DiceReading, Die


class CarcassonneDicePlay(CarcassonneWords[Layout]):
    """Follows throws, the city being built, knights put aside, and the end of a turn."""

    memory: ClassVar = Layout

    def weigh(self, position: Position[State], memory: Layout, readings: Readings) -> Verdict[Layout]:
        """Say what the dice mean."""
        reading = reading_of(DiceReading, readings)
        if reading is None:
            return Verdict(memory)
        left_over = position.is_left_over and memory.unknown
        return _referee(position).weigh(position.state, memory, reading, left_over=left_over)

    def entered(self, words: JsonObject, memory: Layout, readings: Readings) -> Layout:
        """Return where the dice lie after a move that was entered by hand."""
        kind = words.get("move")
        if kind == "stop":
            return memory.spent_now()
        if kind == UNDO:
            return Layout()  # what lies there is weighed anew
        if kind in ("throw", CORRECT):
            reading = reading_of(DiceReading, readings)
            is_seen = reading is not None and not (kind == "throw" and lacks(reading, words))
            return Layout.as_thrown(reading) if reading is not None and is_seen else Layout()
        return memory

    def put_right(self, memory: Layout, read: Die, face: str) -> Layout:
        """Return where the dice lie, one of them with the face that it really shows."""
        return memory.put_right(read, face)

    def glimpsed(self, position: Position[State], memory: Layout, readings: Readings) -> Layout:
        """Remember a throw that was gone before it was read to the end."""
        reading = reading_of(DiceReading, readings)
        if reading is None:
            return memory
        return _referee(position).glimpsed(position.state, memory, reading)

    def stands_for(self, words: JsonObject, choice: Choice[Layout]) -> bool:
        """Tell whether this is the stop that the table offers: with what lies built on the table."""
        return words.get("move") == "stop" and choice.moves[-1:] == (words,)

    def drawn(self, state: State, memory: Layout, readings: Readings) -> JsonObject:
        """Return the cities with their open edges; dice that touch as they fell are none."""
        reading = reading_of(DiceReading, readings)
        if reading is None:
            return {}
        fell = memory.as_fell(reading)
        return {"cities": [city for city in drawn(reading, state.faces) if set(city["dice"]) - fell]}


def _referee(position: Position[State]) -> CarcassonneReferee:
    assert isinstance(position.game, CarcassonneDice)
    return CarcassonneReferee(position.game, position.setup.seats)


PLAY = CarcassonneDicePlay()
