"""Dice as they were read: their faces, which of them touch, and what is not sure of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import hypot, inf
from typing import ClassVar, Literal, Self

from vision.readings.places import GridCell, PointMm, PointPx
from vision.readings.reading import Guess, Reading, Unjudged, lies_in


@dataclass(frozen=True)
class Die:
    """One die: the face on top, its place and angle, and how certain these are.

    ``centre_px`` and ``corners_px`` (clockwise, first the face's own top left) belong to the top face.
    ``angle_deg`` is the direction from the picture's up to the middle of the face's own top edge; it is
    None if the face has no direction (according to its set). ``centre_mm`` and ``angle_mm_deg`` are the
    same on the table, None if its plane is unknown. ``likely`` holds the best guesses, best first, the
    first being ``face``.
    """

    face: str
    centre_px: PointPx
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]
    angle_deg: float | None
    confidence: float
    sure: bool
    cut_off: bool = False
    centre_mm: PointMm | None = None
    likely: tuple[Guess, ...] = ()
    angle_mm_deg: float | None = None

    @property
    def side_px(self) -> float:
        """Length of the top face's side: the mean of its four edges."""
        ends = zip(self.corners_px, self.corners_px[1:] + self.corners_px[:1], strict=True)
        return sum(hypot(b.x - a.x, b.y - a.y) for a, b in ends) / 4


DoubtKind = Literal["which_face", "may_be_a_die", "may_be_missed", "touching_or_not", "cut_off"]


@dataclass(frozen=True)
class Doubt:
    """One uncertain thing, and its place.

    ``which_face`` a die shows; ``may_be_a_die``: it was read as a die, but may not be one;
    ``may_be_missed``: it was not read as a die, but may be one; ``touching_or_not``: whether two dice
    touch; ``cut_off``: the picture's edge cuts the die. ``dice`` are the numbers of the dice concerned:
    one, two that may touch, none where a die may be missed. ``chance``: the probability that a die lies
    there at all. ``likely`` are the possible faces, as in ``Die``; empty if two dice may touch.
    ``is_anywhere``: a die may equally be elsewhere, since no place looks like one; this place is the
    most likely.
    """

    kind: DoubtKind
    centre_px: PointPx
    side_px: float
    dice: tuple[int, ...] = ()
    chance: float = 1.0
    likely: tuple[Guess, ...] = ()
    centre_mm: PointMm | None = None
    is_anywhere: bool = False


@dataclass(frozen=True)
class GridDie:
    """A die's place in its grid. ``turns``: quarter turns clockwise of its face against the grid."""

    die: int
    cell: GridCell
    turns: int


@dataclass(frozen=True)
class Grid:
    """Dice that touch edge to edge, as squares of one grid; a die alone is a grid of one.

    The grid's up is the direction of its columns nearest to the picture's up.
    """

    dice: tuple[GridDie, ...]


@dataclass(frozen=True)
class DiceContact:
    """Two dice that may touch edge to edge on purpose, and the probability that they do.

    ``dice``: their numbers, the lower one first; ``sides``: for each, its own side that faces the other:
    0 its top, 1 its right, 2 its bottom, 3 its left. In sides of a die, ``offset``: how far they are out
    of line; ``gap``: the space between them, negative if misread corners overlap. ``askew_deg``: the
    angle between them.
    """

    dice: tuple[int, int]
    sides: tuple[int, int]
    offset: float
    gap: float
    askew_deg: float
    probability: float


@dataclass(frozen=True)
class Layout:
    """One way in which dice may touch, and its probability among all of them.

    Every die is in exactly one grid.
    """

    grids: tuple[Grid, ...]
    probability: float


@dataclass(frozen=True)
class LyingDice:
    """Dice as they lie, and which of them touch: every die is in exactly one grid.

    ``grids`` is the most likely way; ``contacts`` are all pairs that may touch, however improbably;
    ``vision.dice.grids.layouts`` gives the other ways. Both are empty if they do not matter, because the
    faces of such dice never continue on others.
    """

    dice: tuple[Die, ...]
    grids: tuple[Grid, ...]
    contacts: tuple[DiceContact, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class DiceReading(Reading, LyingDice):
    """Everything seen in one picture of dice.

    Its ``doubts`` are ``die``, ``cut_off``, ``maybe_missed``, ``maybe_extra`` and ``grid``; ``doubtful``
    gives the place of each and its possible contents; it is empty if the reading is sure. ``rolled``: at
    a live table dice were seen to roll until they lay like this, without a hand; ``moved_s``: how long
    something had moved before, s.
    """

    kind: ClassVar[str] = "dice"
    doubtful: tuple[Doubt, ...] = field(default=(), kw_only=True)
    rolled: bool = field(default=False, kw_only=True)
    moved_s: float = field(default=inf, kw_only=True)

    @property
    def is_empty(self) -> bool:
        """Whether no die lies there."""
        return not self.dice

    @property
    def places_px(self) -> tuple[PointPx, ...]:
        """The centre of each die's top face."""
        return tuple(die.centre_px for die in self.dice)

    @property
    def smallest_px(self) -> float | None:
        """The side of the smallest die's top face."""
        return min((die.side_px for die in self.dice), default=None)

    def doubt_in(self, unjudged: Sequence[Unjudged]) -> Self:
        """Return the reading without certainty in these parts of the picture."""
        dice = (
            replace(die, sure=die.sure and not lies_in(die.centre_px, unjudged)) for die in self.dice
        )
        return replace(self, dice=tuple(dice))
