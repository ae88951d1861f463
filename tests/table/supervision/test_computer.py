"""What is wrong with the computer is told while the game goes on: disk, clock, power, heat."""

from collections import namedtuple
from pathlib import Path

import pytest

from companion.games.game import HOST
from companion.table.supervision.computer import CLOCK_TOLD_S, Computer
from companion.table.supervision.supervisor import WorkerLease
from companion.table.workers import ComputerWorker
from tests.table.conftest import Bench
from vision.clock import SteppedClock

Free = namedtuple("Free", "free")


class Times:
    """The time of day, and a clock that nobody sets."""

    def __init__(self) -> None:
        self.of_day, self.steady = 1_000_000.0, 0.0

    def pass_by(self, seconds: float) -> None:
        self.of_day += seconds
        self.steady += seconds


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
def computer(tmp_path: Path, times: Times) -> Computer:
    return Computer(tmp_path, lambda: times.of_day, lambda: times.steady, tmp_path / "root")


def told(computer: Computer) -> list[str]:
    return [fault.kind for fault in computer.look().values() if fault is not None]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def a_pi(root: Path, *, celsius: int, alarm: int) -> None:
    write(root / "proc/device-tree/model", "Raspberry Pi 5 Model B\0")
    write(root / "sys/class/thermal/thermal_zone0/temp", f"{celsius}000\n")
    write(root / "sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(root / "sys/class/hwmon/hwmon1/in0_lcrit_alarm", f"{alarm}\n")


def test_a_computer_that_is_well_is_not_told_of(computer: Computer, tmp_path: Path) -> None:
    assert told(computer) == []
    a_pi(tmp_path / "root", celsius=60, alarm=0)
    assert told(computer) == []


def test_a_pi_that_is_hot_or_gets_too_little_power_says_so(computer: Computer, tmp_path: Path) -> None:
    a_pi(tmp_path / "root", celsius=83, alarm=1)
    assert told(computer) == ["power_low", "hot"]
    heat = computer.look()["heat"]
    assert heat is not None
    assert heat.told == {"celsius": 83}


def test_a_disk_that_is_nearly_full_is_told(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Free(12 * 10**6))
    assert told(computer) == ["disk_low"]


@pytest.mark.parametrize("minutes", [-90, 5])
def test_a_clock_that_is_set_is_told_for_a_while(computer: Computer, times: Times, minutes: int) -> None:
    times.pass_by(1000.0)
    assert told(computer) == []
    times.of_day += 60 * minutes
    assert told(computer) == ["clock_set"]
    times.pass_by(CLOCK_TOLD_S / 2)
    assert told(computer) == ["clock_set"]
    times.pass_by(CLOCK_TOLD_S)
    assert told(computer) == []


def test_a_little_difference_is_how_networks_set_a_clock(computer: Computer, times: Times) -> None:
    for _ in range(100):
        times.pass_by(5.0)
        times.of_day += 20.0
        assert told(computer) == []


def test_every_page_is_told_and_told_when_it_is_over(bench: Bench, times: Times, tmp_path: Path) -> None:
    computer = Computer(tmp_path, lambda: times.of_day, lambda: times.steady, tmp_path / "root")
    lease = WorkerLease(SteppedClock(), "computer", 10.0)
    shown: list[list[str]] = []

    def look() -> dict[str, object]:
        found = Computer.look(computer)
        shown.append([fault["text"]["code"] for fault in bench.table.state(HOST)["faults"]])
        if len(shown) == 2:
            times.pass_by(2 * CLOCK_TOLD_S)
        if len(shown) == 4:
            lease.end()
        return found  # type: ignore[return-value]

    times.of_day += 3600.0
    computer.look = look  # type: ignore[method-assign, assignment]
    ComputerWorker(bench.table, computer).run(lease)
    assert shown == [[], ["fault.clock_set"], ["fault.clock_set"], []]
