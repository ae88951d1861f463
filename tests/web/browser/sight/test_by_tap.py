"""With the camera, or by tap: said once where a host looks for it, and changed at any time."""

import pytest

from companion.games.game import EVERYONE, HOST
from tests.web.browser.conftest import LAPTOP, PHONE, TV, OpenPage, Page, play, until
from tests.web.fake_table import FakeTable, nothing_played
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser


def goes_by_tap(stage: FakeTable, tap: bool = True) -> None:
    """Let the table be played so."""
    for role in (HOST, EVERYONE):
        state = stage.state(role).copy()
        backend, health = ("off", "off") if tap else ("simulated", "running")
        state["camera"] = {**state["camera"], "backend": backend, "health": health}  # type: ignore[typeddict-item]
        stage.show(state, role)


def chosen(page: Page, place: str) -> list[str]:
    return page.locator(f"{place} .modes [aria-pressed=true]").all_inner_texts()  # type: ignore[no-any-return]


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_the_host_changes_it_in_the_middle_of_a_game_and_back(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], size: dict[str, int]
) -> None:
    play(stage, moments["half_built"])
    page = host_page(size=size)
    page.wait_for_selector("#camera-phone .modes")
    assert chosen(page, "#camera-phone") == ["With the camera"]
    assert page.is_visible("#picture")
    stage.calls.expect("set_camera", {"off": True})
    page.click("[data-key=mode-tap]")
    until(page, lambda: stage.calls.done)
    goes_by_tap(stage)
    page.wait_for_selector("#picture", state="hidden")  # an old picture tells nothing any more
    assert chosen(page, "#camera-phone") == ["By tap"]
    assert not page.is_visible("[data-key=camera-code]")
    assert "by tap" in page.inner_text("#status")
    waits = "Build and set aside, throw the other 2 again, or stop. Enter it by tap."
    assert page.inner_text("#turn .wait") == waits
    stage.calls.expect("set_camera", {"off": False})
    page.click("[data-key=mode-with]")
    until(page, lambda: stage.calls.done)
    goes_by_tap(stage, False)
    page.wait_for_selector("#picture", state="visible")


def test_the_first_pages_third_question_is_answered_there(
    host_page: OpenPage, open_page: OpenPage, stage: FakeTable
) -> None:
    stage.show(nothing_played())
    page = host_page(size=PHONE)
    page.wait_for_selector("#greeting li:nth-child(3) .modes")
    assert "With the camera, or by tap?" in page.inner_text("#greeting li:nth-child(3)")
    stage.calls.expect("set_camera", {"off": True})
    page.click("#greeting [data-key=mode-tap]")
    until(page, lambda: stage.calls.done)
    goes_by_tap(stage)
    page.wait_for_selector("#greeting [data-key=mode-tap][aria-pressed=true]")
    assert "nothing is missed" in page.inner_text("#camera-phone")
    others = open_page("/?lang=en", TV, wait="#greeting ol")
    assert "by tap" in others.inner_text("#greeting li:nth-child(3)")
    assert others.locator(".modes").count() == 0  # it is the host's to say


def test_a_newcomer_is_led_to_the_form_and_from_there_to_the_hands(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    stage.show(nothing_played())
    page = host_page(size=PHONE)
    page.wait_for_selector("#greeting ol")
    page.goto(page.url.partition("/host")[0] + "/?lang=en")
    page.click("#greeting [href='/host#start']")
    page.wait_for_selector("#start form")
    assert not page.is_visible("#greeting"), "it was read on the page before"
    assert page.inner_text("#turn .wait") == "Choose a game and say who plays."
    assert not page.is_visible("#hands")
    play(stage, moments["before_throw"])
    page.wait_for_selector("#hands [href='/simulator']")


def test_gems_are_not_waited_for_where_no_camera_looks(host_page: OpenPage, stage: FakeTable) -> None:
    stage.games = {
        "ubongo": {"seats": [2, 3, 4], "options": {}, "book": {"pieces": {}}, "goes_on": {}},
        **stage.games,
    }
    stage.show(nothing_played())
    goes_by_tap(stage)
    page = host_page()
    page.wait_for_selector("#start [name=player]")
    page.select_option("#start select >> nth=0", "ubongo")
    page.wait_for_selector("[data-key=gems-strewn]")
    assert page.is_checked("[data-key=gems-strewn]")
