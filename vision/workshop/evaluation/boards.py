"""Judges readings of boards against labels: every cell right, sure, silently wrong.

A silent error is something wrong that was called sure: a misread cell, or an occupied one left out as
certainly empty. Cells labelled as hidden are not judged; those that are only read as hidden are not
right.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.boards.sets import BoardSet
from vision.manifests.labelled import LabelledBoard, LabelledCell
from vision.readings.board import EMPTY, BoardCell, BoardReading
from vision.readings.places import GridCell
from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.report import Times, reports_of, risk_at_coverage, times_of


@dataclass(frozen=True)
class JudgedCell:
    """One cell: which parts of its reading are right, and how sure they were.

    ``occupied``: something lies or stands there; ``taught``: its label is in the set (or it is empty);
    ``occupied_right``: whether its being occupied was read correctly.
    """

    occupied: bool
    taught: bool
    right: bool
    occupied_right: bool
    sure: bool
    hidden: bool
    confidence: float


@dataclass(frozen=True)
class JudgedBoard:
    """One photograph judged; ``hidden``: cells labelled as hidden, ``hidden_right``: those of them not
    called sure."""

    name: str
    conditions: tuple[str, ...]
    cells: tuple[JudgedCell, ...]
    sure: bool
    found: bool
    hidden: int
    hidden_right: int
    doubts: tuple[str, ...]
    stages_ms: Mapping[str, float]

    @property
    def right(self) -> bool:
        """Every cell right."""
        return all(cell.right for cell in self.cells)


def judge_board(labelled: LabelledBoard, reading: BoardReading, taught: BoardSet) -> JudgedBoard:
    """Judge one reading."""
    read = {cell.cell: cell for cell in reading.cells}
    known = {label.name: label.rotations for label in taught.labels}
    found = reading.corners_px is not None
    same_grid = reading.grid == (labelled.grid.columns, labelled.grid.rows)
    cells = tuple(
        _judge(
            labelled.cells.get(place, LabelledCell(EMPTY)),
            read.get(place),
            known,
            hidden=not found or not same_grid or place in reading.hidden,
        )
        for place in labelled.grid.cells
        if place not in labelled.hidden
    )
    not_sure = sum(not found or _not_sure(place, read, reading) for place in labelled.hidden)
    return JudgedBoard(
        labelled.name,
        labelled.conditions,
        cells,
        reading.sure,
        found,
        len(labelled.hidden),
        not_sure,
        reading.doubts,
        dict(reading.stages_ms),
    )


def _not_sure(place: GridCell, read: Mapping[GridCell, BoardCell], reading: BoardReading) -> bool:
    return place in reading.hidden or (place in read and not read[place].sure)


def _judge(
    said: LabelledCell, read: BoardCell | None, rotations: Mapping[str, int], *, hidden: bool
) -> JudgedCell:
    """Judge one cell; one that was not read counts as certainly empty, unless it is hidden."""
    label, turns, on = (EMPTY, 0, None) if read is None else (read.label, read.turns, read.on)
    around = rotations.get(said.label, 4)
    right_turns = said.turns is None or said.label == EMPTY or (turns - said.turns) % around == 0
    occupied = said.label != EMPTY or said.on is not None
    taught = said.label == EMPTY or said.label in rotations
    right = not hidden and (label, on) == (said.label, said.on) and right_turns
    sure = not hidden and (read is None or read.sure)
    there = (label != EMPTY or on is not None) == occupied and not hidden
    confidence = 0.0 if hidden else 1.0 if read is None else read.confidence
    return JudgedCell(occupied, taught, right, there, sure, hidden, confidence)


@dataclass(frozen=True)
class BoardReport:
    """Everything counted over some photographs of boards.

    ``strangers_sure``: occupied cells with a label that was never taught and that were called sure.
    """

    boards_right: Count
    boards_sure: Count
    boards_silent: Count
    boards_found: Count
    cells_right: Count
    cells_sure: Count
    silent: Count
    occupied_or_not: Count
    occupied_right: Count
    occupied_sure: Count
    occupied_silent: Count
    empty_right: Count
    empty_sure: Count
    strangers_sure: Count
    read_as_hidden: Count
    hidden_not_sure: Count
    stages_ms: Mapping[str, Times]
    risk_at_coverage: tuple[tuple[float, float], ...]
    doubts: Mapping[str, int]


def board_report(boards: Sequence[JudgedBoard]) -> BoardReport:
    """Return the counts over these photographs."""
    cells = [cell for board in boards for cell in board.cells]
    occupied = [cell for cell in cells if cell.occupied and cell.taught]
    bare = [cell for cell in cells if not cell.occupied]
    strangers = [cell for cell in cells if cell.occupied and not cell.taught]
    sure = [board for board in boards if board.sure]
    return BoardReport(
        boards_right=Count(sum(board.right for board in boards), len(boards)),
        boards_sure=Count(len(sure), len(boards)),
        boards_silent=Count(sum(not board.right for board in sure), len(boards)),
        boards_found=Count(sum(board.found for board in boards), len(boards)),
        cells_right=_count(cells, "right"),
        cells_sure=_count(cells, "sure"),
        silent=_silent(cells),
        occupied_or_not=_count(cells, "occupied_right"),
        occupied_right=_count(occupied, "right"),
        occupied_sure=_count(occupied, "sure"),
        occupied_silent=_silent(occupied),
        empty_right=_count(bare, "right"),
        empty_sure=_count(bare, "sure"),
        strangers_sure=_count(strangers, "sure"),
        read_as_hidden=_count(cells, "hidden"),
        hidden_not_sure=Count(sum(b.hidden_right for b in boards), sum(b.hidden for b in boards)),
        stages_ms=times_of([board.stages_ms for board in boards]),
        risk_at_coverage=risk_at_coverage(occupied, len(occupied)),
        doubts=dict(Counter(doubt for board in boards for doubt in board.doubts).most_common()),
    )


def boards_per_condition(
    boards: Sequence[JudgedBoard], *, in_ranges: bool = False
) -> dict[str, BoardReport]:
    """Return a report for each condition; ``in_ranges``: those that differ only in a number are put into
    three ranges."""
    return reports_of(boards, board_report, in_ranges=in_ranges)


def _count(cells: Sequence[JudgedCell], what: str) -> Count:
    return Count(sum(getattr(cell, what) for cell in cells), len(cells))


def _silent(cells: Sequence[JudgedCell]) -> Count:
    return Count(sum(cell.sure and not cell.right for cell in cells), len(cells))
