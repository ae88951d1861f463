"""The hub's database: brought up to date with all that is in it, backed up, lost and restored."""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.hub.app import create_hub
from companion.hub.database import bring_up_to_date, connected
from companion.hub.engines import Engines, postgres_program
from companion.hub.migrations.versions.v0001_tables import STEPS
from companion.hub.organisers import Organisers
from companion.hub.pool import Pool
from companion.hub.standings import standings
from tests.hub.night import BOB, NIGHT, PIN, a_night, forget, move, now, tell, tell_lines
from tests.hub.test_lines import THREW
from tests.hub.test_pages import EVA, EVE, an_evas_game

OF_0001 = f"""
{STEPS}
create table alembic_version (version_num varchar(32) primary key);
insert into alembic_version values ('0001');
insert into tables (name, told, health, is_here) values ('table-1', 2, '{{"v":1,"is":"here"}}', true);
insert into sittings values ('table-1', 1, 'yacht', 2, now(), null, 1, 2, '{{7,8}}', false, now());
insert into seats (table_name, sitting, seat) values ('table-1', 1, 1), ('table-1', 1, 2);
insert into moves values ('table-1', 1, 1, 1, '{{"move":"throw"}}', '2026-01-02T20:15:00+00:00');
"""


@pytest.fixture
def address(engines: Engines) -> Iterator[str]:
    """Return the address of a database of its own."""
    with closing(connected(engines.database.address)) as server:
        server.autocommit = True
        server.execute("create database own")
        yield engines.database.address.replace("/postgres?", "/own?")
        server.execute("drop database own with (force)")


def pages_of(address: str) -> list[str]:
    with closing(Pool(address)) as pool:
        hub: Any = create_hub(pool, Organisers(PIN), (9, 1), now, forget).test_client()
        paths = ("/", "/tables/table-1", "/players", "/standings", "/board")
        return [hub.get(f"{path}?lang=en").text for path in paths]


def test_what_an_earlier_hub_stored_is_there_and_goes_on(address: str) -> None:
    with closing(connected(address)) as database:
        database.execute(OF_0001)
        database.commit()
    for _ in range(2):
        bring_up_to_date(address)
    room, one, *_ = pages_of(address)
    assert "Yacht" in room
    assert "1 move, the last at" in one
    with closing(connected(address)) as database:
        assert tell_lines(database, "table-1", 3, move(1, 2, said=THREW)) == 3
    assert "2 moves, the last at" in pages_of(address)[1]
    assert "threw 1, 1, 2" in pages_of(address)[1]


EVA_OF_0001 = f"""
insert into players (table_name, id, told_name) values ('table-1', '{EVA}', 'Eva');
insert into players (table_name, id, is_gone) values ('table-1', '{BOB}', true);
update seats set player = '{EVA}', rank = 1 where seat = 1;
update sittings set has_ended = true, began_at = '2026-11-27T18:00+00:00';
"""


def test_who_was_deleted_and_who_was_one_stays_so(address: str) -> None:
    """Nobody knows how long an earlier hub's games took: they say of nobody that they are two."""
    with closing(connected(address)) as database:
        database.execute(OF_0001 + EVA_OF_0001)
        database.commit()
    bring_up_to_date(address)
    with closing(connected(address)) as database:
        an_evas_game(database, "table-2", EVE, "2026-11-27T20:00+00:00", "2026-11-27T21:00+00:00")
        assert [(one.name, one.apart, one.games) for one in standings(database, NIGHT, NIGHT)] == [
            ("Eva", None, 2)
        ]
        tell(database, "table-2", "players", players={EVE: "Eva", BOB: "Bob"})
        database.commit()
    assert "Bob" not in pages_of(address)[2]


def test_what_was_backed_up_is_there_again(address: str) -> None:
    """As ``docs/many-tables.md`` says; the same commands are run there in a fresh Debian."""
    bring_up_to_date(address)
    with closing(connected(address)) as database:
        a_night(database)
        tell_lines(database, "table-1", 3, move(1, 2, said=THREW, words={"move": "undo"}))
        database.execute("update players set own_name = 'Ana K.' where told_name = 'Ana'")
        database.commit()
        before = pages_of(address)
        words = [str(postgres_program("pg_dump")), "--format=custom", address]
        dump = subprocess.run(words, check=True, capture_output=True).stdout
        database.execute("drop table gone, seats, players, moves, sittings, tables, alembic_version")
        database.commit()
    back = (str(postgres_program("pg_restore")), "--clean", "--if-exists", f"--dbname={address}")
    subprocess.run(back, input=dump, check=True)
    bring_up_to_date(address)
    assert pages_of(address) == before
    assert "Ana K." in before[2]
