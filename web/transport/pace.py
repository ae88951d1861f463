"""How fast bytes come or go over the last seconds, rather than on average since the beginning."""

from collections import deque


class Pace:
    """Counts bytes over a sliding window. Sending much at first does not earn a pause later."""

    def __init__(self, window_s: float, least_bytes_per_s: float) -> None:
        self._window_s, self._least_bytes = window_s, window_s * least_bytes_per_s
        self._since: float | None = None
        self._moved: deque[tuple[float, int]] = deque()

    @property
    def is_on(self) -> bool:
        """Whether anything is waited for."""
        return self._since is not None

    def begin(self, now: float) -> None:
        """Measure from now on, if it is not being measured already."""
        if self._since is None:
            self._since = now

    def end(self) -> None:
        """Note that it is done: nothing is waited for."""
        self._since = None
        self._moved.clear()

    def moved(self, count: int, now: float) -> None:
        """Note that this many bytes have moved. Bytes of the same second are counted together."""
        if self._moved and now - self._moved[-1][0] < 1.0:
            at, before = self._moved.pop()
            self._moved.append((at, before + count))
        else:
            self._moved.append((now, count))

    def is_slow(self, now: float) -> bool:
        """Tell whether less than the minimum has moved in the window that ends now."""
        if self._since is None or now - self._since <= self._window_s:
            return False
        while self._moved and self._moved[0][0] < now - self._window_s:
            self._moved.popleft()
        return sum(count for _, count in self._moved) < self._least_bytes
