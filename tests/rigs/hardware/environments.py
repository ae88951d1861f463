"""The libraries for pins, each in a folder of its own: RPi.GPIO and rpi-lgpio must not share one."""

import subprocess
import sys
from pathlib import Path
from typing import Final

PACKAGES: Final = {"lgpio": ("lgpio>=0.2",), "rpigpio": ("rpi-lgpio>=0.6", "lgpio>=0.2")}
"""What is installed for each word that ``--pins`` takes. The real RPi.GPIO runs on a Pi only."""


class CannotInstall(Exception):
    """The packages cannot be had; the text says why."""


def packages(pins: str, folder: Path) -> Path:
    """Return a folder for Python's path with a library and what it needs. Raises CannotInstall."""
    made = folder / f"packages-{pins}"
    if not made.exists():
        unfinished = folder / f"packages-{pins}.unfinished"
        words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:"]
        done = subprocess.run(
            [*words, "--target", str(unfinished), *PACKAGES[pins]],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise CannotInstall(f"{' '.join(PACKAGES[pins])}: {done.stderr.strip()[-500:]}")
        unfinished.rename(made)
    return made
