"""``python -m tests.rigs.install.cuts 150``: installing cut off at any moment, and what is there then.

Half of it is a card's first start, which goes on by itself at the next one; the rest is the installer
run again from a newer checkout, at a table with games. Each is killed (-9) with all that belongs to it
after a random time, some of them twice. After the first start was gone on with, there must be one whole
table, with the chosen PIN and name, and no secret left on the card; after the other, before
anything is put right, the links must lead to whole releases, and settings, games and boot files be those
of before or of after. Now and then the machine is then booted, and the table must answer.

Debian's apt and dpkg are the real ones; what they install are two small packages of the same names, from
a folder, and a release builds itself in half a second: so a cut falls as often on everything else. Needs
root, debootstrap, systemd-container, and for the first time the packages' servers.
"""

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

from companion.table.access.hashed_pin import hashed, is_pin
from tests.rigs.install.__main__ import CMDLINE, CONFIG, FOLDER, INSTALL, prepare
from tests.rigs.install.guest import booted, entered, fresh, nspawn, tree, within
from tests.rigs.install.update import HEALTH

PIN, GAMES = "271828182", "a game of before\n"
CARD, PROGRAM = "var/lib/table-companion-card", "opt/table-companion"
SETTINGS, DATA = "etc/table-companion.toml", "var/lib/table-companion"
WORDS = ("--camera", "simulated", "--pins", "none", "--port", "80")
AGAIN = 0.25
"""How often a table is cut a second time."""
BOOTED_EVERY = 50
FILES = 150
"""Files in a package: unpacking them takes a moment."""
PYTHON_PACKAGES = """
set -e
apt-get update -qq
apt-get install -yqq python3-venv >/dev/null
python3 -m venv --system-site-packages /srv/env
/srv/env/bin/python -m pip install --quiet --no-deps --require-hashes --no-cache-dir \
    --only-binary :all: --target /usr/local/lib/python3.13/dist-packages \
    --requirement /srv/checkout/deploy/locks/trixie.txt
"""
MAKE_DEBS = """
set -e
apt-get update -qq
apt-get install -yqq --no-install-recommends apt-utils >/dev/null
cd /srv/debs
for folder in */; do dpkg-deb --build --root-owner-group "$folder" >/dev/null; rm -rf "$folder"; done
apt-ftparchive packages . >Packages
rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/* /var/lib/apt/lists/*
echo 'deb [trusted=yes] file:/srv/debs ./' >/etc/apt/sources.list
"""
BUILD = """#!/usr/bin/env bash
set -eu
mkdir -p "$1/venv/bin"
for number in $(seq 40); do echo "$number" >"$1/venv/$number"; sleep 0.01; done
run='PYTHONPATH=$(dirname "$(readlink -f "$0")")/../../source exec /usr/bin/python3'
printf '#!/bin/sh\\n%s "$@"\\n' "$run" >"$1/venv/bin/python"
run="$run -c 'from companion.cli import main; main()'"
printf '#!/bin/sh\\n%s "$@"\\n' "$run" >"$1/venv/bin/companion"
chmod +x "$1"/venv/bin/*
"""
UNIT = "[Service]\nExecStart=/usr/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"


def _base() -> Path:
    """Return a Debian that has what installing needs at hand, made the first time."""
    made = FOLDER / "trixie-cuts.tree"
    if not made.exists():
        with fresh(tree("trixie", FOLDER), FOLDER / "cuts-base.run") as root:
            prepare(root)
            entered(root, "sh", "-c", PYTHON_PACKAGES)
            packages = FOLDER / "cuts-packages"
            shutil.rmtree(packages, ignore_errors=True)
            shutil.copytree(root.parent / "upper/usr/local/lib", packages)
        with fresh(tree("trixie", FOLDER), FOLDER / "cuts-base.run") as root:
            shutil.copytree(packages, root / "usr/local/lib", dirs_exist_ok=True)
            for name in ("python3-venv", "avahi-daemon"):
                _package(root / "srv/debs" / name, name)
            entered(root, "sh", "-c", MAKE_DEBS)
            subprocess.run(["cp", "-a", root, made], check=True)
        shutil.rmtree(packages)
    return made


def _package(folder: Path, name: str) -> None:
    """Lay out a small package, whose configuring takes a moment."""
    files = {
        "DEBIAN/control": f"Package: {name}\nVersion: 99\nArchitecture: all\nMaintainer: rig\n"
        "Description: as far as an installer sees\n",
        "DEBIAN/postinst": "#!/bin/sh\nsleep 0.2\n",
        **{f"usr/share/{name}/{number}": "x" * 2000 for number in range(FILES)},
    }
    if name == "avahi-daemon":
        files["etc/avahi/avahi-daemon.conf"] = "[server]\nuse-ipv4=yes\n"
        files["usr/lib/systemd/system/avahi-daemon.service"] = UNIT
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / "DEBIAN/postinst").chmod(0o755)


def _card(base: Path) -> Path:
    """Return what a card's first start finds beyond the base."""
    with fresh(base, FOLDER / "cuts-layer.run") as root:
        prepare(root)
        (root / "srv/checkout/deploy/build-release.sh").write_text(BUILD)
        shutil.move(root / "srv/checkout", root / CARD)
        (root / CARD / "words").write_text("\n".join(["--name", "tavern", *WORDS]) + "\n")
        (root / CARD / "host-pin").write_text(f"{hashed(PIN)}\n")
        (root / "boot/firmware/table-companion.tar.gz").write_bytes(bytes(1000))
        entered(root, "bash", f"/{CARD}/deploy/first-start.sh", "prepare")
        return _layer(root, "card")


def _old(base: Path) -> Path:
    """Return what is beyond the base at a table with games, and a newer checkout beside it."""
    with fresh(base, FOLDER / "cuts-layer.run") as root:
        prepare(root)
        (root / "srv/checkout/deploy/build-release.sh").write_text(BUILD)
        entered(root, INSTALL, *WORDS)
        (root / DATA / "games").write_text(GAMES)
        project = root / "srv/checkout/pyproject.toml"
        project.write_text(project.read_text().replace('version = "0.1.0"', 'version = "0.2.0"'))
        return _layer(root, "old")


def _layer(root: Path, name: str) -> Path:
    """Keep what was done in a fresh tree, to be laid over the same base again."""
    kept = FOLDER / f"cuts-{name}.layer"
    shutil.rmtree(kept, ignore_errors=True)
    subprocess.run(["cp", "-a", root.parent / "upper", kept], check=True)
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


def _cut(root: Path, words: tuple[str, ...], after_s: float) -> bool:
    """Run a command in a tree, and kill it with all that it has started; return whether it still ran."""
    with (FOLDER / "cuts.log").open("ab") as out:
        guest = subprocess.Popen(
            [*nspawn(root), "--pipe", *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out
        )
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


def first_start(root: Path, cuts_s: list[float]) -> tuple[str, bool]:
    """Cut a card's first start; return what is there in the end, and whether it was cut in time."""
    starts = ("bash", f"/{CARD}/deploy/first-start.sh", "install")
    unit = root / "etc/systemd/system/table-companion-card.service"
    in_time = min(_cut(root, starts, after_s) for after_s in cuts_s)
    if unit.exists():  # else all of it was done, but for taking the unpacked card away
        entered(root, *starts)
    secret = ("boot/firmware/table-companion.tar.gz", f"{CARD}/host-pin")
    assert not [name for name in secret if (root / name).exists()], "a secret is left"
    assert is_pin(PIN, (root / DATA / "host-pin").read_text().strip()), "another PIN than was chosen"
    named = (root / "etc/avahi/avahi-daemon.conf").read_text()
    assert "\nhost-name=tavern\n" in named, "another name"
    return _checked(root), in_time


def renewed(root: Path, cuts_s: list[float]) -> tuple[str, bool]:
    """Cut the installer at a table that runs; return which version does afterwards."""
    in_time = min(_cut(root, (INSTALL,), after_s) for after_s in cuts_s)
    version = _checked(root)
    assert (root / DATA / "games").read_text() == GAMES, "games are lost"
    return version, in_time


def _checked(root: Path) -> str:
    """Return which version runs: where two links differ, the keeper lets the one that is kept run."""
    current, kept = ((root / PROGRAM / name).readlink() for name in ("current", "kept"))
    for release in (current, kept):
        assert (root / PROGRAM / release / "whole").exists(), f"{release} is not whole"
    assert 'camera = "simulated"' in (root / SETTINGS).read_text(), "the settings"
    assert (root / SETTINGS).stat().st_mode & 0o777 == 0o640, "everybody reads the settings"
    units = root / "etc/systemd/system"
    for name in ("table-companion", "table-companion-keeper"):
        source = units / f"{name}.service"
        assert source.is_symlink(), f"no {name}"
        assert (units / f"multi-user.target.wants/{name}.service").is_symlink(), f"{name} is not started"
    boot = root / "boot/firmware"
    assert (boot / "config.txt").read_text().startswith(CONFIG), "config.txt"
    assert set(CMDLINE.split()) <= set((boot / "cmdline.txt").read_text().split()), "cmdline.txt"
    assert (boot / "table-companion.txt").read_text(), "table-companion.txt"
    return kept.name.partition("-")[0]


def _answers(root: Path, version: str) -> None:
    """Boot the machine: the table that is there must answer."""
    with booted(root, FOLDER / "cuts.log", cut=True) as guest:
        released = f'"release":"{version}'
        took = within(240, lambda: released in guest.python(HEALTH).replace(" ", ""))
        assert took is not None, "it does not answer"


def main(cuts: int, seed: int = 1) -> int:
    """Cut so many, one of each kind in turn; return how often something was wrong."""
    base = _base()
    kinds = []
    for layer, install in ((_card(base), first_start), (_old(base), renewed)):
        with _trial(layer) as root:
            began = time.monotonic()
            install(root, [3600.0])  # to its end: so long it takes here
            kinds.append((layer, install, time.monotonic() - began))
    print(*(f"{install.__name__}: {takes_s:.1f} s" for _, install, takes_s in kinds), flush=True)
    ends, wrong, in_time, boots = Counter[str](), 0, 0, 0
    for number in range(cuts):
        rng = Random(f"{seed} {number}")
        layer, install, takes_s = kinds[number % 2]
        cuts_s = [rng.uniform(0.1, takes_s) for _ in range(1 + (rng.random() < AGAIN))]
        try:
            with _trial(layer) as root:
                version, was_in_time = install(root, cuts_s)
                if number % BOOTED_EVERY in (0, 1):
                    _answers(root, version)
                    boots += 1
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            wrong += 1
            told = getattr(error, "stdout", "") or ""
            print(f"cut {number}, seed {seed}, after {cuts_s}: {error} {told[-500:]}", flush=True)
            continue
        ends[f"{install.__name__} {version}"] += 1
        print(f"cut {number}: {install.__name__}, then {version}", flush=True)
        in_time += was_in_time
    told = f"{cuts} installations, {in_time} cut before their end, {boots} booted: {wrong} wrong"
    print(f"{told}; then there was {dict(ends)}")
    return wrong


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:] or ["150"])) > 0)
