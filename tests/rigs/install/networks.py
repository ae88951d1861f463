"""The table's networks, tried on Debian's own NetworkManager, which has no radio there.

Its programs are real: ``nmcli`` reads and loads the files, and lists what NetworkManager's stand-in of
python-dbusmock tells of a radio and of the networks around it. What happens in the air is not tried.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.keeper.network.files import OWN, number_of
from companion.keeper.network.wifi import Wifi
from tests.rigs.install.guest import Booted, booted, entered

Check = Callable[..., None]
CHECKOUT = "/srv/checkout"
PACKAGES = ("network-manager", "iw", "python3-dbusmock")
BEGIN = f"""
import json, subprocess, sys
sys.path.insert(0, "{CHECKOUT}")
from pathlib import Path
from companion.keeper.network.files import KEPT, OWN, TRIED, file_name, joining, number_of, own
from companion.keeper.network.radio import Radio
from companion.keeper.network.wifi import Wifi, joined
radio, home = Radio(), joined("Wi-Fi u Nováků: 5", "correct horse battery")
"""
READ = f"""{BEGIN}
files = [joining(home), joining(Wifi("Café")), joining(Wifi("x", "long enough"), sae=True, hidden=True)]
for text in (*files, own(radio.own())):
    words = ["nmcli", "--offline", "connection", "modify", "connection.id", "read"]
    subprocess.run(words, input=text, text=True, check=True, capture_output=True)
print("read", len(files) + 1)
"""
AIR = f"""{BEGIN}
import time
Path("/run/dbus").mkdir(exist_ok=True)
bus = subprocess.Popen(["dbus-daemon", "--system", "--nofork", "--nopidfile"], stderr=subprocess.DEVNULL)
time.sleep(1)
words = [sys.executable, "-m", "dbusmock", "--system", "--template", "networkmanager"]
mock = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
time.sleep(2)
import dbus
name = "org.freedesktop.NetworkManager"
manager = dbus.SystemBus().get_object(name, "/org/freedesktop/NetworkManager")
told = dbus.Interface(manager, "org.freedesktop.DBus.Mock")
device = told.AddWiFiDevice("radio", "wlan0", 30)
told.AddEthernetDevice("cable", "eth0", 20)
told.AddAccessPoint(device, "A", home.name, "00:23:F8:7E:12:BB", 2, 2425, 5400, 82, 0x188)
told.AddAccessPoint(device, "B", "Café", "00:23:F8:7E:12:BC", 2, 2425, 5400, 40, 0)
print("air", json.dumps([vars(radio.seen()), radio.air()]))
mock.terminate()
bus.terminate()
"""
AROUND = [
    {"name": "Wi-Fi u Nováků: 5", "strength": 82, "is_open": False, "can": True},
    {"name": "Café", "strength": 40, "is_open": True, "can": True},
]
LOAD = f"""{BEGIN}
def known():
    words = ["nmcli", "-t", "-f", "UUID,TYPE,FILENAME", "connection", "show"]
    rows = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    return dict((row.split(":")[0], row.split(":")[1:]) for row in rows)
radio.own()
kept = Path("/") / KEPT / file_name(number_of(home))
radio._write(kept, joining(home))
before = radio.join(home, None)
print("load", json.dumps([before, sorted(known()), (Path("/") / TRIED / kept.name).exists()]))
"""


def check_networks(root: Path, log: Path, check: Check) -> None:
    """Let that Debian's NetworkManager read the files, list what is in the air, and load and forget."""
    for name in ("companion", "vision"):
        skipped = shutil.ignore_patterns("__pycache__", "*.onnx")
        shutil.copytree(Path(__file__).parents[3] / name, root / CHECKOUT[1:] / name, ignore=skipped)
    words = ("DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-yqq", "--no-install-recommends")
    entered(root, "apt-get", "update", "-qq")
    entered(root, "env", *words, *PACKAGES)
    said = entered(root, "/usr/bin/python3", "-c", READ)
    check("NetworkManager reads every kind of file", "read 4" in said, said.strip())
    said = entered(root, "/usr/bin/python3", "-c", AIR)
    seen, around = _told(said, "air")
    wanted = {"has_radio": True, "linked": False, "is_open": False, "knows": False}
    check("nmcli tells that there is a radio, and no link", wanted.items() <= seen.items(), seen)
    check("and which networks are in the air, with their names", around == AROUND, around)
    with booted(root, log) as guest:
        _check_loaded(guest, check)


def _check_loaded(guest: Booted, check: Check) -> None:
    guest.run("systemctl", "is-active", "NetworkManager")
    why, known, is_left = _told(guest.python(LOAD), "load")
    check("without a radio nothing is joined, and it says so", why in ("failed", "away"), why)
    ours = {OWN, number_of(Wifi("Wi-Fi u Nováků: 5"))}
    check("NetworkManager knows what is kept, and its own", ours <= set(known), known)
    check("what was tried is forgotten", not is_left)


def _told(said: str, what: str) -> list[Any]:
    line = next(line for line in said.splitlines() if line.startswith(f"{what} ["))
    found: list[Any] = json.loads(line.removeprefix(f"{what} "))
    return found
