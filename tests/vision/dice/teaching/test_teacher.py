"""Dice with symbols nobody knows are taught with a few pictures; contradictions are noticed."""

from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.dice.reader import DiceReader
from vision.dice.sets import load, save
from vision.dice.teaching import Teacher, teach
from vision.dice.teaching.finding import measure_side_mm
from vision.errors import BadSet, NoDieThere
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.markers.plane import TablePlane
from vision.readings.places import PointPx
from vision.workshop.simulation import random_style
from vision.workshop.simulation.table import SimulatedTable


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture of the simulated table with its labels."""

    image_bgr: ImageBgr
    labels: tuple[LabelledPiece, ...]


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    """Eight throws of eight dice with symbols."""
    clock = SteppedClock()
    style = random_style(np.random.default_rng(5), "symbols")
    table = SimulatedTable(clock, style=style, seed=2, surface="felt", mat=False)
    dice = table.throw(count=8)
    taken = []
    for _ in range(8):
        clock.wait(Event(), max(0.0, table.busy_until - clock.now()) + 0.5)
        taken.append(Shot(table.render(clock.now()), _labels(table)))
        table.throw(dice)
    return taken


def _labels(table: SimulatedTable) -> tuple[LabelledPiece, ...]:
    width, height = table.size_wh
    return tuple(
        LabelledPiece(
            die.face,
            PointPx(die.centre[0] * width - 0.5, die.centre[1] * height - 0.5),
            None,
            die.picture_angle_deg,
        )
        for die in table.truth()
    )


def test_a_taught_die_is_read_on_other_pictures(shots: list[Shot], tmp_path: Path) -> None:
    teacher = Teacher("symbols")
    for number, shot in enumerate(shots[:4]):
        teacher.show(shot.image_bgr, shot.labels, f"picture {number}")
    save(teacher.lesson().taught, tmp_path / "symbols")
    reader = DiceReader(load(tmp_path / "symbols"))
    right = asked = 0
    for shot in shots[4:]:
        dice = reader.read(shot.image_bgr).dice
        for label in shot.labels:
            near = [die for die in dice if np.hypot(*np.subtract(die.centre_px, label.centre_px)) < 15]
            asked += 1
            right += any(die.face == label.label for die in near)
            assert not any(die.sure and die.face != label.label for die in near), label
    assert asked == 32
    assert right >= 30


@pytest.mark.parametrize("built_in", ["ubongo_symbols", "pips"])
def test_a_die_may_have_the_very_names_of_a_built_in_one(
    shots: list[Shot], tmp_path: Path, built_in: str
) -> None:
    faces = [face.name for face in load(built_in).faces]
    own = sorted({label.label for shot in shots for label in shot.labels})
    called = dict(zip(own, faces, strict=True))
    teacher = Teacher("mine")
    for number, shot in enumerate(shots[:4]):
        labels = [replace(label, label=called[label.label]) for label in shot.labels]
        teacher.show(shot.image_bgr, labels, f"picture {number}")
    assert not teacher.knows_faces
    save(teacher.lesson().taught, tmp_path / "mine")
    dice = DiceReader(load(tmp_path / "mine")).read(shots[4].image_bgr).dice
    for label in shots[4].labels:
        near = [die for die in dice if np.hypot(*np.subtract(die.centre_px, label.centre_px)) < 15]
        assert [die.face for die in near] == [called[label.label]]


def test_a_die_that_is_not_there_is_told(shots: list[Shot]) -> None:
    teacher = Teacher("symbols")
    nowhere = LabelledPiece("sun", PointPx(-400, -400))
    teacher.show(shots[0].image_bgr, [*shots[0].labels, nowhere], "a.jpg")
    notes = [note for note in teacher.lesson().notes if note.serious]
    assert any("no die found at -400, -400" in note.text for note in notes)


def test_the_same_face_labelled_differently_is_told(shots: list[Shot]) -> None:
    teacher = Teacher("symbols")
    wrong = [replace(label, label="moon") for label in shots[0].labels]
    teacher.show(shots[0].image_bgr, shots[0].labels, "a.jpg")
    teacher.show(shots[0].image_bgr, wrong, "b.jpg")
    texts = [note.text for note in teacher.lesson().notes if note.serious]
    assert any("a.jpg, die 1" in text and "labelled differently" in text for text in texts)


def test_faces_shown_too_seldom_are_asked_for(shots: list[Shot]) -> None:
    teacher = Teacher("symbols")
    label = replace(shots[0].labels[0], angle_deg=None)
    teacher.show(shots[0].image_bgr, [label], "a.jpg")
    lesson = teacher.lesson()
    kinds = {note.kind: note for note in lesson.notes}
    assert kinds["once_more"].faces == (label.label,)
    assert kinds["once_more"].text.startswith(f"photograph {label.label} once more, in another turn")
    assert lesson.taught.face(label.label).rotations == 0


def test_nothing_shown_is_no_lesson() -> None:
    with pytest.raises(BadSet, match="no die could be used"):
        Teacher("empty").lesson()


def test_a_page_teaches_with_taps_and_takes_one_back(shots: list[Shot]) -> None:
    teacher, (image, label) = Teacher("mine"), (shots[0].image_bgr, shots[0].labels[0])
    assert not teacher.undo()
    angle = np.radians(label.angle_deg or 0.0)
    top = PointPx(
        label.centre_px.x + 20 * float(np.sin(angle)), label.centre_px.y - 20 * float(np.cos(angle))
    )
    assert len(teacher.find_tops(image)) == 8
    assert teacher.tap(image, label.centre_px, "sun", top) == ()
    teacher.tap(image, shots[0].labels[1].centre_px, "moon")
    assert teacher.taught == {"sun": 1, "moon": 1}
    assert teacher.undo()
    assert teacher.taught == {"sun": 1}
    lesson = teacher.lesson()
    by_angle = Teacher("angle")
    by_angle.show(image, [replace(label, label="sun")], "a.jpg")
    crop = by_angle.lesson().taught.samples[0].crop_bgr
    assert np.array_equal(lesson.taught.samples[0].crop_bgr, crop), "the second tap tells the top"
    assert lesson.notes[-1].text.startswith("photograph sun once more")


def test_tapping_the_same_die_again_corrects_it(shots: list[Shot]) -> None:
    teacher = Teacher("mine")
    teacher.tap(shots[0].image_bgr, shots[0].labels[0].centre_px, "sun")
    teacher.tap(shots[0].image_bgr, shots[0].labels[0].centre_px, "moon")
    assert teacher.taught == {"moon": 1}
    assert [face.name for face in teacher.lesson().taught.faces] == ["moon"]


def test_a_tap_beside_all_dice_is_told(shots: list[Shot]) -> None:
    teacher = Teacher("mine")
    with pytest.raises(NoDieThere, match="no die seen at 3, 4"):
        teacher.tap(shots[0].image_bgr, PointPx(3, 4), "sun")
    assert teacher.taught == {}


def test_a_photograph_taught_again_takes_its_own_place(shots: list[Shot], tmp_path: Path) -> None:
    first = Teacher("mine")
    first.show(shots[0].image_bgr, [replace(label, label="wrong") for label in shots[0].labels], "a.jpg")
    first.show(shots[1].image_bgr, shots[1].labels, "b.jpg")
    save(first.lesson().taught, tmp_path)
    second = Teacher("mine", load(tmp_path))
    second.show(shots[0].image_bgr, shots[0].labels, "a.jpg")
    lesson = second.lesson()
    assert "wrong" not in second.taught
    assert sum(second.taught.values()) == len(shots[0].labels) + len(shots[1].labels)
    assert not [note for note in lesson.notes if note.kind == "labelled_differently"]
    save(lesson.taught, tmp_path)
    assert {sample.label for sample in load(tmp_path).samples} == set(second.taught)


def test_dice_without_a_label_and_two_labels_on_a_die_are_told(shots: list[Shot]) -> None:
    teacher = Teacher("mine")
    first, second, *_ = shots[0].labels
    teacher.show(shots[0].image_bgr, [first, second, replace(second, label="other")], "a.jpg")
    notes = teacher.lesson().notes
    (unlabelled,) = [note for note in notes if note.kind == "unlabelled"]
    assert unlabelled.text.count(";") >= 4, "five of the six others, at least"
    assert [note.kind for note in notes].count("labelled_twice") == 1


def written(folder: Path, name: str, image_bgr: ImageBgr) -> LabelledPhoto:
    (folder / name).write_bytes(cv2.imencode(".png", image_bgr)[1].tobytes())
    return LabelledPhoto(folder / name, name, None, {})


def test_photographs_that_say_only_what_lies_on_them(shots: list[Shot], tmp_path: Path) -> None:
    """All dice alike can be learnt; different ones without a place cannot, and are named."""
    x, y = shots[0].labels[0].centre_px
    alone = shots[0].image_bgr[int(y) - 40 : int(y) + 40, int(x) - 40 : int(x) + 40]
    grey = np.full((240, 240, 3), alone[0, 0], np.uint8)
    grey[80:160, 80:160] = alone
    good = replace(written(tmp_path, "one.png", grey), counts={"sun": 1})
    mixed = replace(written(tmp_path, "two.png", shots[0].image_bgr), counts={"sun": 1, "moon": 1})
    more = replace(written(tmp_path, "three.png", shots[0].image_bgr), counts={"star": 2})
    none = replace(good, image=tmp_path / "none.png", name="none.png", counts={"sun": 1})
    lesson = teach("mine", [good, mixed, more, none])
    assert [sample.label for sample in lesson.taught.samples] == ["sun"]
    serious = {note.kind: note.text for note in lesson.notes if note.serious}
    assert serious["no_places"].startswith("two.png: several faces")
    assert serious["count_differs"].startswith("three.png: 2 dice labelled (star), 8 seen")
    assert "none.png" in serious["no_picture"]
    assert serious["not_learnt"].startswith("star was not learnt")


def test_lines_on_the_same_photograph_are_put_together(shots: list[Shot], tmp_path: Path) -> None:
    photo = written(tmp_path, "a.png", shots[0].image_bgr)
    first, second, *others = shots[0].labels
    lines = [(first, *others), (second,), (replace(second, label="other"),)]
    lesson = teach("mine", [replace(photo, pieces=dice) for dice in lines])
    assert len(lesson.taught.samples) == len(shots[0].labels)
    assert [note.kind for note in lesson.notes if note.serious] == ["labelled_twice", "not_learnt"]


def test_dice_of_nearly_the_usual_size_on_the_mat_are_of_the_usual_size() -> None:
    clock = SteppedClock()
    table = SimulatedTable(clock, seed=4)
    table.throw(count=5)
    clock.wait(Event(), table.busy_until + 0.5)
    teacher = Teacher("mine")
    teacher.show(table.render(clock.now()), _labels(table), "a.jpg")
    assert teacher.lesson().taught.side_mm == 16.0


@pytest.mark.parametrize("side_mm", [10.0, 22.0])
def test_how_large_a_die_is_is_seen_at_its_own_height(side_mm: float) -> None:
    """A camera half a metre straight above: the top of a large die is nearer to it."""
    focal, high = 900.0, 500.0
    plane = TablePlane(
        np.array([[focal, 0, -640, 640 * high], [0, focal, -480, 480 * high], [0, 0, -1, high]])
    )
    top = np.array([[0, 0], [side_mm, 0], [side_mm, side_mm], [0, side_mm]])
    assert measure_side_mm(plane, plane.to_px(top, side_mm)) == pytest.approx(side_mm, abs=0.01)
