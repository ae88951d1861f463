"""Sets are folders a person can look at, copy and edit."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.sets import KIND, DiceSet, Face, load, save
from vision.errors import BadSet, UnknownSet
from vision.sets.kind import Sample


def crop(value: int) -> np.ndarray:
    return np.full((48, 48, 3), value, np.uint8)


def test_built_in_sets_are_found_by_name() -> None:
    assert [face.name for face in load("pips").faces] == ["1", "2", "3", "4", "5", "6"]
    carcassonne = load("carcassonne")
    assert carcassonne.face("three").parts == (("top", "right", "bottom"),)
    assert carcassonne.face("knight").rotations == 0


def test_the_built_in_sets_are_listed() -> None:
    assert KIND.built_in() == ["carcassonne", "pips", "ubongo_symbols"]


def test_only_dice_that_bear_parts_join_others() -> None:
    assert load("carcassonne").joins
    assert not load("pips").joins
    assert not load("ubongo_symbols").joins
    named_alike = tuple(Face(name, 4) for name in ("cap", "straight", "knight"))
    assert DiceSet("mine", 16.0, False, named_alike).joins
    assert DiceSet("mine", 16.0, False, (Face("sun", 1), Face("moon", 4, (("top",),)))).joins


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
    assert [(sample.label, int(sample.crop_bgr.mean())) for sample in again.samples] == [
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
        ('{"faces": {"a": {"rotations": 3}}}', "3 rotations"),
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
    data["faces"] = {"moon": {"rotations": 1}}
    (tmp_path / "faces.json").write_text(json.dumps(data))
    with pytest.raises(BadSet, match="samples of sun"):
        load(tmp_path)


def taught() -> DiceSet:
    faces = (Face("sun", 1), Face("moon", 4, (("top", "left"),)))
    samples = (Sample("sun", crop(9), "a.1f 1"), Sample("moon", crop(200), "a.1f 2"))
    return DiceSet("mine", 16.0, False, faces, samples)


def write_faces(folder: Path, **faces: dict[str, int]) -> Path:
    """Write a set as people have it on their disks: known, so that it needs no samples."""
    (folder / "faces.json").write_text(json.dumps({"known": True, "faces": faces}))
    return folder


@pytest.mark.parametrize("written", [{"looks": 2}, {"rotations": 2}, {"rotations": 2, "looks": 2}])
def test_a_folder_of_an_earlier_version_says_looks_for_rotations(
    tmp_path: Path, written: dict[str, int]
) -> None:
    assert load(write_faces(tmp_path, moon=written)).faces == (Face("moon", 2),)


def test_a_folder_of_an_earlier_version_is_saved_with_the_new_name(tmp_path: Path) -> None:
    save(load(write_faces(tmp_path, moon={"looks": 2}, sun={"looks": 0})), tmp_path)
    faces = json.loads((tmp_path / "faces.json").read_text())["faces"]
    assert faces == {"moon": {"rotations": 2}, "sun": {"rotations": 0}}


def test_two_names_that_contradict_each_other_are_a_broken_set(tmp_path: Path) -> None:
    write_faces(tmp_path, moon={"rotations": 2, "looks": 4})
    with pytest.raises(BadSet, match="moon has rotations 2 but looks 4"):
        load(tmp_path)


def test_a_face_that_says_nothing_gives_another_picture_in_every_turn(tmp_path: Path) -> None:
    assert load(write_faces(tmp_path, moon={})).face("moon").rotations == 4


def test_a_copied_set_is_the_same_set(tmp_path: Path) -> None:
    save(taught(), tmp_path / "mine")
    shutil.copytree(tmp_path / "mine", tmp_path / "friend" / "theirs")
    copied = load(tmp_path / "friend" / "theirs")
    assert (copied.name, copied.faces) == ("theirs", taught().faces)
    assert [(s.label, s.name) for s in copied.samples] == [("moon", "a.1f 2"), ("sun", "a.1f 1")]


def test_a_photograph_of_any_size_put_in_by_hand_is_a_sample(tmp_path: Path) -> None:
    save(taught(), tmp_path)
    photo = np.zeros((300, 500, 3), np.uint8)
    photo[:, 100:400] = 255
    (tmp_path / "samples" / "sun" / "IMG_1.JPG").write_bytes(cv2.imencode(".jpg", photo)[1].tobytes())
    added = next(sample for sample in load(tmp_path).samples if sample.name == "IMG_1")
    assert (added.label, added.crop_bgr.shape) == ("sun", (48, 48, 3))
    assert added.crop_bgr.min() > 240, "the middle square, not the whole squeezed"


def test_saving_what_was_loaded_leaves_files_put_in_by_hand(tmp_path: Path) -> None:
    save(taught(), tmp_path)
    added = tmp_path / "samples" / "sun" / "IMG_1.jpg"
    added.write_bytes(cv2.imencode(".jpg", np.full((300, 300, 3), 70, np.uint8))[1].tobytes())
    before = added.read_bytes()
    save(load(tmp_path), tmp_path)
    assert added.read_bytes() == before
    assert len(load(tmp_path).samples) == 3


def test_a_deleted_sample_is_gone_and_a_face_without_any_is_named(tmp_path: Path) -> None:
    save(taught(), tmp_path)
    (tmp_path / "samples" / "sun" / "a.1f 1.png").unlink()
    with pytest.raises(BadSet, match="no samples of sun") as caught:
        load(tmp_path)
    assert "take the face out of faces.json" in caught.value.hint


def test_a_face_renamed_in_one_place_only_is_told(tmp_path: Path) -> None:
    save(taught(), tmp_path)
    (tmp_path / "samples" / "sun").rename(tmp_path / "samples" / "star")
    with pytest.raises(BadSet, match=r"samples of star, which faces\.json does not name") as caught:
        load(tmp_path)
    assert "renamed in both" in caught.value.hint


def test_a_file_that_can_be_no_sample_is_told_and_hidden_ones_are_not_looked_at(tmp_path: Path) -> None:
    save(taught(), tmp_path)
    (tmp_path / "samples" / "sun" / ".DS_Store").write_bytes(b"x")
    assert len(load(tmp_path).samples) == 2
    (tmp_path / "samples" / "sun" / "IMG_2.heic").write_bytes(b"x")
    with pytest.raises(BadSet, match=r"IMG_2\.heic is no sample"):
        load(tmp_path)


@pytest.mark.parametrize("content", [b"", b"no picture"])
def test_a_sample_that_is_no_picture_is_told(tmp_path: Path, content: bytes) -> None:
    save(taught(), tmp_path)
    (tmp_path / "samples" / "sun" / "bad.png").write_bytes(content)
    with pytest.raises(BadSet, match=r"bad\.png is not a picture"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["../out", "a/b", "50 %", "mond ☾", "..", "C:", "Ž", "?", "a.b"])
def test_any_name_of_a_face_comes_back_and_stays_in_its_folder(tmp_path: Path, name: str) -> None:
    save(DiceSet("s", 16.0, False, (Face(name, 4),), (Sample(name, crop(1)),)), tmp_path / "s")
    again = load(tmp_path / "s")
    assert [sample.label for sample in again.samples] == [again.faces[0].name] == [name]
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


def test_parts_that_name_no_edge_are_told(tmp_path: Path) -> None:
    save(taught(), tmp_path)
    text = (tmp_path / "faces.json").read_text(encoding="utf-8")
    (tmp_path / "faces.json").write_text(text.replace("left", "up"), encoding="utf-8")
    with pytest.raises(BadSet, match="moon has a part"):
        load(tmp_path)


def one_face(name: str = "sun", value: int = 1) -> DiceSet:
    return DiceSet("s", 16.0, False, (Face(name, 1),), (Sample(name, crop(value)),))


class Stopped(BaseException):
    """What a plug or a Ctrl+C does."""


@pytest.mark.parametrize("step", range(6))
def test_a_set_that_is_stopped_half_way_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    folder, calls = tmp_path / "mine", []
    save(one_face(value=1), folder)
    (folder / "notes.txt").write_text("mine")

    def stops(*_: object) -> None:
        calls.append(1)
        if len(calls) > step:
            raise Stopped

    with monkeypatch.context() as patched:
        patched.setattr("vision.sets.folders.os.fsync", stops)
        try:
            save(one_face(value=2), folder)
        except Stopped:
            assert load(folder).samples[0].crop_bgr.mean() == 1
        else:
            assert load(folder).samples[0].crop_bgr.mean() == 2
    assert (folder / "notes.txt").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_full_disk_is_said_and_leaves_the_old_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mine"
    save(one_face(value=1), folder)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("vision.sets.folders.os.fsync", full)
        with pytest.raises(BadSet, match="No space left"):
            save(one_face(value=2), folder)
    assert load(folder).samples[0].crop_bgr.mean() == 1


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 61, "a\0b", "a\nb", "\ud800", "\u202eabc", "🐉" * 40], ids=ascii
)
def test_a_face_that_cannot_be_called_so_makes_no_set(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadSet, match=r"no piece can be called|too long"):
        save(one_face(name), tmp_path / "mine")
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("side", ["0", "-3", "NaN", "Infinity", "1e999", "1" + "0" * 400, '"x"', "[]"])
def test_a_side_that_is_no_length_is_refused(tmp_path: Path, side: str) -> None:
    save(one_face(), tmp_path)
    path = tmp_path / "faces.json"
    path.write_text(path.read_text().replace("16.0", side))
    with pytest.raises(BadSet, match=r"faces\.json"):
        load(tmp_path)


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, "{", "null", '{"faces": {"a": 3}}', "\x00"])
def test_a_faces_json_of_any_other_kind_is_refused(tmp_path: Path, text: str) -> None:
    save(one_face(), tmp_path)
    (tmp_path / "faces.json").write_text(text)
    with pytest.raises(BadSet, match=r"faces\.json"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("{}", "'faces' is missing"),
        ("[]", "something is of another kind"),
        ('{"faces": []}', "something is of another kind"),
        ("{", "Expecting property name"),
    ],
)
def test_what_is_wrong_with_a_faces_json_is_said_in_words(tmp_path: Path, text: str, wrong: str) -> None:
    save(one_face(), tmp_path)
    (tmp_path / "faces.json").write_text(text)
    with pytest.raises(BadSet) as caught:
        load(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'faces.json'}: {wrong}")


def test_a_sample_that_is_an_enormous_picture_is_refused(tmp_path: Path) -> None:
    save(one_face(), tmp_path)
    cv2.imwrite(str(tmp_path / "samples" / "sun" / "big.png"), np.zeros((8000, 8000), np.uint8))
    with pytest.raises(BadSet, match=r"big\.png is not a picture"):
        load(tmp_path)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"], ids=ascii)
def test_a_name_that_no_folder_can_have_is_no_set(name: str) -> None:
    with pytest.raises(UnknownSet, match="no set"):
        load(name)
