"""``companion read``: what it prints and how it ends."""

import json
from pathlib import Path

from tests.cli.command import run


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
