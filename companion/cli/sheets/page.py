"""Pages in millimetres, from their top left corner, y down; written as PDF."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final, Literal
from unicodedata import normalize

import numpy as np
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import getFont, registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas

from companion.cli.sheets.paths import parts_of
from vision.markers.cards import MARKER_SIDE_MM, draw_marker

HOW_TO_PRINT: Final = 'Print at 100 % ("actual size"), not "fit to page". This line is 100 mm long:'
RULER_MM, TICK_MM = 100, 10
CUT_GREY, TEXT_GREY = 0.6, 0.35
A4_MM: Final = (A4[0] / mm, A4[1] / mm)
"""Width and height of a page that stands upright."""

PLAIN, BOLD = "Vera", "VeraBd"
"""Fonts that come with reportlab; PDF's own have no Ω."""
MARKS: Final = {"\N{COMBINING CARON}": "ˇ", "\N{COMBINING RING ABOVE}": "˚"}
"""Letters that these fonts lack are composed of a letter and one of these marks."""
CAPITAL_RISE: Final = 0.18
"""How far a mark stands above a capital, in font sizes."""

Anchor = Literal["left", "middle", "right"]
PointMm = tuple[float, float]


class Page:
    """One page after another, all of the same size; drawing always goes onto the last page."""

    def __init__(self, title: str, width_mm: float, height_mm: float) -> None:
        """Begin with a first page: A4, portrait or landscape, whichever is nearer to the measures."""
        for font in (PLAIN, BOLD):
            registerFont(TTFont(font, f"{font}.ttf"))
        self._file = BytesIO()
        size = A4 if width_mm < height_mm else landscape(A4)
        self._canvas = Canvas(self._file, pagesize=size, invariant=True)
        self._canvas.setTitle(title)
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._top = size[1]

    def next(self) -> None:
        """Go on with a fresh page."""
        self._canvas.showPage()

    def marker(self, number: int, left: float, top: float) -> None:
        """Draw a marker without its white border."""
        cells = draw_marker(number, 6) == 0
        cell = MARKER_SIDE_MM / len(cells)
        # One path: with separate shapes a printer's rounding would leave fine white lines between them.
        path = self._canvas.beginPath()
        for row, column in np.argwhere(cells).tolist():
            x, y = (left + column * cell) * mm, self._top - (top + (row + 1) * cell) * mm
            path.rect(x, y, cell * mm, cell * mm)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def outline(self, left: float, top: float, width: float, height: float) -> None:
        """Draw a thin grey line to cut along."""
        self._pen(CUT_GREY, 0.1)
        self._canvas.rect(left * mm, self._top - (top + height) * mm, width * mm, height * mm)

    def line(self, points: Sequence[PointMm], *, grey: float = 0, width: float = 0.3) -> None:
        """Draw straight lines from point to point."""
        self._pen(grey, width)
        self._canvas.drawPath(self._path(points))

    def dashed(self, points: Sequence[PointMm], *, grey: float = 0, width: float = 0.3) -> None:
        """Draw lines of dashes from point to point: a fold, or what lies behind."""
        self._canvas.setDash(2 * mm, 1.2 * mm)
        self.line(points, grey=grey, width=width)
        self._canvas.setDash()

    def shape(
        self, corners: Sequence[PointMm], *, fill: float | None = None, width: float = 0.3
    ) -> None:
        """Draw a closed shape with a black edge; ``fill``: the grey within, from 0 (black) to 1."""
        self._pen(0, width)
        path = self._path(corners)
        path.close()
        self._canvas.setFillGray(1 if fill is None else fill)
        self._canvas.drawPath(path, stroke=1, fill=int(fill is not None))

    def circle(
        self, centre: PointMm, diameter: float, *, fill: float | None = None, width: float = 0.3
    ) -> None:
        """Draw a circle; ``fill`` as in ``shape``."""
        self._pen(0, width)
        self._canvas.setFillGray(1 if fill is None else fill)
        x, y = centre[0] * mm, self._top - centre[1] * mm
        self._canvas.circle(x, y, diameter / 2 * mm, stroke=1, fill=int(fill is not None))

    def sign(self, path: str, origin: PointMm, scale: float, *, colour: str = "#000000") -> None:
        """Fill a path as in SVG; its 0, 0 comes to ``origin``, and its 1 is ``scale`` mm long."""
        drawn = self._canvas.beginPath()
        for first, *others in parts_of(path):
            drawn.moveTo(*self._at(first, origin, scale))
            for one in others:
                (drawn.lineTo if len(one) == 2 else drawn.curveTo)(*self._at(one, origin, scale))
            drawn.close()
        self._canvas.setFillColor(HexColor(colour))
        self._canvas.drawPath(drawn, stroke=0, fill=1, fillMode=FILL_EVEN_ODD)

    def text(
        self,
        left: float,
        baseline: float,
        text: str,
        *,
        size: float = 7.5,
        grey: float = TEXT_GREY,
        bold: bool = False,
        anchor: Anchor = "left",
    ) -> None:
        """Write a line of text; ``size`` in points; ``left`` is the x of its ``anchor``."""
        self._canvas.setFillGray(grey)
        self._canvas.setFont(BOLD if bold else PLAIN, size)
        font = BOLD if bold else PLAIN
        letters, marks = _in_font(text, font)
        back = {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor] * stringWidth(letters, font, size)
        x, y = left * mm - back, self._top - baseline * mm
        self._canvas.drawString(x, y, letters)
        for at, mark in marks:
            middle = stringWidth(letters[:at], font, size) + stringWidth(letters[at], font, size) / 2
            rise = CAPITAL_RISE * size if letters[at].isupper() else 0
            self._canvas.drawCentredString(x + middle, y + rise, mark)

    def ruler(self, left: float, y: float) -> None:
        """Draw a line to measure, and say above it how to print."""
        self.text(left, y - 3, HOW_TO_PRINT)
        self.line([(left, y), (left + RULER_MM, y)], grey=TEXT_GREY, width=0.2)
        for tick in range(0, RULER_MM + 1, TICK_MM):
            self.line([(left + tick, y - 1), (left + tick, y + 1)], grey=TEXT_GREY, width=0.2)

    def finished(self) -> bytes:
        """Return the pages as PDF."""
        self._canvas.save()
        return self._file.getvalue()

    def _at(self, numbers: Sequence[float], origin: PointMm, scale: float) -> list[float]:
        """Return x and y alternately, in the file's coordinates."""
        return [
            (origin[0] + scale * number) * mm
            if place % 2 == 0
            else self._top - (origin[1] + scale * number) * mm
            for place, number in enumerate(numbers)
        ]

    def _pen(self, grey: float, width: float) -> None:
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(width * mm)

    def _path(self, points: Sequence[PointMm]) -> Any:
        path = self._canvas.beginPath()
        for number, (x, y) in enumerate(points):
            (path.lineTo if number else path.moveTo)(x * mm, self._top - y * mm)
        return path


def _in_font(text: str, font: str) -> tuple[str, list[tuple[int, str]]]:
    """Return a text in letters that the font has, and the marks above each of them."""
    has = getFont(font).face.charToGlyph
    letters, marks = list(text), []
    for at, letter in enumerate(text):
        parts = normalize("NFD", letter)
        if ord(letter) not in has and len(parts) == 2 and parts[1] in MARKS:
            letters[at] = parts[0]
            marks.append((at, MARKS[parts[1]]))
    return "".join(letters), marks
