"""An offer that was accepted by itself, and the way back."""

from dataclasses import dataclass

from companion.games.history import UNDO
from companion.table.hooks.verdict import JsonObject
from companion.table.sitting.offer import Offer
from companion.table.sitting.sitting import Sitting


@dataclass(frozen=True)
class Accepted:
    """``before``: the sitting before the ``offer`` was accepted; ``entries``: their number after it."""

    offer: Offer
    before: Sitting
    entries: int

    def is_last_of(self, sitting: Sitting) -> bool:
        """Whether nothing was played in the sitting since."""
        is_last = self.entries == len(sitting.events) and not sitting.early
        return is_last and self.before.number == sitting.number

    @property
    def moves_back(self) -> list[JsonObject]:
        """The moves that lead back to the state before it; those that it took back itself are made
        again."""
        moves = self.offer.choice("accept").moves
        again = sum(words.get("move") == UNDO for words in moves)  # these come first
        before = [self.before.events[step.number - 1] for step in self.before.history.steps()]
        redone = [dict(event.words) for event in before[len(before) - again :]]
        return [*({"move": UNDO} for _ in moves[again:]), *redone]
