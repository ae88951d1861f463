"""Judges readings of boards against labels: every cell right, sure, silently wrong.

A silent error is something wrong that was called sure: a misread cell, or an occupied one left out as
certainly empty. Cells labelled as hidden are not judged; those that are only read as hidden are not
right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.boards.sets import BoardSet
from vision.manifests.labelled import LabelledBoard, LabelledCell
from vision.readings.board import EMPTY, BoardCell, BoardReading
from vision.readings.places import GridCell
from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.judged import JudgedPiece, JudgedReading, whole_counts
from vision.workshop.evaluation.report import Measure


@dataclass(frozen=True)
class JudgedCell(JudgedPiece):
    """One cell: which parts of its reading are right, and how sure they were.

    ``occupied``: something lies or stands there; ``taught``: its label is in the set (or it is empty);
    ``occupied_right``: whether its being occupied was read correctly.
    """

    occupied: bool
    taught: bool
    occupied_right: bool
    hidden: bool


@dataclass(frozen=True)
class JudgedBoard(JudgedReading):
    """One photograph judged; ``hidden``: cells labelled as hidden, ``hidden_right``: those of them not
    called sure."""

    cells: tuple[JudgedCell, ...]
    found: bool
    hidden: int
    hidden_right: int

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
    return JudgedBoard(labelled, reading, cells, found, len(labelled.hidden), not_sure)


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
    return JudgedCell(right, sure, confidence, occupied, taught, there, hidden)


def _counts(boards: Sequence[JudgedBoard]) -> dict[str, Count]:
    """Return the counts over these photographs.

    ``strangers_sure``: occupied cells with a label that was never taught and that were called sure.
    """
    cells = [cell for board in boards for cell in board.cells]
    occupied = _occupied(boards)
    bare = [cell for cell in cells if not cell.occupied]
    return whole_counts("boards", boards) | {
        "boards_found": Count.of(board.found for board in boards),
        "cells_right": Count.of(cell.right for cell in cells),
        "cells_sure": Count.of(cell.sure for cell in cells),
        "silent": Count.of(cell.sure and not cell.right for cell in cells),
        "occupied_or_not": Count.of(cell.occupied_right for cell in cells),
        "occupied_right": Count.of(cell.right for cell in occupied),
        "occupied_sure": Count.of(cell.sure for cell in occupied),
        "occupied_silent": Count.of(cell.sure and not cell.right for cell in occupied),
        "empty_right": Count.of(cell.right for cell in bare),
        "empty_sure": Count.of(cell.sure for cell in bare),
        "strangers_sure": Count.of(cell.sure for cell in cells if cell.occupied and not cell.taught),
        "read_as_hidden": Count.of(cell.hidden for cell in cells),
        "hidden_not_sure": Count(
            sum(board.hidden_right for board in boards), sum(board.hidden for board in boards)
        ),
    }


def _occupied(boards: Sequence[JudgedBoard]) -> list[JudgedCell]:
    return [cell for board in boards for cell in board.cells if cell.occupied and cell.taught]


def _ranked(boards: Sequence[JudgedBoard]) -> tuple[list[JudgedCell], int]:
    occupied = _occupied(boards)
    return occupied, len(occupied)


BOARD_MEASURE = Measure(_counts, _ranked)
