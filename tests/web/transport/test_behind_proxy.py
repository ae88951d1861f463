"""Behind a proxy on the same machine everybody comes from there: nobody is trusted for it."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.table.access.access import Access
from tests.web.conftest import TimeOfDay
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable, as_table, nothing_played
from tests.web.transport.test_connections import is_closed, reached
from web.app import create_app
from web.server import ASK_EVERY_S, Server
from web.transport.connections import MOST_OF_ONE


@pytest.fixture
def proxied(access: Access) -> Iterator[Server]:
    table = FakeTable(waits=True)
    table.show(nothing_played())
    server = Server(create_app(as_table(table), access, behind_proxy=True), "127.0.0.1", 0)
    server.start()
    yield server
    server.stop()


def test_the_own_machine_gets_only_so_many_connections(proxied: Server) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(reached(proxied)) for _ in range(2 * MOST_OF_ONE)]
        assert is_closed(held[-1])
        time.sleep(3 * ASK_EVERY_S)  # it asks itself, and is let in
        proxied._begun[-1].check()
    assert proxied._thread.is_alive()


def test_a_short_pin_is_not_good_there(table: FakeTable, tmp_path: Path, clock: TimeOfDay) -> None:
    access = Access(tmp_path / "access.db", "246810", clock, clock, pin_in_use=True)
    for behind_proxy in (False, True):
        app = create_app(as_table(table), access, behind_proxy=behind_proxy)
        reply = app.test_client().post("/api/v1/login", json={"pin": "246810"})
        if behind_proxy:
            assert_error(reply, 401, "wrong_pin")
            assert reply.get_json()["error"]["reason"]["code"] == "error.pin_too_short"
        else:
            assert reply.status_code == 200
    with closing(sqlite3.connect(tmp_path / "access.db")) as database:
        assert database.execute("SELECT count(*) FROM tokens").fetchone() == (1,)
