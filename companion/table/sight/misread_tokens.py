"""Tokens that a person corrected: as long as they lie there, they are what the person said."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import dist, inf
from statistics import median

from vision.readings.board import EMPTY
from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Guess
from vision.readings.tokens import Token, TokenReading

_SAME_PLACE = 0.4
"""Distance, in its diameters, within which a token's centre must stay to count as the same token."""
_NAMED_DOUBTS = ("token", "maybe_extra")
"""Kinds of doubt that end once every token is named."""
_PART_OF_HOLE = 0.6
"""The diameter of a token on a board where no other is seen, in distances between holes."""


@dataclass(frozen=True)
class MisreadToken:
    """A token as it was ``read``, and its true ``label``: EMPTY if none lies there.

    ``is_of_board``: it belongs to a board, and stays on it or beside it. ``was_missed``: nothing was
    read there at all.
    """

    read: Token
    label: str
    is_of_board: bool
    was_missed: bool = False

    def is_read_as(self, token: Token) -> bool:
        """Tell whether this is the same token, read as wrongly as before."""
        read = (self.read.label, self.read.cell) == (token.label, token.cell)
        return read and self.is_at(token)

    def is_missed_in(self, reading: TokenReading) -> bool:
        """Tell whether nothing is read there now, either."""
        return self.was_missed and not any(map(self.is_at, reading.tokens))

    def is_at(self, token: Token) -> bool:
        """Tell whether it lies where that token does."""
        return dist(self.read.centre_px, token.centre_px) < _SAME_PLACE * self.read.size_px

    def right(self, token: Token) -> Token:
        """Return the token with its true label, as certain."""
        guesses = (guess for guess in token.likely if guess.label != self.label)
        likely = (Guess(self.label, 1.0), *guesses)
        return replace(token, label=self.label, confidence=1.0, sure=not token.cut_off, likely=likely)


def token_meant(reading: TokenReading | None, number: int, label: str) -> MisreadToken | None:
    """Return the reading's token that is corrected; None if there is none."""
    if reading is None or number >= len(reading.tokens):
        return None
    return MisreadToken(reading.tokens[number], label, reading.grid is not None)


def add_missed_token(
    reading: TokenReading | None, at: tuple[float, float], label: str
) -> MisreadToken | None:
    """Return a token that was missed, at a place of the picture, or in the board's hole there.

    None if a token was read there, if the hole cannot be seen, or if nothing gives a token's size.
    """
    if reading is None:
        return None
    width, height = reading.size_px
    place = PointPx(at[0] * width, at[1] * height)
    hole = _hole_at(reading, place)
    size_px = median([token.size_px for token in reading.tokens] or [_size_in_hole(reading)])
    middle = place if hole is None or reading.grid is None else reading.at_px(*hole)
    missed = MisreadToken(
        Token(EMPTY, middle, size_px, 1.0, True, cell=hole), label, reading.grid is not None, True
    )
    is_seen = hole not in reading.hidden and missed.is_missed_in(reading)
    return missed if size_px > 0.0 and is_seen else None


def _hole_at(reading: TokenReading, place: PointPx) -> GridCell | None:
    """Return the hole of a board at a place of the picture; None if there is no hole."""
    if reading.grid is None or reading.corners_px is None:
        return None
    columns, rows = reading.grid
    holes = [GridCell(*cell) for cell in product(range(columns), range(rows))]
    nearest = min(holes, key=lambda cell: dist(reading.at_px(*cell), place))
    return nearest if dist(reading.at_px(*nearest), place) < _pitch_px(reading) / 2 else None


def _pitch_px(reading: TokenReading) -> float:
    """Return the distance between neighbouring holes of a board, px."""
    assert reading.grid is not None
    columns, rows = reading.grid
    ways = [(1, 0)] * (columns > 1) + [(0, 1)] * (rows > 1)
    return min((dist(reading.at_px(0, 0), reading.at_px(*way)) for way in ways), default=inf)


def _size_in_hole(reading: TokenReading) -> float:
    if reading.grid is None or reading.corners_px is None or reading.grid == (1, 1):
        return 0.0
    return _PART_OF_HOLE * _pitch_px(reading)


def tokens_right(reading: TokenReading, known: Sequence[MisreadToken]) -> TokenReading:
    """Return a reading with every corrected token as it is, and with the missed ones."""
    named = (_token_right(token, known) for token in reading.tokens)
    missed = [one for one in known if one.is_missed_in(reading)]
    tokens = (
        *(token for token in named if token.label != EMPTY),
        *(one.right(one.read) for one in missed if one.label != EMPTY),
    )
    holes = [one.read.cell for one in missed]
    doubted = tuple(cell for cell in reading.doubted if cell not in holes)
    gone = {*(_NAMED_DOUBTS if all(token.sure for token in tokens) else ())}
    if missed and not doubted:
        gone.add("maybe_missed")
    doubts = tuple(doubt for doubt in reading.doubts if doubt not in gone)
    return replace(
        reading, tokens=tokens, doubted=doubted, doubts=doubts, sure=reading.sure or not doubts
    )


def _token_right(token: Token, known: Sequence[MisreadToken]) -> Token:
    return next((one.right(token) for one in known if one.is_read_as(token)), token)
