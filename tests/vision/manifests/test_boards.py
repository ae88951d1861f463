"""Manifests of boards: what a line says, and what is wrong with it."""

import json
from pathlib import Path

import pytest

from vision.errors import BadManifest
from vision.manifests.labelled import LabelledCell
from vision.manifests.manifest import BOARD, read_manifest
from vision.readings.places import GridCell


def written(folder: Path, *rows: object) -> Path:
    path = folder / "m.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def test_a_line_says_what_lies_on_each_cell(tmp_path: Path) -> None:
    row = {
        "image": "b.jpg",
        "grid": [15, 10],
        "corners": [[1, 2], [3, 2], [3, 4], [1, 4]],
        "cells": {
            "3,4": "street.start",
            "4,4": {"label": "Ü", "turns": 1},
            "0,0": {"label": "empty", "on": "gang"},
        },
        "hidden": ["14,9"],
        "conditions": ["tilt 20"],
    }
    (photo,) = read_manifest(written(tmp_path, row), BOARD).photos
    assert photo.image == tmp_path / "b.jpg"
    assert (photo.grid.columns, photo.grid.rows) == (15, 10)
    assert photo.cells == {
        GridCell(3, 4): LabelledCell("street.start"),
        GridCell(4, 4): LabelledCell("Ü", 1),
        GridCell(0, 0): LabelledCell("empty", None, "gang"),
    }
    assert photo.corners_px is not None
    assert (list(photo.hidden), list(photo.conditions)) == ([GridCell(14, 9)], ["tilt 20"])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"grid": [15]}, "grid"),
        ({"grid": [15, 0.5]}, "grid"),
        ({"grid": None}, "not a list"),
        ({"cells": None}, "cells"),
        ({"cells": {"15,0": "A"}}, "15,0 is not on a board"),
        ({"cells": {"here": "A"}}, "here"),
        ({"cells": {"1,1": 5}}, "says no label"),
        ({"cells": {"1,1": {"label": "A", "turns": 4}}}, "4 turns"),
        ({"cells": {"1,1": "\ud800"}}, r"no piece can be called '\ud800'"),
        ({"cells": {"1,1": {"label": "A\u200b"}}}, "no piece can be called"),
        ({"cells": {"1,1": {"label": "A", "on": "\n"}}}, "no piece can be called"),
        ({"cells": {"1,1": {"label": "A", "on": "empty"}}}, "no piece can be called empty"),
        ({"image": "\ud800.jpg"}, "cannot be shown"),
        ({"conditions": ["\ud800"]}, "cannot be shown"),
        ({"corners": [[1, 2]]}, "corners"),
        ({"corners": [[1, 2], [3, 2], [3, None], [1, 4]]}, "corners"),
        ({"corners": [[1, 2], [3, 2], [3, 10**400], [1, 4]]}, "corners"),
        ({"corners": [[1, 2], [3, 2], [3, float("nan")], [1, 4]]}, "corners"),
        ({"hidden": ["a"]}, "no cell"),
    ],
)
def test_a_broken_line_is_named_and_the_rest_is_read(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    good: dict[str, object] = {"image": "b.jpg", "grid": [15, 10], "cells": {}}
    manifest = read_manifest(written(tmp_path, good | change, good), BOARD)
    assert len(manifest.photos) == 1
    (fault,) = manifest.faults
    assert told in str(fault)
    assert "line 1" in str(fault)


def test_a_manifest_without_a_line_that_can_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match="nor can any other"):
        read_manifest(written(tmp_path, {"image": "b.jpg"}, {"image": "c.jpg"}), BOARD)
