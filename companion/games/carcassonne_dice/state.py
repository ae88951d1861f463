"""The state of a game: scores, kept knights, and the turn being played."""

from dataclasses import dataclass
from functools import lru_cache

from companion.games.carcassonne_dice.city import Cell, City, PlacedFace, cities, largest_closed, points
from companion.games.carcassonne_dice.faces import DICE, KNIGHT, Faces
from companion.games.game import Outcome, Seat

THROWS = 3
"""Throws in a turn, at most."""

KNIGHTS = 3
"""Knights that must be set aside to keep one."""


@dataclass(frozen=True)
class Terms:
    """What was agreed before the game."""

    target: int
    finish_round: bool
    faces: Faces


@dataclass(frozen=True)
class State:
    """One position. What belongs to the last turn stays visible when the game has ended.

    ``scores`` and ``kept`` are by seat; ``kept`` says who kept a knight at the end of their last turn
    (it is thrown with the other dice in their next turn, which it doubles). ``loose``: the dice of the
    last throw that are neither set aside nor catapults; ``built`` is in the order of its cells.
    """

    terms: Terms
    scores: tuple[int, ...]
    kept: tuple[bool, ...]
    seat: Seat
    throws: int = 0
    loose: tuple[str, ...] = ()
    catapults: int = 0
    knights: int = 0
    built: tuple[tuple[Cell, PlacedFace], ...] = ()
    outcome: Outcome | None = None

    @property
    def faces(self) -> Faces:
        """The faces of these dice."""
        return self.terms.faces

    @property
    def city(self) -> dict[Cell, PlacedFace]:
        """The dice built this turn."""
        return dict(self.built)

    @property
    def doubled(self) -> bool:
        """Whether a knight kept from this player's last turn doubles this one."""
        return self.kept[self.seat - 1]

    @property
    def dice(self) -> int:
        """The dice of this turn: all but the knights that the others keep."""
        return DICE - sum(self.kept) + self.doubled

    @property
    def dice_to_throw(self) -> int:
        """How many dice a throw now would have; 0 if no throw is possible."""
        if self.outcome is not None or self.throws == THROWS:
            return 0
        return len(self.loose) if self.throws else self.dice

    @property
    def cities(self) -> tuple[City, ...]:
        """The cities built this turn."""
        return _cities(self.built, self.faces)

    @property
    def points_now(self) -> int:
        """The score if the turn ended now."""
        return points(largest_closed(self.cities), doubled=self.doubled)

    @property
    def may_keep_knight(self) -> bool:
        """Whether enough knights are set aside to keep one."""
        return self.knights >= KNIGHTS

    @property
    def loose_knights(self) -> int:
        """Knights that could be set aside."""
        return self.loose.count(KNIGHT)


@lru_cache(maxsize=1024)
def _cities(built: tuple[tuple[Cell, PlacedFace], ...], faces: Faces) -> tuple[City, ...]:
    return cities(dict(built), faces)
