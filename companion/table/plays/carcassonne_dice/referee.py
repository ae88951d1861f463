"""The referee: what a finished reading means, decided by the probability of each meaning."""

from collections.abc import Hashable, Sequence
from dataclasses import replace

from companion.games.carcassonne_dice.state import State
from companion.table.hooks.position import Position
from companion.table.hooks.verdict import Choice, Proposal, Say, Verdict
from companion.table.plays.carcassonne_dice.acts import CarcassonneActs
from companion.table.plays.carcassonne_dice.ending import ended
from companion.table.plays.carcassonne_dice.lain import somewhere
from companion.table.plays.carcassonne_dice.notices import notice
from companion.table.plays.carcassonne_dice.telling import (
    answers_said,
    doubtful,
    question,
    say_building,
    stop_said,
)
from companion.table.plays.carcassonne_dice.turn import TurnAnswers, TurnEnd
from companion.table.plays.followed_dice import dice_thrown, lying
from companion.table.tracking.beam import SAME, Beam, meaning
from companion.table.tracking.decide import MOST_ANSWERS, WORTH_AN_ANSWER, Decision, Meaning, decided
from companion.table.tracking.world import Hypothesis
from vision.piece import dice_look
from vision.readings.dice import DiceReading

Answer = Choice[Beam]


def weigh(position: Position[State], memory: Beam, reading: DiceReading) -> Verdict[Beam]:
    """Return the meaning of a finished reading in this position."""
    if position.has_ended:
        return Verdict(memory.over)
    turn = TurnAnswers(position)
    tells = CarcassonneActs(turn, reading.rolled)
    is_new = replace(memory, doubted=False) == Beam()
    if is_new and position.state.throws and not reading.dice:
        again = Say("cleared.again_or_stop", {"dice": position.state.dice_to_throw})
        return Verdict(memory, _stops_unseen(turn, memory), again)
    beam = memory.seen(dice_look(reading), tells)
    decision = decided(beam, tells)
    kept = memory if memory.doubted and decision.kind != "wait" else beam
    if position.is_left_over and is_new and not position.state.throws:
        kept = beam = lying(reading)  # not a throw of this game, unless somebody says so now
        if decision.kind != "act":
            return Verdict(beam, notice=Say("notice.clear_table"))
    says = answers_said(decision, turn)
    answers = tuple(
        _answer(meant, say, beam, tells, reading)
        for meant, say in zip(decision.meanings, says, strict=True)
    )
    if decision.kind == "act":
        return Verdict(kept, Proposal("move", answers[0].say, answers))
    still = [one for one in beam.hypotheses if meaning(one, tells) == SAME]
    asked = Say("")
    is_unseen = bool(position.state.throws and memory == Beam())
    if answers:
        code = question(decision, turn, still[0] if still else None, reading)
        asked = Say("ask.entered_or_thrown" if is_unseen else code, {}, doubtful(reading))
    if decision.kind == "ask" and not _is_idle(decision):
        say = Say("throw.as_entered" if is_unseen else "throw.none")
        none = (Choice("no-throw", say, (), beam.given((), tells)),)
        is_either = decision.same > WORTH_AN_ANSWER and position.state.throws > 0
        given = (*answers, *(none if is_either else ()))
        return Verdict(kept, Proposal("question", asked, given), Say("notice.by_tap"))
    ends = _ends(still, turn) if position.state.throws else []
    told = notice(turn, beam, decision, ends, reading)
    return Verdict(beam, _pending(turn, beam, answers, asked, ends, decision), told)


def _stops_unseen(turn: TurnAnswers, memory: Beam) -> Proposal[Beam]:
    """Offer the ways to stop where nothing is known of the dice."""
    state = turn.position.state
    ends = ended(turn, Hypothesis(tuple(somewhere(state))), state)[:MOST_ANSWERS]
    return Proposal("pending", Say("ask.city_unseen"), _stops(ends, turn, memory))


def _stops(ends: Sequence[TurnEnd], turn: TurnAnswers, beam: Beam) -> tuple[Answer, ...]:
    """Return the ways to stop as answers."""
    return tuple(
        Choice(f"stop-{number}", stop_said(end.moves, turn), end.moves, beam.over)
        for number, end in enumerate(ends)
    )


def _pending(
    turn: TurnAnswers,
    beam: Beam,
    answers: tuple[Answer, ...],
    asked: Say,
    ends: list[TurnEnd],
    decision: Decision,
) -> Proposal[Beam] | None:
    """Offer the ways to stop with what lies there, and what may have happened."""
    if not ends:
        return Proposal("pending", asked, answers) if answers else None
    offered = {_gist(answer.say) for answer in answers}
    stops = tuple(stop for stop in _stops(ends, turn, beam) if _gist(stop.say) not in offered)
    state = turn.position.state
    say = say_building(ends[0].before)
    if sum(meant.chance for meant in decision.meanings) > max(decision.same, decision.unknown):
        say = asked
    elif beam.best.is_bare and state.dice_to_throw:
        say = Say("cleared.again_or_stop", {"dice": state.dice_to_throw})
    return Proposal("pending", say, (*answers, *stops), ends[0].moves[:-1])


def _ends(still: list[Hypothesis], turn: TurnAnswers) -> list[TurnEnd]:
    """Return the ways in which the turn may be ended now, likeliest first."""
    found: dict[Hashable, tuple[float, TurnEnd]] = {}
    for one in still:
        for end in turn.ends(turn.position.state, one.pieces, one.part):
            key = _gist(stop_said(end.moves, turn))
            chance, first = found.get(key, (0.0, end))
            found[key] = chance + one.chance * end.chance, first
    ranked = sorted(found.values(), key=lambda way: -way[0])[:MOST_ANSWERS]
    return [end for n, (chance, end) in enumerate(ranked) if not n or chance > WORTH_AN_ANSWER]


def _gist(say: Say) -> Hashable:
    return say.code, say.params.get("points")


def _is_idle(decision: Decision) -> bool:
    """Tell whether it is only open if a turn is over whose dice are taken up: the next throw tells."""
    last = {meant.best.moves[-1]["move"] for meant in decision.meanings}
    return last == {"stop"} and decision.same > WORTH_AN_ANSWER


def _answer(
    meant: Meaning, say: Say, beam: Beam, tells: CarcassonneActs, reading: DiceReading
) -> Answer:
    moves = meant.best.moves
    dice = dice_thrown(meant.best, reading) if moves[-1]["move"] == "throw" else ()
    return Choice(meant.name, say, moves, beam.given(moves, tells), dice)
