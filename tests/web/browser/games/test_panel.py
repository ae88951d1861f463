"""The simulated voting box in a real browser: its door, its keys, its lamps."""

from typing import Any

import pytest

from companion.games.game import HOST
from companion.table.shapes.box import BoxShape
from tests.web.browser.conftest import LAPTOP, PHONE, TV, OpenPage, Page, play, until
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

LABELS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]


def show_box(stage: FakeTable, moment: Moment, seat: str | None, *, is_open: bool) -> None:
    """Let the host's state say that the box asks a seat."""
    play(stage, moment)
    state = moment.state.copy()
    box: BoxShape = {"seat": seat, "open": is_open, "labels": LABELS}
    state |= {"role": "host", "box": box, "backends": {"camera": "simulated", "pins": "simulated"}}
    stage.show(state, HOST)


@pytest.fixture(params=[TV, PHONE], ids=["TV", "phone"])
def page(
    request: pytest.FixtureRequest, host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> Page:
    show_box(stage, moments["half_built"], "Ana", is_open=False)
    return host_page("/simulator", request.param)


def lit(page: Page) -> list[str]:
    found: list[str] = page.locator("#panel .lamp.lit").evaluate_all(
        "lamps => lamps.map((lamp) => lamp.dataset.lamp)"
    )
    return found


def set_lamps(stage: FakeTable, **more: Any) -> None:
    assert stage.panel is not None
    stage.panel.front = {"keys": [], "lamps": {}, "beeps": 0, **more}


def test_the_door_is_shut_and_hides_the_lamps_inside(page: Page, stage: FakeTable) -> None:
    set_lamps(stage, lamps={"status": True, "column-1": True})
    page.wait_for_selector("#panel .lamp.lit")
    assert lit(page) == ["status"]
    assert page.locator("#panel .key").count() == 0
    page.click("#panel [data-key=door]")
    page.wait_for_selector("#panel .key .lamp.lit")
    assert lit(page) == ["status", "column-1"]
    page.click("#panel [data-key=door]")
    assert page.locator("#panel .key").count() == 0


def test_keys_reach_the_box_in_their_order_by_mouse_and_by_keyboard(
    page: Page, stage: FakeTable
) -> None:
    page.click("#panel [data-key=door]")
    for key in ("ok", "card-3", "card-8", "ok"):
        stage.calls.expect("press", key)
    page.click("#panel [data-key=ok]")
    page.keyboard.press("3")
    page.click("#panel [data-key=card-8]")
    page.locator("#panel [data-key=ok]").press("Enter")
    until(page, lambda: stage.calls.done)


def test_whoever_comes_next_finds_the_door_shut(
    page: Page, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    page.click("#panel [data-key=door]")
    page.wait_for_selector("#panel .key")
    show_box(stage, moments["half_built"], "Bob", is_open=False)
    page.wait_for_selector("#panel :text('Bob is awaited')")
    assert page.locator("#panel .key").count() == 0


def test_every_key_is_named_and_within_the_page(page: Page) -> None:
    page.click("#panel [data-key=door]")
    assert page.locator("#panel .key button").all_inner_texts() == LABELS
    width = page.viewport_size["width"]
    for box in page.locator("#panel button").all():
        place = box.bounding_box()
        assert place["x"] >= 0
        assert place["x"] + place["width"] <= width


def test_who_opens_the_door_on_a_laptop_sees_every_key_and_ok(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    show_box(stage, moments["half_built"], "Ana", is_open=False)
    page = host_page("/simulator", LAPTOP)
    page.click("#panel [data-key=door]")
    for key in ("card-1", "card-8", "ok"):
        place = page.locator(f"#panel [data-key={key}]").bounding_box()
        assert place["y"] >= 0, key
        assert place["y"] + place["height"] <= 768, key
