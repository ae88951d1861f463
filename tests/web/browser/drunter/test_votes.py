"""Secret votes of Drunter und Drüber in real browsers: chosen, confirmed, turned up, and kept."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.drunter.moves import Choose, Vote
from companion.games.drunter.state import Choosing, Declaring
from companion.games.game import EVERYONE, Seat, seat_role
from tests.web.browser.conftest import INSIDE, TV, OpenPage, Page, until, until_drawn
from tests.web.browser.games.drunter_evening import (
    Evening,
    choose_cards,
    show_cards,
    tap_vote,
    to_the_vote,
)
from tests.web.browser.real_table import moves_at, until_moved
from web.server import Server

pytestmark = pytest.mark.browser

AWAY = """() => {
    Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
SENT_AGAIN_MS = 1500
"""What got no answer is sent again after so many milliseconds (see `sending.js`)."""
TV_LINE_PX = 45
"""What a line of text takes on a screen of 1080 rows."""
STORED = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])"


def test_what_is_chosen_stays_on_the_phone_until_it_is_confirmed(
    open_page: OpenPage, open_seat: Callable[..., Page], short: Evening, host: Page
) -> None:
    to_the_vote(short)
    phone, other, tv = open_seat(2), open_seat(3), open_page("/", wait=".provisional")
    others = (other, tv, host)
    for page in others:
        page.wait_for_selector(".provisional")
    until(host, lambda: host.locator(".hint", has_text="joined").count() == 2)
    show_cards(phone)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.method))
    before = [phone.evaluate(STORED), phone.title(), *(page.inner_html("main") for page in others)]
    choose_cards(phone, ["JAA", "JEEIIN"])
    for page in (phone, *others):
        until_drawn(page)
    after = [phone.evaluate(STORED), phone.title(), *(page.inner_html("main") for page in others)]
    assert before == after
    assert "POST" not in asked
    phone.reload()
    phone.wait_for_selector("[data-key=show-cards]")
    show_cards(phone)
    assert phone.locator(".hand-cards [aria-pressed=true]").count() == 0


def test_cards_are_hidden_until_a_tap_and_again_when_the_phone_lies_idle(
    open_seat: Callable[..., Page], short: Evening
) -> None:
    to_the_vote(short)
    phone = open_seat(2)
    assert phone.locator(".vote-card").count() == 0
    phone.clock.install()
    show_cards(phone)
    choose_cards(phone, ["NE"])
    phone.clock.fast_forward(19_000)
    assert phone.locator(".hand-cards .vote-card").count() == 8
    phone.clock.fast_forward(2_000)
    phone.wait_for_selector("[data-key=show-cards]")
    assert phone.locator(".vote-card").count() == 0
    show_cards(phone)
    assert phone.locator(".hand-cards [aria-pressed=true]").count() == 0
    choose_cards(phone, ["NE"])
    phone.evaluate(AWAY)
    phone.wait_for_selector("[data-key=show-cards]")
    assert phone.locator(".vote-card").count() == 0


def test_all_vote_at_once_and_who_has_not_finished_is_seen(
    open_page: OpenPage, open_seat: Callable[..., Page], short: Evening
) -> None:
    to_the_vote(short)
    phone, tv = open_seat(3), open_page("/", wait=".provisional")
    tv.wait_for_selector("#turn >> text=All vote in secret")
    assert tv.locator("#turn h2").inner_text() == "All together", "not whose lay it was"
    phone.wait_for_selector("#turn >> text=Your turn")
    tap_vote(phone, ["JA", "NEEE"])
    phone.wait_for_selector("text=You have voted.")
    tv.wait_for_selector("#turn .voters .done >> text=Cid")
    assert tv.locator("#turn .voters .now").count() == 2
    assert moves_at(short.table) == 2, "it waits for its turn, and is in no record yet"
    short.play(Vote(Seat(2), ("JAA",)))
    tv.wait_for_selector("#turn .voters .now >> text=Ana")
    until(tv, lambda: tv.locator("#turn .voters .now").count() == 1)
    short.follow(Vote(Seat(3), ("JA", "NEEE")))
    short.play(Vote(Seat(1), ("JAA",)))
    until_moved(tv, short.table, 5)
    tv.wait_for_selector(".reveal .result.passed >> text=✓ 5 : 3 ✕")


def test_a_vote_for_a_lay_that_was_taken_back_is_not_sent_again(
    open_seat: Callable[..., Page], short: Evening, host: Page
) -> None:
    """The phone was out of reach meanwhile; what it holds belonged to another vote."""
    to_the_vote(short)
    phone = open_seat(2)
    phone.context.set_offline(True)
    tap_vote(phone, ["JAAA"])
    phone.wait_for_selector("text=it is being sent again")
    host.click("[data-key=undo]")
    until_moved(host, short.table, 3)
    phone.context.set_offline(False)
    phone.wait_for_selector("[data-key=tile-street-2]")
    phone.wait_for_timeout(2 * SENT_AGAIN_MS)
    assert moves_at(short.table) == 3


def test_spent_cards_are_gone_and_the_joker_is_declared_by_its_owner(
    open_page: OpenPage, open_seat: Callable[..., Page], short: Evening
) -> None:
    to_the_vote(short)
    tv, phone, other = open_page("/", wait=".provisional"), open_seat(2), open_seat(3)
    short.play(Vote(Seat(2), ("JAA", "JEEIIN")), Vote(Seat(3), ("NEEE",)))
    assert tv.locator(".vote-card").count() == 0
    short.play(Vote(Seat(1), ("NE", "?")))
    assert isinstance(short.state.phase, Declaring)
    tv.wait_for_selector(".reveal >> text=its owner says")
    assert tv.locator(".reveal .vote-card").count() == 5
    assert other.locator("[data-key=declare-yes]").count() == 0
    phone.click("[data-key=declare-yes]")
    tv.wait_for_selector(".reveal .result.passed >> text=✓ 4 : 4 ✕")
    phone.wait_for_selector(".provisional", state="detached")
    phone.click("[data-key=show-cards]")
    assert phone.locator(".hand-small .vote-card").count() == 6
    other.wait_for_selector("[data-key=show-cards]")


KNOWN = """() => [...document.querySelectorAll(".reveal .vote-card:not(.down) .print")]
    .map((card) => card.textContent).join()"""
"""The cards that a page shows open."""
SPOKEN = """() => [".turn .wait", "#scores", ".town .tile:not(.provisional)"]
    .map((part) => [...document.querySelectorAll(part)].map((one) => one.textContent).join()).join()"""
"""What banner, scores and board say."""
LOGGED = f"""() => {{
    window.log = [];
    const result = () => document.querySelector(".reveal .result")?.textContent;
    const look = () => window.log.push([({KNOWN})(), result(), ({SPOKEN})()]);
    new MutationObserver(look).observe(document, {{ subtree: true, childList: true }});
}}"""
"""Keeps what was seen after each change: the open cards, the result, what the rest of the page says."""


def test_cards_turn_one_by_one_and_only_then_the_table_says_what_became_of_it(
    open_page: OpenPage, short: Evening
) -> None:
    to_the_vote(short)
    tv = open_page("/", wait=".provisional")
    tv.evaluate(LOGGED)
    before = tv.evaluate(SPOKEN)
    votes = (Vote(Seat(2), ("JAA", "?")), Vote(Seat(3), ("NEEE",)), Vote(Seat(1), ("JA",)))
    short.play(*votes)
    tv.wait_for_selector(".reveal.plays .result.passed >> text=The tile may lie.")
    log = [tuple(seen) for seen in tv.evaluate("window.log") if seen[1] is not None]
    turning = [seen for seen in log if "may lie" not in seen[1]]
    sums = {
        "": "✓ 0 : 0 ✕",
        "JAA": "✓ 2 : 0 ✕",
        "JAA,?": "✓ 2 : 0 ✕",
        "JAA,?,NEEE": "✓ 2 : 3 ✕",
        "JAA,?,NEEE,JA": "✓ 3 : 3 ✕",
    }
    shown = list(dict.fromkeys(cards for cards, *_ in turning))
    assert shown == [cards for cards in sums if cards in shown], "one after the other"
    assert len(shown) > 2, "not all at once"
    assert {result for cards, result, _ in turning if result != sums[cards]} == set()
    spoken = [words for *_, words in turning]
    assert {*spoken} <= {before, spoken[-1]}
    assert not any("lays a tile" in words for words in spoken)
    assert "lays a tile" in log[-1][2]
    tv.wait_for_selector(".reveal.plays", state="detached")


def test_a_phone_that_comes_in_while_cards_turn_up_sees_no_more_than_the_tv(
    open_page: OpenPage, open_seat: Callable[..., Page], short: Evening
) -> None:
    to_the_vote(short)
    tv, phone = open_page("/", wait=".provisional"), open_seat(2)
    short.play(Vote(Seat(2), ("JAA",)), Vote(Seat(3), ("NEEE",)), Vote(Seat(1), ("NE",)))
    tv.wait_for_selector(".reveal.plays")
    came_in = 0
    while phone.locator(".reveal .result.refused").count() == 0:
        phone.reload()
        phone.wait_for_selector(".reveal .result")
        own, shown = phone.evaluate(KNOWN), short.table.state(EVERYONE)["view"] or {}
        if shown["phase"] != "reveal":
            break
        came_in += 1
        told = [card for cards in shown["vote"]["revealed"].values() for card in cards]
        assert ",".join(told).startswith(own), "it knows what no page shows yet"
        assert "goes back" not in phone.content()
        state = short.table.state(seat_role(Seat(2)))
        assert (state["to_move"], state["scores"], state["may"]) == (None, None, [])
    assert came_in > 1
    tv.wait_for_selector(".reveal .result.refused >> text=goes back")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_where_motion_is_not_wanted(
    chromium: Any, server: Server, short: Evening, motion: str
) -> None:
    to_the_vote(short)
    context = chromium.new_context(viewport=TV, reduced_motion=motion)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.wait_for_selector(".provisional")
    short.play(Vote(Seat(2), ("JAA",)), Vote(Seat(3), ("NEEE",)), Vote(Seat(1), ("NE",)))
    newest = page.locator(".reveal .fresh")
    moves = newest.evaluate("card => getComputedStyle(card).animationName")
    assert (moves == "none") == (motion == "reduce")
    page.wait_for_selector(".reveal .result.refused >> text=goes back")
    context.close()


@pytest.mark.parametrize("variant", ["expert"])
def test_experts_choose_the_card_that_counts(
    open_page: OpenPage, open_seat: Callable[..., Page], evening: Evening
) -> None:
    evening.play_to(Choosing)
    seat = evening.seat
    phone, tv = open_seat(seat), open_page("/", wait=".town")
    assert phone.locator(".card-choice").count() == 0
    show_cards(phone)
    card = evening.state.cards_of(seat)[1]
    phone.click(f"[data-key='card-{card}']")
    before = moves_at(evening.table)
    phone.click("[data-key=confirm]")
    phone.wait_for_selector("text=Your card is fixed.")
    assert moves_at(evening.table) == before + 1
    evening.follow(Choose(seat, card))
    tv.wait_for_selector(".voters .done")
    assert card not in tv.inner_text(".turn")


def test_a_phone_whose_seat_is_taken_over_says_so_and_takes_it_back(
    open_page: OpenPage, open_seat: Callable[..., Page], short: Evening, host: Page
) -> None:
    to_the_vote(short)
    own, tv = open_seat(2), open_page("/", wait=".town")
    tap_vote(own, ("NEEE",))
    until_moved(own, short.table, 3)
    newcomer = open_seat(2)
    newcomer.wait_for_selector("#covered >> text=has just joined")
    assert newcomer.locator("[data-key=show-cards]").count() == 0
    tv.wait_for_selector("#faults >> text='Taken over by another phone: Bořivoj'")
    told = tv.locator("#faults p", has_text="Taken over")
    assert told.bounding_box()["height"] < 2 * TV_LINE_PX
    host.wait_for_selector("#faults >> text=If that was not Bořivoj, ask Bořivoj")
    own.wait_for_selector("#login >> text=taken over on another phone")
    own.click("[data-key=take-back]")
    own.wait_for_selector(INSIDE)
    newcomer.wait_for_selector("#login form")
    assert newcomer.locator("[data-key=take-back]").count() == 0
    tv.wait_for_selector("#faults:not(:has-text('Bořivoj'))", state="attached")
