"""What is told of a game that has ended: who built over most outhouses, and whose votes were lost."""

from collections import Counter
from collections.abc import Sequence

from companion.games.drunter.state import CountedVote
from companion.games.game import Seat
from companion.games.history import History
from companion.table.hooks.speaking import StoryLine, most_often


def highlights(history: History) -> Sequence[StoryLine]:
    """Return who proposed most that the votes let lie, and most that they refused."""
    passed, refused = Counter[Seat](), Counter[Seat]()
    known: CountedVote | None = None
    for step in history.steps():
        vote: CountedVote | None = step.state.last_vote
        if vote is not None and vote is not known:
            (passed if vote.tally.passed else refused)[vote.lay.seat] += 1
        known = vote
    return [
        *most_often("drunter.over.houses", passed),
        *most_often("drunter.over.refused", refused),
    ]
