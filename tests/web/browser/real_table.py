"""A real table without eyes, and its pages: what the browser tests of every game share."""

from collections.abc import Iterator
from contextlib import contextmanager

from companion.games.game import Setup
from companion.games.record import setup_words
from companion.table.access.access import Access
from companion.table.storage.journal import Journal
from companion.table.supervision.supervisor import Supervisor, Worker
from companion.table.table import Table
from companion.table.workers import BroadcastWorker, StoryWorker, TimeWorker
from tests.table.conftest import wall
from tests.table.running import WallClock
from tests.web.browser.conftest import Page, until
from vision.clock import Clock
from web.app import create_app
from web.server import Server


@contextmanager
def table_without_eyes(setup: Setup, clock: Clock | None = None, pins: str = "none") -> Iterator[Table]:
    """Run a table at which a game has just begun; ``clock``: its time, which the test lets pass; the
    wall's passes by itself if none is given.
    """
    wall_clock = WallClock()
    table = Table(Journal(":memory:"), clock or wall_clock, wall, {"camera": "none", "pins": pins})
    table.looking.camera_is("off")
    workers: list[Worker] = [
        BroadcastWorker(table, wall_clock),
        StoryWorker(table, wall_clock),
        *([] if clock else [TimeWorker(table, wall_clock)]),
    ]
    supervisor = Supervisor(workers, wall_clock, table.report)
    supervisor.start()
    try:
        table.start_sitting(setup_words(setup))
        yield table
    finally:
        supervisor.stop()
        table.close()


@contextmanager
def pages_of(table: Table, access: Access) -> Iterator[Server]:
    """Serve the pages of a real table, in place of one that stands still."""
    server = Server(create_app(table, access), "127.0.0.1", 0)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def moves_at(table: Table) -> int:
    """Return how many moves the table knows of, those taken back and the taking back too."""
    return len(table.history.entries)


def until_moved(page: Page, table: Table, count: int) -> None:
    """Let the browser run until the table knows of so many moves."""
    until(page, lambda: moves_at(table) >= count)
