"""Whatever labels a lesson is given, it teaches a set that reads the lesson's own pictures, or refuses.

One label, some, all, odd ones, those of a built-in set; pieces never turned; the same piece labelled
twice, or otherwise on another photograph; places, corners and cells that are none.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import cv2
import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.cli.command import run
from tests.rigs.other_art import Discs, Laid, OtherBoard
from vision.board_grid import BoardGrid
from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.kinds import KINDS
from vision.readings.places import GridCell, PointPx
from vision.workshop.simulation import random_style
from vision.workshop.simulation.table import SimulatedTable

ODD: tuple[str, ...] = (
    "a.start",
    "a.end",
    "hand",
    "snake",
    "1",
    "cap",
    "empty",
    "nothing",
    "hole",
    "..",
    "a/b",
    " x ",
)
ODD += ("", "x" * 60, "x" * 61, "字" * 60, "🐉" * 40, "\ud800", "a\u200bb", "e\u0301", "%2E", "\n", ".")
NAMES = st.lists(st.one_of(st.sampled_from(ODD), st.text(max_size=6)), min_size=1, max_size=4)
LUCK = st.integers(0, 2**32 - 1)
GRIDS = ((4, 3), (2, 2), (3, 6), (8, 2))
CELLS_WH = ((34, 34), (20, 30), (44, 24), (9, 9))
Line = dict[str, Any]
Photo = tuple[ImageBgr, Line]


def taught_and_read(kind: str, photos: Sequence[Photo], times: int = 1) -> tuple[int, str]:
    """Teach what these photographs show, so often, and read them with it; return status and stderr."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"p{number}.png" for number in range(len(photos))]
        for path, (image, _) in zip(paths, photos, strict=True):
            path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
        lines = ({"image": path.name} | line for path, (_, line) in zip(paths, photos, strict=True))
        (folder / "m.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        words = ("--set", str(folder / "set"), str(folder / "m.jsonl"))
        for _ in range(times):
            status, _, err = run("teach", kind, *words)
            assert status == (1 if [row for row in err.splitlines() if not _advises(row)] else 0), err
        if not KINDS[kind].is_in(folder / "set"):
            assert status == 1
            return status, err
        read, out, said = run("read", kind, "--set", str(folder / "set"), *map(str, paths))
        assert (read, said) == (0, "")
        assert [json.loads(row)["ok"] for row in out.splitlines()] == [True] * len(paths)
        assert run("evaluate", kind, *words, "--json")[0] in (0, 1)
    return status, err


def _advises(row: str) -> bool:
    return not row or row.startswith("advice: ")


@settings(max_examples=20)
@given(NAMES, LUCK, st.integers(1, 2))
def test_any_labels_of_a_board_teach_it_or_are_refused(names: list[str], luck: int, times: int) -> None:
    taught_and_read("board", board_photos(Random(luck), names), times)


@settings(max_examples=10)
@given(NAMES, LUCK, st.integers(1, 2))
@example(names=["a.start"], luck=18369, times=1)  # a board of which nothing is seen twice
def test_any_labels_of_tokens_teach_them_or_are_refused(names: list[str], luck: int, times: int) -> None:
    taught_and_read("tokens", token_photos(Random(luck), names), times)


@settings(max_examples=10)
@given(NAMES, LUCK, st.integers(1, 2))
@example(["hand", "snake", "mask", "antelope", "shield", "elephant"], 3, 1)
def test_any_labels_of_dice_teach_them_or_are_refused(names: list[str], luck: int, times: int) -> None:
    taught_and_read("dice", dice_photos(Random(luck), names), times)


def board_photos(luck: Random, names: Sequence[str]) -> list[Photo]:
    """Return photographs of a board that nobody designed, labelled by somebody careless."""
    grid = BoardGrid(*luck.choice(GRIDS))
    board = OtherBoard(luck.randrange(10**6), grid, luck.choice(CELLS_WH), luck.random() < 0.2)
    turned = luck.choice(("never", "one way", "any way"))
    photos = []
    for number in range(luck.randint(1, 3)):
        cells = _laid(luck, grid, names, turned) if number or luck.random() < 0.3 else {}
        image, corners = board.photograph(cells, number)
        line: Line = {"grid": [grid.columns, grid.rows], "cells": _cells(luck, cells, names, turned)}
        line["hidden"] = [_name(cell) for cell in grid.cells if luck.random() < 0.05]
        photos.append((image, line | _corners(luck, corners)))
    return photos


def _laid(luck: Random, grid: BoardGrid, names: Sequence[str], turned: str) -> dict[GridCell, Laid]:
    """Return pieces in a row, as parts of longer ones, or here and there."""
    row = luck.randrange(grid.rows)
    places = [cell for cell in grid.cells if cell.row == row]
    if luck.random() < 0.5:
        places = luck.sample(grid.cells, luck.randint(0, len(grid.cells)))
    turns = [luck.randrange(4) if turned == "any way" else 0 for _ in places]
    return {
        cell: Laid(luck.choice([*names, None]), one, luck.random() < 0.1)
        for cell, one in zip(places, turns, strict=True)
    }


def _cells(
    luck: Random, laid: Mapping[GridCell, Laid], names: Sequence[str], turned: str
) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    for cell, piece in laid.items():
        said: Line = {"label": piece.label or "empty"}
        if luck.random() < 0.1:
            said["label"] = luck.choice(names)
        if turned != "never":
            said["turns"] = piece.turns if turned == "any way" else 1
        if piece.pawn:
            said["on"] = luck.choice(("gang", names[0]))
        if luck.random() < 0.9:
            cells[_name(cell)] = said
    return cells


def _corners(luck: Random, corners: Sequence[PointPx] | None) -> Line:
    """Return the corners as they were said: right, not at all, or where no board lies so."""
    here = [[x, y] for x, y in corners or ()]
    anywhere = [[luck.uniform(-500, 2000), luck.uniform(-500, 2000)] for _ in range(4)]
    wrong: tuple[list[list[float]], ...] = ([[0, 0]] * 4, anywhere, here[::-1], [here[0], *here[:3]])
    if not here or luck.random() < 0.1:
        return {}
    return {"corners": here if luck.random() < 0.85 else luck.choice(wrong)}


def token_photos(luck: Random, names: Sequence[str]) -> list[Photo]:
    """Return photographs of discs, loose or in holes, placed or only counted by somebody careless."""
    grid = luck.choice((None, None, BoardGrid(4, 3), BoardGrid(2, 2)))
    discs = Discs(luck.randrange(10**6), names, grid, alike=luck.random() < 0.2)
    photos = []
    for number in range(luck.randint(1, 3)):
        image, lie, corners = discs.photograph(number, luck.choice((0.0, 0.2, 0.7, 1.0)))
        tokens: list[Line] = []
        for disc in lie:
            x, y = disc.centre_px if luck.random() < 0.95 else (luck.uniform(-50, 400), 1e9)
            one: Line = {"label": disc.label, "x": x, "y": y}
            if disc.cell is not None and luck.random() < 0.9:
                one["cell"] = _name(disc.cell)
            other = one | {"label": luck.choice(names)}
            tokens += luck.choices(([one], [other], [one, other], []), (80, 8, 6, 6))[0]
        line: Line = {"tokens": tokens}
        if luck.random() < 0.4:
            labels = [one["label"] for one in tokens]
            line = {"counts": {label: labels.count(label) for label in labels} or {names[0]: 3}}
        if grid is not None:
            line |= {"grid": [grid.columns, grid.rows]} | _corners(luck, corners)
        photos.append((image, line))
    return photos


@cache
def thrown(kind: str) -> tuple[tuple[ImageBgr, tuple[tuple[str, float, float, float], ...]], ...]:
    """Return two throws of five dice: faces, middles, angles."""
    clock = SteppedClock()
    style = random_style(np.random.default_rng(5), "symbols" if kind == "symbols" else "pips")
    table = SimulatedTable(clock, style=style, seed=2, mat=False, size_wh=(640, 480))
    dice, shots = table.throw(count=5), []
    for _ in range(2):
        clock.wait(Event(), max(0.0, table.busy_until - clock.now()) + 0.5)
        truth = tuple(
            (die.face, die.centre[0] * 640, die.centre[1] * 480, die.picture_angle_deg)
            for die in table.truth()
        )
        shots.append((table.render(clock.now()), truth))
        table.throw(dice)
    return tuple(shots)


def dice_photos(luck: Random, names: Sequence[str]) -> list[Photo]:
    """Return photographs of dice, labelled by somebody careless."""
    called: dict[str, str] = {}
    photos = []
    for image, dice in thrown(luck.choice(("symbols", "pips"))):
        said: list[Line] = []
        for face, x, y, angle in dice:
            label = called.setdefault(face, names[len(called) % len(names)])
            one: Line = {"face": label, "x": x, "y": y}
            if luck.random() < 0.5:
                one["angle"] = luck.choice((angle, angle, luck.uniform(-1000, 1000)))
            if luck.random() < 0.3:
                one |= luck.choice(({"w": 40, "h": 40}, {"w": 0, "h": 0}, {"w": -5, "h": 1e9}))
            other = one | {"face": luck.choice(names)}
            away = one | {"x": luck.uniform(-99, 999), "y": 1e9}
            said += luck.choices(([one], [other], [one, other], [away], []), (70, 9, 7, 7, 7))[0]
        faces = {"faces": [luck.choice(names)] * luck.choice((1, 5))}
        photos.append((image, {"dice": said} if luck.random() < 0.85 else faces))
    return photos


def _name(cell: GridCell) -> str:
    return f"{cell.column},{cell.row}"
