"""The strip of lamps on the host's page: set there, and told there when it cannot be lit."""

from copy import deepcopy

import pytest

from companion.table.shapes.values import Text
from tests.web.browser.conftest import PHONE, OpenPage, play, until
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment
from web.pages.language import LANGUAGES

pytestmark = pytest.mark.browser

ORDER = ("turn", "encryption", "strip")


def with_strip(moments: dict[str, Moment], address: str = "", fault: str | None = None) -> Moment:
    """Return a game at a table whose host has named this strip."""
    moment = deepcopy(moments["timed"])
    moment.state["strip"] = {"address": address, "leds": 30, "brightness": 30}
    if fault is not None:
        text: Text = {"code": fault, "params": {"address": address}}
        moment.state["faults"] = [{"part": "strip", "text": text}]
    return moment


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_names_a_strip(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], language: str
) -> None:
    play(stage, with_strip(moments))
    page = host_page(size=PHONE, language=language)
    page.wait_for_selector("[data-key=strip]")
    # What is set once stands below what is needed each minute.
    tops = [page.evaluate(f"{part}.getBoundingClientRect().top") for part in ORDER]
    assert tops == sorted(tops)
    page.click("[data-key=strip]")
    assert "strip." not in page.inner_text("#strip")
    page.fill("[data-key=strip-address]", " wled.local ")
    page.fill("[data-key=strip-leds]", "60")
    page.fill("[data-key=strip-brightness]", "15")
    stage.calls.expect("set_strip", {"address": "wled.local", "leds": 60, "brightness": 15})
    page.click("[data-key=strip-set]")
    until(page, lambda: stage.calls.done)


@pytest.mark.parametrize("fault", ["away", "denied", "refused", "unknown"])
def test_the_host_is_told_what_is_wrong_with_it(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment], fault: str
) -> None:
    play(stage, with_strip(moments, "wled.local", f"fault.strip_{fault}"))
    page = host_page(size=PHONE)
    page.wait_for_selector(".fault >> text=wled.local")
    page.wait_for_selector("[data-key=strip-address]")
    assert page.input_value("[data-key=strip-address]") == "wled.local"


def test_what_is_being_typed_stays_while_the_table_tells_something_new(
    host_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    moment = with_strip(moments, "wled.local")
    play(stage, moment)
    page = host_page(size=PHONE)
    field = page.locator("[data-key=strip-address]")
    field.fill("192.168.")
    for version, (address, shown) in enumerate(
        (("wled.local", "192.168."), ("other.local", "other.local"))
    ):
        moment.state["strip"] = {"address": address, "leds": 31 + version, "brightness": 30}
        moment.state["version"] += 1
        play(stage, moment)
        page.wait_for_function(
            "leds => document.querySelector('[data-key=strip-leds]').value === leds",
            arg=str(31 + version),
        )
        assert field.input_value() == shown
        assert page.evaluate("document.activeElement.dataset.key") == "strip-address"
        assert page.locator("#strip details").evaluate("fold => fold.open")
