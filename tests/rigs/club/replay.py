"""Journals of many tables told as fast as the hub stores them, with watchers at its pages.

    make club-replay HOW="--tables 200 --moves 200 --watchers 100"

The tables are those of this program: each with a journal of its own, a connection and the table's own
teller, on a few threads. The hub is a program of its own. What is measured: events a second from the
first to the last commit, the room's page meanwhile and afterwards, the hub's memory, and how soon a
single move is on the page.
"""

import argparse
import http.client
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median

from companion.errors import CompanionError
from companion.games.game import HOST
from companion.hub.database import connected
from companion.hub.engines import Engines
from companion.table.hub.chronicle import Chronicle
from companion.table.hub.teller import Book, Teller
from companion.table.hub.topics import HubTopics
from companion.table.hub.worker import HubConnection
from companion.table.table import Table
from tests.hub.club import engines_at_work, open_table, telling
from tests.rigs.club.table import begin, move_once

GAMES = 6
"""Different journals: each table's is a copy of one of them."""
PAGE_EVERY_S = 2.0
"""Seconds after which each watcher's page renews itself."""
SINGLE_MOVES, OTHERS = 200, 19
SETTLES_S = 8.0
"""Until twenty tables have started on two processors."""


class Talker:
    """A table's part that tells: without pages and devices."""

    def __init__(self, engines: Engines, number: int, table: Table, data: Path) -> None:
        self.name = f"table-{number}"
        data.mkdir()
        topics = HubTopics(self.name)
        self.chronicle = Chronicle(table)
        self.line = HubConnection(engines.broker.place, topics, lambda: None)
        self.teller = Teller(self.chronicle, Book(data), table.wall, self._send)
        self._topic, self._wanted = topics.moves, 0

    def _send(self, words: str) -> None:
        self.line.say(self._topic, words, kept=False)

    def turn(self) -> bool:
        """Send what is due; return whether the hub lacks anything."""
        now = time.monotonic()
        if self.line.wanted != self._wanted:
            self._wanted = self.line.wanted
            self.teller.connected(now)
        if self.chronicle.look() and self.line.is_there:
            while not self.line.stored.empty():
                self.teller.heard(self.line.stored.get(), now)
            self.teller.tell(now)
        return self.teller.is_behind


class Watcher(threading.Thread):
    """A page of the room that renews itself."""

    def __init__(self, port: int, times: list[float], stop: threading.Event, delay_s: float) -> None:
        super().__init__(daemon=True)
        self._port, self._times, self._stop_now, self._delay_s = port, times, stop, delay_s

    def run(self) -> None:
        self._stop_now.wait(self._delay_s)
        while not self._stop_now.is_set():
            began = time.monotonic()
            page_of(self._port)
            self._times.append(time.monotonic() - began)
            self._stop_now.wait(max(0.0, PAGE_EVERY_S - (time.monotonic() - began)))


def page_of(port: int, path: str = "/") -> str:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200, answer.status
        return answer.read().decode()


def share(times: list[float], part: float) -> float:
    return 1000 * sorted(times)[int(part * (len(times) - 1))] if times else 0.0


def played(folder: Path, number: int, moves: int) -> Table:
    """Return a table at which so many moves were made."""
    table, rng = open_table(folder / f"journal-{number}"), Random(number)
    made = 0
    while made < moves:
        try:
            if table.game is None or not move_once(table, rng, made):
                begin(table, rng)
            made += 1
        except CompanionError:
            time.sleep(0.1)
            table.tick()
    while table.played() is None:  # the cards of a vote are turning up
        time.sleep(0.1)
        table.tick()
    return table


def memory_mb(program: subprocess.Popen[str]) -> float:
    for line in Path(f"/proc/{program.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def started_hub(engines: Engines) -> tuple[subprocess.Popen[str], int]:
    """Start a hub; return it and its port."""
    where = ("--broker", str(engines.broker.place), "--database", engines.database.address)
    words = [sys.executable, "-u", "-m", "companion", "hub", *where, "--port", "0"]
    program = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    for line in program.stdout:
        if line.startswith("hub:"):
            return program, int(line.rstrip("/\n").rpartition(":")[2])
    raise AssertionError("the hub does not start")


def stored(engines: Engines) -> int:
    with closing(connected(engines.database.address)) as database:
        row = database.execute("select coalesce(sum(told), 0) from tables").fetchone()
        assert row is not None
        return int(row[0])


def bytes_of_moves(engines: Engines) -> int:
    with closing(connected(engines.database.address)) as database:
        row = database.execute("select pg_total_relation_size('moves')").fetchone()
        assert row is not None
        return int(row[0])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--watchers", type=int, default=100)
    said = parser.parse_args()
    with engines_at_work() as engines:
        tables = [played(engines.folder, number, said.moves) for number in range(GAMES)]
        program, port = started_hub(engines)
        try:
            measure(engines, tables, said, program, port)
        finally:
            program.terminate()
            program.wait()
            for table in tables:
                table.close()


def measure(
    engines: Engines,
    tables: list[Table],
    said: argparse.Namespace,
    program: subprocess.Popen[str],
    port: int,
) -> None:
    talkers = [
        Talker(engines, number, tables[number % GAMES], engines.folder / f"data-{number}")
        for number in range(said.tables)
    ]
    events = 0
    for one in talkers:
        one.chronicle.look()
        events += one.chronicle.tellable
    before_mb, times, stop = memory_mb(program), list[float](), threading.Event()
    watchers = [
        Watcher(port, times, stop, PAGE_EVERY_S * number / max(1, said.watchers))
        for number in range(said.watchers)
    ]
    for watcher in watchers:
        watcher.start()
    began = time.monotonic()
    behind = talkers
    while behind:
        behind = [one for one in talkers if one.turn()]
        time.sleep(0.005)
    took_s = time.monotonic() - began
    found = stored(engines)
    print(f"{said.tables} tables, {events} events, {found} stored")
    print(f"within {took_s:.1f} s: {found / took_s:.0f} a second")
    print(f"hub: {before_mb:.0f} MB before, {memory_mb(program):.0f} MB after")
    print(f"room, while storing, {said.watchers} watchers, n={len(times)}:", words_of(times))
    print(f"{bytes_of_moves(engines) / max(1, found):.0f} bytes of the database an event")
    times.clear()
    time.sleep(4 * PAGE_EVERY_S)
    print(f"room, afterwards, n={len(times)}:", words_of(times))
    stop.set()
    for watcher in watchers:
        watcher.join()
    for one in talkers:
        one.line.close()
    single_moves(engines, port)


def single_moves(engines: Engines, port: int) -> None:
    """Measure how soon a move at one of 20 playing tables is on that table's page."""
    data = engines.folder / "single"
    where = ("--broker", str(engines.broker.port), "--data", str(engines.folder / "other"))
    how = ("--name", "other", "--pause", "2", "--count", str(OTHERS))
    others = subprocess.Popen([sys.executable, "-m", "tests.rigs.club.table", *where, *how])
    times: list[float] = []
    try:
        with closing(open_table(data)) as table, telling(table, data, "single", engines.broker.place):
            table.start_sitting({"game": "plain_dice", "seats": ["Ana"]})
            time.sleep(SETTLES_S)
            for number in range(1, SINGLE_MOVES + 1):
                time.sleep(0.1)
                began = time.monotonic()
                table.submit(HOST, str(number), {"move": "throw", "faces": ["1"]})
                while f">{number} move" not in page_of(port, "/tables/single?lang=en"):
                    time.sleep(0.01)
                times.append(time.monotonic() - began)
    finally:
        others.terminate()
        others.wait()
    print(f"a move at one of {OTHERS + 1} tables is on its page, n={len(times)}:", words_of(times))


def words_of(times: list[float]) -> str:
    if not times:
        return "none"
    parts = (1000 * median(times), share(times, 0.95), share(times, 1))
    return "median {:.0f} ms, p95 {:.0f} ms, most {:.0f} ms".format(*parts)


if __name__ == "__main__":
    main()
