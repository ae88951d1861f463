"""Broker, database, hubs and tables killed at random, and whether journals and hub agree afterwards.

    make club-kills TIMES=300 SEED=1

Two hubs and some tables run as programs of their own. Now and then the network is parted: the broker
stands still, and answers nobody, for seconds. In the end every table's journal is opened, what is left
is told, and move after move is compared.
"""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGSTOP, SIGTERM, signal
from threading import Event

from companion.hub.engines import Engines
from tests.hub.club import engines_at_work, hub_at_work, open_table, stored_of, telling, told_by, until

TABLES = 4
APART_S = (0.2, 1.6)
"""Seconds between two kills: from long before to long after a program is up again."""
PARTED_S = (2.0, 8.0)
CATCHES_UP_WITHIN_S = 120.0


class Programs:
    """What runs, by name; what was killed is started again."""

    def __init__(self, engines: Engines, rng: Random) -> None:
        self._engines, self._rng = engines, rng
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._starts = self._hub_starts = 0

    def folder(self, table: int) -> Path:
        return self._engines.folder / f"table-{table}"

    def start(self, name: str) -> None:
        """Start a hub or a table."""
        self._starts += 1
        broker, database = self._engines.broker.port, self._engines.database.address
        if name.startswith("hub"):
            self._hub_starts += 1
            where = ("--broker", f"mqtt://127.0.0.1:{broker}", "--database", database)
            words = ["companion", "hub", *where, "--port", "0"]
        else:
            where = ("--data", str(self._engines.folder / name), "--broker", str(broker))
            more = ("--name", name, "--seed", str(self._starts), "--pause", "0.05")
            words = ["tests.rigs.club.table", *where, *more]
        with (self._engines.folder / "said.log").open("ab") as log:
            self._running[name] = subprocess.Popen(
                [sys.executable, "-m", *words], stdout=log, stderr=log, env=os.environ
            )

    def kill(self, name: str) -> None:
        """Kill something, and start it again."""
        if name in ("broker", "database"):
            engine = self._engines.broker if name == "broker" else self._engines.database
            engine.kill()
            time.sleep(self._rng.uniform(0, 1))
            engine.start()
            return
        self._running[name].kill()
        self._running[name].wait()
        self.start(name)

    def hubs_are_up(self) -> bool:
        """Whether every hub that was started has said its address."""
        said = (self._engines.folder / "said.log").read_text()
        return said.count("hub:    http") == self._hub_starts

    def part(self) -> None:
        """Let the broker stand still for a while."""
        program = self._engines.broker.program
        assert program is not None
        program.send_signal(SIGSTOP)
        time.sleep(self._rng.uniform(*PARTED_S))
        program.send_signal(SIGCONT)

    def end(self) -> None:
        for one in self._running.values():
            one.kill()
            one.wait()


def compared(engines: Engines, programs: Programs) -> tuple[int, int]:
    """Tell what is left of each table; return how many moves there are, and how many differ."""
    moves = wrong = 0
    place, address = engines.broker.place, engines.database.address
    with hub_at_work(place, address):
        for number in range(TABLES):
            name, data = f"table-{number}", programs.folder(number)
            with closing(open_table(data)) as table:
                want = told_by(table)
                with telling(table, data, name, place, with_names=True):
                    is_same: Callable[[], bool] = lambda: stored_of(address, name) == want  # noqa: B023, E731
                    try:
                        until(is_same, CATCHES_UP_WITHIN_S)
                    except AssertionError:
                        found = stored_of(address, name)
                        lost = [one for one in want if one not in found]
                        more = [one for one in found if one not in want]
                        print(f"{name}: {len(lost)} lost or other, {len(more)} too many", lost[:2])
                        wrong += len(lost) + len(more)
            moves += len(want)
    return moves, wrong


def main() -> int:
    times, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng, killed, enough = Random(seed), Counter[str](), Event()
    signal(SIGTERM, lambda *_: enough.set())  # it compares what was killed by then
    began = time.monotonic()
    with engines_at_work() as engines:
        programs = Programs(engines, rng)
        names = ["hub-1", "hub-2", *(f"table-{number}" for number in range(TABLES))]
        try:
            for name in names:
                programs.start(name)
            for number in range(times):
                if enough.wait(rng.uniform(*APART_S)):
                    break
                victim = rng.choice(["broker", "database", *names, "network"])
                killed[victim] += 1
                programs.part() if victim == "network" else programs.kill(victim)
                if number % 20 == 19:
                    print(f"{number + 1} of {times}", flush=True)
            time.sleep(2)
        finally:
            programs.end()
        moves, wrong = compared(engines, programs)
        said = (engines.folder / "said.log").read_text()
    print(f"killed: {dict(sorted(killed.items()))}; {said.count('Traceback')} traces")
    if "Traceback" in said:
        print(said[said.index("Traceback") :][:3000])
    took_s = time.monotonic() - began
    print(f"{killed.total()} kills, {moves} moves of {TABLES} tables, {wrong} differ, {took_s:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
