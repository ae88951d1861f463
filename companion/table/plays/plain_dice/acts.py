"""The possible actions of hands with plain dice: anybody may throw any number of them at any time."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log, prod
from typing import Any, ClassVar

from companion.table.hooks.verdict import JsonObject
from companion.table.plays.lying import SIZE_MM
from companion.table.plays.thrown_dice import (
    ALIKE_DEG,
    ANYHOW,
    CLEARED,
    FALLEN,
    LEFT,
    NOTHING_THROWN,
    THROWN,
    UNREAD,
    UNSAID,
    nothing_thrown,
    rates_of,
)
from companion.table.tracking.likelihood import ExplainedLook, Fate, Telling
from companion.table.tracking.rates import RATES
from companion.table.tracking.world import Hypothesis, Lain
from companion.table.tracking.worlds import fallen, stayed
from vision.piece import Look

MOST_LIKELY = 6
"""So many dice, or fewer, are thrown equally often; each more half as often as the one before."""
IN_PART = " in part"
"""Says of a throw that some of its dice are hidden still."""
_LEFT_OR_TAKEN = Fate(0.2, leaves=0.8, carried=0.0)


@dataclass(frozen=True)
class PlainThrows:
    """Lists the possible events to such dice; all that lie there after a throw are the throw."""

    rolled: bool
    alike_deg: ClassVar[Mapping[str, float]] = ALIKE_DEG
    size_mm: ClassVar[float] = SIZE_MM

    def key(self, moves: Sequence[JsonObject]) -> Hashable:
        """Return the effect of a throw: its faces are counted, in no order."""
        return tuple(sorted(moves[-1]["faces"]))

    def tellings(self, one: Hypothesis, look: Look[Any]) -> Iterator[Telling]:
        """Yield the possible events since the last look."""
        threw, idle = rates_of(rolled=self.rolled)
        if one.pieces:
            anyhow = tuple(ANYHOW for _ in one.pieces)
            yield Telling("else", RATES.something_else, anyhow, is_free=True)
        if one.due:
            yield Telling("unread", UNREAD, tuple(LEFT for _ in one.pieces))
            yield from _throws("more", threw, tuple(FALLEN for _ in one.pieces), look)
            return
        yield from nothing_thrown(one, idle)
        threw *= UNSAID if one.moves else 1.0
        fates = tuple(CLEARED if piece.is_away else _LEFT_OR_TAKEN for piece in one.pieces)
        yield from _throws("throw", THROWN * threw, fates, look)

    def after(self, one: Hypothesis, look: Look[Any], told: ExplainedLook) -> Iterator[Hypothesis]:
        """Yield the results of an act for a hypothesis."""
        there = [piece for _, piece in stayed(one, look, told)]
        fell = fallen(look, told)
        one = replace(one, weight=one.weight + _as_often(len(fell)))
        name = told.telling.name
        if name in NOTHING_THROWN:
            yield replace(one, pieces=tuple(there))
        elif name == "else":
            yield replace(one, pieces=(*there, *fell), due=0, part=())
        elif name == "unread":
            if any(piece.is_away for piece in there):
                yield replace(one, pieces=tuple(there), due=0, part=())
        elif fell or name.endswith(IN_PART):
            seen = [piece for piece in there if not piece.is_away]
            yield _thrown(one, seen, fell, in_part=name.endswith(IN_PART))


def chance_hidden(look: Look[Any]) -> float:
    """Return how probably dice lie there that a look does not show."""
    if look.covered:
        return RATES.covered
    seen = prod(1 - piece.there for piece in look.pieces if not piece.read)
    return 1 - seen * (1 - (RATES.blind if look.is_blind or look.unjudged else RATES.missed))


def _throws(name: str, rate: float, fates: tuple[Fate, ...], look: Look[Any]) -> Iterator[Telling]:
    """Yield a throw of any number of dice: all of them are seen, or some are hidden."""
    hidden = chance_hidden(look)
    yield Telling(name, rate * (1 - hidden), fates, is_free=True)
    yield Telling(f"{name}{IN_PART}", rate * hidden, fates, is_free=True)


def _thrown(
    one: Hypothesis, there: Sequence[Lain], fell: Sequence[Lain], *, in_part: bool
) -> Hypothesis:
    """Return the throw, whole or in part; one before it that nobody confirmed is let go."""
    pieces = (*there, *fell)
    made: tuple[JsonObject, ...] = ({"move": "throw", "faces": [piece.label for piece in pieces]},)
    moves, part = ((), made) if in_part else (made, ())
    return replace(one, pieces=pieces, moves=moves, part=part, due=int(in_part), known=None)


def _as_often(fell: int) -> float:
    """Return how much more often so many fall than each as often as not: a logarithm, of any act."""
    return min(fell, MOST_LIKELY) * log(2) - log(MOST_LIKELY) if fell else 0.0
