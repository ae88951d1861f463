from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.workshop.simulation.boards.kits import BOARD, CAMERA, KIT, SIZE, SLABS, scene
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation import Hand, Projection, render
from vision.workshop.simulation.boards.board_print import board_drawing
from vision.workshop.simulation.boards.scenery import BoardWishes, makes_of, random_board_scene
from vision.workshop.simulation.boards.slab_print import slab_drawing
from vision.workshop.simulation.boards.styles import STYLES, style_of
from vision.workshop.simulation.boards.things import Pawn, Slab
from vision.workshop.simulation.photos.boards import write_board_photos
from vision.workshop.simulation.photos.manifests import manifest_line
from vision.workshop.simulation.things import ThingsNow

TIPPED = replace(CAMERA, tilt_deg=25.0, stands_deg=180.0)


def test_a_cells_corners_are_seen_where_a_pinhole_camera_sees_them() -> None:
    cells = {true.cell: true for true in render(scene(), SIZE, 1).cells}
    # Straight above: 320 px for 300 mm at the table, less distance to the board's top.
    scale = 320 / (300 - BOARD.thick_mm)
    left, top = 159.5 - 3 * 30 * scale, 119.5 - 2 * 30 * scale
    assert cells[GridCell(0, 0)].corners_px[0] == pytest.approx((left, top), abs=1e-6)
    assert cells[GridCell(0, 0)].centre_px == pytest.approx((left + 15 * scale, top + 15 * scale))
    assert len(cells) == 24


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_what_lies_there_is_told_part_by_part_and_how_it_is_turned(turns: int) -> None:
    at = BOARD.place_mm(2, 1)
    slab = Slab(SLABS, ("lane.start", "lane.bridge", "lane.end"), at, 90.0 * turns + 3.0)
    board = replace(BOARD, angle_deg=0.0)
    rendered = render(scene(board=board, things=ThingsNow((slab,))), SIZE, 1)
    found = {(c.label, c.cell, c.turns) for c in rendered.cells if c.label is not None}
    column, row = ((0, -1), (1, 0), (0, 1), (-1, 0))[turns]
    assert found == {
        ("lane.start", GridCell(2 - column, 1 - row), turns),
        ("lane.bridge", GridCell(2, 1), turns),
        ("lane.end", GridCell(2 + column, 1 + row), turns),
    }


def test_a_piece_is_seen_with_its_height() -> None:
    slab = Slab(SLABS, ("lane.single",), BOARD.place_mm(3, 2), 0.0)
    seen = changed(ThingsNow((slab,)))
    corners = slab.corners_mm()
    projection = Projection(TIPPED, SIZE)
    solid = np.vstack(
        [projection.table_to_picture(corners, height) for height in (slab.height_mm, slab.top_mm)]
    )
    assert seen == pytest.approx((*solid.min(axis=0), *solid.max(axis=0)), abs=1.6)


def test_a_pawn_stands_up_from_its_cell() -> None:
    foot = BOARD.place_mm(3, 2)
    seen = changed(ThingsNow((), (Pawn("pawn", (30, 30, 200), foot),)))
    projection = Projection(TIPPED, SIZE)
    # The head is a ball of 19 % of the height: its top and its lowest point at the foot's edge.
    head = projection.table_to_picture(foot, 2.0 + 25.0 * 0.81)
    px_per_mm = projection.px_per_mm(np.array([*foot, -22.0]))
    assert seen[1] == pytest.approx(head[1] - 25.0 * 0.19 * px_per_mm, abs=1.5)
    assert seen[0] < head[0] < seen[2]


def changed(things: ThingsNow) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what pieces change in the picture of a tipped camera."""
    bare, with_pieces = (
        render(scene(TIPPED, things=those), SIZE, 1).image_bgr for those in (None, things)
    )
    far = np.abs(bare.astype(int) - with_pieces).max(axis=2) > 24
    solid = cv2.morphologyEx(far.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    rows, columns = np.nonzero(solid)
    return columns.min(), rows.min(), columns.max(), rows.max()


def test_cells_under_a_hand_are_told_as_hidden() -> None:
    hand = Hand(BOARD.place_mm(1, 1), 0.0)
    over = replace(scene(), hands=(hand,))
    line = manifest_line(over, render(over, SIZE, 1), "a.jpg")
    assert "1,1" in line["hidden"]
    assert "5,3" not in line["hidden"]


def test_a_manifest_says_what_lies_and_stands_where() -> None:
    slab = Slab(SLABS, ("lane.start", "lane.end"), BOARD.place_mm(1, 0.5), 180.0)
    pawns = (
        Pawn("pawn", (9, 9, 9), BOARD.place_mm(1, 1)),
        Pawn("pawn", (9, 9, 9), BOARD.place_mm(4, 3)),
    )
    on = scene(things=ThingsNow((slab,), pawns))
    line = manifest_line(on, render(on, SIZE, 1), "a.jpg")
    assert line["grid"] == [6, 4]
    assert line["cells"] == {
        "1,0": {"label": "lane.start", "turns": 2},
        "1,1": {"label": "lane.end", "turns": 2, "on": "pawn"},
        "4,3": {"label": "empty", "on": "pawn"},
    }
    assert "hidden" not in line


def test_the_same_seed_gives_the_same_picture() -> None:
    def photo() -> bytes:
        rng = np.random.default_rng(4)
        on = random_board_scene(rng, KIT, SIZE, BoardWishes(lays=6))
        return render(on, SIZE, 4).image_bgr.tobytes()

    assert photo() == photo()


@pytest.mark.parametrize("style", [*STYLES, "any-1", "any-2"])
def test_every_part_of_every_style_has_its_own_print(style: str) -> None:
    _, slabs = makes_of(KIT, style, 2)
    prints = [
        slab_drawing(Slab(slabs, (look.label,), PointMm(0, 0), 0.0)).bgra.astype(int)
        for look in KIT.looks
    ]
    assert min(np.abs(a - b).mean() for a, b in combinations(prints, 2)) > 4


def test_made_up_styles_differ_and_stay_what_they_are() -> None:
    assert style_of("any-7") == style_of("any-7")
    assert style_of("any-7") != style_of("any-8")
    with pytest.raises(KeyError):
        style_of("any-other")


def test_each_printing_of_a_style_looks_a_little_different() -> None:
    one, other = (board_drawing(makes_of(KIT, "frontier", seed)[0]).bgra for seed in (1, 2))
    assert np.abs(one.astype(int) - other).mean() > 2


def test_photographs_are_written_with_their_manifests(tmp_path: Path) -> None:
    teach, play = write_board_photos(
        tmp_path, KIT_WIDE, style="night", seed=3, count=1, size_wh=(480, 270)
    )
    names = [line.split('"')[3] for path in (teach, play) for line in path.read_text().splitlines()]
    assert names == ["teach-00.jpg", "teach-01.jpg", "play-00.jpg"]
    assert all((tmp_path / name).is_file() for name in names)


KIT_WIDE = replace(KIT, grid=(8, 6))
