"""A controller with WLED is told pictures in its own words, by network and by cable."""

import os
import time

import pytest

from companion.devices.wled import ControllerAddress, Link
from companion.errors import BadStrip
from tests.devices.recorder import Recorder, over_the_cable, wled, wled_on_a_cable

RED, DARK = bytes((200, 0, 0)) * 8, bytes(24)


def until(recorder: Recorder, count: int) -> None:
    """Wait until so many pieces came."""
    while len(recorder.came) < count:
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("wled.local", ControllerAddress("wled.local", 21324)),
        ("192.168.1.40:2000", ControllerAddress("192.168.1.40", 2000)),
        ("[fe80::1]:2000", ControllerAddress("fe80::1", 2000)),
        ("/dev/ttyUSB0", ControllerAddress(path="/dev/ttyUSB0")),
        ("/dev/cu.usbserial-10", ControllerAddress(path="/dev/cu.usbserial-10")),
        (
            "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0",
            ControllerAddress(path="/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0"),
        ),
    ],
)
def test_an_address_is_a_name_or_a_port(said: str, address: ControllerAddress) -> None:
    assert ControllerAddress.read(said) == address


@pytest.mark.parametrize(
    "said",
    [
        "",
        ":2000",
        "http://wled.local",
        "wled.local/win",
        "a@b",
        "wled:0",
        "wled:99999",
        "a b\n",
        "[::1",
        "a" * 70,
        "a..b",
        "a b",
        "wled\0",
        "/dev/null",
        "/dev/watchdog",
        "/dev/ttyUSB/../sda",
    ],
)
def test_what_is_no_address_is_refused(said: str) -> None:
    with pytest.raises(BadStrip, match="no strip can be at"):
        ControllerAddress.read(said)


def test_a_picture_goes_out_as_drgb_and_is_good_for_two_seconds() -> None:
    with wled() as recorder:
        link = ControllerAddress.read(recorder.address).open()
        assert link.send(RED)
        until(recorder, 1)
        assert recorder.packets == [b"\x02\x02" + RED]
        at = recorder.came[0][0]
        assert recorder.lamps_at(at + 1.9) == RED
        assert recorder.lamps_at(at + 2.1) is None, "the table is gone, and the glass is not dark"
        link.close()


def test_when_it_is_closed_it_is_dark_and_let_go_of() -> None:
    with wled() as recorder:
        link = ControllerAddress.read(recorder.address).open()
        link.send(RED)
        link.close()
        until(recorder, 3)
        assert recorder.pictures == [RED, DARK]
        assert recorder.packets[-1] == b"\x02\x00", "WLED goes on by itself at once"


def test_who_does_not_listen_is_told() -> None:
    with wled() as recorder:
        address = ControllerAddress.read(recorder.address)
    link = address.open()
    with pytest.raises(ConnectionRefusedError):
        send_often(link, RED, 0.01)
    link.close()


@pytest.mark.skipif(os.name == "nt", reason="serial ports are driven by termios")
def test_by_cable_pictures_go_out_as_adalight_and_it_ends_dark() -> None:
    with wled_on_a_cable() as recorder:
        link = ControllerAddress.read(recorder.address).open()
        for _ in range(3):
            sent(link, bytes(range(3, 183)))
        link.close()
        while sum(map(len, recorder.packets)) < 4 * 186:
            time.sleep(0.01)
        assert over_the_cable(recorder) == [bytes(range(3, 183))] * 3 + [bytes(180)]


@pytest.mark.skipif(os.name == "nt", reason="serial ports are driven by termios")
def test_a_full_cable_breaks_no_picture_and_never_waits() -> None:
    ours, theirs = os.openpty()
    link = ControllerAddress.read(os.ttyname(theirs)).open()
    picture = bytes(range(3, 183))
    taken = sum(link.send(picture) for _ in range(150))
    assert 0 < taken < 150
    with pytest.raises(TimeoutError):
        send_often(link, picture, 0.0)
    os.set_blocking(ours, False)
    stream = b""
    for _ in range(100):
        try:
            stream += os.read(ours, 65536)
        except BlockingIOError:
            link.send(picture)
    recorder = Recorder("", [(0.0, stream[: len(stream) // 186 * 186])])
    assert set(over_the_cable(recorder)) == {picture}
    link.close()
    os.close(ours)
    os.close(theirs)


def send_often(link: Link, picture: bytes, every_s: float) -> None:
    for _ in range(300):
        link.send(picture)
        time.sleep(every_s)


def sent(link: Link, picture: bytes) -> None:
    while not link.send(picture):
        time.sleep(0.005)
