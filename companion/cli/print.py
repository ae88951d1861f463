"""``companion print markers|mat OUT.pdf``: what is laid on the table, true to the millimetre."""

from collections.abc import Callable
from io import BytesIO
from typing import IO

import click
import numpy as np
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.markers import (
    A4_LANDSCAPE,
    CARD_BORDER_MM,
    MARKER_IDS,
    MARKER_SIDE_MM,
    MAT_LAYOUT,
    MAT_PAPER_MARGIN_MM,
    draw_marker,
)

HOW_TO_PRINT = 'Print at 100 % ("actual size"), not "fit to page". This line is 100 mm long:'
RULER_MM, TICK_MM = 100, 10
CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Where the cards lie round the play area, by their numbers, as the players see it."""
CARD_MM = MARKER_SIDE_MM + 2 * CARD_BORDER_MM
LABEL_MM = 8.0
"""A card has a strip below its marker's border for words, beyond what the camera needs white."""
CUT_GREY, TEXT_GREY = 0.6, 0.35


@click.command()
@click.argument("what", type=click.Choice(["markers", "mat"]))
@click.argument("out", type=click.File("wb"), metavar="OUT.pdf")
def command(what: str, out: IO[bytes]) -> None:
    """Make a PDF to print: four marker cards to cut out, or an A4 mat for dice with markers on it."""
    makers: dict[str, Callable[[], bytes]] = {"markers": marker_cards, "mat": mat}
    out.write(makers[what]())
    click.echo(f"{out.name}: print it at 100 %, then measure its line: 100 mm.", err=True)


def marker_cards() -> bytes:
    """Return an A4 page with the four cards to cut out, as PDF."""
    width, height = (extent / mm for extent in A4)
    page = _Page("Marker cards", width, height)
    between = (width - 2 * CARD_MM) / 3
    for number, corner in zip(MARKER_IDS, CORNERS, strict=True):
        column, row = int("right" in corner), int("bottom" in corner)
        left = between + column * (CARD_MM + between)
        top = 30 + row * (CARD_MM + LABEL_MM + 20)
        page.marker(number, left + CARD_BORDER_MM, top + CARD_BORDER_MM)
        page.text(left + CARD_BORDER_MM, top + CARD_MM + 4, f"{number}: {corner}")
        page.outline(left, top, CARD_MM, CARD_MM + LABEL_MM)
    page.text(
        25, 20, "Cut along the grey lines. Lay the cards at the corners of where you play, as here."
    )
    page.ruler((width - RULER_MM) / 2, height - 30)
    return page.finished()


def mat() -> bytes:
    """Return the A4 mat for dice, as PDF."""
    width, height = A4_LANDSCAPE
    page = _Page("Dice mat", width, height)
    for number, corners in zip(MARKER_IDS, MAT_LAYOUT.corners_mm(), strict=True):
        left, top = (corners[0] + MAT_PAPER_MARGIN_MM).tolist()
        page.marker(number, left, top)
    page.ruler((width - RULER_MM) / 2, height - 7)
    return page.finished()


class _Page:
    """One page in millimetres from its top left corner, y down."""

    def __init__(self, title: str, width_mm: float, height_mm: float) -> None:
        self._file = BytesIO()
        size = A4 if width_mm < height_mm else landscape(A4)
        self._canvas = Canvas(self._file, pagesize=size, invariant=True)
        self._canvas.setTitle(title)
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._top = size[1]

    def marker(self, number: int, left: float, top: float) -> None:
        """Draw a marker without its white border."""
        cells = draw_marker(number, 6) == 0
        cell = MARKER_SIDE_MM / len(cells)
        # One path: between shapes of their own a printer's rounding would leave fine white lines.
        path = self._canvas.beginPath()
        for row, column in np.argwhere(cells).tolist():
            x, y = (left + column * cell) * mm, self._top - (top + (row + 1) * cell) * mm
            path.rect(x, y, cell * mm, cell * mm)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def outline(self, left: float, top: float, width: float, height: float) -> None:
        """Draw a thin grey line to cut along."""
        self._canvas.setStrokeGray(CUT_GREY)
        self._canvas.setLineWidth(0.1 * mm)
        self._canvas.rect(left * mm, self._top - (top + height) * mm, width * mm, height * mm)

    def text(self, left: float, baseline: float, text: str) -> None:
        """Write a line of small text."""
        self._canvas.setFillGray(TEXT_GREY)
        self._canvas.setFont("Helvetica", 8)
        self._canvas.drawString(left * mm, self._top - baseline * mm, text)

    def ruler(self, left: float, y: float) -> None:
        """Draw a line to measure, and say above it how to print."""
        self.text(left, y - 3, HOW_TO_PRINT)
        self._canvas.setStrokeGray(TEXT_GREY)
        self._canvas.setLineWidth(0.2 * mm)
        height = self._top - y * mm
        self._canvas.line(left * mm, height, (left + RULER_MM) * mm, height)
        for tick in range(0, RULER_MM + 1, TICK_MM):
            x = (left + tick) * mm
            self._canvas.line(x, height - mm, x, height + mm)

    def finished(self) -> bytes:
        """Return the page as PDF."""
        self._canvas.save()
        return self._file.getvalue()
