"""The score sheets, as data: which boxes there are, which dice fit each, and what they are worth."""

from dataclasses import dataclass
from typing import Final, Literal

DICE: Final = 5
"""Dice in the game."""

FACES: Final = ("1", "2", "3", "4", "5", "6")
"""A die's faces, as records name them."""

Counts = tuple[int, ...]
"""How many dice show each face, from 1 to 6."""


@dataclass(frozen=True)
class SheetBox:
    """One box of a sheet. Dice fit it if they meet its condition; other dice score 0 points.

    ``alike`` asks for groups of equal dice, one size for each group, each of another face: (3, 2) is a
    full house. ``runs`` asks for all faces of at least one of these runs. A box without a condition
    takes any dice. ``face`` makes it an upper box, for that face alone. ``worth`` is a number of points,
    or says which pips are added up: those of ``all`` dice, of the ``alike`` ones, or of those with the
    ``face``.
    """

    name: str
    worth: int | Literal["all", "alike", "face"]
    face: int | None = None
    alike: tuple[int, ...] = ()
    runs: tuple[tuple[int, ...], ...] = ()

    def points(self, counts: Counts, *, joker: bool = False) -> int:
        """Return what five dice score here; a joker fits every lower box."""
        if not joker and not self._fits(counts):
            return 0
        if self.worth == "all":
            return sum(face * count for face, count in enumerate(counts, 1))
        if self.worth == "face":
            return 0 if self.face is None else self.face * counts[self.face - 1]
        if self.worth == "alike":
            return self.alike[0] * max(
                face for face, count in enumerate(counts, 1) if count >= self.alike[0]
            )
        return self.worth

    def _fits(self, counts: Counts) -> bool:
        most = sorted(counts, reverse=True)
        if any(there < asked for there, asked in zip(most, self.alike, strict=False)):
            return False
        return not self.runs or any(all(counts[face - 1] for face in run) for run in self.runs)


@dataclass(frozen=True)
class ScoreSheet:
    """All boxes, the upper ones first, and what is added to them.

    The upper boxes get ``bonus`` points more once they hold ``bonus_from`` together. If the extra bonus
    may be agreed on, it and its joker depend on ``five_alike``, the box for five equal dice.
    """

    name: str
    boxes: tuple[SheetBox, ...]
    bonus: int = 0
    bonus_from: int = 0
    five_alike: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the boxes, in their order."""
        return tuple(box.name for box in self.boxes)

    @property
    def upper(self) -> tuple[SheetBox, ...]:
        """The upper boxes, which are the first."""
        return self.boxes[: len(UPPER)]


EXTRA_BONUS: Final = 100
"""Points for another five alike, if the extra bonus is agreed."""

UPPER: Final = tuple(
    SheetBox(name, "face", face=face)
    for face, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), 1)
)

FOUR_IN_A_ROW: Final = ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6))
ONE_TO_FIVE: Final = (1, 2, 3, 4, 5)
TWO_TO_SIX: Final = (2, 3, 4, 5, 6)

YACHT: Final = ScoreSheet(
    "yacht",
    (
        *UPPER,
        SheetBox("full_house", "all", alike=(3, 2)),
        SheetBox("four_of_a_kind", "alike", alike=(4,)),
        SheetBox("little_straight", 30, runs=(ONE_TO_FIVE,)),
        SheetBox("big_straight", 30, runs=(TWO_TO_SIX,)),
        SheetBox("choice", "all"),
        SheetBox("yacht", 50, alike=(5,)),
    ),
)

THIRTEEN: Final = ScoreSheet(
    "thirteen",
    (
        *UPPER,
        SheetBox("three_of_a_kind", "all", alike=(3,)),
        SheetBox("four_of_a_kind", "all", alike=(4,)),
        SheetBox("full_house", 25, alike=(3, 2)),
        SheetBox("small_straight", 30, runs=FOUR_IN_A_ROW),
        SheetBox("large_straight", 40, runs=(ONE_TO_FIVE, TWO_TO_SIX)),
        SheetBox("five_of_a_kind", 50, alike=(5,)),
        SheetBox("chance", "all"),
    ),
    bonus=35,
    bonus_from=63,
    five_alike="five_of_a_kind",
)

SHEETS: Final = {sheet.name: sheet for sheet in (YACHT, THIRTEEN)}


def counts_of(faces: tuple[str, ...]) -> Counts:
    """Return how many of the dice show each face."""
    return tuple(faces.count(face) for face in FACES)
