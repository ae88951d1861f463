"""Where the figures stand in ``docs/figures.md``: between two marks, what is printed by the command."""

import platform
import re
import subprocess
from collections.abc import Sequence
from datetime import date
from os import cpu_count
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).parents[2]
FIGURES = ROOT / "docs" / "figures.md"
END = "<!-- end -->"


def mark(name: str) -> str:
    """Return the mark behind which a figure stands."""
    return f"<!-- make figures: {name} -->"


def places(text: str) -> list[str]:
    """Return the names of the figures that have a place in a document, in its order."""
    return re.findall(re.escape(mark("NAME")).replace("NAME", r"([a-z-]+)"), text)


def written(text: str, name: str, lines: Sequence[str]) -> str:
    """Return the document with a figure printed anew in its place."""
    before, found, rest = text.partition(mark(name))
    if not found:
        raise LookupError(f"no place for {name}: the document has no line {mark(name)}")
    _, end, after = rest.partition(END)
    return "\n".join([before + found, *lines, end + after])


def conditions(today: date) -> str:
    """Return when, of which version and on what machine figures are printed."""
    version = subprocess.run(
        ["git", "describe", "--always"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return (
        f"*Printed by `make figures` on {today.isoformat()}, "
        f"commit {version.stdout.strip() or 'unknown'}; "
        f"Python {platform.python_version()}, NumPy {np.__version__}, OpenCV {cv2.__version__}, "
        f"{platform.machine()} with {cpu_count()} processors.*"
    )
