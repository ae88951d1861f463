"""A taught board as a folder: written whole, read back, broken ones named."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.rigs.fuzz.pictures import bomb
from vision.board_grid import BoardGrid
from vision.boards.sets import SAMPLE_PX, BoardSet, Label, PartsJoin, load_board, save_board
from vision.errors import BadSet, UnknownSet
from vision.kinds import built_in, kind_of
from vision.sets.files import read_picture
from vision.sets.kind import Sample

GRID = BoardGrid(4, 3)


def taught(*labels: str, pawns: int = 0) -> BoardSet:
    rng = np.random.default_rng(1)
    width, height = GRID.straightened_wh
    crops = rng.integers(0, 255, (len(labels) + pawns, SAMPLE_PX, SAMPLE_PX, 3)).astype(np.uint8)
    known = np.full((height, width), 255, np.uint8)
    known[60:100, 60:100] = 0
    return BoardSet(
        "any",
        GRID,
        rng.integers(0, 255, (height, width, 3)).astype(np.uint8),
        known,
        ((10.0, 10.0), (90.5, 10.0), (90.0, 70.0), (10.0, 70.0)),
        (100, 80),
        tuple(Label(label, 4) for label in labels),
        tuple(Sample(label, crop, "photo 1,1") for label, crop in zip(labels, crops, strict=False)),
        tuple(Sample("gang", crop, f"p {n}") for n, crop in enumerate(crops[len(labels) :])),
    )


def test_a_board_is_read_back_as_it_was_saved(tmp_path: Path) -> None:
    before = replace(
        taught("A", "Ü", "_", "street.start", "street.end", pawns=2),
        joins=(PartsJoin("street.start", "street.end", 0),),
    )
    save_board(before, tmp_path / "set")
    after = load_board(tmp_path / "set")
    assert (after.grid, after.labels, after.photo_wh) == (before.grid, before.labels, before.photo_wh)
    assert (after.corners_px, after.joins) == (before.corners_px, before.joins)
    assert np.array_equal(after.known, before.known)
    assert np.array_equal(after.board_bgr[after.known > 0], before.board_bgr[before.known > 0])
    assert sorted(one.label for one in after.samples) == sorted(one.label for one in before.samples)
    assert [one.label for one in after.pawns] == ["gang", "gang"]


def test_a_picture_put_in_by_hand_keeps_its_size(tmp_path: Path) -> None:
    save_board(taught("A", pawns=1), tmp_path)
    added = [tmp_path / "samples" / "A" / "IMG_1.jpg", tmp_path / "pawns" / "gang" / "IMG_2.jpg"]
    for file in added:
        file.write_bytes(cv2.imencode(".jpg", np.full((300, 300, 3), 70, np.uint8))[1].tobytes())
    before = [file.read_bytes() for file in added]
    save_board(load_board(tmp_path), tmp_path)
    assert [file.read_bytes() for file in added] == before
    assert len(load_board(tmp_path).samples) == len(load_board(tmp_path).pawns) == 2


def test_a_board_saved_again_holds_nothing_of_the_one_before(tmp_path: Path) -> None:
    save_board(taught("A", "B"), tmp_path / "set")
    (tmp_path / "set" / "mine.txt").write_text("a note")
    save_board(taught("C"), tmp_path / "set")
    assert [label.name for label in load_board(tmp_path / "set").labels] == ["C"]
    assert (tmp_path / "set" / "mine.txt").read_text() == "a note"
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


def test_a_board_that_cannot_be_written_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_board(taught("A"), tmp_path / "set")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vision.sets.kind.write_picture", full)
    with pytest.raises(BadSet, match="No space left"):
        save_board(taught("B"), tmp_path / "set")
    assert [label.name for label in load_board(tmp_path / "set").labels] == ["A"]
    assert [path.name for path in tmp_path.iterdir()] == ["set"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"columns": "many"}, "board.json"),
        ({"columns": float("inf")}, "board.json"),
        ({"more": "deep"}, "nested too deep"),
        ({"labels": {"A": {"rotations": 3}}}, "rotations"),
        ({"labels": {"A": {}, "B": {}}}, "no samples of B"),
        ({"labels": {}}, "which board.json does not name"),
        ({"rows": 9}, "board.png"),
        ({"rows": 61}, "2 to 60"),
        ({"columns": 1}, "2 to 60"),
    ],
)
def test_a_broken_board_is_named(tmp_path: Path, change: dict[str, object], told: str) -> None:
    save_board(taught("A"), tmp_path / "set")
    path = tmp_path / "set" / "board.json"
    deep = "[" * 3000 + "]" * 3000
    path.write_text(json.dumps(json.loads(path.read_text()) | change).replace('"deep"', deep))
    with pytest.raises(BadSet, match=told):
        load_board(tmp_path / "set")


def test_a_sample_that_would_fill_the_memory_is_not_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(bomb(12_000, 12_000))
    monkeypatch.setattr("cv2.imdecode", None)  # it is never asked
    with pytest.raises(BadSet, match="not a picture"):
        read_picture(path)


def test_a_set_with_more_samples_than_a_reader_can_compare_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_board(taught("A", "B", "C"), tmp_path / "set")
    monkeypatch.setattr("vision.sets.files.MOST_SAMPLES", 2)
    with pytest.raises(BadSet, match="3 samples, more than 2"):
        load_board(tmp_path / "set")


def test_a_set_says_what_it_was_taught_for(tmp_path: Path) -> None:
    save_board(taught("A"), tmp_path / "set")
    assert kind_of(tmp_path / "set") == "board"
    assert kind_of("carcassonne") == "dice"
    assert "pips" in built_in()
    with pytest.raises(UnknownSet, match="nowhere"):
        kind_of("nowhere")
    with pytest.raises(UnknownSet, match="no board"):
        load_board("carcassonne")
