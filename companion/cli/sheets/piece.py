"""A piece of card, plywood or acrylic to cut out, and its sheet at true size."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cli.sheets.page import A4_MM, RULER_MM, Page, PointMm

MARK_BELOW = 14.0
"""Distance of a dashed line's words below its upper end, in mm."""

Hole = tuple[PointMm, float, str]
"""A hole: its centre, from the piece's top left corner; its diameter; the part that is put into it."""


@dataclass(frozen=True)
class SheetPiece:
    """A piece to cut out: corners from the top left one, y down; holes; lines to fold, mark or cut.

    ``once``: holes that only one of two pieces has.
    """

    name: str
    count: int
    corners: tuple[PointMm, ...]
    holes: tuple[Hole, ...] = ()
    marks: tuple[tuple[PointMm, PointMm, str], ...] = ()
    cuts: tuple[tuple[PointMm, ...], ...] = ()
    once: tuple[Hole, ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height."""
        return max(x for x, _ in self.corners), max(y for _, y in self.corners)


def rectangle(width: float, height: float) -> tuple[PointMm, ...]:
    """Return the corners of a rectangle at the origin."""
    return ((0, 0), (width, 0), (width, height), (0, height))


def draw(page: Page, piece: SheetPiece) -> None:
    """Draw a piece at true size on a page of its own."""
    width, height = A4_MM
    left, top = (width - piece.size[0]) / 2, 20.0

    def on(points: Sequence[PointMm]) -> list[PointMm]:
        return [(left + x, top + y) for x, y in points]

    page.text(15, 13, _heading(piece), size=10, grey=0, bold=True)
    page.shape(on(piece.corners), width=0.2)
    for cut in piece.cuts:
        page.line(on(cut), width=0.2)
    for begin, end, words in piece.marks:
        page.dashed(on([begin, end]), width=0.2)
        x, y = on([begin])[0]
        page.text(x + 2, y + MARK_BELOW, words, size=6.5)
    for centre, diameter, words in piece.holes:
        _hole(page, on([centre])[0], diameter, words)
    for centre, diameter, words in piece.once:
        _hole(page, on([centre])[0], diameter, f"{words}, in one of the two")
    page.ruler((width - RULER_MM) / 2, height - 10)


def _heading(piece: SheetPiece) -> str:
    width, height = piece.size
    times = "cut out two, one turned over" if piece.count == 2 else "cut out one"
    return f"{piece.name.capitalize()}: {times}, {width:.0f} × {height:.0f} mm"


def _hole(page: Page, centre: PointMm, diameter: float, words: str) -> None:
    """Draw a hole with a cross at its middle, for the drill."""
    x, y = centre
    page.circle(centre, diameter, width=0.2)
    page.line([(x - 1.5, y), (x + 1.5, y)], width=0.1)
    page.line([(x, y - 1.5), (x, y + 1.5)], width=0.1)
    page.text(x, y + diameter / 2 + 3, f"{words}, {diameter:g} mm", size=5.5, anchor="middle")
