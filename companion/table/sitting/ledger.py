"""The sitting that is played, move by move: what happened, when, and what caused it.

Not locked. Every move is on disk before anyone sees it.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import inf
from typing import Any

from companion.errors import BadMove, BadRecord, CompanionError, IllegalMove, JournalError
from companion.games.history import UNDO
from companion.games.record import rename_within
from companion.table.hooks.timing import Happened
from companion.table.hooks.verdict import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.storage.journal import By, Chapter, Event, Journal
from vision.clock import Clock

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Cause:
    """The cause of a move, and when it happened, in seconds of the table's clock."""

    by: By
    at: float


class Ledger:
    """Continues at the journal's end, if today's rules can play that sitting.

    ``sitting``: the one that is played, or the last one; None: none. ``times``: when each of its moves
    happened, in seconds of the table's clock, as far as known.
    """

    def __init__(self, journal: Journal, clock: Clock, wall: Callable[[], datetime]) -> None:
        self._journal, self._clock, self._wall = journal, clock, wall
        self._remembered = Remembered(journal, clock)
        chapter = journal.last()
        self.sitting = None if chapter is None else _resume(chapter)
        self.is_broken = chapter is not None and self.sitting is None
        """Whether today's rules cannot play the last sitting."""
        self.times: list[float | None] = [None] * (len(self.sitting.events) if self.sitting else 0)

    @property
    def current(self) -> Sitting:
        """The sitting. Raises IllegalMove if there is none."""
        if self.sitting is None:
            raise IllegalMove("no game is being played", hint="The host starts one on /host.")
        return self.sitting

    @property
    def last_move_at(self) -> float:
        """When the last move happened, in seconds of the table's clock; minus infinity if unknown."""
        at = self.times[-1] if self.times else None
        return -inf if at is None else at

    def open(self, first_line: JsonObject, nameless: Sequence[str]) -> Sitting:
        """Return a new sitting, which the journal has."""
        number = self._journal.open_sitting(first_line, self._iso(self._clock.now()), nameless)
        return Sitting.begin(number, first_line)

    def append(self, began: Sitting, events: Sequence[Event], instead_of: int) -> Sitting:
        """Return a new sitting after moves taken over from the one that it replaces."""
        after = began.after(events, began.memory)
        self._journal.append(began.number, events, after.memory_words(), instead_of)
        return after

    def take_up(self, sitting: Sitting | None) -> None:
        """Go on with this sitting; None: with none."""
        self.sitting, self.times = sitting, [None] * (len(sitting.events) if sitting else 0)

    def put_away(self) -> None:
        """End the sitting without starting another; its moves are kept."""
        self._journal.close_sitting()
        self.take_up(None)

    def reread(self) -> bool:
        """Take up the sitting with the players' names as the journal has them now; tell whether there is
        one."""
        chapter = self._journal.last()
        if self.sitting is None or chapter is None:
            return False
        seats = self.sitting.history.setup.seats
        names = dict(zip(seats, chapter.first_line["seats"], strict=True))
        memory = self.sitting.memory_words() or {}
        told = {key: rename_within(each, names) for key, each in memory.items()}
        self.sitting = Sitting.resume(replace(chapter, memory=told or None))
        return True

    def find_causes(self, moves: Sequence[JsonObject], source: Cause) -> list[Happened]:
        """Return moves with their causes; those that are only replayed keep their old cause."""
        steps, undone = list(self.current.history.steps()), list[Happened]()
        found: list[Happened] = []
        for words in moves:
            if words.get("move") == UNDO and steps:
                number = steps.pop().number - 1
                event, at = self.current.events[number], self.times[number]
                undone.append(Happened(event.words, event.by, source.at if at is None else at))
            new = Happened(words, source.by, source.at)
            found.append(next((one for one in undone if one.words == words), new))
        return found

    def state_after(self, moves: Sequence[JsonObject]) -> Any:
        """Return the game's state after moves, which are not made."""
        now = self._clock.now()
        happened = [Happened(words, "camera", now) for words in moves]
        return self.after(happened, self.current.memory).history.state

    def after(self, moves: Sequence[Happened], memory: Any, move_id: str = "") -> Sitting:
        """Return the sitting after moves, which are not written yet. Raises BadMove, IllegalMove."""
        accepted = self._iso(self._clock.now())
        events = [Event(move_id, dict(one.words), one.by, accepted, self._iso(one.at)) for one in moves]
        return self.current.after(events, memory)

    def allows(self, moves: Sequence[Happened], memory: Any) -> bool:
        """Tell whether these moves are legal now."""
        try:
            self.after(moves, memory)
        except (BadMove, IllegalMove, BadRecord):
            return False
        return True

    def take_note(self, memory: Any) -> None:
        """Go on with what the game remembers of the table; it is not written yet."""
        self.sitting = self.current.after((), memory)

    def let_turns_come(self, sitting: Sitting, at: float) -> Sitting:
        """Return the sitting with the moves that had waited for a turn that has come now."""
        return sitting.turns_come(self._iso(at))

    def write(self, after: Sitting, at: float, times: Sequence[float] = ()) -> bool:
        """Write down what was played or chosen since, and go on with it; tell whether anything was.

        ``times``: when the moves happened; those that had waited for their turn happen ``at``.
        """
        before = self.current
        events, words = after.events[len(before.events) :], after.memory_words()
        if events:
            self._journal.append(after.number, events, words, early=after.early_words())
        elif after.early != before.early:
            self._journal.keep_memory(after.number, words, after.early_words())
        self._remembered.note(words)
        self.sitting = after
        self.times += [*times, *[at] * (len(events) - len(times))]
        return bool(events) or after.early != before.early

    def keep_memory(self) -> None:
        """Write what the game remembers of the table, if it has changed."""
        self._remembered.keep(self.sitting)

    def _iso(self, at: float) -> str:
        """Return a time of the table's clock as a time of day."""
        ago = timedelta(seconds=self._clock.now() - at)
        return (self._wall() - ago).isoformat(timespec="milliseconds")


def _resume(chapter: Chapter) -> Sitting | None:
    """Return the sitting in its last state; None if today's rules cannot play it."""
    try:
        return Sitting.resume(chapter)
    except (CompanionError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        _log.error("the last game cannot be played on: %s", type(error).__name__)
        return None


EVERY_S = 1.0
"""Least seconds between two writes: they must not wear out the disk."""


class Remembered:
    """Writes a game's memory of the table beside its moves, if it has changed: it survives a restart."""

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
