"""How fast something comes or goes, over the last seconds and not in the mean since it began."""

from collections import deque


class Pace:
    """Counts bytes over a sliding window. Whoever sent much at first earns no rest with it."""

    def __init__(self, window_s: float, least_bytes_per_s: float) -> None:
        self._window_s, self._least_bytes = window_s, window_s * least_bytes_per_s
        self._since: float | None = None
        self._moved: deque[tuple[float, int]] = deque()

    @property
    def is_on(self) -> bool:
        """Whether something is waited for."""
        return self._since is not None

    def begin(self, now: float) -> None:
        """Measure from now on, if it is not being measured already."""
        if self._since is None:
            self._since = now

    def end(self) -> None:
        """It is done: nothing is waited for."""
        self._since = None
        self._moved.clear()

    def moved(self, count: int, now: float) -> None:
        """Take note of so many bytes. Those of one second are counted together."""
        if self._moved and now - self._moved[-1][0] < 1.0:
            at, before = self._moved.pop()
            self._moved.append((at, before + count))
        else:
            self._moved.append((now, count))

    def is_slow(self, now: float) -> bool:
        """Tell whether less than the least has moved in the window that ends now."""
        if self._since is None or now - self._since <= self._window_s:
            return False
        while self._moved and self._moved[0][0] < now - self._window_s:
            self._moved.popleft()
        return sum(count for _, count in self._moved) < self._least_bytes
