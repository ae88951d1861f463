"""The puzzle to be printed: solvable, and on the paper with all its pieces."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pypdfium2
import pytest

from companion.cli.sheets.page import A4_MM, Page
from companion.games.ubongo.cards import cards
from companion.games.ubongo.components import Piece, Symbol
from companion.table.plays.catalogue import sheets
from companion.table.plays.sheet import PointMm
from companion.table.plays.ubongo.puzzle_check import cells_of
from companion.table.plays.ubongo.sheets import draw_puzzle
from vision.sheets.outlines import CELL_MM
from vision.sheets.reader import OutlineReader

WIDTH_MM, HEIGHT_MM = A4_MM


class Drawn(Page):
    """Keeps what is drawn on each page."""

    def __init__(self) -> None:
        super().__init__("Puzzle", *A4_MM)
        self.texts: list[list[str]] = [[]]
        self.shapes: list[list[Sequence[PointMm]]] = [[]]
        self.rulers: list[float] = []

    def next(self) -> None:
        super().next()
        self.texts.append([])
        self.shapes.append([])

    def shape(self, corners: Sequence[PointMm], **more: Any) -> None:
        super().shape(corners, **more)
        self.shapes[-1].append(corners)

    def text(self, left: float, baseline: float, text: str, **more: Any) -> None:
        super().text(left, baseline, text, **more)
        self.texts[-1].append(text)

    def ruler(self, left: float, y: float) -> None:
        super().ruler(left, y)
        self.rulers.append(y)


@pytest.fixture(params=range(12))
def drawn(request: pytest.FixtureRequest) -> Drawn:
    made = Drawn()
    draw_puzzle(made, Random(request.param))
    return made


def test_nothing_leaves_the_paper_or_runs_into_the_ruler(drawn: Drawn) -> None:
    for shapes, ruler in zip(drawn.shapes, drawn.rulers, strict=True):
        for x, y in (corner for corners in shapes for corner in corners):
            assert 10.0 <= x <= WIDTH_MM - 10.0
            assert 10.0 <= y <= ruler - 6.0 <= HEIGHT_MM


def test_every_symbol_has_three_pieces_and_its_count_of_ways(drawn: Drawn) -> None:
    texts = drawn.texts[0]
    for symbol in Symbol:
        at = texts.index(str(symbol))
        assert all(text in set(Piece) for text in texts[at + 1 : at + 4])
        ways, word = texts[at + 4].split()
        assert int(ways) >= 1
        assert word == ("way" if ways == "1" else "ways")


def test_the_second_page_has_every_square_of_the_twelve_pieces_once(drawn: Drawn) -> None:
    squares = drawn.shapes[1]
    assert len(squares) == 48
    assert len({min(corners) for corners in squares}) == 48
    for corners in squares:
        (left, top), _, (right, bottom), _ = corners
        assert (right - left, bottom - top) == pytest.approx((CELL_MM, CELL_MM))


def test_other_puzzles_come_by_lot_and_make_a_file() -> None:
    """One in a few dozen comes twice in a row; ten times the same comes never."""
    files = set()
    for _ in range(10):
        page = Page("Puzzle", *A4_MM)
        sheets()["puzzle"].draw(page)
        files.add(page.finished())
    assert len(files) > 1
    assert all(file.startswith(b"%PDF") for file in files)


@pytest.mark.parametrize("seed", range(4))
def test_the_printed_sheet_is_read_with_its_number_and_all_its_squares_free(seed: int) -> None:
    page = Page("Puzzle", *A4_MM)
    draw_puzzle(page, Random(seed))
    document: Any = pypdfium2.PdfDocument(page.finished())
    drawn = document[0].render(scale=2).to_numpy()
    document.close()
    picture = np.repeat(drawn, 3, 2) if drawn.shape[2] == 1 else drawn[..., :3]
    reading = OutlineReader().read(np.ascontiguousarray(picture))
    assert reading.sure
    (outline,) = reading.outlines
    within = cells_of(cards()[outline.number])
    assert {cell.cell for cell in outline.cells if cell.look == "inside"} == within
    assert all(cell.look != "covered" for cell in outline.cells)
