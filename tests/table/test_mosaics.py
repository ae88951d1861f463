"""A board of parts is taught by photographs and taps, kept, shared, and seen as it lies."""

import io
import json
import zipfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import cv2
import pytest

from companion.errors import BadLesson, BadUpload
from companion.games.gruftmeister.crypt import built_in
from companion.table.mosaics.mosaics import Mosaics
from companion.table.mosaics.shapes import MosaicShape, MosaicsShape
from companion.table.table import Table
from companion.table.teaching.shapes import Place
from tests.vision.mosaic.drawn_parts import board, parts, photographed, printed
from tests.vision.tokens.test_thrown_stones import Throwing
from vision.frame import Frame, ImageBgr

GAME = "gruftmeister"
OURS: Any = built_in("our_crypt")


@dataclass
class Looks:
    """A table whose camera sees what it is shown."""

    frame: Frame | None = None
    own: Any = None

    @property
    def sets(self) -> "Looks":
        return self

    @property
    def looking(self) -> "Looks":
        return self

    def show(self, image_bgr: ImageBgr) -> None:
        self.frame = Frame(image_bgr, 0.0, 1)


@pytest.fixture
def looks() -> Looks:
    return Looks(own={})


@pytest.fixture
def mosaics(looks: Looks, tmp_path: Path) -> Mosaics:
    return Mosaics(cast(Table, looks), tmp_path / "mosaics")


def teach(mosaics: Mosaics, looks: Looks, names: list[str]) -> MosaicsShape:
    """Photograph each part, cut it where it is proposed to lie, and put its drawing right."""
    told = mosaics.open("Mine", GAME)
    for name in names:
        photograph, corners = photographed(printed(name), ord(name))
        looks.show(photograph)
        told = mosaics.take_picture()
        mosaics.cut(shares(photograph, corners), 5)
        told = mosaics.keep(parts()[name])
    return told


def shares(image: ImageBgr, corners: Any) -> list[Place]:
    height, width = image.shape[:2]
    return [(x / width, y / height) for x, y in corners.tolist()]


def mine(told: MosaicsShape) -> MosaicShape:
    return next(one for one in told["boards"] if one["name"] == "Mine")


def test_twelve_photographs_make_a_crypt_that_a_game_is_begun_with(
    mosaics: Mosaics, looks: Looks, tmp_path: Path
) -> None:
    told = mine(teach(mosaics, looks, sorted(parts())))
    assert told["faults"] == []
    assert told["data"] is not None
    assert told["data"]["parts"] == OURS["parts"]
    assert told["data"]["stones"] == OURS["stones"]
    again = Mosaics(cast(Table, looks), tmp_path / "mosaics").state()
    assert mine(again) == told, "it outlasts the program"


def test_the_camera_lays_the_parts_by_itself(mosaics: Mosaics, looks: Looks) -> None:
    teach(mosaics, looks, sorted(parts()))
    layout = [["e", "c+1", "j", "f+3"], ["i", "a+2", "b", "k"], ["g", "l", "d+1", "h"]]
    photograph, _ = photographed(board(layout), 3, (1640, 1232), 0.03)
    looks.show(photograph)
    told = mosaics.lies("Mine", None)
    assert (mine(told)["layout"], told["unsure"]) == (layout, [])
    data = mine(told)["data"]
    assert data is not None
    assert data["layout"] == layout


def test_a_part_is_taught_anew_and_counts_that_cannot_be_are_refused(
    mosaics: Mosaics, looks: Looks
) -> None:
    teach(mosaics, looks, ["a", "b"])
    told = mosaics.edit("a")
    assert told["picture"] is not None
    assert told["picture"]["drawing"] == parts()["a"]
    other = [line.replace("d", ".") for line in parts()["a"]]
    assert mine(mosaics.keep(other))["parts"] == {"a": other, "b": parts()["b"]}
    with pytest.raises(BadLesson):
        mosaics.count({"chest": {"dragon": 1}})
    with pytest.raises(BadLesson):
        mosaics.keep(other)
    counts = {**mine(mosaics.state())["counts"], "coffin": {"treasure": 22}}
    assert mine(mosaics.count(counts))["counts"]["coffin"] == {"treasure": 22}


def test_a_board_whose_stones_do_not_fit_says_so(mosaics: Mosaics, looks: Looks) -> None:
    teach(mosaics, looks, sorted(parts()))
    told = mine(mosaics.count({**OURS["stones"], "door": {"open": 3}}))
    assert told["data"] is None
    assert any("door" in fault for fault in told["faults"])


def test_it_is_shared_as_a_file_that_is_looked_at_before_it_is_taken_up(
    mosaics: Mosaics, looks: Looks, tmp_path: Path
) -> None:
    before = mine(teach(mosaics, looks, sorted(parts())))
    packed = mosaics.packed("Mine")
    other = Mosaics(cast(Table, looks), tmp_path / "other")
    assert mine(other.take_up(packed)) == before
    with pytest.raises(BadLesson, match="taken"):
        other.take_up(packed)


@pytest.mark.parametrize(
    "change",
    [
        {"fields": 40},
        {"game": "chess"},
        {"parts": {"a": ["####"]}},
        {"parts": {"../a": OURS["parts"]["a"]}},
        {"counts": {"chest": {"sword": 10**9}}},
        {"counts": 3},
        {"layout": 3},
    ],
    ids=str,
)
def test_a_file_that_is_no_board_of_parts_is_refused(
    mosaics: Mosaics, looks: Looks, tmp_path: Path, change: dict[str, Any]
) -> None:
    teach(mosaics, looks, ["a"])
    with zipfile.ZipFile(io.BytesIO(mosaics.packed("Mine"))) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    said = {**json.loads(files["Mine/mosaic.json"]), **change}
    files["Mine/mosaic.json"] = json.dumps(said).encode()
    with pytest.raises(BadUpload):
        Mosaics(cast(Table, looks), tmp_path / "other").take_up(zipped(files))
    assert not list((tmp_path / "other").glob("*"))


def test_a_picture_of_another_size_is_refused(mosaics: Mosaics, looks: Looks, tmp_path: Path) -> None:
    teach(mosaics, looks, ["a"])
    with zipfile.ZipFile(io.BytesIO(mosaics.packed("Mine"))) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    files["Mine/a.png"] = cv2.imencode(".png", printed("a"))[1].tobytes()
    with pytest.raises(BadUpload, match="pixels wide"):
        Mosaics(cast(Table, looks), tmp_path / "other").take_up(zipped(files))


def zipped(files: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return written.getvalue()


def test_stones_that_lie_face_up_are_counted_by_the_camera(mosaics: Mosaics, looks: Looks) -> None:
    told = mine(teach(mosaics, looks, ["a"]))
    throwing = Throwing(7, "cloth")
    throwing.camera.start()
    try:
        throwing.thrown()
        looks.show(throwing.camera.capture().image_bgr)
    finally:
        throwing.camera.stop()
    lying = Counter(stone.label for stone in throwing.stones.truth())
    counted = mine(mosaics.read_stones("chest"))["counts"]["chest"]
    assert lying["sword"] == counted["sword"] == 1
    assert counted == {**told["counts"]["chest"], "sword": 1}, "what is not seen stays as it was said"
    looks.show(printed("a"))
    with pytest.raises(BadLesson, match="no stone"):
        mosaics.read_stones("chest")
