"""Manifests say what lies on photographs; a wrong line is named."""

from pathlib import Path

import pytest

from vision.errors import BadManifest, NotAPicture
from vision.manifests.labelled import LabelledCity
from vision.manifests.manifest import DICE, load_manifest, read_manifest
from vision.picture_files import load_picture


def written(folder: Path, *lines: str) -> Path:
    path = folder / "manifest.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_places_angles_cities_and_conditions_are_read(tmp_path: Path) -> None:
    line = (
        '{"image": "a.jpg", "dice": ['
        '{"face": "cap", "x": 812.0, "y": 433.5, "w": 40, "h": 42,'
        ' "angle": 12.5}, {"face": "3", "x": 1, "y": 2, "cut_off": true}],'
        ' "cities": [{"size": 3, "closed": true}],'
        ' "conditions": ["felt", "tilt 18"]}'
    )
    (photo,) = load_manifest(written(tmp_path, line, ""), DICE)
    assert photo.image == tmp_path / "a.jpg"
    assert photo.pieces is not None
    cap, knight = photo.pieces
    assert (cap.label, cap.angle_deg, cap.box_px) == ("cap", 12.5, (40, 42))
    assert knight.cut_off
    assert photo.cities == (LabelledCity(3, True),)
    assert photo.conditions == ("felt", "tilt 18")


def test_faces_alone_have_no_places(tmp_path: Path) -> None:
    (photo,) = load_manifest(written(tmp_path, '{"image": "a.jpg", "faces": ["5", "5", "2"]}'), DICE)
    assert photo.pieces is None
    assert photo.counts == {"5": 2, "2": 1}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 2: not JSON"),
        ("[]", 'line 2: no "image"'),
        ('{"image": "a.jpg"}', 'neither "dice" nor "faces"'),
        ('{"image": "a.jpg", "dice": {}}', "is not a list"),
        ('{"image": "a.jpg", "dice": [{"x": 1, "y": 2}]}', 'die 1: no "face"'),
        ('{"image": "a.jpg", "dice": [{"face": "cap", "x": "1", "y": 2}]}', "x is '1', not a number"),
        ('{"image": "a.jpg", "dice": [{"face": "cap", "x": NaN, "y": 2}]}', "x is nan, not a number"),
        ('{"image": "a.jpg", "faces": [], "cities": [3]}', "a city is"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(BadManifest, match=words):
        load_manifest(written(tmp_path, '{"image": "a.jpg", "faces": []}', line), DICE)


def test_a_manifest_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match="cannot read"):
        load_manifest(tmp_path / "none.jsonl", DICE)


def test_what_is_no_picture_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "d.jpg").write_bytes(b"no picture at all")
    with pytest.raises(NotAPicture, match="not a picture"):
        load_picture(tmp_path / "d.jpg")
    with pytest.raises(NotAPicture, match="not a picture"):
        load_picture(tmp_path / "none.jpg")


def test_the_good_lines_of_a_manifest_with_broken_ones(tmp_path: Path) -> None:
    manifest = read_manifest(
        written(tmp_path, '{"image": "a.jpg", "faces": ["1"]}', "{", '{"image": "b.jpg", "faces": []}'),
        DICE,
    )
    assert [photo.name for photo in manifest.photos] == ["a.jpg", "b.jpg"]
    assert [str(fault).split(": ")[-1].split(" (")[0] for fault in manifest.faults] == ["not JSON"]


def test_an_empty_manifest_has_no_photographs(tmp_path: Path) -> None:
    assert read_manifest(written(tmp_path, "", "  "), DICE).photos == ()


def test_a_file_that_is_no_manifest_is_refused_once_not_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text("# Dice\n\nA long text\nof many lines.\n", encoding="utf-8")
    with pytest.raises(BadManifest, match=r"line 1: not JSON .*nor can any other line be used"):
        read_manifest(path, DICE)


@pytest.mark.parametrize(
    "line",
    [
        '{"image": "a.jpg", "dice": [{"face": "cap", "x": 1e400, "y": 2}]}',
        '{"image": "a.jpg", "dice": [{"face": "cap", "x": ' + "9" * 5000 + ', "y": 2}]}',
        '{"image": "a.jpg", "dice": [{"face": "cap", "x": 1' + "0" * 400 + ', "y": 2}]}',
        '{"image": "a.jpg", "dice": [{"face": "cap", "x": NaN, "y": 2}]}',
        '{"image": ' + "[" * 100_000,
        '{"image": "a\\u0000b.jpg", "faces": ["cap"]}',
        '{"image": "\\ud800.jpg", "faces": ["cap"]}',
        '{"image": "a.jpg", "dice": [{"face": "a\\u0000b", "x": 1, "y": 2}]}',
        '{"image": "a.jpg", "faces": ["cap"], "cities": [{"size": 1e300, "closed": true}]}',
    ],
    ids=lambda line: line[-40:],
)
def test_what_no_manifest_may_hold_is_named_by_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"image": "good.jpg", "faces": ["cap"]}\n' + line + "\n", encoding="utf-8")
    read = read_manifest(path, DICE)
    assert [photo.name for photo in read.photos] == ["good.jpg"]
    assert "line 2" in str(read.faults[0])
    assert len(str(read.faults[0])) < 300
