"""Sees to it that there is always a network by which phones reach the table.

A table that is in none for a while opens its own. While nobody uses that, it is closed now and then to
see whether a known network is back. comitup does the same, and its users have tried it on many Pis.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from companion.errors import BadAct, Reason
from companion.keeper.network.radio import NetworksSeen, Radio
from companion.keeper.network.shapes import AirShape, NetworkDoing, NetworkShape, NetworkWhy
from companion.keeper.network.wifi import Wifi, joined

_log = logging.getLogger(__name__)

LOOK_EVERY_S = 5.0
ALONE_S = 45.0
"""Seconds without a network before the table opens its own: a Pi joins one that it knows within 20 to 30
after its start."""
EMPTY_S = 180.0
"""Seconds for which the table's own network is open with nobody in it before another is tried. Longer
than it takes to scan its code, and to type its key."""
ANSWER_FIRST_S = 2.0
"""Seconds for which a phone still gets its answer by the network that is about to be left."""


@dataclass
class Watch:
    """Decides when the table's own network is opened, and when closed. ``wished``: the host wants it."""

    wished: bool = False
    _since: float | None = field(default=None, init=False)
    """Since when that has been due."""

    def decide(self, seen: NetworksSeen, now: float) -> Literal["open", "close"] | None:
        """Return what is to be done with the table's own network now."""
        if seen.is_open:  # something else may be tried while nobody is in it
            due = not self.wished and seen.guests == 0 and (seen.linked or seen.knows)
            after_s = EMPTY_S
        else:
            due = seen.has_radio and (self.wished or not seen.linked)
            after_s = 0.0 if self.wished else ALONE_S
        if not due:
            self._since = None
            return None
        self._since = now if self._since is None else self._since
        if now - self._since < after_s:
            return None
        self._since = None
        return "close" if seen.is_open else "open"


class Networking:
    """Watches the networks, and does what the host asks for, on a thread of its own."""

    def __init__(self, radio: Radio, now: Callable[[], float] = time.monotonic) -> None:
        self._radio, self._now = radio, now
        self._watch = Watch()
        self._seen = NetworksSeen()
        self._air: list[AirShape] = []
        self._own: Wifi | None = None
        self._ended: NetworkWhy | None = None
        self._doing: NetworkDoing | None = None
        self._work: Callable[[], None] | None = None
        self._lock = threading.Lock()
        self._asked = threading.Event()
        self._stop = threading.Event()
        self._worker = threading.Thread(target=self._run, name="network")

    def start(self) -> None:
        """Begin to watch."""
        self._worker.start()

    def close(self) -> None:
        """Leave off. What is open stays open."""
        self._stop.set()
        self._asked.set()
        if self._worker.is_alive():
            self._worker.join()

    def join(self, name: str, password: str) -> None:
        """Join a network, from now on; ``shape`` tells how it ended. Raises ``BadWifi``, ``BadAct``."""
        wifi = joined(name, password)
        self._begin("joining", lambda: self._join(wifi, password or None))

    def open_own(self) -> None:
        """Open the table's own network, and leave it open. Raises ``BadAct``."""
        self._begin("opening", self._open_wished)

    def look(self) -> None:
        """Search for networks again; meanwhile the table's own is closed. Raises ``BadAct``."""
        self._begin("looking", self._look_around)

    def shape(self) -> NetworkShape | None:
        """Return how things stand; None: this machine has no radio, or no NetworkManager."""
        seen, own = self._seen, self._own
        if not seen.has_radio or own is None:
            return None
        return {
            "own": {"name": own.name, "key": own.key or ""},
            "is_open": seen.is_open,
            "linked": seen.linked,
            "joined": seen.joined,
            "air": self._air,
            "doing": self._doing,
            "ended": self._ended,
        }

    def step(self) -> None:
        """Look how things are, and do what is to be done."""
        with self._lock:
            work, self._work = self._work, None
        if work is not None:
            work()
        seen = self._radio.seen()
        if seen.has_radio and not seen.is_open and not self._air:
            self._air = self._radio.air()
        match self._watch.decide(seen, self._now()):
            case "open":
                seen = self._open()
            case "close":
                _log.warning("the table's own network is closed: another is tried")
                self._radio.close()
                seen = self._radio.seen()
        if seen.has_radio and self._own is None:
            self._own = self._radio.own()
        self._seen = seen
        if work is not None:
            self._doing = None

    def _begin(self, doing: NetworkDoing, work: Callable[[], None]) -> None:
        with self._lock:
            if self._doing is not None:
                raise BadAct(
                    "the network is being changed", hint="Wait.", reason=Reason("error.network_busy")
                )
            if not self._seen.has_radio:
                raise BadAct("there is no radio, or no NetworkManager", reason=Reason("error.no_radio"))
            self._doing, self._work = doing, work
        self._asked.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            if self._asked.wait(LOOK_EVERY_S):
                self._asked.clear()
                if self._stop.wait(ANSWER_FIRST_S):
                    return
            try:
                self.step()
            except Exception:  # noqa: BLE001 - the machine's programs fail in many ways; names are not told
                self._doing = None
                _log.warning("the network could not be looked after this time")

    def _join(self, wifi: Wifi, passphrase: str | None) -> None:
        was_open = self._radio.seen().is_open
        self._ended = self._radio.join(wifi, passphrase)
        _log.warning("another network was to be joined: %s", self._ended)
        if self._ended == "joined":
            self._watch.wished = False
        elif was_open:
            self._open()

    def _open_wished(self) -> None:
        self._watch.wished = True
        self._open()

    def _open(self) -> NetworksSeen:
        if not self._radio.seen().is_open:
            self._air = self._radio.air() or self._air  # once it is open, most radios hear no others
            _log.warning("the table opens its own network")
        try:
            self._radio.open()
        except BadAct as error:
            _log.warning("%s", error)
        return self._radio.seen()

    def _look_around(self) -> None:
        is_open = self._radio.seen().is_open
        if is_open:
            self._radio.close()
        self._air = self._radio.air() or self._air
        if is_open:
            self._radio.open()
