"""How a board and its pieces look: colours, and how squares and buildings are shown."""

from dataclasses import dataclass
from typing import Literal

from vision.workshop.simulation.boards.pen import Ink

Squares = Literal["lines", "dashes", "cards", "corners", "dots"]
Growth = Literal["grass", "pebbles", "cracks", "stars", "none"]
Sight = Literal["front", "roof", "flat"]
Badge = Literal["disc", "square", "bare"]


@dataclass(frozen=True)
class BoardStyle:
    """How one make of board looks.

    ``ground``: its two colours, mottled by ``mottling``; ``squares``: how a cell's edge is printed;
    ``growth``: other things scattered on plain ground; ``sight``: buildings from the front, from above,
    or as plain signs; ``roofs``: a colour for each type of building.
    """

    ground: tuple[Ink, Ink]
    mottling: float
    squares: Squares
    square_ink: Ink
    growth: Growth
    growth_ink: Ink
    sight: Sight
    roofs: tuple[Ink, ...]
    hut: Ink
    badge: Badge
    badge_ink: Ink
    number_ink: Ink
    frame: Ink
    dense: float = 1.0


@dataclass(frozen=True)
class PieceStyle:
    """The looks of one make's pieces: ground, colours of the lines along them, cut sides."""

    ground: Ink
    mottling: float
    growth: Growth
    growth_ink: Ink
    road: Ink
    water: Ink
    rails: Ink
    bricks: Ink
    mark: Ink
    marked: Ink
    sides: Ink
    rim: Ink | None = None
