"""A table that does not encrypt lets a phone in encrypted all the same, once it shall be the camera."""

import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.errors import JournalError
from companion.table.access.access import Access
from tests.web.conftest import PIN
from tests.web.fake_table import FakeTable, as_table
from tests.web.transport.test_tls_channel import free_port
from web.access.certificate import OwnCertificate
from web.access.phone_door import FURTHER_ON, PhoneDoor
from web.app import create_app
from web.network import own_addresses
from web.server import Server

UNKNOWN = ssl._create_unverified_context()


def now() -> datetime:
    return datetime.now(tz=UTC)


@pytest.fixture
def live_table() -> FakeTable:
    return FakeTable(waits=True)


class House:
    """A table's server, and the door for phones."""

    def __init__(self, table: FakeTable, access: Access, folder: Path, host: str) -> None:
        self.folder = folder
        self.door = PhoneDoor(lambda: self.server, host, None, self._make)
        app = create_app(as_table(table), access, public=self.door.addresses, door=self.door)
        self.server = Server(app, host, free_port())

    def _make(self) -> OwnCertificate:
        return OwnCertificate(self.folder, lambda: ["localhost"], now)

    def ask(self, connection: Any, path: str, body: str | None = None, token: str = "") -> Any:
        """Return status and text that are answered."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        with closing(connection):
            connection.request("GET" if body is None else "POST", path, body, headers)
            reply = connection.getresponse()
            return reply.status, reply.read().decode()


@pytest.fixture(params=["127.0.0.1", "0.0.0.0"])
def house(
    request: pytest.FixtureRequest, live_table: FakeTable, access: Access, tmp_path: Path
) -> Iterator[House]:
    house = House(live_table, access, tmp_path, request.param)
    house.server.start()
    yield house
    house.server.stop()


def test_nothing_is_opened_before_a_phone_is_wanted(house: House) -> None:
    assert house.door.addresses() == []
    assert not list(house.folder.glob("tls*"))
    with pytest.raises((ssl.SSLError, OSError)):
        house.ask(encrypted("127.0.0.1", house.server.port), "/alive")
    assert house.ask(plain("127.0.0.1", house.server.port), "/alive")[0] == 204


def plain(host: str, port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(host, port, timeout=30)


def encrypted(host: str, port: int) -> http.client.HTTPSConnection:
    return http.client.HTTPSConnection(host, port, timeout=30, context=UNKNOWN)


def test_a_code_for_a_phone_leads_to_an_encrypted_page(house: House, access: Access) -> None:
    token = access.login(PIN, "host")
    own = plain("127.0.0.1", house.server.port)
    status, made = house.ask(own, "/api/v1/camera/codes?as=host", "{}", token)
    assert status == 200
    shut_in = house.server._host == "127.0.0.1"
    port = house.server.port + (FURTHER_ON if shut_in else 0)
    (address,) = own_addresses()[:1]
    assert f'"link":"https://{address}:{port}/camera/phone#code=' in made.replace(" ", "")

    status, page = house.ask(encrypted(address, port), "/camera/phone")
    assert (status, "phonecamera" in page) == (200, True)
    again = house.ask(plain("127.0.0.1", house.server.port), "/api/v1/camera/codes", "{}", token)
    assert again[0] == 200  # one door is enough
    assert len(house.server._doors) == (1 if shut_in else 0)

    # The table's own pages go on as they were; nobody else is answered in the clear by the door.
    assert house.ask(plain("127.0.0.1", house.server.port), "/")[0] == 200
    status, page = house.ask(plain(address, port), "/")
    assert (status, "https://" in page) == ((403, True) if shut_in else (200, False))
    if shut_in:
        assert house.ask(plain(address, port), "/api/v1/state")[0] == 403


def test_the_door_is_open_again_where_the_web_server_is_begun_anew(
    live_table: FakeTable, access: Access, tmp_path: Path
) -> None:
    house = House(live_table, access, tmp_path, "127.0.0.1")
    house.server._begin()
    (address,) = house.door.open()[:1]
    again = house.server._begin()
    try:
        port = int(address.rpartition(":")[2])
        assert house.ask(encrypted("127.0.0.1", port), "/alive")[0] == 204
    finally:
        again.end(5)


def test_where_the_usual_port_is_taken_another_is_opened(house: House) -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", house.server.port + FURTHER_ON))
        other.listen()
        (address,) = house.door.open()[:1]
    port = int(address.rpartition(":")[2])
    assert port != house.server.port + FURTHER_ON
    assert house.ask(encrypted("127.0.0.1", port), "/alive")[0] == 204


def test_a_certificate_that_cannot_be_kept_is_told(house: House) -> None:
    house.folder = house.folder / "gone"
    with pytest.raises(JournalError, match="certificate"):
        house.door.open()
    assert house.door.addresses() == []
