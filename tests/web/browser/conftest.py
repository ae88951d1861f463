"""A real browser that looks at a table which stands still."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.games.carcassonne_dice.rules import GAME as CARCASSONNE
from companion.games.game import EVERYONE, HOST, Role, Seat, seat_role
from companion.table.access.access import Access
from tests.web.conftest import PIN
from tests.web.fake_keeper import FakeKeeper
from tests.web.fake_table import FakeTable, as_table, nothing_played
from tests.web.scenes import MOMENTS, Moment
from web.app import create_app
from web.pages.language import LANGUAGES
from web.server import Server

ROLES: tuple[Role, ...] = (EVERYONE, HOST, *(seat_role(Seat(number)) for number in range(1, 4)))
PATIENCE_MS = 20_000
PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1366, "height": 768}
TV = {"width": 1920, "height": 1080}
INSIDE = "#inside:not([hidden]) .turn h2"
"""A page that is logged in shows whose turn it is."""
DOUBLE_TAP_MS = 400
"""A tap near the last one within so many milliseconds is the second of a double one (see `dom.js`)."""
DRAWN = """(still_ms) => new Promise((done) => {
    let waits = setTimeout(done, still_ms);
    new MutationObserver(() => {
        clearTimeout(waits);
        waits = setTimeout(done, still_ms);
    }).observe(document, { subtree: true, childList: true, characterData: true });
})"""

Page = Any
"""Playwright's page; its types are not installed where only the fast tests run."""
OpenPage = Callable[..., Page]


def browser_path(*names: str) -> str:
    """Return the first of these that is installed, or what CHROMIUM names instead of any of them."""
    found = [os.environ.get("CHROMIUM"), *map(shutil.which, names)]
    path = next((path for path in found if path), None)
    assert path, f"no {names[-1]}: sudo apt install {names[-1]}, or name one in CHROMIUM"
    return path


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright: Any) -> Iterator[Any]:
    """Start Debian's chromium once; without its windows where there is one, at half the work."""
    path = browser_path("chromium-headless-shell", "chromium")
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def whole_chromium(playwright: Any) -> Iterator[Any]:
    """Start chromium with all that is about its pages, such as its warnings; once."""
    browser = playwright.chromium.launch(executable_path=browser_path("chromium"), args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture
def stage() -> Iterator[FakeTable]:
    """A table that is shown moments, and waits for changes as a real one does."""
    table = FakeTable(waits=True)
    table.games = {
        "carcassonne_dice": {
            "seats": [2, 3, 4, 5],
            "options": {"target": {"type": "int", "default": 42, "min": 1, "max": None, "choices": []}},
            "book": CARCASSONNE.book(),
            "goes_on": {},
        },
        "plain_dice": {"seats": [1, 2, 3], "options": {}, "book": {}, "goes_on": {}},
    }
    table.show(nothing_played())
    yield table
    table.calls.all_came()


@pytest.fixture
def server(stage: FakeTable, access: Access, keeper: FakeKeeper) -> Iterator[Server]:
    app = create_app(as_table(stage), access, public=lambda: ["http://192.168.1.7:8000"], keeper=keeper)
    server = Server(app, "127.0.0.1", 0)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def moments() -> dict[str, Moment]:
    """Every moment, rendered once."""
    return {name: make() for name, make in MOMENTS.items()}


def play(stage: FakeTable, moment: Moment) -> None:
    """Let the table be in this moment, for every role."""
    stage.looking.shown = moment.picture
    assert stage.simulator is not None
    stage.simulator.lying = {
        "dice": moment.hands,
        "surface": "wood_pale",
        "surfaces": ["wood_pale", "felt"],
        "lamps": 1,
        "can_throw": True,
        "busy": False,
    }
    for role in ROLES:
        state = moment.state.copy()
        state["role"] = role.name
        if role == EVERYONE:
            state["may"] = []
        stage.show(state, role)


@pytest.fixture
def open_page(chromium: Any, server: Server) -> Iterator[OpenPage]:
    """Open a page; what its scripts complain of fails the test."""
    contexts = []
    complaints: list[str] = []

    def open_one(
        path: str = "/",
        size: dict[str, int] = TV,
        language: str = "en",
        wait: str = "#main",
        theme: str = "light",
    ) -> Page:
        context = chromium.new_context(
            viewport=size, locale=language, reduced_motion="reduce", color_scheme=theme
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if message.type == "error" else None,
        )
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        page.wait_for_selector(wait)
        return page

    yield open_one
    for context in contexts:
        context.close()
    # A refused or absent answer is logged by the browser itself.
    assert not [words for words in complaints if "Failed to load resource" not in words]


def load_again(page: Page, size: dict[str, int], wait: str) -> None:
    """Load a page anew on a screen of another size; its browser need not fetch its scripts again."""
    page.set_viewport_size(size)
    page.reload()
    page.wait_for_selector(wait)


def in_every_language(page: Page, wait: str) -> Iterator[str]:
    """Load a page in one language after the other, as who never saw it: a browser that begins anew for
    each takes twice the work."""
    path = page.url.partition("?")[0]
    for address, language in ((f"{path}?lang={language}", language) for language in LANGUAGES):
        if page.url != address:  # it was just opened so
            page.evaluate("localStorage.clear()")
            page.goto(address)
        page.wait_for_selector(wait)
        yield language


def assert_has_words(page: Page, game: str) -> None:
    """No text of a game is missing from what a page shows."""
    text = page.inner_text("main")
    assert f"{game}." not in text
    assert "undefined" not in text


@pytest.fixture
def host_page(open_page: OpenPage) -> OpenPage:
    """Open a page as host, by the link that the table prints."""

    def open_one(path: str = "/host", size: dict[str, int] = TV, language: str = "en") -> Page:
        return open_page(f"{path}?lang={language}#pin={PIN}", size, language, wait=INSIDE)

    return open_one


@pytest.fixture
def camera_page(open_page: OpenPage) -> OpenPage:
    """Open the camera's page in the host's browser."""

    def open_one(wait: str, size: dict[str, int] = LAPTOP) -> Page:
        page = open_page(f"/host?lang=en#pin={PIN}", size, wait="#inside:not([hidden])")
        page.goto(page.url.replace("/host", "/camera"))
        page.wait_for_selector(wait)
        return page

    return open_one


def seat_link(host: Page, seat: int) -> str:
    """Let the host's page make a link for a seat; return the path that it leads to."""
    host.click(f"[data-key=code-{seat}]")
    shown = f".phones li:nth-child({seat}) .invitation a"
    link: str = host.inner_text(shown)
    assert host.get_attribute(shown, "href").endswith(link)
    return link[link.index("/seat") :]


@pytest.fixture
def invited_phone(host_page: OpenPage, open_page: OpenPage) -> OpenPage:
    """Open a seat's phone, by the link that the host's page shows."""

    def open_one(seat: int, language: str = "en", wait: str = INSIDE) -> Page:
        path = seat_link(host_page(), seat).replace("#", f"?lang={language}#")
        return open_page(path, PHONE, language, wait=wait)

    return open_one


def until(page: Page, happened: Callable[[], bool]) -> None:
    """Let the browser run until something has happened; fail after some seconds."""
    for _ in range(PATIENCE_MS // 50):
        if happened():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never happened")


def until_drawn(page: Page, still_ms: int = 300) -> None:
    """Let the browser run until nothing was added, taken away or said anew for so long, ms."""
    page.evaluate(DRAWN, still_ms)


def lose_one_answer(page: Page) -> None:
    """Let the next move reach the table, but not its answer come back."""
    lost: list[Any] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort()

    page.route("**/api/v1/moves*", lose)
