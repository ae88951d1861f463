"""Who wins: the players' counts by colour, sorted from high to low, are compared one by one."""

from itertools import groupby
from typing import TypeAlias

from companion.games.game import Outcome, Seat
from companion.games.ubongo.components import Colour
from companion.games.ubongo.gems import Gems

Strength: TypeAlias = tuple[int, ...]
"""A player's six counts, from high to low."""


def strength(gems: tuple[Colour, ...]) -> Strength:
    """Return how many gems of the best colour, of the second best, and so on.

    >>> strength((Colour.RED, Colour.BLUE, Colour.RED))
    (2, 1, 0, 0, 0, 0)
    """
    return tuple(sorted((gems.count(colour) for colour in Colour), reverse=True))


def ranking(won: Gems) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats from first to last; those fully equal share a place, in seat order."""
    strengths = {Seat(number): strength(gems) for number, gems in enumerate(won, 1)}
    best_first = sorted(strengths, key=lambda seat: (strengths[seat], -seat), reverse=True)
    return tuple(tuple(group) for _, group in groupby(best_first, strengths.__getitem__))


def decided_at(won: Gems) -> int:
    """Return which count, the largest being 0, sets the first two places apart; else the last."""
    first, *others = ranking(won)
    best, second = (strength(won[place[0] - 1]) for place in (first, others[0] if others else first))
    differ = [at for at, pair in enumerate(zip(best, second, strict=True)) if pair[0] != pair[1]]
    return differ[0] if differ else len(best) - 1


def outcome(seats: tuple[str, ...], won: Gems) -> Outcome:
    """Return who has won, and what decided it."""
    winners, *others = ranking(won)
    best = strength(won[winners[0] - 1])
    if len(winners) > 1:
        names = _list([seats[seat - 1] for seat in winners])
        return Outcome(winners, f"{names} have equal counts in all colours: {_counts(best)}")
    second = strength(won[others[0][0] - 1])
    if best[0] > second[0]:
        colours = [str(colour) for colour in Colour if won[winners[0] - 1].count(colour) == best[0]]
        return Outcome(winners, f"most gems of one colour: {best[0]} {_list(colours)}")
    decided = decided_at(won) + 1
    names = _list([seats[seat - 1] for seat in others[0]])
    return Outcome(winners, f"{_counts(best[:decided])} beats {_counts(second[:decided])} of {names}")


def _counts(counts: Strength) -> str:
    return ", ".join(map(str, counts))


def _list(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
