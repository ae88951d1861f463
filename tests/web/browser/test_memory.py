"""The pages in a real browser where the table cannot keep what is played, or plays on without memory."""

from copy import deepcopy
from pathlib import Path

import pytest

from tests.web.browser.conftest import PHONE, OpenPage, play, until
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
LANGUAGES = ["en", "cs", "de", "fr"]
PAGES = ["/", "/host", "/simulator", "/camera", "/history", "/teach"]


def say(stage: FakeTable, moments: Moments, code: str | None) -> None:
    """Let the table be half built, with this fault of its memory."""
    moment = deepcopy(moments["half_built"])
    text = None if code is None else {"part": "memory", "text": {"code": code, "params": {}}}
    moment.state["faults"] = [] if text is None else [text]  # type: ignore[list-item]
    play(stage, moment)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_that_it_is_played_without_memory(
    host_page: OpenPage, open_page: OpenPage, stage: FakeTable, moments: Moments, path: str
) -> None:
    say(stage, moments, "fault.without_memory")
    page = host_page()
    page.goto(page.url.split("#")[0].replace("/host", path))
    page.wait_for_selector(".fault >> text=Played without memory")


def test_a_players_phone_says_so_too(
    invited_phone: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    say(stage, moments, "fault.without_memory")
    invited_phone(1).wait_for_selector(".fault >> text=Played without memory")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_is_offered_two_ways_on(
    host_page: OpenPage, stage: FakeTable, moments: Moments, language: str, tmp_path: Path
) -> None:
    stage.memory.told = {**stage.memory.told, "kept": False, "places": ["/data"]}
    say(stage, moments, "fault.memory_gone")
    page = host_page(size=PHONE, language=language)
    page.wait_for_selector("#memory [data-key='memory-/data']")
    assert page.locator("#memory button").count() == 2
    stage.memory.told["places"].append("/media/pi/STICK")  # it was put in
    page.wait_for_selector("#memory [data-key='memory-/media/pi/STICK']")
    assert "/media/pi/STICK" in page.inner_text("[data-key='memory-/media/pi/STICK']")
    assert "memory." not in page.inner_text("#memory")

    stage.calls.expect("go_on_in", None)
    page.click("[data-key='memory-null']")
    until(page, lambda: stage.calls.done)
    stage.memory.told["without"] = True
    say(stage, moments, "fault.without_memory")
    page.wait_for_selector("#memory button >> nth=1")
    until(page, lambda: page.locator("[data-key='memory-null']").count() == 0)

    stage.calls.expect("go_on_in", "/media/pi/STICK", answer=tmp_path)
    page.click("[data-key='memory-/media/pi/STICK']")
    until(page, lambda: stage.calls.done)
    stage.memory.told |= {
        "kept": True,
        "without": False,
        "elsewhere": True,
        "folder": "/media/pi/STICK/x",
    }
    say(stage, moments, "fault.memory_elsewhere")
    page.wait_for_selector("#memory >> text=--data /media/pi/STICK/x")
    say(stage, moments, None)
    until(page, lambda: page.locator("#memory").is_hidden())
