"""What a game has to be printed: drawn on pages in millimetres, which somebody else makes a file of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

PointMm = tuple[float, float]


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

    def text(
        self, left: float, baseline: float, text: str, *, size: float = 7.5, bold: bool = False
    ) -> None:
        """Write a line of text; ``size`` in points."""

    def ruler(self, left: float, y: float) -> None:
        """Draw a line to measure, and say above it how to print."""


@dataclass(frozen=True)
class Sheet:
    """A thing to be printed on A4, upright."""

    title: str
    draw: Callable[[Pages], None]
