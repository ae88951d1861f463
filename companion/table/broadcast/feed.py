"""News, for each role separately: numbered so that gaps reveal nothing about the others."""

from collections import deque
from threading import Condition

from companion.games.game import Role
from companion.table.service import Change
from companion.table.shapes.values import JsonObject

KEPT = 200
"""Changes kept for each role; a page that was away longer gets the whole state instead."""
KEPT_STATES = 4
"""Most of these that may be whole states, which grow with the game: enough for a phone that was away
briefly."""


class Feed:
    """The changes of every role that has asked or was sent anything. Safe to use from any thread."""

    def __init__(self) -> None:
        self._news = Condition()
        self._changes: dict[Role, deque[Change]] = {}
        self._numbers: dict[Role, int] = {}
        self._closed = False

    def publish(self, role: Role, kind: str, data: JsonObject) -> None:
        """Add a change for one role and wake whoever waits for it."""
        with self._news:
            number = self._numbers.get(role, 0) + 1
            self._numbers[role] = number
            kept = self._changes.setdefault(role, deque(maxlen=KEPT))
            kept.append(Change(number, kind, data))
            while sum(change.kind == "state" for change in kept) > KEPT_STATES:
                kept.popleft()
            self._news.notify_all()

    def forget(self, role: Role | None = None) -> None:
        """Forget all changes, or one role's: a newcomer must not get the changes of earlier phones."""
        with self._news:
            if role is None:
                self._changes.clear()
            else:
                self._changes.pop(role, None)

    def number(self, role: Role) -> int:
        """Return the number of the role's last change; 0 before the first."""
        with self._news:
            return self._numbers.get(role, 0)

    def holds_all_after(self, role: Role, number: int | None) -> bool:
        """Tell whether a page that knows the changes up to ``number`` can be sent all later ones."""
        with self._news:
            kept, last = self._changes.get(role), self._numbers.get(role, 0)
            oldest = kept[0].number if kept else last + 1
            return number is not None and oldest - 1 <= number <= last

    def after(self, role: Role, number: int, timeout_s: float) -> list[Change]:
        """Wait for changes of the role after ``number``; empty if the time runs out first."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._numbers.get(role, 0) > number, timeout_s)
            if self._closed:
                return [Change(self._numbers.get(role, 0) + 1, "closed", {})]
            return [change for change in self._changes.get(role, ()) if change.number > number]

    @property
    def closed(self) -> bool:
        """Whether no more will come."""
        with self._news:
            return self._closed

    def close(self) -> None:
        """Tell everyone who waits that no more will come."""
        with self._news:
            self._closed = True
            self._news.notify_all()
