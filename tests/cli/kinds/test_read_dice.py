"""``companion read``: what it prints and how it ends."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.kinds.dice import die_row
from tests.cli.command import run
from vision.dice.reader import DiceReader
from vision.dice.sets import load
from vision.picture_files import load_picture
from vision.readings.dice import Die
from vision.readings.places import PointPx


def test_read_prints_an_object_a_photograph(photo: Path) -> None:
    status, out, _ = run("read", "dice", str(photo))
    row = json.loads(out)
    assert status == 0
    assert (row["image"], row["ok"]) == (str(photo), True)
    assert len(row["dice"]) == 6
    assert {"face", "x", "y", "side", "confidence", "sure"} <= set(row["dice"][0])
    assert {"cities", "points", "sure", "elapsed_ms"} <= set(row)


def test_dice_that_build_no_cities_have_none_and_no_points(tmp_path: Path) -> None:
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), np.full((64, 64, 3), 120, np.uint8))
    _, out, _ = run("read", "dice", "--set", "pips", str(bare))
    row = json.loads(out)
    assert (row["cities"], row["points"]) == ([], 0)


def test_what_is_not_sure_is_printed_with_its_place_and_what_it_may_be(
    tmp_path: Path, photo: Path
) -> None:
    half = tmp_path / "half.png"
    image = load_picture(photo)
    cv2.imwrite(str(half), image[:, : image.shape[1] // 2])
    _, out, _ = run("read", "dice", str(photo), str(half))
    whole, cut = (json.loads(line) for line in out.splitlines())
    assert whole["doubtful"] == []
    for die in whole["dice"]:
        assert max(die["likely"], key=die["likely"].get) == die["face"]
        assert sum(die["likely"].values()) == pytest.approx(1, abs=0.001)
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), cv2.resize(image, None, fx=0.25, fy=0.25))
    row = json.loads(run("read", "dice", str(small))[1])
    assert row["sure"] is (row["doubtful"] == [])
    for doubt in cut["doubtful"] + row["doubtful"]:
        assert {"kind", "x", "y", "side", "dice", "chance"} <= set(doubt)


def test_the_side_of_each_die_is_that_of_its_top_face_in_the_picture(photo: Path) -> None:
    _, out, _ = run("read", "dice", str(photo))
    reading = DiceReader(load("carcassonne")).read(load_picture(photo))
    printed = [die["side"] for die in json.loads(out)["dice"]]
    assert printed == [pytest.approx(die.side_px, abs=0.051) for die in reading.dice]
    assert 25 < min(printed) <= max(printed) < 1.3 * min(printed)


def test_the_side_is_rounded_to_a_tenth() -> None:
    a, b, c, d = PointPx(10, 10), PointPx(71.04, 10), PointPx(71.04, 71.04), PointPx(10, 71.04)
    die = Die("cap", PointPx(40.52, 40.52), (a, b, c, d), None, 0.99, sure=True)
    assert die_row(die)["side"] == 61.0


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
