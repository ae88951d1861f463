"""Simulated tokens: the manifest says what the picture shows, and gems look like clear stones."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.workshop.simulation.token_scenes import (
    MEASURING_BOARDS,
    MEASURING_GEMS,
    MEASURING_STONES,
    TEACHING_BOARDS,
    TEACHING_GEMS,
    TEACHING_STONES,
    TokenWishes,
    write_token_photos,
)
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation import render
from vision.workshop.simulation.scene import CameraPose, Hand, Lamp, Photo, Scene, Surface
from vision.workshop.simulation.things import ThingsNow
from vision.workshop.simulation.tokens.gem_board import floor_mm
from vision.workshop.simulation.tokens.scenery import gem_in_hole
from vision.workshop.simulation.tokens.things import (
    GEM_LABELS,
    STONE_FACES,
    Gem,
    GemBoardMake,
    GemMake,
    LaidGemBoard,
    Stone,
    StoneMake,
)

SIZE_WH = (480, 360)
MIDDLE = PointMm(100.0, 100.0)


def scene(things: ThingsNow, board: LaidGemBoard | None = None, distance_mm: float = 140.0) -> Scene:
    return Scene(
        dice=(),
        camera=CameraPose(MIDDLE, distance_mm=distance_mm),
        surface=Surface("white", gloss=0.0),
        lamps=(Lamp(PointMm(-200.0, -250.0), 900.0, 40.0, (0.6, 0.6, 0.6)),),
        photo=Photo(noise=0.0, jpeg=None),
        board=board,
        things=things,
    )


def shown(label: str, style: str) -> np.ndarray:
    """Return the mean colour (3,) that a gem shows."""
    rendered = render(scene(ThingsNow(gems=(Gem(GemMake(style), label, MIDDLE, 30.0),))), SIZE_WH, 1)
    (true,) = rendered.tokens
    x, y, reach = round(true.centre_px.x), round(true.centre_px.y), round(0.35 * true.size_px)
    seen = rendered.image_bgr[y - reach : y + reach, x - reach : x + reach]
    return np.asarray(seen.mean(axis=(0, 1)))


def test_no_style_both_teaches_and_measures() -> None:
    assert set(TEACHING_BOARDS).isdisjoint(MEASURING_BOARDS)
    assert set(TEACHING_GEMS).isdisjoint(MEASURING_GEMS)
    assert set(TEACHING_STONES).isdisjoint(MEASURING_STONES)


@pytest.mark.parametrize("style", [*TEACHING_GEMS, *MEASURING_GEMS])
def test_six_colours_look_unlike_each_other(style: str) -> None:
    colours = [shown(label, style) for label in GEM_LABELS]
    apart = [np.linalg.norm(a - b) for n, a in enumerate(colours) for b in colours[:n]]
    assert min(apart) > 25


def test_a_gem_mirrors_its_lamp_and_throws_a_coloured_shade() -> None:
    tokens = ThingsNow(gems=(Gem(GemMake("brilliant"), "blue", MIDDLE, 30.0),))
    rendered = render(scene(tokens), SIZE_WH, 1)
    bare = render(scene(ThingsNow()), SIZE_WH, 1).image_bgr
    (true,) = rendered.tokens
    x, y = round(true.centre_px.x), round(true.centre_px.y)
    half = round(true.size_px / 2)
    gem = rendered.image_bgr[y - half : y + half, x - half : x + half]
    assert gem.min(axis=2).max() > 120, "no highlight"
    darker = bare.astype(int) - rendered.image_bgr
    rows, columns = np.mgrid[0 : darker.shape[0], 0 : darker.shape[1]]
    away = np.hypot(columns - x, rows - y)
    shade = darker[(away > 1.1 * half) & (away < 1.6 * half) & (columns > x) & (rows > y)].mean(axis=0)
    assert shade[2] > 5
    assert shade[2] > 1.3 * shade[0], "red is taken out of the light, not blue"


def test_a_gem_in_a_hole_is_seen_where_the_truth_says() -> None:
    board = LaidGemBoard(GemBoardMake("plain"), PointMm(200.0, 140.0), angle_deg=8.0, gap_mm=1.0)
    rng = np.random.default_rng(1)
    cell = GridCell(7, 2)
    gem = gem_in_hole(rng, board, GemMake("brilliant"), "red", cell)
    assert gem.height_mm == floor_mm(board)
    seen = scene(ThingsNow(gems=(gem,)), board, 400.0)
    seen = replace(seen, camera=CameraPose(board.centre_mm, distance_mm=400.0))
    empty = replace(seen, things=ThingsNow())
    rendered, bare = (render(s, (960, 720), 1) for s in (seen, empty))
    (true,) = rendered.tokens
    assert true.cell == cell
    assert true.visible == 1.0
    changed = (np.abs(rendered.image_bgr.astype(int) - bare.image_bgr).max(axis=2) > 60).astype(np.uint8)
    moments = cv2.moments(changed, binaryImage=True)
    centre = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    assert np.hypot(centre[0] - true.centre_px.x, centre[1] - true.centre_px.y) < 0.2 * true.size_px


def test_every_hole_and_red_field_is_found_again() -> None:
    board = LaidGemBoard(GemBoardMake("sand"), PointMm(200.0, 140.0), -9.0, gap_mm=0.8, slide_mm=-0.6)
    cells = [GridCell(column, row) for column in range(12) for row in range(6)]
    assert [board.cell_at(board.place_mm(*cell)) for cell in cells] == cells
    assert [board.row_at(board.head_mm(row)) for row in range(6)] == list(range(6))
    assert board.cell_at(board.head_mm(0)) is None


def test_a_hand_hides_gems() -> None:
    gem = Gem(GemMake("dome"), "green", MIDDLE)
    covered = scene(ThingsNow(gems=(gem,)))
    covered = replace(covered, hands=(Hand(MIDDLE, 0.0, 30.0),))
    assert render(covered, SIZE_WH, 1).tokens[0].visible < 0.2


@pytest.mark.parametrize("style", [*TEACHING_STONES, *MEASURING_STONES])
def test_stones_show_their_faces(style: str) -> None:
    pictures = []
    for face in STONE_FACES:
        tokens = ThingsNow(stones=(Stone(StoneMake(style), face, MIDDLE, 20.0),))
        rendered = render(scene(tokens), SIZE_WH, 1)
        assert [true.label for true in rendered.tokens] == [face]
        pictures.append(rendered.image_bgr.astype(int))
    apart = [np.abs(a - b).mean() for n, a in enumerate(pictures) for b in pictures[:n]]
    assert min(apart) > 0.2


@pytest.mark.parametrize("what", ["gems", "loose", "stones"])
def test_photographs_come_with_a_manifest(tmp_path: Path, what: str) -> None:
    paths = write_token_photos(tmp_path, what, TokenWishes(), seed=4, count=1, size_wh=SIZE_WH)  # type: ignore[arg-type]
    for path in paths:
        for line in map(json.loads, path.read_text().splitlines()):
            assert cv2.imread(str(tmp_path / line["image"])) is not None
            assert ("grid" in line) == (what == "gems")
            labels = GEM_LABELS if what != "stones" else STONE_FACES
            assert {token["label"] for token in line["tokens"]} <= set(labels)
            assert (
                all("cell" in token for token in line["tokens"]) or what != "gems" or "play" in str(path)
            )
    teach = [json.loads(line) for line in paths[0].read_text().splitlines()]
    assert len(teach) == 3 + (what == "gems")
    if what == "gems":
        assert [len(line["tokens"]) for line in teach] == [0, 72, 72, 72]
