"""The commands' part for tokens."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.errors import in_words
from companion.cli.kinds.counted import Counted, ReportWords, judge_each
from companion.cli.kinds.taught import Taught
from vision.judging.judged import read_judged
from vision.manifests.labelled import LabelledPhoto
from vision.manifests.manifest import TOKENS, read_manifest
from vision.picture_files import load_picture
from vision.readings.tokens import Token, TokenReading
from vision.tokens.learnt.reader import LearntTokenReader
from vision.tokens.reader import LiveTokenReader, TokenReader
from vision.tokens.sets import KIND, load_tokens, save_tokens
from vision.tokens.teaching.teacher import teach_tokens
from vision.workshop.evaluation.tokens import (
    JudgedTokens,
    TokenReport,
    judge_tokens,
    token_report,
    tokens_per_condition,
)

COUNTED = {
    "photos_right": "photographs fully right",
    "counts_right": "photographs, all counts right",
    "photos_sure": "photographs called sure",
    "photos_silent": "photographs sure but wrong",
    "counts_silent": "photographs sure, counts wrong",
    "boards_found": "boards found in the picture",
    "boards_right": "boards, all holes right",
    "boards_sure": "boards, all holes called sure",
    "boards_silent": "boards, all holes sure, some wrong",
    "tokens_right": "tokens named right",
    "tokens_found": "tokens found (recall)",
    "tokens_sure": "tokens called sure (coverage)",
    "silent": "silent errors (sure but wrong)",
    "precision": "of what is found, tokens (precision)",
    "extra_sure": "read where none lies, called sure",
    "strangers_sure": "never taught, called sure",
}
"""The counted things, and the words with which they are printed."""

IN_A_LINE = {
    "counts_right": "all counts right",
    "tokens_right": "tokens right",
    "tokens_sure": "sure",
    "silent": "silent errors",
}


def reader(set_name: str) -> TokenReader:
    """Return the reader of a set. Raises ``UnknownSet``, ``BadSet``."""
    return TokenReader(load_tokens(set_name))


def rival(set_name: str) -> LearntTokenReader:
    """Return the trained finder and matcher, on trial. Raises ``UnknownSet``, ``BadSet``."""
    return LearntTokenReader(load_tokens(set_name))


def live_reader(set_name: str) -> LiveTokenReader:
    """Return the reader of a set for a live table. Raises ``UnknownSet``, ``BadSet``."""
    return LiveTokenReader(load_tokens(set_name))


def row(reading: TokenReading, by: TokenReader | LearntTokenReader) -> dict[str, Any]:  # noqa: ARG001
    """Return a reading as the contract prints it."""
    printed: dict[str, Any] = {
        "sure": reading.sure,
        "tokens": [token_row(token) for token in reading.tokens],
        "counts": reading.counts,
        "doubts": list(reading.doubts),
        "markers": reading.has_markers,
        "markers_seen": [*reading.markers.seen],
        "markers_unfit": [*reading.markers.unfit],
    }
    if reading.grid is not None:
        printed["grid"] = list(reading.grid)
        printed["hidden"] = [f"{cell.column},{cell.row}" for cell in reading.hidden]
    if reading.corners_px is not None:
        printed["corners"] = [[round(x, 1), round(y, 1)] for x, y in reading.corners_px]
    return printed


def token_row(token: Token) -> dict[str, Any]:
    """Return one token as the contract prints it."""
    printed: dict[str, Any] = {
        "label": token.label,
        "x": round(token.centre_px.x, 1),
        "y": round(token.centre_px.y, 1),
        "size": round(token.size_px, 1),
        "confidence": round(token.confidence, 4),
        "sure": token.sure,
    }
    if token.cell is not None:
        printed["cell"] = f"{token.cell.column},{token.cell.row}"
    if token.cut_off:
        printed["cut_off"] = True
    if token.centre_mm is not None:
        printed |= {"x_mm": round(token.centre_mm.x, 1), "y_mm": round(token.centre_mm.y, 1)}
    if not token.sure and token.likely:
        printed["likely"] = {guess.label: round(guess.confidence, 4) for guess in token.likely}
    return printed


def teach(folder: Path, manifest: Path, tell: Callable[[str], None]) -> Taught:
    """Teach tokens from a manifest, in addition to the existing content of the folder.

    Unusable lines are reported first.
    """
    earlier = load_tokens(folder) if KIND.is_in(folder) else None
    labelled = read_manifest(manifest, TOKENS)
    for fault in labelled.faults:
        tell(in_words(fault))
    lesson = teach_tokens(folder.resolve().name, labelled.photos, earlier)
    save_tokens(lesson.taught, folder)
    samples = Counter(sample.label for sample in lesson.taught.samples)
    told = ", ".join(f"{label} {samples[label]}" for label in lesson.taught.labels)
    board = lesson.taught.board
    grid = "" if board is None else f", a board of {board.grid.columns} x {board.grid.rows} holes"
    summary = f"{folder}: {len(samples)} labels, {samples.total()} samples ({told}){grid}"
    return Taught(len(labelled.faults), lesson.notes, summary)


def evaluate(manifest: Path, by: TokenReader | LearntTokenReader) -> Counted:
    """Count how good a reader is on a manifest's photographs."""
    labelled = read_manifest(manifest, TOKENS)
    judged, not_judged = judge_each(labelled.photos, partial(_judge, by=by))
    labels = {label for photo in labelled.photos for label in photo.counts}
    return Counted(
        _as_json(judged),
        tuple(WORDS.lines(token_report(judged), {}, tokens_per_condition(judged, in_ranges=True))),
        len(judged),
        labelled.faults,
        not_judged,
        tuple(sorted(labels - set(by.taught.labels))),
    )


def _judge(photo: LabelledPhoto, by: TokenReader | LearntTokenReader) -> JudgedTokens:
    reading = read_judged(by, load_picture(photo.image), str(photo.image))
    return judge_tokens(photo, reading, by.taught)


def _as_json(judged: Sequence[JudgedTokens]) -> dict[str, Any]:
    ranges = tokens_per_condition(judged, in_ranges=True)
    return _report_row(token_report(judged)) | {
        "conditions": {name: _report_row(part) for name, part in tokens_per_condition(judged).items()},
        "condition_ranges": {name: _report_row(part) for name, part in ranges.items()},
    }


def _report_row(found: TokenReport) -> dict[str, Any]:
    """Return a report as JSON. ``n`` photographs; ``right``, ``sure`` and ``silent`` count tokens."""
    return WORDS.row(found) | {
        "n": found.photos_right.n,
        "tokens": found.tokens_right.n,
        "right": found.tokens_right.as_row(),
        "sure": found.tokens_sure.as_row(),
    }


def _many(found: TokenReport) -> str:
    photos, tokens = found.photos_right.n, found.tokens_right.n
    return f"{photos} photograph{'' if photos == 1 else 's'}, {tokens} token{'' if tokens == 1 else 's'}"


WORDS = ReportWords(COUNTED, IN_A_LINE, _many, "tokens")
