"""Everything that hands lay on a simulated table, and the boards that they lay it on."""

from dataclasses import dataclass

from vision.workshop.simulation.boards.things import LaidBoard, Pawn, Slab
from vision.workshop.simulation.tokens.things import Block, Gem, LaidGemBoard, LaidSheet, Stone

Board = LaidBoard | LaidGemBoard


@dataclass(frozen=True)
class ThingsNow:
    """All things beside dice at one moment; ``carried``: the slabs that a hand holds or pushes."""

    slabs: tuple[Slab, ...] = ()
    pawns: tuple[Pawn, ...] = ()
    carried: tuple[Slab, ...] = ()
    gems: tuple[Gem, ...] = ()
    stones: tuple[Stone, ...] = ()
    sheets: tuple[LaidSheet, ...] = ()
    blocks: tuple[Block, ...] = ()


NOTHING = ThingsNow()
