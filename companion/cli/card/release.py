"""This release as one file: what ``deploy/install.sh`` needs, and its options."""

import gzip
import hashlib
import io
import re
import tarfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from companion.errors import CompanionError

CHECKOUT = Path(__file__).parents[3]
SHIPPED = ("companion", "vision", "web", "firmware_config", "deploy", "pyproject.toml", "README.md")
LOCKED = re.compile(r"^([a-z0-9_.-]+)==\S+((?: \\\n +--hash=sha256:[0-9a-f]{64})+)", re.MULTILINE)
HASH = re.compile(r"sha256:([0-9a-f]{64})")
TRAINING = "vision/workshop/training"
"""Where the networks were trained; no table needs it."""


class NoRelease(CompanionError, LookupError, code="no_release"):
    """Part of this release that a card needs is missing."""


def shipped(checkout: Path = CHECKOUT) -> list[Path]:
    """Return every file of the release. Raises ``NoRelease`` if only the program is installed."""
    if not (checkout / "deploy" / "install.sh").exists():
        raise NoRelease(
            f"there is no installer beside the program in {checkout}",
            hint="A card is made from the release's own folder: the one with deploy and README.md.",
        )
    tops = [checkout / name for name in SHIPPED]
    files = [file for top in tops for file in ([top] if top.is_file() else sorted(top.rglob("*")))]
    return [file for file in files if file.is_file() and _is_shipped(file.relative_to(checkout))]


def _is_shipped(file: Path) -> bool:
    return "__pycache__" not in file.parts and not file.as_posix().startswith(TRAINING)


def locked_wheels(folder: Path, suite: str, checkout: Path = CHECKOUT) -> list[Path]:
    """Return the wheels of a folder that a system's lock names by their hashes. Raises ``NoRelease``.

    There must be one for each package, or the table could not be installed.
    """
    wheels = {
        hashlib.sha256(file.read_bytes()).hexdigest(): file for file in sorted(folder.glob("*.whl"))
    }
    lock = (checkout / "deploy" / "locks" / f"{suite}.txt").read_text()
    packages = {name: HASH.findall(hashes) for name, hashes in LOCKED.findall(lock)}
    missing = [name for name, hashes in packages.items() if not wheels.keys() & set(hashes)]
    if missing:
        raise NoRelease(
            f"{folder} has not all wheels for {suite.capitalize()}: none of {', '.join(missing)}",
            hint="docs/card.md says how they are fetched. Without --wheels the Pi fetches them itself.",
        )
    locked = {one for hashes in packages.values() for one in hashes}
    return [file for hash_, file in wheels.items() if hash_ in locked]


def write_release(
    out: IO[bytes], files: list[Path], wheels: list[Path], said: Mapping[str, bytes]
) -> None:
    """Write the release as a tar.gz. ``said``: further files by their names, readable only by their
    owner."""
    with (
        gzip.GzipFile(fileobj=out, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for name, file in _name(files, wheels):
            tar.add(file, name, filter=_plain)
        for name, data in said.items():
            about = tarfile.TarInfo(name)
            about.size, about.mode = len(data), 0o600
            tar.addfile(about, io.BytesIO(data))


def _name(files: list[Path], wheels: list[Path]) -> Iterator[tuple[str, Path]]:
    yield from ((file.relative_to(CHECKOUT).as_posix(), file) for file in files)
    yield from ((f"deploy/wheels/{wheel.name}", wheel) for wheel in wheels)


def _plain(about: tarfile.TarInfo) -> tarfile.TarInfo:
    about.uid = about.gid = 0
    about.uname = about.gname = "root"
    about.mode = 0o755 if about.name.endswith(".sh") else 0o644  # whatever this computer has
    return about
