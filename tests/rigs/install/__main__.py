"""``python -m tests.rigs.install SUITE...``: fresh Debian, one command, and all that must hold then.

Needs root, Debian's debootstrap and systemd-container, and the packages' servers. Nothing of a Pi is
there: no pins, no camera, of the boot firmware two files. So what was installed is told to be simulated
before it is started.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.rigs.install.card import check_card, check_second_start
from tests.rigs.install.files import differing, lines_of, listing
from tests.rigs.install.guest import Booted, CannotImitate, booted, entered, fresh, tree, within
from tests.rigs.install.hub import check_hub
from tests.rigs.install.networks import check_networks
from tests.rigs.install.read_only import check_read_only, check_room, partition
from tests.rigs.install.screen import check_screen
from tests.rigs.install.update import check_updates, cut_on_trial, make_releases

CHECKOUT = Path(__file__).parents[3]
FOLDER = CHECKOUT / "build" / "install"
SHIPPED = ("companion", "vision", "web", "firmware_config", "deploy", "pyproject.toml", "README.md")
USUAL, IMITATED = ("trixie", "bookworm"), "trixie-arm64"
INSTALL = "/srv/checkout/deploy/install.sh"
PORT = 80
UNINSTALL = "/opt/table-companion/uninstall.sh"
CONFIG = "# a Pi's own settings\ndtparam=audio=on\n[cm4]\notg_mode=1"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=12-02 rootwait\n"
ACCOUNTS = ("passwd", "group", "shadow", "gshadow", "hosts")
"""Files of /etc that are compared line by line: their order and their copies are the system's."""
HAS_LGPIO = "import importlib.util; print(importlib.util.find_spec('lgpio') is not None)"
LOCKED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
VERSIONS = """
import json, sys
from importlib.metadata import version
print(json.dumps({name: version(name) for name in sys.argv[1:]}))
"""
FAULTS = ("ERROR", "Traceback", *(f"WARNING {package}" for package in ("companion", "vision", "web")))
"""Words of the log. On a busy machine waitress warns of requests that wait: that is no fault."""
LEFT_BY_DEBIAN = ("netdev:",)
"""A group that Debian's avahi-daemon makes and leaves; every Pi has it."""
VENV_PYTHON = "/opt/table-companion/current/venv/bin/python"
DATA = "var/lib/table-companion"
BACK_WITHIN_S = 10.0
WATCHDOG_S = 30.0
ANSWERED = """
import json, sys, urllib.request
with urllib.request.urlopen("http://127.0.0.1:%d/api/v1/state", timeout=5) as reply:
    print(json.dumps(json.load(reply)["backends"]))
"""
ENCRYPTED = """
import ssl, urllib.error, urllib.request
try:
    urllib.request.urlopen("http://127.0.0.1/", timeout=5)
except urllib.error.HTTPError as told:
    print(told.code, b'href="https://127.0.0.1/"' in told.read())
anybody = ssl._create_unverified_context()
print(urllib.request.urlopen("https://127.0.0.1/", timeout=5, context=anybody).status)
"""
"""What is told at the usual ports once a table encrypts: where to go, and the page itself."""


@dataclass
class Report:
    """What held and what did not, told as it is found."""

    suite: str
    passed: int = 0
    failed: list[str] = field(default_factory=list)

    def check(self, what: str, holds: bool, told: object = "") -> None:
        print(f"{self.suite}: {'ok    ' if holds else 'FAILED'} {what}", told or "", flush=True)
        if holds:
            self.passed += 1
        else:
            self.failed.append(what)


@dataclass(frozen=True)
class Before:
    """A tree before anything was installed: its files, and the lines of some of them."""

    files: dict[str, str]
    accounts: dict[str, set[str]]


def answers(guest: Booted, pins: str = "simulated") -> bool:
    said = guest.python(ANSWERED % PORT)
    return dict(json.loads(said)) == {"camera": "simulated", "pins": pins}


def shown(guest: Booted, what: str) -> str:
    return guest.run("systemctl", "show", "--value", f"--property={what}", "table-companion").strip()


def unlocked(root: Path, suite: str) -> list[str]:
    """Return what is installed in another version than the lock names, or not at all."""
    lock = (CHECKOUT / "deploy/locks" / f"{suite.partition('-')[0]}.txt").read_text()
    locked = dict(LOCKED.findall(lock))
    said = entered(root, VENV_PYTHON, "-c", VERSIONS, *locked).splitlines()
    installed: dict[str, str] = json.loads(next(line for line in said if line.startswith("{")))
    return [f"{name} {installed[name]}" for name in locked if installed[name] != locked[name]]


def numpy_of(root: Path, python: str) -> str:
    said = entered(root, python, "-c", "import numpy; print('numpy', numpy.__version__)")
    return said.partition("numpy ")[2].split()[0]


def prepare(root: Path) -> None:
    """Put the checkout and a Pi's boot files into the tree."""
    for name in SHIPPED:
        source, target = CHECKOUT / name, root / "srv/checkout" / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    boot = root / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text(CONFIG)
    (boot / "cmdline.txt").write_text(CMDLINE)


def check_install(root: Path, report: Report) -> None:
    print(entered(root, INSTALL, "--port", str(PORT)), flush=True)
    settings = root / "etc/table-companion.toml"
    said = settings.read_text()
    # Debian itself has no lgpio for Python 3.13, a Pi does: so its Trixie is tried without a box.
    has_box = "True" in entered(root, VENV_PYTHON, "-c", HAS_LGPIO)
    wanted = ('camera = "picamera2"', f'pins = "{"lgpio" if has_box else "none"}"', f"port = {PORT}\n")
    report.check(
        "the settings name camera, pins and port", all(word in said for word in wanted), wanted[1]
    )
    config = (root / "boot/firmware/config.txt").read_text()
    report.check("the Pi's own boot settings are kept", config.startswith(f"{CONFIG}\n"))
    report.check("the boot configuration is included", "\ninclude table-companion.txt\n" in config)
    fragment = (root / "boot/firmware/table-companion.txt").read_text()
    told = "gpio=9-13,16,19-21,26=op,dl" in fragment
    report.check("it has the pins of the map where there is a box", told == has_box)
    cmdline = (root / "boot/firmware/cmdline.txt").read_text()
    report.check("the serial console is off where there is a box", ("serial0" not in cmdline) == has_box)
    report.check("the other console stays", "console=tty1" in cmdline)
    report.check("the service's memory is counted", "cgroup_enable=memory" in cmdline)
    starts = root / "etc/systemd/system/multi-user.target.wants/table-companion.service"
    report.check("the service starts with the machine", starts.is_symlink())
    avahi = (root / "etc/avahi/avahi-daemon.conf").read_text()
    report.check("it is companion.local", "\nhost-name=companion\n" in avahi)
    numpy = [numpy_of(root, python) for python in ("/usr/bin/python3", VENV_PYTHON)]
    report.check("numpy is the system's, which picamera2 is built for", len(set(numpy)) == 1, numpy)
    others = unlocked(root, report.suite)
    report.check("what is installed is what the lock names", not others, others)
    first = listing(root)
    entered(root, INSTALL)
    changed = differing(first, listing(root))
    report.check("installed again, nothing is changed", not changed, changed[:20])
    simulated = re.sub(r"^(camera|pins) = .*", r'\1 = "simulated"', said, flags=re.MULTILINE)
    settings.write_text(simulated)


def check_service(guest: Booted, report: Report) -> None:
    took = within(90, lambda: answers(guest))
    report.check("the service answers after the start", took is not None, f"{took} s")
    if took is None:
        print(guest.run("journalctl", "--no-pager", "-u", "table-companion"))
    report.check("systemd was told that it is ready", shown(guest, "ActiveState") == "active")
    pid = shown(guest, "MainPID")
    user = guest.run("stat", "-c", "%U", f"/proc/{pid}").strip()
    groups = guest.run("id", "-nG", "table-companion").split()
    report.check("it runs as its own user", user == "table-companion", user)
    name = guest.run("sh", "-c", "systemctl is-active avahi-daemon || true").strip()
    report.check("avahi tells its name", name == "active", name)
    report.check("in no group but these", set(groups) <= {user, "gpio", "video", "dialout"}, groups)
    secrets = guest.run("stat", "-c", "%a %U", f"/{DATA}").strip()
    report.check("nobody else reads its data", secrets == "700 table-companion", secrets)
    most = [int(shown(guest, what)) for what in ("MemoryMax", "TasksMax")]
    kib, threads = map(int, guest.run("ps", "-o", "rss=,nlwp=", "-p", pid).split())
    held = most == [768 << 20, 512] and 2 * kib < most[0] >> 10 and 2 * threads < most[1]
    report.check("it takes less than half of its limits", held, f"{kib >> 10} MB, {threads} threads")
    pin = guest.run("cat", f"/{DATA}/host-pin").strip()
    report.check("there is a PIN", pin.isdigit())
    print(guest.run("sh", "-c", "systemd-analyze security table-companion | tail -n 1 || true"))
    restarted = lambda: shown(guest, "MainPID") not in (pid, "0") and answers(guest)  # noqa: E731
    guest.run("kill", "-9", pid)
    took = within(60, restarted)
    report.check("after kill -9 it is back within 10 s", (took or 99) <= BACK_WITHIN_S, f"{took} s")
    pid = shown(guest, "MainPID")
    guest.run("kill", "-STOP", pid)
    took = within(WATCHDOG_S + 60, restarted)
    report.check("one that hangs is killed and back", took is not None, f"{took} s")
    began = time.monotonic()
    guest.run("systemctl", "stop", "table-companion")
    ended = f"{shown(guest, 'Result')} {shown(guest, 'ExecMainStatus')}"
    report.check(
        "it stops in order on SIGTERM", ended == "success 0", f"{time.monotonic() - began:.1f} s"
    )
    uid = guest.run("id", "-u", "table-companion").strip()
    said = guest.run("journalctl", "--no-pager", "-q", "-o", "cat", f"_UID={uid}")
    quiet = pin in said and not any(word in said for word in FAULTS)
    report.check("it told its PIN and of no fault", quiet, "" if quiet else said[-2000:])


def check_encrypted(guest: Booted, report: Report) -> None:
    """Turn encryption on as deploy/README.md says."""
    change = r"s/^tls = .*/tls = true/; s/^port = .*/port = 443/"
    guest.run("sed", "-i", change, "/etc/table-companion.toml")
    guest.run("systemctl", "restart", "table-companion")
    took = within(90, lambda: guest.python(ENCRYPTED).split() == ["403", "True", "200"])
    report.check("encrypted, it is at ports 443 and 80", took is not None, f"{took} s")


def check_program(root: Path, report: Report) -> None:
    """Run the program in a tree that cannot be booted here."""
    said = entered(root, "/usr/local/bin/companion", "doctor", "--data", "/tmp")
    report.check("the program runs", " 0 wrong" in said, said.splitlines()[-1:])
    said = entered(root, "/usr/local/bin/companion", "demo", "--game", "yacht", "--seed", "1")
    last = json.loads(said[said.index('{"seed"') :].splitlines()[0])
    report.check("a whole game is seen and scored", last["scores"] == last["truth"], last["scores"])


def check_uninstalled(root: Path, before: Before, report: Report) -> None:
    left = [name for name in differing(before.files, listing(root)) if not is_data(name)]
    report.check("uninstalled, only the owner's data are left", not left, left[:40])
    for name, was in before.accounts.items():
        now = lines_of(root / "etc" / name)
        new = sorted(line for line in now - was if not line.startswith(LEFT_BY_DEBIAN))
        report.check(f"uninstalled, nobody new is in {name}", not new, new)
    config = (root / "boot/firmware/config.txt").read_text()
    report.check("the Pi's boot settings are as before", config.rstrip() == CONFIG.rstrip())
    cmdline = (root / "boot/firmware/cmdline.txt").read_text()
    report.check("the serial console is back", sorted(cmdline.split()) == sorted(CMDLINE.split()))


def is_data(name: str) -> bool:
    return f"{name}/".startswith(f"{DATA}/")


def try_suite(suite: str) -> Report:
    report = Report(suite)
    with fresh(tree(suite, FOLDER), FOLDER / f"{suite}.run") as root:
        prepare(root)
        accounts = {name: lines_of(root / "etc" / name) for name in ACCOUNTS}
        before = Before(listing(root), accounts)
        check_install(root, report)
        if "-" in suite:  # another processor's, which is only imitated here: it cannot be booted
            check_program(root, report)
            print(entered(root, UNINSTALL), flush=True)
        else:
            check_booted(root, report)
        check_uninstalled(root, before, report)
        report.check("the owner's data are there", (root / DATA).exists())
    return report


def try_card(suite: str) -> Report:
    """Try a card in a tree that nothing else was done to."""
    report = Report(f"{suite}, card")
    with fresh(tree(suite, FOLDER), FOLDER / f"{suite}.run") as root:
        check_card(root, suite, (CONFIG, CMDLINE), report.check)
        with booted(root, FOLDER / f"{suite}.log") as guest:
            took = within(90, lambda: answers(guest, pins="none"))
            report.check("the table answers, without a network, after a second start", took is not None)
            check_second_start(guest, suite, report.check)
    return report


def try_networks(suite: str) -> Report:
    """Try the table's networks in a tree of their own."""
    report = Report(f"{suite}, networks")
    with fresh(tree(suite, FOLDER), FOLDER / f"{suite}.run") as root:
        check_networks(root, FOLDER / f"{suite}.log", report.check)
    return report


def try_hub(suite: str) -> Report:
    """Try the hub of many tables in a tree of its own."""
    report = Report(f"{suite}, hub")
    with fresh(tree(suite, FOLDER), FOLDER / f"{suite}.run") as root:
        prepare(root)
        check_hub(root, FOLDER / f"{suite}.log", report.check)
    return report


def try_updates(suite: str) -> Report:
    """Try updates in a tree of their own."""
    report = Report(f"{suite}, updates")
    with fresh(tree(suite, FOLDER), FOLDER / f"{suite}.run") as root:
        prepare(root)
        make_releases(root, FOLDER)
        print(entered(root, INSTALL, "--port", str(PORT), "--camera", "simulated", "--pins", "none"))
        log = FOLDER / f"{suite}.log"
        with booted(root, log) as guest:
            took = within(90, lambda: answers(guest, pins="none"))
            report.check("the table answers", took is not None, f"{took} s")
            check_updates(guest, report.check)
        cut_on_trial(root, log, report.check)
    return report


def try_read_only(suite: str) -> Report:
    """Try a read-only system in a tree of its own."""
    report = Report(f"{suite}, read-only")
    check_room(FOLDER, report.check)
    with (
        fresh(tree(suite, FOLDER), FOLDER / f"{suite}.run") as root,
        partition(FOLDER) as device,
    ):
        prepare(root)
        make_releases(root, FOLDER)
        words = [INSTALL, "--port", str(PORT), "--camera", "simulated", "--pins", "none"]
        check_read_only(root, device, words, report.check)
    return report


def try_screen(suite: str) -> Report:
    """Try the screen at the machine itself in a tree of its own; its pictures are left beside it."""
    report = Report(f"{suite}, screen")
    with fresh(tree(suite, FOLDER), FOLDER / f"{suite}.run") as root:
        prepare(root)
        words = [INSTALL, "--port", str(PORT), "--camera", "simulated", "--pins", "none"]
        check_screen(root, words, FOLDER, report.check)
    return report


def check_booted(root: Path, report: Report) -> None:
    log = FOLDER / f"{report.suite}.log"
    with booted(root, log) as guest:
        check_service(guest, report)
    with booted(root, log) as guest:
        took = within(90, lambda: answers(guest))
        report.check("it is there again after a reboot", took is not None)
        check_encrypted(guest, report)
        print(guest.run(UNINSTALL), flush=True)
        gone = guest.run("sh", "-c", "systemctl is-active table-companion || true").strip()
        report.check("uninstalled, it no longer runs", gone == "inactive", gone)
    report.check("the games are kept", (root / DATA / "journal.lines").exists())


MORE = (try_card, try_updates, try_networks, try_read_only, try_screen, try_hub)
"""What is tried beside the table itself, each in a tree of its own."""


def main(suites: list[str]) -> int:
    missing = [
        tool for tool in ("debootstrap", "systemd-nspawn", "sfdisk") if shutil.which(tool) is None
    ]
    if missing or os.geteuid() != 0:
        print(
            f"install-test: skipped, not passed. Needs root and {', '.join(missing) or 'nothing else'}."
        )
        print("0 passed, 0 failed, 1 skipped")
        return 0
    skipped = (
        [] if suites else [f"{IMITATED}: skipped, not passed: hours of imitating; name it to try it"]
    )
    reports: list[Report] = []
    for suite in suites or USUAL:
        try:
            reports.append(try_suite(suite))
            if "-" not in suite:  # another processor's cannot be booted here
                reports += [each(suite) for each in MORE]
        except CannotImitate as error:
            skipped.append(f"{suite}: skipped, not passed: {error}")
        except subprocess.CalledProcessError as error:
            print(error.stdout)
            raise
    failed = [f"{report.suite}: {what}" for report in reports for what in report.failed]
    print(*failed, *skipped, sep="\n")
    passed = sum(report.passed for report in reports)
    print(f"{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
