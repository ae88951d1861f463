"""The hub's pages in a real browser: for everybody, and for who runs the night; on wall and phone."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

import pytest

from companion.hub.app import create_hub
from companion.hub.database import Database, connected
from companion.hub.engines import Engines
from companion.hub.organisers import Organisers
from companion.hub.pool import Pool
from tests.hub.club import clear, engines_at_work
from tests.hub.night import PIN, a_night, forget, now, tell
from tests.web.browser.conftest import PHONE, TV, Page
from tests.web.browser.test_accessible import AXE, faults
from web.pages.language import LANGUAGES
from web.server import Server

pytestmark = pytest.mark.browser

PAGES = ("/", "/standings", "/players", "/board", "/login", "/tables/table-1", "/tables/nobody")
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


@dataclass(frozen=True)
class Club:
    """A hub to which two tables have told a game each."""

    database: Database
    address: str


@pytest.fixture(scope="module")
def engines() -> Iterator[Engines]:
    with engines_at_work() as engines:
        yield engines


@pytest.fixture
def club(engines: Engines) -> Iterator[Club]:
    address = engines.database.address
    with ExitStack() as all_open:
        pool = all_open.enter_context(closing(Pool(address)))
        database = all_open.enter_context(closing(connected(address)))
        database.autocommit = True
        clear(database)
        a_night(database)
        server = Server(create_hub(pool, Organisers(PIN), (9, 1), now, forget), "127.0.0.1", 0)
        all_open.callback(server.stop)
        server.start()
        yield Club(database, f"http://127.0.0.1:{server.port}")


@pytest.fixture
def page(chromium: Any, club: Club) -> Iterator[Page]:
    page = chromium.new_page(viewport=PHONE, base_url=club.address)
    errors: list[object] = []
    page.on("pageerror", lambda error: errors.append(error))
    yield page
    page.close()
    assert errors == []


def log_in(page: Page) -> None:
    page.goto("/login")
    page.fill("[name=pin]", PIN)
    page.click("main button")
    page.wait_for_load_state()


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it")
@pytest.mark.parametrize("who", ["everybody", "organiser"])
def test_anybody_can_use_them(page: Page, who: str) -> None:
    if who == "organiser":
        log_in(page)
    found = {}
    for path in PAGES:
        page.goto(path)
        found[path] = faults(page)
    assert found == {path: [] for path in PAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_fit_phone_and_wall_in_every_language(page: Page, language: str) -> None:
    log_in(page)
    for size in (PHONE, TV):
        page.set_viewport_size(size)
        for path in PAGES:
            page.goto(f"{path}?lang={language}")
            assert not page.evaluate(TOO_WIDE), (path, size)


def test_what_happens_is_drawn_without_loading_the_page_anew(page: Page, club: Club) -> None:
    page.goto("/?lang=en")
    link = page.locator("main a").filter(has_text="table-1")
    link.focus()
    page.evaluate("document.body.append('still here')")
    health = {"is": "here", "game": "yacht", "seats": 2, "asks": True}
    tell(club.database, "table-1", "health", **health)
    page.wait_for_selector("main .help")
    assert "still here" in page.inner_text("body")
    assert page.evaluate("document.activeElement.textContent") == "table-1"


@pytest.mark.parametrize(
    "answer",
    [lambda route: route.abort(), lambda route: route.fulfill(body="<p>Log in to this Wi-Fi")],
    ids=["nobody", "somebody else"],
)
def test_a_page_says_that_the_hub_is_away_and_goes_on_by_itself(
    page: Page, club: Club, answer: Callable[[Any], None]
) -> None:
    page.goto("/board?lang=en")
    page.route("**/board*", answer)
    page.wait_for_selector("#away:visible")
    page.unroute("**/board*")
    page.wait_for_selector("#away", state="hidden")


def test_a_player_is_renamed_by_keyboard_alone(page: Page) -> None:
    log_in(page)
    page.goto("/players?lang=en")
    page.locator("details.acts summary").first.focus()
    page.keyboard.press("Enter")
    field = page.locator("form[action='/players/rename'] [name=new]").first
    field.fill("Anna")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.goto("/standings?lang=en")
    assert "Anna" in page.inner_text("main")
