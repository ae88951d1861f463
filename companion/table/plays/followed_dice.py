"""Plays that follow dice by several hypotheses of the hands' actions: their memory and their answers."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, Generic

from companion.games.history import CORRECT, UNDO
from companion.table.hooks.position import Position, Readings, StateT, reading_of
from companion.table.hooks.verdict import Choice, JsonObject, Proposal, Say, Verdict
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.play import Play
from companion.table.tracking.beam import Beam, Tells
from companion.table.tracking.decide import Decision, decided
from companion.table.tracking.world import Hypothesis, Lain
from vision.piece import dice_look
from vision.readings.dice import DiceReading, Die


def put_right(memory: Beam, read: Die, face: str) -> Beam:
    """Return the same, with the die that was ``read`` at its place showing this face."""
    hypotheses = tuple(
        replace(
            one,
            pieces=tuple(
                replace(piece, label=face) if piece.place.centre_px == read.centre_px else piece
                for piece in one.pieces
            ),
        )
        for one in memory.hypotheses
    )
    return replace(memory, hypotheses=hypotheses)


class FollowedDice(Play[StateT, Beam], Generic[StateT]):
    """The part shared by all games that follow their dice like this. A game whose dice are thrown and
    count gives ``tells``, its description of its dice, and needs no referee."""

    memory: ClassVar = Beam

    def weigh(self, position: Position[StateT], memory: Beam, readings: Readings) -> Verdict[Beam]:
        """Return the meaning of the dice: a throw, unless the same dice still lie there."""
        reading = reading_of(DiceReading, readings)
        if reading is None or position.has_ended:
            return Verdict(memory if reading is None else memory.over)
        tells = self.tells(position, rolled=reading.rolled)
        assert tells is not None, "a game that follows its dice describes them"
        beam = memory.seen(dice_look(reading), tells)
        decision = decided(beam, tells)
        if decision.kind == "wait":
            return Verdict(beam)
        left = memory if memory.doubted else beam
        choices = throws_told(beam, decision, tells, reading, self.say_throw)
        if decision.kind == "act":
            return Verdict(left, Proposal("move", choices[0].say, choices))
        return Verdict(left, Proposal("question", Say("ask.throw_unsure"), choices))

    def say_throw(self, words: JsonObject) -> Say:
        """Return what pages say of a throw before it counts."""
        return Say("throw.plain", {"faces": faces_text(words["faces"])})

    def entered(self, words: JsonObject, memory: Beam, readings: Readings) -> Beam:
        """Return the memory after a move entered by hand: a throw is the one whose dice lie there."""
        if words.get("move") == UNDO:
            return Beam(doubted=True)
        if words.get("move") in ("throw", CORRECT):
            said = (*words.get("faces", ()), *words.get("kept", ()))
            return lying(reading_of(DiceReading, readings), said)
        return memory

    def refused(self, position: Position[StateT], memory: Beam, moves: Sequence[JsonObject]) -> Beam:
        """Return the memory after a person said that these moves were not made."""
        tells = self.tells(position, rolled=False)
        return memory if tells is None else memory.without(moves, tells)

    put_right = staticmethod(put_right)


def throws_told(
    beam: Beam, decision: Decision, tells: Tells, reading: DiceReading, say: Callable[[JsonObject], Say]
) -> tuple[Choice[Beam], ...]:
    """Return the possible throws as answers, most likely first; ``say``: in what words."""
    return tuple(
        Choice(
            meant.name,
            say(meant.best.moves[-1]),
            meant.best.moves,
            beam.given(meant.best.moves, tells),
            dice_thrown(meant.best, reading),
        )
        for meant in decision.meanings
    )


def lying(reading: DiceReading | None, said: Sequence[str] = ()) -> Beam:
    """Return the memory after a person ``said`` what was thrown: the dice lying there now show it, and
    those of them that were not read lie where some may have been missed."""
    if reading is None:
        return Beam()
    look = dice_look(reading)
    read = [Lain(piece.label, piece.place) for piece in look.pieces if piece.read]
    missed = [piece.place for piece in look.pieces if not piece.read]
    unread = (Counter(said) - Counter(piece.label for piece in read)).elements()
    pieces = (*read, *(Lain(face, place) for face, place in zip(unread, missed, strict=False)))
    return Beam((Hypothesis(pieces),), look)


def dice_thrown(one: Hypothesis, reading: DiceReading) -> tuple[Die, ...]:
    """Return the dice of the last throw in the order of its faces; none if not all are seen."""
    at = {die.centre_px: die for die in reading.dice}
    left = [piece for piece in one.pieces if piece.place.centre_px in at]
    found: list[Die] = []
    for face in one.moves[-1]["faces"]:
        piece = next((piece for piece in reversed(left) if piece.label == face), None)
        if piece is None:
            return ()
        left.remove(piece)
        found.append(_told(at[piece.place.centre_px], face))
    return tuple(found)


def _told(die: Die, face: str) -> Die:
    """Return a die as showing this face, no surer of it than it was read."""
    if die.face == face:
        return die
    read = {guess.label: guess.confidence for guess in die.likely}
    return replace(die, face=face, confidence=read.get(face, 0.0))
