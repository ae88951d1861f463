"""How a game ended: places, the reason, and highlights. One small JSON object."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from companion.games.game import Outcome
from companion.table.hooks.verdict import Say
from companion.table.shapes.values import JsonObject
from companion.table.storage.codec import fields_as_json


@dataclass(frozen=True)
class Placed:
    """A player's place: equal places are shared. ``score`` is None if the game counts none."""

    name: str
    rank: int
    score: int | None
    won: bool


@dataclass(frozen=True)
class Highlight:
    """A highlight; ``name``: who did it, None if nobody in particular."""

    name: str | None
    text: Say


@dataclass(frozen=True)
class Result:
    """One ended sitting. ``ranking`` is empty if it was left before its end.

    ``nameless``: seats without an entry. ``minutes`` without breaks; ``moves`` counts all written moves:
    a result with fewer is made again.
    """

    sitting: int
    game: str
    seats: tuple[str, ...]
    nameless: tuple[str, ...]
    opened_at: str
    minutes: float
    moves: int
    ranking: tuple[Placed, ...] = ()
    why: Say | None = None
    highlights: tuple[Highlight, ...] = ()
    picture: bool = False
    """Whether a picture of it is kept, or is still to be made."""

    @property
    def has_ended(self) -> bool:
        """Whether it was played to its end."""
        return bool(self.ranking)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, in the order of the ranking."""
        return tuple(placed.name for placed in self.ranking if placed.won)

    def renamed(self, names: Mapping[str, str], nameless: Collection[str]) -> "Result":
        """Return it with other names; ``names`` maps old to new, ``nameless`` are the new seats without
        an entry."""
        return replace(
            self,
            nameless=tuple(nameless),
            seats=tuple(names.get(name, name) for name in self.seats),
            ranking=tuple(replace(one, name=names.get(one.name, one.name)) for one in self.ranking),
            highlights=tuple(
                replace(one, name=one.name and names.get(one.name, one.name)) for one in self.highlights
            ),
        )

    def to_json(self) -> JsonObject:
        """Return it as it is kept and sent."""
        return fields_as_json(self)


def ranked(seats: Sequence[str], outcome: Outcome, scores: Sequence[int] | None) -> tuple[Placed, ...]:
    """Return the places: the winners, then the others by score, equal scores sharing a place."""
    told = [
        (seat in outcome.winners, None if scores is None else scores[seat - 1], name)
        for seat, name in enumerate(seats, 1)
    ]
    told.sort(key=lambda one: (one[0], one[1] or 0), reverse=True)
    ranking: list[Placed] = []
    for _, alike in groupby(told, key=lambda one: (one[0], None if one[0] else one[1])):
        rank = len(ranking) + 1
        ranking += [Placed(name, rank, score, won) for won, score, name in alike]
    return tuple(ranking)
