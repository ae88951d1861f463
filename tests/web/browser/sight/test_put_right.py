"""What was read wrongly is put right by two taps on the camera's page, and kept as a sample."""

from dataclasses import replace
from typing import Any

import pytest

from companion.errors import IllegalMove, Reason
from companion.games.game import HOST
from companion.table.shapes.seen import SeenShape, SeenToken, WatchShape
from companion.table.shapes.state import StateShape
from companion.table.sight.tapped import Tapped
from companion.table.teaching.shapes import TappedPiece
from tests.web.browser.conftest import LAPTOP, PHONE, OpenPage, play, until, until_drawn
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
ANYWHERE: Any = Anything()


@pytest.fixture
def seen(stage: FakeTable, moments: Moments) -> SeenShape:
    """What the last reading saw while a city is being built."""
    play(stage, moments["half_built"])
    seen = moments["half_built"].state["watch"]["seen"]
    assert seen is not None
    return seen


def test_a_die_read_wrongly_is_put_right_in_two_taps_and_kept(
    camera_page: OpenPage, stage: FakeTable, seen: SeenShape
) -> None:
    page = camera_page("[data-key=seen-0]")
    page.click("[data-key=seen-0]")
    page.check("[data-key=keep]")
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], 0, "three"))
    said = TappedPiece(seen["dice"][0]["centre"], "three", None, 0, None)
    stage.calls.expect("keep", "dice", said, "My dice")
    page.click("[data-key=right-three]")
    until(page, lambda: stage.calls.done)


def test_a_die_whose_throw_counts_already_is_kept_as_a_sample_all_the_same(
    camera_page: OpenPage, stage: FakeTable, seen: SeenShape
) -> None:
    """A die that was not seen is told where it lies; one that is none is taken out."""
    page = camera_page("[data-key=seen-0]")
    page.click("[data-key=seen-0]")
    page.check("[data-key=keep]")
    counts = IllegalMove("it counts", reason=Reason("error.accepted_already"))
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], 0, "three"), answer=counts)
    said = TappedPiece(seen["dice"][0]["centre"], "three", None, 0, None)
    stage.calls.expect("keep", "dice", said, "My dice")
    page.click("[data-key=right-three]")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("#toast.open")
    assert "Kept as a sample" in page.inner_text("#toast")
    assert "list of moves" in page.inner_text("#toast")
    page.click("[data-key=seen-1]")
    page.uncheck("[data-key=keep]")
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], 1, "empty"))
    page.click("[data-key=right-empty]")
    until(page, lambda: stage.calls.done)
    box = page.locator(".frame .overlay").first.bounding_box()
    page.mouse.click(box["x"] + 0.02 * box["width"], box["y"] + 0.02 * box["height"])
    page.wait_for_selector("[data-key=missed]")
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], None, "knight", at=ANYWHERE))
    page.click("[data-key=missed-knight]")
    until(page, lambda: stage.calls.done)


def test_a_die_is_chosen_by_a_tap_on_the_picture(camera_page: OpenPage, seen: SeenShape) -> None:
    page = camera_page("[data-key=seen-0]")
    box = page.locator(".frame .overlay").first.bounding_box()
    x, y = seen["dice"][0]["centre"]
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.wait_for_selector("[data-key=seen-0][aria-pressed=true]")


def test_who_only_looks_puts_nothing_right(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/camera", LAPTOP, wait=".seen-dice li")
    until_drawn(page)
    assert page.locator(".seen-dice button").count() == 0


def test_a_token_read_wrongly_is_put_right_in_two_taps_on_the_picture_and_kept(
    camera_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    moment = moments["half_built"]
    seen = moment.state["watch"]["seen"]
    assert seen is not None
    gems: list[SeenToken] = [
        {
            "label": label,
            "centre": (0.2 + 0.1 * place, 0.3),
            "diameter": 0.03,
            "confidence": 0.9,
            "sure": place > 0,
            "likely": [label, "brown"],
        }
        for place, label in enumerate(("yellow", "red", "blue"))
    ]
    with_gems: SeenShape = {**seen, "tokens": gems}
    watch: WatchShape = {**moment.state["watch"], "seen": with_gems}
    state: StateShape = {**moment.state, "watch": watch}
    play(stage, replace(moment, state=state))
    page = camera_page("[data-key=token-0]", PHONE)
    box = page.locator(".frame .overlay").first.bounding_box()
    page.mouse.click(box["x"] + 0.2 * box["width"], box["y"] + 0.3 * box["height"])
    page.wait_for_selector("[data-key=token-0][aria-pressed=true]")
    choices = page.locator(".which-face [data-key^=right-]")
    assert choices.nth(1).get_attribute("data-key") == "right-brown"
    page.check("[data-key=keep-token]")
    stage.calls.expect("put_right", HOST, Tapped(seen["frame"], 0, "brown", is_token=True))
    stage.calls.expect("keep", "tokens", TappedPiece((0.2, 0.3), "brown", None, 0, None), "My tokens")
    page.click("[data-key=right-brown]")
    until(page, lambda: stage.calls.done)
