"""Lessons by counts alone: what is left open is in doubt, until it is said where some lie."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.tokens.candies import Candy, drawn
from vision.errors import BadSet
from vision.frame import ImageBgr
from vision.lesson import Lesson
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.readings.places import PointPx
from vision.tokens.reader import TokenReader
from vision.tokens.sets import TokenSet, load_tokens, save_tokens
from vision.tokens.teaching.teacher import TokenTeacher, teach_tokens

SIZE_WH = (640, 480)
NAMES = {"red": "Ana", "green": "Bob", "violet": "Cyn"}
"""Labels that are no words for colours."""


def photograph(labels: str, seed: int) -> tuple[list[Candy], ImageBgr]:
    """Return round candies in rows: r, g or v."""
    of = {"r": "red", "g": "green", "v": "violet"}
    candies = [
        Candy(of[one], 90.0 + 110 * (n % 5), 90.0 + 110 * (n // 5)) for n, one in enumerate(labels)
    ]
    return candies, drawn(candies, np.random.default_rng(seed), SIZE_WH)


def said(candies: list[Candy], name: str, *, places: bool) -> LabelledPhoto:
    tokens = tuple(LabelledPiece(NAMES[one.label], PointPx(one.x, one.y)) for one in candies)
    counts = Counter(token.label for token in tokens)
    return LabelledPhoto(Path("a.jpg"), name, tokens if places else None, counts)


def taught(*photos: str, earlier: TokenSet | None = None, places: bool = False) -> Lesson[TokenSet]:
    teacher = TokenTeacher("candies", earlier)
    for number, labels in enumerate(photos):
        candies, image = photograph(labels, number + 10 * places)
        teacher.show(image, said(candies, f"{number}.jpg", places=places))
    return teacher.lesson()


def sure_labels(of: TokenSet) -> set[str]:
    _, image = photograph("rgvrgvv", 77)
    return {token.label for token in TokenReader(of).read(image).tokens if token.sure}


def test_other_counts_on_each_photograph_teach_all() -> None:
    lesson = taught("rrrggv", "rrgggvvv", "rgvvvv")
    assert not lesson.taught.in_doubt
    assert not [note for note in lesson.notes if note.serious]
    _, image = photograph("rrgv", 5)
    read = Counter(token.label for token in TokenReader(lesson.taught).read(image).tokens)
    assert read == {"Ana": 2, "Bob": 1, "Cyn": 1}


def test_labels_that_counts_leave_open_are_named_and_never_sure(tmp_path: Path) -> None:
    lesson = taught("rrrgggv", "rrggvvv", "rrrrggggvv")
    assert lesson.taught.in_doubt == ("Ana", "Bob")
    assert any(note.kind == "too_alike" and note.faces == ("Ana", "Bob") for note in lesson.notes)
    save_tokens(lesson.taught, tmp_path)
    assert load_tokens(tmp_path).in_doubt == ("Ana", "Bob")
    assert sure_labels(lesson.taught) <= {"Cyn"}


def test_places_settle_what_counts_left_open() -> None:
    earlier = taught("rrrgggv", "rrggvvv", "rrrrggggvv").taught
    lesson = taught("rrrgggvvv", earlier=earlier, places=True)
    assert not lesson.taught.in_doubt
    assert sure_labels(lesson.taught) == set(NAMES.values())


def test_far_too_few_things_teach_nothing() -> None:
    candies, image = photograph("rrg", 1)
    teacher = TokenTeacher("candies")
    teacher.show(image, said([*candies] * 4, "a.jpg", places=False))
    with pytest.raises(BadSet, match="12 tokens are said to lie there"):
        teacher.lesson()


def test_an_empty_table_among_the_counted_ones_is_no_trouble() -> None:
    assert not taught("rrrggv", "", "rrgggvvv", "rgvvvv").taught.in_doubt


def test_labels_that_look_alike_are_told_to_the_teacher(tmp_path: Path) -> None:
    photos = []
    for number, labels in enumerate(("rrrrgggg", "rrrggggg")):
        candies, image = photograph(labels, number)
        photo = said(candies, f"{number}.png", places=True)
        mixed = [replace(one, label=("Ana", "Bob")[n % 2]) for n, one in enumerate(photo.pieces or ())]
        cv2.imwrite(str(tmp_path / photo.name), image)
        photos.append(replace(photo, image=tmp_path / photo.name, pieces=tuple(mixed)))
    assert any(note.kind == "too_alike" for note in teach_tokens("mixed", photos).notes)
