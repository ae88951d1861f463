"""What systemd is told: that the table is ready, that it lives, that it ends; at a test's own socket."""

import logging
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.running.service_manager import SIGNS_A_LIMIT, ServiceManager

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="systemd is on Linux only")


@contextmanager
def systemd(address: str) -> Iterator[socket.socket]:
    """Listen as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(address)
        heard.setblocking(False)
        yield heard


def told(heard: socket.socket) -> list[str]:
    said = []
    while True:
        try:
            said.append(heard.recv(4096).decode())
        except BlockingIOError:
            return said


def test_it_is_told_in_the_order_of_things(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with systemd(address) as heard:
        manager = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"})
        manager.ready()
        manager.alive(100.0)
        manager.stopping()
        assert told(heard) == ["READY=1", "WATCHDOG=1", "STOPPING=1"]


def test_a_socket_that_is_no_file_is_found() -> None:
    name = f"table-companion-test-{os.getpid()}"  # one for all that run on this machine
    with systemd(f"\0{name}") as heard:
        ServiceManager({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert told(heard) == ["READY=1"]


def test_signs_of_life_come_often_enough_and_no_oftener(tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    with systemd(address) as heard:
        manager = ServiceManager({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"})
        for half_second in range(120):
            manager.alive(100.0 + half_second / 2)
        assert len(told(heard)) == 60 / (30 / SIGNS_A_LIMIT)


@pytest.mark.parametrize("limit", [None, "", "soon"])
def test_no_sign_of_life_is_given_where_none_is_wanted(tmp_path: Path, limit: str | None) -> None:
    address = str(tmp_path / "notify")
    wanted = {} if limit is None else {"WATCHDOG_USEC": limit}
    with systemd(address) as heard:
        ServiceManager({"NOTIFY_SOCKET": address, **wanted}).alive(100.0)
        assert told(heard) == []


def test_where_there_is_none_nothing_is_told() -> None:
    manager = ServiceManager({})
    manager.ready()
    manager.alive(100.0)
    manager.stopping()


def test_a_socket_that_is_gone_does_not_end_the_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()
    assert "systemd is not told READY=1" in caplog.text
