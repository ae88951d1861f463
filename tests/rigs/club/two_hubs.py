"""One of two hubs killed while four tables play: is anything missing five seconds later?

make club-two-hubs TIMES=20
"""

import sys
import time
from contextlib import ExitStack, closing
from random import Random

from companion.hub.engines import Engines
from companion.table.table import Table
from tests.hub.club import engines_at_work, open_table, stored_of, telling, told_by
from tests.rigs.club.kills import Programs
from tests.rigs.club.table import begin, move_once

TABLES = 4
WITHIN_S = 5.0
PLAYS_ON_S = 4.5
"""The last moves are made half a second before it is looked."""
PAUSE_S = 0.05


def play_until(tables: list[Table], rng: Random, end: float) -> None:
    """Play at all tables; games whose cards turn up one by one are left out."""
    while time.monotonic() < end:
        for table in tables:
            if table.game is None or not move_once(table, rng, time.monotonic_ns()):
                begin(table, rng, ("yacht", "carcassonne_dice"))
        time.sleep(PAUSE_S)


def missing(engines: Engines, tables: list[Table]) -> int:
    found = 0
    for number, table in enumerate(tables):
        told = told_by(table)
        stored = stored_of(engines.database.address, f"table-{number}")
        found += len(told) - len(stored) if told[: len(stored)] == stored else len(told)
    return found


def main() -> int:
    times, rng = int(sys.argv[1]), Random(1)
    worst, moves = 0, 0
    with engines_at_work() as engines, ExitStack() as stack:
        programs = Programs(engines, rng)
        stack.callback(programs.end)
        for hub in ("hub-1", "hub-2"):
            programs.start(hub)
        tables = []
        for number in range(TABLES):
            data = engines.folder / f"table-{number}"
            table = stack.enter_context(closing(open_table(data)))
            stack.enter_context(telling(table, data, f"table-{number}", engines.broker.place))
            tables.append(table)
        for _ in range(times):
            while not programs.hubs_are_up():
                play_until(tables, rng, time.monotonic() + 1)
            play_until(tables, rng, time.monotonic() + 3)
            killed_at = time.monotonic()
            programs.kill(rng.choice(("hub-1", "hub-2")))
            play_until(tables, rng, killed_at + PLAYS_ON_S)
            time.sleep(max(0.0, killed_at + WITHIN_S - time.monotonic()))
            worst = max(worst, missing(engines, tables))
        moves = sum(len(told_by(table)) for table in tables)
    print(f"{times} hubs of two killed, {moves} moves: at most {worst} missing {WITHIN_S:.0f} s later")
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
