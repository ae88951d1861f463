"""What all are shown on the way to a position: the cards of a vote turn up one by one.

The rules and the record are there at once. Whatever leaves the table follows step by step, the same for
everybody, so that no page tells what the others do not show yet.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from companion.table.hooks.timing import Shown
from companion.table.sitting.sitting import Sitting


@dataclass(frozen=True)
class StepsShown:
    """The steps that are still to be shown, the one that is shown now first, and until when it is."""

    steps: tuple[Shown[Any], ...] = ()
    until: float = inf

    @classmethod
    def beginning(cls, steps: Sequence[Shown[Any]], at: float) -> "StepsShown":
        """Return a show of these steps."""
        return cls(tuple(steps), at + steps[0].seconds) if steps else cls()

    @property
    def is_on(self) -> bool:
        """Whether anything is still to be shown before the position itself."""
        return bool(self.steps)

    @property
    def due(self) -> float | None:
        """When the next step comes, in seconds of the table's clock; None: none does."""
        return self.until if self.is_on else None

    def next(self) -> "StepsShown":
        """Return the show with its next step."""
        left = self.steps[1:]
        return replace(self, steps=left, until=self.until + left[0].seconds) if left else StepsShown()


class ToldSitting:
    """The sitting as it is told, made once for each of its steps."""

    def __init__(self) -> None:
        self._made: tuple[Sitting | None, Any, Sitting | None] = (None, None, None)

    def of(self, sitting: Sitting, show: StepsShown) -> Sitting:
        """Return the sitting as all are told of it now."""
        state = show.steps[0].state if show.is_on else sitting.told_state
        if state is sitting.history.state:
            return sitting
        if self._made[0] is not sitting or self._made[1] is not state or self._made[2] is None:
            self._made = (sitting, state, sitting.told_as(state))
        told = self._made[2]
        assert told is not None
        return told
