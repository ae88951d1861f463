"""An authority that vouches for hub, broker and tables, and a Mosquitto that knows them by that."""

import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.hub.engines import Engines
from companion.table.home.place import BrokerPlace

ACL = Path(__file__).parents[2] / "deploy" / "hub" / "acl"


class Authority:
    """Vouches for names: each gets one PEM file with certificate and key."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder, self._name = folder, name
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.file = folder / f"{name}.pem"
        own = _builder(name, name, self._key).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        self.file.write_bytes(_pem(own.sign(self._key, hashes.SHA256())))

    def vouch(self, name: str) -> Path:
        """Return a file with a certificate for this name, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        made = _builder(name, self._name, key).add_extension(names, critical=False)
        private = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        file = self._folder / f"{self._name}-{name}.pem"
        file.write_bytes(_pem(made.sign(self._key, hashes.SHA256())) + private)
        return file


def _builder(name: str, issuer: str, key: Any) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder(
            *(_called(issuer), _called(name), key.public_key(), x509.random_serial_number())
        )
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
    )


def _called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def encrypted_broker(engines: Engines, authority: Authority) -> Callable[..., BrokerPlace]:
    """Let the broker know everybody by certificate; return what leads somebody there."""
    broker, own = engines.broker, authority.vouch("broker")
    engines.broker.kill()
    broker.lines = (
        *(f"cafile {authority.file}", f"certfile {own}", f"keyfile {own}"),
        *("require_certificate true", "use_identity_as_username true", "allow_anonymous false"),
        f"acl_file {ACL}",
    )
    broker.start()

    def place(name: str, *, by: Authority = authority, without: bool = False) -> BrokerPlace:
        context = ssl.create_default_context(cafile=authority.file)
        if not without:
            context.load_cert_chain(by.vouch(name))
        return replace(broker.place, tls=context)

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
