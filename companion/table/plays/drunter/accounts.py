"""What may have happened since the last look, and how probable each account of it is.

The probability of an account is that of what was read if it is true, times how often people do that. A
reading alone cannot tell a tile from its twin under a gang. The rules can, where they allow only one of
the two, and so can the gang that has moved onto it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
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
from companion.table.plays.drunter.placement import TOWARDS, Placement, parts_of
from companion.table.tracking.decide import WORTH_AN_ANSWER

LAID: Final = 0.3
"""How likely a legal lay is in a look, against none. All of these are chosen by hand."""
ASTRAY: Final = 0.02
"""How likely a tile that is no legal lay is, against one that is."""
FOLLOWED: Final = 0.2
"""How much less often a gang is moved where no lay was made: who moves it sees what lies there."""
ASKEW: Final = 0.001
"""How likely just this is read of what lies across the squares, or is no piece of the game, if it is."""
ELSEWHERE: Final = 0.05
"""How likely a gang stands where it should not, or is surely seen so: for each such square."""


@dataclass(frozen=True)
class Account:
    """New tiles, or none, and how probable that is; ``lay``: the move it makes."""

    tiles: tuple[Placement, ...]
    chance: float
    lay: Lay | None = None


class Accounts:
    """What may have happened, the sum of all probabilities being 1."""

    def __init__(self, state: State, judge: TileJudge, differs: Difference) -> None:
        self._state, self._judge, self._differs = state, judge, differs
        self._picture = differs.picture
        self._wanted = {gang.square for gang in state.town.gangs}
        self._looked_at = {*self._wanted, *self._picture.standing}
        self._told = differs.new | differs.maybe

    @cached_property
    def every(self) -> tuple[Account, ...]:
        """Return all accounts, likeliest first; those that mean the same as one."""
        chances: defaultdict[tuple[tuple[Placement, ...], Lay | None], float] = defaultdict(float)
        for one in (*self._lays(), *self._others()):
            chances[one.tiles, one.lay] += one.chance
        total = sum(chances.values())
        made = (Account(tiles, chance / total, lay) for (tiles, lay), chance in chances.items())
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
        yield Account((), self._gangs_astray(self._told) * self._reading(()))
        for way in self._differs.ways:
            left = self._without_pushed(way)
            lays = self._judge.lays(left[0]) if len(left) == 1 else ()
            if len(way) > 1:
                yield from (self._lay(way, left[0], lay, LAID * ASTRAY) for lay in lays)
            if way and not lays:
                ends = [square for tile in way for square in (tile.squares[0], tile.squares[-1])]
                chance = LAID * ASTRAY * self._gangs_astray(ends)
                yield Account(left, chance * self._reading(way))

    def _without_pushed(self, tiles: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Return the tiles less those that can only be laid ones pushed aside, where others are left."""
        gone = [tile.tile for tile in self._differs.missing]
        left = tuple(tile for tile in tiles if tile.tile not in gone or self._judge.lays(tile))
        return left or tiles

    def _reading(self, tiles: Sequence[Placement]) -> float:
        """Return by how much likelier what was read is if these tiles are new than if none is.

        Neighbouring squares were told what each other shows, so the least likely of them counts for all;
        what contradicts what is sure counts each time.
        """
        parts = {square: part for tile in tiles for square, part in parts_of(tile).items()}
        near = [self._picture.likelihood(square, part) for square, part in parts.items()]
        against, without = sum(chance <= MISREAD for chance in near), 1.0
        for group in self._groups:
            if not parts.keys().isdisjoint(group):
                near += [chance for square, chance in group.items() if square not in parts]
                without *= min(group.values())
        return min(near, default=1.0) * MISREAD ** max(against - 1, 0) / without

    def _otherwise(self, square: Square) -> float:
        """Return how probable the look at a square is without a new tile: what lay there, nothing, or
        something unknown lies there."""
        look = self._picture.looks[square]
        kept = max(look.likelihood(self._differs.expected(square)), look.likelihood(None))
        return max(kept, LAID * ASTRAY * max(look.untold, ASKEW))

    @cached_property
    def _groups(self) -> list[dict[Square, float]]:
        """The squares that look otherwise than they should, those together that lie side by side, each
        with how probable that is without a new tile."""
        groups: list[set[Square]] = []
        for square in self._told:
            beside = {square.next(towards) for towards in TOWARDS}
            joined = [group for group in groups if group & beside]
            groups = [group for group in groups if group not in joined]
            groups.append({square}.union(*joined))
        return [{square: self._otherwise(square) for square in group} for group in groups]

    def _gangs(self, moves: Iterable[tuple[Square, Square]]) -> float:
        """Return how probable the gangs are as they were seen: where they belong, or one moved."""
        stands = self._picture.has_gang
        # A gang that was seen where it was, or not where it went, has rather not moved.
        seen = ((gone, to) for gone, to in moves if stands(to) is not False and not stands(gone))
        places = (self._wanted - {gone} | {to} for gone, to in seen)
        return max(map(self._standing, (self._wanted, *places)))

    def _gangs_astray(self, ends: Iterable[Square]) -> float:
        """Return the same where no lay was made; one may stand on one of these squares all the same."""
        return max(self._gangs(()), FOLLOWED * self._gangs(product(self._wanted, ends)))

    def _standing(self, places: set[Square]) -> float:
        seen = {square: self._picture.has_gang(square) for square in places | self._looked_at}
        wrong = sum(stands is (square not in places) for square, stands in seen.items())
        return float(ELSEWHERE**wrong)
