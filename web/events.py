"""Server-sent events: what the table tells, at once, to each role only its own.

The form is https://html.spec.whatwg.org/multipage/server-sent-events.html. Each stream holds one thread
of the server, so their number is bounded.
"""

import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from secrets import randbelow

from flask import Response, request

from companion.table.service import Change, TableService
from web.callers import Caller, Callers
from web.encoding import encode
from web.errors import TooManyStreams
from web.lengths import filler, tells_by_length
from web.network import is_loopback

MOST_STREAMS = 100
KEPT_STREAMS = 40
"""So many of them only for the host and for phones that joined."""
MOST_OF_ONE = 8
"""So many for one address, and as many again for what is logged in there: a browser opens six."""
GZIP = zlib.MAX_WBITS + 16
"""Says to zlib that gzip's own head goes before what is compressed."""
WAIT_S = 1.0
QUIET_WAITS = 5
RETRY_MS = 500
RETRY_SPREAD_MS = 1500
# Each start of the table counts from a base of its own, so that a page which was away meanwhile does not
# take old numbers for new ones. Small enough to be exact in JavaScript.
STARTS, SPAN = 4_000_000, 1_000_000_000
# A comment keeps proxies awake; browsers do not show comments to a page, so it gets an event as well.
BEAT = ": still here\nevent: beat\ndata: {}\n\n"
# An empty id makes the browser forget where it was: another role's numbers mean nothing here.
FORGET = "id:\n\n"


class _Run:
    """One run of the server: whether it has ended, and who holds a place for a stream in it."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self._lock = threading.Lock()
        self._held: Counter[tuple[str, bool]] = Counter()

    def take(self, address: str, known: bool) -> Callable[[], None]:
        """Take a place; return what gives it back, once. Raises ``TooManyStreams``."""
        holder = (address, known)
        with self._lock:
            strangers = sum(count for (_, known), count in self._held.items() if not known)
            everybody = self._held.total() >= MOST_STREAMS
            if everybody or (not known and strangers >= MOST_STREAMS - KEPT_STREAMS):
                raise TooManyStreams("as many pages listen as can", hint="Close some of them.")
            if self._held[holder] >= MOST_OF_ONE and not is_loopback(address):
                raise TooManyStreams(f"{MOST_OF_ONE} pages listen from here", hint="Close some of them.")
            self._held[holder] += 1
        free = iter((holder,))

        def give_back() -> None:
            for held in free:
                with self._lock:
                    self._held[held] -= 1
                    self._held += Counter()  # forgets who holds none

        return give_back


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
        give_back = run.take(request.remote_addr or "", caller.token is not None)
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)

        def over() -> bool:
            return run.ended.is_set() or gone()

        is_filled = tells_by_length(caller.role)
        lines = self._lines(caller, after, over, is_filled=is_filled)
        response = Response(lines, mimetype="text/event-stream")
        if request.accept_encodings["gzip"] > 0 and not is_filled:
            response = Response(packed(lines), mimetype="text/event-stream")
            response.headers["Content-Encoding"] = "gzip"
        response.headers["X-Accel-Buffering"] = "no"
        # Also where the reply is given up before its first line was asked for.
        response.call_on_close(give_back)
        return response

    def _last_event(self) -> int | None:
        """The number of the last change the caller has had since this start; None if it says none."""
        given = request.headers.get("Last-Event-ID", "").strip()
        known = given.isascii() and given.isdigit() and len(given) < 20
        number = int(given) - self._base if known else 0
        return number if 0 < number < SPAN else None

    def _lines(
        self, caller: Caller, after: int | None, over: Callable[[], bool], *, is_filled: bool
    ) -> Iterator[str]:
        # Pages that lost the table at the same moment do not all come back at the same moment.
        yield f"retry: {RETRY_MS + randbelow(RETRY_SPREAD_MS)}\n\n"
        quiet = 0
        while not over():
            changes = self._table.changes(caller.role, after, WAIT_S)
            if not self._callers.still(caller):
                yield FORGET
                return
            for change in changes:
                line = event(self._base + change.number, change)
                if is_filled and change.kind == "state":
                    line += f":{filler(self._table, len(line.encode())).decode()}\n\n"
                yield line
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
