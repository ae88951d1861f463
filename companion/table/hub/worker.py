"""Tells the hub of many tables. The table never waits for it, and plays on without it."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from paho.mqtt.client import MQTTMessage

from companion.games.game import EVERYONE
from companion.table.home.connection import BrokerConnection, Will
from companion.table.home.place import BrokerPlace
from companion.table.home.worker import GONE_AFTER_S, News
from companion.table.hub.chronicle import Chronicle
from companion.table.hub.health import OWN, gone_told, health_told
from companion.table.hub.teller import Book, StoredAtHub, Teller, parse_stored
from companion.table.hub.topics import VERSION, HubTopics
from companion.table.shapes.values import as_text
from companion.table.supervision.supervisor import Fault, WorkerLease
from companion.table.table import Table
from companion.table.workers import LONGEST_WAIT_S
from vision.clock import Clock


class HubConnection(BrokerConnection):
    """The connection to the broker between table and hub. ``stored``: what the hub said since."""

    def __init__(self, place: BrokerPlace, topics: HubTopics, changed: Callable[[], None]) -> None:
        """Begin to connect."""
        self.stored: SimpleQueue[StoredAtHub] = SimpleQueue()
        will = Will(topics.health, gone_told())
        super().__init__(place, f"table-{topics.table}", will, (topics.told,), changed)

    def _hear(self, message: MQTTMessage) -> None:
        said = parse_stored(message.payload)
        if said is not None:
            self.stored.put(said)
            self._changed()


class HubWorker:
    """Sends the hub each finished move until it is stored, and how the table is."""

    name = OWN
    allowed_s = 20.0

    def __init__(
        self,
        table: Table,
        clock: Clock,
        place: BrokerPlace,
        topics: HubTopics,
        data: Path,
        *,
        with_names: bool,
    ) -> None:
        self._table, self._clock = table, clock
        self._place, self._topics, self._with_names = place, topics, with_names
        self._data, self._is_gone = data, False

    def run(self, lease: WorkerLease) -> None:
        """Send until no longer wanted."""
        there_at = self._clock.now()
        with (
            self._table.woken() as woken,
            closing(HubConnection(self._place, self._topics, woken.set)) as line,
        ):
            chronicle = Chronicle(self._table)
            send = partial(line.say, self._topics.moves, kept=False)
            teller = Teller(chronicle, Book(self._data), self._table.wall, send)
            news, wanted = News(line), 0
            while lease.wanted:
                lease.beat()
                if self._with_names:
                    players = self._table.evenings.players()
                    chronicle.players = {one.name: one.id for one in players}
                if news.tell(self._now(chronicle)):
                    there_at = self._clock.now()
                    if line.wanted != wanted:
                        wanted = line.wanted
                        teller.connected(there_at)
                    self._tell(chronicle, teller, line)
                self._tell_gone(self._clock.now() - there_at > GONE_AFTER_S)
                self._clock.wait(woken, LONGEST_WAIT_S)
                woken.clear()
            line.say(self._topics.health, gone_told())

    def _tell(self, chronicle: Chronicle, teller: Teller, line: HubConnection) -> None:
        """Send what is due of the moves, unless some are being shown at the moment."""
        if not chronicle.look():
            return
        now = self._clock.now()
        try:
            while True:
                teller.heard(line.stored.get_nowait(), now)
        except Empty:
            teller.tell(now)

    def _now(self, chronicle: Chronicle) -> dict[str, str]:
        """Return the messages that the broker keeps, as they are now."""
        players = {id_: name for name, id_ in chronicle.players.items()}
        return {
            self._topics.health: health_told(self._table.state(EVERYONE)),
            self._topics.players: as_text({"v": VERSION, "players": players}),
        }

    def _tell_gone(self, is_gone: bool) -> None:
        if is_gone != self._is_gone:
            self._table.report(OWN, Fault(OWN, "silent") if is_gone else None)
        self._is_gone = is_gone
