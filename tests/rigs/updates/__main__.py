"""``python -m tests.rigs.updates 300``: updates killed (-9) at any moment, again and again.

Each is a process that updates a table from a signed file: unpacks it, builds it, tries it, and keeps it
or goes back. It is killed after a random time; half of them as if the power had been cut. What puts that
right at the next start is killed in half of the cases, too. Meanwhile the table accepts moves as fast as
they can be written, whenever it may. In the end one of the two releases must run, with every move that
was accepted, and those of the other release's data must not be left to one that cannot read them.

The tables are small ones without systemd (``tests/keeper/house.py``): a start is checked as far as it
depends on what lies on the disk. With systemd ``make install-test`` does the same, a few times.
"""

import logging
import os
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

from companion.keeper import updating as module
from companion.keeper.machine import Systemd
from companion.keeper.place import Release
from companion.keeper.trial import Trials
from companion.keeper.updating import Updating
from tests.keeper.house import GAMES, OLD, FakeMachine, House
from tests.keeper.release import keys_in, made
from tests.rigs.killing import killed, repeated

NEWEST = Release("0.3.0", "20260301T000000")
FASTER = 200.0
"""So many seconds of the machine's pass in one: a trial of twelve takes a sixteenth of one."""
LONGEST_S = 0.8
"""An update is killed at any moment within so many seconds; most take half of that."""
MOVE_EVERY_S = 0.002
GOES_BACK = 3
"""Every third update is of a release that cannot open the games: it goes back."""


class FastMachine(FakeMachine):
    """Its table accepts moves in a thread of its own, for as long as it runs and is not on trial."""

    def __init__(self, house: House, accepted: Path) -> None:
        super().__init__(house)
        self._accepted, self._lock = accepted, threading.Lock()
        self._number = len(accepted.read_text().splitlines())

    def now(self) -> float:
        return time.monotonic() * FASTER

    def stop(self) -> None:
        with self._lock:
            super().stop()

    def play(self) -> None:
        """Accept moves until the process ends: written first, then acknowledged."""
        while True:
            time.sleep(MOVE_EVERY_S)
            place = self.house.place
            with self._lock:
                if self.runs is None or place.current != place.kept:
                    continue
                self._number += 1
                for file, line in (
                    (self.house.data / GAMES, f"move {self._number}\n"),
                    (self._accepted, f"{self._number}\n"),
                ):
                    with file.open("a") as out:
                        out.write(line)


def update(house: House, file: Path, *, goes_back: bool, begins: bool) -> None:
    """Do an update to its end, or (``begins`` false) put right what was broken off."""
    os.sync = lambda: None  # kill -9 takes nothing from the system's own memory
    module.LOOK_EVERY_S = 0.002
    machine = FastMachine(house, file.with_name("accepted"))
    machine.boots, machine.journal = house.machine.boots, not goes_back
    house.machine = machine
    trials = Trials(house.place, lambda: house.data, cast(Systemd, machine))
    updating = Updating(house.place, trials, keys=keys_in(file.parent))
    updating.go_on()
    machine.start()  # as systemd does, unless it runs already
    threading.Thread(target=machine.play, daemon=True).start()
    if begins:
        updating.begin(file)
    while updating.doing is not None:
        time.sleep(0.001)


def one_kill(number: int, rng: Random) -> tuple[str, bool]:
    """Kill one update; return which version runs afterwards, and whether it was killed in time."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        house = House(folder)
        (folder / "accepted").write_text("1\n2\n")
        file = made(folder / "a.release", NEWEST)
        do = partial(update, house, file, goes_back=number % GOES_BACK == 0)
        in_time = killed(partial(do, begins=True), rng.uniform(0.0, LONGEST_S))
        house.machine.boots += rng.random() < 0.5
        if rng.random() < 0.5:
            killed(partial(do, begins=False), rng.uniform(0.0, LONGEST_S / 4))
            house.machine.boots += rng.random() < 0.5
        killed(partial(do, begins=False), None)
        return check(house, folder), in_time


def check(house: House, folder: Path) -> str:
    """Return which version runs; raise AssertionError where none does, or a move is lost."""
    place = house.place
    assert place.current == place.kept, "still on trial"
    house.start()
    accepted = (folder / "accepted").read_text().splitlines()
    found = house.moves.splitlines()
    lost = {f"move {number}" for number in accepted} - set(found)
    assert not lost, f"lost of {len(accepted)}: {sorted(lost)[:5]}"
    assert len(found) <= len(accepted) + 3, "more than what was on its way"
    assert place.kept is not None
    assert place.kept in (OLD, NEWEST)
    return place.kept.version


def main(kills: int, seed: int = 1) -> int:
    """Kill so many updates; return how often something was wrong."""
    logging.disable()  # that one is not kept is told each time
    return repeated("updates", kills, seed, one_kill)


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] or ["300"])) > 0)
