"""The log as its owner reads it: what went wrong, and nothing that is secret."""

import json

import pytest

from companion.keeper.log import LINES, told, without_secrets

STAMP = "2026-11-27 20:15:00,123 WARNING companion.table.workers: "
PIN = "271828182"


def entry(message: object, who: str = "companion") -> str:
    return json.dumps({"MESSAGE": message, "SYSLOG_IDENTIFIER": who})


def test_what_went_wrong_is_told() -> None:
    lines = [
        f"{STAMP}the disk is full",
        f"{STAMP}view has failed",
        '  File "/opt/table-companion/current/venv/lib/python3.13/site-packages/web/server.py", line 7',
        "    self.run()",
        "KeyError",
    ]
    died = entry("table-companion.service: Main process exited, code=killed, status=9/KILL", "systemd")
    assert told([*map(entry, lines), died]) == [
        *lines,
        "systemd: table-companion.service: Main process exited, code=killed, status=9/KILL",
    ]


def test_the_first_lines_which_tell_the_pin_are_no_log() -> None:
    began = [f"the host is at http://192.168.1.7/host#pin={PIN}", f"PIN {PIN}", "KeyError: of nothing"]
    assert told(map(entry, began)) == []


@pytest.mark.parametrize(
    "secret",
    [
        PIN,
        "K7PQ2M",
        "rtsp://ana:tajne@192.168.1.20/live",  # pragma: allowlist secret
        "192.168.1.20",
        "dc:a6:32:01:02:03",
        "fe80::dea6:32ff:fe01:203",
        "0dc0d6eb90555ed6419756b9a15ec3e3209b63df707dd508d14581f8982721af",  # pragma: allowlist secret
        "eyJhbGciOi-JIUzI1_NiIs",  # pragma: allowlist secret
        "/home/ana/holiday",
        "/media/ana/STICK",
        "Wi-Fi u Nováků",
    ],
)
def test_what_is_secret_is_left_out_wherever_it_stands(secret: str) -> None:
    line = f"{STAMP}it cannot be reached: {secret}, again"
    (said,) = told([entry(line)], ["Wi-Fi u Nováků"])
    assert secret not in said
    assert secret.rpartition("/")[2] not in said
    assert said.startswith(f"{STAMP}it cannot be reached: ")
    assert said.endswith(" again")


def test_what_is_not_secret_stays() -> None:
    line = f"{STAMP}camera picamera2 lost after 12345 frames of 4608x2592 (column-1, GPIO 17, 40.5 °C)"
    assert without_secrets(line) == line


def test_only_the_newest_lines_are_told_and_what_is_no_text_is_not() -> None:
    entries = [entry(f"{STAMP}{number}") for number in range(2 * LINES)]
    assert told([*entries, entry([0, 255]), "{", "[]"])[-1] == f"{STAMP}{2 * LINES - 1}"
    assert len(told(entries)) == LINES
