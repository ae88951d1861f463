"""The printable sheets of a game: drawn on pages in millimetres; the caller makes a file of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

PointMm = tuple[float, float]
Told = Callable[[str], Sequence[str]]
"""Gives the text of a code in every language that the table speaks."""


class Pages(Protocol):
    """One page after another, in millimetres from its top left corner, y down."""

    def next(self) -> None:
        """Go on with a fresh page."""

    def shape(
        self, corners: Sequence[PointMm], *, fill: float | None = None, width: float = 0.3
    ) -> None:
        """Draw a closed shape with a black edge; ``fill``: the grey within, from 0 (black) to 1."""

    def line(self, points: Sequence[PointMm], *, grey: float = 0, width: float = 0.3) -> None:
        """Draw straight lines from point to point."""

    def dashed(self, points: Sequence[PointMm], *, grey: float = 0, width: float = 0.3) -> None:
        """Draw lines of dashes from point to point: a fold, or where to cut."""

    def sign(self, path: str, origin: PointMm, scale: float) -> None:
        """Fill a path as in SVG; its 0, 0 comes to ``origin``, and its 1 is ``scale`` mm long."""

    def text(
        self, left: float, baseline: float, text: str, *, size: float = 7.5, bold: bool = False
    ) -> None:
        """Write a line of text; ``size`` in points."""

    def ruler(self, left: float, y: float) -> None:
        """Draw a line to measure, and say above it how to print."""


@dataclass(frozen=True)
class PrintedSheet:
    """A thing to be printed on A4, upright."""

    title: str
    draw: Callable[[Pages, Told], None]
