"""More pages of the table in one browser than it opens connections: none hangs without a word."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.browser.conftest import PATIENCE_MS, Page, play
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment
from web.server import Server

pytestmark = pytest.mark.browser

LISTEN = 5
"""So many pages of one browser listen: with one more, nothing else would come through."""
TURN = ".turn .facts"
"""What a page shows once it has been told how the game stands: more than it came with."""
CROWDED = "#crowd .fault"


@pytest.fixture
def another_page(
    chromium: Any, server: Server, stage: FakeTable, moments: dict[str, Moment]
) -> Iterator[Callable[[], Page]]:
    """Open another page of the table in the same browser."""
    play(stage, moments["before_throw"])
    context = chromium.new_context(locale="en")

    def open_one() -> Page:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"http://127.0.0.1:{server.port}/?lang=en", wait_until="domcontentloaded")
        return page

    yield open_one
    context.close()


def test_a_page_too_many_says_which_to_close(another_page: Callable[[], Page]) -> None:
    pages = [another_page() for _ in range(LISTEN)]
    for page in pages:
        page.wait_for_selector(TURN)
    sixth, seventh = another_page(), another_page()
    for page in (sixth, seventh):
        page.wait_for_selector(CROWDED)
        assert "Table" in page.inner_text(CROWDED)
        assert page.query_selector(TURN) is None


def test_it_goes_on_once_one_of_them_was_closed(another_page: Callable[[], Page]) -> None:
    pages = [another_page() for _ in range(LISTEN)]
    for page in pages:
        page.wait_for_selector(TURN)
    sixth, seventh = another_page(), another_page()
    seventh.wait_for_selector(CROWDED)
    sixth.wait_for_selector(CROWDED)
    pages[0].close()
    sixth.wait_for_selector(TURN)
    assert seventh.query_selector(TURN) is None
    assert not sixth.is_visible(CROWDED)
    pages[1].close()
    seventh.wait_for_selector(TURN)
