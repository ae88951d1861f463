"""What is told while nothing is decided: which dice are missed, do not match, or are hard to read."""

from companion.games.carcassonne_dice.faces import CATAPULT
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import Say
from companion.table.plays.carcassonne_dice.doubts import contact_ways, words_for
from companion.table.plays.carcassonne_dice.expected_dice import places
from companion.table.plays.carcassonne_dice.misfits import misfit
from companion.table.plays.carcassonne_dice.tracked.turn import FELL, LOCKED, PUT, must_lie
from companion.table.plays.dice_readings import faces_text
from companion.table.tracking.decide import Decision
from companion.table.tracking.world import Hypothesis
from vision.readings.dice import DiceReading


def notice(state: State, best: Hypothesis, decision: Decision, reading: DiceReading) -> Say | None:
    """Return what is to be told of the dice while the turn goes on."""
    if decision.unknown > decision.same:
        return _wrong_count(state, reading)
    if not state.throws or not best.pieces:
        return None
    return _misfit(state, best, reading) or _missed(best, reading) or _doubt(reading)


def _wrong_count(state: State, reading: DiceReading) -> Say | None:
    """Say that there are too many dice, or too few, or others than can lie there."""
    seen = len(reading.dice)
    expected = must_lie(state).total() if state.throws else state.dice
    params: dict[str, str | int | float] = {"seen": seen, "expected": expected}
    if not seen:
        return Say("notice.throw_not_read")
    if seen == expected:
        return words_for(reading) if not reading.sure else Say("notice.not_understood")
    return Say("notice.dice_missing" if seen < expected else "notice.too_many_dice", params)


def _misfit(state: State, best: Hypothesis, reading: DiceReading) -> Say | None:
    """Say which die does not match its neighbour, and must be turned or moved."""
    roles = {piece.place.centre_px: piece.role for piece in best.pieces}
    lying = [roles.get(die.centre_px) for die in reading.dice]
    fell = {number for number, role in enumerate(lying) if role == FELL}
    stayed = {number for number, role in enumerate(lying) if role != PUT}
    wrong = misfit(reading, fell, stayed, state.faces)
    if wrong is None:
        return None
    die = reading.dice[wrong.die]
    code = "notice.turn_die" if wrong.turned else "notice.move_die"
    return Say(code, {"faces": die.face}, places([die.centre_px], reading))


def _missed(best: Hypothesis, reading: DiceReading) -> Say | None:
    """Ask for dice that must lie there; not where all that was not set aside was taken up."""
    gone = [piece for piece in best.pieces if piece.is_away and piece.label != CATAPULT]
    is_left = any(piece.role == FELL and not piece.is_away for piece in best.pieces)
    is_locked = any(piece.role in LOCKED for piece in gone)
    if not gone or not (is_left or is_locked):
        return None
    params: dict[str, str | int | float] = {
        "dice": len(gone),
        "faces": faces_text([piece.label for piece in gone]),
    }
    return Say("notice.missed", params, places([piece.place.centre_px for piece in gone], reading))


def _doubt(reading: DiceReading) -> Say | None:
    return None if reading.sure else words_for(reading, contact_ways(reading))
