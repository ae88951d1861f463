"""The home's broker: what it keeps of this table, and when it wants everything again."""

from collections.abc import Callable
from contextlib import closing
from threading import Event

from paho.mqtt.client import MQTTMessage

from companion.errors import CompanionError
from companion.table.home.connection import BrokerConnection, Will
from companion.table.home.place import BrokerPlace
from companion.table.home.told import OFFLINE, ONLINE, STATUS
from companion.table.home.topics import Topics


class NoBroker(CompanionError, OSError, code="no_broker"):
    """The broker does not answer, or refuses."""


class Broker(BrokerConnection):
    """The connection of a table. The broker keeps each message (*retained*), and will announce the table
    as offline as soon as it loses it."""

    def __init__(self, place: BrokerPlace, topics: Topics, changed: Callable[[], None]) -> None:
        """Begin to connect."""
        super().__init__(place, topics.device, Will(topics.availability, OFFLINE), (STATUS,), changed)

    def _hear(self, message: MQTTMessage) -> None:
        if message.payload == ONLINE.encode():
            self.wanted += 1
            self._changed()


def clear(place: BrokerPlace, topics: Topics, within_s: float) -> None:
    """Take back everything that a broker keeps of a table that does not run. Raises ``NoBroker``."""
    there = Event()
    with closing(Broker(place, topics, there.set)) as broker:
        there.wait(within_s)
        if not broker.take_back(topics.all, within_s):
            raise NoBroker(
                f"the broker {place} does not answer: it may still keep what this table told it",
                hint="Is it on, and are user and password right? Then try again.",
            )
