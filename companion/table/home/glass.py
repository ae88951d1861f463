"""The game's time as it is reported to the home: running, paused, or over."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from companion.table.shapes.state import StateShape

How = Literal["none", "running", "paused", "through"]
HOWS: tuple[How, ...] = ("none", "running", "paused", "through")

ROUNDED_S = 0.05
"""Rounding of the reported remaining time, in seconds: the time may end this much earlier than
reported."""
SAME_WITHIN_S = 0.5
"""Difference in seconds by which two reports of the same end may vary: a look at a busy table takes as
long. A smaller difference is not reported as a new end."""


@dataclass(frozen=True)
class HomeGlass:
    """The time of a sitting. ``due``: when it ends, in seconds of the table's clock.

    The glass counts as run out until another time begins, or another game: an automation may come late.
    """

    how: How = "none"
    sitting: str | None = None
    due: float | None = None
    ends_at: str | None = None

    def after(
        self, state: StateShape, asked_at: float, answered_at: float, time_of_day: datetime
    ) -> "HomeGlass":
        """Return the time as a look at the table shows it, between two moments of the table's clock."""
        timer, sitting = state["timer"], state["sitting"]
        if timer is None:
            is_through = sitting == self.sitting and self._is_over(answered_at)
            return HomeGlass("through" if is_through else "none", sitting)
        if timer["left_s"] <= 0:
            return HomeGlass("through", sitting)
        if not timer["running"]:
            return HomeGlass("paused", sitting)
        due = asked_at + timer["left_s"]
        if sitting == self.sitting and self.due is not None and abs(due - self.due) < SAME_WITHIN_S:
            return self
        ends_at = time_of_day + timedelta(seconds=timer["left_s"])
        return HomeGlass("running", sitting, due, ends_at.isoformat(timespec="seconds"))

    def _is_over(self, now: float) -> bool:
        return self.how == "through" or (self.due is not None and now >= self.due - ROUNDED_S)
