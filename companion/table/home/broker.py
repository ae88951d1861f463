"""The connection to the broker: paho's own thread keeps it up, and nobody else ever waits for it."""

import logging
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from threading import Event
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.reasoncodes import ReasonCode

from companion.errors import CompanionError
from companion.table.home.place import BrokerPlace
from companion.table.home.told import OFFLINE, ONLINE, STATUS
from companion.table.home.topics import Topics

_log = logging.getLogger(__name__)

CONNECT_WITHIN_S = 3.0
"""Seconds allowed for a connection within a home network: the end of the program is not delayed
longer."""
AGAIN_AFTER_S: Final = (1, 30)
"""Seconds until a lost broker is tried again: doubled each time, from the first to the second number."""
KEEPALIVE_S = 20
"""Seconds between signs of life; after one and a half times as long the broker declares the table
offline."""
DELIVERED: Final = 1
"""The quality of service with which the broker says that it has taken a message."""


class NoBroker(CompanionError, OSError):
    """The broker does not answer, or refuses."""

    code = "no_broker"


class Broker:
    """A connection to a broker, kept up while this is open. Used by one thread.

    Messages are sent at once or not at all: after a reconnection everything is sent anew, whenever
    ``wanted`` has grown. The broker keeps each (*retained*). ``changed`` is called from another thread.
    """

    def __init__(self, place: BrokerPlace, topics: Topics, changed: Callable[[], None]) -> None:
        """Begin to connect; the broker will announce the table as offline as soon as it loses it."""
        self.wanted = 0
        self.is_there = False
        self._place, self._changed = place, changed
        self._why: str | None = None
        self._client = _client(place, topics.device)
        self._client.will_set(topics.availability, OFFLINE, DELIVERED, retain=True)
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.connect_async(place.host, place.port, KEEPALIVE_S)
        self._client.loop_start()

    def say(self, topic: str, words: str) -> None:
        """Send something that the broker shall store."""
        self._client.publish(topic, words, retain=True)

    def take_back(self, topics: Sequence[str], within_s: float) -> bool:
        """Make the broker delete its stored messages there; tell whether it confirms in time."""
        asked = [self._client.publish(topic, b"", DELIVERED, retain=True) for topic in topics]
        for one in asked:
            with suppress(ValueError, RuntimeError):  # lost on the way
                one.wait_for_publish(within_s)
        return all(one.rc == MQTTErrorCode.MQTT_ERR_SUCCESS and one.is_published() for one in asked)

    def close(self) -> None:
        """Say goodbye once everything is sent, and end the thread."""
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: Client, _: Any, __: Any, reason: ReasonCode, ___: Any) -> None:
        if reason.is_failure:
            self._tell_why(str(reason))
            return
        _log.info("the broker %s is there", self._place)
        client.subscribe(STATUS, DELIVERED)
        self.wanted += 1
        self.is_there, self._why = True, None
        self._changed()

    def _on_connect_fail(self, *_: Any) -> None:
        self._tell_why(str(sys.exc_info()[1] or "no answer"))

    def _on_disconnect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        if self.is_there and reason.is_failure:
            _log.warning("the broker %s is lost: %s", self._place, reason)
        self.is_there = False
        self._changed()

    def _on_message(self, _: Client, __: Any, message: MQTTMessage) -> None:
        if message.payload == ONLINE.encode():
            self.wanted += 1
            self._changed()

    def _tell_why(self, why: str) -> None:
        """Log why there is no connection, once for each reason: it is retried again and again."""
        if why != self._why:
            _log.warning("the broker %s cannot be used: %s", self._place, why)
        self._why = why


def clear(place: BrokerPlace, topics: Topics, within_s: float) -> None:
    """Take back everything that a broker keeps of a table that does not run. Raises ``NoBroker``."""
    there = Event()
    with closing(Broker(place, topics, there.set)) as broker:
        there.wait(within_s)
        if not broker.is_there or not broker.take_back(topics.all, within_s):
            raise NoBroker(
                f"the broker {place} does not answer: it may still keep what this table told it",
                hint="Is it on, and are user and password right? Then try again.",
            )


class _Encrypted(ssl.SSLSocket):
    """A socket that is closed if the certificate of the other end is wrong: paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def _client(place: BrokerPlace, name: str) -> Client:
    client = Client(CallbackAPIVersion.VERSION2, client_id=name)
    if place.user is not None:
        client.username_pw_set(place.user, place.password)
    if place.tls is not None:
        place.tls.sslsocket_class = _Encrypted
        client.tls_set_context(place.tls)
    client.connect_timeout = CONNECT_WITHIN_S
    client.reconnect_delay_set(*AGAIN_AFTER_S)
    return client
