"""A move is told once the hub has stored it and said so, whatever comes and goes meanwhile."""

import json
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.game import HOST
from companion.hub.database import connected
from companion.hub.engines import Engines
from companion.table.home.connection import BrokerConnection
from companion.table.home.place import BrokerPlace
from companion.table.hub.chronicle import Chronicle
from companion.table.hub.teller import AGAIN_AFTER_S, AHEAD, BOOK, Book, StoredAtHub, Teller
from companion.table.hub.topics import HubTopics
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.hub.club import (
    YACHT,
    hub_at_work,
    lines_of,
    open_table,
    stored_of,
    telling,
    throw,
    told_by,
    until,
)
from tests.table.conftest import BACKENDS, wall
from tests.table.home.house import listening
from vision.clock import SteppedClock


class Desk:
    """A table's teller, and what it sends: a hub that answers when it is told to."""

    def __init__(self, table: Table, data: Path) -> None:
        self.sent: list[dict[str, object]] = []
        self.chronicle = Chronicle(table)
        self.book = Book(data)
        self.teller = Teller(
            self.chronicle, self.book, wall, lambda said: self.sent.append(json.loads(said))
        )
        self.teller.connected(0.0)

    def tell(self, now: float) -> list[int]:
        """Return the numbers of the lines that are sent now."""
        self.sent.clear()
        assert self.chronicle.look()
        self.teller.tell(now)
        numbers: list[int] = []
        for message in self.sent:
            first, lines = message["first"], message["lines"]
            assert isinstance(first, int)
            assert isinstance(lines, list)
            numbers += range(first, first + len(lines))
        return numbers

    def store(self, told: int, now: float) -> None:
        """Let the hub say that it has stored so many lines of this past."""
        assert self.chronicle.look()
        stored = StoredAtHub(self.book.number, told, self.chronicle.check(told))
        self.teller.heard(stored, now)


@pytest.fixture
def table() -> Table:
    made = Table(Journal(":memory:"), SteppedClock(), wall, BACKENDS)
    made.start_sitting(YACHT)
    throw(made, 0)
    return made


def test_lines_are_sent_until_they_are_stored(table: Table, tmp_path: Path) -> None:
    desk = Desk(table, tmp_path)
    desk.store(0, 0.1)
    assert desk.tell(0.1) == [1, 2, 3]
    assert desk.tell(0.2) == [], "once, while the hub may still answer"
    assert desk.tell(0.1 + AGAIN_AFTER_S[0]) == [1, 2, 3]
    desk.store(2, 3.0)
    throw(table, 1)
    assert desk.tell(3.1) == [4, 5]
    assert desk.tell(3.0 + AGAIN_AFTER_S[0]) == [3, 4, 5]
    desk.store(5, 6.0)
    assert desk.tell(600.0) == []
    desk.store(3, 601.0)  # its database is an older one
    assert desk.tell(601.1) == []
    assert desk.tell(602.0 + AGAIN_AFTER_S[0]) == [4, 5]
    table.close()


def test_a_hub_that_never_said_anything_is_told_everything(table: Table, tmp_path: Path) -> None:
    desk = Desk(table, tmp_path)
    assert desk.tell(0.5) == [], "the broker may still say what is stored"
    assert desk.tell(1.5) == [1, 2, 3]
    table.close()


def test_a_hub_that_stores_nothing_is_sent_so_much_and_no_more(tmp_path: Path) -> None:
    table = Table(Journal(":memory:"), SteppedClock(), wall, BACKENDS)
    table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
    for number in range(AHEAD + 50):
        table.submit(HOST, str(number), {"move": "throw", "faces": ["1"]})
    desk = Desk(table, tmp_path)
    desk.store(0, 0.0)
    assert desk.tell(0.0) == [*range(1, AHEAD + 1)]
    assert desk.tell(5.0) == [*range(1, AHEAD + 1)]
    desk.store(100, 6.0)
    assert desk.tell(6.0) == [*range(AHEAD + 1, AHEAD + 52)]
    table.close()


def test_a_table_set_back_to_an_earlier_day_begins_another_book(tmp_path: Path) -> None:
    data = tmp_path / "table"
    table = open_table(data)
    table.start_sitting(YACHT)
    throw(table, 0)
    table.close()
    earlier = (data / "journal.lines").read_bytes()
    table = open_table(data)
    throw(table, 1)
    desk = Desk(table, data)
    desk.store(5, 0.0)
    known = StoredAtHub(1, 5, desk.chronicle.check(5))
    table.close()
    for copy in data.glob("journal*"):
        copy.unlink()
    (data / "journal.lines").write_bytes(earlier)
    table = open_table(data)
    desk = Desk(table, data)
    assert desk.chronicle.look()
    desk.teller.heard(known, 0.0)
    assert (desk.book.number, desk.tell(0.0)) == (2, [1, 2, 3])
    assert (data / BOOK).read_text() == "2\n"
    assert Book(data).number == 2
    table.close()


def test_earlier_games_are_told_from_the_journal(tmp_path: Path) -> None:
    table = open_table(tmp_path / "table")
    for number in range(3):
        table.start_sitting(YACHT)
        throw(table, number % 2)
    whole = lines_of(table)
    assert [(one["sitting"], one["number"]) for one in whole] == [
        (sitting, number) for sitting in (1, 2, 3) for number in (0, 1, 2)
    ]
    table.close()
    again = open_table(tmp_path / "table")
    assert lines_of(again) == whole, "the same after a power cut"
    again.close()


def test_a_game_that_went_on_after_the_journal_was_read_is_told_to_its_end(tmp_path: Path) -> None:
    """The reading of earlier games goes on where it stood, and may be older than the next one's end."""
    table = open_table(tmp_path / "table")
    for sitting in range(2):
        table.start_sitting(YACHT)
        throw(table, sitting)
    chronicle = Chronicle(table)
    assert chronicle.look()
    assert len(chronicle.lines(0, 3)) == 3  # the first game, from the journal
    throw(table, 2)
    table.start_sitting(YACHT)
    assert chronicle.look()
    told = chronicle.lines(3, 5)
    assert [one["number"] for one in told] == [0, 1, 2, 3, 4]
    assert all(one["words"] for one in told[1:])
    table.close()


def test_every_move_is_stored_once_though_all_comes_and_goes(
    engines: Engines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for waits in ("table.home.connection", "table.hub.teller"):  # all is tried again sooner
        monkeypatch.setattr(f"companion.{waits}.AGAIN_AFTER_S", (0.2, 0.2))
    monkeypatch.setattr("companion.hub.ear.AGAIN_AFTER_S", 0.2)
    monkeypatch.setattr("companion.table.hub.teller.STORED_WITHIN_S", 0.3)
    place, address = engines.broker.place, engines.database.address
    data = tmp_path / "table"
    table = open_table(data)
    table.start_sitting(YACHT)
    with telling(table, data, "table-1", place):
        throw(table, 0)  # no hub yet
        with hub_at_work(place, address):
            until(lambda: stored_of(address, "table-1") == told_by(table))
        throw(table, 1)  # the hub is away
        with hub_at_work(place, address), hub_at_work(place, address, "hub-2") as hub:
            until(lambda: stored_of(address, "table-1") == told_by(table))
            until(lambda: hub.trouble == "")
            engines.broker.kill()
            until(lambda: hub.trouble == "hub.no_broker")  # pages say so
            throw(table, 2)
            engines.broker.start()
            until(lambda: stored_of(address, "table-1") == told_by(table))
            engines.database.kill()
            throw(table, 3)
            until(lambda: hub.trouble == "hub.not_stored")
            engines.database.start()
            until(lambda: stored_of(address, "table-1") == told_by(table))
            until(lambda: hub.trouble == "")
    table.close()  # the power goes
    table = open_table(data)
    throw(table, 4)
    with hub_at_work(place, address), telling(table, data, "table-1", place):
        until(lambda: stored_of(address, "table-1") == told_by(table))
    assert len(told_by(table)) == 10
    table.close()


def tables_on(address: str) -> int:
    with closing(connected(address)) as database:
        return len(database.execute("select from tables where is_here").fetchall())


def say_that_tables_are_on(place: BrokerPlace, count: int) -> None:
    """Say it once, as tables do where nothing else happens: the broker keeps it."""
    with closing(BrokerConnection(place, "tables", None, ("none",), lambda: None)) as tables:
        until(lambda: tables.is_there)
        for number in range(count):
            tables.say(HubTopics(f"table-{number}").health, '{"v":1,"is":"here"}')


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let broker and database be tried again sooner."""
    monkeypatch.setattr("companion.table.home.connection.AGAIN_AFTER_S", (0.2, 0.2))
    monkeypatch.setattr("companion.hub.ear.AGAIN_AFTER_S", 0.2)


@pytest.mark.usefixtures("soon")
def test_who_is_on_stays_so_when_the_hub_finds_broker_or_database_again(engines: Engines) -> None:
    place, address = engines.broker.place, engines.database.address
    with hub_at_work(place, address) as hub:
        say_that_tables_are_on(place, 1)
        until(lambda: tables_on(address) == 1)
        engines.broker.stop()
        until(lambda: hub.trouble == "hub.no_broker")
        engines.broker.start()
        until(lambda: hub.trouble == "")
        time.sleep(1.0)  # it has told tables where to go on by now
        assert tables_on(address) == 1
        engines.database.kill()
        say_that_tables_are_on(place, 2)
        until(lambda: hub.trouble == "hub.not_stored")
        engines.database.start()
        until(lambda: tables_on(address) == 2)
        time.sleep(1.0)
        assert tables_on(address) == 2


@pytest.mark.usefixtures("soon")
def test_what_the_hub_had_no_room_for_it_asks_for_again(
    engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.hub.ear.MOST_WAITING", 3)
    place, address = engines.broker.place, engines.database.address
    with hub_at_work(place, address) as hub:
        until(lambda: hub.trouble == "")
        engines.database.kill()
        say_that_tables_are_on(place, 9)
        until(lambda: hub.trouble == "hub.not_stored")
        engines.database.start()
        until(lambda: tables_on(address) == 9)


def test_what_is_stored_is_not_sent_again_after_a_restart(engines: Engines, tmp_path: Path) -> None:
    place, address = engines.broker.place, engines.database.address
    data, topics = tmp_path / "table", HubTopics("table-1")
    table = open_table(data)
    table.start_sitting(YACHT)
    throw(table, 0)
    with hub_at_work(place, address):
        with telling(table, data, "table-1", place):
            until(lambda: stored_of(address, "table-1") == told_by(table))
        with listening(place) as heard:
            heard.until(lambda: bool(heard.of(topics.told)))
            with telling(table, data, "table-1", place):
                throw(table, 1)
                until(lambda: stored_of(address, "table-1") == told_by(table))
            sent = [json.loads(said) for said in heard.of(topics.moves)]
    assert sent
    assert all(one["first"] > 3 for one in sent)
    table.close()


def test_a_table_set_back_is_at_the_hub_what_it_is_now(engines: Engines, tmp_path: Path) -> None:
    place, address = engines.broker.place, engines.database.address
    first, second = tmp_path / "first", tmp_path / "second"
    with hub_at_work(place, address):
        for data, throws in ((first, 2), (second, 1)):  # the same name, with another past
            table = open_table(data)
            table.start_sitting(YACHT)
            for number in range(throws):
                throw(table, number)
            with telling(table, data, "table-1", place):
                until(lambda table=table: stored_of(address, "table-1") == told_by(table))  # type: ignore[misc]
            table.close()
    with closing(connected(address)) as database:
        assert database.execute("select book, told from tables").fetchall() == [(2, 3)]
