"""Highlights of an ended game: five alike, the best turn."""

from collections.abc import Sequence

from companion.games.game import Seat
from companion.games.history import History
from companion.games.yacht.moves import Score
from companion.games.yacht.sheets import DICE
from companion.games.yacht.state import State
from companion.table.hooks.speaking import StoryLine
from companion.table.hooks.verdict import Say


def highlights(history: History) -> Sequence[StoryLine]:
    """Return who threw five alike, and whose turn brought most points."""
    found: list[StoryLine] = []
    best: tuple[int, Seat] | None = None
    for step in history.steps():
        if not isinstance(step.move, Score) or step.before is None:
            continue
        before: State = step.before.state
        seat = step.move.seat
        points = step.state.totals[seat - 1] - before.totals[seat - 1]
        if len(set(before.lying)) == 1 and len(before.lying) == DICE and points >= DICE:
            found.append(StoryLine(Say("yacht.over.five"), seat))
        if best is None or points > best[0]:
            best = (points, seat)
    if best is not None:
        found.append(StoryLine(Say("yacht.over.box", {"points": best[0]}), best[1]))
    return found[-3:]
