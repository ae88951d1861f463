"""The state of a game: the sheets of all seats, and the turn being played."""

from dataclasses import dataclass
from typing import Final

from companion.games.game import Outcome, Seat
from companion.games.yacht.scoring import Row, Terms, choices, empty_boxes, extra_points, total
from companion.games.yacht.sheets import Counts, ScoreSheet, counts_of

THROWS: Final = 3
"""Throws in a turn, at most."""


@dataclass(frozen=True)
class State:
    """One position. ``rows`` and ``extra`` (points of the extra bonus) are by seat.

    ``throws`` counts those made in this turn, ``lying`` are the five dice after the last of them,
    ``kept`` those among them that it did not throw; both are sorted by face. A new turn begins with no
    dice lying; the last turn of the game stays visible.
    """

    terms: Terms
    rows: tuple[Row, ...]
    extra: tuple[int, ...]
    seat: Seat
    throws: int = 0
    lying: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    outcome: Outcome | None = None

    @property
    def sheet(self) -> ScoreSheet:
        """The sheet that is played."""
        return self.terms.sheet

    @property
    def row(self) -> Row:
        """The row of the seat to move."""
        return self.rows[self.seat - 1]

    @property
    def counts(self) -> Counts:
        """How many of the dice lying there show each face."""
        return counts_of(self.lying)

    @property
    def may_throw(self) -> bool:
        """Whether this turn has a throw left."""
        return self.outcome is None and self.throws < THROWS

    @property
    def options(self) -> dict[str, int]:
        """The boxes that the dice lying there may fill, with their points."""
        if self.outcome is not None or not self.throws:
            return {}
        found = choices(self.terms, empty_boxes(self.row), self.counts)
        return {self.sheet.names[number]: points for number, points in found.items()}

    @property
    def extra_now(self) -> int:
        """The extra bonus for scoring the dice lying there, in whichever box."""
        return extra_points(self.terms, self.row, self.counts) if self.options else 0

    @property
    def totals(self) -> tuple[int, ...]:
        """The scores by seat, with all bonuses that are reached."""
        rows = zip(self.rows, self.extra, strict=True)
        return tuple(total(self.sheet, row, extra) for row, extra in rows)
