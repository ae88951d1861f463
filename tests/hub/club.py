"""A broker, a database, hubs and tables, within one test."""

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.games.game import HOST
from companion.hub.database import Database, bring_up_to_date, connected
from companion.hub.ear import Ear, Storing
from companion.hub.engines import Engines, postgres_program
from companion.table.home.place import BrokerPlace
from companion.table.hub.chronicle import Chronicle
from companion.table.hub.topics import HubTopics
from companion.table.hub.worker import HubWorker
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor
from companion.table.table import Table
from tests.table.conftest import BACKENDS, wall
from tests.table.running import WallClock

PATIENCE_S = 30.0
YACHT = {"game": "yacht", "seats": ["Ana", "Bob"]}


def needs_engines() -> None:
    """Skip where Mosquitto or PostgreSQL is not installed."""
    if shutil.which("mosquitto", path="/usr/bin:/usr/sbin:/usr/local/bin") is None:
        pytest.skip("mosquitto is not installed")
    if postgres_program("postgres") is None:
        pytest.skip("postgresql is not installed")


@contextmanager
def engines_at_work() -> Iterator[Engines]:
    """Start both in a folder that the database's user reaches: a test's own folder is closed to it."""
    needs_engines()
    with tempfile.TemporaryDirectory(prefix="club-") as folder, Engines(Path(folder)) as engines:
        bring_up_to_date(engines.database.address)
        yield engines


@contextmanager
def hub_at_work(place: BrokerPlace, address: str, name: str = "hub-1") -> Iterator[Storing]:
    with closing(Ear(place, name)) as ear:
        storing = Storing(ear, address)
        supervisor = Supervisor([storing], WallClock(), lambda *_: None)
        supervisor.start()
        try:
            yield storing
        finally:
            supervisor.stop()


def open_table(data: Path) -> Table:
    data.mkdir(exist_ok=True)
    return Table(Journal(data / "journal.lines"), WallClock(), wall, BACKENDS, folder=data)


@contextmanager
def telling(
    table: Table, data: Path, name: str, place: BrokerPlace, *, with_names: bool = False
) -> Iterator[None]:
    """Let a table tell the hub."""
    clock = WallClock()
    worker = HubWorker(table, clock, place, HubTopics(name), data, with_names=with_names)
    supervisor = Supervisor([worker], clock, table.report)
    supervisor.start()
    try:
        yield
    finally:
        supervisor.stop()


def throw(table: Table, number: int) -> None:
    """Let whoever is to move throw, and score that."""
    boxes = ("ones", "twos", "threes", "fours", "fives", "sixes")
    table.submit(HOST, f"throw {number}", {"move": "throw", "faces": ["1", "2", "3", "4", "6"]})
    table.submit(HOST, f"score {number}", {"move": "score", "box": boxes[number // 2]})


def lines_of(table: Table) -> list[dict[str, Any]]:
    """Return all that this table's journal tells, by its own account."""
    chronicle = Chronicle(table)
    assert chronicle.look()
    return chronicle.lines(0, chronicle.tellable)


Told = tuple[int, int, int | None, str, Any]
"""A move: sitting, number, seat, when, and its words."""


def told_by(table: Table) -> list[Told]:
    """Return this table's moves as the hub should have them."""
    return [
        (one["sitting"], one["number"], one.get("seat"), one["at"], one["words"])
        for one in json.loads(json.dumps(lines_of(table)))
        if one["number"]
    ]


def stored_of(address: str, name: str) -> list[Told]:
    """Return a table's moves as the hub has them."""
    with closing(connected(address)) as database:
        rows = database.execute(
            "select sitting, number, seat, at, words from moves where table_name = %s order by 1, 2",
            (name,),
        )
        return [(*one[:4], None if one[4] is None else json.loads(one[4])) for one in rows]


def until(true: Callable[[], bool], within_s: float = PATIENCE_S) -> None:
    """Wait until something is true."""
    end = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end, "it does not become true"
        time.sleep(0.02)


def clear(database: Database) -> None:
    """Forget everything."""
    database.execute("truncate tables, gone cascade")
    database.commit()
