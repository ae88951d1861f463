"""A picture on which a reader fails is not judged, and said so with its reason; the rest is read."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.cli.command import run
from vision.boards.matched.reader import BoardReader
from vision.dice.reader import DiceReader
from vision.frame import ImageBgr
from vision.sheets.reader import OutlineReader
from vision.tokens.reader import TokenReader

READERS: dict[str, tuple[type[Any], list[str], dict[str, Any]]] = {
    "dice": (DiceReader, [], {"dice": []}),
    "board": (BoardReader, ["--set", "drunter"], {"grid": [15, 10], "cells": {}}),
    "tokens": (TokenReader, ["--set", "gruftmeister_stones"], {"tokens": []}),
    "outlines": (OutlineReader, [], {}),
}


@pytest.fixture
def photos(tmp_path: Path) -> list[str]:
    """Three pictures, the second of them black."""
    paths = [tmp_path / f"{name}.png" for name in "abc"]
    for path, level in zip(paths, (90, 0, 160), strict=True):
        cv2.imwrite(str(path), np.full((120, 160, 3), level, np.uint8))
    return [str(path) for path in paths]


def break_on_black(reader: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reader.read

    def read(self: object, image_bgr: ImageBgr) -> object:
        if not image_bgr.any():
            raise ValueError("max() arg is\nan empty sequence")
        return whole(self, image_bgr)

    monkeypatch.setattr(reader, "read", read)


@pytest.mark.parametrize("kind", READERS)
def test_read_prints_a_line_for_it_and_reads_the_rest(
    kind: str, photos: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, words, _ = READERS[kind]
    break_on_black(reader, monkeypatch)
    status, out, err = run("read", kind, *words, *photos)
    rows = [json.loads(line) for line in out.splitlines()]
    assert status == 1
    assert [(row["image"], row["ok"]) for row in rows] == list(
        zip(photos, (True, False, True), strict=True)
    )
    assert set(rows[1]) == {"image", "ok", "error"}
    for told in (rows[1]["error"], err):
        assert f"not judged: {photos[1]}" in told
        assert "ValueError: max() arg is an empty sequence, test_not_judged.py:" in told
    assert "please report it" in err


@pytest.mark.parametrize("kind", [kind for kind in READERS if READERS[kind][2]])
def test_evaluate_says_which_it_did_not_judge_and_judges_the_rest(
    kind: str, photos: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, words, line = READERS[kind]
    break_on_black(reader, monkeypatch)
    names = [*(Path(photo).name for photo in photos), "none.png"]
    manifest = tmp_path / "m.jsonl"
    manifest.write_text("".join(json.dumps({"image": name} | line) + "\n" for name in names))
    status, out, err = run("evaluate", kind, *words, str(manifest), "--json")
    row = json.loads(out)
    assert (status, row["n"]) == (1, 2)
    assert [(one["image"], one["ok"]) for one in row["not_judged"]] == [
        ("b.png", False),
        ("none.png", False),
    ]
    assert "max() arg is an empty sequence" in row["not_judged"][0]["error"]
    assert f"not judged: {photos[1]}" in err
    assert "not a picture" in err
