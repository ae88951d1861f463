"""Tells presses from contact bounce and from disturbances on the wire, by the times of a key's edges."""

from typing import Final, Literal

CLOSED_S: Final = 0.004
"""Seconds for which a key must stay closed to count as pressed; anything shorter is a disturbance on the
wire."""
SETTLE_S: Final = 0.025
"""Seconds for which a released key must stay open to count as open; contacts bounce for less."""
STUCK_S: Final = 10.0
"""A key that has not been open for this many seconds is stuck."""

_State = Literal["open", "doubtful", "pressed", "held"]


class Debounce:
    """One key. Times are seconds of one clock; a press counts from its first edge.

    ``is_down``, ``at``: its level at the beginning, and when that was. A key that is down at the
    beginning was pressed at an unknown time: it is heard only after it has been open.
    """

    def __init__(self, is_down: bool, at: float) -> None:
        self._is_down, self._since = is_down, at
        self._state: _State = "held" if is_down else "open"
        self._began = at
        self._differs_since: float | None = None
        self._press: float | None = None

    def edge(self, is_down: bool, at: float) -> None:
        """Take in an edge. The same level again changes nothing: an edge between was lost."""
        self._differs_since = None
        if is_down == self._is_down:
            return
        self.passes(at)
        self._is_down, self._since = is_down, at
        if is_down and self._state == "open":
            self._state, self._began = "doubtful", at

    def look(self, is_down: bool, until: float) -> None:
        """Take in its present level; all edges up to ``until`` have been reported."""
        if is_down == self._is_down:
            self._differs_since = None
            self.passes(until)
        elif self._differs_since is None:
            self._differs_since = until
        elif until - self._differs_since >= SETTLE_S:  # no edge arrives that late: it was lost
            self._is_down, self._since = is_down, self._differs_since
            self._differs_since = None

    def passes(self, until: float) -> None:
        """Take in that no other edge came until then."""
        lasted = until - self._since
        if not self._is_down and lasted >= SETTLE_S:
            self._state = "open"
        elif self._is_down and self._state == "doubtful" and lasted >= CLOSED_S:
            self._state, self._press = "pressed", self._began

    def taken(self) -> float | None:
        """Return the time of a certain press, once for each press."""
        press, self._press = self._press, None
        return press

    @property
    def is_open(self) -> bool:
        """Whether the key is open and nothing is pending before its next edge."""
        return self._state == "open"

    @property
    def doubtful_since(self) -> float | None:
        """Time since which an uncertain press has been pending; None if there is none."""
        return self._began if self._state == "doubtful" else None

    @property
    def is_unclear(self) -> bool:
        """Whether its level differs from that of its last edge: the next edge is still coming, or was
        lost."""
        return self._state == "doubtful" and self._differs_since is not None

    def is_stuck(self, now: float) -> bool:
        """Tell whether the key is stuck: it has not been open for ``STUCK_S``."""
        return self._state != "open" and now - self._began >= STUCK_S

    @property
    def due(self) -> float | None:
        """When it becomes certain whether it is pressed, if no edge comes; None if nothing is
        uncertain."""
        if self._state != "doubtful":
            return None
        if self._differs_since is not None:
            return self._differs_since + SETTLE_S
        return self._since + (CLOSED_S if self._is_down else SETTLE_S)
