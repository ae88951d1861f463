"""The hub on a Debian of its own, set up word by word as ``docs/many-tables.md`` says.

The commands are the page's own: what it says of packages, certificates, broker, database and service is
done as root in a fresh tree, which is then booted. A table tells the hub; what the hub knows is backed
up, lost, and restored.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.rigs.install.guest import Booted, booted, entered, within

PAGE = Path(__file__).parents[3] / "docs/many-tables.md"
SCRIPT = re.compile(r"```sh\n(.*?)```", re.DOTALL)
NEEDS_NETWORK = ("apt ", "python3 -m venv", "/opt/table-companion-hub/venv/bin/pip")
THERE, PIP = "/path/to/this/checkout", "/opt/table-companion-hub/venv/bin"
ROOM = "http://127.0.0.1:8100"
PAGES = ("/players", "/standings", "/tables/table-01")
TABLE = """
camera = "simulated"
pins = "none"
port = 8200
game = "yacht"
hub = "mqtts://localhost"
hub_ca = "/etc/table-companion-hub/authority.pem"
hub_certificate = "/etc/table-companion-hub/table-01.pem"
hub_key = "/etc/table-companion-hub/table-01.key"
"""
ASK = """
import sys, urllib.request
for path in sys.argv[2:]:
    print(urllib.request.urlopen(sys.argv[1] + path, timeout=10).read().decode())
"""
MOVE = """
import json, sys, urllib.request
def ask(path, words, **more):
    head = {"Content-Type": "application/json", **more}
    body = json.dumps(words).encode()
    request = urllib.request.Request("http://127.0.0.1:8200/api/v1/" + path, body, head)
    return json.load(urllib.request.urlopen(request, timeout=20))
token = ask("login", {"pin": sys.argv[1]})["token"]
move = {"move": "throw", "faces": ["1", "2", "3", "4", "6"]}
print(ask("moves", {"id": "1", **move}, Authorization=f"Bearer {token}"))
"""
MOVED = "1, 2, 3, 4, 6"
Check = Callable[..., None]


def scripts() -> dict[str, list[str]]:
    """Return the page's commands, by the heading above them; one that goes on in a next line is one."""
    parts = [part.partition("\n") for part in PAGE.read_text().split("\n## ")]
    found = {name: SCRIPT.search(rest) for name, _, rest in parts}
    said = {name: script[1].replace("\\\n", " ") for name, script in found.items() if script}
    return {name: script.splitlines() for name, script in said.items()}


def check_hub(root: Path, log: Path, check: Check) -> None:
    """Set a hub up in a tree, and try what the page promises."""
    (root / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n')
    said = scripts()
    lines = [line.replace(THERE, "/srv/checkout") for line in said["Set it up on Debian"]]
    alone = [line for line in lines if not line.startswith(NEEDS_NETWORK)]
    entered(root, "apt-get", "update")
    entered(root, "sh", "-exc", "\n".join(line for line in lines if line not in alone))
    with booted(root, log) as guest:
        print(guest.run("sh", "-exc", "cd /srv/checkout\n" + "\n".join(alone)))
        check_service(guest, check)
        check_table(guest, check)
        check_restore(guest, said["Back-up and restore"], check)
    with booted(root, log) as guest:
        took = within(90, lambda: "table-01" in asked(guest, "/"))
        check("it is there again after a reboot", took is not None, f"{took} s")


def asked(guest: Booted, *paths: str) -> str:
    return guest.run("/usr/bin/python3", "-c", ASK, ROOM, *paths)


def check_service(guest: Booted, check: Check) -> None:
    took = within(60, lambda: "<h1>" in asked(guest, "/"))
    check("the hub's page answers", took is not None, f"{took} s")
    if took is None:
        print(guest.run("journalctl", "--no-pager", "-u", "table-companion-hub", "-u", "mosquitto"))
    show = ("systemctl", "show", "--value", "--property=MainPID", "table-companion-hub")
    pid = guest.run(*show).strip()
    user = guest.run("stat", "-c", "%U", f"/proc/{pid}").strip()
    check("it runs as its own user", user == "table-companion-hub", user)
    key = "/etc/table-companion-hub/authority.key"
    locked = guest.run("sh", "-c", f"runuser -u table-companion-hub -- cat {key} 2>&1 || true")
    check("which cannot speak for tables", "Permission denied" in locked, locked[-200:])
    print(guest.run("sh", "-c", "systemd-analyze security table-companion-hub | tail -n 1 || true"))
    guest.run("kill", "-9", pid)
    took = within(60, lambda: guest.run(*show).strip() not in (pid, "0") and bool(asked(guest, "/")))
    check("after kill -9 it is back", took is not None, f"{took} s")


def check_table(guest: Booted, check: Check) -> None:
    guest.run("sh", "-c", f"cat > /root/table.toml <<'END'\n{TABLE}END")
    table = f"{PIP}/companion run --config /root/table.toml --data /root/table-01"
    guest.run("systemd-run", "--unit=table-01", "sh", "-c", f"COMPANION_PIN=271828182 {table}")
    took = within(120, lambda: "Yacht" in asked(guest, "/tables/table-01"))
    check("a table tells the hub", took is not None, f"{took} s")
    if took is None:
        print(guest.run("journalctl", "--no-pager", "-u", "table-01", "-u", "mosquitto"))
    guest.run("/usr/bin/python3", "-c", MOVE, "271828182")
    took = within(30, lambda: MOVED in asked(guest, "/tables/table-01"))
    check("its moves are on the hub's page", took is not None, f"{took} s")
    guest.run("systemctl", "stop", "table-01")
    pin = guest.run("cat", "/var/lib/table-companion-hub/organiser-pin").strip()
    told = guest.run("journalctl", "--no-pager", "-u", "table-companion-hub")
    check("the journal tells the organiser's PIN", pin in told)


def check_restore(guest: Booted, lines: list[str], check: Check) -> None:
    """Back up, lose everything, and restore, each as the page says."""
    before = asked(guest, *PAGES)
    check("there is something to lose", MOVED in before)
    guest.run("sh", "-exc", "cd /root\n" + lines[0])
    drop = 'drop owned by \\"table-companion-hub\\"'
    guest.run("sh", "-c", f'runuser -u postgres -- psql hub -c "{drop}"')
    try:
        asked(guest, "/players")
        check("everything is lost", False)
    except subprocess.CalledProcessError:
        check("everything is lost", True)
    guest.run("sh", "-exc", "cd /root\n" + "\n".join(lines[1:]))
    took = within(60, lambda: MOVED in asked(guest, "/tables/table-01"))
    check("the hub answers after the restore", took is not None, f"{took} s")
    check("and its pages are the same", asked(guest, *PAGES) == before)
