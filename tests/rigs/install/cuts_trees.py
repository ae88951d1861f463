"""What is cut: Debian's trees with all that installing needs at hand, and layers above them."""

import shutil
import subprocess
from pathlib import Path

from companion.table.access.hashed_pin import hash_pin
from tests.rigs.install.__main__ import FOLDER, INSTALL, prepare
from tests.rigs.install.guest import entered, fresh, tree

PIN, GAMES = "271828182", "a game of before\n"
CARD, DATA = "var/lib/table-companion-card", "var/lib/table-companion"
WORDS = ("--camera", "simulated", "--pins", "none", "--port", "80")
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
COMMANDS = {"overlayroot": "usr/sbin/overlayroot-chroot", "fdisk": "usr/sbin/sfdisk"}
"""What closing the system asks for."""
UNIT = "[Service]\nExecStart=/usr/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"


def base() -> Path:
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
            for name in ("python3-venv", "avahi-daemon", "overlayroot", "fdisk"):
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
        files["DEBIAN/conffiles"] = "/etc/avahi/avahi-daemon.conf\n"
        files["etc/avahi/avahi-daemon.conf"] = "[server]\nuse-ipv4=yes\n"
        files["usr/lib/systemd/system/avahi-daemon.service"] = UNIT
    if name in COMMANDS:
        files[COMMANDS[name]] = "#!/bin/sh\n"
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
        (folder / path).chmod(0o755 if text.startswith("#!") else 0o644)


def card(base_: Path) -> Path:
    """Return what a card's first start finds beyond the base."""
    with fresh(base_, FOLDER / "cuts-layer.run") as root:
        prepare(root)
        (root / "srv/checkout/deploy/build-release.sh").write_text(BUILD)
        shutil.move(root / "srv/checkout", root / CARD)
        (root / CARD / "words").write_text("\n".join(["--name", "tavern", *WORDS]) + "\n")
        (root / CARD / "host-pin").write_text(f"{hash_pin(PIN)}\n")
        (root / "boot/firmware/table-companion.tar.gz").write_bytes(bytes(1000))
        entered(root, "bash", f"/{CARD}/deploy/first-start.sh", "prepare")
        return _layer(root, "card")


def old(base_: Path) -> Path:
    """Return the overlay on ``base_`` of an installed table with games, beside a newer checkout."""
    with fresh(base_, FOLDER / "cuts-layer.run") as root:
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
