"""Parts are found on photographs, their fields proposed, and how they lie is told."""

from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from tests.vision.mosaic.drawn_parts import board, parts, photographed, printed
from vision.mosaic.lying import laid
from vision.mosaic.part import PX_PER_FIELD, clockwise, outline_in, straightened
from vision.mosaic.proposing import Drawn, Known, proposed, sides

FIELDS = 5
NAMES = sorted(parts())


def drawn_of(name: str) -> Drawn:
    part = parts()[name]
    labels = tuple(tuple(part[2 * y + 1][2 * x + 1] for x in range(FIELDS)) for y in range(FIELDS))
    walls = {
        (x, y, upright)
        for x, y, upright in sides(FIELDS)
        if part[2 * y + upright][2 * x + (not upright)] == "#"
    }
    return Drawn(labels, frozenset(walls))


@cache
def cut(name: str, seed: int) -> np.ndarray:
    photograph, corners = photographed(printed(name), seed)
    return straightened(photograph, corners, FIELDS, FIELDS)


@pytest.mark.parametrize("name", NAMES)
def test_a_parts_corners_are_proposed_on_its_photograph(name: str) -> None:
    photograph, corners = photographed(printed(name), NAMES.index(name))
    found = outline_in(photograph)
    assert found is not None
    assert np.abs(found - clockwise(corners)).max() < 14


def test_an_empty_table_has_no_corners() -> None:
    empty = np.full((480, 640, 3), (52, 92, 60), np.uint8)
    assert outline_in(empty) is None


def test_the_first_part_is_proposed_by_light_and_the_others_by_what_was_tapped() -> None:
    known: list[Known] = []
    wrong = []
    for name in NAMES:
        image = cut(name, 50 + NAMES.index(name))
        found, true = proposed(image, known, "#", "."), drawn_of(name)
        fields = sum(
            a != b
            for one, other in zip(found.labels, true.labels, strict=True)
            for a, b in zip(one, other, strict=True)
        )
        wrong.append((fields, len(found.walls ^ true.walls)))
        known.append(Known(image, true))
    assert sum(wrong[0]) <= 20, "of 85 fields and sides"
    assert all(sum(each) <= 3 for each in wrong[1:]), wrong


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_how_twelve_parts_lie_is_told_surely(seed: int) -> None:
    rng = Random(seed)
    names = rng.sample(NAMES, 12)
    layout = [[f"{names[4 * y + x]}+{rng.randrange(4)}" for x in range(4)] for y in range(3)]
    photograph, corners = photographed(board(layout, gap=rng.choice((0, 2))), seed, (1640, 1232), 0.04)
    flat = straightened(photograph, corners, 4 * FIELDS, 3 * FIELDS)
    found = laid(flat, 4, 3, {name: cut(name, 50 + at) for at, name in enumerate(NAMES)})
    assert [[f"{one.name}+{one.turns}" for one in row] for row in found] == layout
    assert all(one.sure for row in found for one in row)


def test_a_place_that_is_covered_is_not_sure() -> None:
    layout = [[NAMES[4 * y + x] for x in range(4)] for y in range(3)]
    image = board(layout)
    side = image.shape[1] // 4
    cv2.rectangle(image, (side, side), (2 * side, 2 * side), (90, 120, 200), -1)
    size = (4 * FIELDS * PX_PER_FIELD, 3 * FIELDS * PX_PER_FIELD)
    flat = np.asarray(cv2.resize(image, size), np.uint8)
    found = laid(flat, 4, 3, {name: cut(name, 9) for name in NAMES})
    assert not found[1][1].sure
    assert [[one.name for one in row] for row in found[::2]] == layout[::2]
