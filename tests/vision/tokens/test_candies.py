"""Glossy tokens of any round shape, of two shades a label, are counted where they were taught."""

from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.tokens.candies import GROUND, RADIUS, Candy, drawn, some
from vision.frame import ImageBgr
from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.pyramid import Pyramid
from vision.readings.places import PointPx
from vision.readings.tokens import TokenReading
from vision.tokens.finding.blobs import find_blobs
from vision.tokens.finding.outlines import work_picture
from vision.tokens.reader import TokenReader
from vision.tokens.sets import TokenSet
from vision.tokens.teaching.teacher import TokenTeacher

TAUGHT, READ = (1, 2, 3), (11, 12, 13, 14)


def photograph(seed: int, many: int) -> tuple[list[Candy], ImageBgr]:
    rng = np.random.default_rng(seed)
    candies = some(rng, many)
    return candies, drawn(candies, rng)


def lesson(swapped: dict[str, str] | None = None, *, by_counts: bool = False) -> TokenSet:
    """Return candies taught with three photographs; half bear the label they are swapped for.

    ``by_counts``: it is not said where each lies, and each photograph has another number of them.
    """
    teacher = TokenTeacher("candies")
    for seed in TAUGHT:
        candies, image = photograph(seed, 16 + seed if by_counts else 16)
        labels = [
            (swapped or {}).get(one.label, one.label) if number % 8 < 4 else one.label
            for number, one in enumerate(candies)
        ]
        placed = tuple(
            LabelledPiece(label, PointPx(one.x, one.y))
            for label, one in zip(labels, candies, strict=True)
        )
        counts = Counter(labels)
        tokens = None if by_counts else placed
        photo = LabelledPhoto(Path("a.jpg"), f"{seed}.jpg", tokens, counts)
        teacher.show(image, photo)
    return teacher.lesson().taught


@pytest.fixture(scope="module")
def taught() -> TokenSet:
    return lesson()


def surely_wrong(reading: TokenReading, candies: list[Candy]) -> int:
    """Return how many are sure and not there, or another; what is missed counts in a sure reading."""
    wrong = 0
    for token in reading.tokens:
        x, y = token.centre_px
        one = min(candies, key=lambda candy: np.hypot(candy.x - x, candy.y - y))
        is_there = np.hypot(one.x - x, one.y - y) < 0.5 * RADIUS
        wrong += token.sure and not (is_there and one.label == token.label)
    return wrong + (reading.sure and len(reading.tokens) < len(candies))


@pytest.mark.parametrize("by_counts", [False, True])
def test_candies_of_two_shades_and_lengths_are_counted(taught: TokenSet, by_counts: bool) -> None:
    taught = lesson(by_counts=True) if by_counts else taught
    reader, sure, many = TokenReader(taught), 0, 0
    for seed in READ:
        candies, image = photograph(seed, 14)
        reading = reader.read(image)
        assert Counter(token.label for token in reading.tokens) == Counter(c.label for c in candies)
        assert not surely_wrong(reading, candies)
        sure += sum(token.sure for token in reading.tokens)
        many += len(candies)
    assert sure >= 0.85 * many


@pytest.mark.parametrize("gains", [(0.7, 0.7, 0.7), (0.8, 1.0, 1.15)])
def test_in_another_light_nothing_is_surely_wrong(taught: TokenSet, gains: tuple[float, ...]) -> None:
    reader = TokenReader(taught)
    for seed in READ:
        candies, image = photograph(seed, 14)
        relit = np.asarray(np.clip(image * np.array(gains), 0, 255), np.uint8)
        assert not surely_wrong(reader.read(relit), candies)


def test_candies_that_touch_are_parted() -> None:
    touching = [Candy("red", 300, 300), Candy("red", 368, 300, 1.0, 0, 1), Candy("green", 300, 368)]
    work = work_picture(Pyramid(drawn(touching, np.random.default_rng(5), (640, 640))), RADIUS)
    found = work.to_px(find_blobs(work).centres)
    assert len(found) == len(touching)
    for one in touching:
        assert np.hypot(*(found - (one.x, one.y)).T).min() < 0.2 * RADIUS


def test_a_hand_is_no_row_of_candies() -> None:
    image = drawn([Candy("violet", 500, 500)], np.random.default_rng(6), (640, 640))
    cv2.line(image, (200, -20), (220, 300), (110, 140, 200), 70, cv2.LINE_AA)
    work = work_picture(Pyramid(image), RADIUS)
    assert work.to_px(find_blobs(work).centres)[0] == pytest.approx((500, 500), abs=8)
    assert len(find_blobs(work)) == 1


def test_nothing_is_cut_out_of_a_ground_with_a_pattern() -> None:
    rng = np.random.default_rng(7)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (640, 640, 3)), (0, 0), 6)
    image = np.asarray(np.clip(np.array(GROUND) * (1 + 1.2 * grain), 0, 255), np.uint8)
    assert not len(find_blobs(work_picture(Pyramid(image), RADIUS)))


def test_a_lesson_that_mixes_two_labels_makes_nothing_sure() -> None:
    reader = TokenReader(lesson({"red": "violet", "violet": "red"}))
    _, image = photograph(READ[0], 14)
    assert not any(token.sure for token in reader.read(image).tokens)
