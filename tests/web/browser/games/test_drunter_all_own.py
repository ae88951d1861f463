"""Drunter und Drüber with the players' own tiles, vote cards and building cards, without a phone."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from companion.games.drunter.bot import BOT
from companion.games.drunter.cards import points, standing
from companion.games.drunter.moves import Lay
from companion.games.drunter.pieces import Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State
from companion.games.drunter.turns import nobody_can_lay
from companion.games.game import HOST, Seat, Setup
from companion.table.access.access import Access
from companion.table.table import Table
from tests.games import bots
from tests.web.browser.conftest import INSIDE, PHONE, OpenPage, Page, until
from tests.web.browser.games.drunter_evening import OUTHOUSE_LAY, PLAYERS, tap_lay
from tests.web.browser.real_table import pages_of, table_without_eyes
from tests.web.conftest import PIN
from web.server import Server

pytestmark = pytest.mark.browser

OWN = Setup("drunter", PLAYERS, {"own_votes": True}, {"tiles": None, "cards": None})


@pytest.fixture
def table() -> Iterator[Table]:
    with table_without_eyes(OWN) as table:
        yield table


@pytest.fixture
def server(table: Table, access: Access) -> Iterator[Server]:
    """The pages of the real table, in place of one that stands still."""
    with pages_of(table, access) as server:
        yield server


@pytest.fixture
def host(open_page: OpenPage) -> Page:
    return open_page(f"/host?lang=en#pin={PIN}", wait=INSIDE)


def state_of(table: Table) -> State:
    state: State = table.history.state
    return state


def to_the_vote(host: Page, table: Table) -> None:
    """Lay by tap what nobody told the table to be anybody's."""
    for lay in (Lay(Seat(1), "street", 3, Square(14, 0), "south"), OUTHOUSE_LAY):
        tap_lay(host, lay)
    host.wait_for_selector("[data-key=sum-yes]")


def say(page: Page, **numbers: int) -> None:
    for key, number in numbers.items():
        page.fill(f"[data-key=sum-{key}]", str(number))
    page.click("[data-key=sums-say]")


def play_until_nobody_can_lay(table: Table) -> None:
    rng = Random(2)
    while not nobody_can_lay(state_of(table)):
        state = state_of(table)
        move = bots.next_move(GAME, BOT, state, len(state.seats), rng)
        assert move is not None
        words = dict(GAME.words(state, move))  # type: ignore[arg-type]
        seat = {} if move.seat is None else {"seat": state.seats[move.seat - 1]}
        table.submit(HOST, f"m{len(table.history.entries)}", {**seat, **words})


def tied_cards(state: State) -> tuple[str, str, str]:
    """Two cards that are worth the same, and one that is worth less."""
    left = standing(state.town)
    worth = {card: points(card, left) for card in state.town.board.types}
    pairs = [pair for pair in combinations(worth, 2) if worth[pair[0]] == worth[pair[1]]]
    one, other = max(pairs, key=lambda pair: worth[pair[0]])
    return one, other, min(worth, key=lambda card: worth[card])


def test_an_evening_without_phones_goes_from_the_first_tile_to_the_tie_that_is_settled(
    host: Page, open_page: OpenPage, table: Table
) -> None:
    tv = open_page("/", wait=".town")
    tv.wait_for_selector("text=Tiles not laid yet", state="attached")
    to_the_vote(host, table)
    tv.wait_for_selector("text=Turn up your vote cards")
    assert tv.locator("[data-key=sum-yes]").count() == 0
    say(host, yes=2, no=4)
    tv.wait_for_selector(".result >> text=goes back")
    assert len(state_of(table).town.tiles) == 1
    host.click("[data-key=sums-right]")
    assert host.input_value("[data-key=sum-no]") == "4"
    say(host, yes=4, no=4)
    tv.wait_for_selector(".result >> text=may lie")
    assert len(state_of(table).town.tiles) == 2
    play_until_nobody_can_lay(table)
    host.wait_for_selector("text=None of the tiles that are left fits anywhere")
    host.click("[data-key=pass]")
    cards = tied_cards(state_of(table))
    for name, card in zip(PLAYERS, cards, strict=True):
        host.wait_for_selector(f"#own >> text={name} turns up the cards")
        host.click(f"[data-key='card-{card}']")
        host.click("[data-key=confirm]")
    until(host, lambda: GAME.outcome(state_of(table)) is not None)
    say(host, **{PLAYERS[0]: 6, PLAYERS[1]: 9})
    until(host, lambda: state_of(table).left == (6, 9, 0))
    tv.wait_for_selector(f"#finale >> text={PLAYERS[1]} has the most votes left (9)")
    assert "vote" not in table.record().replace('"votes"', "").replace("own_votes", "")


def test_a_player_s_own_phone_passes_and_says_what_a_vote_came_to(
    host: Page, open_page: OpenPage, access: Access, table: Table
) -> None:
    to_the_vote(host, table)
    code = access.invite(Seat(3), PLAYERS[2]).code
    phone = open_page(f"/seat/3?lang=en#code={code}", PHONE, wait=INSIDE)
    say(phone, yes=0, no=1)
    phone.click("[data-key=pass]")
    until(phone, lambda: table.history.entries[-1].words == {"move": "pass"})
    phone.wait_for_selector("[data-key=pass]", state="detached")
    words = [entry.words["move"] for entry in table.history.entries]
    assert words == ["lay", "lay", "counted", "pass"]


def test_such_an_evening_is_begun_by_three_ticks(host: Page, table: Table) -> None:
    host.click("#start summary")
    host.check("[data-key=own-tiles]")
    host.wait_for_selector("#start >> text=draws 4 of three squares, 8 of two and 8 of one")
    host.check("[data-key=own-cards]")
    host.check("[data-option=own_votes]")
    before = table.history
    host.click("#start button.strong")
    until(host, lambda: table.history is not before)
    assert table.history.setup.dealt == {"tiles": None, "cards": None}
    assert state_of(table).own_votes
