"""Presses told from a key's bouncing, by the times of its edges alone."""

from typing import Final

SETTLE_S: Final = 0.02
"""A key that was let go counts as open once it has stayed open for so long; contacts bounce for less."""


class Debounce:
    """One key's edges. A press counts at its first edge, so that none is late and none is lost."""

    def __init__(self) -> None:
        self._opened_at: float | None = None
        self._was_down = False

    def is_press(self, down: bool, at: float) -> bool:
        """Take in an edge, ``down`` or up, at so many seconds; return whether it begins a press."""
        if not down:
            if self._was_down:
                self._was_down, self._opened_at = False, at
            return False
        begins = not self._was_down and (self._opened_at is None or at - self._opened_at >= SETTLE_S)
        self._was_down = True
        return begins
