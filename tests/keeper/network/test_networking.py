"""There is always a network by which phones reach the table: one that it knows, or its own."""

import contextlib
import logging
from pathlib import Path

import pytest

from companion.errors import BadAct
from companion.keeper.network.files import KEPT, OWN, TRIED, file_name, number_of
from companion.keeper.network.networking import ALONE_S, EMPTY_S, Networking
from companion.keeper.network.radio import Radio
from companion.keeper.network.shapes import NetworkShape
from companion.keeper.network.wifi import BadWifi, Wifi, joined
from tests.keeper.network.air import Air, Point

HOME, PASSWORD = "Wi-Fi u Nováků: 5\\6", "correct horse battery"  # pragma: allowlist secret
KEY = joined(HOME, PASSWORD).key


class Bench:
    def __init__(self, folder: Path) -> None:
        self.air = Air(
            folder, [Point(HOME, KEY), Point("Café", None, 30), Point("Cloud", "x", 9, "WPA2 802.1X")]
        )
        self.seconds = 0.0
        self.begin()

    def begin(self) -> None:
        """Let a keeper begin."""
        self.networking = Networking(Radio(self.air.run, self.air.root), lambda: self.seconds)
        self.networking.step()

    def wait(self, seconds: float) -> None:
        ends = self.seconds + seconds
        while self.seconds < ends:
            self.seconds += 5.0
            self.air.by_itself()
            self.networking.step()

    def join(self, name: str = HOME, password: str = PASSWORD) -> str | None:
        self.networking.join(name, password)
        assert self.shape()["doing"] == "joining"
        self.networking.step()
        assert self.shape()["doing"] is None
        return self.shape()["ended"]

    def shape(self) -> NetworkShape:
        shape = self.networking.shape()
        assert shape is not None
        return shape

    def is_open(self) -> bool:
        return self.air.up == OWN


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_without_a_network_the_table_opens_its_own(bench: Bench) -> None:
    bench.wait(ALONE_S - 5)
    assert not bench.is_open(), "a network that it knows gets its time first"
    bench.wait(10)
    assert bench.is_open()
    assert bench.shape()["is_open"]
    own = bench.shape()["own"]
    assert own["name"].startswith("table-")
    assert len(own["key"]) == 12


def test_its_key_is_its_own_made_once_and_read_by_root_alone(bench: Bench, tmp_path: Path) -> None:
    bench.wait(ALONE_S + 5)
    own = bench.shape()["own"]
    assert bench.air.own.stat().st_mode & 0o777 == 0o600
    bench.begin()
    assert bench.shape()["own"] == own, "after a restart it is the same"
    other = Bench(tmp_path / "other")
    other.wait(ALONE_S + 5)
    assert other.shape()["own"] != own


def test_where_there_is_a_cable_or_a_known_network_it_does_not(bench: Bench) -> None:
    bench.air.cable = True
    bench.wait(2 * ALONE_S)
    assert not bench.is_open()
    bench.air.cable = False
    assert bench.join() == "joined"
    bench.wait(2 * ALONE_S)
    assert not bench.is_open()
    assert (bench.shape()["linked"], bench.shape()["joined"]) == (True, HOME)


def test_the_page_is_told_what_is_in_the_air(bench: Bench) -> None:
    bench.air.points.append(Point(HOME, KEY, 20))
    bench.begin()
    assert bench.shape()["air"] == [
        {"name": HOME, "strength": 70, "is_open": False, "can": True},
        {"name": "Café", "strength": 30, "is_open": True, "can": True},
        {"name": "Cloud", "strength": 9, "is_open": False, "can": False},
    ]
    bench.wait(ALONE_S + 5)
    assert [one["name"] for one in bench.shape()["air"]] == [HOME, "Café", "Cloud"], (
        "open, it hears nothing"
    )


def test_another_network_is_joined_and_kept(bench: Bench) -> None:
    bench.wait(ALONE_S + 5)
    assert bench.join() == "joined"
    assert not bench.is_open()
    bench.air.restart()
    bench.begin()
    assert bench.shape()["joined"] == HOME


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [(HOME, "wrong horse battery", "key"), ("Nowhere", PASSWORD, "away"), ("Café", "", "address")],
)
def test_where_joining_fails_the_tables_own_is_back_and_nothing_is_kept(
    bench: Bench, name: str, password: str, why: str
) -> None:
    bench.air.points[1].gives_addresses = False
    bench.wait(ALONE_S + 5)
    assert bench.join(name, password) == why
    assert bench.is_open()
    assert list(bench.air.known()) == [OWN]


def test_a_wrong_key_does_not_replace_the_right_one(bench: Bench) -> None:
    assert bench.join() == "joined"
    assert bench.join(HOME, "wrong horse battery") == "key"
    bench.air.by_itself()
    bench.wait(5)
    assert bench.shape()["joined"] == HOME


@pytest.mark.parametrize("cut_at", range(9))
def test_a_power_cut_while_joining_leaves_a_table_that_can_be_reached(
    bench: Bench, cut_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails before one of the programs is run: each in turn."""

    class PowerCut(BaseException):
        pass

    bench.wait(ALONE_S + 5)
    began, run = len(bench.air.said), bench.air.run

    def cut(*words: str, within_s: float = 0.0) -> object:
        if len(bench.air.said) - began >= cut_at:
            raise PowerCut
        return run(*words, within_s=within_s)

    monkeypatch.setattr(bench.networking._radio, "_run", cut)
    with contextlib.suppress(PowerCut):
        bench.join(HOME, "wrong horse battery" if cut_at % 2 else PASSWORD)
    bench.air.restart()
    bench.begin()
    bench.wait(ALONE_S + 5)
    assert bench.is_open() or bench.shape()["joined"] == HOME


def test_while_nobody_is_in_its_own_a_network_that_is_back_is_joined(bench: Bench) -> None:
    assert bench.join() == "joined"
    home = bench.air.points.pop(0)
    bench.air.up = ""
    bench.wait(ALONE_S + 5)
    assert bench.is_open()
    bench.air.guests = 1
    bench.air.points.append(home)
    bench.wait(2 * EMPTY_S)
    assert bench.is_open(), "phones that are in it are not thrown out"
    bench.air.guests = 0
    bench.wait(EMPTY_S + 10)
    assert bench.shape()["joined"] == HOME


def test_what_the_host_opens_stays_open(bench: Bench) -> None:
    assert bench.join() == "joined"
    bench.networking.open_own()
    bench.wait(3 * EMPTY_S)
    assert bench.is_open()
    assert bench.join() == "joined"
    bench.wait(3 * EMPTY_S)
    assert not bench.is_open()


def test_looking_anew_closes_its_own_for_a_moment(bench: Bench) -> None:
    bench.wait(ALONE_S + 5)
    bench.air.points.append(Point("New", "x"))
    bench.networking.look()
    bench.networking.step()
    assert "New" in [one["name"] for one in bench.shape()["air"]]
    assert bench.is_open()


def test_one_thing_at_a_time(bench: Bench) -> None:
    bench.networking.join(HOME, PASSWORD)
    with pytest.raises(BadAct):
        bench.networking.look()


@pytest.mark.parametrize(("name", "password"), [("", PASSWORD), (HOME, "short"), ("x" * 33, PASSWORD)])
def test_what_no_network_has_is_refused_at_once(bench: Bench, name: str, password: str) -> None:
    with pytest.raises(BadWifi):
        bench.networking.join(name, password)
    assert bench.shape()["doing"] is None


def test_a_machine_without_a_radio_tells_of_none(bench: Bench) -> None:
    bench.air.has_radio = False
    bench.wait(2 * ALONE_S)
    assert bench.networking.shape() is None
    with pytest.raises(BadAct):
        bench.networking.open_own()


def test_wpa3_alone_takes_the_password_itself(bench: Bench) -> None:
    bench.air.points[0] = Point(HOME, PASSWORD, security="WPA3")
    assert bench.join() == "joined"
    text = (bench.air.root / KEPT / file_name(number_of(Wifi(HOME)))).read_text()
    assert "key-mgmt=sae" in text


def test_names_and_keys_are_no_argument_and_in_no_log(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    bench.wait(ALONE_S + 5)
    own = bench.shape()["own"]
    bench.join(HOME, "wrong horse battery")
    bench.join()
    told = caplog.text + " ".join(word for words in bench.air.said for word in words)
    for secret in (HOME, PASSWORD, "wrong horse", str(KEY), own["key"], own["name"]):
        assert secret not in told
    assert "another network was to be joined: key" in caplog.text
    names = [file.name for folder in (KEPT, TRIED) for file in (bench.air.root / folder).glob("*")]
    assert all(HOME.encode().hex() not in name for name in names)
