"""A card tried on Debian's own trees: from its boot partition to a table that answers."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from companion.cli.card.first_start import ACCOUNT, BOOT, RELEASE, connection
from companion.keeper.network.wifi import Wifi
from tests.rigs.install.guest import Booted, booted, entered, within

PASSWORD, PIN, OTHER_PIN = "correct horse battery", "271828182", "314159265"
ANSWERS = f"Home\n{PASSWORD}\n{PASSWORD}\ntavern\n{PIN}\n{PIN}\nen-GB\n"
CLOUD_INIT = "trixie"
"""The system that reads cloud-init's files; the other one runs a script once."""
ASK = """
import sys
from unittest import mock
answers = iter(sys.stdin.read().splitlines())
from click.testing import CliRunner
from companion.cli import commands
made = CliRunner().invoke(commands, ["make-card", *sys.argv[1:]], input="\\n".join(answers) + "\\n")
print(made.output)
sys.exit(made.exit_code)
"""
LOG_IN = """
import json, sys, urllib.error, urllib.request
for pin in sys.argv[1:]:
    body, kind = json.dumps({"pin": pin}).encode(), {"Content-Type": "application/json"}
    request = urllib.request.Request("http://127.0.0.1/api/v1/login", body, kind)
    try:
        print(urllib.request.urlopen(request, timeout=20).status)
    except urllib.error.HTTPError as refused:
        print(refused.code)
"""
SET_UP_AS_ON_A_PI = """
datasource_list: [NoCloud, None]
datasource: {NoCloud: {seedfrom: "file:///boot/firmware/"}}
"""
SERVICE = "table-companion-card"
Check = Callable[..., None]


def check_card(root: Path, suite: str, before: tuple[str, str], check: Check) -> None:
    """Make a card for a tree that knows nothing of the table, and start from it for the first time."""
    boot, (config, cmdline) = root / BOOT.lstrip("/"), before
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text(config)
    (boot / "cmdline.txt").write_text(cmdline)
    if suite == CLOUD_INIT:
        (boot / "user-data").write_text("#cloud-config\n")
        (boot / "meta-data").write_text("instance_id: rpios-image\n")
    words = [sys.executable, "-c", ASK, str(boot), "--no-box", "--camera", "simulated"]
    print(subprocess.run(words, input=ANSWERS, text=True, check=True, capture_output=True).stdout)
    secrets = [name for name in ("network-config", "firstrun.sh", RELEASE) if (boot / name).exists()]
    check("the card has what the first start reads", len(secrets) == 2, secrets)
    if suite == CLOUD_INIT:
        _check_by_the_systems_own(root, boot, check)
        _start_with_cloud_init(root, check)
    else:
        _install(root, "network-manager")
        print(entered(root, "sh", f"{BOOT}/firstrun.sh"))
        file = connection(Wifi("Home"))
        read = f"nmcli --offline connection modify connection.id read <{file}"
        said = entered(root, "sh", "-c", read)
        check("NetworkManager reads the network", "\nssid=Home\n" in said and "\npsk=" in said)
        mode = (root / file.lstrip("/")).stat().st_mode & 0o777
        check("nobody else reads its key", mode == 0o600, oct(mode))
        line = (boot / "cmdline.txt").read_text().split()
        wanted = [*cmdline.split(), "cfg80211.ieee80211_regdom=GB"]
        check("the script is not run again", line == wanted, line)
    starts = root / "etc/systemd/system/multi-user.target.wants/table-companion-card.service"
    check("a service goes on when the network is there", starts.is_symlink())
    print(entered(root, "bash", "/var/lib/table-companion-card/deploy/first-start.sh", "install"))
    left = [name for name in secrets if (boot / name).exists()]
    check("what is secret has left the boot partition", not left, left)
    traces = ["var/lib/table-companion-card", "etc/systemd/system/table-companion-card.service"]
    there = [name for name in traces if (root / name).exists()] + [starts.name] * starts.is_symlink()
    check("nothing of the first start is left", not there, there)
    avahi = (root / "etc/avahi/avahi-daemon.conf").read_text()
    check("it has the name that was chosen", "\nhost-name=tavern\n" in avahi)


def _install(root: Path, *packages: str) -> None:
    entered(root, "apt-get", "update", "-qq")
    words = ("DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-yqq", "--no-install-recommends")
    entered(root, "env", *words, *packages)


def _check_by_the_systems_own(root: Path, boot: Path, check: Check) -> None:
    """Let cloud-init and netplan of that Debian judge the files.

    Debian's cloud-init knows no ``rpi:``, which Raspberry Pi's own does; here no box needs it. Its
    schema of networks has no ``wifis``: netplan, to which cloud-init hands the file, reads it.
    """
    _install(root, "cloud-init", "netplan.io", "python3-netplan")
    said = entered(root, "cloud-init", "schema", "--config-file", f"{BOOT}/user-data")
    check("cloud-init's schema takes user-data", "Valid schema" in said, said.strip())
    plan = root / "srv/plan/etc/netplan/50-cloud-init.yaml"
    plan.parent.mkdir(parents=True)
    shutil.copy(boot / "network-config", plan)
    plan.chmod(0o600)
    entered(root, "netplan", "generate", "--root-dir", "/srv/plan")
    made = [file.read_text() for file in (root / "srv/plan/run").rglob("*") if file.is_file()]
    wlan = json.loads((boot / "network-config").read_text())["network"]["wifis"]["wlan0"]
    key = wlan["access-points"]["Home"]["password"]
    check("netplan takes the network and its key", any(key in text for text in made))
    shutil.rmtree(root / "srv/plan")


def _start_with_cloud_init(root: Path, check: Check) -> None:
    """Boot that Debian without a network, its cloud-init set up as Raspberry Pi OS has it."""
    (root / "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg").write_text(SET_UP_AS_ON_A_PI)
    boot = root / BOOT.lstrip("/")
    with booted(root, root.parent / "card.log") as guest:
        secret = [boot / RELEASE, boot / "network-config"]
        took = within(120, lambda: not any(file.exists() for file in secret))
        check("cloud-init starts what takes the secrets away", took is not None, f"{took} s")
        check("it has given the name", guest.run("hostname").strip() == "tavern")
        account = guest.run("passwd", "--status", ACCOUNT).split()
        check("nobody logs in by a password", account[1] in ("L", "LK"), account)
        check("the wireless network is netplan's now", *_planned(guest))
        started = lambda: int(guest.run("systemctl", "show", "--value", "-p", "NRestarts", SERVICE)) > 0  # noqa: E731
        check("without a network it tries again", within(120, started) is not None)


def _planned(guest: Booted) -> tuple[bool, str]:
    plan = guest.run("cat", "/etc/netplan/50-cloud-init.yaml")
    return "Home" in plan and PASSWORD not in plan, re.sub(r"[0-9a-f]{64}", "KEY", plan)


def check_second_start(guest: Booted, suite: str, check: Check) -> None:
    """Look at a table that was started again: without a network, and without its secrets on the card."""
    if suite == CLOUD_INIT:
        check("the wireless network is still netplan's", *_planned(guest))
        began = guest.run("sh", "-c", "ls -d /var/lib/cloud/instances/*").split()
        check("cloud-init has not begun anew", len(began) == 1, began)
    _check_log_in(guest, check)


def _check_log_in(guest: Booted, check: Check) -> None:
    """Log in with the PIN that the card brought."""
    said = guest.run("/usr/bin/python3", "-c", LOG_IN, OTHER_PIN, PIN).split()
    check("the chosen PIN logs in, another does not", said == ["401", "200"], said)
    kept = guest.run("cat", "/var/lib/table-companion/host-pin")
    told = guest.run("journalctl", "--no-pager", "-q", "-o", "cat", "-u", "table-companion")
    check("the PIN is neither kept nor told", PIN not in kept + told)
