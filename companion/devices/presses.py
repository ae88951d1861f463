"""The presses of all keys of a box, in the order in which they were made."""

from collections.abc import Callable, Iterable
from typing import Final, Literal

from companion.devices.device import Press

LATE_S: Final = 0.01
"""Greatest delay, in seconds, between an edge and its report: no order is decided before."""
WAIT_S: Final = 0.05
"""Longest wait of a press, in seconds, for an earlier one that is still uncertain: contacts bounce for
less."""


class Presses:
    """Edges in, presses out. Times are seconds of one clock. Used by one thread.

    ``is_down``: returns a key's level now, by its name. That function decides, since a chip's driver
    loses some of many edges in a short time.
    """

    def __init__(self, names: Iterable[str], is_down: Callable[[str], bool], now: float) -> None:
        self._is_down = is_down
        self._keys = {name: Debounce(is_down(name), now) for name in names}
        self._made: list[Press] = []

    def edge(self, name: str, is_down: bool, at: float) -> None:
        """Take in an edge of a key. One key's edges come in their order, two keys' need not."""
        self._keys[name].edge(is_down, at)
        self._collect(name)

    def until(self, now: float) -> list[Press]:
        """Return the presses that have become certain since the last call, the earliest first."""
        for name, key in self._keys.items():
            if not key.is_open:
                key.look(self._is_down(name), now - LATE_S)
                self._collect(name)
        first = self._first_doubtful(now)
        ready = sorted((press for press in self._made if press.at <= first), key=_when)
        self._made = [press for press in self._made if press.at > first]
        return ready

    def due(self, now: float) -> float | None:
        """Return when ``until`` is to be called again even if no edge comes; None if it need not be."""
        dues = [due + LATE_S for key in self._keys.values() if (due := key.due) is not None]
        if self._made:
            dues.append(self._first_doubtful(now) + WAIT_S)
        return min(dues, default=None)

    def stuck(self, now: float) -> frozenset[str]:
        """Return the keys that are stuck: each is heard again after it has been open for a moment."""
        return frozenset(name for name, key in self._keys.items() if key.is_stuck(now))

    def _collect(self, name: str) -> None:
        at = self._keys[name].taken()
        if at is not None:
            self._made.append(Press(name, at))

    def _first_doubtful(self, now: float) -> float:
        """Return the time of the first press that is uncertain and still waited for."""
        began = (
            at
            for key in self._keys.values()
            if (at := key.doubtful_since) is not None and (key.is_unclear or now - at < WAIT_S)
        )
        return min(began, default=float("inf"))


def _when(press: Press) -> float:
    return press.at


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
