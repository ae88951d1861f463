"""Pages in a real browser, looked through by axe: every page, by day and by night, on phone and TV."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest

from companion.games.game import Seat
from companion.table.access.access import Access
from companion.table.beside import Beside
from companion.table.shapes.values import JsonObject
from companion.table.teaching.sets_in_use import SetsInUse
from tests.web.browser.conftest import INSIDE, PHONE, TV, OpenPage, Page, play, until_drawn
from tests.web.conftest import PIN
from tests.web.fake_table import FakeTable, as_table
from tests.web.scenes import Moment
from web.app import create_app

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
VIOLATIONS = """async () => {
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}"""
OPEN_ALL = "document.querySelectorAll('details').forEach(part => (part.open = true))"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it"),
]
Moments = dict[str, Moment]


def pages(access: Access) -> list[str]:
    """Return the path of every page there is: 1 is any seat, any name a game that has all pages."""
    rules = create_app(as_table(FakeTable()), access).url_map.iter_rules()
    shown = {rule.rule for rule in rules if rule.endpoint.startswith("pages.")}
    return sorted(re.sub(r"<\w+>", "gruftmeister", re.sub(r"<int:\w+>", "1", rule)) for rule in shown)


def beside() -> JsonObject:
    """Return a side table at which nothing was done."""
    unused = Beside(None, nullcontext(), nullcontext, dict, SetsInUse({}))
    return unused.view("gruftmeister")


def faults(page: Page) -> list[str]:
    """Return what axe finds on the page as it is shown now, in both themes and sizes."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = []
    for theme in ("light", "dark"):
        for size in (PHONE, TV):
            page.emulate_media(color_scheme=theme)
            page.set_viewport_size(size)
            found += [f"{theme}, {size['width']}: {fault}" for fault in page.evaluate(VIOLATIONS)]
    return found


def test_every_page_as_anyone_opens_it(
    open_page: OpenPage, stage: FakeTable, moments: Moments, access: Access
) -> None:
    play(stage, moments["half_built"])
    stage.calls.expect("view", "gruftmeister", answer=beside())
    found = {}
    for path in pages(access):
        page = open_page(path, wait="#main :is(h1, .login)")
        page.wait_for_selector(".chip:not(.plain)", state="attached")
        until_drawn(page)
        found[path] = faults(page)
    assert {"/", "/host", "/seat/1"} <= set(found)
    assert not {path: what for path, what in found.items() if what}


@pytest.mark.parametrize("moment", ["no_sitting", "proposed", "asked", "over", "generic", "at_fault"])
def test_the_page_for_all(open_page: OpenPage, stage: FakeTable, moments: Moments, moment: str) -> None:
    play(stage, moments[moment])
    shown = "#finale h2" if moment == "over" else ".turn h2"
    assert faults(open_page("/", wait=shown)) == []


@pytest.mark.parametrize("moment", ["no_sitting", "asked", "half_built"])
def test_the_pages_of_host_and_players(
    open_page: OpenPage, stage: FakeTable, moments: Moments, access: Access, moment: str
) -> None:
    play(stage, moments[moment])
    first = moments[moment].state["seats"][:1]
    seats = [f"/seat/1#code={access.invite(Seat(1), player).code}" for player in first]
    found = {}
    for way in (f"/host#pin={PIN}", f"/simulator#pin={PIN}", *seats):
        page = open_page(way, wait=INSIDE)
        until_drawn(page)
        page.evaluate(OPEN_ALL)
        found[way] = faults(page)
    assert not {way: what for way, what in found.items() if what}


def test_what_is_opened_by_tap(open_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["half_built"])
    page = open_page(f"/host#pin={PIN}", PHONE, wait=INSIDE)
    page.click("[data-key=code-1]")
    page.wait_for_selector(".invitation")
    page.click("[data-key=line-7]")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    page.click("#start summary")
    page.click("#start button.strong")
    page.wait_for_selector("#sure[open]")
    assert faults(page) == []
