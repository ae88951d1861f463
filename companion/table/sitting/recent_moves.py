"""Recent moves with their times: for games in which the order of events counts."""

from collections.abc import Sequence

from companion.games.history import CORRECT
from companion.table.hooks.timing import Happened
from companion.table.sitting.sitting import Sitting

MOST = 30
"""Most of the last moves that are looked at: a round has fewer."""


def recent_moves(sitting: Sitting, times: Sequence[float | None]) -> list[Happened]:
    """Return the last moves that stand, oldest first, as far back as their times are known.

    ``times``: when each entry of the sitting happened, in seconds of the table's clock.
    """
    found: list[Happened] = []
    corrected = [n for n, event in enumerate(sitting.events) if event.words.get("move") == CORRECT]
    for step in reversed(sitting.history.steps()[-MOST:]):
        event, at = sitting.events[step.number - 1], times[step.number - 1]
        if at is None or (corrected and step.number <= corrected[-1]):
            break  # a correction would be taken back in the place of the move
        found.append(Happened(event.words, event.by, at))
    return found[::-1]
