"""A puzzle on the simulated table: laid, turned, flipped, dragged onto its squares, taken away."""

from threading import Event

import pytest

from vision.clock import SteppedClock
from vision.readings.outlines import Outline
from vision.readings.places import GridCell, PointMm
from vision.sheets.outlines import CELLS
from vision.sheets.reader import OutlineReader
from vision.workshop.simulation.table import SimulatedTable
from vision.workshop.simulation.tokens.play import SimulatedTokens, TokenKit
from vision.workshop.simulation.tokens.puzzles import PuzzleToLay

L4 = frozenset(GridCell(*at) for at in ((2, 3), (3, 3), (4, 3), (4, 4)))
I2 = frozenset(GridCell(*at) for at in ((2, 4), (3, 4)))
PUZZLE = PuzzleToLay(9, L4 | I2, (L4, I2))


class Laid:
    """A gem board without gems, over which a puzzle is laid."""

    def __init__(self) -> None:
        self.clock = SteppedClock()
        self.simulated = SimulatedTable(self.clock, seed=4)
        self.tokens: SimulatedTokens = self.simulated.lay_tokens(TokenKit(gem_board=True, puzzles=True))
        self.puzzle = self.tokens.puzzle

    def wait(self) -> None:
        """Wait until hands are gone."""
        self.clock.wait(Event(), self.simulated.busy_until - self.clock.now() + 0.5)

    def outline(self) -> Outline:
        """Return what is read of the sheet once all is still."""
        self.wait()
        found = OutlineReader().read(self.simulated.render(self.clock.now())).outlines
        assert [one.number for one in found] == [PUZZLE.number]
        return found[0]

    def covered(self) -> frozenset[GridCell]:
        outline = self.outline()
        assert outline.sure
        return frozenset(cell.cell for cell in outline.cells if cell.look == "covered")

    def handle(self, part: int) -> tuple[float, float]:
        return next(one.centre for one in self.puzzle.truth() if one.id == part)


@pytest.fixture
def laid() -> Laid:
    return Laid()


def test_a_puzzle_is_laid_filled_or_its_pieces_beside_it(laid: Laid) -> None:
    pieces = laid.tokens.lay_puzzle(PUZZLE, filled=True)
    assert len(pieces) == 2
    assert laid.covered() == PUZZLE.within
    laid.tokens.lay_puzzle(PUZZLE, filled=False)
    outline = laid.outline()
    assert {cell.cell for cell in outline.cells if cell.look == "inside"} == PUZZLE.within
    assert len(outline.cells) == len(CELLS)


def test_a_piece_that_is_dragged_near_its_squares_lies_on_them(laid: Laid) -> None:
    first, second = laid.tokens.lay_puzzle(PUZZLE, filled=True)
    laid.wait()
    at = laid.handle(second)
    laid.puzzle.move(second, laid.puzzle.at_mm((at[0] + 0.3, at[1])))
    assert laid.covered() == L4
    laid.puzzle.move(second, laid.puzzle.at_mm((at[0] + 0.01, at[1] - 0.01)))
    assert laid.covered() == PUZZLE.within
    with pytest.raises(LookupError):
        laid.puzzle.move(first + 7, PointMm(0, 0))


def test_pieces_are_turned_by_quarters_and_flipped(laid: Laid) -> None:
    first, _ = laid.tokens.lay_puzzle(PUZZLE, filled=True)
    laid.wait()
    before = laid.covered()
    for turns, flip in ((1, False), (2, False), (0, True)):
        laid.puzzle.move(first, laid.puzzle.at_mm(laid.handle(first)), turns, flip=flip)
        laid.wait()
        assert laid.covered() != before
        before = laid.covered()


def test_the_sheet_can_be_turned_and_moved_and_all_of_it_taken_away(laid: Laid) -> None:
    laid.tokens.lay_puzzle(PUZZLE, filled=False)
    laid.wait()
    sheet = next(part for part in laid.puzzle.truth() if part.kind == "sheet")
    laid.puzzle.move(sheet.id, laid.puzzle.at_mm((0.55, 0.5)), 1)
    assert {cell.cell for cell in laid.outline().cells if cell.look == "inside"} == PUZZLE.within
    laid.puzzle.take_away()
    laid.wait()
    assert laid.puzzle.truth() == ()
    assert OutlineReader().read(laid.simulated.render(laid.clock.now())).is_empty
