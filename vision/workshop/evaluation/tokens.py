"""Judges readings of tokens against labels: every token right, sure, silently wrong; counts by label.

A token that was read counts as the labelled one in the same hole, or within 0.75 of a token's diameter.
If only counts are labelled, as many tokens of a label are right as were counted; if a label was read too
often, its least sure tokens are wrong. A silent error is something wrong that was called sure: a token
with a wrong name, one in an empty place, or one missed in a reading that was called sure as a whole.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from vision.manifests.labelled import LabelledPhoto, LabelledPiece
from vision.readings.tokens import Token, TokenReading
from vision.tokens.sets import TokenSet
from vision.workshop.evaluation.counts import Count
from vision.workshop.evaluation.report import Times, reports_of, risk_at_coverage, times_of

NEAR = 0.75


@dataclass(frozen=True)
class JudgedToken:
    """One labelled token, or one that was read in an empty place.

    ``labelled``: it lies there; ``found``: it was read; ``taught``: its label is in the set.
    """

    labelled: bool
    taught: bool
    found: bool
    right: bool
    sure: bool
    confidence: float


@dataclass(frozen=True)
class JudgedTokens:
    """One photograph judged. ``counts_right``: of every label as many were read as lie there.

    ``holes_right``: every visible hole of the board has the token that was read there, or none;
    ``holes_sure``: all of that is sure, whatever may lie beside the board, where pawns stand.
    """

    name: str
    conditions: tuple[str, ...]
    tokens: tuple[JudgedToken, ...]
    right: bool
    counts_right: bool
    sure: bool
    has_grid: bool
    grid_found: bool
    holes_right: bool
    holes_sure: bool
    doubts: tuple[str, ...]
    stages_ms: Mapping[str, float]


def judge_tokens(labelled: LabelledPhoto, reading: TokenReading, taught: TokenSet) -> JudgedTokens:
    """Judge one reading."""
    read = [token for token in reading.tokens if token.cell not in labelled.hidden or token.cell is None]
    if labelled.pieces is None:
        judged = tuple(_by_counts(labelled.counts, read, reading.sure, taught))
    else:
        judged = tuple(_by_places(labelled.pieces, read, reading.sure, taught))
    counts = Counter(token.label for token in read)
    return JudgedTokens(
        labelled.name,
        labelled.conditions,
        judged,
        all(token.right for token in judged),
        dict(counts) == {label: many for label, many in labelled.counts.items() if many},
        reading.sure,
        labelled.grid is not None,
        reading.corners_px is not None,
        _holes_right(labelled, read),
        _holes_sure(labelled, reading),
        reading.doubts,
        dict(reading.stages_ms),
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
            off = hypot(said.centre_px.x - token.centre_px.x, said.centre_px.y - token.centre_px.y)
            same_cell = said.cell is not None and said.cell == token.cell
            other_cell = said.cell is not None and token.cell is not None and said.cell != token.cell
            if not other_cell and (same_cell or off < NEAR * token.size_px):
                near.append((0.0 if same_cell else off, n, m))
    pairs: dict[int, int] = {}
    for _, n, m in sorted(near):
        if n not in pairs and m not in pairs.values():
            pairs[n] = m
    return pairs


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
        return JudgedToken(True, known, False, False, sure, 0.0)
    return JudgedToken(True, known, True, token.label == label, token.sure, token.confidence)


def _extra(token: Token) -> JudgedToken:
    return JudgedToken(False, True, True, False, token.sure, token.confidence)


@dataclass(frozen=True)
class TokenReport:
    """Everything counted over some photographs of tokens.

    ``extra_sure``: tokens read in empty places, and those of them called sure. ``boards_right``,
    ``boards_sure`` and ``boards_silent`` are of the holes of a board as a whole. ``strangers_sure``:
    things with a label that was never taught and that were called sure.
    """

    photos_right: Count
    counts_right: Count
    photos_sure: Count
    photos_silent: Count
    counts_silent: Count
    boards_found: Count
    boards_right: Count
    boards_sure: Count
    boards_silent: Count
    tokens_right: Count
    tokens_found: Count
    tokens_sure: Count
    silent: Count
    precision: Count
    extra_sure: Count
    strangers_sure: Count
    stages_ms: Mapping[str, Times]
    risk_at_coverage: tuple[tuple[float, float], ...]
    doubts: Mapping[str, int]


def token_report(photos: Sequence[JudgedTokens]) -> TokenReport:
    """Return the counts over these photographs. ``silent`` is of the labelled tokens."""
    every = [token for photo in photos for token in photo.tokens]
    labelled = [token for token in every if token.labelled]
    extra = [token for token in every if not token.labelled]
    strangers = [token for token in labelled if not token.taught]
    sure = [photo for photo in photos if photo.sure]
    boards = [photo for photo in photos if photo.has_grid]
    return TokenReport(
        photos_right=_count(photos, "right"),
        counts_right=_count(photos, "counts_right"),
        photos_sure=_count(photos, "sure"),
        photos_silent=Count(sum(not photo.right for photo in sure), len(photos)),
        counts_silent=Count(sum(not photo.counts_right for photo in sure), len(photos)),
        boards_found=_count(boards, "grid_found"),
        boards_right=_count(boards, "holes_right"),
        boards_sure=_count(boards, "holes_sure"),
        boards_silent=Count(sum(b.holes_sure and not b.holes_right for b in boards), len(boards)),
        tokens_right=_count(labelled, "right"),
        tokens_found=_count(labelled, "found"),
        tokens_sure=Count(sum(token.sure and token.found for token in labelled), len(labelled)),
        silent=Count(sum(token.sure and not token.right for token in every), len(labelled)),
        precision=Count(sum(t.found for t in labelled), sum(t.found for t in labelled) + len(extra)),
        extra_sure=_count(extra, "sure"),
        strangers_sure=Count(sum(t.sure and t.found for t in strangers), len(strangers)),
        stages_ms=times_of([photo.stages_ms for photo in photos]),
        risk_at_coverage=risk_at_coverage(labelled, len(labelled)),
        doubts=dict(Counter(doubt for photo in photos for doubt in photo.doubts).most_common()),
    )


def tokens_per_condition(
    photos: Sequence[JudgedTokens], *, in_ranges: bool = False
) -> dict[str, TokenReport]:
    """Return a report for each condition; ``in_ranges``: those that differ only in a number are put into
    three ranges."""
    return reports_of(photos, token_report, in_ranges=in_ranges)


def _count(of: Sequence[JudgedToken] | Sequence[JudgedTokens], what: str) -> Count:
    return Count(sum(bool(getattr(one, what)) for one in of), len(of))
