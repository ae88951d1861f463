"""The broker, as ``deploy/hub`` sets it up, lets no table speak for another."""

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.hub.database import connected
from companion.hub.engines import Engines
from companion.hub.rooms import remove
from companion.table.hub.topics import HubTopics
from tests.hub.certificates import Authority, encrypted_broker, speaking
from tests.hub.club import (
    YACHT,
    hub_at_work,
    open_table,
    stored_of,
    telling,
    throw,
    told_by,
    until,
)
from tests.rigs.club.fuzz import GOOD, payload, rows_of_others, strangers_try

MOVES = json.dumps(GOOD["moves"][0]).encode()


@pytest.fixture
def unencrypted_again(engines: Engines) -> object:
    yield engines
    engines.broker.lines = ("allow_anonymous true",)


def test_a_table_tells_of_itself_alone(unencrypted_again: Engines, tmp_path: Path) -> None:
    engines = unencrypted_again
    address = engines.database.address
    authority = Authority(tmp_path / "keys")
    place = encrypted_broker(engines, authority)
    data = tmp_path / "table"
    with closing(open_table(data)) as table, hub_at_work(place("hub"), address) as storing:
        table.start_sitting(YACHT)
        throw(table, 0)
        with telling(table, data, "table-1", place("table-1")):
            until(lambda: stored_of(address, "table-1") == told_by(table))
            before = rows_of_others(address, "table-2")
            rng = Random(1)
            with speaking(place("table-2")) as say:
                for other in ("table-1", "table-3", "hub"):
                    say(HubTopics(other).moves, MOVES)
                    say(HubTopics(other).health, payload(rng, "health"))
                    say(HubTopics(other).told, b'{"v":1,"book":1,"told":9,"check":""}')
                say(HubTopics("table-2").moves, MOVES)
            until(lambda: len(stored_of(address, "table-2")) == 1)
            strangers_try(place, Authority(tmp_path / "stranger"), rng)
            until(storing.is_idle)
            assert rows_of_others(address, "table-2") == before
            throw(table, 1)
            until(lambda: stored_of(address, "table-1") == told_by(table))


def test_a_removed_table_stays_away_until_it_is_switched_on(
    unencrypted_again: Engines, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The broker keeps what a table said last, and tells every hub that comes."""
    engines = unencrypted_again
    address, data = engines.database.address, tmp_path / "table"
    place = encrypted_broker(engines, Authority(tmp_path / "keys"))

    def known() -> list[tuple[str, bool]]:
        with closing(connected(address)) as database:
            return database.execute("select name, is_here from tables").fetchall()

    with closing(open_table(data)) as table, hub_at_work(place("hub"), address) as storing:
        table.start_sitting(YACHT)
        throw(table, 0)
        with telling(table, data, "table-1", place("table-1"), with_names=True):
            until(lambda: stored_of(address, "table-1") == told_by(table))
        until(lambda: known() == [("table-1", False)])
        with closing(connected(address)) as database:
            remove(database, "table-1", storing.forget)
        with hub_at_work(place("hub"), address, "hub-2") as other:
            until(lambda: other.trouble == "")
            with telling(table, data, "table-2", place("table-2")):
                until(lambda: stored_of(address, "table-2") == told_by(table))
            assert [name for name, _ in known()] == ["table-2"]
        assert "refused" not in caplog.text, "nothing is wrong with what is taken back"
        with telling(table, data, "table-1", place("table-1")):
            until(lambda: stored_of(address, "table-1") == told_by(table))
