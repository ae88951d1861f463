"""Loose things as they were read: gems, stones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from vision.readings.places import GridCell, PointMm, PointPx, cells_of, point_in_quad
from vision.readings.reading import Guess, Reading, Unjudged, add_doubt, lies_in

ColourShares = tuple[tuple[int, int], ...]
"""How much of an area has which colour: numbers of colours, and their shares in thousandths."""


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
    likely: tuple[Guess, ...] = ()


@dataclass(frozen=True)
class TokenReading(Reading):
    """Every token seen in one picture.

    ``grid``: columns and rows of the board in whose holes tokens lie, None if the set was taught without
    one. ``corners_px``: centres of its four corner cells, clockwise from top left; None if there is no
    grid or it was not found. ``hidden`` cells of the grid cannot be seen; in ``doubted`` ones a token
    may have been missed, or a listed token may not be one. ``missed_px``: other places where a token may
    have been missed; if the board was found, all such places. ``reached``: at a live table, the cells
    that something reaching in may hide. ``lifted``: those of them whose last token was seen to be gone
    just before, when no hand hid them. ``before_rows``: the colours of the area before the first cell of
    each row, where figures may stand; none if it was not seen whole. Its ``doubts`` are ``token``,
    ``cut_off``, ``maybe_missed``, ``maybe_extra``, ``no_grid`` and ``hidden``.
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
    before_rows: tuple[ColourShares, ...] = field(default=(), kw_only=True, repr=False)

    def at_px(self, column: float, row: float) -> PointPx:
        """Return the place in the picture of a point of the grid; whole numbers are centres of cells.

        Raises ``ValueError`` if there is no grid, or it was not found.
        """
        if self.corners_px is None or self.grid is None:
            raise ValueError("no grid was found in this picture")
        across, down = column / max(1, self.grid[0] - 1), row / max(1, self.grid[1] - 1)
        return point_in_quad(self.corners_px, across, down)

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
    def has_lost_its_board(self) -> bool:
        """Whether the set has a board, and it was not found."""
        return "no_grid" in self.doubts

    @property
    def smallest_px(self) -> float | None:
        """The diameter of the smallest token."""
        return min((token.size_px for token in self.tokens), default=None)

    def doubt_in(self, unjudged: Sequence[Unjudged]) -> Self:
        """Return the reading without certainty in these parts of the picture: bare cells are hidden."""
        tokens = tuple(
            replace(one, sure=one.sure and not lies_in(one.centre_px, unjudged)) for one in self.tokens
        )
        unseen = tuple(cell for cell in self._bare_cells() if lies_in(self.at_px(*cell), unjudged))
        if not unseen:
            return replace(self, tokens=tokens)
        doubts = add_doubt("hidden", self.doubts)
        return replace(self, tokens=tokens, hidden=(*self.hidden, *unseen), sure=False, doubts=doubts)

    def _bare_cells(self) -> list[GridCell]:
        """Return the cells of the grid, if it was found, that are neither hidden nor hold a token."""
        if self.grid is None or self.corners_px is None:
            return []
        known = {*self.hidden, *(token.cell for token in self.tokens)}
        return [cell for cell in cells_of(self.grid) if cell not in known]
