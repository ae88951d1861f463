"""Server-sent events: what the table tells, at once, to each role only its own.

The form is https://html.spec.whatwg.org/multipage/server-sent-events.html. Each stream holds one thread
of the server, so their number is bounded.
"""

import threading
import zlib
from collections.abc import Callable, Iterator
from secrets import randbelow

from flask import Response, request

from companion.table.service import Change, TableService
from web.callers import Caller, Callers
from web.encoding import encode
from web.errors import TooManyStreams

MOST_STREAMS = 40
GZIP = zlib.MAX_WBITS + 16
"""Says to zlib that gzip's own head goes before what is compressed."""
WAIT_S = 1.0
QUIET_WAITS = 5
RETRY_MS = 1000
# Each start of the table counts from a base of its own, so that a page which was away meanwhile does not
# take old numbers for new ones. Small enough to be exact in JavaScript.
STARTS, SPAN = 4_000_000, 1_000_000_000
# A comment keeps proxies awake; browsers do not show comments to a page, so it gets an event as well.
BEAT = ": still here\nevent: beat\ndata: {}\n\n"
# An empty id makes the browser forget where it was: another role's numbers mean nothing here.
FORGET = "id:\n\n"


class _Run:
    """One run of the server: whether it has ended, and how many streams it still has room for."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.places = threading.BoundedSemaphore(MOST_STREAMS)


class Streams:
    """All streams that are open."""

    def __init__(self, table: TableService, callers: Callers) -> None:
        self._table = table
        self._callers = callers
        self._base = randbelow(STARTS) * SPAN
        self._run = _Run()

    def begin(self) -> Callable[[], None]:
        """End every stream within ``WAIT_S`` seconds; return what ends those opened from now on.

        A server that is started anew has all places free, even where a thread of the one before hangs.
        """
        self._run.ended.set()
        self._run = _Run()
        return self._run.ended.set

    def open(self, caller: Caller) -> Response:
        """Return the reply that carries the caller's changes. Raises ``TooManyStreams``."""
        run = self._run
        after = self._last_event()
        if not run.places.acquire(blocking=False):
            raise TooManyStreams(f"{MOST_STREAMS} pages listen already", hint="Close some of them.")
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)

        def over() -> bool:
            return run.ended.is_set() or gone()

        lines = self._lines(caller, after, over)
        response = Response(lines, mimetype="text/event-stream")
        if request.accept_encodings["gzip"] > 0:
            response = Response(packed(lines), mimetype="text/event-stream")
            response.headers["Content-Encoding"] = "gzip"
        response.headers["X-Accel-Buffering"] = "no"
        # Also where the reply is given up before its first line was asked for.
        response.call_on_close(run.places.release)
        return response

    def _last_event(self) -> int | None:
        """The number of the last change the caller has had since this start; None if it says none."""
        given = request.headers.get("Last-Event-ID", "").strip()
        known = given.isascii() and given.isdigit() and len(given) < 20
        number = int(given) - self._base if known else 0
        return number if 0 < number < SPAN else None

    def _lines(self, caller: Caller, after: int | None, over: Callable[[], bool]) -> Iterator[str]:
        yield f"retry: {RETRY_MS}\n\n"
        quiet = 0
        while not over():
            changes = self._table.changes(caller.role, after, WAIT_S)
            if not self._callers.still(caller):
                yield FORGET
                return
            for change in changes:
                yield event(self._base + change.number, change)
                after = change.number
                if change.kind == "closed":
                    return
            quiet = 0 if changes else quiet + 1
            if quiet == QUIET_WAITS:
                yield BEAT
                quiet = 0


def packed(lines: Iterator[str]) -> Iterator[bytes]:
    """Compress lines one by one, so that none waits for the next; states are much alike."""
    packer = zlib.compressobj(wbits=GZIP)
    for line in lines:
        yield packer.compress(line.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)


def event(number: int, change: Change) -> str:
    """Return one change as the lines of an event."""
    data = encode(change.data).decode()
    return f"id: {number}\nevent: {change.kind}\ndata: {data}\n\n"
