"""A die ends at its edges, wherever it lies; dots on a bare table do not."""

import cv2
import numpy as np
import pytest

from vision.dice.faces.crops import straighten
from vision.dice.presence.outline import edge_steps
from vision.dice.presence.presence import LEAST_EDGE_STEP
from vision.frame import ImageBgr

SQUARE = np.array([[100.0, 100.0], [160.0, 100.0], [160.0, 160.0], [100.0, 160.0]])


def table(noise: float = 4.0) -> ImageBgr:
    picture = np.random.default_rng(1).normal(90, noise, (260, 260, 3))
    return np.clip(picture, 0, 255).astype(np.uint8)


def edge_step(picture: ImageBgr, corners: np.ndarray) -> float:
    return edge_steps([straighten(picture, corners)])[0]


def with_dots(picture: ImageBgr, inset: int = 12) -> ImageBgr:
    for x in (100 + inset, 160 - inset):
        for y in (100 + inset, 160 - inset):
            cv2.circle(picture, (x, y), 6, (240, 240, 240), -1)
    return picture


@pytest.mark.parametrize("inset", [6, 12, 18])
def test_dots_alone_have_no_edge(inset: int) -> None:
    assert edge_step(with_dots(table(), inset), SQUARE) < LEAST_EDGE_STEP


@pytest.mark.parametrize("grey", [70, 110, 250])
@pytest.mark.parametrize("shift", [-4.0, 0.0, 4.0])
def test_a_body_has_edges_though_they_are_a_little_misread(grey: int, shift: float) -> None:
    picture = table()
    cv2.rectangle(picture, (100, 100), (159, 159), (grey,) * 3, -1)
    picture = with_dots(cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.uint8))
    assert edge_step(picture, SQUARE + shift) > LEAST_EDGE_STEP


def test_a_line_on_the_table_is_not_enough() -> None:
    picture = with_dots(table())
    picture[:, 160:] = 200
    assert edge_step(picture, SQUARE) < LEAST_EDGE_STEP


def test_a_pale_die_seen_by_two_of_its_edges_is_one() -> None:
    picture = with_dots(table())
    picture[:160, 160:170], picture[160:170, :170] = 60, 60
    assert edge_step(picture, SQUARE) > LEAST_EDGE_STEP
