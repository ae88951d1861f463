"""``python -m tests.rigs.install.cuts 150``: installing cut off at any moment, and what starts then.

Half of it is a card's first start under a real systemd: packages of Debian from a folder, the table,
its services. The rest is the installer run again from a newer checkout, at a table with a game. Each is
killed (-9) with all that belongs to it after a random time, some of them twice. Then the machine is
started, and left alone: the first start must go on by itself, with the PIN that was chosen; after the
other, one of the two versions must answer, with every move. What Python packages are needed is in the
tree already: so a cut falls as often on everything else. Needs root, debootstrap, systemd-container and
the packages' servers.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import IO

from companion.table.access.hashed_pin import hashed
from tests.rigs.install.__main__ import CMDLINE, CONFIG, FOLDER, INSTALL, prepare
from tests.rigs.install.guest import Booted, booted, entered, fresh, nspawn, tree, within
from tests.rigs.install.update import BEGIN, HEALTH, played

PIN = "271828182"
CARD = "var/lib/table-companion-card"
WORDS = ("--camera", "simulated", "--pins", "none", "--port", "80")
PACKAGES = ("python3-venv", "avahi-daemon")
AGAIN = 0.25
"""How often a table is cut a second time."""
COMES_WITHIN_S = 240.0
STARTS_ANEW = 133
"""How systemd-nspawn ends where the guest starts itself anew."""
INTO_A_FOLDER = """
set -e
cd /srv && mkdir debs && cd debs
apt-get update -qq
apt-get install -yqq --no-install-recommends apt-utils >/dev/null
apt-get install -yqq --no-install-recommends --download-only {packages} >/dev/null
mv /var/cache/apt/archives/*.deb .
apt-ftparchive packages . >Packages
rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/* /var/lib/apt/lists/*
echo 'deb [trusted=yes] file:/srv/debs ./' >/etc/apt/sources.list
python3 -m ensurepip --version >/dev/null 2>&1 || true
"""
PYTHON_PACKAGES = """
set -e
python3 -m venv --system-site-packages /srv/env
/srv/env/bin/python -m pip install --quiet --no-deps --require-hashes --no-cache-dir \
    --only-binary :all: --target /usr/local/lib/python3.13/dist-packages \
    --requirement /srv/checkout/deploy/locks/trixie.txt
rm -rf /srv/env
"""
LOG_IN = f"""
import json, urllib.request
body, kind = json.dumps({{"pin": "{PIN}"}}).encode(), {{"Content-Type": "application/json"}}
print(urllib.request.urlopen(urllib.request.Request("http://127.0.0.1/api/v1/login", body, kind)).status)
"""


def _base(folder: Path) -> Path:
    """Return a Debian that has what installing needs at hand, made the first time."""
    made = folder / "trixie-cuts.tree"
    if not made.exists():
        with fresh(tree("trixie", folder), folder / "cuts-base.run") as root:
            prepare(root)
            entered(root, "sh", "-c", "apt-get update -qq; apt-get install -yqq python3-venv >/dev/null")
            entered(root, "sh", "-c", PYTHON_PACKAGES)
            packages = root.parent / "upper/usr/local"
            copied = folder / "cuts-local"
            shutil.rmtree(copied, ignore_errors=True)
            shutil.copytree(packages, copied, symlinks=True)
        with fresh(tree("trixie", folder), folder / "cuts-base.run") as root:
            shutil.copytree(copied, root / "usr/local", dirs_exist_ok=True, symlinks=True)
            entered(root, "sh", "-c", INTO_A_FOLDER.format(packages=" ".join(PACKAGES)))
            unfinished = folder / "trixie-cuts.unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            subprocess.run(["cp", "-a", str(root), unfinished], check=True)
        shutil.rmtree(copied)
        unfinished.rename(made)
    return made


def _card(base: Path) -> Path:
    """Return what a card's first start finds beyond the base: unpacked, its service to be started."""
    with fresh(base, FOLDER / "cuts-card.run") as root:
        prepare(root)
        shutil.move(root / "srv/checkout", root / CARD)
        (root / CARD / "words").write_text("\n".join(["--name", "tavern", *WORDS]) + "\n")
        (root / CARD / "host-pin").write_text(f"{hashed(PIN)}\n")
        (root / "boot/firmware/table-companion.tar.gz").write_bytes(bytes(1000))
        entered(root, "bash", f"/{CARD}/deploy/first-start.sh", "prepare")
        return _layer(root, "card")


def _old(base: Path) -> Path:
    """Return what is beyond the base at a table on which a game is played, with a newer checkout."""
    with fresh(base, FOLDER / "cuts-old.run") as root:
        prepare(root)
        entered(root, INSTALL, *WORDS)
        with booted(root, FOLDER / "cuts.log") as guest:
            assert within(90, lambda: bool(guest.python(HEALTH))) is not None
            print(guest.python(BEGIN))
            (root / "srv/moves").write_text(played(guest))
        project = root / "srv/checkout/pyproject.toml"
        project.write_text(project.read_text().replace('version = "0.1.0"', 'version = "0.2.0"'))
        return _layer(root, "old")


def _layer(root: Path, name: str) -> Path:
    """Keep what was done in a fresh tree, to be laid over the same base again."""
    kept = FOLDER / f"cuts-{name}.layer"
    shutil.rmtree(kept, ignore_errors=True)
    subprocess.run(["cp", "-a", str(root.parent / "upper"), kept], check=True)
    return kept


@contextmanager
def _trial(layer: Path) -> Iterator[Path]:
    """Give the base with this layer over it, whatever is done there; it is gone afterwards."""
    folder = FOLDER / "cuts-trial.run"
    shutil.rmtree(folder, ignore_errors=True)
    mine, work, there = (folder / part for part in ("upper", "work", "root"))
    for made in (mine, work, there):
        made.mkdir(parents=True)
    layers = f"lowerdir={layer}:{FOLDER / 'trixie-cuts.tree'},upperdir={mine},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, there], check=True)
    try:
        yield there
    finally:
        subprocess.run(["umount", there], check=True)
        shutil.rmtree(folder)


def _cut(words: list[str], after_s: float) -> bool:
    """Run a guest, and kill it with all that is in it; return whether it was still running."""
    with (FOLDER / "cuts.log").open("ab") as out:
        guest = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        with suppress(subprocess.TimeoutExpired):
            guest.wait(after_s)
        in_time = guest.poll() is None
        _kill(guest)
    return in_time


def _kill(guest: "subprocess.Popen[bytes]") -> None:
    """Kill the first process of a guest, with which all others in it end; and what it was started by."""
    children = Path(f"/proc/{guest.pid}/task/{guest.pid}/children")
    while guest.poll() is None:
        with suppress(OSError):
            for child in children.read_text().split():
                os.kill(int(child), signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            guest.wait(0.5)


def _boots(root: Path) -> list[str]:
    return [*nspawn(root), "--private-network", "--boot"]


def first_start(layer: Path, cuts_s: list[float]) -> tuple[str, bool]:
    """Cut a card's first start; return what runs in the end, and whether it was cut in time."""
    in_time = True
    with _trial(layer) as root:
        for after_s in cuts_s:
            in_time = _cut(_boots(root), after_s) and in_time
        with _left_alone(root) as machine:
            guest = _answering(machine)
            assert guest is not None, "the first start does not go on"
            assert guest.python(LOG_IN).strip() == "200", "another PIN than was chosen"
            secret = ("boot/firmware/table-companion.tar.gz", CARD)
            left = [name for name in secret if (root / name).exists()]
            assert not left, f"left: {left}"
            named = (root / "etc/avahi/avahi-daemon.conf").read_text()
            assert "\nhost-name=tavern\n" in named, "another name"
            _check_boot_files(root)
    return "the table", in_time


def renewed(layer: Path, cuts_s: list[float]) -> tuple[str, bool]:
    """Cut the installer at a table that runs; return which version does afterwards."""
    in_time = True
    with _trial(layer) as root:
        moves = (root / "srv/moves").read_text()
        for after_s in cuts_s:
            in_time = _cut([*nspawn(root), "--pipe", INSTALL], after_s) and in_time
        with _left_alone(root) as machine:
            guest = _answering(machine)
            assert guest is not None, "no table answers"
            version = str(json.loads(guest.python(HEALTH))["release"]).partition("-")[0]
            assert version in ("0.1.0", "0.2.0"), version
            assert played(guest) == moves, "moves are lost"
            _check_boot_files(root)
    return version, in_time


def _check_boot_files(root: Path) -> None:
    boot = root / "boot/firmware"
    assert (boot / "config.txt").read_text().startswith(CONFIG), "config.txt"
    assert set(CMDLINE.split()) - {"console=serial0,115200"} <= set(
        (boot / "cmdline.txt").read_text().split()
    )


@contextmanager
def _left_alone(root: Path) -> Iterator["Machine"]:
    """Start the machine; switch it off in the end."""
    with (FOLDER / "cuts.log").open("ab") as out:
        machine = Machine(_boots(root), out)
        try:
            yield machine
        finally:
            _kill(machine.console)


class Machine:
    """A guest that may start itself anew: systemd-nspawn then ends, and says so."""

    def __init__(self, words: list[str], out: IO[bytes]) -> None:
        self._words, self._out = words, out
        self.console = self._started()

    def guest(self) -> Booted | None:
        """Return it as it runs now; None: it is on its way."""
        if self.console.poll() == STARTS_ANEW:
            self.console = self._started()
        children = Path(f"/proc/{self.console.pid}/task/{self.console.pid}/children")
        found = children.read_text().split()
        return Booted(int(found[-1])) if found else None

    def _started(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            self._words, stdin=subprocess.DEVNULL, stdout=self._out, stderr=self._out
        )


def _answering(machine: Machine) -> Booted | None:
    """Return the guest once its table answers and nothing of the first start is under way."""
    found: list[Booted] = []

    def answers() -> bool:
        guest = machine.guest()
        if guest is None or not guest.python(HEALTH):
            return False
        busy = guest.run("sh", "-c", f"ls -d /{CARD} 2>/dev/null; systemctl is-system-running || true")
        if CARD in busy or "stopping" in busy:
            return False
        found.append(guest)
        return True

    within(COMES_WITHIN_S, answers)
    return found[-1] if found else None


def main(cuts: int, seed: int = 1) -> int:
    """Cut so many, one of each kind in turn; return how often something was wrong."""
    base = _base(FOLDER)
    kinds = []
    for layer, installed in ((_old(base), renewed), (_card(base), first_start)):
        began = time.monotonic()
        installed(layer, [])  # to its end: so long it takes here
        kinds.append((layer, installed, time.monotonic() - began))
    with _trial(kinds[0][0]) as root:
        began = time.monotonic()
        entered(root, INSTALL)
        kinds[0] = (*kinds[0][:2], time.monotonic() - began)
    print(*(f"{installed.__name__}: {takes_s:.0f} s" for _, installed, takes_s in kinds), flush=True)
    ends, wrong, in_time = Counter[str](), 0, 0
    for number in range(cuts):
        rng = Random(f"{seed} {number}")
        layer, installed, takes_s = kinds[number % 2]
        cuts_s = [rng.uniform(0.5, takes_s) for _ in range(1 + (rng.random() < AGAIN))]
        try:
            how, was_in_time = installed(layer, cuts_s)
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            wrong += 1
            print(f"cut {number}, seed {seed}, after {cuts_s}: {error}", flush=True)
            continue
        ends[how] += 1
        in_time += was_in_time
        print(f"cut {number}: {how}", flush=True)
    print(f"{cuts} installations, {in_time} cut before their end: {wrong} wrong; then ran {dict(ends)}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] or ["150"])) > 0)
