"""What the first owner of a real Pi can send: how it goes there, and nobody's name."""

from datetime import date
from pathlib import Path

import numpy as np

from companion.cli.checkup.computer import warmed
from companion.cli.checkup.finding import CheckFinding
from companion.cli.checkup.reading import READINGS, SLOW_S, reading
from companion.cli.checkup.report import report
from companion.cli.kinds.pieces import reader_of
from tests.cli.command import run

DAY = date(2026, 11, 27)
PI = "Raspberry Pi 5 Model B Rev 1.0"


def pi(root: Path) -> Path:
    for name, text in {
        "proc/device-tree/model": f"{PI}\0",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\n',
        "sys/class/thermal/thermal_zone0/temp": "63000\n",
    }.items():
        (root / name).parent.mkdir(parents=True)
        (root / name).write_text(text)
    return root


def test_it_tells_parts_versions_and_what_was_found(tmp_path: Path) -> None:
    found = [
        CheckFinding("well", "sensor", "imx708; its lens stands at 45 cm"),
        CheckFinding("wrong", "heat", "84 °C now", "Give it air."),
        *warmed([CheckFinding("well", "heat", "51 °C")], pi(tmp_path)),
    ]
    text = report(DAY, [("camera", "picamera2")], found, tmp_path)
    lines = text.splitlines()
    assert "day       2026-11-27" in lines
    assert any(line.startswith(f"computer  {PI}, ") for line in lines)
    assert any(line.startswith("system    Debian GNU/Linux 13 (trixie), ") for line in lines)
    assert "camera    picamera2" in lines
    assert any(line.startswith("numpy     ") for line in lines)
    assert "well      sensor: imx708; its lens stands at 45 cm" in lines
    assert "wrong     heat: 84 °C now" in lines
    assert "          Give it air." in lines
    assert "well      heat afterwards: 63 °C" in lines


def test_it_names_no_person_address_or_network(tmp_path: Path) -> None:
    folder = "/srv/ana/table"
    found = [
        CheckFinding("well", "data folder", f"{folder}: a move is kept in 3.1 ms"),
        CheckFinding(
            "wrong",
            "camera",
            "http://ana:tajne@192.168.1.20/ is silent at 192.168.1.20",  # pragma: allowlist secret
        ),
    ]
    text = report(DAY, [], found, tmp_path, home=Path("/srv/ana"))
    assert "a move is kept in 3.1 ms" in text
    for secret in ("ana/", "tajne", "192.168"):
        assert secret not in text


def test_a_reading_is_timed_on_what_lies_there() -> None:
    ticks = iter(0.1 * tick for tick in range(2 * READINGS))
    bare = np.full((240, 320, 3), 200, np.uint8)
    (found,) = reading(bare, reader_of("dice", None), lambda: next(ticks))
    assert found == CheckFinding(
        "well", "reading", f"0 dice in 320 × 240 are read in 100 ms (100 to 100, {READINGS} times)"
    )
    slow = iter((SLOW_S + 1) * tick for tick in range(2 * READINGS))
    (found,) = reading(bare, reader_of("dice", None), lambda: next(slow))
    assert found.state == "wrong"
    assert found.to_do


def test_doctor_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "report.txt"
    status, said, _ = run("doctor", "--data", str(tmp_path), "--report", str(file))
    assert status == 0
    assert str(file) in said
    text = file.read_text(encoding="utf-8")
    assert "camera    simulated" in text
    assert "well      disk: " in text
