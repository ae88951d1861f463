"""The referee: what a finished reading means, decided by the probability of each meaning."""

from companion.games.carcassonne_dice.state import State
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import Choice, Proposal, Say, Verdict
from companion.table.plays.carcassonne_dice.answers import doubtful
from companion.table.plays.carcassonne_dice.tracked.acts import CarcassonneActs
from companion.table.plays.carcassonne_dice.tracked.deciding import decided
from companion.table.plays.carcassonne_dice.tracked.notices import notice
from companion.table.plays.carcassonne_dice.tracked.turn import Moves, Turn
from companion.table.plays.dice_readings import faces_text
from companion.table.plays.followed_dice import dice_thrown
from companion.table.tracking.beam import Beam
from companion.table.tracking.decide import MOST_ANSWERS, WORTH_AN_ANSWER, Decision, Meaning
from vision.piece import dice_look
from vision.readings.dice import DiceReading

Answer = Choice[Beam]


def weigh(position: Position[State], memory: Beam, reading: DiceReading) -> Verdict[Beam]:
    """Return the meaning of a finished reading in this position."""
    if position.has_ended:
        return Verdict(memory.over)
    turn = Turn(position)
    tells = CarcassonneActs(turn, reading.rolled)
    beam = memory.seen(dice_look(reading), tells)
    decision = decided(beam, tells)
    answers = tuple(
        _answer(number, meant, beam, tells, reading) for number, meant in enumerate(decision.meanings)
    )
    if decision.kind == "act":
        return Verdict(beam, Proposal("move", answers[0].say, answers))
    if decision.kind == "ask" and not _is_idle(decision):
        return Verdict(beam, _question(decision, answers, beam, tells, reading), Say("notice.by_tap"))
    told = notice(position.state, beam.best, decision, reading)
    offer = _pending(position, turn, beam, answers)
    if offer is not None and offer.say.code == "cleared.again_or_stop":
        told = offer.say
    return Verdict(beam, offer, told)


def _pending(
    position: Position[State], turn: Turn, beam: Beam, answers: tuple[Answer, ...]
) -> Proposal[Beam] | None:
    """Offer the ways to stop with what lies there, and what may have happened."""
    state, best = position.state, beam.best
    if not state.throws or best.moves:
        return Proposal("pending", Say("ask.throw_unsure"), answers) if answers else None
    ends = turn.ends(state, best.pieces, best.part)
    stops = tuple(
        Choice(f"stop-{number}", _stop_said(end.moves, turn), end.moves, beam.over)
        for number, end in enumerate(ends[:MOST_ANSWERS])
    )
    before = ends[0].before
    built: dict[str, str | int | float] = {
        "dice": len(before.built),
        "knights": before.knights,
        "points": before.points_now,
    }
    say = Say("building.seen", built)
    if best.is_bare and state.dice_to_throw:
        say = Say("cleared.again_or_stop", {"dice": state.dice_to_throw})
    return Proposal("pending", say, (*answers, *stops), ends[0].moves[:-1])


def _is_idle(decision: Decision) -> bool:
    """Tell whether it is only open if a turn is over whose dice are taken up: the next throw tells."""
    last = {meant.best.moves[-1]["move"] for meant in decision.meanings}
    return last == {"stop"} and decision.same > WORTH_AN_ANSWER


def _question(
    decision: Decision,
    answers: tuple[Answer, ...],
    beam: Beam,
    tells: CarcassonneActs,
    reading: DiceReading,
) -> Proposal[Beam]:
    none = (Choice("no-throw", Say("throw.none"), (), beam.given((), tells)),)
    is_either = decision.same > WORTH_AN_ANSWER and tells.turn.position.state.throws > 0
    kinds = {meant.best.moves[-1]["move"] for meant in decision.meanings}
    stops = {any(words["move"] == "stop" for words in meant.best.moves) for meant in decision.meanings}
    if kinds == {"stop"}:
        code = "ask.city_unseen"
    elif len(stops) > 1:
        code = "ask.again_or_next"
    elif is_either:
        code = "ask.thrown_or_put_back"
    else:
        code = "ask.throw_unsure"
    return Proposal(
        "question", Say(code, {}, doubtful(reading)), (*answers, *(none if is_either else ()))
    )


def _answer(
    number: int, meant: Meaning, beam: Beam, tells: CarcassonneActs, reading: DiceReading
) -> Answer:
    moves = meant.best.moves
    dice = dice_thrown(meant.best, reading) if moves[-1]["move"] == "throw" else ()
    return Choice(f"way-{number}", _said(moves, tells.turn), moves, beam.given(moves, tells), dice)


def _said(moves: Moves, turn: Turn) -> Say:
    """Say what happened, by the last of the moves."""
    last = moves[-1]
    if last["move"] == "stop":
        return _stop_said(moves, turn)
    faces, seat = faces_text(last["faces"]), last["seat"]
    stopped = [number for number, words in enumerate(moves) if words["move"] == "stop"]
    if stopped:
        stop = moves[: stopped[-1] + 1]
        before, told = stop[-1]["seat"], _stop_said(stop, turn)
        if told.code == "stop.knight":
            return Say("throw.after_knight", {"faces": faces, "seat": seat, "stopped": before})
        points = told.params["points"]
        return Say(
            "throw.after_city", {"faces": faces, "seat": seat, "stopped": before, "points": points}
        )
    beside = [die["face"] for words in moves for die in words.get("city", ())]
    beside += ["knight"] * sum(words.get("knights", 0) for words in moves)
    if beside:
        aside = faces_text(beside)
        return Say("throw.again_beside", {"faces": faces, "seat": seat, "aside_faces": aside})
    return Say("throw.seen", {"faces": faces, "seat": seat})


def _stop_said(moves: Moves, turn: Turn) -> Say:
    seat, before = moves[-1]["seat"], turn.played(moves[:-1])
    if moves[-1].get("take") == "knight" or before is None:
        return Say("stop.knight", {"seat": seat})
    return Say("stop.city", {"seat": seat, "points": before.points_now})
