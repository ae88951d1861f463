"""Tokens that a person put right: as long as they lie there, they are what the person said."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from vision.reading import EMPTY, Token, TokenGuess, TokenReading

_SAME_PLACE = 0.4
"""A token is the same as long as its middle is nearer than this to where it was, in its diameters."""
_NAMED_DOUBTS = ("token", "maybe_extra")
"""What is not in doubt any more once every token was named."""


@dataclass(frozen=True)
class RightToken:
    """A token as it was ``read``, and its true ``label``: EMPTY where none lies there.

    ``is_of_board``: it was read with a board, where it goes on lying, or beside it.
    """

    read: Token
    label: str
    is_of_board: bool

    def is_read_as(self, token: Token) -> bool:
        """Tell whether this is the same token, read as wrongly as before."""
        is_there = dist(self.read.centre_px, token.centre_px) < _SAME_PLACE * self.read.size_px
        return is_there and (self.read.label, self.read.cell) == (token.label, token.cell)

    def right(self, token: Token) -> Token:
        """Return the token with its true label, surely."""
        guesses = (guess for guess in token.likely if guess.label != self.label)
        likely = (TokenGuess(self.label, 1.0), *guesses)
        return replace(token, label=self.label, confidence=1.0, sure=not token.cut_off, likely=likely)


def token_meant(reading: object, number: int, label: str) -> RightToken | None:
    """Return a token of a reading that is put right; None where there is none."""
    if not isinstance(reading, TokenReading) or number >= len(reading.tokens):
        return None
    return RightToken(reading.tokens[number], label, reading.grid is not None)


def tokens_right(reading: TokenReading, known: Sequence[RightToken]) -> TokenReading:
    """Return a reading with every token that was put right as it is."""
    named = (_token_right(token, known) for token in reading.tokens)
    tokens = tuple(token for token in named if token.label != EMPTY)
    is_named = all(token.sure for token in tokens)
    doubts = tuple(doubt for doubt in reading.doubts if not (is_named and doubt in _NAMED_DOUBTS))
    return replace(reading, tokens=tokens, doubts=doubts, sure=reading.sure or not doubts)


def _token_right(token: Token, known: Sequence[RightToken]) -> Token:
    return next((one.right(token) for one in known if one.is_read_as(token)), token)
