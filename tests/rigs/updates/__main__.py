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
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

from companion.keeper import updating as module
from companion.keeper.place import Release
from companion.keeper.trial import Trials
from companion.keeper.updating import Updating
from tests.keeper.house import GAMES, OLD, FakeMachine, House
from tests.keeper.release import keys_in, made

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
    trials = Trials(house.place, lambda: house.data, machine)
    updating = Updating(house.place, trials, keys=keys_in(file.parent))
    updating.go_on()
    machine.start()  # as systemd does, unless it runs already
    threading.Thread(target=machine.play, daemon=True).start()
    if begins:
        updating.begin(file)
    while updating.doing is not None:
        time.sleep(0.001)


def killed(after_s: float | None, house: House, file: Path, *, goes_back: bool, begins: bool) -> bool:
    """Let a process do it, and kill it after so long with all that it has started (None: never).

    Return whether it was killed before its end.
    """
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        with suppress(BaseException):
            update(house, file, goes_back=goes_back, begins=begins)
            os._exit(0)
        os._exit(1)
    if after_s is not None:
        time.sleep(after_s)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise AssertionError("the update failed by itself")
    return os.WIFSIGNALED(status)


def one_kill(folder: Path, rng: Random, *, goes_back: bool) -> tuple[str, bool]:
    """Kill one update; return which version runs afterwards, and whether it was killed in time."""
    house = House(folder)
    (folder / "accepted").write_text("1\n2\n")
    file = made(folder / "a.release", NEWEST)
    in_time = killed(rng.uniform(0.0, LONGEST_S), house, file, goes_back=goes_back, begins=True)
    house.machine.boots += rng.random() < 0.5
    if rng.random() < 0.5:
        killed(rng.uniform(0.0, LONGEST_S / 4), house, file, goes_back=goes_back, begins=False)
        house.machine.boots += rng.random() < 0.5
    killed(None, house, file, goes_back=goes_back, begins=False)
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
    rng, ends, wrong, in_time = Random(seed), Counter[str](), 0, 0
    for kill in range(kills):
        goes_back = kill % GOES_BACK == 0
        with tempfile.TemporaryDirectory() as folder:
            try:
                version, was_in_time = one_kill(Path(folder), rng, goes_back=goes_back)
            except (AssertionError, OSError) as error:
                wrong += 1
                print(f"kill {kill}, seed {seed}: {error}", flush=True)
                continue
        ends[version] += 1
        in_time += was_in_time
    told = f"{kills} updates, {in_time} of them killed before their end: {wrong} wrong"
    print(f"{told}; then ran {dict(ends)}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300) > 0)
