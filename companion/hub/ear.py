"""Hears all tables, stores what they tell, and tells each what is stored: in this order.

What is heard waits in a queue. If that is full, or the database fails, it is let go: tables send moves
again that they were not told to be stored, and the broker says again how tables are.
"""

import logging
from contextlib import closing
from datetime import UTC, datetime
from queue import Empty, Full, Queue
from time import monotonic
from typing import Final

import psycopg
from paho.mqtt.client import MQTTMessage

from companion.errors import CompanionError
from companion.hub.database import Database, NoDatabase, connected
from companion.hub.messages import OF_TABLES, BadMessage, Heard, Moves, heard
from companion.hub.store import Stored, begin_anew, store
from companion.table.home.connection import BrokerConnection
from companion.table.home.place import BrokerPlace
from companion.table.hub.topics import VERSION, HubTopics
from companion.table.shapes.values import as_text
from companion.table.supervision.supervisor import WorkerLease

_log = logging.getLogger(__name__)

MOST_WAITING: Final = 20_000
"""Messages that wait to be stored: some 10 MB where each has a few lines."""
MOST_LINES_AT_ONCE: Final = 4000
"""Lines in one transaction: some 0.3 s of the database's time."""
GATHERED_S: Final = 0.02
"""Seconds for which more is gathered before it is stored: nobody sees them, and a commit takes as
long."""
AGAIN_AFTER_S: Final = 1.0
"""Seconds until a database that is away is tried again."""
FORGETS_WITHIN_S: Final = 3.0
"""Seconds in which a broker that is there has forgotten something; the organiser waits meanwhile."""
REFUSED: Final = (psycopg.DataError, psycopg.IntegrityError)
"""What the database says of values that it does not take, whatever else is with them."""
MOST_COMPLAINTS: Final = 1000
"""Tables whose refused messages are remembered, so that each is logged once."""


class BrokerAway(CompanionError, OSError, code="hub_broker", http_status=503):
    """The broker cannot be told anything at the moment."""


class Ear(BrokerConnection):
    """The connection to the broker. ``waiting``: what was heard and is not stored yet; ``has_let_go``:
    whether anything was dropped since the broker last said how tables are."""

    def __init__(self, place: BrokerPlace, name: str) -> None:
        """Begin to connect. ``name``: no other hub's."""
        self.waiting: Queue[Heard] = Queue(MOST_WAITING)
        self.has_let_go = False
        self._complained: set[str] = set()
        super().__init__(place, name, None, OF_TABLES, lambda: None)

    def _hear(self, message: MQTTMessage) -> None:
        if not message.payload:
            return  # what the broker kept is taken back
        try:
            self.waiting.put_nowait(heard(message.topic, message.payload, datetime.now(UTC)))
        except BadMessage as error:
            self.complain(message.topic, error)
        except Full:
            self.has_let_go = True

    def hear_anew(self) -> None:
        """Let the broker say again how tables are, and who plays there."""
        self.has_let_go = False
        super().hear_anew()

    def complain(self, who: str, error: Exception) -> None:
        """Log what was refused, once for each who sent it."""
        if who not in self._complained and len(self._complained) < MOST_COMPLAINTS:
            self._complained.add(who)
            _log.warning("refused from %s: %s", who, error)

    def tell(self, stored: Stored) -> None:
        """Tell a table what is stored; the broker keeps that for it."""
        words = {"v": VERSION, "book": stored.book, "told": stored.told, "check": stored.check}
        self.say(HubTopics(stored.table).told, as_text(words))

    def forget(self, table: str) -> None:
        """Let the broker forget what it keeps of a table. Raises ``BrokerAway``.

        Otherwise every hub that connects would hear of the table again, and the table, if it comes back,
        would not tell its games again.
        """
        if not self.take_back(HubTopics(table).kept, FORGETS_WITHIN_S):
            raise BrokerAway("the broker does not forget a table", hint="Is it on? Try again.")


class Storing:
    """Stores what was heard: a worker that a supervisor runs."""

    name = "storing"
    allowed_s = 60.0

    def __init__(self, ear: Ear, address: str) -> None:
        self._ear, self._address = ear, address
        self._is_busy = self._is_refused = False

    def is_idle(self) -> bool:
        """Whether everything that was heard is stored."""
        return self._ear.waiting.empty() and not self._is_busy

    def forget(self, table: str) -> None:
        """Let the broker forget a table. Raises ``BrokerAway``."""
        self._ear.forget(table)

    @property
    def trouble(self) -> str:
        """Why the pages may be behind, as a code of the catalogue; "": they are not."""
        if self._is_refused:
            return "hub.not_stored"
        return "" if self._ear.is_there else "hub.no_broker"

    def run(self, lease: WorkerLease) -> None:
        """Store until no longer wanted; what still waits then is sent again."""
        why = ""
        while lease.wanted:
            try:
                with closing(connected(self._address)) as database:
                    why = ""
                    self._store_in(database, lease)
            except (NoDatabase, psycopg.Error) as error:
                self._is_refused = True
                if str(error) != why:
                    why = str(error)
                    _log.warning("nothing can be stored: %s", why)
                lease.wait(AGAIN_AFTER_S)

    def _store_in(self, database: Database, lease: WorkerLease) -> None:
        """Store what is heard. Raises ``psycopg.Error``."""
        wanted = -1
        self._ear.has_let_go = True  # what was about to be stored when the last connection broke
        while lease.wanted:
            lease.beat()
            batch = self._gather()
            if self._ear.is_there and self._ear.wanted != wanted:
                # The broker says again who is there, in this batch or later; tables are told from where
                # they shall go on.
                wanted = self._ear.wanted
                for stored in begin_anew(database):
                    self._ear.tell(stored)
            if batch:
                for stored in self._store(database, batch):
                    self._ear.tell(stored)
            self._is_busy = self._is_refused = False
            if self._ear.has_let_go and self._ear.waiting.empty():
                self._ear.hear_anew()

    def _store(self, database: Database, batch: list[Heard]) -> list[Stored]:
        """Store a batch; where the database refuses something, each table's part by itself."""
        try:
            return store(database, batch)
        except REFUSED as error:
            names = sorted({one.table for one in batch})
            if len(names) == 1:
                self._ear.complain(names[0], error)
                return []
        parts = ([one for one in batch if one.table == name] for name in names)
        return [stored for part in parts for stored in self._store(database, part)]

    def _gather(self) -> list[Heard]:
        """Return what was heard within a moment, not more than one transaction should hold."""
        batch: list[Heard] = []
        lines, until = 0, monotonic() + AGAIN_AFTER_S
        while lines < MOST_LINES_AT_ONCE:
            try:
                batch.append(self._ear.waiting.get(timeout=max(0.0, until - monotonic())))
                self._is_busy = True
            except Empty:
                break
            message = batch[-1].message
            lines += len(message.lines) if isinstance(message, Moves) else 1
            if len(batch) == 1:
                until = monotonic() + GATHERED_S
        return batch
