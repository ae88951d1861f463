"""``companion teach|read|evaluate board``: what is printed, what is told, how it ends."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.kinds.pieces import reader_of
from tests.cli.command import run
from tests.rigs.boards import DrawnBoard, View, as_labels, each_tile_once, random_lay
from vision.boards.sets import load_board, save_board
from vision.matching.honest import NEVER_TAUGHT
from vision.picture_files import load_picture

BOARD = DrawnBoard(3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give photographs of a board, manifests beside them, and the set taught from them."""
    found = tmp_path_factory.mktemp("boards")
    rng = np.random.default_rng(1)
    lays = {"empty": {}, "each": each_tile_once(rng), "play": random_lay(rng, 20)}
    for number, (name, cells) in enumerate(lays.items()):
        image, camera = BOARD.photograph(cells, View(turn_deg=2.0 * number), number)
        cv2.imwrite(str(found / f"{name}.jpg"), image)
        row = {"image": f"{name}.jpg", "grid": [15, 10], "cells": as_labels(cells)}
        taught = name != "play"
        row |= {"corners": camera.corners_px} if taught else {"conditions": ["turned 4"]}
        with (found / ("teach.jsonl" if taught else "play.jsonl")).open("a") as file:
            file.write(json.dumps(row) + "\n")
    status, out, err = run("teach", "board", "--set", str(found / "set"), str(found / "teach.jsonl"))
    assert (status, err) == (0, "")
    assert "15 x 10 cells, 12 labels" in out
    return found


def test_read_prints_the_cells_that_are_not_surely_empty(folder: Path) -> None:
    status, out, _ = run("read", "board", "--set", str(folder / "set"), str(folder / "play.jpg"))
    row = json.loads(out)
    assert status == 0
    assert (row["ok"], row["grid"]) == (True, [15, 10])
    assert {"sure", "hidden", "elapsed_ms"} <= set(row)
    labelled = json.loads((folder / "play.jsonl").read_text())["cells"]
    sure = {name: cell for name, cell in row["cells"].items() if cell["sure"]}
    assert len(sure) >= 0.6 * len(labelled)
    for name, cell in sure.items():
        assert (cell["label"], cell.get("on")) == (labelled[name]["label"], labelled[name].get("on"))
        assert 0 <= cell["confidence"] <= 1
        assert cell["label"] == "empty" or cell["turns"] in range(4)


def test_an_empty_board_is_printed_without_cells(folder: Path) -> None:
    _, out, _ = run("read", "board", "--set", str(folder / "set"), str(folder / "empty.jpg"))
    row = json.loads(out)
    assert (row["sure"], row["cells"], row["hidden"]) == (True, {}, [])


def test_a_file_that_is_no_picture_is_told_and_the_rest_read(folder: Path) -> None:
    status, out, err = run(
        "read",
        "board",
        "--set",
        str(folder / "set"),
        str(folder / "teach.jsonl"),
        str(folder / "empty.jpg"),
    )
    broken, good = (json.loads(line) for line in out.splitlines())
    assert status == 1
    assert (broken["ok"], good["ok"]) == (False, True)
    assert "not a picture" in broken["error"]
    assert "not a picture" in err


def test_evaluate_counts_boards_and_cells_with_intervals(folder: Path) -> None:
    words = ("evaluate", "board", "--set", str(folder / "set"), str(folder / "play.jsonl"))
    status, out, err = run(*words, "--json")
    row = json.loads(out)
    assert (status, err) == (0, "")
    assert (row["n"], row["cells"]) == (1, 150)
    assert row["right"]["n"] == 150
    assert row["occupied_right"]["n"] == 21
    assert row["silent"]["hits"] == 0
    assert len(row["silent"]["interval"]) == 2
    assert {"find", "light", "together"} <= set(row["stages_ms"])
    assert row["conditions"]["turned 4"]["n"] == 1
    status, out, _ = run(*words)
    assert status == 0
    assert out.splitlines()[0] == "1 photograph, 150 cells labelled"
    assert any(line.startswith("silent errors") for line in out.splitlines())


def test_a_set_serves_only_what_it_was_taught_for(folder: Path) -> None:
    status, _, err = run("read", "dice", "--set", str(folder / "set"), str(folder / "play.jpg"))
    assert status == 1
    assert "was taught for board, not for dice" in err
    status, _, err = run("read", "board", "--set", "pips", str(folder / "play.jpg"))
    assert status == 1
    assert "was taught for dice, not for board" in err
    status, _, err = run("read", "board", str(folder / "play.jpg"))
    assert status == 1
    assert "--set FOLDER" in err


def test_teaching_says_what_is_still_missing(folder: Path, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in (folder / "teach.jsonl").read_text().splitlines()]
    for row in rows:
        row["image"] = str(folder / row["image"])
    manifest = tmp_path / "m.jsonl"
    manifest.write_text(json.dumps(rows[0]) + "\n")
    status, out, err = run("teach", "board", "--set", str(tmp_path / "set"), str(manifest))
    assert status == 0
    assert "0 labels" in out
    assert "no piece was shown yet" in err
    manifest.write_text(json.dumps(rows[1]) + "\n")
    status, out, err = run("teach", "board", "--set", str(tmp_path / "set"), str(manifest))
    assert (status, err) == (0, "")
    assert "12 labels" in out, "taught on top of the empty board"
    status, out, err = run("teach", "board", "--set", str(tmp_path / "set"), str(manifest))
    assert "12 samples" in out, "a photograph taught again teaches nothing twice"


def test_a_first_photograph_without_corners_teaches_nothing(folder: Path, tmp_path: Path) -> None:
    manifest = tmp_path / "m.jsonl"
    row = {"image": str(folder / "empty.jpg"), "grid": [15, 10], "cells": {}}
    manifest.write_text(json.dumps(row) + "\n")
    status, _, err = run("teach", "board", "--set", str(tmp_path / "set"), str(manifest))
    assert status == 1
    assert "corners" in err
    assert not (tmp_path / "set").exists()


def test_what_is_sure_is_right_and_counted(folder: Path) -> None:
    words = ("board", "--set", str(folder / "set"))
    status, out, _ = run("read", *words, str(folder / "play.jpg"))
    row = json.loads(out)
    assert (status, row["ok"], row["grid"]) == (0, True, [15, 10])
    labelled = json.loads((folder / "play.jsonl").read_text())["cells"]
    sure = {name: cell["label"] for name, cell in row["cells"].items() if cell["sure"]}
    assert all(labelled.get(name, {"label": "empty"})["label"] == label for name, label in sure.items())
    status, out, err = run("evaluate", *words, str(folder / "play.jsonl"), "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["occupied_or_not"]["share"] > 0.95


def test_what_a_piece_was_compared_with_is_shown(folder: Path, tmp_path: Path) -> None:
    words = ("read", "board", "--set", str(folder / "set"), "--explain")
    status, out, _ = run(*words, str(tmp_path / "why"), str(folder / "play.jpg"))
    assert status == 0
    cells = {*json.loads(out)["cells"]}
    shown = {path.stem: load_picture(path) for path in (tmp_path / "why" / "0-play").iterdir()}
    assert {*shown} <= cells
    labelled = json.loads((folder / "play.jsonl").read_text())["cells"]
    assert len({*shown} & {*labelled}) > 0.9 * len(labelled)
    assert all(picture.shape[1] >= 3 * picture.shape[0] / 2 for picture in shown.values())


def test_an_eye_that_does_not_explain_says_so(folder: Path, tmp_path: Path) -> None:
    words = ("read", "dice", "--explain", str(tmp_path / "why"), str(folder / "play.jpg"))
    status, _, err = run(*words)
    assert status != 0
    assert "does not explain" in err


def test_foreign_pieces_are_rare_where_all_of_a_game_were_taught(folder: Path, tmp_path: Path) -> None:
    taught = load_board(folder / "set")
    gone, *others = taught.labels
    samples = tuple(one for one in taught.samples if one.label != gone.name)
    save_board(replace(taught, labels=tuple(others), samples=samples, joins=()), tmp_path / "some")
    some, all_of_them = (reader_of("board", str(one)) for one in (tmp_path / "some", folder / "set"))
    assert all_of_them.unknown < some.unknown == NEVER_TAUGHT
