"""Every file of a tree, so that two moments of it can be compared."""

import hashlib
import os
import stat
from pathlib import Path

NOT_OURS = (
    *(
        "proc",
        "sys",
        "dev",
        "run",
        "tmp",
        "srv/checkout",
        "var/log",
        "var/cache",
        "var/lib/apt",
        "var/lib/dpkg",
    ),
    *("etc/.updated", "var/.updated"),  # systemd-update-done(8): when it was last booted after an update
    *("var/lib/systemd", "var/tmp", "etc/machine-id", "etc/resolv.conf", "var/lib/dbus", "root/.cache"),
    *(f"etc/{name}{end}" for name in ("passwd", "group", "shadow", "gshadow") for end in ("", "-")),
    *("etc/hosts", "boot/firmware/config.txt", "boot/firmware/cmdline.txt"),
)
"""Folders in which the system itself writes down what was done, or which are of the moment."""


def listing(root: Path) -> dict[str, str]:
    """Return every file of a tree but the system's own notes: its kind, mode, owner and content."""
    found: dict[str, str] = {}
    for folder, folders, files in os.walk(root):
        here = Path(folder)
        folders[:] = [name for name in folders if not _is_left_out(here / name, root)]
        for name in [*folders, *files]:
            path = here / name
            if not _is_left_out(path, root):
                found[path.relative_to(root).as_posix()] = _told(path)
    return found


def _is_left_out(path: Path, root: Path) -> bool:
    name = path.relative_to(root).as_posix()
    return name.endswith((".pyc", "__pycache__")) or any(
        name == left or name.startswith(f"{left}/") for left in NOT_OURS
    )


def _told(path: Path) -> str:
    about = path.lstat()
    content = ""
    if stat.S_ISREG(about.st_mode):
        content = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    elif stat.S_ISLNK(about.st_mode):
        content = str(path.readlink())
    return f"{stat.filemode(about.st_mode)} {about.st_uid}:{about.st_gid} {content}"


def lines_of(file: Path) -> set[str]:
    return set(file.read_text().splitlines()) if file.exists() else set()


def differing(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
