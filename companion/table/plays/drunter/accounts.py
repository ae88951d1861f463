"""What may have happened since the last look, and how probable each account of it is.

The probability of an account is that of what was read if it is true, times how often people do that. A
reading alone cannot tell a tile from its twin under a gang; that only one of them may lie there, and
that just this gang has moved onto it, can.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Final

from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Square
from companion.games.drunter.state import State
from companion.games.drunter.turns import squares_of
from companion.table.plays.drunter.explaining import Difference
from companion.table.plays.drunter.judging import TileJudge
from companion.table.plays.drunter.picture import MISREAD
from companion.table.plays.drunter.placement import Placement, parts_of
from companion.table.tracking.decide import WORTH_AN_ANSWER

LAID: Final = 0.3
"""How likely a legal lay is in a look, against none. All of these are chosen by hand."""
ASTRAY: Final = 0.02
"""How likely a tile that is no legal lay is, against one that is."""
FOLLOWED: Final = 0.2
"""How much less often a gang is moved onto such a tile: who knows that it may not go there sees why."""
ELSEWHERE: Final = 0.05
"""How likely a gang stands where it should not, or is surely seen so: for each such square."""


@dataclass(frozen=True)
class Account:
    """New tiles, none, or something unknown, and how probable that is; ``lay``: the move it makes."""

    tiles: tuple[Placement, ...]
    chance: float
    lay: Lay | None = None


class Accounts:
    """What may have happened, the sum of all probabilities being 1."""

    def __init__(self, state: State, judge: TileJudge, differs: Difference) -> None:
        self._state, self._judge, self._differs = state, judge, differs
        self._picture = differs.picture
        self._wanted = {gang.square for gang in state.town.gangs}
        self._told = differs.new | differs.maybe

    @cached_property
    def every(self) -> tuple[Account, ...]:
        """Return all accounts, likeliest first."""
        found = [*self._lays(), *self._others()]
        total = sum(one.chance for one in found)
        made = (replace(one, chance=one.chance / total) for one in found)
        return tuple(sorted(made, key=lambda one: -one.chance))

    @cached_property
    def lays(self) -> tuple[Account, ...]:
        """Return the accounts in which one legal lay was made, likeliest first."""
        return tuple(one for one in self.every if one.lay is not None)

    @property
    def of_a_lay(self) -> float:
        """How probably one lay was made, whichever."""
        return sum(one.chance for one in self.lays)

    @property
    def answers(self) -> tuple[Account, ...]:
        """Return the accounts with new tiles that are worth telling, likeliest first."""
        return tuple(one for one in self.every if one.tiles and one.chance > WORTH_AN_ANSWER)

    def _lays(self) -> Iterator[Account]:
        """Yield the accounts in which a legal lay was made, and no tile besides."""
        for tile, lay in self._judge.every:
            if not self._told.isdisjoint(tile.squares) and all(map(self._differs.is_free, tile.squares)):
                yield self._lay((tile,), tile, lay, LAID)

    def _lay(self, way: Sequence[Placement], tile: Placement, lay: Lay, chance: float) -> Account:
        gangs = self._gangs([(lay.gang, squares_of(self._state, lay)[-1])])
        return Account((tile,), chance * gangs * self._reading(way), lay)

    def _others(self) -> Iterator[Account]:
        """Yield the accounts in which nothing was laid, or something that is not just a legal lay."""
        yield Account((), self._gangs(()) * self._reading(()))
        untold = min((self._picture.looks[square].untold for square in self._told), default=0.0)
        yield Account((), self._astray(self._told) * untold)
        for way in (*self._differs.explanations, *((tile,) for tile in self._differs.strays)):
            left = self._without_pushed(way)
            lays = self._judge.lays(left[0]) if len(left) == 1 else ()
            if len(way) > 1:
                yield from (self._lay(way, left[0], lay, LAID * ASTRAY) for lay in lays)
            if way and not lays:
                ends = [square for tile in way for square in (tile.squares[0], tile.squares[-1])]
                yield Account(left, self._astray(ends) * self._reading(way))

    def _astray(self, ends: Iterable[Square]) -> float:
        """Return how likely it is that what is no legal lay was laid; a gang may stand on its ends."""
        followed = FOLLOWED * self._gangs(product(self._wanted, ends))
        return LAID * ASTRAY * max(self._gangs(()), followed)

    def _without_pushed(self, tiles: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Return the tiles less those that can only be laid ones pushed aside, where others are left."""
        gone = [tile.tile for tile in self._differs.missing]
        left = tuple(tile for tile in tiles if tile.tile not in gone or self._judge.lays(tile))
        return left or tiles

    def _reading(self, tiles: Sequence[Placement]) -> float:
        """Return how probable what was read is, if these tiles are all that is new.

        Neighbouring squares were told what each other shows, so the least likely of them counts for all;
        what contradicts what is sure counts each time.
        """
        parts = {square: part for tile in tiles for square, part in parts_of(tile).items()}
        chances = [self._picture.likelihood(square, part) for square, part in parts.items()]
        for square in self._told - parts.keys():
            kept = self._differs.expected(square), None
            chances.append(max(self._picture.likelihood(square, part) for part in kept))
        against = sum(chance <= MISREAD for chance in chances)
        return min(chances, default=1.0) * MISREAD ** max(against - 1, 0)

    def _gangs(self, moves: Iterable[tuple[Square, Square]]) -> float:
        """Return how probable the gangs are as they were seen: where they belong, or one moved."""
        places = (self._wanted - {gone} | {to} for gone, to in moves)
        return max(map(self._standing, (self._wanted, *places)))

    def _standing(self, places: set[Square]) -> float:
        seen = {square: self._picture.has_gang(square) for square in {*places, *self._picture.standing}}
        seen |= {square: self._picture.has_gang(square) for square in self._wanted}
        wrong = sum(stands is (square not in places) for square, stands in seen.items())
        return float(ELSEWHERE**wrong)
