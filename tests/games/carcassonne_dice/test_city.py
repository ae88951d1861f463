"""Cities on cells: what joins, what is closed, where it is open, what it scores."""

import pytest

from companion.games.carcassonne_dice.city import (
    Cell,
    City,
    Edge,
    PlacedFace,
    cities,
    clashes,
    largest_closed,
    points,
)
from companion.games.carcassonne_dice.faces import STANDARD, Side, read_faces
from tests.games.carcassonne_dice.case import TWO_CAPS
from tests.games.carcassonne_dice.drawing import drawn


def found(*lines: str) -> tuple[City, ...]:
    return cities(drawn(*lines), STANDARD)


@pytest.mark.parametrize(
    ("size", "once"),
    [(0, 0), (1, 0), (2, 0), (3, 1), (4, 3), (5, 6), (6, 10), (7, 15), (8, 21), (9, 28)],
)
def test_a_city_scores_by_its_dice(size: int, once: int) -> None:
    """The seed's table; nine dice doubled is decided to score 56."""
    assert points(size) == once
    assert points(size, doubled=True) == 2 * once


CLOSED = {
    2: ["╶╴"],
    3: ["╶─╴"],
    4: ["┌┐", "└┘"],
    5: ["╷ ", "├╴", "└╴"],
    6: ["╶┐ ", " │ ", "╶┤ ", " ╵ "],
    7: ["┌┬╴", "├┤ ", "╵╵ "],
    8: ["┌─┐", "│ │", "└─┘"],
    9: ["┌─┐", "│╷│", "└┴┘"],
}
"""Closed cities of every size; those of 8 dice has a hole whose edges are field."""


@pytest.mark.parametrize("size", CLOSED)
def test_the_largest_closed_city_counts_its_dice(size: int) -> None:
    (city,) = found(*CLOSED[size])
    assert (city.size, city.closed, city.open_edges) == (size, True, ())


def test_a_ring_whose_inner_edges_are_field_is_closed() -> None:
    """Decided: a ring whose inner edges are all field is closed."""
    (city,) = found("┌─┐", "│ │", "└─┘")
    assert city.closed


def test_a_city_edge_that_faces_a_hole_inside_is_open() -> None:
    """A hole inside included: no city edge may face an empty place."""
    (city,) = found("┌┬┐", "│ │", "└─┘")
    assert not city.closed
    assert city.open_edges == (Edge(Cell(1, 0), Side.BOTTOM),)
    assert city.mismatches == ()


def test_open_edges_are_named_by_cell_and_side() -> None:
    (city,) = found("╶┬")
    assert city.open_edges == (Edge(Cell(1, 0), Side.RIGHT), Edge(Cell(1, 0), Side.BOTTOM))


def test_diagonal_contact_is_no_contact() -> None:
    assert [city.size for city in found("╶╴ ", "  │")] == [2, 1]


def test_a_lone_die_is_an_open_city_of_one() -> None:
    (city,) = found("├")
    assert (city.size, len(city.open_edges)) == (1, 3)


def test_knights_and_catapults_are_in_no_city() -> None:
    (city,) = found("K╶╴C")
    assert city.cells == (Cell(1, 0), Cell(2, 0))


def test_a_city_edge_beside_a_knight_is_open_but_meets_no_field() -> None:
    (city,) = found("╶K")
    assert (len(city.open_edges), city.mismatches) == (1, ())


def test_a_mismatch_leaves_open_the_city_whose_edge_it_is() -> None:
    """Decided: never the city of the die whose field edge meets it."""
    first, second = found("╶─╷", "  ╵")
    assert first.cells == (Cell(0, 0), Cell(1, 0))
    assert first.open_edges == first.mismatches == (Edge(Cell(1, 0), Side.RIGHT),)
    assert second.closed


def test_nothing_is_scored_across_a_mismatch() -> None:
    assert largest_closed(found("╶─╷", "  ╵")) == 2


def test_several_cities_only_the_largest_closed_counts() -> None:
    standing = found("╶─╴ ╶──", "   ╶╴  ")
    assert sorted((city.size, city.closed) for city in standing) == [(2, True), (3, False), (3, True)]
    assert largest_closed(standing) == 3


def test_no_closed_city_counts_nothing() -> None:
    assert largest_closed(found("╶──")) == 0
    assert largest_closed(()) == 0


def test_an_empty_table_has_no_city() -> None:
    assert cities({}, STANDARD) == ()


def test_a_straight_of_two_caps_needs_no_change_of_code() -> None:
    """A face is data: with two one-edge parts the die ends one city above and one below."""
    above, below = cities(drawn("╷", "│", "╵"), read_faces(TWO_CAPS))
    assert above.cells == (Cell(0, 0), Cell(0, 1))
    assert below.cells == (Cell(0, 1), Cell(0, 2))
    assert above.closed
    assert below.closed


def test_a_die_with_two_parts_in_one_city_counts_once() -> None:
    placed = drawn("┌┐", "│╵", "└╴") | {Cell(1, 1): PlacedFace("straight", 0)}
    placed[Cell(1, 2)] = PlacedFace("corner", 3)
    ring = cities(placed, read_faces(TWO_CAPS))
    assert [(city.size, city.closed) for city in ring] == [(4, True), (4, True)]
    turned = cities({**placed, Cell(0, 1): PlacedFace("corner", 1)}, read_faces(TWO_CAPS))
    assert all(city.size <= 6 for city in turned)


def test_an_unknown_face_is_not_guessed() -> None:
    with pytest.raises(KeyError, match="tower"):
        cities({Cell(0, 0): PlacedFace("tower", 0)}, STANDARD)


@pytest.mark.parametrize(
    ("face", "turns", "sides"),
    [
        pytest.param("cap", 0, [], id="city to city"),
        pytest.param("cap", 1, [Side.TOP], id="city to field"),
        pytest.param("straight", 0, [], id="city to city, the other end free"),
        pytest.param("corner", 1, [Side.TOP], id="field to city"),
    ],
)
def test_neighbours_must_match_city_to_city_and_field_to_field(
    face: str, turns: int, sides: list[Side]
) -> None:
    found_clashes = clashes(drawn("╷"), Cell(0, 1), PlacedFace(face, turns), STANDARD)
    assert [edge.side for edge in found_clashes] == sides


def test_field_may_lie_beside_field() -> None:
    assert clashes(drawn("│"), Cell(1, 0), PlacedFace("straight", 0), STANDARD) == ()
