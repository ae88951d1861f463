"""Hasty fingers: two taps that mean one."""

import pytest

from companion.games.game import HOST, Seat, seat_role
from tests.web.browser.conftest import PHONE, OpenPage, Page, play, until
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
DOUBLE_TAP = """([first, second]) => {
    const tap = (found) => found.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: 5, clientY: 5 })
    );
    tap(document.querySelector(first));
    tap(document.querySelector(second));
}"""
"""Two taps at one place, as phones tell them: each is the first; the second on what lies there then."""
STOP = {"move": "stop", "take": "city"}


def double_tap(page: Page, first: str, second: str | None = None) -> None:
    """Tap twice at one place; ``second``: what has come there meanwhile."""
    page.evaluate(DOUBLE_TAP, [first, second or first])


def test_a_double_tap_ends_a_turn_once(host_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["half_built"])
    page = host_page(size=PHONE)
    page.click("#enter summary")
    stage.calls.expect("submit", HOST, Anything(), STOP, answer=10)
    double_tap(page, "[data-key=stop-city]")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("[data-key=stop-city]:not([aria-busy])")


def test_a_key_that_is_held_down_ends_a_turn_once(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = host_page(size=PHONE)
    page.click("#enter summary")
    stage.calls.expect("submit", HOST, Anything(), STOP, answer=10)
    page.evaluate(
        "const stop = document.querySelector('[data-key=stop-city]'); stop.click(); stop.click()"
    )
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("[data-key=stop-city]:not([aria-busy])")


def test_a_double_tap_on_a_phone_answers_nothing_twice(
    host_page: OpenPage, open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["proposed"])
    host = host_page()
    host.click("[data-key=code-3]")
    link = host.inner_text(".invitation a")
    phone = open_page(link[link.index("/") :], PHONE, wait="#inside:not([hidden]) .turn h2")
    stage.calls.expect("answer", seat_role(Seat(3)), "p1", "accept")
    double_tap(phone, "[data-key=choice-accept]")
    until(phone, lambda: stage.calls.done)


def test_a_double_tap_does_not_end_the_running_game(
    host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """The second tap falls where the question has put its answer."""
    play(stage, moments["half_built"])
    page = host_page(size=PHONE)
    page.click("#start summary")
    double_tap(page, "#start button.strong", "[data-key=sure]")
    page.wait_for_selector("#sure[open] [data-key=sure]:not([aria-busy])")
    stage.calls.expect("start_sitting", Anything())
    page.click("[data-key=sure]")
    until(page, lambda: stage.calls.done)
