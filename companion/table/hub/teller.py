"""What is sent next, and when again: a line counts as told once the hub says that it is stored."""

import json
import logging
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from companion.table.hub.chronicle import Chronicle
from companion.table.hub.topics import VERSION
from companion.table.shapes.values import JsonObject, as_text
from companion.table.storage.files import write_whole
from vision.given_files import text_of

_log = logging.getLogger(__name__)

BOOK: Final = "hub-book"
"""The file in the data folder that keeps which book of lines this is."""
MOST_BYTES: Final = 32
AHEAD: Final = 256
"""Most lines on their way at once: a hub that is slow or away is not sent more."""
AT_ONCE: Final = 64
"""Most lines in one message: some 20 kB."""
AT_MOST_BYTES: Final = 100_000
"""Most bytes of lines in one message, unless one line alone has more: hubs refuse 256 kB. Lines are long
where moves that change many others are taken back again and again."""
AGAIN_AFTER_S: Final = (2.0, 30.0)
"""Seconds without news from the hub until everything it has not stored is sent again: doubled each time,
from the first to the second number."""
STORED_WITHIN_S: Final = 1.0
"""Seconds after connecting in which the broker says what the hub has stored, so that none of that is
sent again."""


@dataclass(frozen=True)
class StoredAtHub:
    """What the hub says: up to which line of which book it has stored, and the check of that line."""

    book: int = 0
    told: int = 0
    check: str = ""


def parse_stored(payload: bytes | bytearray) -> StoredAtHub | None:
    """Return what the hub says; None if it cannot be understood."""
    try:
        said: Any = json.loads(payload)
        found = StoredAtHub(int(said["book"]), int(said["told"]), str(said["check"]))
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return found if min(found.book, found.told) >= 0 else None


class Book:
    """The number of this book of lines: a table that was set back to an earlier day begins another.

    Otherwise lines of two pasts would get the same numbers, and the hub would take one for the other.
    """

    def __init__(self, data: Path) -> None:
        self._path = data / BOOK
        self.number = _kept(self._path)

    def turn_to(self, number: int) -> None:
        """Go on in that book. If that cannot be kept, the hub says it again after the next start."""
        self.number = number
        try:
            write_whole(self._path, f"{number}\n".encode())
        except OSError as error:
            _log.warning("%s cannot be kept: %s", BOOK, error.strerror or error)


def _kept(path: Path) -> int:
    try:
        number = int(text_of(path, MOST_BYTES)) if path.exists() else 1
    except (OSError, ValueError):
        number = 1
    return max(1, number)


class Teller:
    """Decides what to send; ``send`` takes each message. Asked by one thread."""

    def __init__(
        self,
        chronicle: Chronicle,
        book: Book,
        wall: Callable[[], datetime],
        send: Callable[[str], None],
    ) -> None:
        """``wall``: the table's time of day, by which the hub sees whether that is right."""
        self._chronicle, self._book, self._wall, self._send = chronicle, book, wall, send
        self._told: int | None = None
        """Up to which line the hub has stored this book; None while nobody has said so."""
        self._sent = 0
        self._since, self._patience_s = 0.0, AGAIN_AFTER_S[0]

    @property
    def is_behind(self) -> bool:
        """Whether the hub lacks something that may be told."""
        return self._told is None or self._told < self._chronicle.tellable

    def connected(self, now: float) -> None:
        """Begin again: what was on its way may be lost."""
        self._told, self._since, self._patience_s = None, now, AGAIN_AFTER_S[0]

    def heard(self, stored: StoredAtHub, now: float) -> None:
        """Take in what the hub has stored."""
        told, before = self._mine(stored), self._told
        # One that says less than before may only be late: what it lacks is sent again in a while.
        self._told, self._sent = told, told if before is None else max(told, self._sent)
        if before is None or told > before:
            self._since, self._patience_s = now, AGAIN_AFTER_S[0]

    def _mine(self, stored: StoredAtHub) -> int:
        """Return how much of this book is stored; begin another if the hub knows another past."""
        if stored.book < self._book.number:
            return 0
        is_past = stored.told <= self._chronicle.tellable
        is_same = is_past and stored.check == self._chronicle.check(stored.told)
        if not is_same:
            self._book.turn_to(stored.book + 1)
            return 0
        if stored.book > self._book.number:
            self._book.turn_to(stored.book)
        return stored.told

    def tell(self, now: float) -> None:
        """Send what is due."""
        if self._told is None:
            if now - self._since < STORED_WITHIN_S:
                return
            self._told = self._sent = 0
        if not self.is_behind:
            self._since = now
        elif now - self._since >= self._patience_s:
            self._sent, self._since = self._told, now
            self._patience_s = min(2 * self._patience_s, AGAIN_AFTER_S[1])
        while self._sent < min(self._chronicle.tellable, self._told + AHEAD):
            self._send(self._next())

    def _next(self) -> str:
        assert self._told is not None
        most = min(AT_ONCE, self._told + AHEAD - self._sent)
        lines = _fitting(self._chronicle.lines(self._sent, most))
        first = self._sent + 1
        self._sent += len(lines)
        words = {
            "v": VERSION,
            "sent": self._wall().isoformat(),
            "book": self._book.number,
            "first": first,
            "lines": lines,
            "check": self._chronicle.check_of(self._sent, lines[-1]),
        }
        return as_text(words)


def _fitting(lines: Sequence[JsonObject]) -> Sequence[JsonObject]:
    """Return as many of the first lines as one message holds, at least one."""
    ends = accumulate(len(as_text(line).encode()) for line in lines)
    return lines[: max(1, bisect_right([*ends], AT_MOST_BYTES))]
