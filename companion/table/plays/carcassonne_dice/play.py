"""Carcassonne – The Dice Game at the table: nine dice, followed by hypotheses as they are thrown, built
and lifted."""

from dataclasses import replace

from companion.games.carcassonne_dice.state import State
from companion.games.history import CORRECT, UNDO
from companion.table.hooks.position import Position, Readings, reading_of
from companion.table.hooks.verdict import Choice, JsonObject, Verdict
from companion.table.plays.carcassonne_dice.acts import CarcassonneActs
from companion.table.plays.carcassonne_dice.cities import drawn
from companion.table.plays.carcassonne_dice.expected_dice import lacks
from companion.table.plays.carcassonne_dice.lain import as_found
from companion.table.plays.carcassonne_dice.referee import weigh
from companion.table.plays.carcassonne_dice.turn import FELL, TurnAnswers
from companion.table.plays.carcassonne_dice.words import CarcassonneWords
from companion.table.plays.followed_dice import FollowedDice, lying
from companion.table.tracking.beam import Beam
from vision.readings.dice import DiceReading


class CarcassonneDicePlay(FollowedDice[State], CarcassonneWords[Beam]):
    """Follows throws, the city being built, knights put aside, and the end of a turn."""

    def weigh(self, position: Position[State], memory: Beam, readings: Readings) -> Verdict[Beam]:
        """Say what the dice mean."""
        reading = reading_of(DiceReading, readings)
        return Verdict(memory) if reading is None else weigh(position, memory, reading)

    def glimpsed(self, position: Position[State], memory: Beam, readings: Readings) -> Beam:
        """Return what is known after a rest that was read once."""
        return self.weigh(position, memory, readings).memory

    def entered(self, words: JsonObject, memory: Beam, readings: Readings) -> Beam:
        """Return the present dice after a move that was entered by hand."""
        kind = words.get("move")
        if kind == "stop":
            return memory.over
        if kind == UNDO:
            return Beam(doubted=True)
        if kind in ("throw", CORRECT):
            reading = reading_of(DiceReading, readings)
            is_seen = reading is not None and not (kind == "throw" and lacks(reading, words))
            return _as_thrown(lying(reading)) if is_seen else Beam()
        return memory

    def stands_for(self, words: JsonObject, choice: Choice[Beam]) -> bool:
        """Tell whether this is the stop that the table offers: with what lies built on the table."""
        return words.get("move") == "stop" and choice.moves[-1:] == (words,)

    def tells(self, position: Position[State], *, rolled: bool) -> CarcassonneActs:
        """Return the game's description of its dice."""
        return CarcassonneActs(TurnAnswers(position), rolled)

    def drawn(self, state: State, memory: Beam, readings: Readings) -> JsonObject:
        """Return the cities with their open edges; dice that touch as they fell are none."""
        reading = reading_of(DiceReading, readings)
        if reading is None:
            return {}
        at = {piece.place.centre_px for piece in memory.best.pieces if piece.role == FELL}
        fell = {number for number, die in enumerate(reading.dice) if die.centre_px in at}
        return {"cities": [city for city in drawn(reading, state.faces) if set(city["dice"]) - fell]}


def _as_thrown(beam: Beam) -> Beam:
    hypotheses = tuple(replace(one, pieces=tuple(as_found(one.pieces))) for one in beam.hypotheses)
    return replace(beam, hypotheses=hypotheses)


PLAY = CarcassonneDicePlay()
