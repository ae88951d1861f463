"""The presses of all keys of a box, in the order in which they were made."""

from collections.abc import Callable, Iterable
from typing import Final

from companion.devices.debounce import Debounce
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
