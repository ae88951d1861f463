"""A game's side table: what is kept by tap and by eye beside whatever is being played.

None of it changes the game that is played. A game that has one has a module ``side_table`` in its
folder, which holds it as ``SIDE_TABLE``. Like a play it keeps nothing itself: it is asked about what is
kept of it, which the table never looks into.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from companion.games.game import Words
from companion.table.hooks.position import Readings
from companion.table.hooks.verdict import JsonObject, Verdict

KeptT = TypeVar("KeptT")
MemoryT = TypeVar("MemoryT")


class SideTable(ABC, Generic[KeptT, MemoryT]):
    """What the table asks about one. Stateless: one instance serves all evenings."""

    sets: ClassVar[Mapping[str, str]] = {}
    """The set of each kind of pieces that is read at it."""

    @abstractmethod
    def laid_out(self) -> KeptT:
        """Return it before anything was done."""

    @abstractmethod
    def done(self, kept: KeptT, words: Words) -> KeptT:
        """Return it once something is done, in words like a move's. Raises BadMove, IllegalMove."""

    @abstractmethod
    def view(self, kept: KeptT) -> JsonObject:
        """Return what all may know of it: everything."""

    @abstractmethod
    def words(self, kept: KeptT) -> JsonObject:
        """Write it as it is kept over a restart."""

    @abstractmethod
    def of_words(self, words: JsonObject) -> KeptT:
        """Read what was kept. Raises a CompanionError, LookupError, TypeError, AttributeError."""

    @abstractmethod
    def is_watched(self, kept: KeptT) -> bool:
        """Tell whether pieces are to be read for it now."""

    @abstractmethod
    def nothing_seen(self) -> MemoryT:
        """Return what is remembered of the table before anything was seen."""

    @abstractmethod
    def weigh(self, kept: KeptT, memory: MemoryT, readings: Readings) -> Verdict[MemoryT]:
        """Say what finished readings mean; asked only while it ``is_watched``."""

    @abstractmethod
    def entered(self, words: Words, memory: MemoryT, readings: Readings) -> Any:
        """Return what is remembered once a person did that by hand."""
