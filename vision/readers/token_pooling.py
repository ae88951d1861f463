"""Makes several readings of tokens, taken while nothing moved, into one.

Readings of a still table are much alike, right or wrong. So several count for no more than their middle
one, and what they disagree on is never sure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from statistics import median

from vision.reading import Token, TokenReading

SAME_TOKEN = 0.5
"""Tokens of two readings nearer than so much of their size are one."""


def pool_tokens(readings: Sequence[TokenReading]) -> TokenReading:
    """Return several readings of still tokens as one. Raises ``ValueError`` for none."""
    if not readings:
        raise ValueError("no readings to pool")
    number = _middle(readings)
    base, others = readings[number], [*readings[:number], *readings[number + 1 :]]
    seen = [[_same(token, reading) for reading in others] for token in base.tokens]
    tokens = tuple(
        _pooled(token, [one for one in same if one is not None])
        for token, same in zip(base.tokens, seen, strict=True)
        if 2 * (1 + sum(one is not None for one in same)) > len(readings)
    )
    agree = all(one is not None for same in seen for one in same) and all(
        len(reading.tokens) == len(base.tokens) for reading in readings
    )
    doubts = [doubt for doubt in _usual(readings) if doubt != "token"]
    if not all(token.sure for token in tokens) and any(not t.sure and not t.cut_off for t in tokens):
        doubts.insert(0, "token")
    if not agree and "maybe_extra" not in doubts:
        doubts.append("maybe_extra")
    doubted = tuple(sorted({cell for reading in readings for cell in reading.doubted}))
    return replace(base, tokens=tokens, doubts=tuple(doubts), doubted=doubted, sure=not doubts)


def _middle(readings: Sequence[TokenReading]) -> int:
    """Return the number of a reading with the middle number of tokens, the board found if it mostly
    was."""
    boards = [n for n, reading in enumerate(readings) if reading.corners_px is not None]
    among = boards if 2 * len(boards) > len(readings) else list(range(len(readings)))
    return sorted(among, key=lambda n: len(readings[n].tokens))[len(among) // 2]


def _usual(readings: Sequence[TokenReading]) -> list[str]:
    """Return the doubts that at least half of the readings have."""
    counts = Counter(doubt for reading in readings for doubt in reading.doubts)
    return [doubt for doubt, many in counts.items() if 2 * many >= len(readings)]


def _same(token: Token, reading: TokenReading) -> Token | None:
    """Return the same token in another reading."""
    near = [
        (hypot(one.centre_px.x - token.centre_px.x, one.centre_px.y - token.centre_px.y), n)
        for n, one in enumerate(reading.tokens)
    ]
    off, n = min(near, default=(float("inf"), 0))
    return reading.tokens[n] if off < SAME_TOKEN * token.size_px else None


def _pooled(token: Token, others: Sequence[Token]) -> Token:
    every = [token, *others]
    label = Counter((one.label, one.cell) for one in every).most_common(1)[0][0]
    best = next(one for one in every if (one.label, one.cell) == label)
    agree = all((one.label, one.cell) == label for one in every)
    sure = agree and 2 * sum(one.sure for one in every) > len(every)
    return replace(best, sure=sure, confidence=median(one.confidence for one in every))
