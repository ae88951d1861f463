"""The machine as systemd has it, and the table on it as its page answers."""

import json
import os
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from companion.errors import BadAct
from companion.keeper.place import ZONE
from companion.keeper.told import Told
from companion.table.storage.files import write_whole

TABLE = "table-companion.service"
KEEPER = "table-companion-keeper.service"
MOST_ENTRIES = 1000
"""Most entries of the log that are looked through: those of some evenings."""
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
PLACES = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)
ANSWERS_WITHIN_S = 6.0
"""Seconds for an answer: as long as the table itself gives its pages."""
STOPS_WITHIN_S = 60.0
"""Seconds for a stop: systemd kills a table after half of them."""
MOST_ANSWER_BYTES = 64 * 1024


@dataclass(frozen=True)
class TableHealth:
    """What a running table says of itself. ``camera``: whether pictures come."""

    release: str
    journal: bool
    camera: bool


class Systemd:
    """Does what only root may, with systemd's own programs."""

    def __init__(self, told: Callable[[], Told], state: Path) -> None:
        """``state``: the folder of what the keeper knows."""
        self._told, self._state = told, state

    def boot(self) -> str:
        """Return what tells this start of the machine from every other."""
        return BOOT_ID.read_text(encoding="ascii").strip()

    def now(self) -> float:
        """Return the seconds since then."""
        return time.monotonic()

    def stop(self) -> None:
        """Stop the table, and return when it has stopped."""
        _run("systemctl", "stop", TABLE)

    def start(self) -> None:
        """Let systemd read the current release's service, and start it."""
        _run("systemctl", "daemon-reload")
        _run("systemctl", "start", "--no-block", TABLE)

    def failed_starts(self) -> int:
        """Return how often systemd had to start the table again."""
        said = _run("systemctl", "show", "--value", "--property=NRestarts", TABLE).strip()
        return int(said) if said.isdecimal() else 0

    def health(self) -> TableHealth | None:
        """Ask the table's page, and what it says of itself; None: it does not answer well."""
        anybody = ssl._create_unverified_context()  # it is this machine, by its own address
        try:
            for path in ("/", "/api/v1/health"):
                url = self._told().origin + path
                with urllib.request.urlopen(url, timeout=ANSWERS_WITHIN_S, context=anybody) as reply:
                    answer = reply.read(MOST_ANSWER_BYTES)
            said: Any = json.loads(answer)
            return TableHealth(str(said["release"]), bool(said["journal"]), bool(said["camera"]))
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def restart(self) -> None:
        """Start the machine again."""
        _run("systemctl", "reboot", "--no-block")

    def power_off(self) -> None:
        """Switch the machine off."""
        _run("systemctl", "poweroff", "--no-block")

    @property
    def zone(self) -> str:
        """The machine's time zone; "": it tells none."""
        with suppress(OSError):
            name = os.path.realpath("/etc/localtime").partition("/zoneinfo/")[2]
            return name if name in _zones() else ""
        return ""

    def zones(self) -> list[str]:
        """Return all time zones that it knows, but for those of other names and of no place."""
        return sorted(zone for zone in _zones() if zone == "UTC" or zone.startswith(PLACES))

    def log(self) -> list[str]:
        """Return journalctl's newest entries of the table and its keeper, each a line of JSON."""
        units = (word for unit in (TABLE, KEEPER) for word in ("--unit", unit))
        fields = "--output-fields=MESSAGE,SYSLOG_IDENTIFIER"
        most = f"--lines={MOST_ENTRIES}"
        return _run("journalctl", "--quiet", "--output=json", fields, most, *units).splitlines()

    def set_zone(self, zone: str) -> None:
        """Set the machine's time zone, once it is noted for the next start. Raises ``BadAct``."""
        if zone not in _zones():
            raise BadAct(f"there is no time zone {zone!r}", hint="Europe/Prague is one.")
        try:
            write_whole(self._state / ZONE, f"{zone}\n".encode())
        except OSError as error:
            raise BadAct(
                f"the time zone cannot be noted: {error.strerror}", hint="Is the disk full?"
            ) from error
        _run("timedatectl", "set-timezone", zone)


@cache
def _zones() -> frozenset[str]:
    """Return all time zones. A Pi looks for them in a thousand files: once."""
    return frozenset(available_timezones())


def _run(*words: str) -> str:
    """Run a program of the system. Raises ``BadAct`` where it fails."""
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=STOPS_WITHIN_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        told = getattr(error, "stderr", "") or str(error)
        raise BadAct(
            f"{' '.join(words)}: {told.strip()}", hint="journalctl -n 50 may tell why."
        ) from error
    return done.stdout
