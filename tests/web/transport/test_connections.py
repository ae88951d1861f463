"""Strangers who hold on to the server do not keep the others out, whether it encrypts or not."""

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from typing import Any

import pytest

import web.server
import web.transport.connections
from companion.table.access.access import Access
from tests.web.access.certificates import a_certificate, trusting
from tests.web.conftest import PIN
from tests.web.fake_table import FakeTable, as_table, nothing_played
from web.access.phone_door import NoWay
from web.app import create_app
from web.server import Server
from web.transport.channel import LEAST_BYTES_PER_S, REQUEST_WITHIN_S, TAKEN_WITHIN_S
from web.transport.connections import KEPT_FOR_KNOWN, MOST, MOST_OF_ONE

PATIENCE_S = 20.0
"""A busy machine may take so long for what usually takes a second."""
HALF_A_HANDSHAKE = bytes.fromhex("16030102000100")


class Now:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Now:
    clock = Now()
    monkeypatch.setattr(web.transport.connections.LimitedServer, "now", staticmethod(clock))
    return clock


class Looks:
    """How often the server has looked after all its connections."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._count = 0

    def count(self) -> None:
        with self._news:
            self._count += 1
            self._news.notify_all()

    def wait_for_two(self) -> None:
        """Wait for two more: the first may have begun before this was asked."""
        with self._news:
            wanted = self._count + 2
            assert self._news.wait_for(lambda: self._count >= wanted, PATIENCE_S)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    made, usual = Looks(), web.transport.connections.LimitedServer.maintenance

    def counted(server: web.transport.connections.LimitedServer, now: float) -> None:
        usual(server, now)
        made.count()

    monkeypatch.setattr(web.transport.connections.LimitedServer, "maintenance", counted)
    return made


@pytest.fixture(params=["plain", "tls"])
def server(
    access: Access,
    now: Now,
    looks: Looks,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Iterator[Server]:
    # Else the server may be asking itself for a reply while a test moves the time.
    monkeypatch.setattr(web.server, "ASK_EVERY_S", 3600.0)
    table = FakeTable(waits=True)
    table.show(nothing_played())
    certificate = a_certificate() if request.param == "tls" else None
    app = create_app(as_table(table), access, door=NoWay(certificate))
    app.add_url_rule("/big", view_func=lambda: b"x" * 40_000_000)
    server = Server(app, "127.0.0.1", 0, certificate.context() if certificate else None)
    server.start()
    yield server
    server.stop()


def answers(server: Server, source: str = "127.0.0.1") -> bool:
    with closing(connected(server, source)) as connection:
        connection.sendall(b"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return connection.recv(12) == b"HTTP/1.1 200"


def reached(server: Server, source: str = "127.0.0.1") -> socket.socket:
    """Return a connection in which nothing has been said."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE_S, source_address=(source, 0))


def connected(server: Server, source: str = "127.0.0.1") -> socket.socket:
    """Return a connection that can be asked through."""
    connection = reached(server, source)
    if server.tls is None:
        return connection
    return trusting().wrap_socket(connection, server_hostname="127.0.0.1")


def is_closed(connection: socket.socket) -> bool:
    """Wait until the server closes the connection; say whether it did."""
    connection.settimeout(PATIENCE_S)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_a_request_that_drips_in_is_cut_off(server: Server, now: Now) -> None:
    with connected(server) as drip, reached(server) as silent:
        drip.sendall(b"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Drip: ")
        assert answers(server)
        now.now += REQUEST_WITHIN_S - 1
        drip.sendall(b"a")
        assert answers(server)
        now.now += 2
        assert is_closed(drip)
        assert is_closed(silent)
    assert answers(server)


PHOTOGRAPH = (
    b"POST /api/v1/teaching/photograph HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\n"
)


def test_a_long_file_may_take_longer_for_as_long_as_it_keeps_coming(
    server: Server, now: Now, access: Access
) -> None:
    piece = b"x" * int(1.2 * LEAST_BYTES_PER_S * REQUEST_WITHIN_S)
    head = PHOTOGRAPH + f"Authorization: Bearer {access.login(PIN, '127.0.0.1')}\r\n".encode()
    with connected(server) as slow:
        slow.sendall(head + b"Content-Length: %d\r\n\r\n" % (40 * len(piece)) + piece * 20)
        for _ in range(3):
            assert answers(server)
            now.now += REQUEST_WITHIN_S - 1
            slow.sendall(piece)
            assert answers(server)
            now.now += 2
            slow.settimeout(1.2)
            with pytest.raises(TimeoutError):
                slow.recv(1)
        now.now += REQUEST_WITHIN_S  # twenty pieces at once have earned no rest
        assert is_closed(slow)


@pytest.mark.parametrize("chunked", [False, True], ids=["length said", "in chunks"])
def test_a_stranger_sends_no_file(server: Server, chunked: bool) -> None:
    """What the host may send is refused of others before any of it is read."""
    with connected(server) as stranger:
        if chunked:
            piece = b"x" * 40_000
            head = PHOTOGRAPH + b"Transfer-Encoding: chunked\r\n\r\n"
            stranger.sendall(head + b"%X\r\n%b\r\n%X\r\n%b" % (len(piece), piece, len(piece), piece))
        else:
            stranger.sendall(PHOTOGRAPH + b"Content-Length: 1000000\r\n\r\n")
        reply = http.client.HTTPResponse(stranger)
        reply.begin()
        assert (reply.status, json.loads(reply.read())["error"]["code"]) == (401, "not_logged_in")


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"\x16\x03\x01\r\n\r\n", 400, "bad_request"),
        (b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", 400, "bad_request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413, "too_large"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000 + b"\r\n\r\n", 431, "too_large"),
    ],
    ids=["no HTTP", "length", "body", "headers"],
)
def test_what_no_address_sees_is_refused_in_the_one_shape(
    server: Server, sent: bytes, status: int, code: str
) -> None:
    with connected(server) as stranger:
        stranger.sendall(sent)
        reply = http.client.HTTPResponse(stranger)
        reply.begin()
        error = json.loads(reply.read())["error"]
    assert (reply.status, reply.headers["Content-Type"]) == (status, "application/json")
    assert (error["code"], set(error)) == (code, {"code", "message", "hint"})


def test_a_reply_that_nobody_takes_is_given_up(server: Server, now: Now, looks: Looks) -> None:
    with connected(server) as lazy:
        lazy.sendall(b"GET /big HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert lazy.recv(12) == b"HTTP/1.1 200"
        assert answers(server)
        for _ in range(2):  # what the system takes by itself is no sign of life for long
            looks.wait_for_two()
            now.now += TAKEN_WITHIN_S + 1
        looks.wait_for_two()
        lazy.settimeout(PATIENCE_S)
        taken = 0
        with suppress(ConnectionError):
            while piece := lazy.recv(1_000_000):
                taken += len(piece)
        assert taken < 39_000_000


def test_one_address_gets_only_so_many_connections(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        for _ in range(MOST_OF_ONE):
            stack.enter_context(reached(server, "127.0.0.66"))
        assert is_closed(stack.enter_context(reached(server, "127.0.0.66")))
        assert answers(server)


def test_when_all_places_are_taken_the_host_and_a_newcomer_still_get_in(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.app.extensions["companion_known"].add("127.0.0.2")
    with ExitStack() as stack:
        for number in range(MOST + 20):
            address = f"127.0.1.{number % 50 + 1}"
            half: Any = stack.enter_context(reached(server, address))
            half.sendall(b"GET / HTTP/1.1\r\n" if server.tls is None else HALF_A_HANDSHAKE)
        for address in ("127.0.0.2", "127.0.2.1"):
            assert answers(server, address)


def test_who_comes_while_others_are_let_go_is_not_taken_for_one_of_them(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All places are taken by strangers; many come at once, each for one that is given up."""

    with ExitStack() as stack:
        for number in range(MOST - KEPT_FOR_KNOWN):
            half = stack.enter_context(reached(server, f"127.0.1.{number % 50 + 1}"))
            half.sendall(b"GET / HTTP/1.1\r\n" if server.tls is None else HALF_A_HANDSHAKE)
        for turn in range(5):
            for number in range(30):
                stack.enter_context(reached(server, f"127.0.{2 + turn}.{number + 1}")).close()
            with ThreadPoolExecutor(8) as pool:
                sources = [f"127.0.{20 + turn}.{number + 1}" for number in range(8)]
                assert all(pool.map(partial(answers, server), sources))
