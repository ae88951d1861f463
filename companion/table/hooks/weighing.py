"""What a game makes of readings: proposals, and the memory of what lay where."""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic

from companion.table.hooks.misread_cells import MisreadCell
from companion.table.hooks.position import Position, Readings, StateT
from companion.table.hooks.verdict import Choice, JsonObject, MemoryT, Verdict
from companion.table.storage.codec import as_json, from_json
from companion.table.tracking.beam import Tells
from vision.readings.dice import Die


class Weighs(Generic[StateT, MemoryT]):
    """What settled readings mean in a position, and what a game remembers of them."""

    memory: ClassVar[type[Any] | None] = None
    """The type of what the game remembers: as it is made without arguments nothing was seen yet, and the
    journal keeps it by its fields (``storage/codec.py``). None if the game remembers nothing."""

    def nothing_seen(self) -> Any:
        """Return the memory before anything was seen."""
        return None if self.memory is None else self.memory()

    def memory_words(self, memory: MemoryT | None) -> JsonObject | None:
        """Write the memory in the journal's form; None if nothing is stored."""
        return None if memory is None else dict(as_json(memory))

    def memory_of(self, words: JsonObject) -> Any:
        """Read the form that the journal stored. Raises LookupError, TypeError, ValueError."""
        return None if self.memory is None else from_json(self.memory, words)

    def weigh(
        self,
        position: Position[StateT],
        memory: Any,
        readings: Readings,
    ) -> Verdict[Any]:
        """Say what settled readings mean in this position. May take a second; it never guesses.

        While kinds of pieces are ``unsettled``, an empty verdict changes nothing.
        """
        return Verdict(memory)

    def tells(self, position: Position[StateT], *, rolled: bool) -> Tells | None:
        """Return the game's description of its pieces if they are tracked: the possible actions of
        hands.

        ``rolled``: some dice were seen to roll. None if the game explains its pieces itself.
        """
        return None

    def glimpsed(
        self,
        position: Position[StateT],
        memory: Any,
        readings: Readings,
    ) -> Any:
        """Return the memory after a rest that was read only once before things moved again."""
        return memory

    def still_lies(
        self,
        position: Position[StateT],
        moves: Sequence[JsonObject],
        readings: Readings,
    ) -> bool:
        """Tell whether the offered moves are still seen as they were read; only called for pieces that
        ``stays`` says stay."""
        return True

    def entered(
        self,
        words: JsonObject,
        memory: Any,
        readings: Readings,
    ) -> Any:
        """Return the memory after a move that was entered by hand, not read."""
        return memory

    def misread(
        self,
        before: Position[StateT],
        after: Position[StateT],
        readings: Readings,
    ) -> Sequence[MisreadCell]:
        """Return the cells that were read wrongly, as a move that was entered by hand says."""
        return ()

    def refused(
        self,
        position: Position[StateT],
        memory: Any,
        moves: Sequence[JsonObject],
    ) -> Any:
        """Return the memory after a person said that the offered moves were not made."""
        return memory

    def put_right(self, memory: Any, read: Die, face: str) -> Any:
        """Return the memory if a die really shows another face than was read."""
        return memory

    def stands_for(self, words: JsonObject, choice: Choice[Any]) -> bool:
        """Tell whether a move entered by hand equals one of the table's own choices.

        That choice includes the places of the pieces, and is used instead.
        """
        return False

    def drawn(
        self,
        state: StateT,
        memory: Any,
        readings: Readings,
    ) -> JsonObject:
        """Return what the game's page draws over the picture, besides the pieces.

        ``memory``: the memory of the table if the most probable meaning of the readings is true.
        """
        return {}
