"""The gem board as it was read: of every hole, what may lie in it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from companion.games.ubongo.components import HOLES, ROWS, Colour, Row
from companion.table.hooks.position import Readings, reading_of
from companion.table.hooks.verdict import JsonObject, Place, place_of, places_of
from vision.dice.beside_tokens import lies_within
from vision.readings.outlines import Outline, OutlineReading
from vision.readings.places import GridCell, PointPx
from vision.readings.tokens import ColourShares, Token, TokenReading

MOST_PLACES: Final = 12
"""Most places that are marked on the picture."""
BOARD_REACHES: Final = (2.6, 1.0, 1.2, 1.0)
"""How far the gem board reaches beyond its corner holes, in holes: left (the red fields, where pawns
stand), up, right, down."""
RED_FIELDS: Final = ((-2.6, -1.0), (-0.4, -1.0), (-0.4, len(ROWS)), (-2.6, len(ROWS)))
"""Corners of where pawns stand and their heads are seen: columns and rows, counted in holes."""


class Hole(NamedTuple):
    """A hole of the board: its row, and how far it is from the red field, 0 to 11."""

    row: Row
    hole: int


ALL_HOLES: Final = tuple(Hole(row, hole) for row in ROWS for hole in range(HOLES))


@dataclass(frozen=True)
class HoleLook:
    """What is seen of one hole: which gems may lie in it, likeliest first, and whether it may be bare.

    A hole of which nothing is seen may hold any gem, or none.
    """

    colours: tuple[Colour, ...]
    may_be_bare: bool
    is_hidden: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether there is no doubt about it."""
        return len(self.colours) + self.may_be_bare == 1

    @property
    def sure_colour(self) -> Colour | None:
        """The gem that surely lies there; None for none, or for a doubt."""
        return self.colours[0] if self.is_sure and self.colours else None


HIDDEN: Final = HoleLook(tuple(Colour), may_be_bare=True, is_hidden=True)
BARE: Final = HoleLook((), may_be_bare=True)


def sheets_in(readings: Readings) -> tuple[Outline, ...]:
    """Return the puzzles' sheets that were read."""
    reading = reading_of(OutlineReading, readings)
    return () if reading is None else reading.outlines


def is_over_board(readings: Readings) -> bool:
    """Tell whether a puzzle's sheet lies on the board, or is seen where no board is.

    What is read of a board that is hidden so far is not trusted, not even where it lies.
    """
    sheets, picture = sheets_in(readings), GemPicture.of(readings)
    return bool(sheets) and (picture is None or picture.is_touched(sheets))


class GemPicture:
    """One reading of the board, which must have been found."""

    def __init__(self, reading: TokenReading) -> None:
        self._reading = reading
        self._hidden = set(reading.hidden)
        self._doubted = {*reading.doubted, *reading.reached}
        self._tokens = {token.cell: token for token in reading.tokens if token.cell is not None}

    @classmethod
    def of(cls, readings: Readings) -> "GemPicture | None":
        """Return the board in what was read; None if none was found, or another one."""
        reading = reading_of(TokenReading, readings)
        if reading is None or reading.corners_px is None:
            return None
        return cls(reading) if reading.grid == (HOLES, len(ROWS)) else None

    @cached_property
    def looks(self) -> dict[Hole, HoleLook]:
        """What is seen of every hole."""
        return {hole: self._look(hole) for hole in ALL_HOLES}

    @property
    def count(self) -> int:
        """How many gems are seen in the board's holes."""
        return len(self._tokens)

    @property
    def red_fields(self) -> tuple[ColourShares, ...]:
        """The colours of the red fields, with the pawns on them; none where a hand may hide them."""
        return () if self._reading.covered else self._reading.before_rows

    @property
    def is_obstructed(self) -> bool:
        """Whether something hides a part of the board, or reaches over it: it will be away again."""
        return bool(self._hidden or self._reading.reached)

    def is_touched(self, sheets: Iterable[Outline]) -> bool:
        """Tell whether one of these sheets lies on the board, its red fields with it."""
        left, up, right, down = BOARD_REACHES
        columns = [-left, *range(HOLES), HOLES - 1 + right]
        rows = [-up, *range(len(ROWS)), len(ROWS) - 1 + down]
        points = [self._reading.at_px(column, row) for column in columns for row in rows]
        return any(lies_within(at, sheet.corners_px) for sheet in sheets for at in points)

    def loose(self) -> Counter[str] | None:
        """Return how many gems of each colour lie beside the board; None if that is not sure.

        What may be a gem on the board's red fields is a pawn's head.
        """
        reading = self._reading
        beside = [token for token in reading.tokens if token.cell is None]
        a, b, c, d = (reading.at_px(column, row) for column, row in RED_FIELDS)
        may_be_more = any(not lies_within(at, (a, b, c, d)) for at in reading.missed_px)
        in_doubt = may_be_more or "maybe_extra" in reading.doubts
        if in_doubt or reading.covered or not all(token.sure for token in beside):
            return None
        colours = {str(colour) for colour in Colour}
        return Counter(token.label for token in beside if token.label in colours)

    def found(self, *, beside: bool) -> list[JsonObject]:
        """Return gems, to be drawn over the picture: see ``UbongoPlay.drawn``.

        Those ``beside`` the board count only once the game is over: till then doubts about them mean
        nothing, and they are left out.
        """
        size_px = self._reading.size_px
        return [
            {
                "colour": token.label,
                "centre": list(place_of(token.centre_px, size_px)),
                "diameter": round(token.size_px / size_px[0], 5),
                "sure": token.sure,
            }
            for token in self._reading.tokens
            if beside or token.sure or token.cell is not None
        ]

    def likeness(self, hole: Hole, colour: Colour) -> float:
        """Return how much a gem looks like this colour, 0 to 1, as far as its reading says."""
        token = self._tokens.get(GridCell(hole.hole, hole.row))
        guesses = () if token is None else token.likely
        return next((guess.confidence for guess in guesses if guess.label == colour), 0.0)

    def places(self, holes: Iterable[Hole]) -> tuple[Place, ...]:
        """Return where holes are in the picture."""
        points = map(self._at_px, list(holes)[:MOST_PLACES])
        return places_of(points, self._reading.size_px)

    def _look(self, hole: Hole) -> HoleLook:
        cell = GridCell(hole.hole, hole.row)
        if cell in self._hidden:
            return HIDDEN
        token = self._tokens.get(cell)
        if token is None:
            # What looks bare may hold a gem where one may have been missed, or something reaches over.
            return HoleLook(tuple(Colour), may_be_bare=True) if cell in self._doubted else BARE
        colours = tuple(_colours(token))
        may_be_bare = not token.sure and cell in self._doubted
        return HoleLook(colours, may_be_bare) if colours else HIDDEN

    def _at_px(self, hole: Hole) -> PointPx:
        token = self._tokens.get(GridCell(hole.hole, hole.row))
        if token is not None:
            return token.centre_px
        return self._reading.at_px(hole.hole, hole.row)


def _colours(token: Token) -> Iterator[Colour]:
    """Yield what a token may be, likeliest first: all colours, where none of its guesses is one."""
    known = {str(colour): colour for colour in Colour}
    labels = [token.label, *(() if token.sure else (guess.label for guess in token.likely))]
    likely = [known[label] for label in dict.fromkeys(labels) if label in known]
    yield from likely
    if not token.sure:
        yield from (colour for colour in Colour if colour not in likely)
