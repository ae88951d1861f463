"""Half an hour of pictures from a browser's camera: what table and browser hold meanwhile.

``python -m tests.rigs.phone_camera.memory [MINUTES]``. The browser is watched from outside: what drives
one keeps what it has sent. Prints, every minute, how many pictures the table has had, and the resident
memory of the table and of each kind of the browser's programs; exit status 1 where one of them grew.
"""

import json
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.cli.test_run import PIN, running
from tests.rigs.phone_camera.browser import sends
from tests.rigs.phone_camera.video import video_of_throws

SIZE_WH = (1640, 1232)
MINUTES = 30
EVERY_S = 60.0
SETTLES = 5
"""After so many minutes all that is kept is there: what came later is growth."""
MOST_GROWTH = 0.1
"""A part of what is held by then; a browser's collector lets some tens of megabytes come and go."""
SEEDS = (11, 12)
LOOKS = 20
"""So often it is looked for dice that lie still, once a second."""


def main(minutes: int) -> int:
    """Measure for so long; return the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        video = Path(folder) / "throws.y4m"
        video_of_throws(video, SIZE_WH, SEEDS)
        with running(Path(folder) / "data", "--camera", "phone") as (program, address):
            ask = Asking(address)
            link = address + ask("camera/codes", {})["path"]
            with sends(link, video, Path(folder) / "profile") as browser:
                samples = list(_samples(minutes, program.pid, browser, ask))
    return 1 if sum(_grew(kind, samples) for kind in samples[-1]) else 0


class Asking:
    """Asks a table over TLS that nobody vouches for, as its host."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._token = self("login", {"pin": PIN})["token"]
        self("sittings", {"game": "plain_dice", "seats": ["Ana", "Bob"]})

    def __call__(self, path: str, body: object = None) -> Any:
        """Return what is answered; ``body`` None: to GET."""
        command = [
            "curl",
            "-sk",
            f"{self.address}/api/v1/{path}",
            "-H",
            "Content-Type: application/json",
        ]
        if hasattr(self, "_token"):
            command += ["-H", f"Authorization: Bearer {self._token}"]
        command += [] if body is None else ["-d", json.dumps(body)]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def _samples(minutes: int, table: int, browser: int, ask: Asking) -> Iterator[dict[str, float]]:
    for minute in range(minutes + 1):
        time.sleep(EVERY_S)
        held = {"table": _resident_mb(table), **_browser_mb(browser)}
        pictures = _pictures(ask)
        told = " ".join(f"{kind} {mb:.0f}" for kind, mb in sorted(held.items()))
        print(f"{minute:3} min, {pictures} pictures: {told} MB", flush=True)
        yield held


def _pictures(ask: Asking) -> int | None:
    """Return the number of the last picture in which dice lay still."""
    for _ in range(LOOKS):
        if seen := ask("state")["watch"]["seen"]:
            return int(seen["frame"])
        time.sleep(1.0)
    return None


def _browser_mb(browser: int) -> dict[str, float]:
    """Return what each kind of a browser's programs holds."""
    held: dict[str, float] = defaultdict(float)
    family = {browser}
    for stat in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda path: int(path.parent.name)):
        number = int(stat.parent.name)
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
            if parent in family or number == browser:
                family.add(number)
                words = (stat.parent / "cmdline").read_text()
                kind = re.search(r"--type=([\w-]+)", words)
                held[kind[1] if kind else "browser"] += _resident_mb(number)
        except OSError:  # it has ended meanwhile
            continue
    return dict(held)


def _resident_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def _grew(kind: str, samples: list[dict[str, float]]) -> bool:
    """Tell whether more is held at the end than once all was there; say so."""
    held = [sample.get(kind, 0.0) for sample in samples[SETTLES:]]
    third = max(1, len(held) // 3)
    first, last = median(held[:third]), median(held[-third:])
    print(f"{kind}: {first:.0f} to {last:.0f} MB")
    return last > first * (1 + MOST_GROWTH)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else MINUTES))
