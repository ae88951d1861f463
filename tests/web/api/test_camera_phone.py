"""The phone that is the camera, over the wire: who may send pictures, and what becomes of all others."""

import http.client
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table.access.access import Access
from companion.table.sight.camera_phone import CameraPhone
from companion.table.supervision.supervisor import Fault
from tests.vision.cameras.servers import jpeg_of
from tests.web.conftest import PIN, Phone
from tests.web.errors import assert_error
from tests.web.fake_table import FakeTable, as_table, nothing_played
from vision.cameras.phone import ON_ITS_WAY_S, PhoneFeed
from vision.clock import SteppedClock
from web.api.camera_phone import MOST_PICTURE_BYTES, RESTS_MS
from web.app import create_app
from web.server import Server

STRANGERS = 200
LARGE = jpeg_of(90) + bytes(300_000)


class Heard:
    """What the table is told of the phone."""

    def __init__(self) -> None:
        self.names: list[str | None] = []
        self.faults: list[Fault | None] = []

    def report(self, part: str, fault: Fault | None) -> None:
        assert part == "phone battery"
        self.faults.append(fault)


@pytest.fixture
def feed() -> PhoneFeed:
    return PhoneFeed()


@pytest.fixture
def running() -> SteppedClock:
    """The table's clock: what is joined and sent in a test is seconds apart."""
    return SteppedClock()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def real_phone(sitting: FakeTable, feed: PhoneFeed, heard: Heard, running: SteppedClock) -> CameraPhone:
    """The table takes pictures as a real one does."""
    phone = CameraPhone(feed, running, heard.names.append, heard.report)
    sitting.camera_phone = phone  # type: ignore[assignment]
    return phone


@pytest.fixture
def camera(app: Any, host: FlaskClient, real_phone: CameraPhone, running: SteppedClock) -> FlaskClient:
    """The browser of the phone that is the camera."""
    del real_phone
    phone = join(app, host, "Ana's phone")
    pass_(running)
    return phone


def pass_(running: SteppedClock) -> None:
    """Let some seconds pass."""
    running.wait(threading.Event(), 2 * ON_ITS_WAY_S)


def join(app: Any, host: FlaskClient, name: str) -> FlaskClient:
    made = host.post("/api/v1/camera/codes", json={}).get_json()
    assert made["path"] == f"/camera/phone#code={made['code']}"
    client: FlaskClient = app.test_client()
    said = {"code": made["code"], "name": name}
    assert client.post("/api/v1/camera/join", json=said).status_code == 200
    return client


def look_through(sitting: FakeTable, camera: str) -> None:
    """Let the table look through this camera."""
    shown = nothing_played()
    shown["camera"]["backend"] = camera
    sitting.show(shown)


def send(client: FlaskClient, picture: bytes, who: str = "camera") -> Any:
    return client.post(f"/api/v1/camera/frames?as={who}", data=picture, content_type="image/jpeg")


def test_a_picture_of_the_camera_reaches_the_table_and_the_next_is_asked_for(
    camera: FlaskClient, feed: PhoneFeed
) -> None:
    reply = send(camera, jpeg_of(90))
    assert reply.get_json().keys() == {"next_ms", "size", "hold", "asked"}
    assert feed.take(0.1) == jpeg_of(90)
    assert feed.take(0.01) is None


def test_a_phone_that_nobody_looks_through_is_asked_seldom(
    camera: FlaskClient, sitting: FakeTable
) -> None:
    assert send(camera, jpeg_of(90)).get_json()["next_ms"] < RESTS_MS
    look_through(sitting, "off")
    assert send(camera, jpeg_of(91)).get_json()["next_ms"] == RESTS_MS


@pytest.mark.parametrize("sent", [b"no picture", jpeg_of(90)[:-100]])
def test_what_is_no_picture_is_refused(camera: FlaskClient, feed: PhoneFeed, sent: bytes) -> None:
    assert_error(send(camera, sent), 422, "bad_upload")
    assert feed.take(0.01) is None


def test_a_second_phone_takes_the_place_of_the_first_which_is_told(
    app: Any,
    host: FlaskClient,
    camera: FlaskClient,
    heard: Heard,
    feed: PhoneFeed,
) -> None:
    send(camera, jpeg_of(90))
    second = join(app, host, "Bob's phone")
    assert feed.take(0.01) is None  # nothing of the first is left
    assert_error(send(camera, jpeg_of(91)), 401, "not_logged_in")
    assert send(second, jpeg_of(92)).status_code == 200
    assert heard.names == ["Ana's phone", "Bob's phone"]


def test_the_host_sends_pictures_too_where_no_phone_is_the_camera(
    host: FlaskClient,
    camera: FlaskClient,
    sitting: FakeTable,
    feed: PhoneFeed,
    heard: Heard,
    running: SteppedClock,
) -> None:
    look_through(sitting, "phone:Ana's phone")
    assert_error(send(host, jpeg_of(90), "host"), 409, "camera_taken")
    assert host.post("/api/v1/camera/end?as=host", json={}).status_code == 200
    for own in ("simulated", "off"):
        look_through(sitting, own)
        assert_error(send(host, jpeg_of(90), "host"), 409, "camera_taken")
    look_through(sitting, "phone")
    assert_error(send(camera, jpeg_of(91)), 401, "not_logged_in")
    pass_(running)
    assert send(host, jpeg_of(92), "host").status_code == 200
    assert feed.take(0.1) == jpeg_of(92)
    assert heard.names[-1] is None


def test_the_phone_ends_it_itself(camera: FlaskClient, heard: Heard) -> None:
    assert camera.post("/api/v1/camera/end?as=camera", json={}).status_code == 200
    assert heard.names[-1] is None
    assert_error(send(camera, jpeg_of(91)), 401, "not_logged_in")


def test_elsewhere_it_is_told_what_everyone_is(camera: FlaskClient, sitting: FakeTable) -> None:
    del sitting
    assert camera.get("/api/v1/state?as=camera").get_json()["role"] == "everyone"
    for path in ("moves", "logout"):
        reply = camera.post(f"/api/v1/{path}?as=camera", json={"id": "m"} if path == "moves" else {})
        assert_error(reply, 401, "not_logged_in")
    assert camera.get("/api/v1/state").get_json()["role"] == "everyone"


def test_no_player_is_the_camera(phone: Phone, real_phone: CameraPhone) -> None:
    del real_phone
    assert_error(send(phone(1), jpeg_of(90), "seat-1"), 403, "not_allowed")


def test_a_low_battery_is_told_once_and_is_over_when_it_is_charged(
    camera: FlaskClient, heard: Heard
) -> None:
    for battery in (0.8, 0.12, 0.12, None):
        camera.post("/api/v1/camera/phone?as=camera", json={"battery": battery})
    low = Fault("phone", "phone_battery", {"percent": 12})
    assert heard.faults == [low, None]


def test_a_phone_that_says_it_goes_away_is_away(
    camera: FlaskClient, feed: PhoneFeed, running: SteppedClock
) -> None:
    send(camera, jpeg_of(90))
    camera.post("/api/v1/camera/phone?as=camera", json={"away": True})
    assert (feed.why, feed.take(0.01)) == ("phone_away", None)
    pass_(running)
    send(camera, jpeg_of(91))
    assert feed.take(0.1) == jpeg_of(91)


def test_a_browsers_camera_may_be_asked_for_on_one_page_alone(anyone: FlaskClient) -> None:
    allowed = "camera=(self), microphone=(), geolocation=()"
    assert anyone.get("/camera/phone").headers["Permissions-Policy"] == allowed
    for path in ("/", "/camera", "/host", "/seat/1"):
        assert anyone.get(path).headers["Permissions-Policy"].startswith("camera=()")


@pytest.fixture
def server(sitting: FakeTable, access: Access, real_phone: CameraPhone) -> Iterator[Server]:
    del real_phone
    server = Server(create_app(as_table(sitting), access), "127.0.0.1", 0)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def over_wire(server: Server) -> Callable[..., tuple[int, bytes]]:
    """Send a file to an address as a program does."""

    def post(path: str, body: bytes, token: str = "", media: str = "image/jpeg") -> tuple[int, bytes]:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        headers = {"Content-Type": media, "Content-Length": str(len(body))}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        try:
            line.putrequest("POST", f"/api/v1/{path}")
            for name, value in headers.items():
                line.putheader(name, value)
            line.endheaders()  # what is refused by its header is answered before any of it is sent
            if token and len(body) <= MOST_PICTURE_BYTES:
                line.send(body)
            reply = line.getresponse()
            return reply.status, reply.read()
        finally:
            line.close()

    return post


def test_strangers_are_refused_before_they_send_anything_and_the_camera_goes_on(
    access: Access, over_wire: Callable[..., tuple[int, bytes]], feed: PhoneFeed
) -> None:
    token = access.camera.join(access.camera.invite(), "a phone", "phone")
    taken = 0
    with ThreadPoolExecutor(20) as strangers:
        refused = [strangers.submit(over_wire, "camera/frames", LARGE) for _ in range(STRANGERS)]
        while not all(one.done() for one in refused):
            picture = jpeg_of(20 + taken % 200, taken)
            assert over_wire("camera/frames", picture, token)[0] == 200
            assert feed.take(0.1) == picture  # and nothing of theirs
            taken += 1
        replies = [one.result() for one in refused]
    assert {status for status, _ in replies} == {401}
    assert all(b"not_logged_in" in words for _, words in replies)
    assert feed.take(0.01) is None


def test_neither_is_a_photograph_of_a_stranger_read(over_wire: Callable[..., tuple[int, bytes]]) -> None:
    assert over_wire("teaching/photograph", LARGE)[0] == 401
    assert over_wire("teaching/sets", LARGE, media="application/zip")[0] == 401


def test_more_than_any_picture_is_refused_from_the_camera_too(
    access: Access, over_wire: Callable[..., tuple[int, bytes]]
) -> None:
    token = access.camera.join(access.camera.invite(), "a phone", "phone")
    status, _ = over_wire("camera/frames", bytes(MOST_PICTURE_BYTES + 1), token)
    assert status == 413
    pin = access.login(PIN, "host")
    assert over_wire("camera/frames", bytes(MOST_PICTURE_BYTES + 1), pin)[0] == 413
