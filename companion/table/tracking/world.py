"""What lies on the table if a hypothesis is true: pieces with an identity and a place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Any

from vision.piece import Place
from vision.readings.places import PointMm, PointPx

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
    cell: tuple[int, int] | None = None
    laid: Place | None = None

    @property
    def is_away(self) -> bool:
        """Whether it is more probably in a hand than on the table."""
        return self.away > EVEN

    def seen_at(self, place: Place) -> "Lain":
        """Return the same piece, seen there now."""
        return replace(self, place=place, away=0.0)

    def to_json(self) -> dict[str, Any]:
        """Return what is kept."""
        words = {name: value for name, value in vars(self).items() if value is not None}
        places = {name: {**vars(at)} for name, at in words.items() if isinstance(at, Place)}
        return {**words, **places}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Lain":
        """Read what was kept."""
        cell, laid = data.get("cell"), data.get("laid")
        return cls(
            data["label"],
            _place(data["place"]),
            data["away"],
            data.get("role", ""),
            None if cell is None else (cell[0], cell[1]),
            None if laid is None else _place(laid),
        )


def _place(at: Mapping[str, Any]) -> Place:
    mm = at["centre_mm"]
    return Place(
        PointPx(*at["centre_px"]),
        at["size_px"],
        at["angle_deg"],
        None if mm is None else PointMm(*mm),
        at["angle_mm_deg"],
    )


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

    def to_json(self) -> dict[str, Any]:
        """Return what is kept."""
        return {**vars(self), "pieces": [piece.to_json() for piece in self.pieces]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Hypothesis":
        """Read what was kept."""
        return cls(
            tuple(Lain.from_json(piece) for piece in data["pieces"]),
            data["weight"],
            tuple(dict(move) for move in data["moves"]),
            data["due"],
            data["lost"],
            tuple(data["acts"]),
            tuple(dict(move) for move in data["part"]),
        )
