"""Readings, the only results that leave the readers, and the part shared by all kinds.

Pixels have their origin at the picture's top left corner, x to the right and y down. Angles are degrees
clockwise: in the picture from its up, on the table from the direction in which the table's y decreases.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist, hypot, inf
from typing import ClassVar, Final, Literal, NamedTuple


class PointPx(NamedTuple):
    """A place in the picture."""

    x: float
    y: float


class PointMm(NamedTuple):
    """A place on the table: origin at the top left marker's outer corner, x right, y down."""

    x: float
    y: float


class GridCell(NamedTuple):
    """A place in a grid of touching dice or of a board: column to the right, row down, from (0, 0)."""

    column: int
    row: int


class BoxPx(NamedTuple):
    """A part of the picture: its top left corner, its width and height."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, place: PointPx) -> bool:
        """Tell whether a place lies in it."""
        return 0 <= place.x - self.x <= self.width and 0 <= place.y - self.y <= self.height


Why = Literal["dark", "bright", "blurred", "moving", "banded", "covered", "not the table"]
"""The reason why a part of a picture cannot be judged."""


@dataclass(frozen=True)
class Unjudged:
    """A part of the picture that cannot be judged: pieces there are not sure, and it is not known to be
    empty."""

    why: Why
    box_px: BoxPx


@dataclass(frozen=True)
class Guess:
    """Another possible face of a die."""

    face: str
    confidence: float


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
class Contact:
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
class MarkersSeen:
    """The table's markers, by their numbers: those ``seen``, and among these the ``unfit``.

    An unfit one does not lie flat with the others: the table's plane is found without it or, if it may
    be any of them, not at all.
    """

    seen: tuple[int, ...] = ()
    unfit: tuple[int, ...] = ()


@dataclass(frozen=True)
class Reading(ABC):
    """The common part of all kinds of readings.

    ``sure``: every piece is sure *and* nothing is missed or extra; ``doubts`` gives the reasons in code
    words if not. ``size_px`` is the picture's width and height. ``has_markers``: the table's plane is
    known from its markers. ``covered``: at a live table something new reaches in, such as a hand, and
    may hide pieces. ``unjudged``: the parts of the picture that cannot be judged, and why: a piece read
    there is not sure, and an unread one may be there. ``markers``: which were seen, for a kind whose
    reader looks for them. ``stages_ms`` is the time each stage took, by name.
    """

    kind: ClassVar[str]
    """The kind of its pieces: "dice", "board", "tokens"."""

    sure: bool
    doubts: tuple[str, ...]
    size_px: tuple[int, int]
    has_markers: bool
    covered: bool = field(default=False, kw_only=True)
    unjudged: tuple[Unjudged, ...] = field(default=(), kw_only=True)
    markers: MarkersSeen = field(default=MarkersSeen(), kw_only=True)
    stages_ms: tuple[tuple[str, float], ...] = field(default=(), kw_only=True)

    @property
    @abstractmethod
    def is_empty(self) -> bool:
        """Whether nothing of this kind lies there."""

    @property
    @abstractmethod
    def places_px(self) -> tuple[PointPx, ...]:
        """Where each piece lies."""

    @property
    @abstractmethod
    def smallest_px(self) -> float | None:
        """The side of the smallest piece in the picture; None if it is not known."""


@dataclass(frozen=True)
class LyingDice:
    """Dice as they lie, and which of them touch: every die is in exactly one grid.

    ``grids`` is the most likely way; ``contacts`` are all pairs that may touch, however improbably;
    ``vision.dice.grids.layouts`` gives the other ways. Both are empty if they do not matter, because the
    faces of such dice never continue on others.
    """

    dice: tuple[Die, ...]
    grids: tuple[Grid, ...]
    contacts: tuple[Contact, ...] = field(default=(), kw_only=True)


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


EMPTY: Final = "empty"
"""The label of a cell on which no taught piece lies."""


@dataclass(frozen=True)
class CellGuess:
    """One possible content of a cell; ``label`` and ``turns`` as in ``BoardCell``."""

    label: str
    turns: int
    confidence: float


WhyUnsure = Literal["never_taught", "between_two", "covered", "cut_off"]
"""Why a cell's content is not sure: it resembles nothing that was taught; it resembles two things;
something is over it; it is not completely in the picture."""


@dataclass(frozen=True)
class BoardCell:
    """The content of one cell of a board.

    ``label`` is ``empty`` or a taught one; ``turns``: quarter turns clockwise against the board, 0 if
    the label has no direction. ``on``: the label of the thing standing on it (a pawn), None if there is
    none. ``corners_px`` (clockwise, first the cell's own top left) are the cell's corners on the board
    itself, not those of the piece's top. ``likely`` holds the best guesses, best first, the first being
    ``label``. ``before``: the piece that was seen there with certainty just before something was put on
    it, whatever the cell is read as now. ``why`` it is not sure, if its reader says so.
    """

    cell: GridCell
    label: str
    turns: int
    confidence: float
    sure: bool
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]
    on: str | None = None
    likely: tuple[CellGuess, ...] = ()
    before: CellGuess | None = None
    why: WhyUnsure | None = None

    @property
    def centre_px(self) -> PointPx:
        """The mean of the cell's corners."""
        xs, ys = zip(*self.corners_px, strict=True)
        return PointPx(sum(xs) / 4, sum(ys) / 4)


@dataclass(frozen=True)
class BoardReading(Reading):
    """The contents of a board in one picture: every cell that is neither hidden nor certainly bare.

    ``grid``: columns and rows. ``hidden`` cells cannot be seen (a hand, a cup, outside the picture).
    ``corners_px``: centres of the four corner cells, clockwise from the top left; None if the board was
    not found: then there are no cells, and the reading is not sure. Its ``doubts`` are ``no_board``,
    ``cell`` (one is not sure) and ``hidden``.
    """

    kind: ClassVar[str] = "board"
    grid: tuple[int, int] = field(kw_only=True)
    cells: tuple[BoardCell, ...] = field(kw_only=True)
    hidden: tuple[GridCell, ...] = field(default=(), kw_only=True)
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx] | None = field(kw_only=True)

    def at_px(self, column: float, row: float) -> PointPx:
        """Return the place in the picture of a point of the board; whole numbers are centres of cells.

        Raises ``ValueError`` if the board was not found.
        """
        if self.corners_px is None:
            raise ValueError("the board was not found in this picture")
        across, down = column / max(1, self.grid[0] - 1), row / max(1, self.grid[1] - 1)
        return _in_quad(self.corners_px, across, down)

    @property
    def is_empty(self) -> bool:
        """Whether nothing lies on the board, as far as it is visible."""
        return self.corners_px is not None and not self.cells

    @property
    def places_px(self) -> tuple[PointPx, ...]:
        """The centre of each cell with something on it."""
        return tuple(cell.centre_px for cell in self.cells)

    @property
    def smallest_px(self) -> float | None:
        """The shorter side of a cell, at the board's middle."""
        if self.corners_px is None:
            return None
        return _cell_px(self, self.grid)


@dataclass(frozen=True)
class TokenGuess:
    """An alternative reading of a token."""

    label: str
    confidence: float


@dataclass(frozen=True)
class Token:
    """One taught loose thing: a gem, a stone.

    ``size_px``: the diameter of its visible part. ``cell``: its place in the reading's grid; None if
    there is no grid or it lies beside it. ``centre_mm`` is None if the table's plane is unknown.
    ``likely`` holds the best guesses, best first, the first being ``label``.
    """

    label: str
    centre_px: PointPx
    size_px: float
    confidence: float
    sure: bool
    cut_off: bool = False
    cell: GridCell | None = None
    centre_mm: PointMm | None = None
    likely: tuple[TokenGuess, ...] = ()


@dataclass(frozen=True)
class TokenReading(Reading):
    """Every token seen in one picture.

    ``grid``: columns and rows of the board in whose holes tokens lie, None if the set was taught without
    one. ``corners_px``: centres of its four corner cells, clockwise from top left; None if there is no
    grid or it was not found. ``hidden`` cells of the grid cannot be seen; in ``doubted`` ones a token
    may have been missed, or a listed token may not be one. ``missed_px``: other places where a token may
    have been missed; if the board was found, all such places. ``reached``: at a live table, the cells
    that something reaching in may hide. ``lifted``: those of them whose last token was seen to be gone
    just before, when no hand hid them. Its ``doubts`` are ``token``, ``cut_off``, ``maybe_missed``,
    ``maybe_extra``, ``no_grid`` and ``hidden``.
    """

    kind: ClassVar[str] = "tokens"
    tokens: tuple[Token, ...] = field(kw_only=True)
    grid: tuple[int, int] | None = field(default=None, kw_only=True)
    hidden: tuple[GridCell, ...] = field(default=(), kw_only=True)
    doubted: tuple[GridCell, ...] = field(default=(), kw_only=True)
    missed_px: tuple[PointPx, ...] = field(default=(), kw_only=True)
    reached: tuple[GridCell, ...] = field(default=(), kw_only=True)
    lifted: bool = field(default=False, kw_only=True)
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx] | None = field(default=None, kw_only=True)

    def at_px(self, column: float, row: float) -> PointPx:
        """Return the place in the picture of a point of the grid; whole numbers are centres of cells.

        Raises ``ValueError`` if there is no grid, or it was not found.
        """
        if self.corners_px is None or self.grid is None:
            raise ValueError("no grid was found in this picture")
        across, down = column / max(1, self.grid[0] - 1), row / max(1, self.grid[1] - 1)
        return _in_quad(self.corners_px, across, down)

    @property
    def counts(self) -> dict[str, int]:
        """How many tokens there are of each label that was seen, the labels in alphabetical order."""
        return dict(sorted(Counter(token.label for token in self.tokens).items()))

    @property
    def is_empty(self) -> bool:
        """Whether no token lies there."""
        return not self.tokens

    @property
    def places_px(self) -> tuple[PointPx, ...]:
        """The centre of each token."""
        return tuple(token.centre_px for token in self.tokens)

    @property
    def smallest_px(self) -> float | None:
        """The diameter of the smallest token."""
        return min((token.size_px for token in self.tokens), default=None)


OutlineLook = Literal["inside", "outside", "covered"]


@dataclass(frozen=True)
class OutlineCell:
    """One cell of a sheet with a printed outline.

    ``look``: the visible pattern: the one printed within the outline, the one outside, or a thing that
    covers it. If that is not sure, it may be partly covered.
    """

    cell: GridCell
    look: OutlineLook
    sure: bool
    centre_px: PointPx


@dataclass(frozen=True)
class Outline:
    """A sheet with an outline of squares, and the state of each of its cells, row after row.

    ``corners_px``: the sheet's own corners, clockwise from its top left.
    """

    number: int
    cells: tuple[OutlineCell, ...]
    corners_px: tuple[PointPx, PointPx, PointPx, PointPx]

    @property
    def sure(self) -> bool:
        """Whether every cell is sure."""
        return all(cell.sure for cell in self.cells)


@dataclass(frozen=True)
class OutlineReading(Reading):
    """Every sheet with a printed outline that is seen, by its number.

    ``twice``: the numbers that occur several times: those are not read. Its ``doubts`` are ``cell`` (one
    is not sure) and ``twice``. The table's own markers are not looked for.
    """

    kind: ClassVar[str] = "outlines"
    outlines: tuple[Outline, ...] = field(kw_only=True)
    twice: tuple[int, ...] = field(default=(), kw_only=True)

    @property
    def is_empty(self) -> bool:
        """Whether there is no such sheet."""
        return not (self.outlines or self.twice)

    @property
    def places_px(self) -> tuple[PointPx, ...]:
        """The centre of each cell."""
        return tuple(cell.centre_px for outline in self.outlines for cell in outline.cells)

    @property
    def smallest_px(self) -> float | None:
        """The least distance from a cell to the next of the same sheet."""
        return min((_apart(outline.cells) for outline in self.outlines), default=None)


def _apart(cells: Sequence[OutlineCell]) -> float:
    pairs = pairwise(cells)
    return min((dist(one.centre_px, other.centre_px) for one, other in pairs), default=inf)


def _cell_px(reading: BoardReading, grid: tuple[int, int]) -> float:
    column, row = (grid[0] - 1) / 2, (grid[1] - 1) / 2
    here = reading.at_px(column, row)
    return min(dist(here, reading.at_px(column + 1, row)), dist(here, reading.at_px(column, row + 1)))


def _in_quad(corners: tuple[PointPx, PointPx, PointPx, PointPx], across: float, down: float) -> PointPx:
    """Return a point of the unit square in perspective, given the places of the square's corners."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    right, up = (x1 - x2, y1 - y2), (x3 - x2, y3 - y2)
    rest = (x0 - x1 + x2 - x3, y0 - y1 + y2 - y3)
    area = right[0] * up[1] - up[0] * right[1]
    g = (rest[0] * up[1] - up[0] * rest[1]) / area
    h = (right[0] * rest[1] - rest[0] * right[1]) / area
    w = g * across + h * down + 1
    x = (x1 - x0 + g * x1) * across + (x3 - x0 + h * x3) * down + x0
    y = (y1 - y0 + g * y1) * across + (y3 - y0 + h * y3) * down + y0
    return PointPx(x / w, y / w)
