"""How a connection passes from the thread that answers a request to a stream that needs no thread.

A reply that is a stream announces that in the request's environment. Its first bytes, including the
header, are written like any reply's; then the thread is free, and one thread (``pump``) writes to all
streams.
"""

from collections.abc import Callable
from typing import Any

from waitress.task import WSGITask

CARRY = "companion.carry"
"""The key in a request's environment for the object that takes a stream over: a ``Carry``."""

Write = Callable[[bytes], bool]
"""Writes a piece of a stream without waiting; returns False if nobody takes it any more."""


class Carry:
    """A stream's way out of the thread that began it. ``taken`` gets two functions: one writes, the
    other ends the stream."""

    def __init__(self) -> None:
        self.taken: Callable[[Write, Callable[[], None]], None] | None = None


class CarryingTask(WSGITask):  # type: ignore[misc]
    """Answers a request, and hands a stream over once its first bytes are written."""

    channel: Any

    def get_environment(self) -> dict[str, Any]:
        """Return the request's environment, with a way out of this thread."""
        environ: dict[str, Any] = super().get_environment()
        environ.setdefault(CARRY, Carry())
        return environ

    def finish(self) -> None:
        """End the reply, unless it goes on as a stream."""
        carry: Carry = self.get_environment()[CARRY]
        if carry.taken is None or not self.has_body or self.request.command == "HEAD":
            super().finish()
            return
        self.close_on_finish = False
        self.channel.carries = True
        carry.taken(self._tell, self._end)

    def _tell(self, data: bytes) -> bool:
        framed = b"%X\r\n%b\r\n" % (len(data), data) if self.chunked_response else data
        told: bool = self.channel.tell(framed)
        return told

    def _end(self) -> None:
        if self.chunked_response:
            self.channel.tell(b"0\r\n\r\n")
        self.channel.hang_up()
