"""A game's board that is laid of parts, which an owner teaches by photographs: what the game says of it.

A game that has one has a module ``mosaic`` in its folder, which holds it as ``MOSAIC``.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from companion.table.shapes.values import JsonObject

Drawing = Sequence[str]
"""A part as its game draws it: at odd places of odd lines the marks of its fields, between them the ways
(a space) and walls (``#``)."""


class Mosaic(ABC):
    """What is asked of a game. Stateless."""

    option: str
    """The option that takes such a board's data."""
    parts: int
    columns: int
    rows: int
    """How many parts there are, and in how many columns and rows they lie."""
    fields: int
    """Usual number of fields along a part's side."""
    legend: Mapping[str, str]
    """What each mark of a drawing is; the first is bare floor."""
    counts: Mapping[str, Mapping[str, int]]
    """What is laid on fields of a kind, and how many of each there usually are."""

    @abstractmethod
    def data(
        self,
        name: str,
        parts: Mapping[str, Drawing],
        layout: Sequence[Sequence[str]],
        counts: Mapping[str, Mapping[str, int]],
    ) -> JsonObject:
        """Return the data that the option takes."""

    @abstractmethod
    def faults(self, data: JsonObject) -> list[str]:
        """Return why a game cannot be begun with that; nothing where it can."""
