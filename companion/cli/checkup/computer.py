"""The computer itself: the disk of the data folder, the clock, and on a Pi its power and its heat."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from statistics import median

from companion.cli.checkup.finding import CheckFinding
from companion.table.supervision.computer import HOT_C, celsius, is_a_pi, under_voltage

LEAST_FREE_MB = 500
"""A year of evenings takes less; on a full disk no game can write its moves."""
SLOW_MS = 250.0
"""Players notice it if a move takes longer than this to be stored, in seconds."""
WRITES = 15
WRITE_BYTES = 8192
"""Approximate size of a move's entry, in bytes."""
FIRST_YEAR = 2025
"""A year before that of the program's release is wrong."""
UNDER_VOLTAGE, SLOWED, TOO_HOT = 0, 2, 3
"""Bits of the answer to ``vcgencmd get_throttled``; the same bits 16 higher mean: at some time since the
start."""
SINCE = 16


def disk(data: Path, now_s: Callable[[], float]) -> Iterator[CheckFinding]:
    """Check the disk of the data folder: its free space, whether it can be written, how fast. Leaves
    nothing."""
    there = next(folder for folder in (data, *data.absolute().parents) if _is_there(folder))
    free_mb = shutil.disk_usage(there).free // 10**6
    if free_mb < LEAST_FREE_MB:
        to_do = "Delete what is not needed, or take a larger card."
        yield CheckFinding("wrong", "disk", f"{free_mb} MB are free", to_do)
    else:
        yield CheckFinding("well", "disk", f"{free_mb / 1000:.1f} GB are free")
    yield _writing(there, now_s)


def _is_there(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except OSError:  # in another user's folder
        return False


def _writing(folder: Path, now_s: Callable[[], float]) -> CheckFinding:
    try:
        ms = median(_write_times(folder, now_s)) * 1000
    except OSError as error:
        to_do = "Is it another user's, or the card worn out or read-only? Else try another --data."
        told = f"{folder} cannot be written to: {error.strerror}"
        return CheckFinding("wrong", "data folder", told, to_do)
    if ms > SLOW_MS:
        to_do = "Take a faster card, or a disk."
        return CheckFinding(
            "wrong", "data folder", f"{folder}: a move takes {ms:.0f} ms to be kept", to_do
        )
    return CheckFinding("well", "data folder", f"{folder}: a move is kept in {ms:.1f} ms")


def _write_times(folder: Path, now_s: Callable[[], float]) -> list[float]:
    """Write as a move does, and wait until it is on the disk; return the seconds of each."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(WRITES):
            began = now_s()
            file.write(b"\0" * WRITE_BYTES)
            file.flush()
            os.fsync(file.fileno())
            took.append(now_s() - began)
    return took


def clock(now: datetime, root: Path = Path("/")) -> CheckFinding:
    """Look at the clock on the wall. Games do not depend on it, but their displayed times do."""
    said = now.strftime("%Y-%m-%d %H:%M")
    if now.year < FIRST_YEAR:
        return CheckFinding(
            "wrong",
            "clock",
            f"it says {said}: games would bear that date",
            "Let the Pi into the network, which sets it, or put a clock chip on GPIO 2 and 3.",
        )
    if (root / "run/systemd/timesync/synchronized").exists():
        return CheckFinding("well", "clock", f"it says {said}, set by the network")
    if (root / "dev/rtc0").exists():
        return CheckFinding("well", "clock", f"it says {said}, from a clock chip")
    return CheckFinding("skipped", "clock", f"it says {said}; whether that is so, look yourself")


def serial_console(root: Path = Path("/")) -> Iterator[CheckFinding]:
    """Report a Pi's console on the pins of two keys, 14 and 15; a Pi 5's ``ttyAMA10`` is elsewhere."""
    told = root / "proc/cmdline"
    if is_a_pi(root) and re.search(r"\bconsole=(ttyAMA0|ttyS0)\b", told.read_text()):
        yield CheckFinding(
            "wrong",
            "serial console",
            "it is on, at the pins of two keys (GPIO 14 and 15)",
            "Run deploy/install.sh, or switch it off in raspi-config; then start the Pi anew.",
        )


def vcgencmd(*words: str) -> str | None:
    """Return the report of the Pi's firmware; None if it cannot be asked."""
    if shutil.which("vcgencmd") is None:
        return None
    done = subprocess.run(["vcgencmd", *words], capture_output=True, text=True, timeout=10, check=False)
    return done.stdout if done.returncode == 0 else None


def power(ask: Callable[..., str | None] = vcgencmd, root: Path = Path("/")) -> Iterator[CheckFinding]:
    """Check a Pi's power supply and temperature."""
    if not is_a_pi(root):
        yield CheckFinding("not here", "power and heat", "this is no Raspberry Pi")
        return
    yield _volts(_throttled(ask), root)
    yield _heat(_throttled(ask), root)


def warmed(found: Iterable[CheckFinding], root: Path = Path("/")) -> Iterator[CheckFinding]:
    """Look at a Pi's heat once more, after its camera and its readings have warmed it up."""
    heat = celsius(root)
    if heat is not None and any(finding.what == "heat" for finding in found):
        yield CheckFinding("well" if heat < HOT_C else "wrong", "heat afterwards", f"{heat:.0f} °C")


def _throttled(ask: Callable[..., str | None]) -> int | None:
    told = ask("get_throttled")
    try:
        return None if told is None else int(told.strip().partition("=")[2], 16)
    except ValueError:
        return None


def _volts(throttled: int | None, root: Path) -> CheckFinding:
    to_do = "Use the power supply made for this Pi, with its own cable; no hub, no phone's charger."
    alarm = under_voltage(root)
    if throttled is None and alarm is None:
        return CheckFinding("not here", "power", "neither vcgencmd nor the kernel tells of it")
    bits = throttled or 0
    if alarm or bits >> UNDER_VOLTAGE & 1:
        return CheckFinding("wrong", "power", "the voltage is too low now", to_do)
    if bits >> (UNDER_VOLTAGE + SINCE) & 1:
        return CheckFinding("wrong", "power", "the voltage was too low since the start", to_do)
    return CheckFinding("well", "power", "the voltage is high enough")


def _heat(throttled: int | None, root: Path) -> CheckFinding:
    heat = celsius(root)
    if heat is None:
        return CheckFinding("not here", "heat", "the kernel does not tell of it")
    bits = throttled or 0
    was_slowed = any(bits >> (bit + since) & 1 for bit in (SLOWED, TOO_HOT) for since in (0, SINCE))
    if heat >= HOT_C or was_slowed:
        told = f"{heat:.0f} °C now" + (", and it slowed itself down" if was_slowed else "")
        return CheckFinding(
            "wrong", "heat", told, "Give it air, a heat sink or a fan; not in a closed box."
        )
    return CheckFinding("well", "heat", f"{heat:.0f} °C")
