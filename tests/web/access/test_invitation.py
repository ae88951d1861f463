"""How a phone is led to its seat: the right address, as a QR code that can be read."""

import re
import socket
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.table.access.access import Access
from tests.web.conftest import PIN
from tests.web.fake_table import FakeTable, as_table
from web.access.guard import POLICY
from web.access.invitation import qr_code
from web.app import create_app
from web.network import is_loopback, origin, own_addresses, public_addresses

STEP = re.compile(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?")
"""A step of the path in which the dark modules are drawn: a jump (M, m) or a line to the right (h)."""

Invite = Callable[..., dict[str, Any]]


def drawn(picture: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return what a browser shows for a QR code's address: 8 px a module, dark 0, light 255."""
    svg = unquote(picture.removeprefix("data:image/svg+xml;charset=utf-8,"))
    size = re.search(r"viewBox=['\"]0 0 (\d+) \1['\"]", svg)
    path = re.search(r"<path [^>]*stroke=['\"]#000['\"] d=['\"]([^'\"]+)['\"]", svg)
    assert size, svg
    assert path, svg
    shown = np.full((int(size[1]), int(size[1])), 255, np.uint8)
    x = y = 0.0
    for kind, first, second in STEP.findall(path[1]):
        if kind == "h":
            shown[int(y), int(x) : int(x + float(first))] = 0
            x += float(first)
        else:
            x, y = (
                (float(first), float(second)) if kind == "M" else (x + float(first), y + float(second))
            )
    return shown.repeat(8, 0).repeat(8, 1)


def read(picture: str) -> str:
    """Return what a phone's camera reads in a QR code."""
    return str(cv2.QRCodeDetectorAruco().detectAndDecode(drawn(picture))[0])


@pytest.fixture
def invite(sitting: FakeTable, access: Access) -> Invite:
    """Let the host make a code for seat 2, at a page that called the table by this name."""

    def make(name: str, public: tuple[str, ...] = (), **headers: str) -> dict[str, Any]:
        app = create_app(as_table(sitting), access, hosts=("my_table",), public=lambda: public)
        app.testing = True
        client: FlaskClient = app.test_client()
        token = client.post("/api/v1/login", json={"pin": PIN}).get_json()["token"]
        said = {"Host": name, "Authorization": f"Bearer {token}", **headers}
        made: dict[str, Any] = client.post("/api/v1/seats/2/codes", json={}, headers=said).get_json()
        return made

    return make


@pytest.mark.parametrize("name", ["192.168.1.7:8000", "table.local", "[fe80::1]:80", "my_table:8000"])
def test_a_phone_is_led_to_where_the_hosts_page_is(invite: Invite, name: str) -> None:
    made = invite(name, ("http://10.0.0.1",))
    assert made["link"] == f"http://{name}/seat/2#code={made['code']}"
    assert read(made["qr"]) == made["link"]


def test_the_phone_speaks_https_where_the_host_does(invite: Invite) -> None:
    made = invite("my_table.lan", Origin="https://my_table.lan")
    assert made["link"].startswith("https://my_table.lan/seat/2#code=")


@pytest.mark.parametrize("name", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "a.localhost"])
def test_a_phone_is_never_led_to_itself(invite: Invite, name: str) -> None:
    known = invite(name, ("http://192.168.1.7:8000", "http://10.0.0.1:8000"))
    assert known["link"] == f"http://192.168.1.7:8000/seat/2#code={known['code']}"
    assert read(known["qr"]) == known["link"]
    unknown = invite(name)
    assert (unknown["link"], unknown["qr"]) == (None, None)
    assert unknown["path"] == f"/seat/2#code={unknown['code']}"


@pytest.mark.parametrize(
    "text",
    [
        "http://192.168.1.7/#",
        "http://table.local:8080/seat/3#code=ABC234",
        "https://spielbegleiter.fritz.box:50443/seat/12#code=XYZ789" + "?" * 40,
    ],
    ids=["short", "usual", "long"],
)
def test_qr_codes_can_be_read(text: str) -> None:
    assert read(qr_code(text) or "") == text


def test_a_page_may_show_the_qr_code() -> None:
    assert (qr_code("x") or "").startswith("data:image/svg+xml")
    assert "data:" in next(part for part in POLICY.split("; ") if part.startswith("img-src"))


def test_a_link_too_long_for_a_qr_code_gets_none() -> None:
    assert qr_code("x" * 3000) is None


@pytest.mark.parametrize(
    ("host", "addresses"),
    [
        ("127.0.0.1", []),
        ("::1", []),
        ("localhost", []),
        ("192.168.1.7", ["http://192.168.1.7"]),
        ("fe80::1", ["http://[fe80::1]"]),
        ("table.lan", ["http://table.lan"]),
    ],
)
def test_a_server_is_reached_where_it_listens(host: str, addresses: list[str]) -> None:
    assert public_addresses(host, 80) == addresses


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_that_listens_everywhere_is_reached_at_this_machines_addresses(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr("web.network.own_addresses", lambda: ["127.0.1.1", "10.42.0.1", "10.42.0.1"])
    assert public_addresses(host, 80) == ["http://10.42.0.1"]


def test_without_a_way_out_nobody_is_asked_for_the_machines_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever answers names need not be of this network, and would be told of the table."""

    def asked(*_: object) -> None:
        raise AssertionError("a name was asked for")

    monkeypatch.setattr("web.network.ELSEWHERE", ("255.255.255.255", 9))  # refused, as without a way
    if sys.platform == "linux":
        for function in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
            monkeypatch.setattr(f"web.network.socket.{function}", asked)
    for address in own_addresses():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
            here.bind((address, 0))  # it is ours


def test_what_means_this_very_machine_is_known() -> None:
    assert [name for name in ("127.0.1.1", "::1", "localhost", "table.lan") if is_loopback(name)] == [
        "127.0.1.1",
        "::1",
        "localhost",
    ]


@pytest.mark.parametrize(
    ("scheme", "port", "expected"),
    [
        ("https", 443, "https://10.42.0.1"),
        ("https", 80, "https://10.42.0.1:80"),
        ("http", 443, "http://10.42.0.1:443"),
    ],
)
def test_only_the_usual_port_is_left_out(scheme: str, port: int, expected: str) -> None:
    assert origin(scheme, "10.42.0.1", port) == expected
