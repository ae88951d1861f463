"""What a table that encrypts makes of those who speak to it: TLS, plain HTTP, and nonsense."""

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.games.game import EVERYONE
from companion.table.access.access import Access
from tests.web.access.certificates import a_certificate, trusting
from tests.web.conftest import PIN
from tests.web.fake_table import FakeTable, as_table, nothing_played
from web.access.phone_door import NoWay
from web.app import create_app
from web.server import Server

BIG = bytes(range(256)) * 4_000


@pytest.fixture
def live_table() -> FakeTable:
    table = FakeTable(waits=True)
    table.show(nothing_played())
    return table


@pytest.fixture
def server(live_table: FakeTable, access: Access) -> Iterator[Server]:
    certificate = a_certificate()
    app = create_app(as_table(live_table), access, door=NoWay(certificate))
    app.add_url_rule("/big", view_func=lambda: BIG)
    server = Server(app, "127.0.0.1", 0, certificate.context())
    server.start()
    yield server
    server.stop()


def asking(server: Server, context: ssl.SSLContext | None = None) -> http.client.HTTPSConnection:
    return http.client.HTTPSConnection(
        "127.0.0.1", server.port, timeout=30, context=context or trusting()
    )


def reached(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), 30)


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_pages_are_had_by_tls(server: Server, version: ssl.TLSVersion) -> None:
    context = ssl.create_default_context(cafile=str(a_certificate().file))
    context.minimum_version = context.maximum_version = version
    with closing(asking(server, context)) as connection:
        for _ in range(2):  # by one connection
            connection.request("GET", "/api/v1/state")
            reply = connection.getresponse()
            assert reply.status == 200
            assert reply.read()


def test_who_trusts_nobody_does_not_get_in_and_the_others_do(server: Server) -> None:
    careful = asking(server, ssl.create_default_context())
    with closing(careful), pytest.raises(ssl.SSLCertVerificationError):
        careful.request("GET", "/")
    with closing(asking(server)) as connection:
        connection.request("GET", "/alive")
        assert connection.getresponse().status == 204


def test_what_is_large_comes_whole_both_ways(server: Server) -> None:
    with closing(asking(server)) as connection:
        for _ in range(3):
            connection.request("GET", "/big")
            assert connection.getresponse().read() == BIG
    body = b'{"pin": "' + b"x" * 60_000 + b'"}'
    with closing(asking(server)) as connection:
        connection.request("POST", "/api/v1/login", body, {"Content-Type": "application/json"})
        assert connection.getresponse().status == 400


def test_a_request_in_the_smallest_pieces_is_understood(server: Server) -> None:
    with trusting().wrap_socket(reached(server), server_hostname="127.0.0.1") as connection:
        for byte in b"GET /alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n":
            connection.send(bytes([byte]))
        assert connection.recv(12) == b"HTTP/1.1 204"


def test_a_slow_reader_gets_all_of_it(server: Server) -> None:
    """The socket is full time and again, so that pieces are offered anew."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", server.port))
    with trusting().wrap_socket(raw, server_hostname="127.0.0.1") as connection:
        connection.sendall(b"GET /big HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        came = b""
        while piece := connection.recv(5000):
            came += piece
    assert came.partition(b"\r\n\r\n")[2] == BIG


def test_events_come_at_once(server: Server, live_table: FakeTable) -> None:
    with closing(asking(server)) as connection:
        connection.request("GET", "/api/v1/events")
        with connection.getresponse() as reply:
            lines = iter(reply.readline, b"")
            assert next(line for line in lines if line.startswith(b"event: state"))
            live_table.tell(EVERYONE, "seen", {"phase": "moving"})
            assert next(line for line in lines if line.startswith(b"event: seen"))


def test_many_events_and_many_questions_at_once_break_nothing(
    server: Server, live_table: FakeTable
) -> None:
    """Each connection is read and written by two threads at a time."""
    wrong: list[object] = []

    def ask_often() -> None:
        with closing(asking(server)) as connection:
            for _ in range(6):
                connection.request("GET", "/big")
                if connection.getresponse().read() != BIG:
                    wrong.append("a reply")

    def pipeline() -> None:
        with trusting().wrap_socket(reached(server), server_hostname="127.0.0.1") as connection:
            request = b"GET /api/v1/state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            connection.sendall(request * 20)
            came = b""
            while piece := connection.recv(100_000):
                came += piece
                if came.count(b"HTTP/1.1 200") == 20:
                    return
            wrong.append("replies one after the other")

    threads = [threading.Thread(target=work) for work in (ask_often, pipeline) * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    assert not wrong


def test_plain_http_is_told_where_to_go(server: Server) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.request("GET", "/host")
        reply = connection.getresponse()
        assert reply.status == 403
        assert f'href="https://127.0.0.1:{server.port}/host"'.encode() in reply.read()
    body = f'{{"pin": "{PIN}"}}'
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.request("POST", "/api/v1/login", body, {"Content-Type": "application/json"})
        reply = connection.getresponse()
        assert reply.status == 403
        assert b"not_encrypted" in reply.read()


@pytest.mark.parametrize(
    "said",
    [
        b"\x00\x01\x02",
        b"\x80\x2e\x01\x00\x02",  # as SSL 2 began
        b"\x16\x03\x01\xff\xff" + bytes(70_000),
        b"\x16" + b"GET / HTTP/1.1\r\n\r\n" * 20,
        b"\x15\x03\x01\x00\x02\x02\x28",
    ],
)
def test_nonsense_is_hung_up_on(server: Server, said: bytes) -> None:
    with reached(server) as connection:
        connection.settimeout(30)
        try:
            connection.sendall(said)
            while connection.recv(1000):
                pass
        except ConnectionError:
            pass
    with closing(asking(server)) as connection:
        connection.request("GET", "/alive")
        assert connection.getresponse().status == 204


def test_who_stops_in_the_handshake_holds_nobody_up(server: Server) -> None:
    begun, to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting().wrap_bio(begun, to_send, server_hostname="127.0.0.1")
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    hello = to_send.read()
    with reached(server) as half, reached(server) as unanswered:
        half.sendall(hello[:50])
        unanswered.sendall(hello)
        for _ in range(3):
            with closing(asking(server)) as connection:
                connection.request("GET", "/alive")
                assert connection.getresponse().status == 204


def test_a_stopped_server_ends_in_order(server: Server, live_table: FakeTable) -> None:
    with closing(asking(server)) as connection:
        connection.request("GET", "/api/v1/events")
        reply = connection.getresponse()
        reply.readline()
        server.stop()
        while reply.read(1000):
            pass


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port: int = other.getsockname()[1]
        return port


def test_a_second_port_leads_to_the_same_table(live_table: FakeTable, access: Access) -> None:
    app = create_app(as_table(live_table), access, door=NoWay(a_certificate()))
    second = free_port()
    server = Server(app, "127.0.0.1", 0, a_certificate().context(), second)
    server.start()
    try:
        with closing(asking(server)) as connection:  # once this is answered, both ports are listened at
            connection.request("GET", "/alive")
            assert connection.getresponse().status == 204
        for _ in range(2):
            other = http.client.HTTPConnection("127.0.0.1", second, timeout=30)
            with closing(other) as plain:
                plain.request("GET", "/host")
                reply = plain.getresponse()
                assert reply.status == 403
                assert b'href="https://' in reply.read()
    finally:
        server.stop()
    for port in (server.port, second):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port or 0), 10)


def test_a_second_port_that_is_taken_keeps_nobody_from_the_table(
    live_table: FakeTable, access: Access, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(as_table(live_table), access, door=NoWay(a_certificate()))
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        server = Server(app, "127.0.0.1", 0, a_certificate().context(), taken)
        server.start()
        try:
            with closing(asking(server)) as connection:
                connection.request("GET", "/alive")
                assert connection.getresponse().status == 204
        finally:
            server.stop()
    assert f"only port {server.port} leads to the table" in caplog.text
