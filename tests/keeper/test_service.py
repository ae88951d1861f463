"""The keeper's door: a fixed list of acts, for root and the table's user alone, over a local socket."""

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest

from companion.errors import BadAct, BadRelease, NoKeeper
from companion.keeper.acts import Act, Join, LookAround, OwnNetwork, PowerOff, Restart, TimeZone, Update
from companion.keeper.asking import Asking
from companion.keeper.machine import Systemd
from companion.keeper.network.networking import Networking
from companion.keeper.network.shapes import NetworkShape
from companion.keeper.network.wifi import BadWifi, joined
from companion.keeper.service import Keeper, KeeperDoor
from companion.keeper.updating import Updating
from tests.keeper.house import OLD, House
from tests.keeper.release import ANOTHER, keys_in, made

ME = os.getuid() if hasattr(os, "getuid") else 0


class FakeHost:
    zone = "Europe/Prague"

    def __init__(self) -> None:
        self.did: list[str] = []

    def zones(self) -> list[str]:
        return ["Europe/Berlin", "Europe/Prague"]

    def set_zone(self, zone: str) -> None:
        if zone not in self.zones():
            raise BadAct(f"there is no time zone {zone!r}")
        self.zone = zone

    def log(self) -> list[str]:
        line = "2026-11-27 20:15:00,123 WARNING companion.table: Nováků is full, PIN 271828182"
        return [json.dumps({"MESSAGE": line}), json.dumps({"MESSAGE": "PIN 271828182"})]

    def restart(self) -> None:
        self.did.append("restart")

    def power_off(self) -> None:
        self.did.append("power off")


class FakeNetwork:
    def __init__(self) -> None:
        self.did: list[object] = []
        self.told: NetworkShape | None = None

    def join(self, name: str, password: str) -> None:
        self.did.append((joined(name, password).name, password))

    def open_own(self) -> None:
        self.did.append("own")

    def look(self) -> None:
        self.did.append("look")

    def shape(self) -> NetworkShape | None:
        return self.told


class Bench:
    def __init__(self, folder: Path) -> None:
        self.house = House(folder)
        self.host, self.network = FakeHost(), FakeNetwork()
        self.has_list = False
        trials = self.house.trials()
        self.updating = Updating(self.house.place, trials, keys=keys_in(folder))
        self.root = folder / "root"
        lists = lambda: self.has_list  # noqa: E731
        self.keeper = Keeper(
            self.house.place,
            trials,
            self.updating,
            cast(Systemd, self.host),
            cast(Networking, self.network),
            lists,
            self.root,
        )
        self.path = folder / "socket"

    @contextmanager
    def served(self, users: set[int]) -> Iterator[Asking]:
        over = threading.Event()
        with closing(KeeperDoor(self.path, users, None)) as door:
            serving = threading.Thread(target=door.serve, args=(self.keeper, over.is_set))
            serving.start()
            try:
                yield Asking(self.path)
            finally:
                over.set()
                serving.join()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture
def asking(bench: Bench) -> Iterator[Asking]:
    with bench.served({ME}) as asking:
        yield asking


def said(path: Path, line: bytes) -> Any:
    """Send a line, and return what is answered; None: nothing, or the door was shut."""
    told = b""
    with socket.socket(socket.AF_UNIX) as way, suppress(BrokenPipeError, ConnectionResetError):
        way.connect(str(path))
        way.sendall(line)
        way.shutdown(socket.SHUT_WR)
        told = b"".join(iter(lambda: way.recv(65536), b""))
    return json.loads(told) if told else None


def test_it_tells_how_things_stand(bench: Bench, asking: Asking) -> None:
    stick = bench.root / "media/pi/STICK"
    stick.mkdir(parents=True)
    (stick / "table-companion-0.2.0.release").touch()
    (stick / "holiday.jpg").touch()
    assert asking.look() == {
        "version": OLD.name,
        "doing": None,
        "ended": None,
        "files": [str(stick / "table-companion-0.2.0.release")],
        "lists": False,
        "zone": "Europe/Prague",
        "zones": ["Europe/Berlin", "Europe/Prague"],
        "network": None,
    }


def test_each_act_is_done(bench: Bench, asking: Asking) -> None:
    assert asking.do(TimeZone("Europe/Berlin"))["zone"] == "Europe/Berlin"
    for act in (Join("Home", "long enough"), OwnNetwork(), LookAround()):
        asking.do(act)
    assert bench.network.did == [("Home", "long enough"), "own", "look"]
    asking.do(Restart())
    asking.do(PowerOff())
    assert bench.host.did == ["restart", "power off"]


@pytest.mark.parametrize(
    ("leave", "doing"), [(Restart(), "restarting"), (PowerOff(), "powering_off")], ids=["restart", "off"]
)
def test_a_machine_that_goes_tells_so_and_begins_nothing(
    bench: Bench, asking: Asking, leave: Act, doing: str
) -> None:
    assert asking.do(leave)["doing"] == asking.look()["doing"] == doing
    for act in (Update("/media/stick/a.release"), Join("Home", "long enough"), TimeZone("UTC")):
        with pytest.raises(BadAct, match="goes off"):
            asking.do(act)
    assert (bench.updating.doing, bench.network.did) == (None, [])


def test_what_no_network_can_have_is_refused_across_the_socket(bench: Bench, asking: Asking) -> None:
    with pytest.raises(BadWifi) as error:
        asking.do(Join("Home", "short"))
    assert error.value.reason is not None
    assert error.value.reason.code == "error.bad_wifi_key"
    assert bench.network.did == []


def test_the_log_is_told_without_secrets_and_names_of_networks(bench: Bench, asking: Asking) -> None:
    bench.network.told = {
        "own": {"name": "table-4711", "key": "k"},
        "is_open": False,
        "linked": True,
        "joined": "Nováků",
        "air": [{"name": "Nováků", "strength": 70, "is_open": False, "can": True}],
        "doing": None,
        "ended": None,
    }
    (line,) = asking.log()
    assert line == "2026-11-27 20:15:00,123 WARNING companion.table: … is full, PIN …"


def test_an_act_that_is_written_down_tells_no_password() -> None:
    assert repr(Join("Home", "long enough")) == "Join(…)"


@pytest.mark.parametrize(
    "line",
    [
        b'{"act": "install", "file": "/tmp/x"}\n',
        b'{"act": "run", "command": "id"}\n',
        b'{"act": "restart", "now": true}\n',
        b'{"act": "time_zone"}\n',
        b'{"act": "time_zone", "zone": 3}\n',
        b'{"act": "network"}\n',
        b"[]\n",
        b"restart\n",
        b"\n",
        b"\xff\xfe\n",
        b'{"act": "update", "file": "' + b"x" * 5000 + b'"}\n',
    ],
)
def test_whatever_else_is_asked_for_is_refused(bench: Bench, asking: Asking, line: bytes) -> None:
    del asking
    assert said(bench.path, line)["refused"]["code"] == "bad_act"
    assert bench.host.did == []
    assert bench.updating.doing is None


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "../../etc/passwd", "--help", ""])
def test_only_time_zones_are_time_zones(asking: Asking, zone: str) -> None:
    with pytest.raises(BadAct):
        asking.do(TimeZone(zone))


def test_nobody_else_is_heard(bench: Bench) -> None:
    with bench.served({ME + 1}):
        assert said(bench.path, b'{"act": "restart"}\n') is None
        with pytest.raises(NoKeeper):
            Asking(bench.path).do(Restart())
    assert bench.host.did == []


def test_its_socket_is_no_strangers(bench: Bench, asking: Asking) -> None:
    del asking
    assert bench.path.stat().st_mode & 0o777 == 0o660


def test_one_who_says_nothing_does_not_hold_up_the_others(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.keeper.service.HEARD_WITHIN_S", 0.05)
    with bench.served({ME}) as asking, socket.socket(socket.AF_UNIX) as silent:
        silent.connect(str(bench.path))
        assert asking.look()["version"] == OLD.name


def test_refused_releases_say_why_across_the_socket(
    bench: Bench, asking: Asking, tmp_path: Path
) -> None:
    with pytest.raises(BadRelease) as unsigned:
        asking.do(Update(str(made(tmp_path / "a.release", OLD, key=ANOTHER))))
    with pytest.raises(BadRelease) as older:
        asking.do(Update(str(made(tmp_path / "b.release", OLD))))
    assert [error.value.reason and error.value.reason.code for error in (unsigned, older)] == [
        "error.release_unsigned",
        "error.release_older",
    ]
    assert older.value.reason is not None
    assert older.value.reason.params == {"version": "0.1.0"}


def make_link(path: Path) -> None:
    path.symlink_to("/etc/shadow")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, make_link])
def test_no_pipe_folder_or_link_is_read(
    asking: Asking, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    """The table's user names the file, and root reads it."""
    make(tmp_path / "a.release")
    with pytest.raises(BadRelease):
        asking.do(Update(str(tmp_path / "a.release")))


def test_without_a_list_there_is_none_to_ask(asking: Asking) -> None:
    with pytest.raises(BadAct) as error:
        asking.do(Update())
    assert error.value.reason is not None
    assert error.value.reason.code == "error.no_list"


def test_where_no_keeper_is_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoKeeper, match="no keeper answers"):
        Asking(tmp_path / "socket").look()
