"""One broker and one database for all tests of a file."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from companion.hub.database import connected
from companion.hub.engines import Engines
from tests.hub.club import clear, engines_at_work


@pytest.fixture(scope="package")
def both() -> Iterator[Engines]:
    with engines_at_work() as engines:
        yield engines


@pytest.fixture
def engines(both: Engines) -> Iterator[Engines]:
    """Return both as they are at first."""
    yield both
    with closing(connected(both.database.address)) as database:
        clear(database)
    both.broker.kill()
    (both.folder / "mosquitto.db").unlink(missing_ok=True)
    both.broker.start()
