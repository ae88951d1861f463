"""What lies on the table if a hypothesis is true: pieces with an identity and a place."""

from dataclasses import dataclass, field, replace
from math import exp
from typing import Any

from companion.table.storage.codec import SELDOM
from vision.piece import Piece, Place

EVEN = 0.5
"""What is more probable than this is taken for likely."""
KINDS = 6
"""So many labels a piece may show, where nothing is known of it."""


@dataclass(frozen=True)
class ClearestLook:
    """The clearest look at a piece since it came to lie there: what it ``says``, and how ``clear`` that
    is; ``shown``: how probably it shows the label that the hypothesis has it be.

    A piece that lies still looks the same however often it is looked at: one more look that says the
    same is no more evidence.
    """

    says: str
    clear: float
    shown: float

    def likelihood(self, piece: Piece[Any], label: str) -> float:
        """Return the likelihood of another look at the piece, if it lies there still."""
        shown = piece.chance(label, KINDS)
        if piece.label != self.says:
            return shown
        return shown / self.shown if piece.candidates[0].chance > self.clear else 1.0


def view_of(piece: Piece[Any], label: str, before: ClearestLook | None = None) -> ClearestLook | None:
    """Return the clearest view of a piece of this label, with one more look at it."""
    if not piece.candidates:
        return before
    clear = piece.candidates[0].chance
    if before is not None and before.says == piece.label and before.clear >= clear:
        return before
    return ClearestLook(piece.label, clear, piece.chance(label, KINDS))


@dataclass(frozen=True)
class Lain:
    """A piece where it was seen last; ``away``: how probably it is no longer there, but in a hand;
    ``hidden``: if it is there it lies beneath another. ``unread``: it was put there, and nobody has read
    what it is since: any of those that are away, or unread as well, may be the one.

    ``view``: how it was seen to be what it is; None where a person said so, or nothing was read.
    ``role``: what it is in the game, in the game's own words; ``cell``: where in the game it was laid;
    ``laid``: where it belongs, if it was moved from there since.
    """

    label: str
    place: Place
    away: float = 0.0
    hidden: bool = field(default=False, metadata=SELDOM)
    unread: bool = field(default=False, metadata=SELDOM)
    view: ClearestLook | None = field(default=None, metadata=SELDOM)
    role: str = ""
    cell: tuple[int, int] | None = field(default=None, metadata=SELDOM)
    laid: Place | None = field(default=None, metadata=SELDOM)

    @property
    def is_away(self) -> bool:
        """Whether it is more probably in a hand than on the table."""
        return self.away > EVEN

    @property
    def may_be_another(self) -> bool:
        """Whether it and others like this may have changed places without anybody knowing."""
        return self.unread or self.is_away

    @property
    def unclear(self) -> float:
        """How unclear its clearest look was: the probability that it shows something else."""
        return 0.0 if self.view is None else 1 - self.view.clear

    def seen_at(self, place: Place) -> "Lain":
        """Return the same piece, seen there now."""
        return replace(self, place=place, away=0.0, hidden=False)


@dataclass(frozen=True)
class Hypothesis:
    """One history of acts, with the world that it left.

    ``weight``: the logarithm of its probability. ``moves``: those of the game that it holds beyond what
    was accepted; ``due``: so many pieces of a throw that began are not seen yet, ``part``: the moves of
    it so far. ``known``: so many of the moves are; something happened after them that nobody saw, and
    those that follow are a guess of it, good enough to tell what may happen next. None: all are.
    ``acts``: the last of what it says happened, for who wants to know why.
    """

    pieces: tuple[Lain, ...] = ()
    weight: float = 0.0
    moves: tuple[dict[str, Any], ...] = ()
    due: int = 0
    known: int | None = None
    acts: tuple[str, ...] = ()
    part: tuple[dict[str, Any], ...] = ()

    @property
    def chance(self) -> float:
        """How probable it is."""
        return exp(self.weight)

    @property
    def is_lost(self) -> bool:
        """Whether something happened that nobody saw, so that nothing after it is known."""
        return self.known is not None

    @property
    def known_moves(self) -> tuple[dict[str, Any], ...]:
        """The moves that are known."""
        return self.moves[: self.known]

    @property
    def lost(self) -> "Hypothesis":
        """The same, after which something happened that nobody saw."""
        known = len(self.moves) if self.known is None else self.known
        return replace(self, known=known, due=0, part=())

    @property
    def is_bare(self) -> bool:
        """Whether all its pieces are in hands, as far as is known."""
        return all(piece.is_away for piece in self.pieces)
