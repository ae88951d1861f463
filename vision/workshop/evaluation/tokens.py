"""Judges readings of tokens against labels: every token right, sure, silently wrong; counts by label.

A token that was read counts as the labelled one in the same hole, or within 0.75 of a token's diameter.
If only counts are labelled, as many tokens of a label are right as were counted; if a label was read too
often, its least sure tokens are wrong. A silent error is something wrong that was called sure: a token
with a wrong name, one in an empty place, or one missed in a reading that was called sure as a whole.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import dist

from vision.manifests.labelled import LabelledPhoto, LabelledPiece, pair_nearest
from vision.readings.tokens import Token, TokenReading
from vision.tokens.sets import TokenSet
from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.judged import (
    NEAR,
    JudgedPiece,
    JudgedReading,
    whole_counts,
)
from vision.workshop.evaluation.report import Measure


@dataclass(frozen=True)
class JudgedToken(JudgedPiece):
    """One labelled token, or one that was read in an empty place.

    ``labelled``: it lies there; ``found``: it was read; ``taught``: its label is in the set.
    """

    labelled: bool
    taught: bool
    found: bool


@dataclass(frozen=True)
class JudgedTokens(JudgedReading):
    """One photograph judged. ``counts_right``: of every label as many were read as lie there.

    ``holes_right``: every visible hole of the board has the token that was read there, or none;
    ``holes_sure``: all of that is sure, whatever may lie beside the board, where pawns stand.
    """

    tokens: tuple[JudgedToken, ...]
    counts_right: bool
    has_grid: bool
    grid_found: bool
    holes_right: bool
    holes_sure: bool

    @property
    def right(self) -> bool:
        """Every token right, and nothing extra."""
        return all(token.right for token in self.tokens)


def judge_tokens(labelled: LabelledPhoto, reading: TokenReading, taught: TokenSet) -> JudgedTokens:
    """Judge one reading."""
    read = [token for token in reading.tokens if token.cell not in labelled.hidden or token.cell is None]
    if labelled.pieces is None:
        judged = tuple(_by_counts(labelled.counts, read, reading.sure, taught))
    else:
        judged = tuple(_by_places(labelled.pieces, read, reading.sure, taught))
    counts = Counter(token.label for token in read)
    return JudgedTokens(
        labelled,
        reading,
        judged,
        dict(counts) == {label: many for label, many in labelled.counts.items() if many},
        labelled.grid is not None,
        reading.corners_px is not None,
        _holes_right(labelled, read),
        _holes_sure(labelled, reading),
    )


def _holes_right(labelled: LabelledPhoto, read: Sequence[Token]) -> bool:
    said = {token.cell: token.label for token in labelled.pieces or () if token.cell is not None}
    said = {cell: label for cell, label in said.items() if cell not in labelled.hidden}
    return said == {token.cell: token.label for token in read if token.cell is not None}


def _holes_sure(labelled: LabelledPhoto, reading: TokenReading) -> bool:
    """Tell whether everything read of holes is sure: doubtful holes are named."""
    left_open = {*reading.doubted, *reading.hidden} - labelled.hidden
    in_holes = (token for token in reading.tokens if token.cell is not None)
    certain = all(token.sure for token in in_holes if token.cell not in labelled.hidden)
    return reading.corners_px is not None and certain and not left_open


def _by_places(
    labelled: Sequence[LabelledPiece], read: Sequence[Token], sure: bool, taught: TokenSet
) -> Iterator[JudgedToken]:
    pairs = _pairs(labelled, read)
    for n, said in enumerate(labelled):
        yield _judge(said.label, None if n not in pairs else read[pairs[n]], sure, taught)
    for m in sorted(set(range(len(read))) - set(pairs.values())):
        yield _extra(read[m])


def _pairs(labelled: Sequence[LabelledPiece], read: Sequence[Token]) -> dict[int, int]:
    """Return for each labelled token's number that of the one read there, the nearest first."""
    near = []
    for n, said in enumerate(labelled):
        for m, token in enumerate(read):
            off = dist(said.centre_px, token.centre_px)
            same_cell = said.cell is not None and said.cell == token.cell
            other_cell = said.cell is not None and token.cell is not None and said.cell != token.cell
            if not other_cell and (same_cell or off < NEAR * token.size_px):
                near.append((0.0 if same_cell else off, n, m))
    return pair_nearest(near)


def _by_counts(
    labelled: Mapping[str, int], read: Sequence[Token], sure: bool, taught: TokenSet
) -> Iterator[JudgedToken]:
    for label in sorted({*labelled, *(token.label for token in read)}):
        own = sorted((t for t in read if t.label == label), key=lambda t: -t.confidence)
        many = labelled.get(label, 0)
        yield from (_judge(label, token, sure, taught) for token in own[:many])
        yield from (_judge(label, None, sure, taught) for _ in range(many - len(own)))
        yield from (_extra(token) for token in own[many:])


def _judge(label: str, token: Token | None, sure: bool, taught: TokenSet) -> JudgedToken:
    known = label in taught.labels
    if token is None:
        return JudgedToken(False, sure, 0.0, True, known, False)
    right = token.label == label
    return JudgedToken(right, token.sure, token.confidence, True, known, True)


def _extra(token: Token) -> JudgedToken:
    return JudgedToken(False, token.sure, token.confidence, False, True, True)


def _counts(photos: Sequence[JudgedTokens]) -> dict[str, Count]:
    """Return the counts over these photographs; ``silent`` is of the labelled tokens.

    ``extra_sure``: tokens read in empty places, and those of them called sure. ``boards_right``,
    ``boards_sure`` and ``boards_silent`` are of the holes of a board as a whole. ``strangers_sure``:
    things with a label that was never taught and that were called sure.
    """
    every = [token for photo in photos for token in photo.tokens]
    labelled, _ = _ranked(photos)
    extra = [token for token in every if not token.labelled]
    boards = [photo for photo in photos if photo.has_grid]
    found = sum(token.found for token in labelled)
    silent = sum(token.sure and not token.right for token in every)
    return whole_counts("photos", photos) | {
        "counts_right": Count.of(photo.counts_right for photo in photos),
        "counts_silent": Count.of(photo.sure and not photo.counts_right for photo in photos),
        "boards_found": Count.of(board.grid_found for board in boards),
        "boards_right": Count.of(board.holes_right for board in boards),
        "boards_sure": Count.of(board.holes_sure for board in boards),
        "boards_silent": Count.of(board.holes_sure and not board.holes_right for board in boards),
        "tokens_right": Count.of(token.right for token in labelled),
        "tokens_found": Count(found, len(labelled)),
        "tokens_sure": Count.of(token.sure and token.found for token in labelled),
        "silent": Count(silent, len(labelled)),
        "precision": Count(found, found + len(extra)),
        "extra_sure": Count.of(token.sure for token in extra),
        "strangers_sure": Count.of(token.sure and token.found for token in labelled if not token.taught),
    }


def _ranked(photos: Sequence[JudgedTokens]) -> tuple[list[JudgedToken], int]:
    labelled = [token for photo in photos for token in photo.tokens if token.labelled]
    return labelled, len(labelled)


TOKEN_MEASURE = Measure(_counts, _ranked)
