"""``companion teach|read|evaluate tokens``: what is printed, what is told, how it ends."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.cli.command import run
from tests.vision.tokens.pictures import Drawn, Style, loose

LABELS = ("red", "blue", "yellow")


def line(folder: Path, name: str, drawn: Drawn) -> str:
    cv2.imwrite(str(folder / f"{name}.png"), drawn.image_bgr)
    tokens = [{"label": t.label, "x": t.centre_px.x, "y": t.centre_px.y} for t in drawn.tokens]
    return json.dumps({"image": f"{name}.png", "tokens": tokens}) + "\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give photographs of candies, manifests beside them, and the set taught from them."""
    found = tmp_path_factory.mktemp("tokens")
    rng = np.random.default_rng(1)
    drawn = [loose(rng, Style(sides=0), 12, LABELS, (640, 480), 18.0) for _ in range(3)]
    (found / "teach.jsonl").write_text(line(found, "a", drawn[0]) + line(found, "b", drawn[1]))
    (found / "play.jsonl").write_text(line(found, "c", drawn[2]))
    status, out, _ = run("teach", "tokens", "--set", str(found / "set"), str(found / "teach.jsonl"))
    assert status == 0
    assert "3 labels" in out
    return found


def test_a_photograph_that_shows_nothing_at_all_ends_in_no_traceback(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "flat.png"), np.full((60, 80, 3), 200, np.uint8))
    path = tmp_path / "teach.jsonl"
    path.write_text('{"image": "flat.png", "tokens": [{"label": "red", "x": 40, "y": 30}]}\n')
    status, out, _ = run("teach", "tokens", "--set", str(tmp_path / "set"), str(path))
    assert (status, "1 samples" in out) == (0, True)


def test_read_prints_tokens_and_their_counts(folder: Path) -> None:
    status, out, _ = run("read", "tokens", "--set", str(folder / "set"), str(folder / "c.png"))
    row = json.loads(out)
    labelled = json.loads((folder / "play.jsonl").read_text())["tokens"]
    assert status == 0
    assert row["ok"] is True
    assert {"sure", "counts", "elapsed_ms"} <= set(row)
    for label in LABELS:
        assert row["counts"].get(label, 0) == sum(one["label"] == label for one in labelled)
    assert {"label", "x", "y", "confidence", "sure"} <= set(row["tokens"][0])


def test_evaluate_counts_right_sure_and_silent(folder: Path) -> None:
    words = ("evaluate", "tokens", "--set", str(folder / "set"), str(folder / "play.jsonl"))
    status, out, _ = run(*words, "--json")
    row = json.loads(out)
    assert status == 0
    assert (row["n"], row["tokens"], row["right"]["hits"], row["silent"]["hits"]) == (1, 12, 12, 0)
    assert {"share", "interval"} <= set(row["sure"])
    status, out, _ = run(*words)
    assert status == 0
    assert "silent errors" in out


def test_a_set_of_another_kind_is_refused(folder: Path) -> None:
    status, _, err = run("read", "tokens", "--set", "pips", str(folder / "c.png"))
    assert status == 1
    assert "taught for dice" in err
