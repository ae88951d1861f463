"""How a game ended: places, the reason, and highlights. One small JSON object."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from companion.games.game import Outcome
from companion.table.hooks.verdict import Say
from companion.table.shapes.values import JsonObject


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

    say: Say
    name: str | None = None


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
    is_pictured: bool = False
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
        return {
            "sitting": self.sitting,
            "game": self.game,
            "seats": list(self.seats),
            "nameless": list(self.nameless),
            "opened_at": self.opened_at,
            "minutes": self.minutes,
            "moves": self.moves,
            "ranking": [
                {"name": one.name, "rank": one.rank, "score": one.score, "won": one.won}
                for one in self.ranking
            ],
            "why": self.why and _said(self.why),
            "highlights": [{"name": one.name, "text": _said(one.say)} for one in self.highlights],
            "picture": self.is_pictured,
        }


def result_of(words: Mapping[str, Any]) -> Result:
    """Return a result from its stored form. Raises LookupError, TypeError, ValueError."""
    why = words["why"]
    return Result(
        int(words["sitting"]),
        str(words["game"]),
        tuple(map(str, words["seats"])),
        tuple(map(str, words["nameless"])),
        str(words["opened_at"]),
        float(words["minutes"]),
        int(words["moves"]),
        ranking=tuple(
            Placed(str(one["name"]), int(one["rank"]), one["score"], bool(one["won"]))
            for one in words["ranking"]
        ),
        why=None if why is None else _say_of(why),
        highlights=tuple(Highlight(_say_of(one["text"]), one["name"]) for one in words["highlights"]),
        is_pictured=bool(words["picture"]),
    )


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


def _said(say: Say) -> JsonObject:
    return {"code": say.code, "params": dict(say.params)}


def _say_of(words: Mapping[str, Any]) -> Say:
    return Say(str(words["code"]), dict(words["params"]))
