"""What the pages are told of a reading of gems."""

from random import Random

from companion.games.game import EVERYONE
from companion.games.ubongo.gems import deal_gems
from tests.table.conftest import Bench
from tests.table.plays.ubongo.paper_gems import PaperTable, board_of


def test_the_pages_are_told_how_many_gems_are_seen(bench: Bench) -> None:
    rng = Random(4)
    gems = deal_gems(rng)
    bench.table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"], "gems": gems})
    PaperTable(bench, board_of(gems), rng).look()
    seen = bench.table.state(EVERYONE)["watch"]["seen"]
    assert seen is not None
    assert seen["drawn"]["text"] == {"code": "ubongo.reading", "params": {"count": 72}}
