"""The pictures of how the box is built are of the pieces that are cut, standing where they are glued."""

from math import dist

import pytest

from companion.cli.sheets.box import DEPTH, OVERHANG, PANEL_BEHIND, THICK, WIDTH, pieces
from companion.cli.sheets.box_steps import POSES, STEPS, BoxPlates, Spot
from companion.devices.pin_map import shipped_pin_map

PIECES = {piece.name.split()[0]: piece for piece in pieces(shipped_pin_map())}
BOX = BoxPlates(PIECES, THICK, OVERHANG, PANEL_BEHIND)


def corners(name: str) -> list[Spot]:
    of, pose, _ = POSES[name]
    return [pose(BOX, corner) for corner in PIECES[of].corners]


@pytest.mark.parametrize("name", POSES)
def test_a_plate_keeps_its_size_where_it_stands(name: str) -> None:
    flat = PIECES[POSES[name][0]].corners
    standing = corners(name)
    for number in range(len(flat)):
        assert dist(standing[number - 1], standing[number]) == pytest.approx(
            dist(flat[number - 1], flat[number])
        )


def test_plates_meet_where_they_are_glued() -> None:
    assert {spot.up for name in ("front", "back", "left", "right") for spot in corners(name)} >= {0.0}
    for name in ("left", "right"):
        assert min(spot.behind for spot in corners(name)) == THICK
        assert max(spot.behind for spot in corners(name)) == DEPTH - THICK
    assert {spot.behind for spot in corners("front")} == {0.0}
    assert {spot.behind for spot in corners("back")} == {DEPTH}
    assert {spot.right for spot in corners("panel")} == {THICK, WIDTH - THICK}
    assert min(spot.up for spot in corners("panel")) == THICK, "it stands on the floor"


def test_the_roof_lies_on_the_walls() -> None:
    roof = corners("roof")
    first, last = roof[0], roof[-1]
    for name in ("front", "back"):
        top = max(spot.up for spot in corners(name))
        behind = corners(name)[0].behind
        share = (behind - first.behind) / (last.behind - first.behind)
        assert first.up + share * (last.up - first.up) == pytest.approx(top, abs=0.5), name


def test_every_piece_comes_in_and_the_last_step_is_the_whole_box() -> None:
    assert {name for step in STEPS for name in step.plates} == set(POSES)
    assert STEPS[-1].plates[-1] == "roof"
