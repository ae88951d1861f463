"""The taught sets of a data folder: whole or not at all, found again, carried to another table."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import BadLesson, BadUpload, JournalError
from companion.table.teaching.packing import pack, unpack
from companion.table.teaching.shelf import SetShelf

PNG = cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes()


def write_set(folder: Path) -> None:
    (folder / "samples" / "sun").mkdir(parents=True)
    (folder / "samples" / "sun" / "1.png").write_bytes(PNG)
    (folder / "faces.json").write_text('{"faces": {"sun": {}}}')


def damaged(how: int) -> bytes:
    """Return a packed set whose compressed data end in the middle."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", how) as packed:
        packed.writestr("mine/faces.json", bytes(range(256)) * 8)
    data = bytearray(written.getvalue())
    data[60:120] = b"\xff" * 60
    return bytes(data)


def zipped(**files: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return written.getvalue()


def test_a_set_is_put_on_the_shelf_and_found_again(tmp_path: Path) -> None:
    SetShelf(tmp_path / "sets").put("my dice", write_set)
    shelf = SetShelf(tmp_path / "sets")
    assert shelf.names() == ["my dice"]
    assert shelf.kind_of("my dice") == "dice"
    assert (shelf.folder_of("my dice") / "faces.json").is_file()


def test_a_set_that_cannot_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    shelf = SetShelf(tmp_path)
    shelf.put("mine", write_set)

    def break_off(folder: Path) -> None:
        folder.mkdir()
        (folder / "faces.json").write_text("half")
        raise OSError("the disk is full")

    with pytest.raises(JournalError):
        shelf.put("mine", break_off)
    assert json.loads((shelf.folder_of("mine") / "faces.json").read_text())["faces"] == {"sun": {}}
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_power_cut_between_the_two_renames_loses_nothing(tmp_path: Path) -> None:
    write_set(tmp_path / ".old mine")
    write_set(tmp_path / ".new mine")
    assert SetShelf(tmp_path).names() == ["mine"]
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden", "con", "a\\b", "x" * 41, "carcassonne"])
def test_some_names_are_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadLesson):
        SetShelf(tmp_path).free_name(name)


def test_a_name_is_taken_once_however_it_is_written(tmp_path: Path) -> None:
    shelf = SetShelf(tmp_path)
    assert shelf.free_name("  Moje   kostky ") == "Moje kostky"
    shelf.put("Moje kostky", write_set)
    with pytest.raises(BadLesson):
        shelf.free_name("moje KOSTKY")


def test_what_is_in_use_is_remembered(tmp_path: Path) -> None:
    shelf = SetShelf(tmp_path)
    shelf.put("mine", write_set)
    shelf.keep_in_use("dice", "mine")
    assert SetShelf(tmp_path).in_use() == {"dice": "mine"}
    shelf.delete("mine")
    assert SetShelf(tmp_path).in_use() == {}


def test_a_note_of_what_is_in_use_that_is_broken_is_as_none(tmp_path: Path) -> None:
    for text in ("", "[]", '{"dice": 3}', "\x00", "[" * 3000 + "]" * 3000):
        (tmp_path / "in-use.json").write_text(text)
        assert SetShelf(tmp_path).in_use() == {}


# -- packing


def test_a_set_is_packed_and_taken_up(tmp_path: Path) -> None:
    write_set(tmp_path / "mine")
    packed = unpack(pack(tmp_path / "mine"))
    packed.write(tmp_path / "theirs")
    assert packed.name == "mine"
    assert (tmp_path / "theirs" / "samples" / "sun" / "1.png").read_bytes() == PNG


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"",
        lambda: b"PK no zip",
        lambda: zipped(),
        lambda: zipped(**{"../faces.json": b"{}"}),
        lambda: zipped(**{"/mine/faces.json": b"{}"}),
        lambda: zipped(**{"mine/../../faces.json": b"{}"}),
        lambda: zipped(**{"mine\\..\\faces.json": b"{}"}),
        lambda: zipped(**{"mine/run.sh": b"#!"}),
        lambda: zipped(**{"mine/faces.json": b"{}", "yours/faces.json": b"{}"}),
        lambda: zipped(**{"faces.json": b"{}"}),
        lambda: zipped(**{"mine/samples/sun/1.png": b"no picture"}),
        lambda: zipped(**{f"mine/{number}.json": b"" for number in range(3001)}),
        lambda: zipped(**{"mine/a/b/c/d/1.json": b""}),
        lambda: zipped(**{"mine/faces.json": b"{}"}).replace(b"mine/faces.json", b"\0ine/faces.json"),
        lambda: damaged(zipfile.ZIP_DEFLATED),
        lambda: damaged(zipfile.ZIP_LZMA),
        lambda: damaged(zipfile.ZIP_BZIP2),
    ],
)
def test_what_is_no_packed_set_is_refused(make: Callable[[], bytes]) -> None:
    with pytest.raises(BadUpload):
        unpack(make())


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    large = cv2.imencode(".png", np.zeros((3000, 3000), np.uint8))[1].tobytes()
    assert len(large) < 100_000
    with pytest.raises(BadUpload, match="too large"):
        unpack(zipped(**{"mine/samples/sun/1.png": large}))


def test_more_than_was_said_is_not_unpacked() -> None:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mine/faces.json", bytes(65 * 1024 * 1024))
    with pytest.raises(BadUpload):
        unpack(written.getvalue())
