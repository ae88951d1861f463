"""How dice may be scored: the boxes they may fill, the joker, and how a sheet is added up."""

from collections.abc import Collection
from dataclasses import dataclass

from companion.games.yacht.sheets import DICE, EXTRA_BONUS, SHEETS, Counts, ScoreSheet

Row = tuple[int | None, ...]
"""The points in one seat's boxes, in the order of the sheet; None if a box is empty."""


@dataclass(frozen=True)
class Terms:
    """What was agreed before the game: the sheet, by its name, and whether there is an extra bonus."""

    sheet_name: str
    extra_bonus: bool

    @property
    def sheet(self) -> ScoreSheet:
        """The sheet that is played."""
        return SHEETS[self.sheet_name]

    @property
    def five_alike(self) -> int | None:
        """The number of the box on which extra bonus and joker depend; None if there are none."""
        if not self.extra_bonus or self.sheet.five_alike is None:
            return None
        return self.sheet.names.index(self.sheet.five_alike)


def is_joker(terms: Terms, empty: Collection[int], counts: Counts) -> bool:
    """Return whether these five dice are a joker for a sheet with these boxes empty, by number."""
    return terms.five_alike is not None and terms.five_alike not in empty and DICE in counts


def choices(terms: Terms, empty: Collection[int], counts: Counts) -> dict[int, int]:
    """Return the boxes, by number, that these five dice may fill, and the points each would get."""
    boxes = terms.sheet.boxes
    if not is_joker(terms, empty, counts):
        return {number: boxes[number].points(counts) for number in sorted(empty)}
    own = counts.index(DICE)
    lower = {number for number in empty if boxes[number].face is None}
    allowed = {own} if own in empty else lower or empty
    return {number: boxes[number].points(counts, joker=number in lower) for number in sorted(allowed)}


def extra_points(terms: Terms, row: Row, counts: Counts) -> int:
    """Return the extra bonus that a seat gets for scoring these five dice, in whichever box."""
    number = terms.five_alike
    earned = number is not None and bool(row[number]) and DICE in counts
    return EXTRA_BONUS if earned else 0


def empty_boxes(row: Row) -> tuple[int, ...]:
    """Return the numbers of the boxes that are empty."""
    return tuple(number for number, points in enumerate(row) if points is None)


def upper_sum(sheet: ScoreSheet, row: Row) -> int:
    """Return the sum of the upper boxes."""
    return sum(points or 0 for points in row[: len(sheet.upper)])


def upper_bonus(sheet: ScoreSheet, upper: int) -> int:
    """Return the bonus that upper boxes of this sum have reached."""
    return sheet.bonus if upper >= sheet.bonus_from else 0


def total(sheet: ScoreSheet, row: Row, extra: int) -> int:
    """Return a seat's score: its boxes, the bonus of the upper ones, and its extra bonuses."""
    return sum(points or 0 for points in row) + upper_bonus(sheet, upper_sum(sheet, row)) + extra
