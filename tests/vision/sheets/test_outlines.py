"""Sheets with a printed outline: what is free is seen to be free, and nothing else is called covered."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.frame import ImageBgr
from vision.readings.outlines import Outline, OutlineReading
from vision.readings.places import GridCell
from vision.sheets.outlines import CELLS, MOST_SHEETS, SHEET_MM, draw_sheet, marker_ids
from vision.sheets.reader import OutlineReader

WITHIN = frozenset(GridCell(column, row) for column in range(2, 5) for row in range(2, 5))
PX_PER_MM = 4
READER = OutlineReader()


def seen(sheet: np.ndarray, *, wide: int = 1280, grey: int = 120) -> ImageBgr:
    """Return a sheet as a camera sees it that does not look straight down."""
    side = sheet.shape[0]
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    there = np.array([[420, 240], [890, 262], [905, 745], [390, 715]], np.float32) * (wide / 1280)
    back = cv2.getPerspectiveTransform(corners, there)
    size = (wide, wide * 3 // 4)
    image = cv2.warpPerspective(
        np.dstack([sheet] * 3), back, size, flags=cv2.INTER_AREA, borderValue=(grey, grey, grey)
    )
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8 * wide / 1280), np.uint8)


def cover(sheet: np.ndarray, column: float, row: float, wide: float, high: float, grey: int) -> None:
    """Lay a grey piece over cells of a sheet."""
    left, top, right, bottom = (
        round(at * sheet.shape[0] / 8) for at in (column, row, column + wide, row + high)
    )
    sheet[top:bottom, left:right] = grey


def only(reading: OutlineReading) -> Outline:
    assert len(reading.outlines) == 1
    return reading.outlines[0]


def looks(outline: Outline) -> dict[GridCell, str]:
    return {cell.cell: cell.look if cell.sure else "?" for cell in outline.cells}


@pytest.mark.parametrize("wide", [640, 1280, 3280])
def test_a_free_sheet_shows_its_outline_and_its_number(wide: int) -> None:
    outline = only(READER.read(seen(draw_sheet(17, WITHIN, PX_PER_MM), wide=wide)))
    assert outline.number == 17
    assert looks(outline) == {cell: "inside" if cell in WITHIN else "outside" for cell in CELLS}


@pytest.mark.parametrize("grey", [10, 90, 200, 245])
def test_what_lies_on_a_cell_covers_it(grey: int) -> None:
    sheet = draw_sheet(3, WITHIN, PX_PER_MM)
    cover(sheet, 2, 2, 3, 1, grey)
    found = looks(only(READER.read(seen(sheet))))
    assert {cell for cell, look in found.items() if look == "covered"} == {
        GridCell(column, 2) for column in (2, 3, 4)
    }
    assert "?" not in found.values()


def test_a_piece_that_is_half_a_cell_off_leaves_cells_unsure() -> None:
    sheet = draw_sheet(3, WITHIN, PX_PER_MM)
    cover(sheet, 2.5, 2, 1, 1, 200)
    found = looks(only(READER.read(seen(sheet))))
    assert {cell for cell, look in found.items() if look == "?"} == {GridCell(2, 2), GridCell(3, 2)}


def test_a_hard_shadow_covers_nothing() -> None:
    sheet = seen(draw_sheet(3, WITHIN, PX_PER_MM)).astype(np.float32)
    sheet[:, :640] *= 0.35
    found = looks(only(READER.read(sheet.astype(np.uint8))))
    assert "covered" not in found.values()


def test_where_the_picture_is_burnt_out_nothing_is_called_covered() -> None:
    sheet = draw_sheet(3, WITHIN, PX_PER_MM)
    cover(sheet, 2, 2, 1, 1, 255)
    found = looks(only(READER.read(seen(sheet))))
    assert found[GridCell(2, 2)] == "?"


def test_three_markers_are_enough_and_two_are_not() -> None:
    for hidden, count in ((1, 1), (2, 0)):
        sheet = draw_sheet(3, WITHIN, PX_PER_MM)
        for column in (0, 7)[:hidden]:
            cover(sheet, column, 0, 1, 1, 200)
        assert len(READER.read(seen(sheet)).outlines) == count


def test_two_sheets_of_one_number_are_not_read() -> None:
    sheet = cv2.resize(draw_sheet(3, WITHIN, PX_PER_MM), (400, 400), interpolation=cv2.INTER_AREA)
    image = np.full((700, 1000, 3), 120, np.uint8)
    for left in (60, 540):
        image[150:550, left : left + 400] = np.dstack([sheet] * 3)
    reading = READER.read(image)
    assert reading.outlines == ()
    assert reading.twice == (3,)
    assert not reading.sure


def test_where_no_sheet_lies_the_reading_is_sure_and_empty() -> None:
    reading = READER.read(np.full((480, 640, 3), 90, np.uint8))
    assert reading.sure
    assert reading.is_empty


def test_readings_are_pooled_cell_by_cell() -> None:
    first = READER.read(seen(draw_sheet(3, WITHIN, PX_PER_MM)))
    outline = only(first)
    other = replace(outline.cells[0], look="covered")
    second = replace(
        first, outlines=(replace(outline, cells=(other, *outline.cells[1:])),), sure=True, doubts=()
    )
    pooled = only(READER.pool([first, second]))
    assert not pooled.cells[0].sure
    assert all(cell.sure for cell in pooled.cells[1:])
    with pytest.raises(ValueError, match="no readings"):
        READER.pool([])


def test_every_number_has_markers_of_its_own() -> None:
    every = [marker for number in range(MOST_SHEETS) for marker in marker_ids(number)]
    assert len(set(every)) == len(every)
    with pytest.raises(ValueError, match="no sheet"):
        marker_ids(MOST_SHEETS)
    assert draw_sheet(0, WITHIN, 2).shape == (2 * SHEET_MM, 2 * SHEET_MM)
