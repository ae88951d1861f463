"""Labels of photographs that are not kept here become manifests beside the photographs they fit."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.figures.strangers import copy_to_learn, labelled, main, manifests, pictures_in
from vision.manifests.manifest import DICE, load_manifest

LYING = [{"face": "3", "x": 40, "y": 50}, {"face": "?", "x": 9, "y": 9, "aside": True}]


def row(content: bytes, **changes: object) -> str:
    known = {"set": "second", "repository": "somebody/dice", "commit": "0" * 40, "path": "a.jpg"}
    return json.dumps(
        {
            **known,
            "sha256": hashlib.sha256(content).hexdigest(),
            "aslant": False,
            "dice": LYING,
            **changes,
        }
    )


def test_photographs_are_found_by_their_checksum_wherever_they_lie(tmp_path: Path) -> None:
    labels, folder = tmp_path / "labels.jsonl", tmp_path / "photos"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "renamed.JPG").write_bytes(b"one")
    (folder / "other.png").write_bytes(b"two")
    rows = [row(b"one"), row(b"two", dice=[]), row(b"three", aslant=True)]
    labels.write_text("\n".join(rows) + "\n", encoding="utf-8")
    texts = manifests(labelled(labels), pictures_in(folder), folder)
    assert sorted(texts) == ["second-no-dice.jsonl", "second-to-35.jsonl"]
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (photo,) = load_manifest(folder / "second-to-35.jsonl", DICE)
    assert photo.image == folder / "deep" / "renamed.JPG"
    assert photo.pieces is not None
    assert [(die.label, die.cut_off) for die in photo.pieces] == [("3", False), ("?", True)]
    (empty,) = load_manifest(folder / "second-no-dice.jsonl", DICE)
    assert empty.pieces == ()


def test_photographs_to_learn_from_are_copied_under_their_sources_names(tmp_path: Path) -> None:
    labels, folder = tmp_path / "labels.jsonl", tmp_path / "photos"
    folder.mkdir()
    for name in ("one", "two", "three"):
        (folder / f"{name}.jpg").write_bytes(name.encode())
    rows = [
        row(b"one", licence="MIT", path="my dice/1.jpg"),
        row(b"two", set="third"),
        row(b"three", set="licensed", licence="MIT", path="coins.jpg", dice=[]),
        row(b"missing", licence="MIT"),
    ]
    labels.write_text("\n".join(rows) + "\n", encoding="utf-8")
    assert copy_to_learn(labelled(labels), pictures_in(folder), tmp_path / "out") == 2
    (empty,) = load_manifest(tmp_path / "out" / "no-dice" / "manifest.jsonl", DICE)
    assert (empty.image.name, empty.pieces) == ("somebody__dice__coins.jpg", ())
    (photo,) = load_manifest(tmp_path / "out" / "dice" / "manifest.jsonl", DICE)
    assert photo.image.name == "somebody__dice__my_dice_1.jpg"
    assert photo.image.read_bytes() == b"one"
    assert photo.pieces is not None
    assert [(die.label, die.cut_off) for die in photo.pieces] == [("3", False), ("?", True)]


def test_what_is_missing_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["strangers", str(tmp_path)])
    main()
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(list(labelled()))
    assert all(line.startswith("missing: ") for line in said)


def test_a_misspelt_folder_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["strangers", str(tmp_path / "fotos")])
    with pytest.raises(SystemExit):
        main()
    assert f"there is no folder {tmp_path / 'fotos'}" in capsys.readouterr().err


def test_every_label_is_of_another_photograph() -> None:
    photos = list(labelled())
    assert len({photo.sha256 for photo in photos}) == len(photos) > 200
    assert {photo.lot.split("-")[0] for photo in photos} == {
        "first",
        "second",
        "third",
        "fourth",
        "licensed",
    }
