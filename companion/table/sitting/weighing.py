"""Asks a game's referee what the table shows: outside the table's lock, since that may take long."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from companion.errors import BadMove, BadRecord, IllegalMove
from companion.table.hooks.position import Readings, Span
from companion.table.hooks.seeing import Check
from companion.table.hooks.verdict import JsonObject, Verdict
from companion.table.sight.observation import Observation
from companion.table.sitting.playing import Playing
from companion.table.sitting.secrecy import is_secret
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Event
from companion.table.supervision.supervisor import Nonsense


@dataclass(frozen=True)
class Situation:
    """The question for a referee. ``serial`` shows afterwards whether it is still current.

    ``last_move_at``: when the last move happened, in seconds of the table's clock; ``accepted_at``: when
    it was accepted; ``began_at``: when the game began, if that was after the table's start.
    """

    serial: int
    sitting: Sitting
    seen: Observation
    last_move_at: float = -inf
    accepted_at: float = -inf
    began_at: float = -inf


def to_weigh(playing: Playing, seen: Observation) -> Situation | None:
    """Return what to ask the referee now; None if there is nothing new to understand."""
    if playing.is_showing:
        return None  # what lies there may be on its way to where the vote wants it
    asked, playing.weigh_again = playing.weigh_again, False
    if playing.sitting is None or not asked or not seen.readings or playing.is_resting:
        return None
    times = playing.last_move_at, playing.accepted_at, playing.began_at
    return Situation(playing.serial, playing.sitting, seen, *times)


def weigh(asked: Situation) -> Verdict[Any]:
    """Return the referee's answer to the last readings.

    Raises Nonsense if it proposes something illegal, or returns no verdict at all.
    """
    sitting = asked.sitting
    seen = asked.seen
    span = Span(seen.lay_since, seen.lay_until, asked.began_at, asked.accepted_at, asked.last_move_at)
    position = replace(sitting.position, span=span, unsettled=seen.unsettled)
    verdict = sitting.play.weigh(position, sitting.memory, asked.seen.readings)
    if not isinstance(verdict, Verdict):
        raise Nonsense(f"the referee returned a {type(verdict).__name__}")
    if verdict.proposal is not None:
        if verdict.proposal.kind == "move" and not verdict.proposal.choices:
            raise Nonsense("the referee proposes a move, but not which")
        _check(sitting, verdict.proposal.building)
        for choice in verdict.proposal.choices:
            _check(sitting, choice.moves)
    return verdict


def seen_after_the_time(playing: Playing, before: Observation, now: Observation) -> bool:
    """Tell whether the pieces read before a time ran out are seen lying there afterwards.

    Then the referee is asked again: pieces that disappear later were not taken in time.
    """
    if playing.sitting is None or not before.lay_until < playing.last_move_at <= now.lay_until:
        return False
    last, ends = playing.sitting.events[-1:], playing.sitting.play.ends_time
    return any(one.by == "clock" or one.words.get("move") in ends for one in last)


def glimpse(playing: Playing, readings: Readings) -> None:
    """Store in the game's memory a reading that happened only once before things moved on."""
    if not readings or not playing.is_on or playing.is_resting:
        return
    sitting = playing.current
    memory = sitting.play.glimpsed(sitting.position, sitting.memory, readings)
    if memory is not sitting.memory:
        playing.remember(memory)
        playing.serial += 1  # the referee's pending answer does not know of it


def drawn(asked: Situation, verdict: Verdict[Any]) -> JsonObject:
    """Return the drawing over the picture, as the referee understands the pieces."""
    proposal, memory = verdict.proposal, verdict.memory
    thrown = [choice for choice in proposal.choices if choice.dice] if proposal else []
    if thrown:
        memory = thrown[0].memory
    sitting = asked.sitting
    return sitting.play.drawn(sitting.history.state, memory, asked.seen.readings)


def checked(asked: Situation) -> Sequence[Check]:
    """Return what is seen of the game's set-up."""
    return asked.sitting.play.checks(asked.sitting.history.state, asked.seen.readings)


def _check(sitting: Sitting, moves: Sequence[JsonObject]) -> None:
    if any(is_secret(sitting.history.game, words) for words in moves):
        raise Nonsense("the referee proposes a move that only its seat may know")  # offers are public
    try:
        sitting.after([Event("", dict(words), "camera", "") for words in moves], sitting.memory)
    except (BadMove, IllegalMove, BadRecord) as error:
        kinds = ", ".join(str(words.get("move")) for words in moves)
        raise Nonsense(f"the referee proposes what is not allowed: {kinds}") from error
