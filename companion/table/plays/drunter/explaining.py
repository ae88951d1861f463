"""What differs between the board as it should lie and its picture, and which tiles can explain it.

Only what tiles are counts here, not what the rules allow: a tile is one stiff piece, and all of its
squares are visible or hidden. So what is found to lie there was seen, and not made of a wish.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from companion.games.drunter.pieces import Square
from companion.table.plays.drunter.picture import BoardPicture
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
            if square in self.picture.hidden or (expected is not None and look.may_show(expected)):
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
        return self.picture.may_show(square, self._expected[square]) is False

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
    def explanations(self) -> tuple[tuple[Placement, ...], ...]:
        """Return the ways in which tiles explain what is new."""
        if len(self.new) > MOST_NEW or not all(map(self._possible, self.new)):
            return ()
        return tuple(self._covers(frozenset(self.new), frozenset()))

    @property
    def ways(self) -> Iterator[tuple[Placement, ...]]:
        """Yield the same, and each with one tile more that is guessed where as well nothing may lie."""
        looks = [(square, self.picture.looks[square]) for square in sorted(self.maybe)]
        every = (
            tile
            for square, look in looks
            for part in filter(None, look.guesses)
            for tile in placements_with(part, square)
        )
        strays = [tile for tile in dict.fromkeys(every) if self._fits(tile) and self._is_guessed(tile)]
        for way in self.explanations:
            yield way
            taken = self.new.union(*(tile.squares for tile in way))
            yield from ((*way, tile) for tile in strays if taken.isdisjoint(tile.squares))

    def _is_guessed(self, tile: Placement) -> bool:
        looks = ((self.picture.at(square), part) for square, part in parts_of(tile).items())
        return all(look is None or part in look.guesses for look, part in looks)

    def expected(self, square: Square) -> SquarePart | None:
        """Return what is known to lie on a square."""
        return self._expected.get(square)

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
            parts = [part for part in ALL_PARTS if look is not None and look.may_show(part)]
            every = (tile for part in parts for tile in placements_with(part, square))
            self._possible_on[square] = tuple(tile for tile in every if self._fits(tile))
        return self._possible_on[square]

    def _fits(self, tile: Placement) -> bool:
        return all(
            0 <= square.column < self._columns
            and 0 <= square.row < self._rows
            and self.is_free(square)
            and self.picture.may_show(square, part) is not False
            for square, part in zip(tile.squares, tile.parts, strict=True)
        )

    def is_free(self, square: Square) -> bool:
        """Tell whether another tile than the laid ones may show on a square."""
        if square in self.new or square in self.maybe:
            return True
        owner = self._owner.get(square)
        return square not in self._expected or (owner is not None and owner in self.missing)

    def is_seen(self, tile: Placement) -> bool:
        """Tell whether no square of a tile is hidden."""
        return self.picture.hidden.isdisjoint(tile.squares)
