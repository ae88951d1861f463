"""Everything that one player's future points depend on: which boxes are filled, and which bonuses are
possible."""

from typing import NamedTuple

from companion.games.yacht.scoring import Row, Terms, upper_bonus, upper_sum
from companion.games.yacht.sheets import DICE, EXTRA_BONUS, Counts, ScoreSheet


class ReducedSheet(NamedTuple):
    """A sheet before a turn, reduced to what matters for the turns that follow.

    ``filled`` has the bit 1 << number set for each filled box. ``upper`` is the sum of the upper boxes,
    as far as it matters: capped at the sum that earns the bonus. ``fifty``: another five alike would
    earn the extra bonus.
    """

    filled: int
    upper: int
    fifty: bool


NOTHING_FILLED = ReducedSheet(0, 0, fifty=False)


def standing_of(terms: Terms, row: Row) -> ReducedSheet:
    """Return the standing of a seat with this row of points."""
    filled = sum(1 << number for number, points in enumerate(row) if points is not None)
    upper = min(upper_sum(terms.sheet, row), terms.sheet.bonus_from)
    fifty = terms.five_alike is not None and bool(row[terms.five_alike])
    return ReducedSheet(filled, upper, fifty)


def empty_in(sheet: ScoreSheet, filled: int) -> tuple[int, ...]:
    """Return the numbers of the empty boxes, given the filled ones as bits."""
    return tuple(number for number in range(len(sheet.boxes)) if not filled >> number & 1)


def filling(terms: Terms, standing: ReducedSheet, number: int, points: int) -> tuple[int, ReducedSheet]:
    """Return the points for filling an empty box, and the standing that results.

    The bonus of the upper boxes is included; the extra bonus depends on the dice: see ``extra_ahead``.
    """
    filled = standing.filled | 1 << number
    sheet = terms.sheet
    if number < len(sheet.upper):
        upper = min(standing.upper + points, sheet.bonus_from)
        bonus = upper_bonus(sheet, upper) - upper_bonus(sheet, standing.upper)
        return points + bonus, ReducedSheet(filled, upper, standing.fifty)
    fifty = standing.fifty or (number == terms.five_alike and points > 0)
    return points, ReducedSheet(filled, standing.upper, fifty)


def extra_ahead(standing: ReducedSheet, counts: Counts) -> int:
    """Return the extra bonus for scoring these five dice."""
    return EXTRA_BONUS if standing.fifty and DICE in counts else 0
