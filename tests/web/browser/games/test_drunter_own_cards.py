"""Drunter und Drüber with the players' own building cards, which the table is not told."""

from collections.abc import Iterator

import pytest

from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Ended, State
from companion.games.game import Seat
from companion.table.access.access import Access
from tests.web.browser.conftest import INSIDE, PHONE, OpenPage, until
from tests.web.browser.games.drunter_evening import SHORT, Evening, evening_on
from tests.web.browser.real_table import pages_of
from tests.web.conftest import PIN
from web.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def evening() -> Iterator[Evening]:
    tiles = {**SHORT, "Ana": {"street": [1], "river": [], "wall": []}}
    with evening_on(tiles=tiles) as evening:
        yield evening


@pytest.fixture
def server(evening: Evening, access: Access) -> Iterator[Server]:
    """The pages of the real table, in place of one that stands still."""
    with pages_of(evening.table, access) as server:
        yield server


def test_who_deals_the_real_building_cards_says_at_the_end_which_they_were(
    open_page: OpenPage, access: Access, evening: Evening
) -> None:
    """No phone is needed for it: the host may say it for any."""
    evening.play_to(Ended)
    host = open_page(f"/host?lang=en#pin={PIN}", wait=INSIDE)
    tv = open_page("/", wait=".town")
    host.wait_for_selector("#own >> text=Ana turns up the cards")
    assert tv.locator(".turn.over").count() == 0
    host.click("[data-key=card-saloon]")
    host.click("[data-key=confirm]")
    code = access.invite(Seat(2), "Bořivoj").code
    phone = open_page(f"/seat/2?lang=en#code={code}", PHONE, wait=INSIDE)
    phone.wait_for_selector("#own >> text=Bořivoj turns up the cards")
    assert phone.locator("[data-key=card-saloon]").count() == 0
    for page, name, card in ((phone, "Bořivoj", "bank"), (host, "Cid", "jail")):
        page.wait_for_selector(f"#own >> text={name} turns up the cards")
        page.click(f"[data-key=card-{card}]")
        page.click("[data-key=confirm]")
        page.wait_for_selector(f"[data-key=card-{card}]", state="detached")
    tv.wait_for_selector("#finale h2")
    state: State = evening.table.history.state
    shown = [int(points) for points in tv.locator("#scores .points").all_inner_texts()]
    assert shown == [*(GAME.scores(state) or ())]


def test_a_game_with_the_players_own_cards_is_begun_by_a_tick(
    open_page: OpenPage, evening: Evening
) -> None:
    host = open_page(f"/host?lang=en#pin={PIN}", wait=INSIDE)
    host.click("#start summary")
    host.check("[data-key=own-cards]")
    host.wait_for_selector("#start >> text=the table is not told them")
    assert host.is_checked("[data-key=own-cards]")
    host.click("#start button.strong")
    until(host, lambda: evening.table.history.setup.dealt["cards"] is None)
