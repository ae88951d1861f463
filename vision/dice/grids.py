"""Which dice touch edge to edge, as squares of one grid, and in which ways they may.

Contacts are more or less probable. A layout, one way in which dice may touch, gives every die a cell in
one of several grids; its probability is that of its contacts and of the absence of the others. Layouts
that do not fit on cells are impossible, so that one contact is evidence for others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import TypeVar

from vision.corners import Corners
from vision.dice.contacts import LEAST, FacePose, contacts_of
from vision.readings.dice import DiceContact, Grid, GridDie, Layout, LyingDice
from vision.readings.places import GridCell

Pairs = frozenset[tuple[int, int]]
"""Pairs of dice by their numbers, the lower one first."""

IN_DOUBT = (0.2, 0.95)
"""Range of the total probability, over all layouts, in which it is in doubt whether two dice touch. So a
city is never assumed without sufficient probability, and hardly any doubt concerns dice that lie very
askew or apart. Chosen by hand: of 300 throws of nine dice, slightly misread, 42 were in doubt, and 75
with a lower limit of 0.05; of 400 tables with cities seven were wrong without a doubt, and five with
that limit."""
IMPROBABLE = 1e-4
"""Ratio to the most likely layout below which layouts are not pursued."""
MOST_KEPT = 48
"""Most layouts that are pursued."""

NO_GRIDS: tuple[tuple[DiceContact, ...], tuple[Grid, ...], Pairs] = (), (), frozenset()
"""If dice join nothing, it does not matter which of them touch."""

Dice = TypeVar("Dice", bound=LyingDice)
_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True)
class _GridDie:
    """A die in a group of touching dice: its number, its cell, and its quarter turns clockwise there."""

    group: int
    column: int
    row: int
    turns: int

    def beside(self, side: int) -> tuple[int, int]:
        """Return the cell beside one of the die's own sides."""
        columns, rows = _STEPS[(side + self.turns) % 4]
        return self.column + columns, self.row + rows

    def turned(self, turns: int) -> "_GridDie":
        """Return the same die in its group turned clockwise about the cell (0, 0)."""
        column, row = self.column, self.row
        for _ in range(turns % 4):
            column, row = -row, column
        return _GridDie(self.group, column, row, (self.turns + turns) % 4)


_Way = tuple[_GridDie, ...]
"""A place for each die."""


def touching(corners: Sequence[Corners]) -> tuple[tuple[DiceContact, ...], tuple[Grid, ...], Pairs]:
    """Return which dice with these top faces (px or mm) may touch, and their most likely grids.

    Also return the pairs of which it is in doubt whether, or where, they touch. Each face's own top left
    corner comes first.
    """
    contacts = contacts_of(corners)
    found = _layouts(contacts, [_turns_to_up(quad) for quad in corners])
    return contacts, found[0].grids, in_doubt(found)


def layouts(lying: LyingDice, most: int = 8) -> tuple[Layout, ...]:
    """Return at most this many ways in which these dice may touch, the most likely first.

    Their probabilities are relative to all ways. If no contact is given, the grids are known.
    """
    if not lying.contacts:
        return (Layout(lying.grids, 1.0),)
    return _layouts(lying.contacts, [_turns_to_up(die.corners_px) for die in lying.dice])[:most]


def in_doubt(ways: Sequence[Layout]) -> Pairs:
    """Return the pairs of dice of which it is in doubt whether, or where, they touch."""
    chances: dict[tuple[int, int, int], float] = {}
    for way in ways:
        for contact in _in_grids(way.grids):
            chances[contact] = chances.get(contact, 0.0) + way.probability
    return frozenset(
        (one, other) for (one, other, _), chance in chances.items() if IN_DOUBT[0] < chance < IN_DOUBT[1]
    )


def among(lying: Dice, kept: Sequence[int]) -> Dice:
    """Return only these dice, by their numbers and in this order, and which of them touch."""
    number = {old: new for new, old in enumerate(kept)}
    members = (
        [replace(one, die=number[one.die]) for one in grid.dice if one.die in number]
        for grid in lying.grids
    )
    contacts = (_renumber(one, number) for one in lying.contacts if number.keys() >= {*one.dice})
    return replace(
        lying,
        dice=tuple(lying.dice[old] for old in kept),
        grids=tuple(Grid(tuple(left)) for left in members if left),
        contacts=tuple(contacts),
    )


def _renumber(contact: DiceContact, number: Mapping[int, int]) -> DiceContact:
    one, other = (number[die] for die in contact.dice)
    if one < other:
        return replace(contact, dice=(one, other))
    return replace(contact, dice=(other, one), sides=contact.sides[::-1])


def contacts_in(grids: Sequence[Grid]) -> Pairs:
    """Return which dice lie in neighbouring cells."""
    return frozenset((one, other) for one, other, _ in _in_grids(grids))


def _in_grids(grids: Sequence[Grid]) -> Iterator[tuple[int, int, int]]:
    """Yield which dice lie in neighbouring cells, and which own side of the first faces the second."""
    for grid in grids:
        at = {member.cell: member for member in grid.dice}
        for member in grid.dice:
            for way, (columns, rows) in enumerate(_STEPS):
                other = at.get(GridCell(member.cell.column + columns, member.cell.row + rows))
                if other is not None and member.die < other.die:
                    yield member.die, other.die, (way - member.turns) % 4


def _layouts(contacts: Sequence[DiceContact], ups: Sequence[int]) -> tuple[Layout, ...]:
    """Return all layouts that are worth pursuing; ``ups``: each die's turn relative to the picture's
    up."""
    alone: _Way = tuple(_GridDie(die, 0, 0, up) for die, up in enumerate(ups))
    ways: dict[_Way, float] = {alone: 1.0}
    for contact in sorted(contacts, key=lambda one: -one.probability):
        following: dict[_Way, float] = {}
        for way, chance in ways.items():
            for joined, its in _with(way, contact):
                following[joined] = max(following.get(joined, 0.0), chance * its)
        best = sorted(following.items(), key=lambda pair: -pair[1])[:MOST_KEPT]
        ways = {way: chance for way, chance in best if chance >= IMPROBABLE * best[0][1]}
    told = {contact.dice: contact for contact in contacts}
    found = {_grids(way, ups): way for way in ways}
    chances = {grids: _chance(grids, told) for grids in found}
    in_all = sum(chances.values())
    laid = [Layout(grids, chance / in_all) for grids, chance in chances.items()]
    return tuple(sorted(laid, key=lambda layout: -layout.probability))


def _with(way: _Way, contact: DiceContact) -> Iterator[tuple[_Way, float]]:
    """Yield the layout with the contact and without it, as far as each is possible, and its
    probability."""
    one, other = (way[number] for number in contact.dice)
    if one.group == other.group:
        touch = one.beside(contact.sides[0]) == (other.column, other.row)
        yield way, contact.probability if touch else 1 - contact.probability
        return
    yield way, 1 - contact.probability
    if (joined := _join(way, contact)) is not None:
        yield joined, contact.probability


def _join(way: _Way, contact: DiceContact) -> _Way | None:
    """Return the layout in which the groups of two dice are joined; None if they collide in a cell."""
    one, other = (way[number] for number in contact.dice)
    # The first face's side against the second's.
    turn = (contact.sides[0] + one.turns + 2 - contact.sides[1] - other.turns) % 4
    column, row = one.beside(contact.sides[0])
    there = other.turned(turn)
    group = [place for place in way if place.group == one.group]
    taken = {(place.column, place.row) for place in group}
    joined = list(way)
    for number, place in enumerate(way):
        if place.group == other.group:
            moved = place.turned(turn)
            cell = moved.column + column - there.column, moved.row + row - there.row
            if cell in taken:
                return None
            joined[number] = _GridDie(one.group, *cell, moved.turns)
    return tuple(joined)


def _grids(way: _Way, ups: Sequence[int]) -> tuple[Grid, ...]:
    """Return the grids of a layout, each upright as its first die is."""
    groups: dict[int, list[int]] = {}
    for number, place in enumerate(way):
        groups.setdefault(place.group, []).append(number)
    return tuple(_grid(way, dice, ups[dice[0]]) for dice in groups.values())


def _grid(way: _Way, dice: Sequence[int], up: int) -> Grid:
    places = {die: way[die].turned(up - way[dice[0]].turns) for die in dice}
    left, top = (min(place.column for place in places.values()), min(p.row for p in places.values()))
    return Grid(
        tuple(
            GridDie(die, GridCell(place.column - left, place.row - top), place.turns)
            for die, place in places.items()
        )
    )


def _chance(grids: Sequence[Grid], told: dict[tuple[int, int], DiceContact]) -> float:
    """Return the probability of a layout: that of its contacts and of the absence of the others."""
    there = {(one, other): side for one, other, side in _in_grids(grids)}
    touch = (
        told[pair].probability if pair in told and told[pair].sides[0] == side else LEAST
        for pair, side in there.items()
    )
    apart = (1 - contact.probability for pair, contact in told.items() if pair not in there)
    return prod(touch) * prod(apart)


def _turns_to_up(corners: Corners | Sequence[Sequence[float]]) -> int:
    """Return a face's quarter turns clockwise from the picture's up, to the nearest."""
    return FacePose.of(corners).turns_to_up
