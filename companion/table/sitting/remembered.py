"""A game's memory of the table, written beside its moves, so that it survives a restart."""

from contextlib import suppress
from math import inf

from companion.errors import JournalError
from companion.table.shapes.values import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Journal
from vision.clock import Clock

EVERY_S = 1.0
"""Least seconds between two writes: they must not wear out the disk."""


class Remembered:
    """Writes the memory if it has changed."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal, self._clock = journal, clock
        self._words: JsonObject | None = None
        self._at = -inf

    def note(self, words: JsonObject | None) -> None:
        """Note the memory that was just written together with a move."""
        self._words, self._at = words, self._clock.now()

    def keep(self, sitting: Sitting | None) -> None:
        """Write the present memory of the game under way, unless it is already written, or something was
        written a moment ago."""
        if sitting is None or sitting.position.has_ended or self._clock.now() - self._at < EVERY_S:
            return
        words = sitting.memory_words()
        if words is not None and words != self._words:
            with suppress(JournalError):  # nothing was accepted; the next move will be refused
                self._journal.keep_memory(sitting.number, words, sitting.early_words())
                self.note(words)
