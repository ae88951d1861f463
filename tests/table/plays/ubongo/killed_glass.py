"""A glass that runs until the program is killed: prints what is left of it, ten times a second.

Its seconds are counted by its steps: a machine that is busy holds up the program, not the glass.
"""

import sys
import time
from pathlib import Path
from threading import Event

from companion.games.game import EVERYONE, HOST
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.table.conftest import BACKENDS, wall
from vision.clock import SteppedClock


def main() -> None:
    clock = SteppedClock()
    table = Table(Journal(Path(sys.argv[1])), clock, wall, BACKENDS)
    table.start_sitting({"game": "ubongo", "seats": ["Ana", "Bob"]})
    table.submit(HOST, "start", {"move": "start"})
    while True:
        table.tick()
        timer = table.state(EVERYONE)["timer"]
        assert timer is not None
        print(timer["left_s"], flush=True)
        time.sleep(0.1)
        clock.wait(Event(), 0.1)


if __name__ == "__main__":
    main()
