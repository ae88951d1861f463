"""How probably a piece that lay somewhere lies where one is seen: still, pushed, moved with others.

Chances are told against a piece that lies anywhere, any way round.
"""

from cmath import phase
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import degrees, exp, pi, sqrt

from companion.table.tracking.rates import Rates
from companion.table.tracking.world import Lain
from vision.piece import Look, Piece, Place

ANY_WAY_DEG = 360.0
_APART, _TOGETHER, _LEAST = 0.8, 0.15, 0.08
"""A common shift is told by two pieces that lie farther apart than the first of these, in sizes; those
brought within the second of their places moved by it, where it is more than the third."""
_STRETCH = 0.06
"""It stretches no more than this, as a part of one."""


@dataclass(frozen=True)
class _Reach:
    """How far all may have moved as one: in sizes, and turned, as a part of one."""

    shift: float
    turn: float

    def chance(self, still: float, apart: float) -> float:
        """Return how seldom a way just fits two pieces, so far ``apart``, that did not move together.

        One of them tells the shift, and the other, across the line to it, the turn.
        """
        shift = 2 * still**2 / self.shift**2
        turn = sqrt(2 * pi) * still / (2 * self.turn * apart)
        return min(1.0, shift) * min(1.0, turn)


_BUMP, _SLIDE = _Reach(2.0, 0.12), _Reach(5.0, 0.5)
"""A camera is bumped, or some that lie together are pushed; the cloth under all of them is pulled."""

Near = Sequence[Sequence[tuple[float, float, float]]]
"""For each piece of the world and each that was read: still there, pushed there, or put to its place."""
_Way = tuple[complex, complex, complex]
"""A turn about a middle: the middle, where it goes, and the turn."""


@dataclass(frozen=True)
class _Common:
    """A way by which pieces may have moved together, and how seldom one is found by chance."""

    way: _Way
    chance: float


class PlaceMatcher:
    """Compares the places of a world's pieces with those of a look.

    ``alike_deg``: after what turn a label looks the same again; ``size_mm``: that of a piece.
    """

    def __init__(
        self,
        pieces: Sequence[Lain],
        look: Look[object],
        rates: Rates,
        alike_deg: Mapping[str, float],
        size_mm: float,
    ) -> None:
        self._pieces, self._rates, self._alike, self._size = pieces, rates, alike_deg, size_mm
        self._read = [piece for piece in look.pieces if piece.read]
        self._seen = [*self._read, *(piece for piece in look.pieces if not piece.read)]

    def ways(self) -> Iterator[tuple[float, Near]]:
        """Yield how near all lie if nothing was bumped, then if something was; with how often."""
        rates = self._rates
        yield 1 - rates.bumped - rates.slid, self._near(None)
        bump, slide = self._common_way(_BUMP), self._common_way(_SLIDE)
        if bump is not None:
            yield rates.bumped * bump.chance, self._near(bump.way)
        if slide is not None and (bump is None or slide.way != bump.way):
            yield rates.slid * slide.chance, self._near(slide.way, takes_all=True)

    def _near(self, way: _Way | None, *, takes_all: bool = False) -> Near:
        return [[self._lies(old, now, way, takes_all) for now in self._seen] for old in self._pieces]

    def _lies(
        self, old: Lain, now: Piece[object], way: _Way | None, takes_all: bool
    ) -> tuple[float, float, float]:
        rates, alike = self._rates, self._alike_deg(old, now)
        away = moved = old.place.away(now.place, self._size)
        turned_deg = 0.0
        if way is not None:
            there, here = self._at(old.place, now.place), self._at(now.place, old.place)
            moved = abs(_gone(way, there) - here)
            if takes_all:
                away, turned_deg = moved, degrees(phase(way[2]))
            moved = min(away, moved)
        turned = old.place.turned_deg(now.place, alike, turned_deg)
        still = (1 - rates.is_brushed) * _on_plane(moved, rates.still)
        still += rates.is_brushed * _on_plane(moved, rates.brushed)
        pushed = _on_plane(away, rates.pushed)
        home = away if old.laid is None else old.laid.away(now.place, self._size)
        back = rates.near * rates.area * _on_plane(home, rates.put_near) + 1 - rates.near
        if turned is not None:
            still_deg = (1 - rates.is_brushed) * _on_line(turned, rates.still_deg)
            still *= alike * (still_deg + rates.is_brushed * _on_line(turned, rates.brushed_deg))
            pushed *= alike * _on_line(turned, rates.pushed_deg)
        return rates.area * still, rates.area * pushed, back

    def _alike_deg(self, old: Lain, now: Piece[object]) -> float:
        """Return after what turn the directions that were read then and now look the same again.

        They are told as of what it was read to be, whatever it is: so no label gains by it.
        """
        read = old.label if old.view is None else old.view.says
        return min(self._alike.get(label, ANY_WAY_DEG) for label in (read, now.label))

    def _common_way(self, reach: _Reach) -> _Common | None:
        """Return the way by which most pieces moved together, where some did."""
        pairs = [
            (self._at(old.place, now.place), self._at(now.place, old.place))
            for old in self._pieces
            for now in self._read
            if now.label == old.label and old.place.away(now.place, self._size) < reach.shift
        ]
        best: list[tuple[complex, complex]] = []
        for (a, a_now), (b, b_now) in combinations(pairs, 2):
            if abs(a - b) < _APART:
                continue
            turn = (b_now - a_now) / (b - a)
            if abs(abs(turn) - 1) > _STRETCH or abs(turn - abs(turn)) > reach.turn:
                continue
            moved = [(p, q) for p, q in pairs if abs(a_now + turn * (p - a) - q) < _TOGETHER]
            best = max(best, moved, key=len)
        if len(best) < 2 or max(abs(p - q) for p, q in best) < _LEAST:
            return None
        apart = max(abs(p - q) for (p, _), (q, _) in combinations(best, 2))
        return _Common(_fitted(best), reach.chance(self._rates.still, apart))

    def _at(self, place: Place, other: Place) -> complex:
        """Return where a place is, in sizes; on the table where both are known there."""
        if place.centre_mm is not None and other.centre_mm is not None:
            return complex(*place.centre_mm) / self._size
        return complex(*place.centre_px) / max(place.size_px, 1.0)


def _fitted(pairs: Sequence[tuple[complex, complex]]) -> _Way:
    """Return the turn and shift that take these places to others, as nearly as can be."""
    middle, goal = (sum(ends) / len(pairs) for ends in zip(*pairs, strict=True))
    turn = sum((p - middle).conjugate() * (q - goal) for p, q in pairs)
    return middle, goal, turn / abs(turn) if turn else 1 + 0j


def _gone(way: _Way, at: complex) -> complex:
    middle, goal, turn = way
    return goal + turn * (at - middle)


def _on_plane(away: float, spread: float) -> float:
    return exp(-(away**2) / (2 * spread**2)) / (2 * pi * spread**2)


def _on_line(away: float, spread: float) -> float:
    return exp(-(away**2) / (2 * spread**2)) / (sqrt(2 * pi) * spread)
