"""Server-sent events: the table's news, at once, with each role's own view only.

The form is https://html.spec.whatwg.org/multipage/server-sent-events.html. The news for a role are
encoded, and compressed, once for everybody who listens in that role.
"""

import threading
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from secrets import randbelow
from time import monotonic

from flask import Response, request

from companion.games.game import Role
from companion.table.service import Change, Table
from web.access.callers import Caller, Callers
from web.api.lengths import filler, tells_by_length
from web.encoding import encode
from web.errors import TooManyStreams
from web.transport.carrying import CARRY, Carry
from web.transport.pump import LOOK_EVERY_S, Pump

MOST_STREAMS = 300
KEPT_STREAMS = 100
"""Number of streams that are reserved for the host and for phones that joined."""
MOST_OF_ONE = 8
"""Most streams of one address, and of each log-in: a browser opens six."""
GZIP_HEAD = bytes.fromhex("1f8b08000000000000ff")
"""The first bytes of compressed data (RFC 1952), without name and time."""
QUIET_S = 5.0
KEPT_ENCODED = 64
"""Most encoded changes that are kept: the last few of each role."""
RETRY_MS = 500
RETRY_SPREAD_MS = 1500
# Each start of the table counts from its own base, so that a page that was away meanwhile does not
# mistake old numbers for new ones. Small enough to be exact in JavaScript.
STARTS, SPAN = 4_000_000, 1_000_000_000
# A comment keeps proxies awake; browsers hide comments from the page, so an event is sent as well.
BEAT = b": still here\nevent: beat\ndata: {}\n\n"
# An empty id makes the browser forget its last number, which means nothing in another role.
FORGET = b"id:\n\n"


class _Places:
    """The places for streams, and who holds each."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: Counter[tuple[str, bool]] = Counter()

    def take(self, who: str, known: bool, *, unlimited: bool) -> Callable[[], None]:
        """Take a place; return the function that gives it back, once. Raises ``TooManyStreams``.

        ``who``: a good token, or the address of a caller without one.
        """
        holder = (who, known)
        with self._lock:
            strangers = sum(count for (_, known), count in self._held.items() if not known)
            everybody = self._held.total() >= MOST_STREAMS
            if everybody or (not known and strangers >= MOST_STREAMS - KEPT_STREAMS):
                raise TooManyStreams("as many pages listen as can", hint="Close some of them.")
            if self._held[holder] >= MOST_OF_ONE and not unlimited:
                raise TooManyStreams(f"{MOST_OF_ONE} pages listen from here", hint="Close some of them.")
            self._held[holder] += 1
        free = iter((holder,))

        def give_back() -> None:
            for held in free:
                with self._lock:
                    self._held[held] -= 1
                    self._held += Counter()  # forgets who holds none

        return give_back


class _ServerRun:
    """One run of the server: its places, and the thread that writes to the listeners."""

    def __init__(self, table: Table) -> None:
        self.places = _Places()
        self.pump = Pump(table.woken)
        self.ended = threading.Event()

    def end(self) -> None:
        """End every stream, soon."""
        self.ended.set()
        self.pump.end()


class _Encoded:
    """Changes in encoded form: each is encoded once, however many listen."""

    def __init__(self, base: int) -> None:
        self._base = base
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Role, int, bool], tuple[Change, bytes]] = OrderedDict()

    def after(self, last_event: str) -> int | None:
        """Return the number of the last change that a page has received since this start; None if it has
        received none."""
        known = last_event.isascii() and last_event.isdigit() and len(last_event) < 20
        number = int(last_event) - self._base if known else 0
        return number if 0 < number < SPAN else None

    def line(self, role: Role, change: Change, *, is_packed: bool) -> bytes:
        """Return the change as an event."""
        key = (role, id(change), is_packed)  # no other has this id while the change is kept here
        with self._lock:
            kept = self._kept.get(key)
        if kept is not None:
            return kept[1]
        line = event(self._base + change.number, change)
        line = packed(line) if is_packed else line
        with self._lock:
            self._kept[key] = (change, line)
            while len(self._kept) > KEPT_ENCODED:
                self._kept.popitem(last=False)
        return line


class Stream:
    """The news for one page. Asking it for news that are due never blocks."""

    def __init__(
        self,
        table: Table,
        callers: Callers,
        caller: Caller,
        after: int | None,
        encoded: _Encoded,
        give_back: Callable[[], None],
        *,
        is_packed: bool,
        is_filled: bool,
    ) -> None:
        self.first = caller.token is not None
        self.is_over = False
        self._give_back = give_back
        self._table, self._callers, self._caller = table, callers, caller
        self._after, self._encoded = after, encoded
        self.is_packed, self._is_filled = is_packed, is_filled
        self._told_at = monotonic()

    def close(self) -> None:
        """Give its place back."""
        self._give_back()

    def begin(self) -> bytes:
        """Return the first lines of a stream."""
        # Pages that lost the table at the same moment do not all come back at the same moment.
        retry = f"retry: {RETRY_MS + randbelow(RETRY_SPREAD_MS)}\n\n".encode()
        return GZIP_HEAD + packed(retry) if self.is_packed else retry

    def due(
        self, looked_up: dict[tuple[Role, int | None], list[Change]], wait_s: float = 0.0
    ) -> Iterator[bytes]:
        """Yield the news that are due now; wait at most this long for them. ``looked_up``: the news that
        were looked up for other streams this time."""
        key = (self._caller.role, self._after)
        if key not in looked_up:
            looked_up[key] = self._table.changes(*key, wait_s)
        changes = looked_up[key]
        if not self._callers.still(self._caller):
            self.is_over = True
            yield self._out(FORGET)
            return
        for change in changes:
            self._after, self._told_at = change.number, monotonic()
            yield self._line(change)
            if change.kind == "closed":
                self.is_over = True
                return
        if monotonic() - self._told_at >= QUIET_S:
            self._told_at = monotonic()
            yield self._out(BEAT)

    def _line(self, change: Change) -> bytes:
        line = self._encoded.line(self._caller.role, change, is_packed=self.is_packed)
        if self._is_filled and change.kind == "state":
            line += b":" + filler(self._table, len(line)) + b"\n\n"
        return line

    def _out(self, text: bytes) -> bytes:
        return packed(text) if self.is_packed else text


class Streams:
    """All streams that are open."""

    def __init__(self, table: Table, callers: Callers) -> None:
        self._table = table
        self._callers = callers
        self._encoded = _Encoded(randbelow(STARTS) * SPAN)
        self._run = _ServerRun(table)

    def begin(self) -> Callable[[], None]:
        """End every stream soon; return the function that ends those opened from now on.

        A server that is started again has all places free, even if a thread of the previous run hangs.
        """
        self._run.end()
        self._run = _ServerRun(self._table)
        return self._run.end

    def open(self, caller: Caller) -> Response:
        """Return the reply that carries the caller's changes. Raises ``TooManyStreams``."""
        run, address = self._run, request.remote_addr or ""
        is_filled = tells_by_length(caller.role)
        stream = Stream(
            self._table,
            self._callers,
            caller,
            self._encoded.after(request.headers.get("Last-Event-ID", "").strip()),
            self._encoded,
            run.places.take(
                caller.token or address,
                caller.token is not None,
                unlimited=self._callers.known.is_own(address),
            ),
            is_packed=request.accept_encodings["gzip"] > 0 and not is_filled,
            is_filled=is_filled,
        )
        carry: Carry | None = request.environ.get(CARRY)
        if carry is None or request.method == "HEAD":
            response = Response(_wait_for(stream, run), mimetype="text/event-stream")
            # This also runs if the reply is abandoned before its first line is requested.
            response.call_on_close(stream.close)
        else:
            response = Response(iter((stream.begin(),)), mimetype="text/event-stream")
            carry.taken = lambda write, end: run.pump.carry(stream, write, end)
        if stream.is_packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["X-Accel-Buffering"] = "no"
        return response


def _wait_for(stream: Stream, run: _ServerRun) -> Iterator[bytes]:
    """Yield a stream on the caller's own thread: for servers other than the table's own."""
    yield stream.begin()
    while not (run.ended.is_set() or stream.is_over):
        yield from stream.due({}, LOOK_EVERY_S)


def packed(line: bytes) -> bytes:
    """Compress a line so that it may follow any other line, on any stream."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(line) + packer.flush(zlib.Z_FULL_FLUSH)


def event(number: int, change: Change) -> bytes:
    """Return one change as the lines of an event."""
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (number, change.kind.encode(), encode(change.data))
