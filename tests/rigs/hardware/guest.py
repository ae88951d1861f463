"""A guest: the kernel started with this machine's own files, which it cannot change, and a GPIO chip."""

import os
import shlex
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from companion.devices.pin_map import shipped_pin_map

MEMORY_MB = 1024
LINES = 54
"""As many as a Pi's chip has."""
PI_4 = "c03114"
"""The revision by which the libraries know the board: a Pi 4."""
ENDED = "guest ended with "

_FIRST = """#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run TMPDIR=/run/tmp LANG=C.UTF-8
exec </dev/null
mount -n -t proc proc /proc
mount -n -t sysfs sys /sys
mount -n -t devtmpfs dev /dev
mount -n -t tmpfs run /run
mkdir /dev/shm /run/tmp /run/out
mount -n -t tmpfs shm /dev/shm
mount -n -t hostfs -o {out} none /run/out
mount -n -t configfs none /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank
echo {lines} >$chip/bank/num_lines
echo pinctrl-bcm2711 >$chip/bank/label
for number in {used}; do
    mkdir $chip/bank/line$number
    echo GPIO$number >$chip/bank/line$number/name
done
echo 1 >$chip/live
sed '$a Revision\\t: {revision}' /proc/cpuinfo >/run/cpuinfo
mount -n --bind /run/cpuinfo /proc/cpuinfo
sleep 1  # its clock is exact from its first ticks on
cd {folder}
{command}
echo "{ended}$?"
echo o >/proc/sysrq-trigger
sleep 60
"""


class GuestFailed(Exception):
    """The guest did not come to the end of its command."""


@dataclass(frozen=True)
class Guest:
    """A kernel, and the checkout that is run in it.

    ``leaps``: where all of it waits its clock leaps on, and computing takes no time: what is done in it
    does not hang on how busy this machine is. Else its clock is this machine's.
    """

    kernel: Path
    folder: Path
    leaps: bool

    def run(self, words: list[str], environment: Mapping[str, str], out: Path, within_s: float) -> int:
        """Run a command, and return how it ended. ``out``: a folder that it can write to.

        Raises GuestFailed.
        """
        with tempfile.TemporaryDirectory(prefix="hardware-", dir="/var/tmp") as made:
            first = Path(made) / "init"
            first.write_text(self._first(words, environment, out))
            first.chmod(0o755)
            Path(made).chmod(0o755)
            return self._ended(self._words(first), within_s)

    def _first(self, words: list[str], environment: Mapping[str, str], out: Path) -> str:
        told = [f"{name}={value}" for name, value in environment.items()]
        pin_map = shipped_pin_map()
        return _FIRST.format(
            out=out.resolve(),
            lines=LINES,
            used=" ".join(str(gpio) for gpio in {**pin_map.inputs, **pin_map.outputs}.values()),
            revision=PI_4,
            folder=shlex.quote(str(self.folder)),
            command=shlex.join(["env", "PYTHONDONTWRITEBYTECODE=1", *told, *words]),
            ended=ENDED,
        )

    def _words(self, first: Path) -> list[str]:
        words = [
            str(self.kernel),
            f"mem={MEMORY_MB}M",
            "root=/dev/root",
            "rootfstype=hostfs",
            "rootflags=/",
        ]
        words += ["ro", "quiet", f"init={first}", "con=null", "con0=null,fd:1"]
        return [*words, "time-travel=inf-cpu"] if self.leaps else words

    def _ended(self, words: list[str], within_s: float) -> int:
        status: int | None = None
        console = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", start_new_session=True,
        )  # fmt: skip
        ends = Timer(within_s, lambda: os.killpg(console.pid, signal.SIGKILL))
        ends.start()
        try:
            assert console.stdout is not None
            for line in console.stdout:
                if ENDED in line:
                    status = int(line.split(ENDED)[1])
                else:
                    print(line.rstrip(), flush=True)
            console.wait()
        finally:
            ends.cancel()
            if console.poll() is None:
                os.killpg(console.pid, signal.SIGKILL)
                console.wait()
        if status is None:
            raise GuestFailed(
                f"the guest did not come to the end of its command within {within_s:.0f} s"
            )
        return status
