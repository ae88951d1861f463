"""What the first owner of a real Pi can send: parts, versions, times; no name, address or network."""

import os
import platform
from collections.abc import Iterable, Iterator
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.cli.checkup.finding import CheckFinding
from companion.keeper.log import without_secrets

PACKAGES = (
    "companion",
    "numpy",
    "opencv-python-headless",
    "gpiozero",
    "lgpio",
    "picamera2",
    "simplejpeg",
)
HEAD = "Table Companion: a report. Read it before you send it: it names no person, network or address."
WIDTH = 10


def report(
    day: date,
    parts: Iterable[tuple[str, str]],
    findings: Iterable[CheckFinding],
    root: Path = Path("/"),
    home: Path | None = None,
) -> str:
    """Return the report. ``parts``: further lines, what and which; ``home``: whose name is no one's
    business."""
    rows = [("day", day.isoformat()), *_computer(root), *parts]
    told = [f"{what:{WIDTH}}{which}" for what, which in rows]
    told += ["", *(line for finding in findings for line in _lines(finding))]
    hidden = [str(home)] if home is not None else []
    return "".join(f"{without_secrets(line, hidden)}\n" for line in [HEAD, "", *told])


def _computer(root: Path) -> Iterator[tuple[str, str]]:
    yield "computer", ", ".join([_read(root / "proc/device-tree/model") or platform.machine(), *_size()])
    yield "system", f"{_system(root)}, {platform.system()} {platform.release()} {platform.machine()}"
    yield "python", platform.python_version()
    for package in PACKAGES:
        try:
            yield package, version(package)
        except PackageNotFoundError:
            yield package, "not here"


def _size() -> Iterator[str]:
    yield f"{os.cpu_count()} cores"
    if hasattr(os, "sysconf"):
        yield f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') >> 20} MB"


def _system(root: Path) -> str:
    lines = _read(root / "etc/os-release").splitlines()
    named = (line.partition("=")[2].strip('"') for line in lines if line.startswith("PRETTY_NAME="))
    return next(named, platform.system())


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""


def _lines(finding: CheckFinding) -> Iterator[str]:
    yield f"{finding.state:{WIDTH}}{finding.what}: {finding.told}"
    if finding.to_do:
        yield f"{'':{WIDTH}}{finding.to_do}"
