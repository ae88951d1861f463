"""The table's computer, a page of the host's own: network, parts, updates, restart, time zone, log."""

import pytest

from companion.errors import NoKeeper
from companion.keeper.acts import Act, Join, LookAround, OwnNetwork, PowerOff, Restart, TimeZone, Update
from companion.keeper.network.shapes import NetworkShape
from tests.web.browser.conftest import PHONE, OpenPage, Page, until
from tests.web.conftest import PIN
from tests.web.fake_keeper import FakeKeeper
from tests.web.fake_table import FakeTable
from web.pages.language import LANGUAGES

pytestmark = pytest.mark.browser

STICK = "table-companion-0.2.0.release"
ACTS: list[tuple[str, Act]] = [
    ("newest", Update()),
    (f"from-{STICK}", Update(f"/media/stick/{STICK}")),
    ("restart", Restart()),
    ("power-off", PowerOff()),
    ("time-zone", TimeZone("Europe/Berlin")),
]
LEAST_GAP_PX = 4
CODES = ("machine.", "network.", "parts.", "log.")


def opened(open_page: OpenPage, language: str = "en", wait: str = "#machine h2") -> Page:
    return open_page(f"/machine?lang={language}#pin={PIN}", PHONE, language, wait=wait)


def network_of(keeper: FakeKeeper) -> NetworkShape:
    network = keeper.machine["network"]
    assert network is not None
    return network


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_has_it_done_with_the_pin(
    open_page: OpenPage, keeper: FakeKeeper, language: str
) -> None:
    page = opened(open_page, language)
    page.click("[data-key=log-show]")
    page.wait_for_selector(".log")
    told = page.inner_text("#main")
    assert not any(code in told for code in CODES)
    assert "0.1.0-20260101T000000" in told
    assert "the disk is full" in told
    page.click("[data-key=machine-restart]")
    assert keeper.asked == [], "not without the PIN"
    page.select_option("[data-key=machine-zone]", "Europe/Berlin")
    done: list[Act] = []
    for key, act in ACTS:
        keeper.machine["doing"] = None  # it came back
        page.wait_for_selector("[data-key=machine-pin]")
        page.fill("[data-key=machine-pin]", PIN)
        page.click(f"[data-key='machine-{key}']")
        done.append(act)
        until(page, lambda: len(keeper.asked) == len(done))
        until(page, lambda: page.input_value("[data-key=machine-pin]") == "")
    assert keeper.asked == done


@pytest.mark.parametrize(
    ("key", "says"), [("restart", "It is restarting."), ("power-off", "Pull the plug when")]
)
def test_what_is_pressed_twice_is_done_once_and_told(
    open_page: OpenPage, keeper: FakeKeeper, key: str, says: str
) -> None:
    page = opened(open_page)
    page.fill("[data-key=machine-pin]", PIN)
    page.dblclick(f"[data-key=machine-{key}]")
    page.wait_for_selector(f"text={says}")
    assert len(keeper.asked) == 1
    page.wait_for_selector("[data-key=air-Home]", state="detached")
    other = opened(open_page)
    other.wait_for_selector(f"text={says}")
    assert other.is_hidden(f"[data-key=machine-{key}]")


def test_every_card_has_a_gap_under_its_titles(open_page: OpenPage, keeper: FakeKeeper) -> None:
    gaps = """() => [...document.querySelectorAll("#inside h2, #inside h3")].map((title) => {
      const rest = document.createRange();
      rest.setStartAfter(title);
      rest.setEndAfter(title.parentElement.lastChild);
      return rest.getBoundingClientRect().top - title.getBoundingClientRect().bottom;
    })"""
    page = opened(open_page)
    assert min(page.evaluate(gaps)) >= LEAST_GAP_PX
    keeper.refuses = NoKeeper("none")
    page = opened(open_page)
    assert min(page.evaluate(gaps)) >= LEAST_GAP_PX


def test_an_update_is_told_to_its_end(open_page: OpenPage, keeper: FakeKeeper) -> None:
    keeper.machine["doing"] = "trying"
    page = opened(open_page)
    page.wait_for_selector("text=being tried")
    assert page.is_hidden("[data-key=machine-pin]")
    keeper.refuses = NoKeeper("it is started from the release that was kept")
    page.wait_for_timeout(2500)
    keeper.refuses = None
    keeper.machine["doing"] = None
    keeper.machine["ended"] = {"version": "0.2.0-20260201T000000", "why": "camera"}
    page.wait_for_selector("text=the camera gave no pictures")
    assert page.is_visible("[data-key=machine-pin]")


def test_a_network_is_chosen_and_joined_by_keyboard(open_page: OpenPage, keeper: FakeKeeper) -> None:
    page = opened(open_page)
    page.wait_for_selector("text=The table is in the network “Home”.")
    assert page.is_hidden("[data-key=network-password]")
    assert page.locator("[data-key=air-Office]").count() == 0, "it asks for a user's name"
    page.focus("[data-key=air-Home]")
    page.keyboard.press("Enter")
    page.keyboard.type("long enough")
    page.fill("[data-key=network-pin]", PIN)
    network_of(keeper)["doing"] = "joining"
    page.focus("[data-key=network-pin]")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=The table is joining the network.")
    assert keeper.asked == [Join("Home", "long enough")]
    network = network_of(keeper)
    network["doing"], network["ended"] = None, "key"
    network["is_open"], network["joined"] = True, None
    page.wait_for_selector("text=the password is wrong")
    page.wait_for_selector("#network .qr")
    assert "table-4711" in page.inner_text("#network")


def test_one_that_hides_its_name_is_typed_and_one_without_a_password_asks_for_none(
    open_page: OpenPage, keeper: FakeKeeper
) -> None:
    page = opened(open_page)
    page.click("[data-key='air-Café']")
    assert page.locator("[data-key=network-password]").count() == 0
    page.fill("[data-key=network-pin]", PIN)
    page.click("[data-key=network-join]")
    until(page, lambda: keeper.asked == [Join("Café")])
    until(page, lambda: page.input_value("[data-key=network-pin]") == "")
    page.click("[data-key=air-]")
    page.fill("[data-key=network-name]", "Hidden")
    page.fill("[data-key=network-password]", "long enough")
    page.fill("[data-key=network-pin]", PIN)
    page.click("[data-key=network-join]")
    until(page, lambda: keeper.asked[1:] == [Join("Hidden", "long enough")])
    for number, key in enumerate(("look", "open"), 3):
        until(page, lambda: page.input_value("[data-key=network-pin]") == "")
        page.fill("[data-key=network-pin]", PIN)
        page.click(f"[data-key=network-{key}]")
        until(page, lambda asked=number: len(keeper.asked) == asked)  # type: ignore[misc]
    assert keeper.asked[2:] == [LookAround(), OwnNetwork()]


def test_what_cannot_be_joined_is_told(open_page: OpenPage, keeper: FakeKeeper) -> None:
    page = opened(open_page)
    page.click("[data-key=air-Home]")
    page.fill("[data-key=network-pin]", PIN)
    page.click("[data-key=network-join]")
    assert keeper.asked == [], "not without its password"


def test_a_table_whose_computer_nobody_looks_after_says_so_and_tries_its_parts(
    open_page: OpenPage, keeper: FakeKeeper
) -> None:
    keeper.refuses = NoKeeper("none")
    page = opened(open_page)
    page.wait_for_selector("text=nobody looks after the computer")
    assert page.is_hidden("#network")
    assert page.is_hidden("#log")
    assert page.is_visible("[data-key=parts-begin]")


def test_the_parts_are_tried_one_by_one_and_at_the_end_it_says_what_to_check(
    open_page: OpenPage, stage: FakeTable
) -> None:
    page = opened(open_page)
    for part in ("column-1", "status", "buzzer", "card-1"):
        stage.calls.expect("ask", part)
    stage.calls.expect("ask", None)
    page.dblclick("[data-key=parts-begin]")  # its second click answers nothing
    page.wait_for_selector("text=Do you see your table here")
    page.press("[data-key=parts-yes]", "Enter")
    page.wait_for_selector("text=lamp 1 of the column")
    page.press("[data-key=parts-no]", "Enter")
    page.wait_for_selector("text=the lamp outside")
    page.press("[data-key=parts-yes]", "Enter")
    page.wait_for_selector("text=Did the buzzer sound twice?")
    page.press("[data-key=parts-skip]", "Enter")
    page.wait_for_selector("text=Press now: key 1")
    stage.parts.told["heard"] = "status"
    page.wait_for_selector(".to-do")
    told = page.inner_text(".to-do")
    assert "lamp 1 of the column, from the top: is the LED the right way round" in told
    assert "GPIO 9, pin 21" in told
    assert "key 1: the lamp outside was heard in its place" in told
    assert "buzzer" not in told


def test_the_host_finds_it_and_nobody_else(host_page: OpenPage, open_page: OpenPage) -> None:
    page = host_page(size=PHONE)
    assert page.get_attribute("#machine a", "href") == "/machine"
    page = open_page("/machine", PHONE, wait="#login form")
    assert page.is_hidden("#inside")
