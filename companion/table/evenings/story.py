"""Writes the story of a finished sitting: replays it, and examines the times of its moves."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any, Final, TypeVar

from companion.errors import CompanionError
from companion.games.game import EVERYONE, Seat
from companion.games.history import History, Step
from companion.games.record import name_of
from companion.table.evenings.result import Highlight, Result, ranked
from companion.table.hooks.speaking import Speaks
from companion.table.hooks.verdict import Say
from companion.table.plays.catalogue import play_of
from companion.table.shapes.values import JsonObject
from companion.table.storage.chapter import Opening
from companion.table.storage.journal import Event

_log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

BREAK_S: Final = 20 * 60.0
"""Longest time that anybody thinks about a move: a longer gap between two moves was a break."""
LONG_S: Final = 60.0
"""Shortest turn worth mentioning, in seconds."""
MOST_TOLD: Final = 5
"""Most highlights, as many as fit on a phone."""
UNPLAYABLE: Final = (CompanionError, ArithmeticError, LookupError, TypeError, ValueError)
"""Exceptions that today's rules may raise for a game of earlier rules."""


def story_of(opening: Opening, events: Sequence[Event], history: History | None) -> Result:
    """Return the story of a sitting; ``history``: None if today's rules cannot play it."""
    times = _times(opening, events)
    told = Result(
        opening.number,
        str(opening.first_line["game"]),
        opening.seats,
        opening.nameless,
        opening.opened_at,
        round(sum(_waits(times)) / 60, 1),
        len(events),
    )
    outcome = None if history is None else history.game.outcome(history.state)
    if history is None or outcome is None:
        return told
    return replace(
        told,
        ranking=ranked(opening.seats, outcome, history.game.scores(history.state)),
        why=_ask(lambda: _play(history).ending(history.state)),
        highlights=_ask(lambda: _highlights(history, times)) or (),
    )


def picture_of(history: History) -> JsonObject | None:
    """Return the view from which the picture of an ended game is drawn, as everybody may see it."""
    return _ask(lambda: history.game.view(_play(history).pictured(history), EVERYONE))


def _ask(ask: Callable[[], Answer]) -> Answer | None:
    """Return the answer of the game's own code; None if it fails: the winner is named all the same."""
    try:
        return ask()
    except Exception:  # noqa: BLE001 - a game's own code may raise anything
        _log.exception("the story of a game cannot be told whole")
        return None


def _play(history: History) -> Speaks[Any]:
    return play_of(history.setup.game)


def _highlights(history: History, times: Sequence[float]) -> tuple[Highlight, ...]:
    own = [
        Highlight(None if one.seat is None else name_of(history.setup, one.seat), one.say)
        for one in _play(history).highlights(history)
    ]
    return (*own[: MOST_TOLD - 1], *_longest_turn(history, times))


def _longest_turn(history: History, times: Sequence[float]) -> list[Highlight]:
    """Return who had the longest turn, not counting breaks."""
    waits = _waits(times)
    took: list[tuple[float, Seat]] = []
    for seat, steps in groupby(history.steps(), lambda step: _mover_before(history, step)):
        if seat is not None:
            took.append((sum(waits[step.number - 1] for step in steps), seat))
    if len(took) < 2:
        return []
    seconds, seat = max(took)
    if seconds < LONG_S:
        return []
    told = Say("end.longest", {"time": f"{int(seconds) // 60}:{int(seconds) % 60:02d}"})
    return [Highlight(name_of(history.setup, seat), told)]


def _mover_before(history: History, step: Step) -> Seat | None:
    return history.game.to_move(history.start if step.before is None else step.before.state)


def _times(opening: Opening, events: Sequence[Event]) -> list[float]:
    """Return when the sitting began and each of its moves happened, in seconds; NaN if unknown."""
    told = [opening.opened_at, *(event.happened_at or event.at for event in events)]
    return [_seconds(at) for at in told]


def _seconds(at: str) -> float:
    try:
        return datetime.fromisoformat(at).timestamp()
    except (ValueError, OverflowError):
        return float("nan")


def _waits(times: Sequence[float]) -> list[float]:
    """Return how long each move was waited for; 0 over a break, or if the clock was set."""
    apart = (later - earlier for earlier, later in pairwise(times))
    return [wait if 0 <= wait <= BREAK_S else 0.0 for wait in apart]
