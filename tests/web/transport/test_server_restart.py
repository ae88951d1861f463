"""The web server as a worker that is watched: its signs of life, and how it is started anew."""

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import pytest
from flask import Flask, Response

import web.transport.loop
from companion.table.access.access import Access
from tests.web.fake_table import FakeTable, as_table, nothing_played
from web.app import create_app
from web.server import NoReply, PortTaken, Server

PATIENCE_S = 20.0


class Watch:
    """A lease as a supervisor gives it: counts signs of life, and can be taken away."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._news = threading.Condition()
        self.beats = 0

    @property
    def wanted(self) -> bool:
        return not self._ended.is_set()

    def beat(self) -> None:
        with self._news:
            self.beats += 1
            self._news.notify_all()

    def wait(self, seconds: float) -> None:
        self.beat()
        self._ended.wait(min(seconds, 0.01))

    def end(self) -> None:
        self._ended.set()

    def await_beats(self, number: int) -> None:
        """Fail unless so many more signs of life come."""
        with self._news:
            wanted = self.beats + number
            assert self._news.wait_for(lambda: self.beats >= wanted, PATIENCE_S)


class Run:
    """A run of the server on a thread of its own."""

    def __init__(self, server: Server) -> None:
        self.watch = Watch()
        self.raised: Exception | None = None
        self._server = server
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._server.run(self.watch)
        except Exception as error:  # noqa: BLE001 - looked at by the test
            self.raised = error

    def ended(self) -> Exception | None:
        """Wait for the run's end; return what it has raised."""
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        return self.raised


@pytest.fixture
def app(access: Access) -> Flask:
    table = FakeTable(waits=True)
    table.show(nothing_played())
    return create_app(as_table(table), access)


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    server = Server(app, "127.0.0.1", 0)
    yield server
    server.stop()


@pytest.fixture
def begin(server: Server) -> Iterator[Callable[[], Run]]:
    """Run the server as often as it is asked for."""
    runs: list[Run] = []

    def one() -> Run:
        runs.append(Run(server))
        return runs[-1]

    yield one
    for run in runs:
        run.watch.end()
        run.ended()


@pytest.fixture
def hangs(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Let /alive hang until the event is set."""
    go_on = threading.Event()

    def alive() -> Response:
        go_on.wait(PATIENCE_S)
        return Response(status=204)

    monkeypatch.setitem(app.view_functions, "alive", alive)
    monkeypatch.setattr("web.server.REPLY_WITHIN_S", 0.1)
    yield go_on
    go_on.set()


@contextmanager
def asked(server: Server, path: str) -> Iterator[http.client.HTTPResponse]:
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path)
        with connection.getresponse() as reply:
            yield reply


def answers(server: Server) -> bool:
    with asked(server, "/api/v1/state") as reply:
        return reply.status == 200


def test_it_shows_signs_of_life_while_it_answers(server: Server, begin: Callable[[], Run]) -> None:
    run = begin()
    run.watch.await_beats(3)
    assert answers(server)
    run.watch.end()
    assert run.ended() is None


def test_nothing_is_asked_of_who_watches(server: Server, begin: Callable[[], Run]) -> None:
    begin().watch.await_beats(1)
    with asked(server, "/alive") as reply:
        assert (reply.status, reply.read()) == (204, b"")


def test_it_shows_no_sign_of_life_while_it_does_not_answer(
    begin: Callable[[], Run], hangs: threading.Event
) -> None:
    run = begin()
    hangs.wait(1)
    assert run.watch.beats == 0
    hangs.set()
    run.watch.await_beats(1)


def test_a_run_that_was_given_up_is_followed_by_another_at_the_same_port(
    app: Flask, server: Server, begin: Callable[[], Run], hangs: threading.Event
) -> None:
    silent = begin()
    hangs.wait(0.5)
    silent.watch.end()
    app.view_functions["alive"] = lambda: Response(status=204)
    fresh = begin()
    fresh.watch.await_beats(2)
    assert answers(server)
    hangs.set()
    silent.ended()
    fresh.watch.await_beats(1)


def test_a_run_whose_socket_thread_raises_ends_and_another_follows(
    server: Server, begin: Callable[[], Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, broken = web.transport.loop.Loop.turn, threading.Event()

    def turns(loop: web.transport.loop.Loop, always: tuple[int, ...]) -> None:
        if broken.is_set():
            raise RuntimeError("the sockets are gone")
        turn(loop, always)

    monkeypatch.setattr(web.transport.loop.Loop, "turn", turns)
    run = begin()
    run.watch.await_beats(1)
    broken.set()
    assert isinstance(run.ended(), RuntimeError | NoReply)
    broken.clear()
    begin().watch.await_beats(2)
    assert answers(server)


def test_streams_end_when_the_server_begins_anew(server: Server, begin: Callable[[], Run]) -> None:
    before = begin()
    before.watch.await_beats(1)
    with asked(server, "/api/v1/events") as reply:
        reply.readline()
        after = begin()
        with suppress(http.client.IncompleteRead):
            reply.read()
        after.watch.await_beats(1)
    with asked(server, "/api/v1/events") as reply:
        assert reply.readline().startswith(b"retry: ")


def test_a_wrong_answer_ends_the_run(app: Flask, begin: Callable[[], Run]) -> None:
    app.view_functions["alive"] = lambda: Response(status=500)
    error = begin().ended()
    assert isinstance(error, NoReply)
    assert "500" in str(error)


def test_threads_that_hang_are_not_added_to_for_ever(
    begin: Callable[[], Run], hangs: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.server.MOST_LEFT_THREADS", 0)
    silent = begin()
    hangs.wait(0.5)
    silent.watch.end()
    error = begin().ended()
    assert isinstance(error, NoReply)
    assert "hang" in str(error)
    hangs.set()
    silent.ended()
    begin().watch.await_beats(1)


def test_a_port_that_another_took_meanwhile_is_named(
    app: Flask, server: Server, begin: Callable[[], Run]
) -> None:
    first = begin()
    first.watch.await_beats(1)
    first.watch.end()
    first.ended()
    other = Server(app, "127.0.0.1", server.port)
    assert isinstance(begin().ended(), PortTaken)
    other.stop()
    begin().watch.await_beats(1)
