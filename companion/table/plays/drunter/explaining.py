"""What differs between the board as it should lie and its picture, and which tiles can explain it.

Only what tiles are counts here, not what the rules allow: a tile is one stiff piece, and all of its
squares are visible or hidden. So what is found to lie there was seen, and not made of a wish.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Final

from companion.games.drunter.pieces import Kind, Square
from companion.table.plays.drunter.picture import UNTOLD, BoardPicture
from companion.table.plays.drunter.placement import (
    ALL_PARTS,
    Parts,
    Placement,
    SquarePart,
    parts_of,
    placements_with,
)

MOST_NEW: Final = 12
"""With more new squares than this nobody has laid a tile or two: nothing is made of them."""
MOST_WAYS: Final = 24
"""Most ways to explain the new squares that are tried."""
HIDDEN: Final = 0.2
"""How likely a hidden square is to show what a tile wants there. Chosen by hand; it only orders."""


@dataclass(frozen=True)
class TilesExplanation:
    """Tiles that together show all that is new; ``chance`` orders explanations, likeliest first."""

    tiles: tuple[Placement, ...]
    chance: float


class Difference:
    """The picture against the tiles that should lie there; ``known``: what else is known to lie there.

    Squares that show what should lie there, or may, count as showing it.
    """

    def __init__(
        self, picture: BoardPicture, laid: Iterable[Placement], known: Parts, size: tuple[int, int]
    ) -> None:
        self.picture = picture
        self._columns, self._rows = size
        self._owner: dict[Square, Placement] = {}
        self._expected: Parts = dict(known)
        for tile in laid:
            self._expected |= parts_of(tile)
            self._owner |= dict.fromkeys(tile.squares, tile)
        self._possible_on: dict[Square, tuple[Placement, ...]] = {}
        self._laid = tuple(dict.fromkeys(self._owner.values()))
        self.new: set[Square] = set()
        """Squares on which something surely lies that should not."""
        self.maybe: set[Square] = set()
        """Squares on which something may lie that should not."""
        self._compare()

    def _compare(self) -> None:
        for square, look in self.picture.looks.items():
            expected = self._expected.get(square)
            if square in self.picture.hidden or (expected is not None and look.chance(expected)):
                continue
            if not look.may_be_bare:
                self.new.add(square)
            elif not look.is_bare:
                self.maybe.add(square)

    # What is missing.

    @cached_property
    def missing(self) -> tuple[Placement, ...]:
        """The laid tiles of which a square surely shows nothing, or something else."""
        return tuple(tile for tile in self._laid if any(map(self._is_gone, tile.squares)))

    @cached_property
    def doubtful(self) -> tuple[Placement, ...]:
        """The laid tiles of which every visible square may well be bare; none on which a gang stands,
        for nobody takes a tile away from under a gang, and none seen a moment before it was hidden."""
        return tuple(tile for tile in self._laid if self._may_be_gone(tile))

    def _is_gone(self, square: Square) -> bool:
        return self.picture.chance(square, self._expected[square]) == 0.0

    def _may_be_gone(self, tile: Placement) -> bool:
        looks = [self.picture.at(square) for square in tile.squares]
        if not any(looks) or any(map(self.picture.stands, tile.squares)):
            return False
        if any(self.picture.seen_before(each) == part for each, part in parts_of(tile).items()):
            return False
        return all(look is None or look.looks_bare for look in looks)

    @property
    def over(self) -> dict[Square, Placement]:
        """The laid tiles on whose squares something else shows now, by square."""
        return {square: self._owner[square] for square in self.new if square in self._owner}

    # What is new.

    @cached_property
    def explanations(self) -> tuple[TilesExplanation, ...]:
        """Return the ways in which tiles explain what is new, the most likely first."""
        if len(self.new) > MOST_NEW or not all(map(self._possible, self.new)):
            return ()
        found = [
            TilesExplanation(tiles, self._chance(tiles))
            for tiles in self._covers(frozenset(self.new), frozenset())
        ]
        found.sort(key=lambda one: -one.chance)
        return tuple(found)

    @cached_property
    def strays(self) -> tuple[Placement, ...]:
        """The tiles that may lie on squares which may as well be bare."""
        seen = dict.fromkeys(tile for square in sorted(self.maybe) for tile in self._possible(square))
        return tuple(tile for tile in seen if not self.new & set(tile.squares))

    def _covers(
        self, left: frozenset[Square], taken: frozenset[Square]
    ) -> Iterator[tuple[Placement, ...]]:
        """Yield sets of tiles that cover these squares and none twice."""
        if not left:
            yield ()
            return
        ways = 0
        for tile in self._possible(min(left)):
            squares = frozenset(tile.squares)
            if squares & taken:
                continue
            for others in self._covers(left - squares, taken | squares):
                ways += 1
                if ways > MOST_WAYS:
                    return
                yield (tile, *others)

    def _possible(self, square: Square) -> tuple[Placement, ...]:
        """Return every tile that may lie on a visible square, as far as can be seen."""
        if square not in self._possible_on:
            look = self.picture.at(square)
            parts = [part for part in ALL_PARTS if look is not None and look.chance(part)]
            every = (tile for part in parts for tile in placements_with(part, square))
            self._possible_on[square] = tuple(tile for tile in every if self._fits(tile))
        return self._possible_on[square]

    def _fits(self, tile: Placement) -> bool:
        return all(
            0 <= square.column < self._columns
            and 0 <= square.row < self._rows
            and self._is_free(square)
            and self.picture.chance(square, part) != 0.0
            for square, part in zip(tile.squares, tile.parts, strict=True)
        )

    def _is_free(self, square: Square) -> bool:
        """Tell whether another tile than the laid ones may show on a square."""
        if square in self.new or square in self.maybe:
            return True
        owner = self._owner.get(square)
        return square not in self._expected or (owner is not None and owner in self.missing)

    def _chance(self, tiles: tuple[Placement, ...]) -> float:
        covered = {square for tile in tiles for square in tile.squares}
        bare = [self.picture.looks[square] for square in self.maybe - covered]
        return prod(map(self.likeness, tiles)) * prod(look.chance(None) or UNTOLD for look in bare)

    def likeness(self, tile: Placement) -> float:
        """Return how much the picture looks as if this tile lay there, 0 to 1."""
        chances = (
            self.picture.chance(square, part)
            for square, part in zip(tile.squares, tile.parts, strict=True)
        )
        return prod(HIDDEN if chance is None else chance or UNTOLD for chance in chances)

    def share(self, tile: Placement) -> float:
        """Return the chance, 0 to 1, that just this tile lies on its squares, as far as guesses tell.

        Guesses that no tile of its kind can explain there are left out. Those of another kind are not,
        though it may fit no better: who takes a kind for another is as unsure of its fields.
        """
        mine = self._told(tile)
        if not mine:
            return 0.0
        every = sum(self._chances_within(frozenset(tile.squares), tile.kind))
        return mine / every * prod(self._chance_of_kind(square, tile.kind) for square in tile.squares)

    def _chances_within(self, left: frozenset[Square], kind: Kind) -> Iterator[float]:
        """Yield the chance of each way to cover these squares with tiles of a kind."""
        if not left:
            yield 1.0
            return
        for tile in self._possible(min(left)):
            if tile.kind == kind and left.issuperset(tile.squares):
                rest = left - set(tile.squares)
                yield from (self._told(tile) * chance for chance in self._chances_within(rest, kind))

    def _told(self, tile: Placement) -> float:
        """Return the chance of a tile as far as guesses name its parts."""
        return prod(
            self._guesses(square).get(part, 0.0)
            for square, part in zip(tile.squares, tile.parts, strict=True)
        )

    def _chance_of_kind(self, square: Square, kind: Kind) -> float:
        guesses = self._guesses(square).items()
        return sum(chance for part, chance in guesses if part and part.label.startswith(f"{kind}."))

    def _guesses(self, square: Square) -> Mapping[SquarePart | None, float]:
        look = self.picture.at(square)
        return {} if look is None else look.guesses

    def is_seen(self, tile: Placement) -> bool:
        """Tell whether no square of a tile is hidden."""
        return self.picture.hidden.isdisjoint(tile.squares)
