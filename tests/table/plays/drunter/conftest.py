"""Tables at which Drunter's players are to choose."""

from collections.abc import Iterator

import pytest

from tests.table.conftest import Bench
from tests.table.plays.drunter.voting import bench_at_the_vote


@pytest.fixture
def choosing() -> Iterator[Bench]:
    made = bench_at_the_vote(variant="expert")
    yield made
    made.table.close()
