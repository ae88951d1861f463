"""A browser's camera is the table's: fed with a rendered throw, from the host's page to the score."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.table.access.access import Access
from tests.cli.test_run import PIN, running
from tests.web.browser.conftest import INSIDE, PHONE, Page, browser_path
from tests.web.fake_table import FakeTable, nothing_played
from vision.clock import SteppedClock
from vision.frame import ImageBgr
from vision.workshop.simulation.table import SimulatedTable
from web.server import Server

pytestmark = pytest.mark.browser

SIZE_WH = (1280, 960)
FPS, EMPTY_S, LASTS_S = 4, 5, 20
"""The table is empty, then dice are thrown and lie there; then it begins anew."""
PATIENCE_S = 60
DICE = 9


def video_of_a_throw(path: Path) -> None:
    """Write what a camera sees of the simulated table, as browsers' fake cameras take it (YUV4MPEG2)."""
    clock = SteppedClock()
    table = SimulatedTable(clock=clock, seed=49, size_wh=SIZE_WH)
    with path.open("wb") as file:
        file.write(f"YUV4MPEG2 W{SIZE_WH[0]} H{SIZE_WH[1]} F{FPS}:1 Ip A1:1 C420\n".encode())
        for number in range(LASTS_S * FPS):
            if number == EMPTY_S * FPS:
                table.throw(count=DICE)
            file.write(b"FRAME\n" + yuv_of(table.render(clock.now())))
            clock.wait(NEVER, 1 / FPS)


class _Never:
    def is_set(self) -> bool:
        return False


NEVER: Any = _Never()


def yuv_of(image_bgr: ImageBgr) -> bytes:
    return cv2.cvtColor(image_bgr, cv2.COLOR_BGR2YUV_I420).tobytes()


def fed_with(video: Path) -> list[str]:
    """Return what a browser is started with whose camera shows this file, and may be used."""
    return [
        "--no-sandbox",
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={video}",
    ]


@pytest.fixture(scope="module")
def fed_chromium(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Start a chromium whose camera shows a throw."""
    video = tmp_path_factory.mktemp("fed") / "throw.y4m"
    video_of_a_throw(video)
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


START = """(names) => fetch("/api/v1/sittings?as=host", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game: "carcassonne_dice", seats: names }),
}).then((reply) => reply.status)"""


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
        assert host.evaluate(START, ["Ana", "Bob"]) == 200

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


def _the_host_ends_it(phone: Page, host: Page, address: str) -> None:
    host.goto(f"{address}/camera?lang=en")
    host.wait_for_selector("[data-key=camera-end]")
    assert "Linux is the camera." in host.inner_text("#camera-phone")
    host.click("[data-key=camera-end]")
    phone.wait_for_selector("#login form")
    until(host, lambda: camera_says(host) == "camera.why_no_phone")
    assert state_of(host)["camera"]["backend"] == "phone"


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
