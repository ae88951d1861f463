"""A Debian in a folder: fresh each time, entered for one command or booted with systemd of its own."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.rigs.commands import ran

PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates,udev,iproute2,procps,python3-numpy,sudo"
"""What is on every Raspberry Pi, beyond Debian's least; numpy comes there with picamera2."""
BOOTS_WITHIN_S = 120.0
ANOTHERS_WITHIN_S = 7200
"""Another processor's Debian is configured by that processor, imitated: many times slower."""
TIMED_OUT = 124
IMITATED_BY = {"arm64": Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")}
PIP = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}


class CannotImitate(Exception):
    """Another processor's Debian cannot be had on this machine; the text says why."""


def tree(suite: str, folder: Path) -> Path:
    """Return Debian as a folder, made the first time. ``suite``: ``trixie``, or ``trixie-arm64``.

    Raises CannotImitate.
    """
    made = folder / f"{suite}.tree"
    if not made.exists():
        unfinished = folder / f"{suite}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        name, _, processor = suite.partition("-")
        words = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", name, str(unfinished)]
        if processor:
            _make_anothers(processor, words)
        else:
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        unfinished.rename(made)
    return made


def _make_anothers(processor: str, words: list[str]) -> None:
    if processor in IMITATED_BY and not IMITATED_BY[processor].exists():
        raise CannotImitate(f"no {processor} is imitated here: sudo apt install qemu-user-static")
    limited = ["timeout", "--kill-after=60", str(ANOTHERS_WITHIN_S), words[0], f"--arch={processor}"]
    status = subprocess.run([*limited, *words[1:]], stdout=subprocess.DEVNULL, check=False).returncode
    if status == TIMED_OUT:
        raise CannotImitate(f"its Debian was not there within {ANOTHERS_WITHIN_S // 3600} h")
    if status:
        raise subprocess.CalledProcessError(status, words)


@contextmanager
def fresh(tree_: Path, folder: Path, *above: Path) -> Iterator[Path]:
    """Give a root folder that is this tree, with layers above it, whatever is done there.

    It is gone afterwards. ``above``: the uppermost layer first.
    """
    shutil.rmtree(folder, ignore_errors=True)
    upper, work, root = (folder / name for name in ("upper", "work", "root"))
    for made in (upper, work, root):
        made.mkdir(parents=True)
    lower = ":".join(map(str, (*above, tree_)))
    layers = f"lowerdir={lower},upperdir={upper},workdir={work}"
    subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, root], check=True)
    try:
        yield root
    finally:
        subprocess.run(["umount", root], check=True)
        shutil.rmtree(folder)


def nspawn(root: Path) -> list[str]:
    """Return the words that enter a tree; the host's certificates are trusted there as here."""
    certificates = "/etc/ssl/certs/ca-certificates.crt"
    return [
        *("systemd-nspawn", "--quiet", "--directory", str(root)),
        *("--register=no", "--keep-unit", f"--bind-ro={certificates}"),
        *(f"--setenv={name}={value}" for name, value in PIP.items() if "FIND" not in name),
    ]


def entered(root: Path, *words: str, options: Sequence[str] = ()) -> str:
    """Run a command in a tree that is not booted, with the host's network; return what it says."""
    return ran(*nspawn(root), *options, "--pipe", "--resolv-conf=copy-host", *words)


@dataclass
class Booted:
    """A tree with its own systemd, in a network of its own where there is nobody."""

    leader: int

    def run(self, *words: str) -> str:
        """Run a command in it; return what it says. Raises CalledProcessError."""
        return ran("nsenter", "--target", str(self.leader), "--all", *words)

    def python(self, code: str) -> str:
        """Run a little Python in it."""
        return self.run("/usr/bin/python3", "-c", code)


@contextmanager
def booted(root: Path, log: Path, *, cut: bool = False, options: Sequence[str] = ()) -> Iterator[Booted]:
    """Boot a tree, and shut it down in the end; ``cut``: by pulling the plug."""
    with log.open("ab") as out:
        words = [*nspawn(root), *options, "--private-network", "--boot"]
        console = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        try:
            guest = Booted(_leader(console.pid))
            _wait_until_up(guest)
            yield guest
            if cut:
                os.kill(guest.leader, signal.SIGKILL)
            else:
                guest.run("systemctl", "poweroff")
            console.wait(BOOTS_WITHIN_S)
        finally:
            if console.poll() is None:
                console.terminate()
                console.wait(BOOTS_WITHIN_S)


def within(seconds: float, holds: Callable[[], bool]) -> float | None:
    """Wait until something holds; return after how many seconds, or None."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        with suppress(subprocess.CalledProcessError):
            if holds():
                return time.monotonic() - began
        time.sleep(0.2)
    return None


def _leader(pid: int) -> int:
    """Return the process that is the first in the guest."""
    ends = time.monotonic() + BOOTS_WITHIN_S
    while time.monotonic() < ends:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for child in children:
            name = Path(f"/proc/{child}/comm").read_text().strip()
            if name in ("systemd", "init"):
                return int(child)
        time.sleep(0.1)
    raise TimeoutError("the guest does not start")


def _wait_until_up(guest: Booted) -> None:
    ends = time.monotonic() + BOOTS_WITHIN_S
    while time.monotonic() < ends:
        try:
            guest.run("systemctl", "is-active", "--quiet", "multi-user.target")
        except subprocess.CalledProcessError:
            time.sleep(0.5)
        else:
            return
    raise TimeoutError("the guest does not come up")
