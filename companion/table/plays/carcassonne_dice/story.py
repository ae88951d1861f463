"""What is told of a game that has ended: why, the largest city, the throws that were lucky or not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.carcassonne_dice.city import largest_closed
from companion.games.carcassonne_dice.moves import Stop, Throw
from companion.games.carcassonne_dice.odds import odds_of
from companion.games.carcassonne_dice.state import State
from companion.games.game import Seat
from companion.games.history import History, Step
from companion.table.hooks.speaking import StoryLine
from companion.table.hooks.verdict import Say

LIKELY: Final = 0.6
"""A chance from here on is worth telling of where it was missed."""
UNLIKELY: Final = 0.25
"""One up to here where it came."""


@dataclass(frozen=True)
class _Turn:
    """A turn that was stopped: the position before that, what it scored, and before each throw."""

    seat: Seat
    stopped: State
    gained: int
    before_throws: tuple[State, ...]


def ending(state: State) -> Say | None:
    """Return what ended the game."""
    if state.outcome is None:
        return None
    if state.throws and state.catapults and not state.loose and max(state.scores) < state.terms.target:
        return Say("carcassonne_dice.over.catapults")
    if state.terms.finish_round:
        return Say("carcassonne_dice.over.round")
    return Say("carcassonne_dice.over.target", {"target": state.terms.target})


def highlights(history: History) -> Sequence[StoryLine]:
    """Return the largest city; the likeliest close that was missed, and the least likely that came."""
    turns = list(_turns(history))
    scored = [turn for turn in turns if turn.gained]
    found: list[StoryLine] = []
    if scored:
        best = max(scored, key=lambda turn: (turn.gained, _size(turn.stopped)))
        size = {"size": _size(best.stopped), "points": best.gained}
        found.append(StoryLine(Say("carcassonne_dice.over.city", size), best.seat))
    last_throws = [turn for turn in turns if turn.before_throws]
    missed = [pair for turn in last_throws if not turn.gained for pair in _chances(turn)]
    lucky = [pair for turn in last_throws if turn.gained for pair in _chances(turn)]
    if missed and max(missed)[0] >= LIKELY:
        found.append(_telling("missed", *max(missed)))
    if lucky and min(lucky)[0] <= UNLIKELY:
        found.append(_telling("lucky", *min(lucky)))
    return found


def pictured(history: History) -> State:
    """Return the position before the stop by which a winner scored most; the end, where none scored."""
    state: State = history.state
    winners = state.outcome.winners if state.outcome else ()
    own = [turn for turn in _turns(history) if turn.seat in winners and turn.gained]
    return max(own, key=lambda turn: turn.gained).stopped if own else state


def _turns(history: History) -> Iterator[_Turn]:
    throws: list[State] = []
    for step in history.steps():
        before = _before(history, step)
        if isinstance(step.move, Throw) and before.throws:
            throws.append(before)
        if isinstance(step.move, Stop):
            gained = sum(step.state.scores) - sum(before.scores)
            yield _Turn(step.move.seat, before, gained, tuple(throws))
            throws = []


def _before(history: History, step: Step) -> State:
    state: State = history.start if step.before is None else step.before.state
    return state


def _chances(turn: _Turn) -> list[tuple[float, Seat]]:
    """Return the chance that the turn's last throw had to close a city, where none was closed before."""
    before = turn.before_throws[-1]
    odds = odds_of(before) if not before.points_now else None
    return [] if odds is None else [(odds.closes, turn.seat)]


def _telling(what: str, chance: float, seat: Seat) -> StoryLine:
    return StoryLine(Say(f"carcassonne_dice.over.{what}", {"percent": round(100 * chance)}), seat)


def _size(state: State) -> int:
    return largest_closed(state.cities)
