"""Evenings, and the standings in them: pure functions of the games' results."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from companion.table.evenings.result import Result

APART: Final = timedelta(hours=6)
"""Time between two games above which they belong to two evenings: a dinner is shorter, a night's sleep
longer."""


@dataclass(frozen=True)
class Evening:
    """The sittings of one night, in their order. Its number is that of its first sitting."""

    results: tuple[Result, ...]

    @property
    def number(self) -> int:
        """Its number, which never changes."""
        return self.results[0].sitting

    @property
    def began_at(self) -> str:
        """When its first game began."""
        return self.results[0].opened_at


@dataclass(frozen=True)
class Standing:
    """A player's place: by most wins, then most other players beaten, then fewest games.

    ``games`` were played to their end; ``beaten``: how many others finished behind, over all games.
    """

    name: str
    rank: int
    wins: int
    games: int
    beaten: int


def evenings_of(results: Iterable[Result]) -> list[Evening]:
    """Return the evenings, oldest first, from results in the order of play."""
    nights: list[list[Result]] = []
    for result in results:
        if nights and _is_near(nights[-1][-1], result):
            nights[-1].append(result)
        else:
            nights.append([result])
    return [Evening(tuple(night)) for night in nights]


def _is_near(before: Result, after: Result) -> bool:
    """Tell whether two games belong to one evening, without a night between them; if a time is unknown,
    they do."""
    try:
        ended = datetime.fromisoformat(before.opened_at) + timedelta(minutes=before.minutes)
        return abs(datetime.fromisoformat(after.opened_at) - ended) <= APART
    except (ValueError, TypeError, OverflowError):
        return True


def standings(results: Iterable[Result], players: Collection[str]) -> list[Standing]:
    """Return the standings after these games; only players are listed, but guests count as beaten."""
    wins: defaultdict[str, int] = defaultdict(int)
    games: defaultdict[str, int] = defaultdict(int)
    beaten: defaultdict[str, int] = defaultdict(int)
    for result in results:
        for placed in result.ranking:
            if placed.name in players and placed.name not in result.nameless:
                wins[placed.name] += placed.won
                games[placed.name] += 1
                beaten[placed.name] += sum(other.rank > placed.rank for other in result.ranking)
    order = sorted(games, key=lambda name: (-wins[name], -beaten[name], games[name], name))
    merits = [(-wins[name], -beaten[name], games[name]) for name in order]
    return [
        Standing(name, merits.index(merit) + 1, wins[name], games[name], beaten[name])
        for name, merit in zip(order, merits, strict=True)
    ]
