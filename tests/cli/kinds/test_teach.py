"""``companion teach``: what is learnt, what is told, how it ends."""

import json
import shutil
from pathlib import Path

from tests.cli.command import run
from vision.dice.sets import load


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
    assert not (tmp_path / "s").exists()


def test_a_folder_that_holds_a_set_of_other_pieces_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "faces.json").write_text("{}")
    manifest = tmp_path / "manifest.jsonl"
    manifest.write_text('{"image": "a.jpg", "grid": [2, 2], "cells": {}}\n')
    status, _, err = run("teach", "board", "--set", str(tmp_path), str(manifest))
    assert status == 1
    assert err == f"Error: {tmp_path} holds a set of dice, not of board\nName another folder.\n"


def test_a_broken_line_is_told_and_the_rest_learnt(photo: Path, tmp_path: Path) -> None:
    labels = json.loads((photo.parent / "manifest.jsonl").read_text()) | {"image": str(photo)}
    path = tmp_path / "manifest.jsonl"
    path.write_text("{\n" + json.dumps(labels) + '\n{"image": "gone.jpg", "faces": ["cap"]}\n')
    status, out, err = run("teach", "dice", "--set", str(tmp_path / "mine"), str(path))
    assert status == 1
    assert "6 samples" in out
    assert "line 1: not JSON" in err
    assert "gone.jpg" in err


def test_teaching_the_same_again_changes_nothing(photo: Path, tmp_path: Path) -> None:
    path = str(photo.parent / "manifest.jsonl")
    folder = tmp_path / "mine"
    assert run("teach", "dice", "--set", str(folder), path)[0] == 0
    files = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    status, out, _ = run("teach", "dice", "--set", str(folder), path)
    assert status == 0
    assert "6 samples" in out
    assert {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()} == files


def test_advice_says_what_to_photograph_next(photo: Path, tmp_path: Path) -> None:
    path = str(photo.parent / "manifest.jsonl")
    status, _, err = run("teach", "dice", "--set", str(tmp_path / "mine"), path)
    faces = {die["face"] for die in json.loads(Path(path).read_text())["dice"]}
    assert status == 0
    never = sorted({"cap", "straight", "corner", "three", "knight", "catapult"} - faces)
    assert all(face in err.split("advice: never shown: ")[1].splitlines()[0] for face in never)
    assert "advice: photograph " in err


def test_a_copy_of_a_set_reads_the_same(photo: Path, tmp_path: Path) -> None:
    run("teach", "dice", "--set", str(tmp_path / "mine"), str(photo.parent / "manifest.jsonl"))
    shutil.copytree(tmp_path / "mine", tmp_path / "friends")
    rows = [
        json.loads(run("read", "dice", "--set", str(tmp_path / name), str(photo))[1])["dice"]
        for name in ("mine", "friends")
    ]
    assert rows[0] == rows[1]
    assert load(tmp_path / "friends").name == "friends"
