"""The commands' part for boards."""

from pathlib import Path
from typing import Any

from companion.cli.kinds.kind import TaughtKind
from companion.cli.kinds.words import ReportWords
from companion.table.plays.catalogue import boards
from vision.boards.matched.reader import BoardReader
from vision.boards.sets import KIND, BoardSet
from vision.boards.teaching.teacher import teach_board
from vision.manifests.manifest import BOARD as LABELS
from vision.matching.honest import NEVER_TAUGHT
from vision.picture_files import load_picture
from vision.readings.board import EMPTY, BoardCell, BoardReading, CellGuess
from vision.sets.files import write_picture
from vision.workshop.evaluation.boards import BOARD_MEASURE, judge_board

STRAY = 1 / 2000
"""Share of what lies on a board, covered places apart, that is no piece of the game: a coin or another
game's tile in one look of fifty at forty pieces."""
COUNTED = {
    "boards_right": "boards fully right",
    "boards_sure": "boards called sure",
    "boards_silent": "boards sure but wrong",
    "boards_found": "boards found in the picture",
    "cells_right": "cells right",
    "cells_sure": "cells called sure (coverage)",
    "silent": "silent errors (sure but wrong)",
    "occupied_or_not": "occupied or not, right",
    "occupied_right": "occupied cells with label right",
    "occupied_sure": "occupied cells called sure",
    "occupied_silent": "occupied cells sure but wrong",
    "empty_right": "empty cells right",
    "empty_sure": "empty cells called sure",
    "strangers_sure": "never taught, called sure",
    "read_as_hidden": "cells in view read as hidden",
    "hidden_not_sure": "hidden cells not called sure",
}
"""The counted things, and the words with which they are printed."""

IN_A_LINE = {
    "boards_right": "boards right",
    "occupied_right": "occupied cells right",
    "occupied_sure": "of these sure",
    "silent": "silent errors, all cells",
}


def _reader(taught: BoardSet) -> BoardReader:
    """Return the reader of a set: where all pieces of a game were taught, hardly anything else lies on
    its board."""
    return BoardReader(taught, STRAY if _has_all_pieces(taught) else NEVER_TAUGHT)


def explain(by: BoardReader, photo: Path, folder: Path) -> None:
    """Write a picture of each piece in a photograph, beside the samples that it was compared with."""
    for cell, picture in by.explained(load_picture(photo)):
        write_picture(folder / f"{cell.column},{cell.row}.png", picture)


def _has_all_pieces(taught: BoardSet) -> bool:
    """Tell whether all pieces of some game were taught."""
    labels = {label.name for label in taught.labels}
    return any(labels.issuperset(board.pieces) for board in boards().values() if board.pieces)


def row(reading: BoardReading, by: object) -> dict[str, Any]:  # noqa: ARG001
    """Return a reading as ``companion read`` prints it."""
    printed: dict[str, Any] = {
        "sure": reading.sure,
        "grid": list(reading.grid),
        "cells": {f"{cell.cell.column},{cell.cell.row}": cell_row(cell) for cell in reading.cells},
        "hidden": [f"{place.column},{place.row}" for place in reading.hidden],
        "doubts": list(reading.doubts),
    }
    if reading.corners_px is not None:
        printed["corners"] = [[round(x, 1), round(y, 1)] for x, y in reading.corners_px]
    return printed


def cell_row(cell: BoardCell) -> dict[str, Any]:
    """Return one cell as ``companion read`` prints it."""
    printed: dict[str, Any] = {"label": cell.label}
    if cell.label != EMPTY:
        printed["turns"] = cell.turns
    printed |= {"confidence": round(cell.confidence, 4), "sure": cell.sure}
    if cell.on is not None:
        printed["on"] = cell.on
    if not cell.sure and cell.likely:
        printed["likely"] = [_guess(guess) for guess in cell.likely]
    if cell.why is not None:
        printed["why"] = cell.why
    return printed


def _guess(guess: CellGuess) -> dict[str, Any]:
    return {"label": guess.label, "turns": guess.turns, "confidence": round(guess.confidence, 4)}


def _summary(taught: BoardSet, samples: str) -> str:
    pawns = f", {len(taught.pawns)} of pawns" if taught.pawns else ""
    return f"{taught.grid.columns} x {taught.grid.rows} cells, {samples}{pawns}"


BOARD = TaughtKind(
    sets=KIND,
    reads=_reader,
    reads_live=_reader,  # it remembers where the board lay
    row=row,
    labels=LABELS,
    teach=teach_board,
    summary=_summary,
    judge=judge_board,
    measure=BOARD_MEASURE,
    words=ReportWords(COUNTED, IN_A_LINE, "cells", "cells", "boards", "occupied cells"),
    explain=explain,
)
