"""A read-only system tried on Debian's own trees: what is kept over a power cut, and what is not.

Debian's overlayroot works before systemd, from an initramfs, which a tree has not. Here systemd-nspawn
does the same: the tree below, read-only, and memory above it. The partition is a real one: an ext4 in a
file, mounted by the guest's own systemd.
"""

import json
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.keeper.network.files import OWN, file_name, number_of
from companion.keeper.network.wifi import Wifi
from tests.rigs.commands import ran
from tests.rigs.install.files import differing, listing
from tests.rigs.install.guest import booted, entered, within
from tests.rigs.install.update import BEGIN, played, updated, version

Check = Callable[..., None]
DEPLOY = Path(__file__).parents[3] / "deploy"
SCRIPT = "/opt/table-companion/kept/source/deploy/read-only.sh"
VENV = "/opt/table-companion/current/venv/bin/python"
ON_DISK = "srv/disk"
DATA = "var/lib/table-companion"
DISK_BYTES = 2 << 30
AT_LABEL = "/dev/disk/by-label/table-data"
CLOSED = ("--volatile=overlay",)
SAYS_CLOSED = "[Service]\nEnvironment=STARTED_WITH=/srv/started-with\n"
"""The kernel's own line is that of the machine around the guest."""
CARD_BYTES = 9 << 30
FRESH_CARD = "label: dos\n8192,65536,c\n73728,2097152,83\n"
RESIZE = """#!/bin/sh
/usr/sbin/resize2fs "$@" && exit
umount {at} && e2fsck -fp "$1"; /usr/sbin/resize2fs "$1" && mount "$1" {at}
"""
"""Where the kernel refuses to let a mounted file system grow, as in some containers."""
MACHINE, OTHER_MACHINE = "0123456789abcdef0123456789abcdef\n", "fedcba9876543210fedcba9876543210\n"
PIN = "271828182"
STRAY = ("etc/stray", "var/lib/stray", "usr/stray", "root/stray", "var/log/stray")
CHANGE = f"""
from companion.keeper.acts import TimeZone
from companion.keeper.asking import SOCKET, Asking
from companion.keeper.network.files import KEPT, file_name, joining, number_of
from companion.keeper.network.radio import Radio
from companion.keeper.network.wifi import joined
from pathlib import Path
radio, home = Radio(), joined("Home", "correct horse battery")
radio.own()
radio._write(Path("/") / KEPT / file_name(number_of(home)), joining(home))
Asking(SOCKET).do(TimeZone("Europe/Prague"))
clock = Path("/var/lib/systemd/timesync/clock")
clock.parent.mkdir(exist_ok=True)
clock.touch()
for stray in {STRAY}:
    (Path("/") / stray).write_text("stray")
"""
KEPT = f"""
import hashlib, json, os
from pathlib import Path
said = {{"zone": os.readlink("/etc/localtime"), "machine": Path("/etc/machine-id").read_text()}}
for name in ("{file_name(OWN)}", "{file_name(number_of(Wifi("Home")))}"):
    file = Path("/etc/NetworkManager/system-connections") / name
    said[name] = hashlib.sha256(file.read_bytes()).hexdigest(), oct(file.stat().st_mode)
said["clock"] = Path("/var/lib/systemd/timesync/clock").stat().st_mtime
print(json.dumps(said))
"""


@contextmanager
def partition(folder: Path) -> Iterator[str]:
    """Give a device with an empty ext4 of that label; it is gone afterwards."""
    file = folder / "disk.img"
    with file.open("wb") as out:
        out.truncate(DISK_BYTES)
    subprocess.run(["mkfs.ext4", "-q", "-F", "-L", "table-data", file], check=True)
    with looped(file) as device:
        yield device
    file.unlink()


@contextmanager
def looped(file: Path) -> Iterator[str]:
    """Give a file as a device, with its partitions."""
    device = ran("losetup", "--find", "--show", str(file)).strip()
    try:
        subprocess.run(["partx", "--add", device], check=False, capture_output=True)  # it may have none
        yield device
    finally:
        subprocess.run(["partx", "--delete", device], check=False, capture_output=True)
        ran("losetup", "--detach", device)


def check_read_only(root: Path, device: str, install: list[str], check: Check) -> None:
    """Install, close the system, play, change things, pull the plug, and look what is there."""
    log, there = root.parent / "read-only.log", (f"--bind={device}:{AT_LABEL}",)
    units = root / "etc/systemd/system"
    settings, without = root / "etc/table-companion.toml", set(units.rglob("*"))
    (root / "etc/machine-id").write_text(MACHINE)
    print(entered(root, *install, "--read-only", options=there))
    with mounted(device, root / ON_DISK) as disk:
        led = settings.readlink() == Path("/var/lib/table-companion-disk/etc/table-companion.toml")
        check("the settings lead to the partition", led and 'pins = "none"' in _settings(disk))
        about = (disk / "etc/table-companion.toml").stat()
        check("nobody else reads them", (about.st_mode & 0o777, about.st_uid) == (0o640, 0))
        check("it says whose it is", (disk / "whole").read_text() == MACHINE)
    drop_in = units / "table-companion-kept.service.d/rig.conf"
    drop_in.parent.mkdir()
    drop_in.write_text(SAYS_CLOSED)
    (root / "srv/started-with").write_text("overlayroot=tmpfs:recurse=0\n")
    line = (root / "boot/firmware/cmdline.txt").read_text().split()
    check("the next start is a read-only one", "overlayroot=tmpfs:recurse=0" in line, line)
    before = listing(root)
    kept, moves = _change(root, log, there, check)
    with booted(root, log, cut=True, options=(*CLOSED, *there)) as guest:
        took = within(90, lambda: version(guest) == "0.2.0")
        check("after a power cut the updated table answers", took is not None, f"{took} s")
        check("with every move", played(guest) == moves)
        now = json.loads(guest.python(KEPT))
        check("time zone, networks, key, number, clock are kept", now == kept, (now, kept))
        told = guest.run("journalctl", "--no-pager", "-q", "-o", "cat", "-b", "-1", "-t", "rig")
        check("the log from before the cut is there", "before the cut" in told, told[-200:])
        there_too = f"for name in {' '.join(STRAY)}; do if [ -e /$name ]; then echo $name; fi; done"
        strays = guest.run("sh", "-c", there_too).split()
        check("nothing else is kept", not strays, strays)
        guest.run("sh", "-c", "companion update /srv/blind.release >/dev/null 2>&1 &")
        took = within(240, lambda: version(guest) == "0.3.1")
        check("another is on trial", took is not None, f"{took} s")
    with booted(root, log, options=(*CLOSED, *there)) as guest:
        took = within(90, lambda: version(guest) == "0.2.0")
        check("cut on trial, the one before is back", took is not None, f"{took} s")
        check("with every move", played(guest) == moves)
    changed = differing(before, listing(root))
    check("nothing was written to the system", not changed, changed[:20])
    _check_open(root, log, there, moves, check)
    left = set(units.rglob("*")) - without - {drop_in, drop_in.parent}
    check("and nothing for systemd is left", not left, left)
    _check_again(root, log, there, install, moves, check)


@contextmanager
def mounted(device: str, at: Path) -> Iterator[Path]:
    """Look at a partition from outside."""
    at.mkdir(exist_ok=True)
    ran("mount", device, str(at))
    try:
        yield at
    finally:
        ran("umount", str(at))


def _settings(disk: Path) -> str:
    return (disk / "etc/table-companion.toml").read_text()


def _change(root: Path, log: Path, there: tuple[str, ...], check: Check) -> tuple[object, str]:
    """Play, change what the host may change, update, and pull the plug."""
    with booted(root, log, cut=True, options=(*CLOSED, *there)) as guest:
        took = within(90, lambda: version(guest) == "0.1.0")
        check("the table answers from a read-only system", took is not None, f"{took} s")
        if took is None:
            print(guest.run("journalctl", "--no-pager", "-b"))
        kind = guest.run("findmnt", "-n", "-o", "FSTYPE,OPTIONS", "/").strip()
        check("the system is an overlay", kind.startswith("overlay"), kind[:60])
        print(guest.python(BEGIN))
        guest.run(VENV, "-c", CHANGE)
        said = updated(guest, "good")
        check("an update is kept", "runs from now on" in said, said.strip().splitlines()[-2:])
        guest.run("sh", "-c", "echo before the cut | systemd-cat -t rig; journalctl --sync")
        return json.loads(guest.python(KEPT)), played(guest)


def _check_open(root: Path, log: Path, there: tuple[str, ...], moves: str, check: Check) -> None:
    """Open the system again, and remove the table from it: its data are then the system's."""
    print(entered(root, "bash", "/srv/checkout/deploy/read-only.sh", "off", options=there))
    line = (root / "boot/firmware/cmdline.txt").read_text()
    check("the next start is one as before", "overlayroot" not in line, line)
    with booted(root, log, options=there) as guest:
        took = within(90, lambda: version(guest) == "0.2.0")
        check("opened, the same table answers", took is not None and played(guest) == moves)
        print(guest.run("/opt/table-companion/uninstall.sh"))
    journal = root / DATA / "journal.lines"
    moved = journal.exists() and '"throw"' in journal.read_text()
    check("uninstalled, the games are on the system's partition", moved)


def _check_again(
    root: Path, log: Path, there: tuple[str, ...], install: list[str], moves: str, check: Check
) -> None:
    """Give the partition to another system, first to one with games of its own; close that by hand."""
    (root / "etc/machine-id").write_text(OTHER_MACHINE)
    asked = ("sh", "-c", "/srv/checkout/deploy/read-only.sh room 2>&1 || true")
    check(
        "where both have games, one has to choose", "games here" in entered(root, *asked, options=there)
    )
    shutil.rmtree(root / DATA)
    (root / DATA).mkdir()
    (root / DATA / "host-pin").write_text(f"{PIN}\n")
    print(entered(root, *install))
    entered(root, "apt-get", "install", "-yqq", "--no-install-recommends", "overlayroot", "fdisk")
    with booted(root, log, options=there) as guest:
        took = within(90, lambda: version(guest) == "0.1.0")
        check("another table answers", took is not None, f"{took} s")
        print(guest.run("bash", SCRIPT, "on"))
        guest.run("systemctl", "start", "table-companion")
        took = within(90, lambda: played(guest) == moves)
        check("closed, it goes on with the games that were there, and its own PIN", took is not None)
    with booted(root, log, options=(*CLOSED, *there)) as guest:
        took = within(90, lambda: played(guest) == moves)
        check("and so it does after the next start", took is not None, f"{took} s")


def check_room(folder: Path, check: Check) -> None:
    """Let a card's partitions be made, as a fresh one has them; cut after each step."""
    for step in ("", "sfdisk --quiet --append", "sfdisk --quiet -N", "resize2fs"):
        with tempfile.TemporaryDirectory(dir=folder) as made:
            wrong = _wrong_of_room(Path(made), step)
        check(f"cut after {step or 'nothing'}, there is a partition for the data", not wrong, wrong)


def _wrong_of_room(folder: Path, step: str) -> list[str]:
    """Return what is wrong with a card on which a partition was made, cut off behind a step."""
    image, at = folder / "card.img", folder / "root"
    with image.open("wb") as out:
        out.truncate(CARD_BYTES)
    subprocess.run(["sfdisk", "--quiet", image], input=FRESH_CARD, text=True, check=True)
    at.mkdir()
    with looped(image) as card:
        root, data = f"{card}p2", f"{card}p3"
        ran("mkfs.ext4", "-q", root)
        ran("mount", root, str(at))
        try:
            (at / "file").write_text("there before")
            return _made(folder, root, step) + _wrong_of_card(at, data)
        finally:
            ran("umount", str(at))


def _made(folder: Path, root: str, step: str) -> list[str]:
    """Make room, cut off behind a step, and again; return what was told of failing then."""
    shim = folder / "resize2fs"
    shim.write_text(RESIZE.format(at=folder / "root"))
    shim.chmod(0o755)
    told = {"PATH": f"{folder}:/usr/sbin:/usr/bin:/sbin:/bin", "ROOT_PARTITION": root}
    script = (DEPLOY / "read-only.sh").read_text()
    if step:
        before, after = script.split(f" {step} ")
        line, _, rest = after.partition("\n    partx" if "sfdisk" in step else "\n")
        script = f"{before} {step} {line}\n kill -9 $$\n{rest}"
        cut = subprocess.run(["bash", "-c", script, "read-only.sh", "room"], env=told, check=False)
        if cut.returncode != -signal.SIGKILL:
            return [f"it was not cut: {cut.returncode}"]
        subprocess.run(["partx", "--update", root.removesuffix("p2")], check=True)  # as a start does
    words = ["bash", str(DEPLOY / "read-only.sh"), "room"]
    done = subprocess.run(words, env=told, check=False, capture_output=True, text=True)
    return [done.stderr or "failed"] * (done.returncode != 0)


def _wrong_of_card(at: Path, data: str) -> list[str]:
    named = ran("blkid", "--output", "value", "--match-tag", "LABEL", data).strip()
    size = int(ran("df", "--output=size", str(at)).split()[1])
    return [
        *[f"label {named!r}"] * (named != "table-data"),
        *[f"{size >> 10} MiB for the system"] * (not 6300 < size >> 10 < 7200),
        *["a file is gone"] * ((at / "file").read_text() != "there before"),
    ]
