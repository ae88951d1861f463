"""``python -m tests.rigs.networks 300``: changes of network cut off at any moment, again and again.

Each is a process that joins networks, with right and wrong passwords, opens the table's own and looks
around. It is killed (-9) after a random time; half of them as if the power had been cut, so that what
was only tried is forgotten. NetworkManager is a stand-in (``tests/keeper/network/air.py``), since a
kernel without simulated radios has none to change: its files are real, and each program takes a while.
In the end the table must be in a network that it was told of, or have its own open, under the name and
key of before; and every network that was joined must still be known.
"""

import logging
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from companion.keeper.network.files import KEPT, OWN, file_name, number_of
from companion.keeper.network.networking import ALONE_S, Networking
from companion.keeper.network.radio import Radio
from companion.keeper.network.wifi import Wifi, joined
from companion.table.storage.files import write_whole
from tests.keeper.network.air import Air, Point
from tests.rigs.killing import killed, repeated

PASSWORD, WRONG = "correct horse battery", "wrong horse battery"  # pragma: allowlist secret
NAMES = ("Home", "Café", "Tavern: 5\\6")
PROGRAM_S = 0.004
"""Longest time that one of the programs takes."""
LONGEST_S = 0.8
"""A change is cut within so many seconds; most take half of that."""
CHANGES = 4
RIGHT = 0.6
"""How often a password is the right one."""


@dataclass
class SlowAir(Air):
    """Keeps in a file which network the radio is in: NetworkManager outlives the keeper."""

    rng: Random | None = None

    def run(self, *words: str, within_s: float = 0.0) -> "subprocess.CompletedProcess[str]":
        file = self.root / "up"
        with suppress(OSError):
            self.up = file.read_text()
        self._take_time()
        done = super().run(*words, within_s=within_s)
        write_whole(file, self.up.encode())
        self._take_time()
        return done

    def restart(self) -> None:
        (self.root / "up").unlink(missing_ok=True)
        super().restart()
        write_whole(self.root / "up", self.up.encode())

    def _take_time(self) -> None:
        if self.rng is not None:
            time.sleep(self.rng.uniform(0.0, PROGRAM_S))


def air(folder: Path, rng: Random | None = None) -> SlowAir:
    points = [Point(name, joined(name, PASSWORD).key) for name in NAMES]
    return SlowAir(folder, points, rng=rng)


def change(folder: Path, rng: Random) -> None:
    """Change the network a few times; write down what has been acknowledged, behind it."""
    seconds = 0.0
    networking = Networking(Radio(air(folder, rng).run, folder), lambda: seconds)
    networking.step()
    told(folder, networking)
    for _ in range(CHANGES):
        name = rng.choice(NAMES)
        join = partial(networking.join, name, PASSWORD if rng.random() < RIGHT else WRONG)
        acts: list[Callable[[], None]] = [join, join, join, networking.open_own, networking.look]
        rng.choice(acts)()
        networking.step()
        shape = networking.shape()
        if shape is not None and shape["joined"] == name and shape["ended"] == "joined":
            with (folder / "accepted").open("a") as out:
                out.write(f"{name}\n")
        seconds += ALONE_S


def told(folder: Path, networking: Networking) -> None:
    """Write down the table's own network, once somebody can have noted it."""
    shape = networking.shape()
    assert shape is not None
    write_whole(folder / "own", f"{shape['own']['name']} {shape['own']['key']}".encode())


def one_cut(_: int, rng: Random) -> tuple[str, bool]:
    """Cut one; return how the table can be reached then, and whether it was cut in time."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        in_time = killed(lambda: change(folder, rng), rng.uniform(0.0, LONGEST_S))
        here = air(folder)
        if rng.random() < 0.5:
            here.restart()
        seconds = 0.0
        networking = Networking(Radio(here.run, folder), lambda: seconds)
        for _ in range(3):
            networking.step()
            seconds += ALONE_S
        return check(folder, networking), in_time


def check(folder: Path, networking: Networking) -> str:
    """Return how the table can be reached; raise AssertionError where it cannot, or where something is
    lost.
    """
    shape = networking.shape()
    assert shape is not None
    assert shape["is_open"] or shape["joined"] in NAMES, shape
    with suppress(FileNotFoundError):
        name, key = (folder / "own").read_text().split()
        assert shape["own"] == {"name": name, "key": key}, "its own network has another name or key"
    known = folder / KEPT
    accepted = (folder / "accepted").read_text().splitlines() if (folder / "accepted").exists() else []
    lost = [name for name in accepted if not (known / file_name(number_of(Wifi(name)))).exists()]
    assert not lost, f"no longer known: {lost}"
    wrong = [str(joined(name, WRONG).key) for name in NAMES]
    kept = [file.read_text() for file in known.glob("*.nmconnection") if file.name != file_name(OWN)]
    assert not any(key in text for key in wrong for text in kept), "a wrong key is kept"
    return "its own network" if shape["is_open"] else "another"


def main(cuts: int, seed: int = 1) -> int:
    """Cut so many changes; return how often something was wrong."""
    logging.disable()  # each change is told
    return repeated("changes of network", cuts, seed, one_cut)


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] or ["300"])) > 0)
