"""What is told of a game that has ended: who called first most often."""

from collections import Counter
from collections.abc import Sequence

from companion.games.game import Seat
from companion.games.history import History
from companion.games.ubongo.state import State
from companion.table.hooks.speaking import StoryLine, most_often


def highlights(history: History) -> Sequence[StoryLine]:
    """Return who was the first to call in most rounds; nobody where nobody ever called."""
    first: dict[int, Seat] = {}
    for step in history.steps():
        state: State = step.state
        if state.called:
            first[state.round.number] = state.called[0]
    return most_often("ubongo.over.first", Counter(first.values()))
