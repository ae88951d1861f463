"""The web server: real sockets, started and stopped by the main program."""

import http.client
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager

import pytest

import web.api.events
from companion.games.game import EVERYONE
from companion.table.access.access import Access
from tests.web.fake_table import FakeTable, as_table, nothing_played
from web.app import create_app
from web.server import THREADS, PortTaken, Server


@pytest.fixture
def live_table() -> FakeTable:
    table = FakeTable(waits=True)
    table.show(nothing_played())
    return table


@pytest.fixture
def server(live_table: FakeTable, access: Access) -> Iterator[Server]:
    server = Server(create_app(as_table(live_table), access), "127.0.0.1", 0)
    server.start()
    yield server
    server.stop()


@contextmanager
def ask(server: Server, path: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as connection:
        connection.request("GET", path)
        with connection.getresponse() as reply:
            yield reply


def read_event(reply: http.client.HTTPResponse) -> str:
    lines = iter(reply.readline, b"\n")
    return b"".join(lines).decode()


def test_it_answers_at_a_free_port(server: Server) -> None:
    with ask(server, "/api/v1/state") as reply:
        assert reply.status == 200


def test_events_come_at_once_and_not_when_a_buffer_is_full(
    server: Server, live_table: FakeTable
) -> None:
    with ask(server, "/api/v1/events") as reply:
        assert read_event(reply).startswith("retry: ")
        assert "event: state" in read_event(reply)
        live_table.tell(EVERYONE, "seen", {"phase": "moving"})
        assert "event: seen" in read_event(reply)


def test_a_page_that_goes_away_frees_its_place(
    server: Server, live_table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    freed = threading.Event()
    close = web.api.events.Stream.close

    def close_and_tell(stream: web.api.events.Stream) -> None:
        close(stream)
        freed.set()

    monkeypatch.setattr(web.api.events.Stream, "close", close_and_tell)
    with ask(server, "/api/v1/events") as reply:
        read_event(reply)
    live_table.tell(EVERYONE, "seen", {})
    assert freed.wait(20)


def test_pages_that_listen_hold_no_threads(server: Server, live_table: FakeTable) -> None:
    """More listen than there are threads; what is asked is answered, and all are told what is new."""
    with ExitStack() as stack:
        listening = [stack.enter_context(ask(server, "/api/v1/events")) for _ in range(THREADS + 1)]
        for reply in listening:
            read_event(reply), read_event(reply)
        with ask(server, "/api/v1/games") as answer:
            assert answer.status == 200
        live_table.tell(EVERYONE, "seen", {"phase": "moving"})
        assert all("event: seen" in read_event(reply) for reply in listening)


def test_stopping_ends_streams_threads_and_frees_the_port(live_table: FakeTable, access: Access) -> None:
    before = set(threading.enumerate())
    server = Server(create_app(as_table(live_table), access), "127.0.0.1", 0)
    server.start()
    with ask(server, "/api/v1/events") as reply:
        read_event(reply)
        read_event(reply)
        server.stop()
        assert reply.read() == b""
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=20)
    assert set(threading.enumerate()) == before
    again = Server(create_app(as_table(live_table), access), "127.0.0.1", server.port)
    again.stop()


def test_a_reply_that_ends_while_the_server_stops_does_not_close_its_trigger(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who ends a reply wakes the thread that closes the sockets: here just before the server does."""
    with ask(server, "/alive"):
        pass
    with server._lock:  # it may answer before it is noted
        [service] = server._begun
    trigger = service._server.trigger
    pull = trigger._physical_pull

    def pull_after_another() -> None:
        pull()
        service._thread.join(timeout=0.2)
        pull()

    monkeypatch.setattr(trigger, "_physical_pull", pull_after_another)
    server.stop()
    assert not service._thread.is_alive()


def test_who_ends_a_reply_after_the_sockets_were_closed_writes_to_none(server: Server) -> None:
    """By then another file may have the number of what was closed."""
    with ask(server, "/alive"):
        pass
    with server._lock:  # it may answer before it is noted
        [service] = server._begun
    server.stop()
    read, write = os.pipe()
    os.set_blocking(read, False)
    service._server.trigger.trigger = write  # as if the number were given out again
    service._server.pull_trigger()
    with pytest.raises(BlockingIOError):
        os.read(read, 1)
    os.close(read)
    os.close(write)


def test_a_port_that_is_taken_is_named(live_table: FakeTable, access: Access) -> None:
    app = create_app(as_table(live_table), access)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortTaken, match=f"cannot listen at 127.0.0.1, port {port}") as caught:
            Server(app, "127.0.0.1", port)
    assert "--port" in caught.value.hint


def test_an_address_that_does_not_exist_is_named(live_table: FakeTable, access: Access) -> None:
    with pytest.raises(PortTaken, match=r"192\.0\.2\.1"):
        Server(create_app(as_table(live_table), access), "192.0.2.1", 0)
