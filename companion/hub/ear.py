"""Hears all tables, stores what they tell, and tells each what is stored: in this order.

What is heard waits in a queue. If that is full, or the database is away, it is let go: tables send again
what they were not told to be stored.
"""

import logging
from contextlib import closing
from queue import Empty, Full, Queue
from time import monotonic
from typing import Final

import psycopg
from paho.mqtt.client import MQTTMessage

from companion.hub.database import Database, NoDatabase, connected
from companion.hub.messages import HEARD, BadMessage, Message, Moves, heard
from companion.hub.store import Stored, begin_anew, store
from companion.table.home.connection import Connection
from companion.table.home.place import BrokerPlace
from companion.table.hub.health import written
from companion.table.hub.topics import VERSION, HubTopics
from companion.table.supervision.supervisor import Lease

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
REFUSED: Final = (psycopg.DataError, psycopg.IntegrityError)
"""What the database says of values that it does not take, whatever else is with them."""
MOST_COMPLAINTS: Final = 1000
"""Tables whose refused messages are remembered, so that each is logged once."""


class Ear(Connection):
    """The connection to the broker. ``waiting``: what was heard and is not stored yet."""

    def __init__(self, place: BrokerPlace, name: str) -> None:
        """Begin to connect. ``name``: no other hub's."""
        self.waiting: Queue[tuple[str, Message]] = Queue(MOST_WAITING)
        self.let_go = 0
        self._complained: set[str] = set()
        super().__init__(place, name, None, HEARD, lambda: None)

    def _hear(self, message: MQTTMessage) -> None:
        try:
            self.waiting.put_nowait(heard(message.topic, message.payload))
        except BadMessage as error:
            self.complain(message.topic, error)
        except Full:
            self.let_go += 1

    def complain(self, who: str, error: Exception) -> None:
        """Log what was refused, once for each who sent it."""
        if who not in self._complained and len(self._complained) < MOST_COMPLAINTS:
            self._complained.add(who)
            _log.warning("refused from %s: %s", who, error)

    def tell(self, stored: Stored) -> None:
        """Tell a table what is stored; the broker keeps that for it."""
        words = {"v": VERSION, "book": stored.book, "told": stored.told, "check": stored.check}
        self.say(HubTopics(stored.table).told, written(words))


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

    @property
    def trouble(self) -> str:
        """Why the pages may be behind, as a code of the catalogue; "": they are not."""
        if self._is_refused:
            return "hub.not_stored"
        return "" if self._ear.is_there else "hub.no_broker"

    def run(self, lease: Lease) -> None:
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

    def _store_in(self, database: Database, lease: Lease) -> None:
        """Store what is heard. Raises ``psycopg.Error``."""
        wanted = -1
        while lease.wanted:
            lease.beat()
            if self._ear.is_there and self._ear.wanted != wanted:
                # The broker says anew who is there; tables are told from where they shall go on.
                wanted = self._ear.wanted
                for stored in begin_anew(database):
                    self._ear.tell(stored)
            batch = self._gathered()
            if batch:
                for stored in self._stored(database, batch):
                    self._ear.tell(stored)
            self._is_busy = self._is_refused = False

    def _stored(self, database: Database, batch: list[tuple[str, Message]]) -> list[Stored]:
        """Store a batch; where the database refuses something, each table's part by itself."""
        try:
            return store(database, batch)
        except REFUSED as error:
            names = sorted({name for name, _ in batch})
            if len(names) == 1:
                self._ear.complain(names[0], error)
                return []
        parts = ([one for one in batch if one[0] == name] for name in names)
        return [stored for part in parts for stored in self._stored(database, part)]

    def _gathered(self) -> list[tuple[str, Message]]:
        """Return what was heard within a moment, not more than one transaction should hold."""
        batch: list[tuple[str, Message]] = []
        lines, until = 0, monotonic() + AGAIN_AFTER_S
        while lines < MOST_LINES_AT_ONCE:
            try:
                batch.append(self._ear.waiting.get(timeout=max(0.0, until - monotonic())))
                self._is_busy = True
            except Empty:
                break
            message = batch[-1][1]
            lines += len(message.lines) if isinstance(message, Moves) else 1
            if len(batch) == 1:
                until = monotonic() + GATHERED_S
        return batch
