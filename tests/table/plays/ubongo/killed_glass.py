"""A glass that runs until the program is killed: prints what is left of it, ten times a second."""

import sys
import time
from pathlib import Path

from companion.games.game import EVERYONE, HOST
from companion.table.journal import Journal
from companion.table.table import Table
from tests.table.conftest import BACKENDS, wall
from vision.clock import SystemClock


def main() -> None:
    table = Table(Journal(Path(sys.argv[1])), SystemClock(), wall, BACKENDS)
    table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"]})
    table.submit(HOST, "start", {"move": "start"})
    while True:
        table.tick()
        timer = table.state(EVERYONE)["timer"]
        assert timer is not None
        print(timer["left_s"], flush=True)
        time.sleep(0.1)


if __name__ == "__main__":
    main()
