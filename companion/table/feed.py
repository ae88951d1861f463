"""What is new, for each role by itself: numbered so that a gap tells nothing of the others."""

from collections import deque
from collections.abc import Callable
from threading import Condition

from companion.games.game import Role
from companion.table.service import Change
from companion.table.shapes import JsonObject

KEPT = 200
"""So many changes a role are kept; who was away longer gets the whole state instead."""


class Feed:
    """The changes of every role that has asked or been told. Safe to use from any thread."""

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
            self._changes.setdefault(role, deque(maxlen=KEPT)).append(Change(number, kind, data))
            self._news.notify_all()

    def after(
        self, role: Role, number: int | None, timeout_s: float, whole: Callable[[], JsonObject]
    ) -> list[Change]:
        """Wait for changes of the role after ``number``; ``whole()`` is the state for a newcomer.

        A newcomer (None), or one whose number is not known here, gets one ``state`` at once.
        """
        with self._news:
            last = self._numbers.get(role, 0)
            lost = number is None or number > last or number < self._oldest(role) - 1
            if not lost and not self._closed and number == last:
                self._news.wait_for(lambda: self._closed or self._numbers.get(role, 0) > last, timeout_s)
            if self._closed:
                return [Change(self._numbers.get(role, 0) + 1, "closed", {})]
            if not lost:
                assert number is not None
                return [change for change in self._changes.get(role, ()) if change.number > number]
        data = whole()
        with self._news:
            return [Change(self._numbers.get(role, 0), "state", data)]

    def close(self) -> None:
        """Tell everyone who waits that no more will come."""
        with self._news:
            self._closed = True
            self._news.notify_all()

    def _oldest(self, role: Role) -> int:
        kept = self._changes.get(role)
        return kept[0].number if kept else self._numbers.get(role, 0) + 1
