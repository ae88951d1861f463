"""The commands' part for tokens."""

from typing import Any

from companion.cli.kinds.kind import TaughtKind
from companion.cli.kinds.words import ReportWords
from vision.manifests.manifest import TOKENS as LABELS
from vision.readings.tokens import Token, TokenReading
from vision.tokens.reader import LiveTokenReader, TokenReader
from vision.tokens.sets import KIND, TokenSet
from vision.tokens.teaching.teacher import teach_tokens
from vision.workshop.evaluation.tokens import TOKEN_MEASURE, judge_tokens

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


def row(reading: TokenReading, by: TokenReader) -> dict[str, Any]:  # noqa: ARG001
    """Return a reading as ``companion read`` prints it."""
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
    """Return one token as ``companion read`` prints it."""
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


def _summary(taught: TokenSet, samples: str) -> str:
    if taught.board is None:
        return samples
    return f"{samples}, a board of {taught.board.grid.columns} x {taught.board.grid.rows} holes"


TOKENS = TaughtKind(
    sets=KIND,
    reads=TokenReader,
    reads_live=LiveTokenReader,
    row=row,
    labels=LABELS,
    teach=teach_tokens,
    summary=_summary,
    judge=judge_tokens,
    measure=TOKEN_MEASURE,
    words=ReportWords(COUNTED, IN_A_LINE, "token", "tokens"),
)
