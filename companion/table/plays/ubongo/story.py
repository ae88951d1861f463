"""What is told of a game that has ended: who called first most often."""

from collections import Counter
from collections.abc import Sequence

from companion.games.game import Seat
from companion.games.history import History
from companion.games.ubongo.state import State
from companion.table.hooks.speaking import StoryLine
from companion.table.hooks.verdict import Say


def highlights(history: History) -> Sequence[StoryLine]:
    """Return who was the first to call in most rounds; nobody where nobody ever called."""
    first: dict[int, Seat] = {}
    for step in history.steps():
        state: State = step.state
        if state.called:
            first[state.round.number] = state.called[0]
    if not first:
        return ()
    seat, count = Counter(first.values()).most_common(1)[0]
    return (StoryLine(Say("ubongo.over.first", {"count": count}), seat),)
