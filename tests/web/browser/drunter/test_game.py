"""Drunter und Drüber in real browsers: a whole game by taps, what lies where, the end."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from companion.games.drunter.moves import Lay, Move, Vote
from companion.games.drunter.pieces import Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import Declaring, Ended, Laying, Voting
from companion.games.game import Seat
from companion.games.history import History
from companion.games.record import read_record
from tests.web.browser.conftest import (
    INSIDE,
    LAPTOP,
    TV,
    OpenPage,
    Page,
    assert_has_words,
    in_every_language,
    lose_one_answer,
)
from tests.web.browser.games.drunter_evening import OUTHOUSE_LAY, Evening, evening_on, tap, tap_lay
from tests.web.browser.real_table import moves_at, until_moved
from tests.web.browser.test_accessible import AXE, faults
from tests.web.conftest import PIN

pytestmark = pytest.mark.browser

TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
CUT_OFF = """() => [...document.querySelectorAll(".turn h2, .turn .wait, .town, .standing-table tr")]
    .filter(part => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map(part => part.outerHTML.slice(0, 80))"""
LOW_TV = {"width": 1280, "height": 720}
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".dealt :is(li, .name, .tile-count, .notice)")]
    .filter(part => {
        const card = part.closest(".odds").getBoundingClientRect();
        const { left, right, bottom } = part.getBoundingClientRect();
        return right > card.right || left < card.left || bottom > Math.min(card.bottom, innerHeight);
    }).map(part => part.textContent)"""
SCENE = ".stage:not(.ended) .town, .stage.ended .won-picture"
HIDDEN_CARDS = """() => {
    const { bottom } = document.querySelector(".reveal ol").getBoundingClientRect();
    return [...document.querySelectorAll(".reveal .vote-card")]
        .filter(card => card.getBoundingClientRect().bottom > bottom + 1)
        .map(card => card.textContent);
}"""
READY: dict[type, str] = {
    Laying: "[data-key^=tile-]:not(:disabled)",
    Voting: ".voters ~ .veil [data-key=show-cards]",
    Declaring: "[data-key=declare-yes]",
}
"""What a page shows to the player who is to move, by the phase."""


def test_four_browsers_play_a_whole_game_with_reloads_lost_answers_and_double_taps(
    open_page: OpenPage, open_seat: Callable[..., Page], short: Evening
) -> None:
    wanted = [Lay(Seat(1), "street", 3, Square(14, 0), "south"), OUTHOUSE_LAY]
    play_it_whole(open_page, open_seat, short, wanted)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_same_with_all_the_tiles_of_the_box(
    open_page: OpenPage, open_seat: Callable[..., Page], evening: Evening
) -> None:
    play_it_whole(open_page, open_seat, evening, [])


def play_it_whole(
    open_page: OpenPage, open_seat: Callable[..., Page], evening: Evening, wanted: Sequence[Move]
) -> None:
    """What the pages made is what the record says, and what the rules say of the same moves."""
    tv, phones = open_page("/", wait=".town"), [open_seat(seat) for seat in (1, 2, 3)]
    made = 0
    while GAME.outcome(evening.state) is None:
        move = wanted[made] if made < len(wanted) else evening.bot_move()
        phone = phones[evening.seat - 1]
        if made % 3 == 0:
            phone.reload()
        phone.wait_for_selector(f".my-turn {READY[type(evening.state.phase)]}")
        away = made % 5 == 2
        if away:
            phone.context.set_offline(True)
        elif made % 4 == 1:
            lose_one_answer(phone)
        tap(phone, move, twice=True)
        if away:
            phone.wait_for_selector("text=it is being sent again")
            assert moves_at(evening.table) == made
            phone.context.set_offline(False)
        made += 1
        until_moved(phone, evening.table, made)
        evening.follow(move)
    tv.wait_for_selector("#finale h2")
    assert moves_at(evening.table) == made
    setup, entries = read_record(evening.table.record().splitlines())
    history = History.begin(GAME, setup)
    for _, entry in entries:
        history = history.play(entry.seat, entry.words)
    assert history.state == evening.state
    scores = GAME.scores(evening.state)
    assert scores is not None
    shown = [int(points) for points in tv.locator("#scores .points").all_inner_texts()]
    assert shown == [*scores]
    for phone in phones:
        phone.wait_for_selector(".end-table")


def test_a_game_is_played_by_the_keyboard_alone(host: Page, evening: Evening) -> None:
    """The host lays for whoever is to move: tile, place, confirmation, without a mouse."""
    for _ in range(3):
        move = next(
            move
            for move in GAME.legal_moves(evening.state)
            if isinstance(move, Lay) and move.kind == "wall" and move.length < 3
        )
        count = moves_at(evening.table) + 1
        host.wait_for_selector(f"[data-key=tile-{move.kind}-{move.length}]:not(:disabled)")
        tap_lay(host, move, keyboard=True)
        until_moved(host, evening.table, count)
        evening.follow(move)
        host.wait_for_selector(f".turn h2 >> text={evening.name}")


def test_on_a_laptop_what_lays_the_tile_is_in_sight_beside_the_board(
    open_page: OpenPage, evening: Evening
) -> None:
    laptop = open_page(f"/host?lang=en#pin={PIN}", LAPTOP, wait=INSIDE)
    lay = next(one for one in GAME.legal_moves(evening.state) if isinstance(one, Lay))
    laptop.click(f"[data-key=tile-{lay.kind}-{lay.length}]")
    key = f"lay-{lay.kind}-{lay.length}-{lay.gang.column}-{lay.gang.row}-{lay.towards}"
    laptop.locator(f"[data-key='{key}'] .field").first.click()
    laptop.wait_for_selector("[data-key=lay-it]")
    laptop.evaluate("scrollTo(0, 0)")
    place = laptop.locator("[data-key=lay-it]").bounding_box()
    assert place["y"] + place["height"] <= 768


def test_everybody_is_told_which_tiles_to_take_until_the_first_is_laid(
    open_page: OpenPage, host: Page, open_seat: Callable[..., Page], short: Evening
) -> None:
    """The table deals: a phone tells its own tiles, the table's page and the host's everybody's."""
    all_told = "text=Everybody takes these tiles from the box"
    tv, phone, other = open_page("/", TV, wait=".town"), open_seat(1), open_seat(2)
    for page in (tv, host):
        page.wait_for_selector(all_told, state="attached")
    assert not tv.evaluate(CUT_OFF)
    phone.wait_for_selector(".tiles-to-take")
    told = phone.locator(".tiles-to-take [role=img]").all()
    assert [each.get_attribute("aria-label") for each in told] == [
        "1 × Street, 1 square",
        "1 × Street, 3 squares",
        "1 × River, 1 square",
    ]
    phone.click("[data-key=tiles-taken]")
    phone.wait_for_selector(".tiles-to-take", state="detached")
    other.wait_for_selector(".tiles-to-take")
    short.play(Lay(Seat(1), "street", 3, Square(14, 0), "south"))
    other.wait_for_selector(".tiles-to-take", state="detached")
    tv.wait_for_selector(all_told, state="detached")


def test_the_host_takes_a_lay_back(host: Page, evening: Evening) -> None:
    evening.play()
    host.wait_for_selector(".tile.fresh")
    host.click("[data-key=undo]")
    host.wait_for_selector(".tile.fresh", state="detached")


def test_a_wall_tile_between_both_gangs_belongs_to_the_one_that_is_named(
    open_seat: Callable[..., Page], meeting: Evening
) -> None:
    """Both may take it: a button gives it to the other gang before it is confirmed."""
    phone = open_seat(3)
    phone.click("[data-key=tile-wall-1]")
    phone.locator("[data-key='lay-wall-1-12-0-east'] .field").dispatch_event("click")
    taken = phone.get_attribute(".lay.chosen", "data-key")
    phone.click("[data-key=other-gang]")
    other = phone.get_attribute(".lay.chosen", "data-key")
    assert {taken, other} == {"lay-wall-1-12-0-east", "lay-wall-1-13-1-north"}
    phone.click("[data-key=lay-it]")
    until_moved(phone, meeting.table, 9)
    gang: Any = meeting.table.history.entries[-1].words["gang"]
    assert other == f"lay-wall-1-{gang[0]}-{gang[1]}-{'north' if gang[0] == 13 else 'east'}"


@pytest.mark.parametrize("moment", ["lay", "vote", "end"])
def test_it_fits_phone_and_tv_in_every_language(
    open_page: OpenPage, open_seat: Callable[..., Page], evening: Evening, moment: str
) -> None:
    go_to(evening, moment)
    seat = GAME.to_move(evening.state) or Seat(1)
    phone, tv = open_seat(seat), open_page("/?lang=en", TV, wait=SCENE)
    for language in in_every_language(phone, ".town"):
        if moment == "end":  # all cards are open
            phone.wait_for_selector("[data-key=show-cards]", state="detached")
        else:
            phone.click("[data-key=show-cards]")
        assert not phone.evaluate(TOO_WIDE), language
        assert_has_words(phone, "drunter")
    for language in in_every_language(tv, SCENE):
        assert tv.evaluate(CUT_OFF) == [], language
        assert_has_words(tv, "drunter")


FULL_HANDS = ("Ana", "Maximilian-Alexander", "Křesomysl", "Žofie")


@pytest.fixture
def players() -> int:
    return 3


@pytest.fixture
def dealt(players: int) -> Iterator[Evening]:
    """Nothing has been laid: the tiles are taken from the box."""
    with evening_on(players=FULL_HANDS[:players]) as evening:
        yield evening


@pytest.mark.parametrize("size", [TV, LOW_TV], ids=["1080", "720"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_tv_shows_who_takes_which_tiles(
    open_page: OpenPage, dealt: Evening, size: dict[str, int]
) -> None:
    tv = open_page("/?lang=en", size, wait=".open-hands")
    for language in in_every_language(tv, ".open-hands"):
        assert tv.locator(".open-hands li").count() == len(dealt.setup.seats)
        assert tv.evaluate(OUT_OF_SIGHT) == [], language
    dealt.play()
    tv.wait_for_selector(".dealt", state="detached")
    assert tv.locator(".standing-table").first.is_visible()


@pytest.mark.parametrize("players", [4])
def test_a_tv_shows_every_card_that_was_turned_up(open_page: OpenPage, dealt: Evening) -> None:
    dealt.play_to(Voting)
    tv = open_page("/", TV, wait=".voters")
    voters = [Seat(1 + (dealt.seat - 1 + step) % 4) for step in range(4)]
    for seat in voters:
        dealt.play(Vote(seat, ("JAAA", "NEEE", "JEEIIN" if seat == voters[-1] else "NEE")))
    assert isinstance(dealt.state.phase, Declaring)
    tv.wait_for_selector(".reveal.plays .result >> text=its owner says")
    assert tv.locator(".reveal .vote-card").count() == 12
    assert tv.evaluate(HIDDEN_CARDS) == []


def test_whose_turn_and_the_points_are_read_from_three_metres(
    open_page: OpenPage, evening: Evening
) -> None:
    size = "place => parseFloat(getComputedStyle(place).fontSize)"
    evening.play()
    tv = open_page("/", wait=".town")
    assert tv.locator(".turn h2").evaluate(size) >= 64
    assert tv.locator(".standing-table .sum").first.evaluate(size) >= 48
    assert tv.locator(".town .building").first.bounding_box()["height"] >= 48
    go_to(evening, "end")
    tv.wait_for_selector("#finale .points")
    assert tv.locator("#finale .points").first.evaluate(size) >= 64


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it")
@pytest.mark.parametrize("moment", ["lay", "vote", "end"])
def test_nobody_is_shut_out(
    open_page: OpenPage, open_seat: Callable[..., Page], evening: Evening, moment: str
) -> None:
    go_to(evening, moment)
    seat = GAME.to_move(evening.state) or Seat(1)
    pages = {
        "table": open_page("/", wait=SCENE),
        "host": open_page(f"/host#pin={PIN}", wait=INSIDE),
        "seat": open_seat(seat),
    }
    pages["seat"].wait_for_selector(".town")
    for key in ("[data-key=show-cards]", "[data-key^=tile-]:not(:disabled)"):
        if pages["seat"].locator(key).count():
            pages["seat"].locator(key).first.click()
    found = {name: faults(page) for name, page in pages.items()}
    assert not {name: what for name, what in found.items() if what}


def go_to(evening: Evening, moment: str) -> None:
    phases = {"vote": Voting, "end": Ended}
    if moment in phases:
        evening.play_to(phases[moment])
    else:
        for _ in range(6):
            evening.play()


def test_rules_and_the_form_for_a_new_game(host: Page, evening: Evening) -> None:
    del evening
    host.click("#open-rules")
    host.wait_for_selector("#rules[open] >> text=✓ 5 : 7 ✕")
    assert host.locator("#rules .rules-now li").count() >= 1
    host.keyboard.press("Escape")
    host.click("#start summary")
    host.wait_for_selector("#start >> text=looks at their own on a phone")
    host.select_option("#start [data-option=variant]", "expert")
    host.check("#start [data-option=deal_specials]")
    host.click("#start button.strong")
    assert host.locator("#start select[data-option=board] option").count() == 1
