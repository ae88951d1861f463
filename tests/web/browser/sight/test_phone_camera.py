"""A browser's camera is the table's: fed with a rendered throw, from the host's page to the score."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.table.access.access import Access
from tests.cli.test_run import PIN, running
from tests.rigs.phone_camera.video import fed_with, video_of_throws
from tests.web.browser.conftest import INSIDE, PHONE, Page, browser_path
from tests.web.fake_table import FakeTable, nothing_played
from tests.web.transport.test_tls_channel import free_port
from web.server import Server

pytestmark = pytest.mark.browser

SIZE_WH = (1280, 960)
PATIENCE_S = 60


@pytest.fixture(scope="module")
def fed_chromium(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start a chromium whose camera shows a throw."""
    video = tmp_path_factory.mktemp("fed") / "throw.y4m"
    video_of_throws(video, SIZE_WH, seeds=(49,))
    browser = playwright.chromium.launch(
        executable_path=browser_path("chromium-headless-shell", "chromium"),
        args=fed_with(video),
    )
    yield browser
    browser.close()
    video.unlink()


@pytest.fixture
def open_at(fed_chromium: Any) -> Iterator[Callable[[str], Page]]:
    """Open an address in a browser of its own, past the warning of a certificate that nobody knows."""
    contexts, complaints = [], list[str]()

    def open_one(address: str) -> Page:
        context = fed_chromium.new_context(viewport=PHONE, locale="en", ignore_https_errors=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE_S)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints


def state_of(page: Page) -> Any:
    return page.evaluate("fetch('/api/v1/state?as=everyone').then((reply) => reply.json())")


def until(page: Page, happened: Callable[[], bool]) -> None:
    for _ in range(PATIENCE_S * 5):
        if happened():
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"it never happened: {state_of(page)}")


def camera_says(page: Page) -> str:
    camera = state_of(page)["camera"]
    return str(camera["message"]["code"] if camera["message"] else camera["health"])


def be_asleep(page: Page, asleep: bool) -> None:
    """Let a page see what it sees of a phone that is locked, or unlocked."""
    page.evaluate(
        """(asleep) => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => asleep });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        asleep,
    )


@pytest.mark.timeout(300)
def test_from_the_hosts_page_to_the_first_throw_that_is_scored(
    tmp_path: Path, open_at: Callable[[str], Page]
) -> None:
    with running(tmp_path, "--camera", "phone") as (_, address):
        assert address.startswith("https://")
        host = open_at(f"{address}/host?lang=en#pin={PIN}")
        host.wait_for_selector(INSIDE)
        until(host, lambda: camera_says(host) == "camera.why_no_phone")
        host.wait_for_selector(".invitation .qr")
        assert "fingerprint" in host.inner_text(".camera-phone .warning")
        path = host.get_attribute(".invitation a", "href").partition("/camera/")[2]
        host.click("#start button.strong")  # nobody's name is needed
        phone = open_at(f"{address}/camera/{path}")
        until(phone, lambda: camera_says(phone) == "running")
        assert "phone Linux: running" in phone.inner_text("#status")
        assert "#code" not in phone.url
        until(phone, lambda: bool(state_of(phone)["history"]))
        (throw,) = state_of(phone)["history"][:1]
        assert throw["by"] == "camera"
        phone.wait_for_selector(".picture .overlay .die, .picture .overlay *", state="attached")
        assert "The table sees" in phone.inner_text("#lens")

        _it_says_what_is_the_matter(phone, host)
        _the_host_ends_it(phone, host, address)


def _it_says_what_is_the_matter(phone: Page, host: Page) -> None:
    be_asleep(phone, asleep=True)
    until(host, lambda: camera_says(host) == "camera.why_phone_away")
    be_asleep(phone, asleep=False)
    until(host, lambda: camera_says(host) == "running")
    phone.context.set_offline(True)
    until(host, lambda: camera_says(host) == "camera.why_phone_silent")
    phone.context.set_offline(False)
    until(host, lambda: camera_says(host) == "running")
    phone.evaluate(A_CALL_COMES)
    until(host, lambda: camera_says(host) == "camera.why_phone_blind")
    assert "Another app is using the camera" in phone.inner_text("#lens")
    phone.evaluate(A_CALL_ENDS)
    until(host, lambda: camera_says(host) == "running")


A_CALL_COMES = """() => {
    const devices = navigator.mediaDevices;
    window.given = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async () => {
        throw new DOMException("Could not start video source", "NotReadableError");
    };
    document.querySelector("#lens video").srcObject.getTracks().forEach((track) => track.stop());
}"""
A_CALL_ENDS = "() => { navigator.mediaDevices.getUserMedia = window.given; }"
NEARLY_EMPTY = """() => {
    const told = new EventTarget();
    navigator.getBattery = async () => Object.assign(told, { level: 0.12, charging: false });
    window.plugIn = () => {
        told.charging = true;
        told.dispatchEvent(new Event("chargingchange"));
    };
}"""


@pytest.mark.timeout(300)
def test_a_phone_goes_on_by_itself_after_its_browser_or_the_table_was_closed(
    tmp_path: Path, open_at: Callable[[str], Page]
) -> None:
    port = str(free_port())
    with running(tmp_path, "--camera", "phone", "--port", port) as (_, address):
        host = open_at(f"{address}/host?lang=en#pin={PIN}")
        path = host.get_attribute(".invitation a", "href").partition("/camera/")[2]
        phone = open_at("about:blank")
        phone.add_init_script(f"({NEARLY_EMPTY})()")
        phone.goto(f"{address}/camera/{path}")
        until(host, lambda: camera_says(host) == "running")
        host.wait_for_selector("#faults >> text=12 % of its battery")
        phone.evaluate("window.plugIn()")
        host.wait_for_selector("#faults >> text=12 % of its battery", state="hidden")

        phone.goto("about:blank")
        until(host, lambda: camera_says(host) == "camera.why_phone_away")
        phone.goto(f"{address}/camera/phone")  # no code is asked for again
        until(host, lambda: camera_says(host) == "running")
    phone.wait_for_selector("text=cannot be reached just now")
    with running(tmp_path, "--camera", "phone", "--port", port) as (_, address):
        until(host, lambda: is_back(host) and camera_says(host) == "running")
        phone.wait_for_selector("text=The table sees this device")


def is_back(page: Page) -> bool:
    return bool(page.evaluate("fetch('/alive').then(() => true, () => false)"))


def _the_host_ends_it(phone: Page, host: Page, address: str) -> None:
    host.goto(f"{address}/camera?lang=en")
    host.wait_for_selector("[data-key=camera-end]")
    assert "Linux is the camera." in host.inner_text("#camera-phone")
    host.click("[data-key=camera-end]")
    phone.wait_for_selector("#login form")
    until(host, lambda: camera_says(host) == "camera.why_no_phone")
    assert state_of(host)["camera"]["backend"] == "phone"


@pytest.mark.timeout(300)
def test_a_phone_takes_over_from_the_tables_camera_and_gives_it_back(
    tmp_path: Path, open_at: Callable[[str], Page]
) -> None:
    """At a table that was begun for its own machine alone, without encryption, as most are."""
    with running(tmp_path) as (_, address):
        host = open_at(f"{address}/host?lang=en#pin={PIN}")
        host.wait_for_selector(INSIDE)
        until(host, lambda: camera_says(host) == "running")
        assert used_by(host) == "simulated"
        host.click("[data-key=camera-code]")
        host.wait_for_selector(".invitation .qr")
        assert "fingerprint" in host.inner_text(".camera-phone .warning")
        assert used_by(host) == "simulated"  # until a phone is there
        link = host.get_attribute(".invitation a", "href")

        phone = open_at(link)
        until(phone, lambda: used_by(phone) == "phone:Linux")
        until(phone, lambda: camera_says(phone) == "running")
        assert phone.evaluate("location.protocol") == "https:"
        host.wait_for_selector(".invitation", state="detached")
        assert "Linux is the camera." in host.inner_text("#camera-phone")

        host.click("#camera-phone [data-key=mode-tap]")
        until(host, lambda: (used_by(host), camera_says(host)) == ("off", "off"))
        assert "entered by tap" in host.inner_text("#camera-phone")
        host.click("#camera-phone [data-key=mode-with]")  # the phone is the camera again
        until(host, lambda: (used_by(host), camera_says(host)) == ("phone:Linux", "running"))

        phone.click("[data-key=lens-stop]")
        phone.wait_for_selector("#login form")
        until(host, lambda: (used_by(host), camera_says(host)) == ("simulated", "running"))


@pytest.mark.timeout(300)
def test_the_hosts_own_device_is_the_camera_in_one_tap(
    tmp_path: Path, open_at: Callable[[str], Page]
) -> None:
    with running(tmp_path) as (_, address):
        host = open_at(f"{address}/host?lang=en#pin={PIN}")
        host.wait_for_selector(INSIDE)
        host.goto(f"{address}/camera/phone?lang=en")
        host.click("[data-key=lens-be]")
        until(host, lambda: (used_by(host), camera_says(host)) == ("phone:Linux", "running"))
        stranger = open_at(f"{address}/camera/phone?lang=en")
        stranger.wait_for_selector("#login form")
        assert stranger.get_attribute("#login a", "href") == "/camera"


def used_by(page: Page) -> str:
    return str(state_of(page)["camera"]["backend"])


def test_while_a_secret_may_lie_in_sight_the_phone_shows_none_and_the_table_still_looks(
    stage: FakeTable, server: Server, access: Access, open_at: Callable[[str], Page]
) -> None:
    """A phone lies there for all to see; that the secret is gone only its pictures tell."""
    came = stage.camera_phone
    assert came is not None
    path = f"/camera/phone#code={access.camera.invite()}"
    phone = open_at(f"http://127.0.0.1:{server.port}{path}")  # one's own machine is trusted so, too
    until(phone, lambda: len(came.pictures) > 1)
    assert phone.evaluate(SHOWN) == "1"
    shown = nothing_played()
    shown["camera"]["hidden"] = True
    stage.show(shown)
    until(phone, lambda: phone.evaluate(SHOWN) == "0")
    before = len(came.pictures)
    until(phone, lambda: len(came.pictures) > before + 2)


def test_an_answer_that_breaks_off_ends_nothing(
    stage: FakeTable, server: Server, access: Access, open_at: Callable[[str], Page]
) -> None:
    """The table, or its web server, may end in the middle of any of them."""
    came = stage.camera_phone
    assert came is not None
    phone = open_at(f"http://127.0.0.1:{server.port}/camera/phone#code={access.camera.invite()}")
    until(phone, lambda: len(came.pictures) > 1)
    for status, body in ((200, '{"next_ms":'), (503, "")):
        answer = partial(_answer, status, body)
        phone.route("**/camera/frames*", answer)
        phone.wait_for_selector("text=cannot be reached just now")
        phone.unroute("**/camera/frames*")
        phone.wait_for_selector("text=The table sees this device")


def _answer(status: int, body: str, route: Any) -> None:
    route.fulfill(status=status, body=body)


SHOWN = "getComputedStyle(document.querySelector('#lens video')).opacity"
