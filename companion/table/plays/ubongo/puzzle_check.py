"""Pieces laid on a puzzle's sheet: is it filled.

A square is free where its printed pattern is seen: that is known. It is filled only if every square of
the shape is covered and every cell beside it is seen to be free, so that neither a hand nor a piece that
sticks out is taken for a filling. Which pieces they are is not seen: those that belong there are told.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from companion.games.ubongo.cards import faces
from companion.games.ubongo.components import Symbol
from companion.games.ubongo.puzzle import Puzzle
from companion.table.hooks.verdict import Place, Say, places_of
from vision.readings.outlines import Outline, OutlineCell, OutlineReading
from vision.readings.places import GridCell
from vision.sheets.outlines import SIDE_CELLS

MOST_PLACES: Final = 12

Outcome = Literal["filled", "bare", "unclear"]


@dataclass(frozen=True)
class PuzzleSeen:
    """What is seen of a puzzle: free squares where it is ``bare``, else those that are ``unclear``."""

    outline: Outline
    outcome: Outcome
    cells: tuple[OutlineCell, ...] = ()


def corner_of(puzzle: Puzzle) -> GridCell:
    """Return the cell of a printed sheet at which the puzzle's shape begins: it lies in the middle."""
    columns, rows = (1 + max(places) for places in zip(*puzzle.shape, strict=True))
    return GridCell((SIDE_CELLS - columns) // 2, (SIDE_CELLS - rows) // 2)


def cells_of(puzzle: Puzzle) -> frozenset[GridCell]:
    """Return the cells of a printed sheet on which the puzzle's shape lies."""
    left, top = corner_of(puzzle)
    return frozenset(GridCell(left + cell.column, top + cell.row) for cell in puzzle.shape)


def check(outline: Outline) -> PuzzleSeen | None:
    """Return what is seen of a puzzle; None if no piece lies on it, or it is none of our cards."""
    if outline.number >= len(faces()):
        return None
    within = cells_of(faces()[outline.number].puzzle)
    if all(cell.sure and cell.look == _printed(cell, within) for cell in outline.cells):
        return None
    if bare := [cell for cell in outline.cells if cell.sure and cell.cell in within and _is_bare(cell)]:
        return PuzzleSeen(outline, "bare", tuple(bare))
    unclear = [cell for cell in outline.cells if not _is_as_filled(cell, within)]
    return PuzzleSeen(outline, "unclear" if unclear else "filled", tuple(unclear))


def puzzle_said(reading: OutlineReading, symbol: Symbol | None) -> Say | None:
    """Say what is seen of the puzzle that lies there, of the fullest one where there are several."""
    if reading.twice:
        return Say("ubongo.puzzle.twice", {"number": faces()[reading.twice[0]].card + 1})
    found = [one for outline in reading.outlines if (one := check(outline)) is not None]
    if not found:
        return None
    best = min(found, key=lambda one: (one.outcome == "bare", len(one.cells)))
    return _said(best, symbol, reading.size_px)


def _said(found: PuzzleSeen, symbol: Symbol | None, size_px: tuple[int, int]) -> Say:
    face = faces()[found.outline.number]
    number = face.card + 1
    params: dict[str, str | int | float] = {"number": number, "count": len(found.cells)}
    if found.outcome != "filled":
        return Say(f"ubongo.puzzle.{found.outcome}", params, _places(found.cells, size_px))
    if symbol is None:
        return Say("ubongo.puzzle.filled", params)
    pieces = ", ".join(face.puzzle.pieces_for(symbol))
    term = f"ubongo.symbol.{symbol}"
    return Say("ubongo.puzzle.filled_with", {"number": number, "term": term, "pieces": pieces})


def _places(cells: Collection[OutlineCell], size_px: tuple[int, int]) -> tuple[Place, ...]:
    middles = [cell.centre_px for cell in cells]
    return places_of(middles[:MOST_PLACES], size_px)


def _is_bare(cell: OutlineCell) -> bool:
    return cell.look == "inside"


def _printed(cell: OutlineCell, within: Collection[GridCell]) -> str:
    return "inside" if cell.cell in within else "outside"


def _is_as_filled(cell: OutlineCell, within: Collection[GridCell]) -> bool:
    return cell.sure and cell.look == ("covered" if cell.cell in within else "outside")
