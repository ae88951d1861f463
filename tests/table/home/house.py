"""A home with a real broker, and somebody in it who hears all that is told."""

import json
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.table.home.place import BrokerPlace
from companion.table.home.told import STATUS
from companion.table.home.topics import Topics
from companion.table.home.worker import HomeWorker
from companion.table.supervision.supervisor import Supervisor, Worker
from companion.table.table import Table
from companion.table.workers import BroadcastWorker, TimeWorker
from vision.clock import Clock

PATIENCE_S = 30.0
TOPICS = Topics("0123456789abcdef")


def wall() -> datetime:
    return datetime(2026, 1, 2, 20, 15, tzinfo=UTC)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


@dataclass
class Mosquitto:
    """The broker: started and killed as often as wanted, always at the same port."""

    folder: Path
    lines: tuple[str, ...] = ("allow_anonymous true",)
    port: int = field(default_factory=free_port)
    _program: subprocess.Popen[bytes] | None = None

    @property
    def place(self) -> BrokerPlace:
        return BrokerPlace("127.0.0.1", self.port)

    def start(self) -> None:
        """Start it, remembering nothing, and wait until it is there."""
        settings = self.folder / "mosquitto.conf"
        # Its own user may not look into a test's folder.
        said = (f"listener {self.port} 127.0.0.1", "persistence false", "user root", *self.lines)
        settings.write_text("\n".join(said) + "\n")
        with (self.folder / "mosquitto.log").open("ab") as log:
            self._program = subprocess.Popen(["mosquitto", "-c", str(settings)], stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1.0).close()
            except OSError:
                assert time.monotonic() < until, (self.folder / "mosquitto.log").read_text()
                time.sleep(0.02)
            else:
                return

    def freeze(self) -> None:
        """Let it hold its connections, and answer nothing any more."""
        assert self._program is not None
        self._program.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        if self._program is not None:
            self._program.kill()
            self._program.wait()
        self._program = None


@dataclass
class Heard:
    """What somebody in the home has heard, in its order. ``kept``: what the broker keeps now."""

    client: Client
    messages: list[tuple[str, str]] = field(default_factory=list)
    news: threading.Condition = field(default_factory=threading.Condition)

    def take(self, _: Client, __: Any, message: MQTTMessage) -> None:
        with self.news:
            self.messages.append((message.topic, message.payload.decode()))
            self.news.notify_all()

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true."""
        with self.news:
            assert self.news.wait_for(true, PATIENCE_S), self.messages

    def of(self, topic: str) -> list[str]:
        return [words for at, words in self.messages if at == topic]

    @property
    def state(self) -> Any:
        """How the game stands, as it was told last."""
        told = self.of(TOPICS.state)
        return json.loads(told[-1]) if told else {}

    def until_state(self, **wanted: object) -> None:
        self.until(lambda: all(self.state.get(key) == value for key, value in wanted.items()))

    def say_that_home_assistant_is(self, how: str) -> None:
        self.client.publish(STATUS, how, qos=1)


@contextmanager
def listening(place: BrokerPlace) -> Iterator[Heard]:
    """Hear everything that is told, and what was kept before."""
    client = Client(CallbackAPIVersion.VERSION2)
    heard, subscribed = Heard(client), threading.Event()
    client.on_message = heard.take
    client.on_subscribe = lambda *_: subscribed.set()

    def subscribe(*_: Any) -> None:
        client.subscribe("#", 1)

    client.on_connect = subscribe
    if place.user is not None:
        client.username_pw_set(place.user, place.password)
    if place.tls is not None:
        client.tls_set_context(place.tls)
    client.connect_async(place.host, place.port)
    client.reconnect_delay_set(1, 1)
    client.loop_start()
    try:
        assert subscribed.wait(PATIENCE_S)
        yield heard
    finally:
        client.disconnect()
        client.loop_stop()


def kept_by(place: BrokerPlace) -> dict[str, str]:
    """Return what the broker keeps for who comes later."""
    with listening(place) as heard:
        heard.client.publish("that is all", "", qos=1)
        heard.until(lambda: bool(heard.of("that is all")))
        return {topic: words for topic, words in heard.messages if topic != "that is all"}


@contextmanager
def told_at_home(
    table: Table, clock: Clock, place: BrokerPlace, *, with_names: bool = False
) -> Iterator[None]:
    """Let the table's workers work, and tell the home what is new."""
    workers: list[Worker] = [
        BroadcastWorker(table, clock),
        TimeWorker(table, clock),
        HomeWorker(table, clock, wall, place, TOPICS, with_names=with_names),
    ]
    supervisor = Supervisor(workers, clock, table.report)
    supervisor.start()
    try:
        yield
    finally:
        supervisor.stop()
