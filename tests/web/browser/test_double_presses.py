"""Hasty fingers: two taps that mean one."""

from collections.abc import Callable

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


def click_twice(page: Page, what: str) -> None:
    """Press a key that repeats while it is held down."""
    page.locator(what).evaluate("pressed => { pressed.click(); pressed.click(); }")


@pytest.mark.parametrize("press", [double_tap, click_twice], ids=["a double tap", "a held key"])
def test_a_turn_is_ended_once(
    host_page: OpenPage, stage: FakeTable, moments: Moments, press: Callable[[Page, str], None]
) -> None:
    play(stage, moments["half_built"])
    page = host_page(size=PHONE)
    page.click("#enter summary")
    stage.calls.expect("submit", HOST, Anything(), STOP, answer=10)
    press(page, "[data-key=stop-city]")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("[data-key=stop-city]:not([aria-busy])")


def test_a_double_tap_on_a_phone_answers_nothing_twice(
    invited_phone: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["proposed"])
    phone = invited_phone(3)
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
