"""What lies along its line, which line has ended and why, and what the special cards mean."""

import re
from collections.abc import Callable

import pytest

from companion.games.drunter.cards import SPECIALS
from companion.games.drunter.state import Choosing
from companion.games.game import Seat
from tests.web.browser.conftest import OpenPage, Page
from tests.web.browser.games.drunter_evening import Evening, show_cards

pytestmark = pytest.mark.browser

TURNED = """() => [...document.querySelectorAll(".town > .tile")]
    .map((tile) => tile.getAttribute("transform"))"""
MEANINGS = {
    "all 3s": "Every building 3 that stands counts 3.",
    "all 4s": "Every building 4 that stands counts 4.",
    "lowest of each": "Of each kind, the lowest building that stands counts its number.",
    "one each": "Every building that stands counts 1.",
}


def test_single_tiles_lie_along_their_line(open_page: OpenPage, meeting: Evening) -> None:
    """The last wall was laid to the west, on a single square."""
    tv = open_page("/", wait=".town")
    turned = [int(re.findall(r"rotate\((\d+)\)", told)[0]) for told in tv.evaluate(TURNED)]
    assert turned == [0, 0, 0, 0, 270, 270, 270, 180]


@pytest.mark.parametrize("variant", ["expert"])
def test_it_is_said_which_line_has_ended_and_why_and_what_special_cards_mean(
    open_page: OpenPage, open_seat: Callable[..., Page], evening: Evening
) -> None:
    evening.play_to(Choosing)
    tv = open_page("/", wait=".town")
    assert tv.locator("#turn .ended").all_inner_texts() == [
        "Street\nended: no tile left fits (at the bottom on the right)"
    ]
    special = next(
        (seat, card)
        for seat in (Seat(1), Seat(2), Seat(3))
        for card in evening.state.cards_of(seat)
        if card in SPECIALS
    )
    phone = open_seat(special[0])
    show_cards(phone)
    assert "no tile left fits" in phone.inner_text(".ended")
    assert MEANINGS[special[1]] in phone.inner_text(f"[data-key='card-{special[1]}']")


@pytest.mark.parametrize("variant", ["expert"])
def test_the_rules_say_what_each_special_card_means(host: Page, evening: Evening) -> None:
    assert evening.state.variant == "expert"
    host.click("#open-rules")
    host.wait_for_selector("#rules[open] .meaning")
    assert host.locator("#rules .meaning").all_inner_texts() == [*MEANINGS.values()]
