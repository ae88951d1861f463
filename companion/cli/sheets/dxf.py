"""Pieces as DXF, for a laser cutter or a mill: true size in mm, side by side.

The dialect is the oldest one, which every program reads: R12 (AC1009; Autodesk, *AutoCAD Release 12 DXF
Reference*): lines and circles on three layers, nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from companion.cli.sheets.page import PointMm
from companion.cli.sheets.piece import SheetPiece

BETWEEN_MM: Final = 10.0
TEXT_MM: Final = 4.0
"""Height of the words."""
CUT, MARK, WORDS = "CUT", "MARK", "WORDS"
COLOURS: Final = {CUT: 1, MARK: 5, WORDS: 3}
"""Red lines are cut, blue lines at most scored (folds, outlines of parts), green ones are only read."""
MILLIMETRES: Final = 4
"""DXF's number for the unit."""

Pair = tuple[int, object]
"""A group code and its value, each on a line of its own."""


def drawing(pieces: Iterable[SheetPiece]) -> bytes:
    """Return the pieces as DXF; of two equal pieces one is turned over."""
    return "".join(f"{code}\n{value}\n" for code, value in _pairs(pieces)).encode("ascii")


def _pairs(pieces: Iterable[SheetPiece]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$INSUNITS"), (70, MILLIMETRES), (0, "ENDSEC"))
    yield from ((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(COLOURS)))
    for name, colour in COLOURS.items():
        yield from ((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"))
    left = 0.0
    for piece in pieces:
        for number in range(piece.count):
            yield from _piece(piece, left, is_turned_over=number == 1)
            left += piece.size[0] + BETWEEN_MM
    yield from ((0, "ENDSEC"), (0, "EOF"))


def _piece(piece: SheetPiece, left: float, *, is_turned_over: bool) -> Iterator[Pair]:
    """Draw a piece; its y runs down, while a drawing's y runs up."""
    width, height = piece.size

    def on(point: PointMm) -> PointMm:
        x, y = point
        return left + (width - x if is_turned_over else x), height - y

    yield from _line(CUT, [on(corner) for corner in (*piece.corners, piece.corners[0])])
    for cut in piece.cuts:
        yield from _line(CUT, [on(point) for point in cut])
    for begin, end, _ in piece.marks:
        yield from _line(MARK, [on(begin), on(end)])
    for centre, diameter, _ in (*piece.holes, *(() if is_turned_over else piece.once)):
        yield from _entity("CIRCLE", CUT, [on(centre)])
        yield 40, _mm(diameter / 2)
    yield from _entity("TEXT", WORDS, [(left, height + TEXT_MM)])
    yield from ((40, _mm(TEXT_MM)), (1, piece.name))


def _line(layer: str, points: Sequence[PointMm]) -> Iterator[Pair]:
    for ends in pairwise(points):
        yield from _entity("LINE", layer, ends)


def _entity(kind: str, layer: str, points: Sequence[PointMm]) -> Iterator[Pair]:
    yield from ((0, kind), (8, layer))
    for number, (x, y) in enumerate(points):
        yield from ((10 + number, _mm(x)), (20 + number, _mm(y)), (30 + number, _mm(0.0)))


def _mm(value: float) -> str:
    return f"{value:.3f}"
