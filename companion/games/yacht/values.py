"""The tables of values: the value of each standing, worked out once by ``make_tables`` and shipped.

A file is a line of JSON, then the values packed. A value is a whole number of ``STEP``; all low bytes
come before all high ones, which compresses much better.
"""

import json
import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from zlib import compress, decompress

from companion.games.yacht.scoring import Terms
from companion.games.yacht.sheets import DICE, UPPER, ScoreSheet
from companion.games.yacht.standing import ReducedSheet

STEP: Final = 1 / 128
"""Points. Two bytes then reach up to 512, and no value is off by more than 0.004."""

FOLDER: Final = Path(__file__).with_name("tables")

_UPPER_BITS: Final = len(UPPER)
_UPPER_MASK: Final = (1 << _UPPER_BITS) - 1


class StandingPlaces:
    """The place of each standing's value in a table; only possible upper sums have a place."""

    def __init__(self, terms: Terms) -> None:
        self._five_alike = terms.five_alike
        self._lower = len(terms.sheet.boxes) - _UPPER_BITS
        self._bits = self._lower + (terms.five_alike is not None)
        self._sums = [_upper_sums(terms.sheet, mask) for mask in range(_UPPER_MASK + 1)]
        uppers = ((mask, upper) for mask, sums in enumerate(self._sums) for upper in sums)
        self._number = {upper: number for number, upper in enumerate(uppers)}
        self.size: Final = len(self._number) << self._bits

    def __call__(self, standing: ReducedSheet) -> int:
        """Return the place of that standing, counted from 0."""
        upper = self._number[standing.filled & _UPPER_MASK, standing.upper]
        lower = standing.fifty << self._lower | standing.filled >> _UPPER_BITS
        return upper << self._bits | lower

    def standings(self, filled: int) -> Iterator[ReducedSheet]:
        """Yield every standing with these boxes filled."""
        five_alike = self._five_alike is not None and filled >> self._five_alike & 1
        for upper in self._sums[filled & _UPPER_MASK]:
            yield ReducedSheet(filled, upper, fifty=False)
            if five_alike:
                yield ReducedSheet(filled, upper, fifty=True)


def _upper_sums(sheet: ScoreSheet, mask: int) -> list[int]:
    """Every sum that these upper boxes (a bit each) can have together, as far as it matters."""
    sums = {0}
    for number in range(_UPPER_BITS):
        if mask >> number & 1:
            points = [(number + 1) * count for count in range(DICE + 1)]
            sums = {min(before + each, sheet.bonus_from) for before in sums for each in points}
    return sorted(sums)


class Values:
    """The points that the turns after a standing bring on average, if they are played at their best.

    ``expected`` is the value of a whole game, unrounded.
    """

    def __init__(self, terms: Terms, steps: Sequence[int], expected: float) -> None:
        self._steps, self._places = steps, StandingPlaces(terms)
        self.expected: Final = expected

    def __call__(self, standing: ReducedSheet) -> float:
        """Return the value of that standing."""
        return self._steps[self._places(standing)] * STEP


@cache
def values(terms: Terms) -> Values:
    """Return the shipped table of the game that is played on these terms."""
    head, _, packed = path_of(terms).read_bytes().partition(b"\n")
    return Values(terms, _unpack(packed), float(json.loads(head)["expected"]))


def path_of(terms: Terms) -> Path:
    """Return where the table for these terms lies."""
    return FOLDER / f"{terms.sheet_name}{'_extra_bonus' if terms.extra_bonus else ''}.table"


def file_of(terms: Terms, worth: Sequence[float], expected: float) -> bytes:
    """Return the content of a table's file; ``worth`` holds all values by ``StandingPlaces``."""
    head = {"sheet": terms.sheet_name, "extra_bonus": terms.extra_bonus, "expected": expected}
    return json.dumps(head).encode() + b"\n" + _pack([round(each / STEP) for each in worth])


def _pack(steps: Sequence[int]) -> bytes:
    low, high = bytes(each & 0xFF for each in steps), bytes(each >> 8 for each in steps)
    return compress(low + high, level=9)


def _unpack(packed: bytes) -> Sequence[int]:
    planes = decompress(packed)
    both = bytearray(len(planes))
    both[0::2], both[1::2] = planes[: len(planes) // 2], planes[len(planes) // 2 :]
    steps = array("H", bytes(both))
    if sys.byteorder == "big":
        steps.byteswap()
    return steps
