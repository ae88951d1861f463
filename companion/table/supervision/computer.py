"""The table's computer: its disk, its clock and, on a Pi, its power and its heat.

The checks that ``companion doctor`` makes before the evening are repeated while it lasts.
"""

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.table.supervision.supervisor import Fault

LOOK_EVERY_S = 5.0
LEAST_FREE_MB = 50
"""Least free space, in bytes: an evening takes a few MB; with less than this, the disk is soon full."""
HOT_C = 80.0
"""A Pi slows itself down from here on."""
CLOCK_MAY_DIFFER_S = 60.0
"""A network sets the clock by less all the time."""
CLOCK_TOLD_S = 10 * 60.0
"""Seconds for which a change of the clock is reported."""

TimeNow = Callable[[], float]


class Computer:
    """``data``: the folder where the table keeps everything; ``root``: where the kernel describes a Pi.

    ``time_of_day`` and ``clock``, which nobody sets, are in seconds.
    """

    def __init__(self, data: Path, time_of_day: TimeNow, clock: TimeNow, root: Path = Path("/")) -> None:
        self._data, self._root = data, root
        self._time_of_day, self._clock = time_of_day, clock
        self._ahead_s = time_of_day() - clock()
        self._clock_set: tuple[float, int] | None = None
        """When a change of the clock was noticed, and its size in minutes."""

    def look(self) -> dict[str, Fault | None]:
        """Return the present faults, by part; None for each part without a fault."""
        return {
            "disk": self._disk(),
            "clock": self._clock_fault(),
            "power": Fault("power", "power_low") if under_voltage(self._root) else None,
            "heat": self._heat(),
        }

    def _disk(self) -> Fault | None:
        with suppress(OSError):  # completely gone, or read-only: the journal reports it
            free_mb = shutil.disk_usage(self._data).free // 10**6
            if free_mb < LEAST_FREE_MB:
                return Fault("disk", "disk_low", {"mb": free_mb})
        return None

    def _clock_fault(self) -> Fault | None:
        now = self._clock()
        ahead_s = self._time_of_day() - now
        if abs(ahead_s - self._ahead_s) > CLOCK_MAY_DIFFER_S:
            self._clock_set = (now, round(abs(ahead_s - self._ahead_s) / 60))
        self._ahead_s = ahead_s
        if self._clock_set is None or now > self._clock_set[0] + CLOCK_TOLD_S:
            return None
        return Fault("clock", "clock_set", {"minutes": self._clock_set[1]})

    def _heat(self) -> Fault | None:
        heat = celsius(self._root) if is_a_pi(self._root) else None
        return Fault("heat", "hot", {"celsius": round(heat)}) if heat and heat >= HOT_C else None


def is_a_pi(root: Path = Path("/")) -> bool:
    """Tell whether this is a Raspberry Pi."""
    model = root / "proc/device-tree/model"
    return model.exists() and "Raspberry Pi" in model.read_text(errors="replace")


def under_voltage(root: Path = Path("/")) -> bool | None:
    """Tell whether a Pi's kernel warns of low voltage now; None if it says nothing."""
    for name in sorted(root.glob("sys/class/hwmon/*/name")):
        alarm = name.with_name("in0_lcrit_alarm")
        if name.read_text().strip() == "rpi_volt" and alarm.exists():
            return alarm.read_text().strip() == "1"
    return None


def celsius(root: Path = Path("/")) -> float | None:
    """Return the processor's temperature in degrees; None if the kernel does not tell."""
    zone = root / "sys/class/thermal/thermal_zone0/temp"
    return int(zone.read_text()) / 1000 if zone.exists() else None
