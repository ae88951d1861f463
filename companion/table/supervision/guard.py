"""Guards calls into a game's own code, which may raise, hang or answer nonsense, so that the caller goes
on.

The call is made on a thread of its own. The caller waits at most ``allowed_s`` seconds; a thread that
stays away longer is given up, and its late answer is discarded.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import SimpleQueue
from time import monotonic
from typing import Any, TypeVar

from companion.errors import CompanionError
from companion.table.supervision.supervisor import (
    FIRST_RESTART_S,
    LAST_RESTART_S,
    MOST_STUCK,
    Fault,
    Nonsense,
)

_log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Job = tuple[Callable[[], Any], "Future[Any]"]


class OutOfOrder(CompanionError, RuntimeError, code="out_of_order"):
    """A part of the table does not answer at the moment."""


class _CallThread:
    """A thread that makes one call after the other until it is let go."""

    def __init__(self, part: str) -> None:
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self.thread = threading.Thread(target=self._work, name=part, daemon=True)
        self.thread.start()

    def _work(self) -> None:
        while (job := self.jobs.get()) is not None:
            call, answer = job
            try:
                result = call()
            except Exception as error:  # noqa: BLE001 - given to whoever waits for the answer
                with suppress(InvalidStateError):
                    answer.set_exception(error)
            else:
                with suppress(InvalidStateError):
                    answer.set_result(result)


class CallGuard:
    """Guards the calls to one ``part`` of the table. One call at a time; its owner ensures that.

    ``report(part, fault)`` is called with each fault, and with None when the part answers again. After a
    fault the part is left alone for a while (``rests``), so that a hanging part does not delay every
    caller.
    """

    def __init__(self, part: str, allowed_s: float, report: Callable[[str, Fault | None], None]) -> None:
        self._part, self._allowed_s, self._report = part, allowed_s, report
        self._thread: _CallThread | None = None
        self._stuck: list[threading.Thread] = []
        self._faults = 0
        self._rests_until = 0.0
        self._closed = False

    @property
    def rests_s(self) -> float | None:
        """Seconds until the part is asked again; None if nothing is wrong with it."""
        return max(0.0, self._rests_until - monotonic()) if self._faults else None

    def call(self, ask: Callable[[], Answer]) -> Answer:
        """Return what ``ask`` returns. Raises ``OutOfOrder`` when it does not answer as it should."""
        if self._closed:
            raise OutOfOrder(f"{self._part} has ended with the table")
        if len(self._alive()) >= MOST_STUCK:
            self._rests_until = monotonic() + LAST_RESTART_S
        if self.rests_s:
            raise OutOfOrder(f"{self._part} is being started anew")
        self._thread = self._thread or _CallThread(self._part)
        answer: Future[Answer] = Future()
        self._thread.jobs.put((ask, answer))
        try:
            result = answer.result(self._allowed_s)
        except TimeoutError as error:
            # A call may raise a TimeoutError of its own: then it has ended, and its thread is free.
            self._fail(Fault(self._part, "raised" if answer.done() else "silent"), error)
        except Nonsense as error:
            self._fail(Fault(self._part, "nonsense"), error)
        except Exception as error:  # noqa: BLE001 - whatever a game's code may raise
            self._fail(Fault(self._part, "raised"), error)
        else:
            self._heal()
            return result
        raise OutOfOrder(f"{self._part} does not answer")

    def close(self) -> None:
        """End the thread; no more calls are made."""
        self._closed = True
        if self._thread is not None:
            self._thread.jobs.put(None)
            self._thread.thread.join(self._allowed_s)
            self._thread = None

    def _alive(self) -> list[threading.Thread]:
        self._stuck = [thread for thread in self._stuck if thread.is_alive()]
        return self._stuck

    def _fail(self, fault: Fault, error: Exception) -> None:
        if fault.kind == "silent":
            _log.error("%s has not answered for %.1f s; it is given up", fault.part, self._allowed_s)
            self._give_up()
        else:
            _log.error("%s has failed", fault.part, exc_info=error)
        self._rests_until = monotonic() + min(FIRST_RESTART_S * 2.0**self._faults, LAST_RESTART_S)
        self._faults += 1
        self._report(fault.part, fault)

    def _give_up(self) -> None:
        if self._thread is not None:
            self._thread.jobs.put(None)
            self._stuck.append(self._thread.thread)
            self._thread = None

    def _heal(self) -> None:
        if self._faults:
            self._faults, self._rests_until = 0, 0.0
            self._report(self._part, None)
