"""Manifests of tokens: what a line says, and what is wrong with it."""

import json
from pathlib import Path

import pytest

from vision.errors import BadManifest
from vision.manifests.manifest import TOKENS, read_manifest
from vision.readings.places import GridCell, PointPx


def written(folder: Path, *rows: object) -> Path:
    path = folder / "m.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def test_a_line_says_where_each_token_lies_or_how_many_there_are(tmp_path: Path) -> None:
    placed = {"image": "a.jpg", "tokens": [{"label": "red", "x": 1, "y": 2.5}], "conditions": ["felt"]}
    counted = {"image": "b.jpg", "counts": {"red": 5, "blue": 0}}
    photos = read_manifest(written(tmp_path, placed, counted), TOKENS).photos
    assert photos[0].pieces is not None
    assert photos[0].pieces[0].centre_px == PointPx(1, 2.5)
    assert (photos[0].image, photos[0].counts) == (tmp_path / "a.jpg", {"red": 1})
    assert photos[0].conditions == ("felt",)
    assert (photos[1].pieces, photos[1].counts, photos[1].grid) == (None, {"red": 5}, None)


def test_tokens_in_a_grid_have_a_cell(tmp_path: Path) -> None:
    row = {
        "image": "a.jpg",
        "grid": [12, 6],
        "corners": [[1, 1], [9, 1], [9, 5], [1, 5]],
        "hidden": ["4,5"],
        "tokens": [{"label": "red", "x": 1, "y": 2, "cell": "11,5"}, {"label": "red", "x": 1, "y": 2}],
    }
    (photo,) = read_manifest(written(tmp_path, row), TOKENS).photos
    assert photo.pieces is not None
    assert [token.cell for token in photo.pieces] == [GridCell(11, 5), None]
    assert photo.hidden == {GridCell(4, 5)}
    assert photo.corners_px is not None


def test_a_cell_without_a_grid_says_nothing(tmp_path: Path) -> None:
    line = {"image": "a.jpg", "tokens": [{"label": "red", "x": 1, "y": 2, "cell": [0, 3]}]}
    (photo,) = read_manifest(written(tmp_path, line), TOKENS).photos
    assert photo.pieces is not None
    assert [token.cell for token in photo.pieces] == [None]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"image": "a.jpg", "counts": {"\ud800": 1}}, "no piece can be called"),
        ({"image": "a.jpg", "tokens": [{"label": "\ud800", "x": 1, "y": 2}]}, "no piece can be called"),
        ({"image": "a.jpg", "tokens": [{"label": "x" * 61, "x": 1, "y": 2}]}, "no piece can be called"),
        ({"image": "a.jpg", "counts": {"empty": 1}}, "no piece can be called empty"),
        ({"image": "\ud800.jpg", "counts": {"red": 1}}, "cannot be shown"),
        ({"image": "a.jpg"}, "neither"),
        ({"image": "a.jpg", "counts": ["red"]}, "counts"),
        ({"image": "a.jpg", "counts": {"red": -1}}, "-1"),
        ({"image": "a.jpg", "counts": {"red": True}}, "True"),
        ({"image": "a.jpg", "tokens": [{"x": 1, "y": 2}]}, "label"),
        ({"image": "a.jpg", "tokens": [{"label": "red", "x": "1", "y": 2}]}, "x is '1'"),
        (
            {
                "image": "a.jpg",
                "grid": [2, 2],
                "tokens": [{"label": "r", "x": 1, "y": 2, "cell": "2,0"}],
            },
            "2,0",
        ),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path: Path, row: object, told: str) -> None:
    good = {"image": "b.jpg", "counts": {"red": 5}}
    manifest = read_manifest(written(tmp_path, good, row), TOKENS)
    assert len(manifest.photos) == 1
    assert told in str(manifest.faults[0])
    assert "line 2" in str(manifest.faults[0])


def test_a_manifest_of_which_nothing_can_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadManifest):
        read_manifest(tmp_path / "none.jsonl", TOKENS)
