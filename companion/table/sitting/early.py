"""Secret moves that seats choose before their turn: kept on disk, unseen, and played when it comes.

Who has finished is told as of those who chose in their turn, and nothing tells the one from the other.
What was chosen belongs to one ``occasion``; where that is over without it, it is let go.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.games.game import Seat
from companion.games.history import History
from companion.games.record import name_of
from companion.table.shapes.values import JsonObject
from companion.table.sitting.secrecy import is_secret
from companion.table.storage.chapter import By, Event
from companion.table.storage.codec import from_json


@dataclass(frozen=True)
class Early:
    """What a seat has chosen. ``words`` are a move's, without the seat's name: players are renamed.

    ``occasion``: the number of the last move before it that was not secret.
    """

    seat: Seat
    words: JsonObject = field(repr=False)  # in no log
    id: str
    by: By
    occasion: int

    def event(self, history: History, at: str) -> Event:
        """Return the move as it is played at last. When it was chosen is not kept."""
        words = {"seat": name_of(history.setup, self.seat), **self.words}
        return Event(self.id, words, self.by, at, at)


def early_of(kept: Sequence[JsonObject]) -> tuple[Early, ...]:
    """Read what the journal kept; nothing where another version wrote it otherwise."""
    try:
        return tuple(from_json(Early, one) for one in kept)
    except (LookupError, TypeError, ValueError):
        return ()


def occasion_of(history: History) -> int:
    """Return the number of the last move that stands and is not secret; 0 for none."""
    steps = reversed(history.steps())
    known = (step.number for step in steps if not is_secret(history.game, step.entry.words))
    return next(known, 0)


def still_come(early: Sequence[Early], history: History) -> tuple[Early, ...]:
    """Return what still waits for its turn, or whose turn it is; the rest is let go."""
    if not early:
        return ()
    game, state, occasion = history.game, history.state, occasion_of(history)
    mover = game.to_move(state)
    return tuple(
        one
        for one in early
        if one.occasion == occasion
        and (one.seat == mover or game.early_kind(state, one.seat) == one.words.get("move"))
    )
