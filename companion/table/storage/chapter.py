"""The journal's record of a sitting, whichever file it is kept in."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from companion.table.shapes.values import JsonObject

By = Literal["camera", "tap", "box", "clock", "rule"]
"""The cause of a move: a reading, a tap on a page, a key of the box, the table's clock, or a rule."""


class Misshapen(ValueError):
    """The content is not what was written: a file of the journal is damaged."""


class NewerVersion(Misshapen):
    """A later version of this program has written the file."""


@dataclass(frozen=True)
class Event:
    """One accepted move: its words as in a record, its cause, and its time (ISO 8601).

    ``at``: when it was accepted; ``happened_at``: when it happened at the table (a die came to rest, a
    key was pressed, a time ran out). Earlier versions did not write that down.
    """

    move_id: str
    words: JsonObject
    by: By
    at: str
    happened_at: str | None = None


@dataclass(frozen=True)
class MoveBatch:
    """Moves that were accepted together, what was then remembered of the table, and what was chosen
    ``early`` and waits for its turn.
    """

    events: tuple[Event, ...]
    memory: JsonObject | None
    early: tuple[JsonObject, ...] = ()


@dataclass(frozen=True)
class Opening:
    """The beginning of a sitting, and everything known of it except its moves.

    ``nameless``: the seats of players who want no entry, or whose entry was deleted. ``instead_of``: the
    earlier sitting that this one continues and replaces. ``moves``: the number of moves written;
    ``is_closed``: it was put away without a successor.
    """

    number: int
    opened_at: str
    first_line: JsonObject
    nameless: tuple[str, ...] = ()
    instead_of: int | None = None
    moves: int = 0
    is_closed: bool = False

    @property
    def seats(self) -> tuple[str, ...]:
        """Who played, clockwise."""
        return tuple(self.first_line["seats"])


@dataclass(frozen=True)
class Saved:
    """A sitting from its first line to its last batch.

    ``timer``: the key of the running time and the remaining seconds when this was last written; the rest
    as in ``Opening``.
    """

    number: int
    opened_at: str
    first_line: JsonObject
    batches: tuple[MoveBatch, ...] = ()
    timer: tuple[str, float] | None = None
    nameless: tuple[str, ...] = ()
    instead_of: int | None = None
    is_closed: bool = False

    @property
    def events(self) -> tuple[Event, ...]:
        """Every move, in order."""
        return tuple(event for batch in self.batches for event in batch.events)

    @property
    def opening(self) -> Opening:
        """Its beginning, and the number of moves played."""
        return Opening(
            self.number,
            self.opened_at,
            self.first_line,
            self.nameless,
            self.instead_of,
            len(self.events),
            self.is_closed,
        )

    @property
    def chapter(self) -> "Chapter":
        """What is needed to continue it."""
        last = self.batches[-1] if self.batches else MoveBatch((), None)
        return Chapter(
            self.number, self.first_line, self.events, last.memory, self.timer, early=last.early
        )


@dataclass(frozen=True)
class Chapter:
    """A sitting in the journal: first line, events, and the memory of the table.

    ``early``: secret moves that were chosen before their turn, as ``sitting/early.py`` writes them.
    ``timer``: the key of the running time and what was left of it, s, when this was last written.
    """

    sitting: int
    first_line: JsonObject
    events: tuple[Event, ...]
    memory: JsonObject | None
    timer: tuple[str, float] | None
    early: tuple[JsonObject, ...] = ()


def object_of(text: object) -> JsonObject:
    """Return the object that a text holds. Raises ``Misshapen``."""
    try:
        value = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError) as error:
        raise Misshapen("not JSON") from error
    if not isinstance(value, dict):
        raise Misshapen("no JSON object")
    return value


def first_line_of(value: Any) -> JsonObject:
    """Return a sitting's first line: what is played, and by whom. Raises ``Misshapen``."""
    seats = value.get("seats") if isinstance(value, dict) else None
    names = isinstance(seats, list) and all(isinstance(name, str) for name in seats)
    if not names or not isinstance(value.get("game"), str):
        raise Misshapen("no first line of a sitting")
    return dict(value)


def event_of(move_id: Any, words: Any, by: Any, at: Any, happened_at: Any) -> Event:
    """Return a move from its written form. Raises ``Misshapen``."""
    texts = all(isinstance(text, str) for text in (move_id, at))
    if not texts or by not in get_args(By) or not isinstance(happened_at, str | None):
        raise Misshapen("no move of a sitting")
    if not isinstance(words, dict) or not isinstance(words.get("move"), str):
        raise Misshapen("no words of a move")
    return Event(move_id, words, by, at, happened_at)


def timer_of(row: Sequence[Any] | None) -> tuple[str, float] | None:
    """Return the remaining time; None if it cannot be read."""
    key, left_s = row or (None, None)
    known = isinstance(key, str) and isinstance(left_s, float) and math.isfinite(left_s)
    return (str(key), max(0.0, float(left_s or 0))) if known else None
