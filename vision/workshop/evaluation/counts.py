"""Counts with their 95 % intervals."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959964


@dataclass(frozen=True)
class Count:
    """A count out of a total; ``interval`` is Wilson's for 95 % (Wilson 1927), which also works at none
    and all.

    Silent errors are counted relative to the labelled things, and may be more: something read where
    nothing lies is one, too. The interval is then that of all.
    """

    hits: int
    n: int

    @classmethod
    def of(cls, each: Iterable[bool]) -> "Count":
        """Return how many of these are so."""
        held = list(each)
        return cls(sum(held), len(held))

    @property
    def share(self) -> float | None:
        """Hits over n; None if n is 0."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Bounds of the true share; None if n is 0."""
        if not self.n:
            return None
        share, spread = min(self.hits / self.n, 1.0), Z_95**2 / self.n
        middle = (share + spread / 2) / (1 + spread)
        reach = Z_95 / (1 + spread) * sqrt(share * (1 - share) / self.n + spread / (4 * self.n))
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def as_row(self) -> dict[str, object]:
        """Return it as JSON: hits, n, share and interval."""
        bounds = self.interval
        return {
            "hits": self.hits,
            "n": self.n,
            "share": None if self.share is None else round(self.share, 5),
            "interval": None if bounds is None else [round(bound, 5) for bound in bounds],
        }

    def __str__(self) -> str:
        if self.share is None or self.interval is None:
            return "– (0)"
        low, high = self.interval
        return (
            f"{100 * self.share:.2f} % ({self.hits}/{self.n}; 95 %: {100 * low:.2f} to {100 * high:.2f})"
        )
