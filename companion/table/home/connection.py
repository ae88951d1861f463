"""A connection to a broker: paho's own thread keeps it up, and nobody else ever waits for it."""

import logging
import ssl
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode
from paho.mqtt.reasoncodes import ReasonCode

from companion.table.home.place import BrokerPlace

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


@dataclass(frozen=True)
class Will:
    """The message that the broker publishes and keeps once this client's connection is lost."""

    topic: str
    words: str


class BrokerConnection:
    """A connection to a broker, kept up while this is open. Any thread may say something.

    Messages are sent at once or not at all: after a reconnection everything is sent again, whenever
    ``wanted`` has grown. ``changed`` is called from another thread.
    """

    def __init__(
        self,
        place: BrokerPlace,
        name: str,
        will: Will | None,
        hears: Sequence[str],
        changed: Callable[[], None],
    ) -> None:
        """Begin to connect; ``hears``: the topics whose messages come to ``_hear``."""
        self.wanted = 0
        self.is_there = False
        self._place, self._hears, self._changed = place, hears, changed
        self._why: str | None = None
        self._client = client = _client(place, name)
        if will is not None:
            client.will_set(will.topic, will.words, DELIVERED, retain=True)
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        client.on_message = lambda _, __, message: self._hear(message)
        client.connect_async(place.host, place.port, KEEPALIVE_S)
        client.loop_start()

    def say(self, topic: str, words: str, *, kept: bool = True) -> None:
        """Send something; ``kept``: the broker shall store it for who comes later."""
        self._client.publish(topic, words, retain=kept)

    def hear_anew(self) -> None:
        """Let the broker say again what it keeps of what is heard here."""
        self._client.subscribe([(topic, DELIVERED) for topic in self._hears])

    def take_back(self, topics: Sequence[str], within_s: float) -> bool:
        """Make the broker delete its stored messages there; tell whether it confirms in time."""
        if not self.is_there:
            return False
        asked = [self._client.publish(topic, b"", DELIVERED, retain=True) for topic in topics]
        until = monotonic() + within_s
        for one in asked:
            with suppress(ValueError, RuntimeError):  # lost on the way
                one.wait_for_publish(max(0.0, until - monotonic()))
        return all(one.rc == MQTTErrorCode.MQTT_ERR_SUCCESS and one.is_published() for one in asked)

    def close(self) -> None:
        """Say goodbye once everything is sent, and end the thread."""
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, message: MQTTMessage) -> None:
        """Take in a message, on the connection's thread."""

    def _on_connect(self, _: Client, __: Any, ___: Any, reason: ReasonCode, ____: Any) -> None:
        if reason.is_failure:
            self._tell_why(str(reason))
            return
        _log.info("the broker %s is there", self._place)
        self.hear_anew()
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

    def _tell_why(self, why: str) -> None:
        """Log why there is no connection, once for each reason: it is retried again and again."""
        if why != self._why:
            _log.warning("the broker %s cannot be used: %s", self._place, why)
        self._why = why


class _CheckedSocket(ssl.SSLSocket):
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
        place.tls.sslsocket_class = _CheckedSocket
        client.tls_set_context(place.tls)
    client.connect_timeout = CONNECT_WITHIN_S
    client.reconnect_delay_set(*AGAIN_AFTER_S)
    return client
