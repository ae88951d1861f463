"""Updates tried under a real systemd: kept, refused, back by itself, and cut off in the middle."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.rigs.install.guest import Booted, booted, within

Check = Callable[..., None]
MAKE = "import sys; from companion.cli import main; sys.argv[0] = 'companion'; main()"
PROGRAM = "/opt/table-companion"
HEALTH = """
import json, urllib.request
print(urllib.request.urlopen("http://127.0.0.1/api/v1/health", timeout=5).read().decode())
"""
ASK = """
import json, sys, urllib.error, urllib.request
def post(path, body, token=None):
    head = {"Content-Type": "application/json"}
    if token:
        head["Authorization"] = "Bearer " + token
    request = urllib.request.Request("http://127.0.0.1/api/v1/" + path, json.dumps(body).encode(), head)
    try:
        with urllib.request.urlopen(request, timeout=20) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as refused:
        return json.load(refused)
pin = open("/var/lib/table-companion/host-pin").read().strip()
token = post("login", {"pin": pin})["token"]
"""
BEGIN = f"""{ASK}
post("sittings", {{"game": "yacht", "seats": ["Ana", "Bob"]}}, token)
move = {{"id": "one", "seat": "Ana", "move": "throw", "faces": ["1", "2", "3", "4", "5"]}}
print(json.dumps(post("moves", move, token)))
"""
RAISES = "raise RuntimeError('of this release nothing starts')\n"
NO_PICTURES = """

def _none(camera: SimulatedCamera) -> ImageBgr:
    raise OSError("no picture")


SimulatedCamera._grab = _none
"""


def make_releases(root: Path, folder: Path) -> None:
    """Make releases of this checkout, signed with a key that the tree's own release knows."""
    copy = folder / "releases"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    own = root / "srv/checkout"
    key = copy / "key.pem"
    run_in(own, "make-release", "--new-key", str(key), said="\n\n")
    for name, version, spoil in (
        ("good", "0.2.0", None),
        ("raises", "0.3.0", ("companion/cli/run.py", RAISES)),
        ("blind", "0.3.1", ("vision/cameras/simulated.py", NO_PICTURES)),
        ("better", "0.4.0", None),
        ("older", "0.0.9", None),
    ):
        other = copy / name
        shutil.copytree(own, other)
        project = other / "pyproject.toml"
        project.write_text(project.read_text().replace('version = "0.1.0"', f'version = "{version}"'))
        if spoil is not None:
            with (other / spoil[0]).open("a") as file:
                file.write(spoil[1])
        run_in(other, "make-release", str(root / f"srv/{name}.release"), "--key", str(key))
    good = (root / "srv/good.release").read_bytes()
    (root / "srv/damaged.release").write_bytes(good[:-1000] + bytes(1000))
    stranger = copy / "stranger"
    shutil.copytree(own, stranger)
    run_in(stranger, "make-release", "--new-key", str(copy / "stranger.pem"), said="\n\n")
    run_in(
        stranger, "make-release", str(root / "srv/unsigned.release"), "--key", str(copy / "stranger.pem")
    )


def run_in(checkout: Path, *words: str, said: str = "") -> None:
    """Run a command of the checkout in a folder."""
    where = {"PYTHONPATH": str(checkout), "PATH": "/usr/bin:/bin"}
    subprocess.run(
        [sys.executable, "-c", MAKE, *words], cwd=checkout, env=where, input=said, text=True, check=True
    )


def updated(guest: Booted, name: str) -> str:
    """Update from a file; return what is said of it."""
    command = f"companion update /srv/{name}.release 2>&1 || true"
    return guest.run("sh", "-c", command)


def version(guest: Booted) -> str:
    """Return which version answers."""
    return str(json.loads(guest.python(HEALTH))["release"]).partition("-")[0]


def played(guest: Booted) -> str:
    """Return the game so far, as the host is given it."""
    return guest.python(f"""{ASK}
request = urllib.request.Request("http://127.0.0.1/api/v1/record")
request.add_header("Authorization", "Bearer " + token)
print(urllib.request.urlopen(request, timeout=20).read().decode())
""")


def check_updates(guest: Booted, check: Check) -> None:
    """Try releases at a table on which a game is played."""
    print(guest.python(BEGIN))
    before = played(guest)
    check("a game is played", '"throw"' in before, before)
    for name, words in (
        ("unsigned", "nobody whom this table trusts"),
        ("older", "is not newer"),
        ("damaged", "damaged"),
    ):
        said = updated(guest, name)
        check(f"one that is {name} is refused", words in said, said.strip().splitlines()[-2:])
    for name, words in (("raises", "did not start"), ("blind", "gave no pictures")):
        said = updated(guest, name)
        check(f"one that {name} is not kept", words in said, said.strip().splitlines()[-2:])
        took = within(60, lambda: version(guest) == "0.1.0")
        check("the one before is back", took is not None, f"{took} s")
        check("with every move", played(guest) == before)
    said = updated(guest, "good")
    check("a healthy one is kept", "runs from now on" in said and version(guest) == "0.2.0", said)
    check("with every move", played(guest) == before)
    begun = json.loads(guest.python(BEGIN))
    check("moves are accepted again", "error" not in begun, begun)
    keeper = guest.run("readlink", "-f", f"{PROGRAM}/kept").strip()
    check("the keeper is started from it", "0.2.0" in keeper, keeper)


def cut_on_trial(root: Path, log: Path, check: Check) -> None:
    """Cut the power in the middle of a trial: of one that would last for a minute."""
    with booted(root, log, cut=True) as guest:
        within(90, lambda: version(guest) == "0.2.0")
        before = played(guest)
        guest.run("sh", "-c", "companion update /srv/blind.release >/dev/null 2>&1 &")
        took = within(240, lambda: version(guest) == "0.3.1")
        check("another is on trial", took is not None, f"{took} s")
        refused = json.loads(guest.python(BEGIN))
        check(
            "on trial nothing is accepted", refused.get("error", {}).get("code") == "on_trial", refused
        )
    with booted(root, log) as guest:
        took = within(90, lambda: version(guest) == "0.2.0")
        check("after a power cut the one before is back", took is not None, f"{took} s")
        check("with every move", played(guest) == before)
        said = updated(guest, "better")
        check("and the update can be done again", "runs from now on" in said, said)
