"""What is told while nothing is decided: which dice are missed, do not match, or are hard to read."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.carcassonne_dice.city import largest_closed
from companion.games.carcassonne_dice.faces import CATAPULT, FACES
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import Say, places_of
from companion.table.plays.carcassonne_dice.doubts import words_for
from companion.table.plays.carcassonne_dice.expected_dice import must_lie
from companion.table.plays.carcassonne_dice.lain import NO_FACE
from companion.table.plays.carcassonne_dice.misfits import Misfit, misfit
from companion.table.plays.carcassonne_dice.standing import LEAST_WAY, MOST_WAYS
from companion.table.plays.carcassonne_dice.turn import (
    FELL,
    LOCKED,
    PUT,
    SPOILT,
    TurnAnswers,
    TurnEnd,
    is_astray,
)
from companion.table.plays.dice_readings import faces_text
from companion.table.tracking.beam import Beam
from companion.table.tracking.decide import WORTH_AN_ANSWER, Decision
from companion.table.tracking.world import Hypothesis, Lain
from vision.dice.grids import layouts
from vision.piece import LEAST_CHANCE, dice_look
from vision.readings.dice import DiceReading

HARDLY = 0.02
"""A die that shows a face less probably than this is told of, though it must be that one."""


def notice(
    turn: TurnAnswers, beam: Beam, decision: Decision, ends: Sequence[TurnEnd], reading: DiceReading
) -> Say | None:
    """Return what is to be told of the dice while the turn goes on."""
    state, best = turn.position.state, beam.best
    if not reading.dice and (reading.covered or not reading.sure) and state.throws:
        return words_for(reading)
    if decision.unknown > decision.same:
        return _wrong_count(state, reading)
    if not state.throws:
        is_left = any(not piece.is_away for piece in best.pieces)
        return Say("notice.clear_table") if is_left and not best.due else None
    if not best.pieces:
        return None
    if best.is_bare:
        is_open = state.dice_to_throw and not best.moves
        return Say("cleared.again_or_stop", {"dice": state.dice_to_throw}) if is_open else None
    return (
        _put_back(best, reading)
        or _misfit(state, best, reading)
        or _missed(best, reading)
        or _moved(decision)
        or _doubt(beam, ends, reading)
    )


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


def _put_back(best: Hypothesis, reading: DiceReading) -> Say | None:
    """Ask for dice that were set aside and do not lie where they did."""
    astray = [
        replace(piece, place=piece.laid)
        for piece in best.pieces
        if piece.role in LOCKED and piece.laid and is_astray(piece) and not piece.is_away
    ]
    return _about_dice("notice.put_back", astray, reading) if astray else None


def _misfit(state: State, best: Hypothesis, reading: DiceReading) -> Say | None:
    """Say which die does not match its neighbour, and must be turned or moved."""
    roles = {piece.place.centre_px: piece.role for piece in best.pieces}
    lying = [roles.get(die.centre_px) for die in reading.dice]
    fell = {number for number, role in enumerate(lying) if role in (FELL, SPOILT)}
    stayed = {number for number, role in enumerate(lying) if role != PUT}
    wrong = misfit(reading, fell, stayed, state.faces)
    return None if wrong is None else _to_be_turned(wrong, reading)


def _missed(best: Hypothesis, reading: DiceReading) -> Say | None:
    """Ask for dice that must lie there; not where all that was not set aside was taken up."""
    gone = [piece for piece in best.pieces if piece.is_away and piece.label not in (CATAPULT, NO_FACE)]
    is_left = any(
        piece.role == FELL and piece.label != CATAPULT and not piece.is_away for piece in best.pieces
    )
    is_locked = any(piece.role in LOCKED for piece in gone)
    return _about_dice("notice.missed", gone, reading) if gone and (is_left or is_locked) else None


def _to_be_turned(wrong: Misfit, reading: DiceReading) -> Say:
    """Say which die does not match its neighbour, and must be turned or moved."""
    die = reading.dice[wrong.die]
    code = "notice.turn_die" if wrong.turned else "notice.move_die"
    return Say(code, {"faces": die.face}, places_of([die.centre_px], reading.size_px))


def _about_dice(code: str, dice: Sequence[Lain], reading: DiceReading) -> Say:
    """Say something of dice: their faces, and where they lay."""
    faces = faces_text([piece.label for piece in dice])
    where = places_of([piece.place.centre_px for piece in dice], reading.size_px)
    return Say(code, {"dice": len(dice), "faces": faces}, where)


def _moved(decision: Decision) -> Say | None:
    """Say that what seems moved may have been thrown, where one tap says so."""
    is_throw = any(meant.best.moves[-1]["move"] == "throw" for meant in decision.meanings)
    return Say("notice.moved_or_thrown") if is_throw else None


def _doubt(beam: Beam, ends: Sequence[TurnEnd], reading: DiceReading) -> Say | None:
    """Say what is hard to read, where it may make a difference."""
    look = dice_look(reading)
    doubtful = {
        number
        for number, piece in enumerate(look.pieces)
        if piece.read and not piece.sure and not _is_known(beam, reading, number)
    }
    dice = tuple(
        die if number in doubtful else replace(die, sure=True) for number, die in enumerate(reading.dice)
    )
    is_open = "grid" in reading.doubts
    ways = [way for way in layouts(reading, MOST_WAYS) if is_open and way.probability > LEAST_WAY]
    sizes = {largest_closed(end.before.cities) for end in ends}
    if doubtful:
        return words_for(replace(reading, dice=dice))
    if len(ways) > 1 and len(sizes) > 1:
        return words_for(replace(reading, dice=dice), ways, max(sizes))
    is_missed = any(not piece.read for piece in look.pieces) or look.is_blind
    return Say("notice.doubt_hidden") if is_missed and not doubtful else None


def _is_known(beam: Beam, reading: DiceReading, number: int) -> bool:
    """Tell whether all likely hypotheses agree what a die is, and it may well be read so."""
    at = reading.dice[number].centre_px
    labels = {
        piece.label
        for one in beam.hypotheses
        if one.chance > WORTH_AN_ANSWER
        for piece in one.pieces
        if piece.place.centre_px == at
    }
    if len(labels) != 1:
        return False
    (label,) = labels
    return dice_look(reading).pieces[number].chance(label, FACES) > max(HARDLY, LEAST_CHANCE)
