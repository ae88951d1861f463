"""``companion evaluate``: what is counted, what is printed, what cannot be used."""

import json
from pathlib import Path

import cv2
import pytest

from tests.cli.command import run
from vision.picture_files import load_picture


def test_evaluate_counts_with_intervals(photo: Path) -> None:
    status, out, _ = run("evaluate", "dice", str(photo.parent / "manifest.jsonl"), "--json")
    row = json.loads(out)
    assert status == 0
    assert row["n"] == 1
    assert row["right"]["n"] == 6
    assert len(row["silent"]["interval"]) == 2
    assert set(row["stages_ms"]) == {"markers", "find", "examine", "name", "grids", "together"}
    assert set(row["stages_ms"]["find"]) == {"median", "within_95", "n"}
    assert row["conditions"]["mat"]["n"] == 1


def test_evaluate_prints_a_table(photo: Path) -> None:
    status, out, err = run("evaluate", "dice", str(photo.parent / "manifest.jsonl"))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "1 photograph, 6 dice labelled"
    (right,) = [line for line in lines if line.startswith("dice named right")]
    assert " ".join(right.split()) == "dice named right 100.00 % 60.97 to 100.00 % 6 of 6"
    assert any(line.startswith("silent errors (sure but wrong)") for line in lines)
    assert any(line.startswith("dice called sure (coverage)") for line in lines)
    assert any(line.startswith("  together") for line in lines), "the time of all stages"
    assert "wrong among the surest so many of all dice" in lines
    assert "mat: 1 photograph, 6 dice" in lines


def manifest(folder: Path, *lines: object) -> str:
    path = folder / "manifest.jsonl"
    path.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n"
    )
    return str(path)


def test_what_cannot_be_used_is_said_and_the_rest_counted(photo: Path, tmp_path: Path) -> None:
    labels = json.loads((photo.parent / "manifest.jsonl").read_text())
    good = labels | {"image": str(photo)}
    path = manifest(tmp_path, "{", good, {"image": "gone.jpg", "faces": ["cap"]}, {"image": "x.jpg"})
    status, out, err = run("evaluate", "dice", path, "--json")
    assert status == 1
    assert json.loads(out)["right"]["n"] == 6
    assert [words in err for words in ("line 1", "line 4", "gone.jpg")] == [True] * 3
    hints = err.splitlines()[1::2]
    assert hints == [
        "One JSON object a line.",
        "Say what lies on the photograph.",
        "Check its name, and whether it may be read.",
    ]


def test_an_empty_manifest_is_told(tmp_path: Path) -> None:
    status, out, err = run("evaluate", "dice", manifest(tmp_path, ""), "--json")
    assert (status, json.loads(out)["n"]) == (1, 0)
    assert "no photograph could be judged" in err


def test_faces_without_places_are_counted(photo: Path, tmp_path: Path) -> None:
    labels = json.loads((photo.parent / "manifest.jsonl").read_text())
    faces = [die["face"] for die in labels["dice"]]
    path = manifest(tmp_path, {"image": str(photo), "faces": faces})
    status, out, _ = run("evaluate", "dice", path, "--json")
    row = json.loads(out)
    assert status == 0
    assert (row["right"]["hits"], row["recall"]["hits"], row["angle_right"]["n"]) == (6, 6, 0)


def test_faces_that_the_set_does_not_have_are_told(photo: Path, tmp_path: Path) -> None:
    path = manifest(tmp_path, {"image": str(photo), "faces": ["sun"]})
    status, _, err = run("evaluate", "dice", "--set", "carcassonne", path)
    assert status == 0
    assert "labelled, but not in set carcassonne: sun" in err


@pytest.mark.parametrize(("closed", "right"), [(False, 1), (True, 0)])
def test_cities_are_judged_by_size_and_closedness(
    photo: Path, tmp_path: Path, closed: bool, right: int
) -> None:
    """Nothing was built: six dice lie apart, each with a piece of a city an open city of one."""
    labels = json.loads((photo.parent / "manifest.jsonl").read_text())
    lone = [die for die in labels["dice"] if die["face"] not in ("knight", "catapult")]
    cities = [{"size": 1, "closed": closed} for _ in lone]
    path = manifest(tmp_path, labels | {"image": str(photo), "cities": cities})
    row = json.loads(run("evaluate", "dice", path, "--json")[1])
    assert (row["cities_photos_right"]["hits"], row["cities_photos_right"]["n"]) == (right, 1)
    assert row["cities_photos_silent"]["hits"] == 1 - right


def test_why_photographs_were_not_sure_is_printed(photo: Path, tmp_path: Path) -> None:
    """A picture that ends within a die."""
    image = load_picture(photo)
    dice = json.loads((photo.parent / "manifest.jsonl").read_text())["dice"]
    x = int(min(die["x"] for die in dice)) - 8
    (tmp_path / "cut.png").write_bytes(cv2.imencode(".png", image[:, x:])[1].tobytes())
    _, out, _ = run("evaluate", "dice", manifest(tmp_path, {"image": "cut.png", "faces": []}))
    why = out.split("photographs not sure, and why\n")[1].splitlines()[0]
    assert "a die cut off 1" in why or "perhaps a die missed 1" in why
