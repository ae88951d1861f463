"""``companion read``, ``teach`` and ``evaluate``: what they print and how they end."""

import json
from pathlib import Path
from threading import Event

import cv2
import pytest
from click.testing import CliRunner

from companion.cli import main
from vision.clock import SteppedClock
from vision.simulation.table import SimulatedTable


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A throw of six on the simulated table, as a file with its manifest beside it."""
    folder = tmp_path_factory.mktemp("photos")
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=12)
    table.throw(count=6)
    clock.wait(Event(), table.busy_until + 0.5)
    path = folder / "throw.png"
    path.write_bytes(cv2.imencode(".png", table.render(clock.now()))[1].tobytes())
    width, height = table.size_wh
    dice = [
        {
            "face": die.face,
            "x": die.centre[0] * width,
            "y": die.centre[1] * height,
            "angle": die.picture_angle_deg,
        }
        for die in table.truth()
    ]
    row = {"image": "throw.png", "dice": dice, "conditions": ["mat"]}
    (folder / "manifest.jsonl").write_text(json.dumps(row) + "\n")
    return path


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_read_prints_an_object_a_photograph(photo: Path) -> None:
    status, out, _ = run("read", "dice", str(photo))
    row = json.loads(out)
    assert status == 0
    assert (row["image"], row["ok"]) == (str(photo), True)
    assert len(row["dice"]) == 6
    assert {"face", "x", "y", "confidence", "sure"} <= set(row["dice"][0])
    assert {"cities", "points", "sure", "elapsed_ms"} <= set(row)


def test_what_is_no_picture_is_told_and_the_rest_still_read(photo: Path, tmp_path: Path) -> None:
    bad = tmp_path / "d.jpg"
    bad.write_text("no picture")
    status, out, err = run("read", "dice", str(bad), str(photo))
    first, second = (json.loads(line) for line in out.splitlines())
    assert status == 1
    assert (first["ok"], first["error"]) == (False, f"not a picture: {bad}")
    assert second["ok"]
    assert "not a picture" in err


def test_an_unknown_set_is_told(photo: Path) -> None:
    status, _, err = run("read", "dice", "--set", "nonsense", str(photo))
    assert status == 1
    assert "no set 'nonsense'" in err


def test_no_photograph_is_wrong_use() -> None:
    assert run("read", "dice")[0] == 2


def test_evaluate_counts_with_intervals(photo: Path) -> None:
    status, out, _ = run("evaluate", "dice", str(photo.parent / "manifest.jsonl"), "--json")
    row = json.loads(out)
    assert status == 0
    assert row["n"] == 1
    assert row["right"]["n"] == 6
    assert len(row["silent"]["interval"]) == 2
    assert set(row["stages_ms"]) == {"markers", "find", "look", "name", "grids", "together"}
    assert set(row["stages_ms"]["find"]) == {"median", "within_95", "n"}
    assert row["conditions"]["mat"]["n"] == 1


def test_evaluate_prints_a_table(photo: Path) -> None:
    _, out, _ = run("evaluate", "dice", str(photo.parent / "manifest.jsonl"))
    assert "silent errors" in out
    assert "wrong among the surest" in out


def test_a_taught_set_reads_its_own_photograph(photo: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    status, out, err = run("teach", "dice", "--set", str(folder), str(photo.parent / "manifest.jsonl"))
    assert status == 0, err
    assert "6 samples" in out
    row = json.loads(run("read", "dice", "--set", str(folder), str(photo))[1])
    labels = json.loads((photo.parent / "manifest.jsonl").read_text())["dice"]
    assert sorted(die["face"] for die in row["dice"]) == sorted(label["face"] for label in labels)


def test_teaching_from_a_broken_manifest(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text("{}\n")
    status, _, err = run("teach", "dice", "--set", str(tmp_path / "s"), str(manifest))
    assert status == 1
    assert "line 1" in err
