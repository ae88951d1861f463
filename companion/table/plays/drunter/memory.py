"""What is remembered of the board: what lies there without having been laid under the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.drunter.pieces import Square
from companion.table.hooks.verdict import JsonObject
from companion.table.plays.drunter.picture import BoardPicture
from companion.table.plays.drunter.placement import Parts, SquarePart

Why = Literal["before", "together", "refused", "taken_back", "said", "doubt"]
"""Why it is no lay: it lay there before the game was first seen, or as the last move was
accepted, perhaps laid by the same hand; a vote refused it; the lay was taken
back; a person said that nothing was laid, where something lies or where that is only in doubt."""


@dataclass(frozen=True)
class NotLaid:
    """What lies on a square without being laid, until it is seen to be gone."""

    square: Square
    part: SquarePart
    why: Why

    def may_lie(self, picture: BoardPicture) -> bool:
        """Tell whether it may lie there still; what was in doubt counts again once it is sure."""
        look = picture.at(self.square)
        if look is None or (self.why == "doubt" and look.is_sure):
            return look is None
        return look.may_show(self.part)


@dataclass(frozen=True)
class Memory:
    """What is remembered between readings.

    ``seen``: the board was seen in this game. ``counted``: how many vote cards the players held after
    the last refused vote whose tile is among ``not_laid``, less the votes told by sums alone: every such
    vote costs some, so it tells votes apart.
    """

    seen: bool = False
    not_laid: tuple[NotLaid, ...] = ()
    counted: int | None = None

    @property
    def parts(self) -> Parts:
        """What is known to lie there without being laid."""
        return {one.square: one.part for one in self.not_laid}

    @property
    def lying(self) -> tuple[NotLaid, ...]:
        """What lies there and is not only in doubt."""
        return tuple(one for one in self.not_laid if one.why != "doubt")

    def with_not_laid(self, parts: Parts, why: Why) -> "Memory":
        """Return the memory with more that lies there without being laid."""
        kept = tuple(one for one in self.not_laid if one.square not in parts)
        more = tuple(NotLaid(square, part, why) for square, part in sorted(parts.items()))
        return replace(self, not_laid=(*kept, *more))

    def still(self, picture: BoardPicture, laid: Iterable[Square]) -> "Memory":
        """Return the memory without what is seen to be gone, or was laid since."""
        over = set(laid)
        left = (one for one in self.not_laid if one.square not in over and one.may_lie(picture))
        return replace(self, not_laid=tuple(left))

    def to_json(self) -> JsonObject:
        """Return what the journal keeps."""
        left = [[*one.square, one.part.label, one.part.turns, one.why] for one in self.not_laid]
        return {"seen": self.seen, "left": left, "counted": self.counted}

    @classmethod
    def from_json(cls, words: Mapping[str, object]) -> "Memory":
        """Read what the journal kept. Raises ``TypeError``, ``ValueError``, ``LookupError``."""
        kept = words["left"]
        counted = words["counted"]
        if not isinstance(kept, list) or not (counted is None or isinstance(counted, int)):
            raise TypeError("the memory of a board is kept otherwise")
        left = tuple(
            NotLaid(Square(column, row), SquarePart(label, turns), why)
            for column, row, label, turns, why in kept
        )
        return cls(bool(words["seen"]), left, counted)
