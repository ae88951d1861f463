"""What a game remembers of the table, written beside its moves: after a restart it is known."""

from contextlib import suppress
from math import inf

from companion.errors import JournalError
from companion.table.shapes import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import Journal
from vision.clock import Clock

EVERY_S = 1.0
"""It is written at most so often: a disk is not worn out by it."""


class Remembered:
    """Writes what is remembered where that has changed."""

    def __init__(self, journal: Journal, clock: Clock) -> None:
        self._journal, self._clock = journal, clock
        self._words: JsonObject | None = None
        self._at = -inf

    def note(self, words: JsonObject | None) -> None:
        """Take note of what was just written together with a move."""
        self._words, self._at = words, self._clock.now()

    def keep(self, sitting: Sitting | None) -> None:
        """Write what a game that goes on remembers now, unless it is written or was a moment ago."""
        if sitting is None or sitting.position.has_ended or self._clock.now() - self._at < EVERY_S:
            return
        words = sitting.memory_words()
        if words is not None and words != self._words:
            with suppress(JournalError):  # nothing was accepted; what is accepted next is refused then
                self._journal.keep_memory(sitting.number, words, sitting.early_words())
                self.note(words)
