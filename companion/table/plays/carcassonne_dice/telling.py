"""How the referee says what may have happened: its answers, and the question that they answer."""

from collections.abc import Sequence

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.state import State
from companion.table.hooks.verdict import JsonObject, Place, Say, places_of
from companion.table.plays.carcassonne_dice.turn import (
    FELL,
    LOCKED,
    PUT,
    Moves,
    TurnAnswers,
    is_astray,
    is_catapult,
)
from companion.table.plays.dice_readings import faces_text
from companion.table.tracking.decide import WORTH_AN_ANSWER, Decision
from companion.table.tracking.world import Hypothesis
from vision.readings.dice import DiceReading

UNEXPLAINED = "else"
"""The act that stands for what no other explains."""


def answers_said(decision: Decision, turn: TurnAnswers) -> list[Say]:
    """Return what each meaning says; of what was set aside only where that tells answers apart."""
    ways = [meant.best for meant in decision.meanings]
    throws = [one.moves[-1] for one in ways if _is_same_players_throw(one.moves, turn)]
    is_alone = len(ways) == 1 and decision.kind == "act"
    is_told = not is_alone and (len(throws) < len(ways) or _may_be_none(decision))
    numbers = {len(words["faces"]) for words in throws}
    tells_aside = len(numbers) > 1 or len({faces_text(words["faces"]) for words in throws}) < len(throws)
    return [_said(one, turn, is_told=is_told, tells_aside=tells_aside) for one in ways]


def question(
    decision: Decision, turn: TurnAnswers, same: Hypothesis | None, reading: DiceReading
) -> str:
    """Return the code of the question that the meanings answer; ``same``: if nothing was thrown."""
    ways = [meant.best for meant in decision.meanings]
    lasts = [one.moves[-1] for one in ways]
    if all(words["move"] == "stop" for words in lasts):
        is_either = {words["take"] for words in lasts} == {"city", "knight"}
        return "ask.city_or_knight" if is_either and len(ways) == 2 else "ask.city_unseen"
    is_over = {any(words["move"] == "stop" for words in one.moves) for one in ways}
    if any(UNEXPLAINED in one.acts[:-1] for one in ways):
        return "ask.throw_after_unread"
    if len(is_over) > 1:
        return "ask.again_or_next"
    if _may_be_none(decision) and turn.position.state.throws and same is not None:
        return "ask.left_lying" if _is_most_left(same) else "ask.thrown_or_put_back"
    if reading.covered:
        return "ask.throw_covered"
    aside = {faces_text(_aside(one.moves)) for one in ways}
    return "ask.which_throw" if len(aside) > 1 else "ask.throw_unsure"


def stop_said(moves: Moves, turn: TurnAnswers) -> Say:
    """Say how a turn ends."""
    seat, before = moves[-1]["seat"], turn.played(moves[:-1])
    if moves[-1].get("take") == "knight" or before is None:
        return Say("stop.knight", {"seat": seat})
    return Say("stop.city", {"seat": seat, "points": before.points_now})


def say_building(state: State) -> Say:
    """Say what is built, and what stopping brings with it."""
    told = {"dice": len(state.built), "knights": state.knights, "points": state.points_now}
    return Say("building.seen", told)


def doubtful(reading: DiceReading) -> tuple[Place, ...]:
    """Return where the dice lie that are not sure."""
    return places_of([die.centre_px for die in reading.dice if not die.sure], reading.size_px)


def _may_be_none(decision: Decision) -> bool:
    return decision.same > WORTH_AN_ANSWER


def _is_same_players_throw(moves: Sequence[JsonObject], turn: TurnAnswers) -> bool:
    name = turn.name(turn.position.state)
    return moves[-1]["move"] == "throw" and all(words["seat"] == name for words in moves)


def _is_most_left(same: Hypothesis) -> bool:
    """Tell whether most of the dice lie as they fell."""
    lying = [piece for piece in same.pieces if not (piece.is_away or is_catapult(piece))]
    left = sum(piece.role == FELL for piece in lying)
    return left > max(1, sum(piece.role == PUT for piece in lying))


def _said(one: Hypothesis, turn: TurnAnswers, *, is_told: bool, tells_aside: bool) -> Say:
    """Say what happened, by the last of the moves."""
    moves, last = one.moves, one.moves[-1]
    if last["move"] == "stop":
        return stop_said(moves, turn)
    stopped = [number for number, words in enumerate(moves) if words["move"] == "stop"]
    if stopped:
        return _said_after_stop(moves[: stopped[-1] + 1], last, turn)
    params: dict[str, str | int | float] = {"faces": faces_text(last["faces"]), "seat": last["seat"]}
    passed = sum(face == CATAPULT for face in last["faces"]) - _catapults_of_last_throw(one)
    if passed > 0:
        return Say("throw.passed_on", {**params, "passed": passed})
    beside = _aside(moves)
    if any(is_astray(piece) and piece.role in LOCKED for piece in one.pieces):
        built = faces_text([die["face"] for words in moves for die in words.get("city", ())])
        if built:
            return Say("throw.bumped", {**params, "aside_faces": built})
    if beside and tells_aside:
        return Say("throw.again_beside", {**params, "aside_faces": faces_text(beside)})
    is_again = is_told and turn.position.state.throws > 0
    return Say("throw.again" if is_again else "throw.seen", params)


def _said_after_stop(stop: tuple[JsonObject, ...], throw: JsonObject, turn: TurnAnswers) -> Say:
    """Say that somebody stopped, and that the next one threw."""
    told = stop_said(stop, turn)
    params: dict[str, str | int | float] = {
        "faces": faces_text(throw["faces"]),
        "seat": throw["seat"],
        "stopped": stop[-1]["seat"],
    }
    if told.code == "stop.knight":
        return Say("throw.after_knight", params)
    return Say("throw.after_city", {**params, "points": told.params["points"]})


def _aside(moves: Sequence[JsonObject]) -> list[str]:
    """Return the faces of the dice that were set aside."""
    city = [die["face"] for words in moves for die in words.get("city", ())]
    return city + [KNIGHT] * sum(words.get("knights", 0) for words in moves)


def _catapults_of_last_throw(one: Hypothesis) -> int:
    return sum(is_catapult(piece) and piece.role in (FELL, PUT) for piece in one.pieces)
