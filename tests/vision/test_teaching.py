"""Dice with symbols nobody knows are taught with a few pictures; contradictions are noticed."""

from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.manifest import LabelledDie
from vision.readers.dice import DiceReader
from vision.reading import PointPx
from vision.sets import load, save
from vision.simulation import random_style
from vision.simulation.table import SimulatedTable
from vision.teaching import Teacher


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture of the simulated table with its labels."""

    image_bgr: ImageBgr
    labels: tuple[LabelledDie, ...]


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


def _labels(table: SimulatedTable) -> tuple[LabelledDie, ...]:
    width, height = table.size_wh
    return tuple(
        LabelledDie(
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
            right += any(die.face == label.face for die in near)
            assert not any(die.sure and die.face != label.face for die in near), label
    assert asked == 32
    assert right >= 30


def test_a_die_that_is_not_there_is_told(shots: list[Shot]) -> None:
    teacher = Teacher("symbols")
    nowhere = LabelledDie("sun", PointPx(-400, -400))
    teacher.show(shots[0].image_bgr, [*shots[0].labels, nowhere], "a.jpg")
    notes = [note for note in teacher.lesson().notes if note.serious]
    assert any("no die found at -400, -400" in note.text for note in notes)


def test_the_same_face_labelled_differently_is_told(shots: list[Shot]) -> None:
    teacher = Teacher("symbols")
    wrong = [replace(label, face="moon") for label in shots[0].labels]
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
    assert kinds["once_more"].faces == (label.face,)
    assert kinds["once_more"].text.startswith(f"photograph {label.face} once more, in another turn")
    assert lesson.taught.face(label.face).looks == 0


def test_nothing_shown_is_no_lesson() -> None:
    with pytest.raises(BadSet, match="no die could be used"):
        Teacher("empty").lesson()
