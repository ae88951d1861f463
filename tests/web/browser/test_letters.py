"""The font of the pages: it comes after a page was drawn, and the next one begins with it."""

from typing import Any

import pytest

from tests.rigs.letters import STYLE, kept_letters
from tests.web.browser.conftest import PHONE, TV, OpenPage, Page, load_again, play, until, until_drawn
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment
from web.pages.language import LANGUAGES, catalogue

pytestmark = pytest.mark.browser

KEPT = "() => localStorage.getItem('letters')"
SHOWN = ".turn h2"
FETCHED = "() => performance.getEntriesByType('resource').filter((one) => /woff2/.test(one.name))"
DRAWN_MS = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"
NOT_OURS = """([letters, weight]) => {
    const brush = document.createElement("canvas").getContext("2d");
    const drawn = (letter, font) => {
        brush.clearRect(0, 0, 300, 150);
        brush.font = `${weight} 60px ${font}`;
        brush.fillText(letter, 40, 90);
        return brush.canvas.toDataURL();
    };
    return letters.filter((letter) => {
        const ours = drawn(letter, "Atkinson, monospace");
        return ours !== drawn(letter, "Atkinson, serif") || ours === drawn(letter, "monospace");
    });
}"""


@pytest.fixture
def page(open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]) -> Page:
    """A page that was drawn without the font, and has fetched it since."""
    play(stage, moments["half_built"])
    page = open_page("/", PHONE, wait=SHOWN)
    until(page, lambda: bool(page.evaluate(KEPT)))
    return page


def family(page: Page) -> str:
    named: str = page.evaluate("getComputedStyle(document.querySelector('.turn h2')).fontFamily")
    return named.partition(",")[0]


def test_the_font_is_fetched_once_the_page_is_drawn_and_changes_nothing_on_it(page: Page) -> None:
    fetched: list[dict[str, Any]] = page.evaluate(FETCHED)
    assert len(fetched) == 2
    assert min(one["startTime"] for one in fetched) > page.evaluate(DRAWN_MS)
    assert family(page) != "Atkinson"


@pytest.mark.parametrize("size", [PHONE, TV], ids=["phone", "tv"])
def test_the_next_page_begins_with_the_font_that_was_kept(page: Page, size: dict[str, int]) -> None:
    load_again(page, size, SHOWN)
    until_drawn(page)
    assert family(page) == "Atkinson"
    fetched = page.evaluate(FETCHED)
    assert [one["transferSize"] for one in fetched] == [0, 0], "they come from the browser's memory"
    assert page.evaluate("document.fonts.check('1rem Atkinson')")


@pytest.mark.parametrize("weight", [400, 700])
def test_the_font_has_the_letters_of_every_language_and_digits(page: Page, weight: int) -> None:
    letters = kept_letters(STYLE.read_text("utf-8"))
    said = {letter for language in LANGUAGES for text in catalogue(language).values() for letter in text}
    seen = [letter for letter in sorted((said | set("0123456789")) & letters) if not letter.isspace()]
    assert len(seen) > 100
    assert page.evaluate(NOT_OURS, [seen, weight]) == []
    assert page.evaluate(NOT_OURS, [["★"], weight]) == ["★"], "what it lacks is told"
