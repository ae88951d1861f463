"""The colours before a gem board's rows: pawns on simulated boards."""

import numpy as np
import pytest

from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.readings.tokens import ColourShares
from vision.tokens.reader import TokenReader
from vision.tokens.sets import load_tokens
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import TokenKit

PAINTS = ((190, 110, 40), (50, 190, 225))
COLOURS = ("red", "green", "blue", "yellow", "brown", "violet")


@pytest.fixture(scope="module")
def reader() -> TokenReader:
    return TokenReader(load_tokens("ubongo_gems"))


def picture(*rows: int) -> ImageBgr:
    """Return a full board with pawns before these rows."""
    table = SimulatedTable(SteppedClock(), seed=3)
    board = table.lay_tokens(TokenKit(gem_board=True))
    board.fill([[COLOURS[(row + hole) % 6] for hole in range(12)] for row in range(6)])
    for paint, row in zip(PAINTS, rows, strict=True):
        board.put_pawn(paint, row)
    return table.render(table.now)


def apart(one: ColourShares, other: ColourShares) -> float:
    """Return how much two areas differ, 0 to 1."""
    first, second = dict(one), dict(other)
    return sum(abs(first.get(n, 0) - second.get(n, 0)) for n in {*first, *second}) / 2000


def test_a_row_differs_where_another_figure_stands_and_hardly_elsewhere(reader: TokenReader) -> None:
    before, after = (reader.read(picture(*rows)).before_rows for rows in ((1, 4), (1, 3)))
    differ = [apart(*both) for both in zip(before, after, strict=True)]
    assert min(differ[3], differ[4]) > 0.08
    assert max(differ[row] for row in (0, 1, 2, 5)) < 0.04


def test_dim_light_is_told_from_figures(reader: TokenReader) -> None:
    light = picture(1, 4)
    before, after = (reader.read(image).before_rows for image in (light, (light * 0.6).astype(np.uint8)))
    assert max(apart(*both) for both in zip(before, after, strict=True)) < 0.06


def test_nothing_is_told_where_the_picture_cuts_the_fields_off(reader: TokenReader) -> None:
    cut = np.ascontiguousarray(picture(1, 4)[:, 250:])
    reading = reader.read(cut)
    assert reading.corners_px is not None
    assert reading.before_rows == ()
