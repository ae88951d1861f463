"""``python -m tests.rigs.install.cuts 150``: installing cut off at any moment, and what is there then.

A card's first start, which goes on by itself at the next one; the installer run again from a newer
checkout, at a table with games; and both with ``--read-only``, the card's with a partition on which a
table that is no more has left its games. Each is killed (-9) with all that belongs to it after a random
time, some of them twice. After a first start was gone on with, there must be one whole table, with the
chosen PIN and name, and no secret left on the card; after the other, before anything is put right, the
links must lead to whole releases, and settings, games and boot files be those of before or of after, on
the partition or on the system's own. Now and then the machine is then booted, and the table must answer.

Debian's apt and dpkg are the real ones; what they install are small packages of the same names, from
a folder, and a release builds itself in half a second: so a cut falls as often on everything else. Needs
root, debootstrap, systemd-container, and for the first time the packages' servers.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from companion.table.access.hashed_pin import is_pin
from tests.rigs.commands import ran
from tests.rigs.install.__main__ import CMDLINE, CONFIG, FOLDER, INSTALL
from tests.rigs.install.cuts_trees import CARD, DATA, GAMES, PIN, base, card, old
from tests.rigs.install.guest import booted, entered, fresh, nspawn, within
from tests.rigs.install.read_only import AT_LABEL, CLOSED, MACHINE, OTHER_MACHINE, mounted, partition
from tests.rigs.install.update import HEALTH
from tests.rigs.killing import repeated

PROGRAM, SETTINGS, UNITS = "opt/table-companion", "etc/table-companion.toml", "etc/systemd/system"
DISK = "var/lib/table-companion-disk"
LINE = "boot/firmware/cmdline.txt"
FIRST_START = ("bash", f"/{CARD}/deploy/first-start.sh", "install")
START = f"""
set -e
said() {{ sed -n "s/^$1=//p" "$unit"; }}
cd /{UNITS}/local-fs.target.wants 2>/dev/null || cd /
for unit in *companion*disk.mount *.mount; do
    if [ ! -L "$unit" ] || mountpoint -q "$(said Where)"; then continue; fi
    mount -o "$(said Options)" "$(said What)" "$(said Where)"
done
cd /
exec "$@"
"""
"""What systemd mounts at a start, first the partition, then what lies on it; then a command."""
AGAIN = 0.25
"""How often a table is cut a second time."""
BOOTED_EVERY = 50


@dataclass(frozen=True)
class Machine:
    """A tree, and what is plugged in: a partition for the table's data, or "" for none."""

    root: Path
    device: str

    @property
    def options(self) -> tuple[str, ...]:
        return (f"--bind={self.device}:{AT_LABEL}",) if self.device else ()

    @property
    def is_closed(self) -> bool:
        return "overlayroot=tmpfs:recurse=0" in (self.root / LINE).read_text().split()

    def cut(self, words: tuple[str, ...], after_s: float) -> bool:
        """Run a command, and kill it with all that it has started; return whether it still ran."""
        with (FOLDER / "cuts.log").open("ab") as out:
            command = [*nspawn(self.root), *self.options, "--pipe", "sh", "-c", START, "sh", *words]
            guest = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
            with suppress(subprocess.TimeoutExpired):
                guest.wait(after_s)
            in_time = guest.poll() is None
            children = Path(f"/proc/{guest.pid}/task/{guest.pid}/children")
            while guest.poll() is None:  # with the first process of a guest all others in it end
                with suppress(OSError):
                    for child in children.read_text().split():
                        os.kill(int(child), signal.SIGKILL)
                with suppress(subprocess.TimeoutExpired):
                    guest.wait(0.2)
        return in_time

    def go_on(self, words: tuple[str, ...]) -> None:
        """Run a command to its end."""
        entered(self.root, "sh", "-c", START, "sh", *words, options=self.options)

    @contextmanager
    def at_its_next_start(self) -> Iterator[Callable[[str], Path]]:
        """Tell where each path lies then: on the system's own partition or on the other."""
        with ExitStack() as stack:
            disk = self.root
            if self.device:
                disk = stack.enter_context(mounted(self.device, self.root / "srv/disk"))

            def is_led(path: str) -> bool:
                unit = ran("systemd-escape", "--path", "--suffix=mount", f"/{path}").strip()
                return (self.root / UNITS / "local-fs.target.wants" / unit).is_symlink()

            def there(path: str) -> Path:
                is_link = path == SETTINGS and (self.root / path).is_symlink()
                assert not is_link or is_led(DISK), "the settings lead to where nothing is"
                return (disk if is_link or is_led(path) else self.root) / path

            yield there


def first_start(machine: Machine, cuts_s: list[float]) -> tuple[str, bool]:
    """Cut a card's first start; return what is there in the end, and whether it was cut in time."""
    root, games = machine.root, ""
    if machine.device:
        with (root / CARD / "words").open("a") as words:
            words.write("--read-only\n")
        with mounted(machine.device, root / "srv/disk") as disk:
            _leave_a_table(disk)
        games = GAMES
    in_time = min(machine.cut(FIRST_START, after_s) for after_s in cuts_s)
    if (root / UNITS / "multi-user.target.wants/table-companion-card.service").is_symlink():
        machine.go_on(FIRST_START)
    secret = ("boot/firmware/table-companion.tar.gz", f"{CARD}/host-pin")
    assert not [name for name in secret if (root / name).exists()], "a secret is left"
    named = (root / "etc/avahi/avahi-daemon.conf").read_text()
    assert "\nhost-name=tavern\n" in named, "another name"
    with machine.at_its_next_start() as there:
        kept = (there(DATA) / "host-pin").read_text().strip()
        assert is_pin(PIN, kept), "another PIN than was chosen"
    return _checked(machine, games), in_time


def _leave_a_table(disk: Path) -> None:
    """Leave a partition as a table has it that is no more."""
    (disk / DATA).mkdir(parents=True)
    (disk / DATA / "games").write_text(GAMES)
    (disk / DATA / "host-pin").write_text("314159265\n")
    (disk / "whole").write_text(OTHER_MACHINE)


def renewed(machine: Machine, cuts_s: list[float]) -> tuple[str, bool]:
    """Cut the installer at a table that runs; return which version does afterwards."""
    words = (INSTALL, "--read-only") if machine.device else (INSTALL,)
    in_time = min(machine.cut(words, after_s) for after_s in cuts_s)
    version = _checked(machine, GAMES)
    if machine.device:
        machine.go_on(words)
        assert machine.is_closed, "the system is not closed"
        version = _checked(machine, GAMES)
    return version, in_time


def _checked(machine: Machine, games: str) -> str:
    """Return which version runs: where two links differ, the keeper lets the one that is kept run."""
    units, boot = machine.root / UNITS, machine.root / "boot/firmware"
    with machine.at_its_next_start() as there:
        program, settings = there(PROGRAM), there(SETTINGS)
        current, kept = ((program / name).readlink() for name in ("current", "kept"))
        for release in (current, kept):
            assert (program / release / "whole").exists(), f"{release} is not whole"
        assert 'camera = "simulated"' in settings.read_text(), "the settings"
        assert settings.stat().st_mode & 0o777 == 0o640, "everybody reads the settings"
        if machine.is_closed:
            kept_places = [path for path in (PROGRAM, DATA, SETTINGS) if "srv/disk" in str(there(path))]
            assert len(kept_places) == 3, f"of a read-only system only {kept_places} are kept"
        assert not games or (there(DATA) / "games").read_text() == games, "games are lost"
    for name in ("table-companion", "table-companion-keeper"):
        source = units / f"{name}.service"
        assert source.is_symlink(), f"no {name}"
        assert (units / f"multi-user.target.wants/{name}.service").is_symlink(), f"{name} is not started"
    assert (boot / "config.txt").read_text().startswith(CONFIG), "config.txt"
    assert set(CMDLINE.split()) <= set((machine.root / LINE).read_text().split()), "cmdline.txt"
    assert (boot / "table-companion.txt").read_text(), "table-companion.txt"
    return kept.name.partition("-")[0]


def _answers(machine: Machine, version: str) -> None:
    """Boot the machine: the table that is there must answer."""
    options = (*(CLOSED if machine.is_closed else ()), *machine.options)
    with booted(machine.root, FOLDER / "cuts.log", cut=True, options=options) as guest:
        released = f'"release":"{version}'
        took = within(240, lambda: released in guest.python(HEALTH).replace(" ", ""))
        assert took is not None, "it does not answer"


Install = Callable[[Machine, list[float]], tuple[str, bool]]


@dataclass(frozen=True)
class Kind:
    """A way of installing: what is there before, what is done, and with a partition or without."""

    layer: Path
    install: Install
    has_partition: bool

    @contextmanager
    def machine(self) -> Iterator[Machine]:
        """Give a machine to install on; it is gone afterwards."""
        with ExitStack() as stack:
            device = stack.enter_context(partition(FOLDER)) if self.has_partition else ""
            run = FOLDER / "cuts-trial.run"
            root = stack.enter_context(fresh(base(), run, self.layer))
            (root / "etc/machine-id").write_text(MACHINE)
            yield Machine(root, device)

    def timed(self) -> float:
        """Return how long it takes here where nothing cuts it."""
        with self.machine() as machine:
            began = time.monotonic()
            self.install(machine, [3600.0])
            took_s = time.monotonic() - began
        print(f"{self}: {took_s:.1f} s", flush=True)
        return took_s

    def __str__(self) -> str:
        return f"{self.install.__name__}{', read-only' if self.has_partition else ''}"


def one_cut(kinds: list[tuple[Kind, float]], number: int, rng: Random) -> tuple[str, bool]:
    """Cut one, of each kind in turn."""
    kind, takes_s = kinds[number % len(kinds)]
    cuts_s = [rng.uniform(0.1, takes_s) for _ in range(1 + (rng.random() < AGAIN))]
    with kind.machine() as machine:
        version, in_time = kind.install(machine, cuts_s)
        closed = ", closed" if machine.is_closed else ""
        print(f"cut {number}, {kind}, after {cuts_s}: {version}{closed}", flush=True)
        if number % BOOTED_EVERY < len(kinds):
            _answers(machine, version)
    return f"{kind}: {version}{closed}", in_time


def main(cuts: int, seed: int = 1) -> int:
    """Cut so many; return how often something was wrong."""
    kinds = [
        Kind(layer, install, has_partition)
        for layer, install in ((card(base()), first_start), (old(base()), renewed))
        for has_partition in (False, True)
    ]
    timed = [(kind, kind.timed()) for kind in kinds]
    return repeated("installations", cuts, seed, partial(one_cut, timed))


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] or ["150"])) > 0)
