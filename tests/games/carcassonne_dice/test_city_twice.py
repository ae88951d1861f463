"""City scoring against a second implementation that paints the dice and follows the paint."""

from collections import Counter
from random import Random

import pytest

from companion.games.carcassonne_dice.city import Cell, Edge, PlacedFace, cities, largest_closed, points
from companion.games.carcassonne_dice.faces import STANDARD, Faces, Side, read_faces
from tests.games.carcassonne_dice.case import TWO_CAPS
from tests.games.carcassonne_dice.raster import best_score, towns


def position(rng: Random, faces: Faces) -> dict[Cell, PlacedFace]:
    """Two to nine dice joined to a closed city; then some changed, taken away or put down anyhow."""
    ends: dict[Cell, set[Side]] = {Cell(0, 0): set()}
    size = rng.randint(2, 9)
    while len(ends) < size:
        join(ends, Edge(rng.choice(list(ends)), rng.choice(list(Side))))
    for cell in list(ends):
        edge = Edge(cell, rng.choice(list(Side)))
        if edge.across.cell in ends and rng.random() < 0.3:
            join(ends, edge)
    ways = {
        frozenset(side for part in faces.parts(name, turns) for side in part): PlacedFace(name, turns)
        for name in faces.names
        for turns in range(4)
    }
    placed = {cell: ways[frozenset(sides)] for cell, sides in ends.items()}
    for _ in range(rng.choice((0, 0, 1, 2))):
        changed = rng.choice([*placed, Cell(rng.randint(-2, 2), rng.randint(-2, 2))])
        placed[changed] = PlacedFace(rng.choice(faces.names), rng.randrange(4))
    if rng.random() < 0.2:
        del placed[rng.choice(list(placed))]
    return placed


def join(ends: dict[Cell, set[Side]], edge: Edge) -> None:
    """Lead a city over the edge, onto a new die if need be, unless a die would have four city edges."""
    here, there = ends[edge.cell], ends.get(edge.across.cell, set())
    if len(here | {edge.side}) < 4 and len(there | {edge.across.side}) < 4:
        here.add(edge.side)
        ends.setdefault(edge.across.cell, there).add(edge.across.side)


def agree(count: int) -> Counter[int]:
    """Compare so many positions; return how often a largest closed city had each size."""
    rng, sizes = Random(2), Counter[int]()
    for number in range(count):
        two_caps = number % 4 == 3
        faces = read_faces(TWO_CAPS) if two_caps else STANDARD
        placed = position(rng, faces)
        painted = {
            (cell.column, cell.row): ("two caps" if two_caps and face == "straight" else face, turns)
            for cell, (face, turns) in placed.items()
        }
        standing = cities(placed, faces)
        ours = sorted(
            (sorted(city.cells), len(city.open_edges), len(city.mismatches)) for city in standing
        )
        theirs = sorted((sorted(members), edges, met) for members, edges, met in towns(painted))
        assert ours == theirs, placed
        assert points(largest_closed(standing)) == best_score(painted)
        sizes[largest_closed(standing)] += 1
    return sizes


def test_both_find_the_same_cities_in_500_positions() -> None:
    sizes = agree(500)
    assert set(range(2, 9)) <= set(sizes)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_both_find_the_same_cities_in_20000_positions() -> None:
    sizes = agree(20_000)
    assert {0, *range(2, 10)} == set(sizes)
