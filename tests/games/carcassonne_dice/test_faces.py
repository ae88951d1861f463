"""Faces are data."""

import pytest

from companion.games.carcassonne_dice.faces import (
    STANDARD,
    Side,
    face_faults,
    read_faces,
    write_faces,
)
from companion.games.game import Json
from tests.games.carcassonne_dice.case import TWO_CAPS


@pytest.mark.parametrize(
    ("face", "edges"),
    [
        ("cap", "CFFF"),
        ("straight", "CFCF"),
        ("corner", "CCFF"),
        ("three", "CCCF"),
        ("knight", "FFFF"),
        ("catapult", "FFFF"),
    ],
)
def test_the_faces_as_best_read(face: str, edges: str) -> None:
    """Edges clockwise from the top, C city, F field; each city face has one part."""
    city = {side for part in STANDARD.parts(face) for side in part}
    assert "".join("C" if side in city else "F" for side in Side) == edges
    assert len(STANDARD.parts(face)) == (1 if city else 0)


def test_a_die_has_six_faces() -> None:
    assert STANDARD.names == ("cap", "straight", "corner", "three", "knight", "catapult")


def test_turning_is_clockwise() -> None:
    assert STANDARD.parts("cap", 1) == (frozenset({Side.RIGHT}),)
    assert STANDARD.parts("corner", 3) == (frozenset({Side.TOP, Side.LEFT}),)
    assert STANDARD.parts("three", 4) == STANDARD.parts("three")


@pytest.mark.parametrize(
    ("face", "ways"),
    [("cap", (0, 1, 2, 3)), ("straight", (0, 1)), ("corner", (0, 1, 2, 3)), ("knight", (0,))],
)
def test_turns_that_look_alike_count_once(face: str, ways: tuple[int, ...]) -> None:
    assert STANDARD.ways(face) == ways


def test_a_face_file_can_make_the_straight_two_caps() -> None:
    faces = read_faces(TWO_CAPS)
    assert faces.parts("straight") == (frozenset({Side.TOP}), frozenset({Side.BOTTOM}))
    assert faces.ways("straight") == (0, 1)
    assert write_faces(faces) == TWO_CAPS


def test_printed_faces_that_a_face_file_leaves_out_are_as_printed() -> None:
    """One face is told, the others are those of the rules."""
    faces = read_faces({"corner": [["top"], ["right"]]})
    assert faces.parts("corner") == (frozenset({Side.TOP}), frozenset({Side.RIGHT}))
    assert faces.names == STANDARD.names
    assert [faces.parts(name) for name in ("cap", "three")] == [
        STANDARD.parts(name) for name in ("cap", "three")
    ]
    assert read_faces({}) == STANDARD


def test_a_face_file_may_name_knight_and_catapult() -> None:
    assert read_faces({**write_faces(STANDARD), "knight": [], "catapult": []}) == STANDARD


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"cap": [["up"]]}, "cap has an edge 'up'"),
        ({"cap": []}, "cap must have a list of parts"),
        ({"cap": [[]]}, "cap must have a list of parts"),
        ({"cap": "top"}, "cap must have a list of parts"),
        ({"cap": [["top"], ["top"]]}, "cap has its top edge twice"),
        ({"tower": [["top"]]}, "5 city faces, a die has 4"),
        ({"knight": [["top"]]}, "knight has parts of a city"),
    ],
)
def test_every_fault_of_a_face_file_is_named(change: dict[str, Json], fault: str) -> None:
    data: dict[str, Json] = {**write_faces(STANDARD), **change}
    assert any(fault in found for found in face_faults(data)), face_faults(data)
    with pytest.raises(ValueError, match=fault):
        read_faces(data)
