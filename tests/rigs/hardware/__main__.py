"""``python -m tests.rigs.hardware [PART...]``: all device code, on a Linux that simulates the chip.

A part that cannot be run on this machine is said, and counted as skipped, never as passed.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from tests.rigs.commands import how_it_failed
from tests.rigs.hardware.environments import CannotInstall, packages
from tests.rigs.hardware.guest import Guest, GuestFailed
from tests.rigs.hardware.kernel import OPTIONS, WITH_PAGES, CannotBuild, kernel
from tests.rigs.hardware.virtual_camera.tree import HELP, PYTHON, inside, tree

CHECKOUT = Path(__file__).parents[3]
FOLDER = CHECKOUT / "build" / "hardware"
INSIDE = "tests/rigs/hardware/inside"
CONTRACT = ("tests/devices/test_contract.py", "tests/table/supervision/test_pins_after_an_end.py")


@dataclass(frozen=True)
class Part:
    """What is run in a guest of its own: test files, with a library for the pins.

    ``leaps``: see ``Guest``. What is measured in real time must not. ``pages``: whether it serves some.
    """

    pins: str
    files: tuple[str, ...]
    leaps: bool = True
    within_s: float = 900.0
    pages: bool = False


PARTS = {
    "contract": Part("lgpio", CONTRACT),
    "rpi-lgpio": Part("rpigpio", CONTRACT),
    "outputs": Part("lgpio", (f"{INSIDE}/outputs.py",)),
    "presses": Part("lgpio", (f"{INSIDE}/presses.py",)),
    "bystander": Part("lgpio", (f"{INSIDE}/bystander.py",), within_s=3600.0),
    "evening": Part("lgpio", (f"{INSIDE}/evening.py",), within_s=1800.0, pages=True),
    "hourglass": Part("lgpio", (f"{INSIDE}/hourglass.py",), leaps=False),
    "real-time": Part("lgpio", (f"{INSIDE}/presses.py",), leaps=False, within_s=1800.0),
}
CAMERA = "camera"
HELPED = {
    "COMPANION_CAMERAS": "picamera2",
    "LD_PRELOAD": f"/{HELP}/shared_memory.so",
    "LIBCAMERA_LOG_LEVELS": "*:WARN",
    "PYTHONDONTWRITEBYTECODE": "1",
}
CAMERA_TESTS = (
    *(
        PYTHON,
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.rigs.hardware.virtual_camera.plugin",
    ),
    *(
        "-v",
        "-c",
        "/dev/null",
        "--rootdir=/srv/checkout",
        "--junit-xml=/tmp/report.xml",
        "--timeout=120",
    ),
    *("-k", "real or lost", "tests/vision/cameras/test_contract.py"),
    "tests/rigs/hardware/virtual_camera/lost.py",
)


@dataclass
class Count:
    """How many tests passed, failed and were skipped, with what is to be said of them."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    told: list[str] = field(default_factory=list)

    def skip(self, what: str, why: str) -> None:
        self.skipped += 1
        self.told.append(f"{what}: skipped, not passed: {why}")

    def fail(self, what: str, why: str) -> None:
        self.failed += 1
        self.told.append(f"{what}: FAILED: {why}")

    def take(self, what: str, report: Path) -> None:
        """Count a report of pytest's."""
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            number = {
                key: int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")
            }
            failed = number["failures"] + number["errors"]
            self.failed += failed
            self.skipped += number["skipped"]
            self.passed += number["tests"] - failed - number["skipped"]
            self.told.append(
                f"{what}: {number['tests']} tests, {failed} failed, {number['skipped']} skipped"
            )


def run_part(name: str, part: Part, made: Path, count: Count) -> None:
    out = FOLDER / "out" / name
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    environment = {"RIG_PINS": part.pins, "PYTHONPATH": str(packages(part.pins, FOLDER))}
    environment |= {"RPI_LGPIO_REVISION": "c03114"}
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    words += [
        "-p",
        "no:hypothesispytest",
        "--timeout=0",
        "--color=no",
        "-v",
        "--junit-xml=/run/out/report.xml",
        *part.files,
    ]
    print(f"== {name}: {', '.join(part.files)} on {part.pins}", flush=True)
    began = time.monotonic()
    Guest(made, CHECKOUT, part.leaps).run(words, environment, out, part.within_s)
    count.take(f"{name}, {time.monotonic() - began:.0f} s", out / "report.xml")
    figures = out / "figures.jsonl"
    for line in figures.read_text().splitlines() if figures.exists() else ():
        said = json.loads(line)
        count.told.append(f"  {said['what']}: {said['found']}")


def run_pins(names: list[str], count: Count) -> None:
    if not names:
        return
    try:
        made = kernel(FOLDER, WITH_PAGES if any(PARTS[name].pages for name in names) else OPTIONS)
    except CannotBuild as error:
        for name in names:
            count.skip(name, f"the guest's kernel cannot be built: {error}")
        return
    for name in names:
        try:
            run_part(name, PARTS[name], made, count)
        except CannotInstall as error:
            count.skip(name, f"a library cannot be installed: {error}")
        except (GuestFailed, FileNotFoundError) as error:
            count.fail(name, str(error))


def run_camera(count: Count) -> None:
    missing = [tool for tool in ("debootstrap", "chroot") if shutil.which(tool) is None]
    if missing or os.geteuid() != 0:
        count.skip(CAMERA, f"it needs root and {', '.join(missing) or 'nothing else'}")
        return
    print(f"== {CAMERA}: the real Picamera2 class on libcamera's virtual camera", flush=True)
    try:
        root = tree(FOLDER, CHECKOUT)
    except subprocess.CalledProcessError as error:
        count.skip(CAMERA, f"its Debian cannot be made: {how_it_failed(error)}")
        return
    began = time.monotonic()
    report = root / "tmp/report.xml"
    report.unlink(missing_ok=True)
    try:
        print(inside(root, CHECKOUT, "env", "--chdir=/srv/checkout", *CAMERA_TESTS, **HELPED))
    except subprocess.CalledProcessError as error:
        print(error.stdout)
    if report.exists():
        count.take(f"{CAMERA}, {time.monotonic() - began:.0f} s", report)
    else:
        count.fail(CAMERA, "its tests did not end")


def main(names: list[str]) -> int:
    known = [*PARTS, CAMERA]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    count = Count()
    wanted = names or known
    run_pins([name for name in wanted if name != CAMERA], count)
    if CAMERA in wanted:
        run_camera(count)
    if not names:
        count.skip("RPi.GPIO itself", "it runs on a Pi only")
    print(*count.told, sep="\n")
    print(f"{count.passed} passed, {count.failed} failed, {count.skipped} skipped")
    return int(count.failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
