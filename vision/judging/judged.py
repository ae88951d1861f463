"""Readings of judged pictures: they include the parts that could not be judged."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeVar, cast

from vision.frame import ImageBgr
from vision.judging.judge import judge
from vision.reader import Reader, read_by
from vision.readings.board import BoardReading
from vision.readings.dice import DiceReading
from vision.readings.outlines import OutlineReading
from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Reading, Unjudged
from vision.readings.tokens import TokenReading

ReadingT = TypeVar("ReadingT", bound=Reading)

UNJUDGED = "unjudged"
"""The doubt of a reading of a picture that could not be judged as a whole."""


def read_judged(reader: Reader[ReadingT], image_bgr: ImageBgr, name: str) -> ReadingT:
    """Return the reading of a picture of this name, as far as it can be judged.

    Raises ``NotJudged`` if the reader fails.
    """
    judgement = judge(image_bgr)
    reading = read_by(reader, image_bgr, name)
    unjudged = judgement.of_pieces(reading.smallest_px)
    if not unjudged:
        return reading
    seen = as_far_as_judged(reading, unjudged)
    return replace(seen, sure=False, doubts=(*seen.doubts, UNJUDGED))


def as_far_as_judged(reading: ReadingT, unjudged: Sequence[Unjudged]) -> ReadingT:
    """Return a reading in which unjudged places are neither sure nor known to be bare."""
    if not unjudged:
        return reading
    seen: Reading = reading
    if isinstance(reading, DiceReading):
        seen = _dice(reading, unjudged)
    elif isinstance(reading, BoardReading):
        seen = _board(reading, unjudged)
    elif isinstance(reading, TokenReading):
        seen = _tokens(reading, unjudged)
    elif isinstance(reading, OutlineReading):
        seen = _outlines(reading, unjudged)
    return cast(ReadingT, replace(seen, unjudged=tuple(unjudged)))


def _dice(reading: DiceReading, unjudged: Sequence[Unjudged]) -> DiceReading:
    dice = tuple(
        replace(die, sure=False) if _lies_in(die.centre_px, unjudged) else die for die in reading.dice
    )
    return replace(reading, dice=dice)


def _board(reading: BoardReading, unjudged: Sequence[Unjudged]) -> BoardReading:
    if reading.corners_px is None:
        return reading
    unseen = {cell for cell in _all_cells(reading.grid) if _lies_in(reading.at_px(*cell), unjudged)} - {
        *reading.hidden
    }
    if not unseen:
        return reading
    return replace(
        reading,
        cells=tuple(cell for cell in reading.cells if cell.cell not in unseen),
        hidden=(*reading.hidden, *sorted(unseen, key=lambda cell: (cell.row, cell.column))),
        sure=False,
        doubts=_with_hidden(reading.doubts),
    )


def _tokens(reading: TokenReading, unjudged: Sequence[Unjudged]) -> TokenReading:
    tokens = tuple(
        replace(token, sure=False) if _lies_in(token.centre_px, unjudged) else token
        for token in reading.tokens
    )
    reading = replace(reading, tokens=tokens)
    if reading.grid is None or reading.corners_px is None:
        return reading
    known = {token.cell for token in tokens} | {*reading.hidden}
    unseen = [
        cell
        for cell in _all_cells(reading.grid)
        if cell not in known and _lies_in(reading.at_px(*cell), unjudged)
    ]
    if not unseen:
        return reading
    return replace(
        reading,
        hidden=(*reading.hidden, *unseen),
        sure=False,
        doubts=_with_hidden(reading.doubts),
    )


def _outlines(reading: OutlineReading, unjudged: Sequence[Unjudged]) -> OutlineReading:
    outlines = tuple(
        replace(
            outline,
            cells=tuple(
                replace(cell, sure=False) if _lies_in(cell.centre_px, unjudged) else cell
                for cell in outline.cells
            ),
        )
        for outline in reading.outlines
    )
    return replace(reading, outlines=outlines)


def _all_cells(grid: tuple[int, int]) -> Iterable[GridCell]:
    return (GridCell(column, row) for row, column in product(range(grid[1]), range(grid[0])))


def _lies_in(place: PointPx, unjudged: Sequence[Unjudged]) -> bool:
    return any(one.box_px.holds(place) for one in unjudged)


def _with_hidden(doubts: tuple[str, ...]) -> tuple[str, ...]:
    return doubts if "hidden" in doubts else (*doubts, "hidden")
