"""Makes several readings of tokens, taken while nothing moved, into one.

Readings of a still table are similar, right or wrong. So several count only as their median, and
anything they disagree on is never sure: a token listed by most may be extra if one does not list it,
unless nearly all are sure of it, and one listed by few may be missing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from statistics import median

from vision.readings.reading import raised_often
from vision.readings.tokens import Token, TokenReading

SAME_TOKEN = 0.5
"""Distance, as a share of their size, within which tokens of two readings are the same."""
NEARLY_ALL = 0.75
"""Share of sure readings above which a token lies there even if another reading does not list it: of
five, one may err."""


def pool_tokens(readings: Sequence[TokenReading]) -> TokenReading:
    """Return several readings of still tokens as one. Raises ``ValueError`` for none."""
    if not readings:
        raise ValueError("no readings to pool")
    number = _middle(readings)
    base, others = readings[number], [*readings[:number], *readings[number + 1 :]]
    seen = ((token, [_same(token, reading) for reading in others]) for token in base.tokens)
    kept = [(token, same) for token, same in seen if 2 * (1 + _count(same)) > len(readings)]
    tokens = tuple(_pooled(token, [one for one in same if one is not None]) for token, same in kept)
    left_out = [
        token
        for reading in readings
        for token in reading.tokens
        if _same(token, replace(base, tokens=tokens)) is None
    ]
    perhaps = [token for token, same in kept if None in same and not _is_plain([token, *same])]
    raised = {
        "token": any(not token.sure and not token.cut_off for token in tokens),
        "maybe_missed": bool(left_out),
        "maybe_extra": bool(perhaps),
    }
    usual = [doubt for doubt in raised_often(readings) if doubt != "token"]
    doubts = tuple(dict.fromkeys([*usual, *(doubt for doubt, is_raised in raised.items() if is_raised)]))
    doubted = Counter(cell for reading in readings for cell in reading.doubted)
    mostly = {cell for cell, many in doubted.items() if 2 * many >= len(readings)}
    mostly |= {token.cell for token in perhaps if token.cell is not None}
    missed_px = [token.centre_px for token in left_out if token.cell is None]
    if "maybe_missed" in usual:
        missed_px += [at for reading in readings for at in reading.missed_px]
    return replace(
        base,
        tokens=tokens,
        doubts=doubts,
        doubted=tuple(sorted(mostly)),
        missed_px=tuple(missed_px),
        sure=not doubts,
    )


def _count(same: Sequence[Token | None]) -> int:
    return sum(one is not None for one in same)


def _is_plain(looks: Sequence[Token | None]) -> bool:
    """Tell whether nearly all looks are sure of a token."""
    return sum(one is not None and one.sure for one in looks) >= NEARLY_ALL * len(looks)


def _middle(readings: Sequence[TokenReading]) -> int:
    """Return the number of a reading with the median number of tokens; the board was found in it if it
    was found in most."""
    boards = [n for n, reading in enumerate(readings) if reading.corners_px is not None]
    among = boards if 2 * len(boards) > len(readings) else list(range(len(readings)))
    return sorted(among, key=lambda n: len(readings[n].tokens))[len(among) // 2]


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
