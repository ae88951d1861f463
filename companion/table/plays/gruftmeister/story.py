"""What is told of a game that has ended: who beat most monsters, and whose master fell."""

from collections import Counter
from collections.abc import Sequence

from companion.games.game import Seat
from companion.games.gruftmeister.state import Blow
from companion.games.history import History
from companion.table.hooks.speaking import StoryLine, most_often


def highlights(history: History) -> Sequence[StoryLine]:
    """Return who beat most monsters, and whose master fell most often."""
    beaten, fallen = Counter[Seat](), Counter[Seat]()
    known: Blow | None = None
    for step in history.steps():
        blow: Blow | None = step.state.blow
        if blow is not None and blow is not known:
            beaten[blow.seat] += blow.killed
            fallen[blow.seat] += blow.dead
        known = blow
    return [
        *most_often("gruftmeister.over.monsters", +beaten),
        *most_often("gruftmeister.over.fallen", +fallen),
    ]
