"""A card tried on Debian's own trees: from its boot partition to a table that answers."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from companion.cli.card.first_start import BOOT, PREPARE, RELEASE
from tests.rigs.install.guest import Booted, entered

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
    request = urllib.request.Request(
        "http://127.0.0.1/api/v1/login", json.dumps({"pin": pin}).encode(), {"Content-Type": "application/json"}
    )
    try:
        print(urllib.request.urlopen(request, timeout=20).status)
    except urllib.error.HTTPError as refused:
        print(refused.code)
"""
Check = Callable[..., None]


def check_card(root: Path, suite: str, config: str, cmdline: str, check: Check) -> None:
    """Make a card for a tree that knows nothing of the table, and do what the tree's first start does."""
    boot = root / BOOT.lstrip("/")
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
        print(entered(root, "sh", "-c", PREPARE))
    else:
        print(entered(root, "sh", f"{BOOT}/firstrun.sh"))
        check(
            "the script is not run again",
            (boot / "cmdline.txt").read_text().split() == _left(boot, cmdline),
        )
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


def _left(boot: Path, cmdline: str) -> list[str]:
    """Return the words of the command line that stay: those of before and the country, memory counted."""
    del boot
    return [*cmdline.split(), "cfg80211.ieee80211_regdom=GB"]


def _check_by_the_systems_own(root: Path, boot: Path, check: Check) -> None:
    """Let cloud-init and netplan of that Debian judge the files.

    Debian's cloud-init knows no ``rpi:``, which Raspberry Pi's own does; here no box needs it. Its schema of
    networks has no ``wifis`` at all: netplan, to which cloud-init hands the file, reads it.
    """
    packages = ("cloud-init", "netplan.io", "python3-netplan")
    entered(root, "apt-get", "update", "-qq")
    entered(
        root,
        "sh",
        "-c",
        f"DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends {' '.join(packages)}",
    )
    said = entered(root, "cloud-init", "schema", "--config-file", f"{BOOT}/user-data")
    check("cloud-init's schema takes user-data", "Valid schema" in said, said.strip())
    plan = root / "tmp/plan/etc/netplan/50-cloud-init.yaml"
    plan.parent.mkdir(parents=True)
    shutil.copy(boot / "network-config", plan)
    plan.chmod(0o600)
    entered(root, "netplan", "generate", "--root-dir", "/tmp/plan")
    made = [file.read_text() for file in (root / "tmp/plan/run").rglob("*") if file.is_file()]
    key = json.loads((boot / "network-config").read_text())["network"]["wifis"]["wlan0"]["access-points"]
    check("netplan takes the network and its key", any(key["Home"]["password"] in text for text in made))
    shutil.rmtree(root / "tmp/plan")


def check_log_in(guest: Booted, check: Check) -> None:
    """Log in with the PIN that the card brought."""
    said = guest.run("/usr/bin/python3", "-c", LOG_IN, OTHER_PIN, PIN).split()
    check("the chosen PIN logs in, another does not", said == ["401", "200"], said)
    kept = guest.run("cat", "/var/lib/table-companion/host-pin")
    told = guest.run("journalctl", "--no-pager", "-q", "-o", "cat", "-u", "table-companion")
    check("the PIN is neither kept nor told", PIN not in kept + told)
