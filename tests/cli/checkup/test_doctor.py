"""``companion doctor``: what is wrong is named with what to do, what is not there is never well."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.cli.checkup import pins as pins_check
from companion.cli.checkup.camera import camera
from companion.cli.checkup.computer import LEAST_FREE_MB, clock, disk, power, serial_console
from companion.cli.checkup.finding import CheckFinding
from companion.cli.checkup.pins import is_low, pins
from companion.devices.device import DARK, Signals
from companion.devices.pin_box import PinBox
from companion.devices.pin_map import shipped_pin_map
from companion.devices.simulated_pins import SimulatedPanel, SimulatedPins
from tests.cli.command import run
from tests.vision.cameras.fakes import FakePicamera2
from vision.cameras.picamera import PiCamera
from vision.cameras.view import CameraView
from vision.clock import SteppedClock, SystemClock
from vision.errors import CameraLost

PIN_MAP = shipped_pin_map()
NOW = datetime(2026, 5, 1, 20, 0)


def by_name(findings: Iterator[CheckFinding]) -> dict[str, CheckFinding]:
    found = list(findings)
    assert len({finding.what for finding in found}) == len(found), "each thing is told once"
    assert all(finding.to_do for finding in found if finding.state == "wrong"), "what to do is said"
    return {finding.what: finding for finding in found}


@dataclass
class Typed:
    """A person who answers as planned; what was not planned fails."""

    answers: dict[str, Callable[[], bool]]
    pressing: Callable[[str], None] | None = None
    is_here: bool = True
    asked: list[str] = field(default_factory=list)

    def says_yes(self, question: str) -> bool:
        assert self.is_here, f"nobody is here, and is asked: {question}"
        self.asked.append(question)
        (answer,) = (answer for words, answer in self.answers.items() if words in question)
        return answer()

    def is_told(self, text: str) -> None:
        assert self.pressing is not None, f"told to {text}"
        self.pressing(text)


class Noting(PinBox):
    """A box that notes what it is told to show."""

    shown: list[Signals]

    def show(self, signals: Signals) -> None:
        self.shown.append(signals)
        super().show(signals)


@dataclass
class Box:
    """A box on simulated pins, and what happens to it."""

    factory: SimulatedPins
    panel: SimulatedPanel
    shown: list[Signals] = field(default_factory=list)

    def look(self, person: Typed) -> dict[str, CheckFinding]:
        box = Noting(PIN_MAP, self.factory, time.monotonic)
        box.shown = self.shown
        return by_name(pins(box, PIN_MAP, lambda gpio: is_low(self.factory, gpio), person))

    def lit(self) -> set[str]:
        return {name for name, is_lit in self.panel.look()["lamps"].items() if is_lit}


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    monkeypatch.setattr(pins_check, "PRESS_WITHIN_S", 0.5)
    factory = SimulatedPins(time.monotonic)
    yield Box(factory, SimulatedPanel(PIN_MAP, factory))
    factory.close()


def yes() -> bool:
    return True


def no() -> bool:
    return False


def pressed_by(box: Box) -> Callable[[str], None]:
    return lambda text: box.panel.press(text.split()[1].rstrip("."))


def test_every_lamp_key_and_the_buzzer_is_looked_at_and_left_dark(box: Box) -> None:
    lit: list[set[str]] = []

    def sees() -> bool:
        lit.append(box.lit())
        return True

    answers = {"May each lamp": yes, "lit, and it alone": sees, "sound twice": yes, "press each": yes}
    found = box.look(Typed(answers, pressed_by(box)))
    assert {finding.state for finding in found.values()} == {"well"}
    assert set(PIN_MAP.inputs) | set(PIN_MAP.outputs) <= set(found)
    assert lit == [{name} for name in PIN_MAP.lamps]
    assert box.lit() == set()
    assert box.panel.look()["beeps"] >= 1


def test_nobody_here_no_output_is_driven_and_that_is_said(box: Box) -> None:
    found = box.look(Typed({}, is_here=False))
    assert found["lamps, buzzer and keys"].state == "skipped"
    assert found["keys and calls"].state == "well"
    assert set(map(repr, box.shown)) == {repr(DARK)}


def test_a_no_leaves_lamps_buzzer_and_keys_alone(box: Box) -> None:
    found = box.look(Typed({"May each lamp": no, "press each": no}))
    assert found["lamps and buzzer"].state == found["presses"].state == "skipped"
    assert set(map(repr, box.shown)) == {repr(DARK)}


def test_a_lamp_that_stays_dark_is_named_with_its_pin(box: Box) -> None:
    def sees() -> bool:
        return box.lit() != {"column-3"}

    answers = {"May each lamp": yes, "lit, and it alone": sees, "sound twice": no, "press each": no}
    found = box.look(Typed(answers))
    wrong = {name for name, finding in found.items() if finding.state == "wrong"}
    assert wrong == {"column-3", "buzzer"}
    assert "GPIO 11, pin 23" in found["column-3"].to_do


def test_a_key_that_is_not_heard_and_two_that_are_swapped_are_named(box: Box) -> None:
    swapped = {"card-1": "card-2", "card-2": "card-1"}

    def press(text: str) -> None:
        name = text.split()[1].rstrip(".")
        if name != "call-4":
            box.panel.press(swapped.get(name, name))

    found = box.look(Typed({"May each lamp": no, "press each": yes}, press))
    wrong = {name: finding for name, finding in found.items() if finding.state == "wrong"}
    assert set(wrong) == {"card-1", "card-2", "call-4"}
    assert wrong["card-1"].told == "card-2 was heard in its place"
    assert "GPIO 25, pin 22" in wrong["call-4"].to_do


def test_a_stuck_key_is_named_even_if_nobody_is_here(box: Box) -> None:
    box.factory.pin(PIN_MAP.keys["card-5"])
    look = PinBox(PIN_MAP, box.factory, time.monotonic)
    down = PIN_MAP.keys["card-5"]
    found = by_name(pins(look, PIN_MAP, lambda gpio: gpio == down, Typed({}, is_here=False)))
    assert found["card-5"].state == "wrong"
    assert "keys and calls" not in found


def test_pins_that_the_running_table_has_are_told_so(box: Box) -> None:
    running = PinBox(PIN_MAP, box.factory, time.monotonic)
    running.open(lambda: None)
    try:
        found = box.look(Typed({}))
        assert found["pins"].state == "wrong"
        assert "systemctl stop table-companion" in found["pins"].to_do
    finally:
        running.close()


def test_whoever_breaks_off_leaves_no_lamp_lit(box: Box) -> None:
    def breaks_off() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        box.look(Typed({"May each lamp": yes, "lit, and it alone": breaks_off}))
    assert box.lit() == set()


class SlowPicamera2(FakePicamera2):
    """Gives its pictures no faster than a sensor does; time passes by its pictures alone."""

    def __init__(self, **words: Any) -> None:
        super().__init__(**words)
        self.clock = SteppedClock()

    def capture_request(self, *, wait: bool) -> Any:
        threading.Event().wait(0.005)
        self.clock.wait(threading.Event(), 0.1)
        return super().capture_request(wait=wait)


def look_at(device: SlowPicamera2) -> dict[str, CheckFinding]:
    made = lambda: PiCamera(device.clock, connect=lambda: device)  # noqa: E731
    return by_name(camera(made, device.clock, CameraView()))


def test_a_pi_camera_that_holds_its_exposure_is_well_and_closed() -> None:
    device = SlowPicamera2()
    found = look_at(device)
    assert {name: finding.state for name, finding in found.items()} == {
        "camera": "well",
        "light": "well",
        "sharpness": "skipped",
        "colours": "skipped",
        "markers": "not here",
        "exposure": "well",
        "sensor": "well",
    }
    assert found["sensor"].told == "imx708; its lens is turned by hand"
    assert device.closed


def test_a_pi_camera_that_does_not_hold_is_found_by_its_metadata() -> None:
    found = look_at(SlowPicamera2(deaf=("ExposureTime",)))
    assert found["exposure"].state == "wrong"
    assert "ExposureTime is 24000, asked for was 20000" in found["exposure"].told


def test_a_pi_camera_without_manual_exposure_is_told_so() -> None:
    found = look_at(SlowPicamera2(controls=()))
    assert found["exposure"].state == "wrong"
    assert "does not hold" in found["exposure"].told


def test_a_camera_that_is_not_there_is_told_with_its_hint() -> None:
    def missing() -> Any:
        raise CameraLost("picamera2 found no camera: none is connected", hint="Check the ribbon cable.")

    found = by_name(
        camera(lambda: PiCamera(SystemClock(), connect=missing), SystemClock(), CameraView())
    )
    assert found["camera"] == CheckFinding(
        "wrong", "camera", "picamera2 found no camera: none is connected", "Check the ribbon cable."
    )


def steps(each_s: float) -> Callable[[], float]:
    times = (number * each_s for number in range(10_000))
    return lambda: next(times)


def test_a_disk_with_room_that_is_fast_is_well_and_nothing_is_left_there(tmp_path: Path) -> None:
    found = by_name(disk(tmp_path / "not" / "made", steps(0.004)))
    assert found["data folder"].state == "well"
    assert "4.0 ms" in found["data folder"].told
    assert list(tmp_path.iterdir()) == []


def test_a_slow_card_and_a_full_disk_are_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = (LEAST_FREE_MB - 1) * 10**6

        def __init__(self, folder: Path) -> None:
            assert folder == tmp_path

    monkeypatch.setattr("companion.cli.checkup.computer.shutil.disk_usage", Usage)
    found = by_name(disk(tmp_path, steps(0.4)))
    assert (found["disk"].state, found["data folder"].state) == ("wrong", "wrong")


def test_a_folder_that_cannot_be_written_to_is_wrong() -> None:
    found = by_name(disk(Path("/proc/here"), steps(0.001)))
    assert found["data folder"].state == "wrong"


@contextmanager
def machine(
    folder: Path, *, pi: bool = True, alarm: str | None = "0", heat: int | None = 51_000
) -> Iterator[Path]:
    """A computer's /proc, /sys and /run as files."""
    files = {"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0" if pi else "A laptop"}
    files["sys/class/hwmon/hwmon0/name"] = "cpu_thermal\n"
    if alarm is not None:
        files |= {"sys/class/hwmon/hwmon1/name": "rpi_volt\n"}
        files |= {"sys/class/hwmon/hwmon1/in0_lcrit_alarm": f"{alarm}\n"}
    if heat is not None:
        files["sys/class/thermal/thermal_zone0/temp"] = f"{heat}\n"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    yield folder


@pytest.mark.parametrize(
    ("told", "alarm", "heat", "volts", "warmth"),
    [
        ("throttled=0x0\n", "0", 51_000, "well", "well"),
        ("throttled=0x50005\n", "1", 51_000, "wrong", "wrong"),
        ("throttled=0x10000\n", "0", 51_000, "wrong", "well"),
        ("throttled=0x80008\n", "0", 84_000, "well", "wrong"),
        ("throttled=0x40000\n", "0", 60_000, "well", "wrong"),
        (None, "0", 51_000, "well", "well"),
        (None, "1", 51_000, "wrong", "well"),
        (None, None, None, "not here", "not here"),
        ("VCHI initialization failed", None, 90_000, "not here", "wrong"),
    ],
)
def test_power_and_heat_of_a_pi(
    tmp_path: Path, told: str | None, alarm: str | None, heat: int | None, volts: str, warmth: str
) -> None:
    def firmware(*words: str) -> str | None:
        assert words == ("get_throttled",)
        return told

    with machine(tmp_path, alarm=alarm, heat=heat) as root:
        found = by_name(power(firmware, root))
    assert (found["power"].state, found["heat"].state) == (volts, warmth)


def test_elsewhere_than_on_a_pi_power_is_not_here(tmp_path: Path) -> None:
    with machine(tmp_path, pi=False) as root:
        found = by_name(power(pytest.fail, root))
    assert found["power and heat"].state == "not here"


@pytest.mark.parametrize(
    ("consoles", "count"),
    [
        ("console=ttyS0,115200 console=tty1", 1),
        ("console=tty1 root=x console=ttyAMA0,115200", 1),
        ("console=ttyAMA10,115200 console=tty1", 0),
        ("console=tty1", 0),
    ],
)
def test_a_console_at_the_pins_of_two_keys_is_named(tmp_path: Path, consoles: str, count: int) -> None:
    with machine(tmp_path) as root:
        (root / "proc/cmdline").write_text(f"{consoles} rootwait\n")
        assert len(by_name(serial_console(root))) == count
    with machine(tmp_path, pi=False) as root:
        assert by_name(serial_console(root)) == {}


@pytest.mark.parametrize(
    ("made", "now", "state"),
    [
        ("run/systemd/timesync/synchronized", NOW, "well"),
        ("dev/rtc0", NOW, "well"),
        ("nothing", NOW, "skipped"),
        ("run/systemd/timesync/synchronized", datetime(1970, 1, 1), "wrong"),
    ],
)
def test_the_clock_is_well_only_where_something_sets_it(
    tmp_path: Path, made: str, now: datetime, state: str
) -> None:
    (tmp_path / made).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / made).touch()
    assert clock(now, tmp_path).state == state


def test_a_simulated_table_is_never_told_as_a_real_one(tmp_path: Path) -> None:
    status, said, _ = run("doctor", "--data", str(tmp_path))
    assert status == 0
    assert "not here  camera: it is a simulated one" in said
    assert "not here  voting box: it is a simulated one" in said


def test_what_is_wrong_makes_the_exit_status_1(tmp_path: Path) -> None:
    status, said, err = run(
        "doctor", "--data", str(tmp_path), "--camera", "picamera2", "--pins", "lgpio"
    )
    assert status == 1
    assert "WRONG     camera: picamera2 cannot be loaded" in said
    assert "WRONG     pins: --pins lgpio: lgpio is not installed" in said
    assert err == ""
