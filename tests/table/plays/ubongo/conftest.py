"""A running round of Ubongo at a table that sees."""

import pytest

from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable
from tests.table.plays.ubongo.watched_round import begin_round


@pytest.fixture
def table(bench: Bench) -> PaperTable:
    """A running round, the board seen as it was told, the die beside it."""
    return begin_round(bench)
