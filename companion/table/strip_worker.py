"""Shows the glass on the owner's LED strip, on a thread of its own: nothing waits for it.

Faults of the strip are reported to the host, and it is tried again; the game does not depend on it.
"""

import errno
import logging
import socket
from threading import Event

from companion.devices.strip import holds_s, picture
from companion.devices.wled import ALONE_AFTER_S, ControllerAddress, Link
from companion.table.owner.strip import StripSettings
from companion.table.supervision.supervisor import Fault, FaultKind, WorkerLease
from companion.table.table import Table
from vision.clock import Clock

_log = logging.getLogger(__name__)

OPENING_TAKES_S = 30.0
"""Longest time, in seconds, for finding a controller by its name in a slow network."""
AGAIN_S = ALONE_AFTER_S / 4
"""Seconds after which the same picture is sent again; a missing strip is looked for as often."""
NOT_TAKEN_S = 0.005
"""Seconds after which a picture for which there was no room is sent again."""
TRIED_AGAIN_S = 2.0
"""Seconds until a strip that could not be reached is tried again."""
WELL_AFTER_S = 6.0
"""Seconds without an error after which a strip counts as working: a network reports every three seconds
that nobody is there."""
TOLD: dict[int | None, FaultKind] = {
    errno.ECONNREFUSED: "strip_refused",
    errno.EACCES: "strip_denied",
    errno.EPERM: "strip_denied",
}
"""The fault that an error means for the owner. Any other error: the controller is away."""


class StripWorker:
    """A worker. Without an address it waits for one, and nothing leaves the table."""

    name = "strip"
    allowed_s = 3.0

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table, self._clock = table, clock

    def run(self, lease: WorkerLease) -> None:
        """Show the glass until no longer wanted."""
        with self._table.woken() as woken:
            while lease.wanted:
                settings = self._table.devices.strip
                if settings.address:
                    _Strip(settings, self._table, self._clock).serve(woken, lease)
                    if lease.wanted:
                        self._table.report(self.name, None)
                else:
                    lease.beat()
                    self._clock.wait(woken, AGAIN_S)
                    woken.clear()


class _Strip:
    """One strip, for as long as the owner's settings name it."""

    def __init__(self, settings: StripSettings, table: Table, clock: Clock) -> None:
        self._settings, self._table, self._clock = settings, table, clock
        self._address = ControllerAddress.read(settings.address)
        self._link: Link | None = None
        self._sent: tuple[bytes, float] = (b"", 0.0)
        self._fault: FaultKind | None = None
        self._failed_at = float("-inf")

    def serve(self, woken: Event, lease: WorkerLease) -> None:
        """Show the glass until the settings change, or it is no longer wanted; then go dark."""
        try:
            while lease.wanted and self._table.devices.strip == self._settings:
                wait_s = self._show(lease)
                lease.beat()
                self._clock.wait(woken, wait_s)
                woken.clear()
        finally:
            if self._link is not None:
                self._link.close()

    def _show(self, lease: WorkerLease) -> float:
        """Show the current picture; return the seconds for which it is valid."""
        try:
            if self._link is None and self._clock.now() < self._failed_at + TRIED_AGAIN_S:
                return AGAIN_S
            if self._link is None:
                with lease.stage(StripWorker.name, OPENING_TAKES_S):
                    self._link = self._address.open()
                if not lease.wanted:  # that took too long, and another thread is at work
                    return 0.0
            return self._shown(self._link)
        except OSError as error:
            self._fail(error)
            return AGAIN_S

    def _shown(self, link: Link) -> float:
        now, sand = self._clock.now(), self._table.devices.sand
        shown = picture(sand, self._settings.leds, self._settings.brightness)
        before, sent_at = self._sent
        if shown != before or now >= sent_at + AGAIN_S:
            if not link.send(shown):
                return NOT_TAKEN_S
            self._sent = (shown, now)
        if self._fault is not None and now >= self._failed_at + WELL_AFTER_S:
            self._tell(None)
        holds = holds_s(sand)
        return AGAIN_S if holds is None else min(holds, AGAIN_S)

    def _fail(self, error: OSError) -> None:
        self._failed_at = self._clock.now()
        kind: FaultKind = "strip_away"
        if isinstance(error, socket.gaierror):
            kind = "strip_unknown"
        elif error.errno in TOLD:
            kind = TOLD[error.errno]
        if not isinstance(error, ConnectionRefusedError) and self._link is not None:
            # A controller that refuses may listen soon, so sending goes on; after any other error the
            # link is opened again.
            self._link.close()
            self._link = None
        if kind != self._fault:
            _log.warning("the strip at %s cannot be lit: %s", self._settings.address, error)
            self._tell(kind)

    def _tell(self, kind: FaultKind | None) -> None:
        self._fault = kind
        told = {"address": self._settings.address}
        self._table.report(StripWorker.name, None if kind is None else Fault("strip", kind, told))
