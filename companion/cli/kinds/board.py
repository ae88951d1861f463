"""The commands' part for boards."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.errors import in_words
from companion.cli.kinds.counted import Counted, ReportWords, judge_each
from companion.cli.kinds.taught import Taught
from companion.table.plays.catalogue import boards
from vision.boards.matched.reader import BoardReader
from vision.boards.sets import KIND, BoardSet, load_board, save_board
from vision.boards.teaching.teacher import teach_board
from vision.judging.judged import read_judged
from vision.manifests.labelled import LabelledBoard
from vision.manifests.manifest import BOARD, read_manifest
from vision.matching.honest import NEVER_TAUGHT
from vision.picture_files import load_picture
from vision.readings.board import EMPTY, BoardCell, BoardReading, CellGuess
from vision.sets.files import write_picture
from vision.workshop.evaluation.boards import (
    BoardReport,
    JudgedBoard,
    board_report,
    boards_per_condition,
    judge_board,
)

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


def reader(set_name: str) -> BoardReader:
    """Return the reader of a set: where all pieces of a game were taught, hardly anything else lies on
    its board. Raises ``UnknownSet``, ``BadSet``."""
    taught = load_board(set_name)
    return BoardReader(taught, STRAY if _has_all_pieces(taught) else NEVER_TAUGHT)


live_reader = reader
"""A board's reader remembers where the board lay."""


def explain(by: BoardReader, photo: Path, folder: Path) -> None:
    """Write a picture of each piece in a photograph, beside the samples that it was compared with."""
    for cell, picture in by.explained(load_picture(photo)):
        write_picture(folder / f"{cell.column},{cell.row}.png", picture)


def _has_all_pieces(taught: BoardSet) -> bool:
    """Tell whether all pieces of some game were taught."""
    labels = {label.name for label in taught.labels}
    return any(labels.issuperset(board.pieces) for board in boards().values() if board.pieces)


def row(reading: BoardReading, by: object) -> dict[str, Any]:  # noqa: ARG001
    """Return a reading as the contract prints it."""
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
    """Return one cell as the contract prints it."""
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


def teach(folder: Path, manifest: Path, tell: Callable[[str], None]) -> Taught:
    """Teach a board from a manifest, in addition to the existing content of the folder.

    Unusable lines are reported first.
    """
    earlier = load_board(folder) if KIND.is_in(folder) else None
    labelled = read_manifest(manifest, BOARD)
    for fault in labelled.faults:
        tell(in_words(fault))
    lesson = teach_board(folder.resolve().name, labelled.photos, earlier)
    save_board(lesson.taught, folder)
    samples = Counter(sample.label for sample in lesson.taught.samples)
    told = ", ".join(f"{label.name} {samples[label.name]}" for label in lesson.taught.labels)
    grid = lesson.taught.grid
    pawns = f", {len(lesson.taught.pawns)} of pawns" if lesson.taught.pawns else ""
    summary = (
        f"{folder}: {grid.columns} x {grid.rows} cells, {len(samples)} labels, "
        f"{samples.total()} samples ({told}){pawns}"
    )
    return Taught(len(labelled.faults), lesson.notes, summary)


def evaluate(manifest: Path, by: BoardReader) -> Counted:
    """Count how good a reader is on a manifest's photographs."""
    labelled = read_manifest(manifest, BOARD)
    judged, not_judged = judge_each(labelled.photos, partial(_judge, by=by))
    labels = {cell.label for photo in labelled.photos for cell in photo.cells.values()}
    known = {EMPTY} | {label.name for label in by.taught.labels}
    return Counted(
        _as_json(judged),
        tuple(WORDS.lines(board_report(judged), {}, boards_per_condition(judged, in_ranges=True))),
        len(judged),
        labelled.faults,
        not_judged,
        tuple(sorted(labels - known)),
    )


def _judge(photo: LabelledBoard, by: BoardReader) -> JudgedBoard:
    reading = read_judged(by, load_picture(photo.image), str(photo.image))
    return judge_board(photo, reading, by.taught)


def _guess(guess: CellGuess) -> dict[str, Any]:
    return {"label": guess.label, "turns": guess.turns, "confidence": round(guess.confidence, 4)}


def _as_json(judged: Sequence[JudgedBoard]) -> dict[str, Any]:
    ranges = boards_per_condition(judged, in_ranges=True)
    return _report_row(board_report(judged)) | {
        "conditions": {name: _report_row(part) for name, part in boards_per_condition(judged).items()},
        "condition_ranges": {name: _report_row(part) for name, part in ranges.items()},
    }


def _report_row(found: BoardReport) -> dict[str, Any]:
    """Return a report as JSON. ``n`` photographs; ``right``, ``sure`` and ``silent`` count cells."""
    return WORDS.row(found) | {
        "n": found.boards_right.n,
        "cells": found.cells_right.n,
        "right": found.cells_right.as_row(),
        "sure": found.cells_sure.as_row(),
    }


def _many(found: BoardReport) -> str:
    boards, cells = found.boards_right.n, found.cells_right.n
    return f"{boards} photograph{'' if boards == 1 else 's'}, {cells} cells"


WORDS = ReportWords(COUNTED, IN_A_LINE, _many, "occupied cells")
