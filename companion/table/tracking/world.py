"""What lies on the table if a hypothesis is true: pieces with an identity and a place."""

from dataclasses import dataclass, field, replace
from math import exp
from typing import Any

from companion.table.storage.codec import SELDOM
from vision.piece import Place

EVEN = 0.5
"""What is more probable than this is taken for likely."""


@dataclass(frozen=True)
class Lain:
    """A piece where it was seen last; ``away``: how probably it is no longer there, but in a hand.

    ``role``: what it is in the game, in the game's own words; ``cell``: where in the game it was laid;
    ``laid``: where it belongs, if it was moved from there since.
    """

    label: str
    place: Place
    away: float = 0.0
    role: str = ""
    cell: tuple[int, int] | None = field(default=None, metadata=SELDOM)
    laid: Place | None = field(default=None, metadata=SELDOM)

    @property
    def is_away(self) -> bool:
        """Whether it is more probably in a hand than on the table."""
        return self.away > EVEN

    def seen_at(self, place: Place) -> "Lain":
        """Return the same piece, seen there now."""
        return replace(self, place=place, away=0.0)


@dataclass(frozen=True)
class Hypothesis:
    """One history of acts, with the world that it left.

    ``weight``: the logarithm of its probability. ``moves``: those of the game that it holds beyond what
    was accepted; ``due``: so many pieces of a throw that began are not seen yet, ``part``: the moves of
    it so far. ``lost``: something happened that no telling has, so that nothing after it is known.
    ``acts``: the last of what it says happened, for who wants to know why.
    """

    pieces: tuple[Lain, ...] = ()
    weight: float = 0.0
    moves: tuple[dict[str, Any], ...] = ()
    due: int = 0
    lost: bool = False
    acts: tuple[str, ...] = ()
    part: tuple[dict[str, Any], ...] = ()

    @property
    def chance(self) -> float:
        """How probable it is."""
        return exp(self.weight)

    @property
    def is_bare(self) -> bool:
        """Whether all its pieces are in hands, as far as is known."""
        return all(piece.is_away for piece in self.pieces)
