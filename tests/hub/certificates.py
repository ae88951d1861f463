"""Certificates as ``deploy/hub`` makes them, and Mosquitto as that sets it up."""

import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.hub.engines import Engines
from companion.table.home.place import BrokerPlace

DEPLOY = Path(__file__).parents[2] / "deploy" / "hub"
THERE = "/etc/mosquitto/hub"
"""Where the broker's configuration has the certificates."""


@dataclass(frozen=True)
class Authority:
    """Vouches for names."""

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "authority.pem"

    def vouch(self, name: str, *addresses: str) -> tuple[Path, Path]:
        """Return a certificate for this name, and its key."""
        words: list[str | Path] = [DEPLOY / "certificate.sh", self.folder, name, *addresses]
        subprocess.run(words, check=True, capture_output=True)
        return self.folder / f"{name}.pem", self.folder / f"{name}.key"


def configured(folder: Path) -> list[str]:
    """Return the broker's configuration, with certificates in this folder, and without its port."""
    said = (DEPLOY / "mosquitto.conf").read_text().replace(f"{THERE}/acl", str(DEPLOY / "acl"))
    lines = said.replace(THERE, str(folder)).splitlines()
    return [line for line in lines if not line.startswith(("#", "listener"))]


def encrypted_broker(engines: Engines, authority: Authority) -> Callable[..., BrokerPlace]:
    """Let the broker know everybody by certificate; return what leads somebody there."""
    authority.vouch("broker", "127.0.0.1", "localhost")
    engines.broker.kill()
    engines.broker.lines = configured(authority.folder)
    engines.broker.start()

    def place(name: str, *, by: Authority = authority, without: bool = False) -> BrokerPlace:
        context = ssl.create_default_context(cafile=authority.file)
        context.verify_flags |= ssl.VERIFY_X509_STRICT  # as Python does from 3.13 on
        if not without:
            context.load_cert_chain(*by.vouch(name))
        return replace(engines.broker.place, tls=context)

    return place


@contextmanager
def speaking(place: BrokerPlace, within_s: float = 30.0) -> Iterator[Callable[[str, bytes], None]]:
    """Speak at a broker as anybody may try to; yield what sends a message."""
    there = threading.Event()
    client = Client(CallbackAPIVersion.VERSION2)
    client.tls_set_context(place.tls)
    client.on_connect = lambda *_: there.set()
    client.connect(place.host, place.port)
    client.loop_start()
    try:
        assert there.wait(within_s)

        def say(topic: str, words: bytes) -> None:
            client.publish(topic, words, qos=0)

        yield say
        client.publish("that-is-all", b"", qos=1).wait_for_publish(within_s)
    finally:
        client.disconnect()
        client.loop_stop()
