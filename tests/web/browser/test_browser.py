"""Pages in a real browser: they fit, they follow the table, and every tap reaches it."""

import re
import time

import pytest

from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.table.access.access import Access
from tests.web.browser.conftest import (
    INSIDE,
    PHONE,
    TV,
    OpenPage,
    Page,
    in_every_language,
    play,
    until,
    until_drawn,
)
from tests.web.fake_table import Anything, FakeTable, as_table
from tests.web.scenes import MOMENTS, Moment
from web.app import create_app
from web.pages.language import catalogue
from web.server import Server

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
FREE = ["/", "/camera", "/history"]
HOSTS = ["/host", "/simulator"]
ASKED_AGAIN_MS = 3000
"""A page asks the table again after so many milliseconds (see `login.js`, `joining.js`)."""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
HIDDEN_BELOW = """[...document.querySelectorAll(".game, .odds, .scores, .turn, .proposal")]
    .filter(part => !part.hidden && part.getBoundingClientRect().bottom > innerHeight)
    .map(part => part.id)"""


def assert_fits(page: Page) -> None:
    until_drawn(page, still_ms=150)
    assert not page.evaluate(TOO_WIDE), page.url
    assert not re.search(r"\{\w+|undefined|\bnull\b|NaN|\[object", page.inner_text("main")), page.url


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_fits_phone_and_tv_in_every_language(
    open_page: OpenPage, stage: FakeTable, moments: Moments, moment: str
) -> None:
    play(stage, moments[moment])
    page = open_page("/?lang=en", PHONE, wait=".turn h2")
    for _ in in_every_language(page, ".turn h2"):
        assert_fits(page)
    page.set_viewport_size(TV)
    for language in in_every_language(page, ".stage:not(.ended) .turn h2, .stage.ended #finale h2"):
        assert_fits(page)
        assert page.evaluate(HIDDEN_BELOW) == [], language


@pytest.mark.parametrize("path", HOSTS)
@pytest.mark.parametrize("moment", ["no_sitting", "asked", "half_built", "plain"])
def test_the_hosts_pages_fit_a_phone_in_every_language(
    host_page: OpenPage, stage: FakeTable, moments: Moments, moment: str, path: str
) -> None:
    play(stage, moments[moment])
    page = host_page(path, PHONE)
    for _ in in_every_language(page, INSIDE):
        assert_fits(page)


@pytest.mark.parametrize("path", [*FREE, *HOSTS])
def test_every_page_shows_what_runs(
    open_page: OpenPage, host_page: OpenPage, stage: FakeTable, moments: Moments, path: str
) -> None:
    play(stage, moments["half_built"])
    page = host_page(path) if path in HOSTS else open_page(path, wait=".chip.good")
    page.wait_for_selector("#status >> text=simulated camera")


def test_what_happens_is_shown_within_half_a_second(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["before_throw"])
    page = open_page("/", wait=".turn h2")
    took_s = []
    for _ in range(3):  # a busy machine may hold up one
        play(stage, moments["before_throw"])
        page.wait_for_selector("text=Throw 8 dice")
        began = time.monotonic()
        play(stage, moments["half_built"])
        page.wait_for_selector(".city-drawing")
        took_s.append(time.monotonic() - began)
    assert min(took_s) < 0.5, took_s


def test_the_reading_is_drawn_on_its_picture(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["asked"])
    page = open_page("/", wait=".seen")
    assert page.locator(".seen").count() == 8
    assert page.locator(".seen.unsure").count() == 2
    play(stage, moments["closed"])
    page.wait_for_selector(".city.closed")
    play(stage, moments["moving"])
    page.wait_for_selector(".seen", state="detached")


def test_a_lost_camera_is_said_in_words(open_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["camera_lost"])
    page = open_page("/", wait=".chip.bad")
    assert "no picture" in page.inner_text(".chip.bad")
    page.wait_for_selector(".no-picture >> text=The camera gives no picture")


def test_hands_that_stay_over_the_table_are_asked_away(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["kept_waiting"])
    open_page("/").wait_for_selector(".turn .notice >> text=Please take your hands away")


def test_a_lost_connection_is_said_and_found_again(
    open_page: OpenPage, stage: FakeTable, server: Server, access: Access, moments: Moments
) -> None:
    page = open_page("/", wait=".chip.good")
    server.stop()
    page.wait_for_selector("text=Connection lost")
    again = Server(create_app(as_table(stage), access), "127.0.0.1", server.port)
    again.start()
    try:
        play(stage, moments["before_throw"])
        page.wait_for_selector("text=Connected", timeout=15_000)
        page.wait_for_selector("text=Throw 8 dice")
    finally:
        again.stop()


def test_the_pin_is_wiped_from_the_address(host_page: OpenPage) -> None:
    assert "pin" not in host_page().url


def test_the_pin_can_be_typed(open_page: OpenPage) -> None:
    page = open_page("/host", wait="#login input")
    page.fill("#login input", "000000")
    page.press("#login input", "Enter")
    page.wait_for_selector("text=This PIN or code is not right.")
    page.fill("#login input", "246813579")
    page.press("#login input", "Enter")
    page.wait_for_selector("#inside:not([hidden])")


def test_the_host_starts_a_game(host_page: OpenPage, stage: FakeTable) -> None:
    page = host_page()
    names = page.locator("#start [name=player]")
    names.nth(0).fill("Ana")
    names.nth(1).fill("Žofie & Bob")
    words = {"game": "carcassonne_dice", "seats": ["Ana", "Žofie & Bob"], "options": {"target": 30}}
    stage.calls.expect("start_sitting", words)
    page.fill("[data-option=target]", "30")
    page.click("#start .strong")
    until(page, lambda: stage.calls.done)


def test_who_sits_where_is_asked_under_the_pages_own_title(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """Whatever stands before it, or nothing as a stage begins: no heading is left out."""
    play(stage, moments["half_built"])
    page = open_page("/", PHONE, wait="#joining :is(h1, h2, h3, h4)")
    assert page.locator("#joining :is(h1, h2, h3, h4)").all_text_contents() == ["Who are you?"]
    assert page.locator("#joining h2").count() == 1


def test_a_proposed_move_is_stopped_with_one_tap(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    page = host_page()
    play(stage, moments["proposed"])
    stage.calls.expect("answer", HOST, "p1", "stop")
    page.click("[data-key=choice-stop]")
    until(page, lambda: stage.calls.done)


def test_a_question_is_answered_with_one_tap(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    page = host_page(size=PHONE)
    play(stage, moments["asked"])
    stage.calls.expect("answer", HOST, "p1", "throw-1")
    page.click("[data-key=choice-throw-1]")
    until(page, lambda: stage.calls.done)


def test_an_earlier_throw_is_corrected_with_two_taps(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = host_page(size=PHONE)
    faces = ["corner", "three", "corner", "corner", "three", "cap", "knight", "knight"]
    wanted = {"move": "correct", "number": 7, "with": {"move": "throw", "faces": faces}}
    stage.calls.expect("submit", HOST, Anything(), wanted, answer=9)
    page.click("[data-key=line-7]")
    page.click("[aria-label='straight is really cap']")
    until(page, lambda: stage.calls.done)


def test_the_last_move_is_taken_back(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["half_built"])
    page = host_page()
    stage.calls.expect("submit", HOST, Anything(), {"move": "undo"}, answer=9)
    page.click("[data-key=undo]")
    until(page, lambda: stage.calls.done)


def test_without_a_camera_all_is_entered_by_tap(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """A city of three and the stop, though no camera sees them."""
    play(stage, moments["without_camera"])
    page = host_page(size=PHONE)
    city = [
        {"face": "corner", "cell": [0, 0], "turns": 0},
        {"face": "corner", "cell": [1, 0], "turns": 3},
        {"face": "corner", "cell": [0, -1], "turns": 2},
    ]
    stage.calls.expect(
        "submit", HOST, Anything(), {"move": "set_aside", "knights": 1, "city": city}, answer=9
    )
    for cell in ("0,0", "1,0", "0,-1"):
        page.click("[data-key^=hold-corner]")
        page.click(f"[data-key='cell-{cell}']")
    page.click("[data-key='cell-1,0']")
    page.click("[data-key='cell-0,-1']")
    page.click("[data-key=more]")
    page.click("[data-key=aside]")
    until(page, lambda: stage.calls.done)
    stage.calls.expect("submit", HOST, Anything(), {"move": "stop", "take": "city"}, answer=10)
    page.click("[data-key=stop-city]")
    until(page, lambda: stage.calls.done)


def test_a_throw_is_entered_by_tap(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["before_throw"])
    page = host_page(size=PHONE)
    page.click("#enter summary")
    for _ in range(8):
        page.click("[data-key=add-cap]")
    page.click("[data-key=chosen-7]")
    page.click("[data-key=add-knight]")
    stage.calls.expect(
        "submit", HOST, Anything(), {"move": "throw", "faces": ["cap"] * 7 + ["knight"]}, answer=9
    )
    page.click("#enter [data-key=throw]")
    until(page, lambda: stage.calls.done)


def test_a_phone_joins_by_its_link_and_plays_its_turn(
    invited_phone: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["proposed"])
    phone = invited_phone(3)
    assert "code" not in phone.url
    assert phone.locator(".my-turn").count() == 1
    stage.calls.expect("answer", seat_role(Seat(3)), "p1", "accept")
    phone.click("[data-key=choice-accept]")
    until(phone, lambda: stage.calls.done)


def test_a_seat_nobody_sits_on_waits(open_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    page = open_page("/seat/2", PHONE, wait="#login p")
    assert "Nobody sits here yet" in page.inner_text("#login")
    play(stage, moments["before_throw"])
    page.wait_for_selector("text=Bořivoj: scan your code")


def test_who_is_logged_out_is_offered_the_log_in_and_asks_no_more(
    host_page: OpenPage, open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["before_throw"])
    host, seat = host_page(), open_page("/seat/2", PHONE, wait="#login form")
    host.click("#leave button")
    host.wait_for_selector("#login form")
    refused: list[str] = []
    for page in (host, seat):
        page.on("response", lambda reply: refused.append(reply.url) if reply.status == 401 else None)
    host.wait_for_timeout(2 * ASKED_AGAIN_MS + 1000)
    assert refused == []


def test_a_screen_for_all_has_no_buttons_even_in_the_hosts_browser(
    host_page: OpenPage, stage: FakeTable, moments: Moments, server: Server
) -> None:
    play(stage, moments["asked"])
    page = host_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".proposal .likely")
    assert page.locator("main button").count() == 0


def test_everything_can_be_reached_by_keyboard(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["asked"])
    page = host_page()
    wanted = {"choice-throw-0", "choice-stop", "undo", "code-1", "line-2", "fold"}
    for _ in range(80):
        page.keyboard.press("Tab")
        wanted.discard(page.evaluate("document.activeElement.dataset.key") or "")
    assert not wanted


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["Throw one die.", "Throw 2 dice.", "Throw 9 dice."]),
        ("cs", ["Hoďte jednou kostkou.", "Hoďte 2 kostkami.", "Hoďte 9 kostkami."]),
        ("de", ["Wirf einen Würfel.", "Wirf 2 Würfel.", "Wirf 9 Würfel."]),
        ("fr", ["Lancez un dé.", "Lancez 2 dés.", "Lancez 9 dés."]),
    ],
)
def test_texts_are_filled_in_with_the_right_plural(
    open_page: OpenPage, language: str, texts: list[str]
) -> None:
    page = open_page(f"/?lang={language}", wait=".turn h2")
    said = """async counts => {
        const { t } = await import("/static/js/base/texts.js");
        return counts.map(dice => t("wait.throw", { dice }));
    }"""
    assert page.evaluate(said, [1, 2, 9]) == texts


def test_texts_within_texts_and_forms_for_none(open_page: OpenPage) -> None:
    page = open_page("/?lang=cs", wait=".turn h2")
    said = """async all => {
        const { t } = await import("/static/js/base/texts.js");
        return all.map(([city, knights]) => t("move.set_aside", { city, knights }));
    }"""
    assert page.evaluate(said, [[0, 1], [3, 0], [5, 2]]) == [
        "odkládá 1 rytíře",
        "odkládá 3 kostky jako město",
        "odkládá 5 kostek jako město, 2 rytíře",
    ]


def test_on_a_phone_the_name_of_the_page_is_in_sight(open_page: OpenPage) -> None:
    page = open_page("/history", PHONE, "de", wait="nav [aria-current=page]")
    place = page.locator("nav [aria-current=page]").bounding_box()
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= PHONE["width"]


def test_the_language_is_switched_on_the_page(open_page: OpenPage) -> None:
    page = open_page("/", wait=".turn h2")
    page.mouse.move(300, 300)
    page.click("[hreflang=de]")
    page.wait_for_selector(f"text={catalogue('de')['turn.nobody']}")
    page.goto(page.url.partition("?")[0])
    page.wait_for_selector(f"text={catalogue('de')['turn.nobody']}")


def test_everyone_is_told_nothing_of_what_may_be_done(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/", wait=".turn h2")
    assert page.evaluate("fetch('/api/v1/state?as=everyone').then(reply => reply.json())")["may"] == []
    assert stage.state(EVERYONE)["may"] == []
