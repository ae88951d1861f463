"""What the matcher tells of the cells of a board, and of the whole of it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from vision.matching.looks import Floats, Values


@dataclass(frozen=True)
class Name:
    """A taught label in a turn (quarters clockwise)."""

    label: str
    turns: int


@dataclass(frozen=True, eq=False)
class CellAnswer:
    """The possible contents of a cell: the probabilities of the bare place, of names, most likely first,
    and of an unknown piece, adding up to 1; besides these, of being covered, and of a taught pawn
    standing there; ``on``: which pawn it is, most likely first."""

    bare: float
    names: tuple[tuple[Name, float], ...]
    stranger: float
    covered: float
    pawn: float = 0.0
    on: tuple[tuple[str, float], ...] = ()

    def with_unknown(self, odds: float) -> "CellAnswer":
        """Return the same where an unknown piece is so much likelier than it was assumed to be."""
        most = 1 + self.stranger * (odds - 1)
        names = tuple((name, chance / most) for name, chance in self.names)
        return replace(self, bare=self.bare / most, names=names, stranger=self.stranger * odds / most)


@dataclass(frozen=True, eq=False)
class BestContent:
    """The most likely content of the cells that were compared, by their numbers: a sample's number and
    by how much it is shifted (rows, columns; px) unless it is the bare place; and how similar each place
    of the crop is to it (PLACES, PLACES)."""

    samples: dict[int, tuple[int, tuple[int, int]]]
    same: dict[int, Floats]

    def renewed(self, cells: Iterable[int], now: "BestContent") -> "BestContent":
        """Return it with these cells as they are now."""
        gone = set(cells)
        samples = {cell: one for cell, one in self.samples.items() if cell not in gone}
        same = {cell: one for cell, one in self.same.items() if cell not in gone}
        return BestContent(samples | now.samples, same | now.same)


@dataclass(frozen=True, eq=False)
class Context:
    """What all pieces of a board tell of each: how clear their likenesses are (CLEARNESS), and their
    logits (``honest.CONTEXT``)."""

    likenesses: Floats
    logits: Floats


@dataclass(frozen=True, eq=False)
class CellsCompared:
    """What comparing some cells gave: the probabilities of the bare place, each name, an unknown piece
    (n, 1 + names + 1); how clear the whole board is; what explains them; the features (n, 2) of being
    covered: how similar each is to the sample, or the bare place, that is most similar to it, and how
    much less so than the board's pieces are."""

    chances: Values
    context: Context
    explained: BestContent
    cover: Values


@dataclass(frozen=True, eq=False)
class BoardAnswer:
    """The possible contents of each cell, row after row, and how clear the whole board is; the board in
    the taught light, and what explains the cells that were compared."""

    answers: list[CellAnswer]
    context: Context
    seen: Floats
    explained: BestContent
