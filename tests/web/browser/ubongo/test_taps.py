"""Fingers that tap at any moment while others play: each tap counts once, or is refused in words."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games.game import Seat
from companion.table.access.access import Access
from tests.web.browser.conftest import INSIDE, PATIENCE_MS, Page, until
from tests.web.browser.real_table import moves_at, pages_of, until_moved
from tests.web.browser.ubongo.evening import PLAYERS, Evening, evening_on

pytestmark = pytest.mark.browser

TAPS = 200
OWN = "[data-key=call-Ana], [data-key=false-Ana]"
"""What Ana can tap: her call, and that it was none."""
COUNT_WORDS = """() => {
    window.refused = 0;
    const toast = document.getElementById("toast");
    new MutationObserver(() => (window.refused += toast.textContent ? 1 : 0)).observe(
        toast, { childList: true });
}"""
ANSWERED = "!document.querySelector('#own [aria-busy], .calls button:disabled')"


class Finger:
    """Touches a page's glass, and lets go again."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._tools = page.context.new_cdp_session(page)

    def put_on(self, selector: str) -> None:
        found = self._page.locator(selector).first
        box = found.bounding_box()
        while box is None:  # the page was being drawn
            box = found.bounding_box()
        self._at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self._send("touchStart", self._at)

    def pull(self, down_px: float) -> None:
        """Move on over the glass, little by little."""
        for part in range(1, 9):
            self._send("touchMove", (self._at[0], self._at[1] + down_px * part / 8))
            self._page.wait_for_timeout(4)

    def lift(self) -> None:
        self._send("touchEnd")

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touch = [{"x": x, "y": y} for x, y in points]
        self._tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch})


@pytest.fixture
def evening() -> Iterator[Evening]:
    with evening_on() as evening:
        evening.move("start", symbol="snake")
        yield evening


@pytest.fixture
def phone(chromium: Any, evening: Evening, access: Access) -> Iterator[Page]:
    """Ana's phone, touched by fingers."""
    code = access.invite(Seat(1), PLAYERS[0]).code
    with pages_of(evening.table, access) as server:
        size = {"width": 390, "height": 1900}  # all that is tapped is in sight
        context = chromium.new_context(viewport=size, has_touch=True, is_mobile=True, locale="en")
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"http://127.0.0.1:{server.port}/seat/1?lang=en#code={code}")
        page.wait_for_selector(INSIDE)
        yield page
        context.close()


def test_each_tap_counts_once_or_is_refused_in_words(evening: Evening, phone: Page) -> None:
    rng = Random(47)
    finger = Finger(phone)
    phone.evaluate(COUNT_WORDS)
    others = 0
    has_called = dict.fromkeys(PLAYERS[1:], False)
    before = moves_at(evening.table)
    for _ in range(TAPS):
        until(phone, lambda: phone.evaluate(ANSWERED))
        phone.wait_for_timeout(rng.uniform(0, 60))
        finger.put_on(OWN)
        for _ in range(rng.randrange(3)):
            name = rng.choice(PLAYERS[1:])
            evening.move("false_call" if has_called[name] else "call", name)
            has_called[name] = not has_called[name]
            others += 1
            phone.wait_for_timeout(rng.uniform(0, 50))
        finger.lift()
        phone.wait_for_timeout(rng.uniform(30, 90))
    until(phone, lambda: phone.evaluate(ANSWERED))
    counted = moves_at(evening.table) - before - others
    refused = phone.evaluate("window.refused")
    print(
        f"\n{TAPS} taps while others made {others} moves: {counted} counted, {refused} refused in words"
    )
    assert others > TAPS / 2
    assert counted + refused == TAPS


def test_a_call_counts_while_the_finger_still_rests(evening: Evening, phone: Page) -> None:
    finger = Finger(phone)
    before = moves_at(evening.table)
    finger.put_on("[data-key=call-Ana]")
    until_moved(phone, evening.table, before + 1)
    finger.lift()
    phone.wait_for_selector("[data-key=false-Ana]")
    assert moves_at(evening.table) == before + 1


def test_a_touch_that_scrolls_is_no_call(evening: Evening, phone: Page) -> None:
    finger = Finger(phone)
    before = moves_at(evening.table)
    phone.set_viewport_size({"width": 390, "height": 500})
    finger.put_on("[data-key=call-Ana]")
    finger.pull(-120)
    finger.lift()
    until(phone, lambda: phone.evaluate("document.getElementById('pane-play').scrollTop") > 0)
    assert moves_at(evening.table) == before
    assert phone.is_visible("[data-key=call-Ana]")


def test_nothing_moves_under_a_finger(evening: Evening, phone: Page) -> None:
    finger = Finger(phone)
    phone.evaluate("window.pressed = document.querySelector('[data-key=sound]')")
    finger.put_on("[data-key=sound]")
    evening.move("call", "Cid")
    phone.wait_for_timeout(300)
    assert phone.evaluate("window.pressed.isConnected")
    finger.lift()
    phone.wait_for_selector(".calls >> text=Cid")
    assert phone.get_attribute("[data-key=sound]", "aria-pressed") == "true"
