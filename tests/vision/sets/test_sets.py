"""Sets are folders a person can look at, copy and edit."""

import json
from pathlib import Path

import numpy as np
import pytest

from vision.errors import BadSet, UnknownSet
from vision.sets import DiceSet, Face, Sample, load, save


def crop(value: int) -> np.ndarray:
    return np.full((48, 48, 3), value, np.uint8)


def test_built_in_sets_are_found_by_name() -> None:
    assert [face.name for face in load("pips").faces] == ["1", "2", "3", "4", "5", "6"]
    carcassonne = load("carcassonne")
    assert carcassonne.face("three").parts == (("top", "right", "bottom"),)
    assert carcassonne.face("knight").looks == 0


def test_a_saved_set_comes_back(tmp_path: Path) -> None:
    taught = DiceSet(
        "mine",
        18.0,
        False,
        (Face("sun", 1), Face("moon", 4)),
        (Sample("sun", crop(9)), Sample("moon", crop(200))),
    )
    save(taught, tmp_path / "mine")
    again = load(tmp_path / "mine")
    assert (again.name, again.side_mm, again.faces) == ("mine", 18.0, taught.faces)
    assert [(sample.face, int(sample.crop_bgr.mean())) for sample in again.samples] == [
        ("moon", 200),
        ("sun", 9),
    ]


def test_saving_again_leaves_no_old_samples(tmp_path: Path) -> None:
    face = Face("sun", 1)
    save(DiceSet("s", 16.0, False, (face,), (Sample("sun", crop(1)), Sample("sun", crop(2)))), tmp_path)
    save(DiceSet("s", 16.0, False, (face,), (Sample("sun", crop(3)),)), tmp_path)
    assert len(load(tmp_path).samples) == 1


def test_no_such_set_names_those_there_are() -> None:
    with pytest.raises(UnknownSet, match="no set 'chess'") as caught:
        load("chess")
    assert "carcassonne, pips" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "Expecting property name"),
        ('{"faces": {"a": {"looks": 3}}}', "3 quarter turns"),
        ("{}", "faces"),
        ('{"faces": {"a": {}}}', "no samples"),
    ],
)
def test_a_broken_folder_is_said_to_be_broken(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "faces.json").write_text(text)
    with pytest.raises(BadSet, match=words):
        load(tmp_path)


def test_samples_of_a_face_that_is_not_named(tmp_path: Path) -> None:
    save(DiceSet("s", 16.0, False, (Face("sun", 1),), (Sample("sun", crop(1)),)), tmp_path)
    data = json.loads((tmp_path / "faces.json").read_text())
    data["faces"] = {"moon": {"looks": 1}}
    (tmp_path / "faces.json").write_text(json.dumps(data))
    with pytest.raises(BadSet, match="samples of sun"):
        load(tmp_path)
