"""Holes of the simulated gem board that gems were taken from, and some in which strange things lie."""

from random import Random

import cv2
import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.readings.places import GridCell
from vision.readings.tokens import TokenReading
from vision.tokens.reader import TokenReader
from vision.tokens.sets import load_tokens
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit

COLOURS = ("red", "green", "blue", "yellow", "brown", "violet")
BARE = 6
"""So many holes of each row are empty."""
STRANGE_BGR = ((60, 60, 60), (225, 225, 225), (190, 120, 210), (30, 60, 80))
"""Colours that no gem was taught in: grey, white, pink, a brown nearly as dark as a hole's shade."""


@pytest.fixture(scope="module")
def reader() -> TokenReader:
    return TokenReader(load_tokens("ubongo_gems"))


def half_taken(seed: int, surface: str = "wood_pale") -> ImageBgr:
    table = SimulatedTable(SteppedClock(), seed=seed, surface=surface)
    gems = [colour for colour in COLOURS for _ in range(BARE)]
    Random(seed).shuffle(gems)
    board = table.lay_tokens(TokenKit(gem_board=True))
    bare: list[str | None] = [None] * BARE
    board.fill([[*bare, *gems[row::BARE]] for row in range(BARE)])
    return table.render(table.now)


@pytest.mark.parametrize("seed", [1, 4])
def test_no_hole_that_is_plainly_empty_is_in_doubt(reader: TokenReader, seed: int) -> None:
    reading = reader.read(half_taken(seed))
    assert len(reading.tokens) == 36
    assert reading.doubted == ()
    assert reading.hidden == ()


@pytest.mark.parametrize("seed", [1, 2])
def test_gems_on_a_white_table_are_sure(reader: TokenReader, seed: int) -> None:
    reading = reader.read(half_taken(seed, "white"))
    assert all(token.sure for token in reading.tokens)
    assert reading.doubted == ()


@pytest.mark.parametrize("colour_bgr", STRANGE_BGR)
def test_a_hole_with_something_strange_in_it_is_never_surely_empty(
    reader: TokenReader, colour_bgr: tuple[int, int, int]
) -> None:
    image, hole = half_taken(1), GridCell(3, 2)
    at = reader.read(image).at_px(*hole)
    image = np.ascontiguousarray(image)
    cv2.circle(image, (round(at.x), round(at.y)), 17, colour_bgr, cv2.FILLED, cv2.LINE_AA)
    assert not _is_surely_empty(reader.read(image), hole)


def _is_surely_empty(reading: TokenReading, hole: GridCell) -> bool:
    listed = {token.cell for token in reading.tokens}
    return hole not in listed | set(reading.doubted) | set(reading.hidden)
