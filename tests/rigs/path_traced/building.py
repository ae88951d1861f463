"""Cities: which edges a face has, how a city is built of dice, which cities stand there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

FACES = ("cap", "straight", "corner", "three", "knight", "catapult")
CITY_EDGES = {
    "cap": (0,),
    "straight": (0, 2),
    "corner": (0, 1),
    "three": (0, 1, 2),
    "knight": (),
    "catapult": (),
}
"""City edges of each face, clockwise from the top (0); those of one face belong to one part."""
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a cell to its neighbour at the top, right, bottom, left."""


class Cell(NamedTuple):
    """A place in a built city: column to the right, row down."""

    column: int
    row: int

    def beside(self, edge: int) -> "Cell":
        """Return the neighbour at an edge."""
        return Cell(self.column + STEPS[edge][0], self.row + STEPS[edge][1])


class Laid(NamedTuple):
    """A face in a cell, turned clockwise by so many quarters."""

    face: str
    turns: int

    def edges(self) -> frozenset[int]:
        """Return the city edges as they lie."""
        return frozenset((edge + self.turns) % 4 for edge in CITY_EDGES[self.face])


@dataclass(frozen=True)
class City:
    """How many dice a city has, and whether no city edge is without a matching neighbour."""

    size: int
    closed: bool


def cities_of(laid: Mapping[Cell, Laid]) -> list[City]:
    """Return the cities that stand on these cells; knights and catapults are in none."""
    waiting = {cell for cell, die in laid.items() if die.edges()}
    found = []
    while waiting:
        members, ahead = set(), [waiting.pop()]
        while ahead:
            here = ahead.pop()
            members.add(here)
            ahead += [there for there in _joined(here, laid) if there not in members]
        waiting -= members
        closed = all(len(list(_joined(cell, laid))) == len(laid[cell].edges()) for cell in members)
        found.append(City(len(members), closed))
    return sorted(found, key=lambda city: (-city.size, city.closed))


def _joined(here: Cell, laid: Mapping[Cell, Laid]) -> Iterator[Cell]:
    for edge in laid[here].edges():
        there = here.beside(edge)
        if there in laid and (edge + 2) % 4 in laid[there].edges():
            yield there


def build(size: int, rng: np.random.Generator) -> dict[Cell, Laid]:
    """Return a city of touching dice: closed, left open, or with dice that do not match."""
    laid = _closed(size, rng)
    kind = rng.choice(["closed", "open", "mismatch"], p=[0.45, 0.25, 0.3])
    cells = sorted(laid)
    for number in rng.permutation(len(cells))[: rng.integers(1, 3)].tolist():
        cell = cells[number]
        if kind == "open":
            free = [edge for edge in range(4) if cell.beside(edge) not in laid]
            if free and len(laid[cell].edges()) < 3:
                laid[cell] = _laid(laid[cell].edges() | {int(rng.choice(free))})
        elif kind == "mismatch":
            laid[cell] = Laid(laid[cell].face, int(laid[cell].turns + rng.integers(1, 4)) % 4)
    return laid


def _closed(size: int, rng: np.random.Generator) -> dict[Cell, Laid]:
    """Grow a closed city: cells joined as a tree, and some further neighbours joined as well."""
    edges: dict[Cell, set[int]] = {Cell(0, 0): set()}
    while len(edges) < size:
        here = list(edges)[rng.integers(len(edges))]
        edge = int(rng.integers(4))
        there = here.beside(edge)
        if there not in edges and len(edges[here]) < 3 and _is_compact([*edges, there]):
            edges[here].add(edge)
            edges[there] = {(edge + 2) % 4}
    for here in list(edges):
        for edge in range(4):
            there = here.beside(edge)
            room = there in edges and edge not in edges[here] and len(edges[here]) < 3
            if room and len(edges[there]) < 3 and rng.random() < 0.5:
                edges[here].add(edge)
                edges[there].add((edge + 2) % 4)
    return {cell: _laid(frozenset(own)) for cell, own in edges.items()}


def _is_compact(cells: list[Cell]) -> bool:
    columns, rows = ({cell[axis] for cell in cells} for axis in (0, 1))
    return len(columns) <= 5 and len(rows) <= 4


def _laid(edges: frozenset[int]) -> Laid:
    """Return the face, as it lies, that has these city edges."""
    return next(
        die for face in CITY_EDGES for turns in range(4) if (die := Laid(face, turns)).edges() == edges
    )
