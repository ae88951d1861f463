"""Gruftmeister's pages in a real browser, at a real table: by tap, by keyboard, on phone and screen."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.game import EVERYONE, HOST, Seat, seat_role
from companion.games.gruftmeister.board import CHEST
from companion.games.gruftmeister.crypt import TREASURE
from companion.games.gruftmeister.moves import OWN, EndTurn, Found
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import Fighting, Peeking, Turning
from companion.games.history import History
from companion.games.record import read_record, setup_words
from companion.table.access.access import Access
from tests.web.browser.conftest import PHONE, TV, OpenPage, Page, lose_one_answer, until
from tests.web.browser.games.crypt_evening import (
    PLAYERS,
    Evening,
    evening_on,
    seat_of,
    setup_of,
    short_crypt,
    tap,
)
from tests.web.browser.real_table import moves_at, pages_of, until_moved
from tests.web.browser.test_accessible import faults
from tests.web.conftest import PIN
from web.pages.language import LANGUAGES
from web.server import Server

pytestmark = pytest.mark.browser

Phones = Callable[[str], Page]
"""Opens the page of a player who has joined."""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
RECORDS = Path(__file__).parents[3] / "games" / "records"
SHORT_SEED = 26
"""Four bots play so for 172 moves, with all kinds of moves but those of keys and tools."""


@pytest.fixture
def evening() -> Iterator[Evening]:
    with evening_on(setup_of(3)) as evening:
        yield evening


@pytest.fixture
def short() -> Iterator[Evening]:
    with evening_on(setup_of(SHORT_SEED, crypt=short_crypt())) as evening:
        yield evening


@pytest.fixture
def server(request: pytest.FixtureRequest, access: Access) -> Iterator[Server]:
    """The pages of the table at which the test's evening is played."""
    name = "short" if "short" in request.fixturenames else "evening"
    evening: Evening = request.getfixturevalue(name)
    with pages_of(evening.table, access) as server:
        yield server


@pytest.fixture
def phones(open_page: OpenPage, access: Access) -> Phones:
    def open_one(name: str, language: str = "en", theme: str = "light") -> Page:
        code = access.invite(seat_of(name), name).code
        path = f"/seat/{seat_of(name)}?lang={language}#code={code}"
        return open_page(path, PHONE, language, wait="#inside:not([hidden]) .crypt", theme=theme)

    return open_one


def test_a_turn_by_tap(evening: Evening, phones: Phones) -> None:
    """Steps, a chest, what was found taken, and the end of the turn."""
    page = phones("Ana")
    for _ in range(14):
        move = evening.next_move()
        tap(page, evening, move)
        evening.follow(move)
        until_moved(page, evening.table, evening.made + 1)
        evening.made += 1
        if isinstance(move, EndTurn):
            break
    assert evening.name == "Bořivoj"
    until(page, lambda: "Bořivoj" in page.locator("#turn h2").inner_text())
    assert page.locator(".target").count() == 0
    assert evening.table.history.state == evening.state


def test_a_tap_far_away_walks_all_the_way(evening: Evening, phones: Phones) -> None:
    page = phones("Ana")
    far = page.locator(".target.walk", has_text="3").first
    where = far.get_attribute("data-key")
    far.click()
    until_moved(page, evening.table, 3)
    assert str(evening.table.history.state.mover.master) == where


def test_a_chest_some_steps_away_is_opened_and_its_question_is_in_sight(
    evening: Evening, phones: Phones
) -> None:
    """The crypt lies far below what is asked, on a phone."""
    page = phones("Ana")
    chests = [f"{cell}" for cell in evening.state.closed if evening.state.board.kind(cell) == CHEST]
    lit = page.evaluate("[...document.querySelectorAll('.target.walk')].map(e => e.dataset.key)")
    far = next(key for key in lit if key in chests)
    page.evaluate("document.querySelector('.crypt-place').scrollIntoView({ block: 'start' })")
    page.click(f".target[data-key='{far}']")
    asked = page.locator("[data-key=found]")
    asked.wait_for()
    until(page, lambda: 0 < asked.bounding_box()["y"] < PHONE["height"])


def test_a_wrong_step_is_taken_back_on_the_phone_that_made_it(evening: Evening, phones: Phones) -> None:
    page, other = phones("Ana"), phones("Bořivoj")
    undo = page.locator("[data-key=undo]")
    assert undo.count() == 0
    before = evening.table.history.state
    near = ".target.walk"
    closed = [f"{cell}" for cell in evening.state.closed]
    lit = page.evaluate(f"[...document.querySelectorAll('{near}')].map(e => e.dataset.key)")
    page.click(f"{near}[data-key='{next(key for key in lit if key not in closed)}']")
    undo.wait_for()
    assert other.locator("[data-key=undo]").count() == 0
    for left in range(len(evening.table.history.steps()) - 1, -1, -1):
        undo.click()
        page.wait_for_function(
            "left => !!document.querySelector('[data-key=undo]') === left > 0", arg=left
        )
        assert len(evening.table.history.steps()) == left
    assert evening.table.history.state == before


def test_the_large_crypt_stays_where_one_looks(evening: Evening, phones: Phones) -> None:
    """Only a step moves it; what is tapped besides does not."""
    page = phones("Ana")
    where = "(e => [e.scrollLeft, e.scrollTop])(document.querySelector('.crypt-place.large'))"
    until(page, lambda: page.evaluate(where) != [0, 0])
    before = page.evaluate(where)
    page.locator(".deeds button").first.click()
    until_moved(page, evening.table, 1)
    page.wait_for_selector("[data-key=see]")
    assert page.evaluate(where) == before


def test_the_same_by_keyboard(evening: Evening, phones: Phones) -> None:
    page = phones("Ana")
    page.locator("[data-key=figure-servant]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-key=figure-servant][aria-pressed=true]")
    target = page.locator(".target.walk").first
    where = target.get_attribute("data-key")
    target.focus()
    page.keyboard.press("Enter")
    until_moved(page, evening.table, 1)
    until(page, lambda: str(evening.table.history.state.mover.servant) == where)


def test_what_is_seen_under_a_door_stands_on_its_own_phone_only(
    short: Evening, phones: Phones, open_page: OpenPage
) -> None:
    short.play_until(Peeking)
    own = phones(short.name)
    other = next(name for name in PLAYERS if name != short.name)
    watching = phones(other)
    screen = open_page("/", TV, wait=".crypt")
    host = open_page(f"/host?lang=en#pin={PIN}", TV, wait="#inside:not([hidden]) .crypt")
    own.wait_for_selector("[data-key=see]")
    for page in (watching, screen, host):
        assert page.locator("[data-key=see], .answers .thing").count() == 0
    hint = host.locator("#own .hint").inner_text()
    assert short.name in hint
    short.table.looking.camera_is("running")
    for page in (own, watching, screen):
        page.wait_for_selector(".no-picture:has-text('hidden')", state="attached")
    move = short.next_move()
    tap(own, short, move)
    short.follow(move)
    until(own, lambda: short.table.history.state == short.state)


def test_a_phone_that_takes_a_seat_over_is_not_asked_what_lies_under_a_door(
    short: Evening, phones: Phones
) -> None:
    short.play_until(Peeking)
    own = phones(short.name)
    own.wait_for_selector("[data-key=see]")
    newcomer = phones(short.name)
    newcomer.wait_for_selector("#covered >> text=has just joined")
    newcomer.wait_for_selector("#own h3 >> text=What lies under the door")
    assert newcomer.locator("#own button").count() == 0
    own.click("[data-key=take-back]")
    own.wait_for_selector("[data-key=see]")


def test_a_fight_is_a_small_show(short: Evening, phones: Phones) -> None:
    short.play_until(Fighting)
    page = phones(short.name)
    page.wait_for_selector("[data-key=throw]")
    assert page.locator(".fight .hearts .full").count() == short.state.mover.hearts
    assert page.locator(".fight .chances dd").count() == 3
    move = short.next_move()
    count = moves_at(short.table)
    tap(page, short, move)
    until_moved(page, short.table, count + 1)
    short.follow(move)
    page.wait_for_selector(".fallen li")
    shown = page.locator(".fallen li").count()
    assert shown == len(short.state.blow.faces)  # type: ignore[union-attr]
    assert page.locator(".what-happened li").count() == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit_in_every_language(
    short: Evening, phones: Any, open_page: OpenPage, language: str
) -> None:
    short.play_until(Fighting)
    phone = phones(short.name, language, "dark")
    screen = open_page(f"/?lang={language}", TV, language, wait=".crypt")
    for page in (phone, screen):
        assert not page.evaluate(TOO_WIDE)
        assert page.locator("text=gruftmeister.").count() == 0


def test_a_screen_for_all_shows_what_four_players_have(evening: Evening, open_page: OpenPage) -> None:
    screen = open_page("/", TV, wait=".stage-haves")
    assert screen.locator(".stage-haves .hearts").count() == 4
    last = screen.locator(".stage-haves").last.bounding_box()
    assert last["y"] + last["height"] <= TV["height"]


def test_on_a_screen_for_all_the_map_fills_what_is_beside_the_names(
    evening: Evening, open_page: OpenPage
) -> None:
    screen = open_page("/", TV, wait=".stage .crypt")
    assert screen.locator(".crypt .edge-name").count() == 0, "nobody taps there: no coordinates"
    evening.play(*(move for move in (evening.next_move(),) if move.kind == "step"))
    screen.wait_for_selector("#news >> text=The master walks")
    scene = screen.locator(".scene").bounding_box()

    def width() -> float:
        drawn = screen.evaluate("document.querySelector('.crypt .rock').getBoundingClientRect().width")
        return float(drawn)

    until(screen, lambda: width() > 0.85 * scene["width"])


def test_what_the_phone_shows_is_found_laid_open_and_picked_up_in_one_tap(
    short: Evening, phones: Phones
) -> None:
    short.play_until(Turning)
    while isinstance(short.next_move(), Found) and len(short.state.mover.master_bag) > 1:
        short.play()
        short.play_until(Turning)
    page = phones(short.name)
    shown = short.state.under[short.state.waiting.cell]  # type: ignore[union-attr]
    count = moves_at(short.table)
    page.click("[data-key=found-take]")
    until_moved(page, short.table, count + 2)
    assert shown in short.table.history.state.mover.master_bag


def test_a_door_or_coffin_some_steps_away_is_walked_to_and_dealt_with_in_one_tap(
    evening: Evening, phones: Phones
) -> None:
    page = phones("Ana")
    far = page.locator(".target.deed text")
    for _ in range(12):
        if far.count():
            break
        evening.play()
        while evening.name != "Ana" or evening.state.turn.begun:
            evening.play()
        until(page, lambda: page.locator(".target").count() > 0)
    steps, made = int(far.first.text_content()), moves_at(evening.table)
    far.first.evaluate("text => text.parentNode.dispatchEvent(new MouseEvent('click'))")
    until_moved(page, evening.table, made + steps + 1)
    kinds = [entry.words["move"] for entry in evening.table.history.entries[made:]]
    assert kinds == ["step"] * steps + [kinds[-1]]
    assert kinds[-1] in ("peek", "fight")


def test_treasures_carried_home_are_dropped_in_one_tap_of_which_one_is_reminded(
    short: Evening, phones: Phones
) -> None:
    def is_home() -> bool:
        mover, home = short.state.mover, short.state.home_of(short.state.turn.seat)
        return mover.servant == home and any(
            short.state.crypt.kinds[thing] == TREASURE for thing in mover.servant_bag
        )

    while not is_home():
        short.play()
    page = phones(short.name)
    seat, before = short.state.turn.seat, short.state.mover.home
    page.wait_for_selector("text=until then they do not count")
    page.click("[data-key=all-home]")
    until(page, lambda: short.table.history.state.players[seat - 1].home > before)


def test_after_a_win_the_host_lets_the_others_play_on(evening: Evening, open_page: OpenPage) -> None:
    setup, entries = read_record((RECORDS / "gruftmeister_whole_game.jsonl").read_text().splitlines())
    evening.table.start_sitting(setup_words(setup))
    for number, (_, entry) in enumerate(entries):
        words = {**entry.words, "seat": setup.seats[(entry.seat or Seat(1)) - 1]}
        role = seat_role(entry.seat) if entry.seat and words["move"] in OWN else HOST
        evening.table.submit(role, f"r{number}", words)
    page = open_page(f"/host?lang=en#pin={PIN}", TV, wait="[data-key=play-on]")
    page.click("[data-key=play-on]")
    until(page, lambda: evening.table.state(EVERYONE)["outcome"] is None)
    page.wait_for_selector("[data-key=play-on]", state="detached")
    assert evening.table.state(EVERYONE)["to_move"] != "Bob"


def test_pages_have_no_faults_that_axe_finds(
    short: Evening, phones: Phones, open_page: OpenPage
) -> None:
    phone = phones("Ana")
    assert faults(phone) == []
    short.play_until(Fighting)
    fighter = phone if short.name == "Ana" else phones(short.name)
    fighter.wait_for_selector("[data-key=throw]")
    assert faults(fighter) == []
    screen = open_page("/", TV, wait=".crypt")
    assert faults(screen) == []


def test_a_crypt_is_laid_by_tap_and_begun(evening: Evening, open_page: OpenPage) -> None:
    host = open_page(f"/host?lang=en#pin={PIN}", TV, wait="#inside:not([hidden]) .crypt")
    host.click("text=Start another game")
    host.click(".crypt-setup summary")
    shipped = evening.table.history.setup.dealt.get("layout")
    assert shipped is None
    host.click("[data-key=part-0-0]")
    host.click("[data-key=part-1-2]")
    host.click("[data-key=part-1-1]")
    host.click("[data-key=part-1-1]")
    host.select_option("[data-key=colour-0]", "yellow")
    host.select_option("[data-key=colour-3]", "red")
    host.check("[data-option=deal_stones]")
    before = evening.table.history.setup
    host.click("button:has-text('Start')")
    until(host, lambda: evening.table.history.setup != before)
    setup = evening.table.history.setup
    assert setup.dealt["layout"] == [["b", "c", "j", "f"], ["i", "a+1", "e", "k"], ["g", "l", "d", "h"]]
    colours = {"Ana": "yellow", "Bořivoj": "blue", "Cid": "green", "Dana": "red"}
    assert setup.dealt["colours"] == colours
    assert "stones" in setup.dealt


def test_one_fight_alone_is_fought_by_tap(evening: Evening, open_page: OpenPage) -> None:
    fighter: dict[str, Any] = {"carries": ["sword", "shield"]}
    words: dict[str, Any] = {"game": "gruftmeister", "seats": ["Ana"], "fighter": fighter}
    evening.table.start_sitting({**words, "options": {"fight_only": True}})
    host = open_page(f"/host?lang=en#pin={PIN}", TV, wait="[data-key=throw]")
    host.click("[data-key=side-sword]")
    host.click("[data-key=throw]")
    host.wait_for_selector(".crown")
    assert "The monster is dead." in host.locator("#turn").inner_text()


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_whole_game_on_four_phones_with_reloads_and_lost_connections(
    short: Evening, phones: Phones, open_page: OpenPage
) -> None:
    """The end on every page is that of the record, and of the rules."""
    pages = {name: phones(name) for name in PLAYERS}
    screen = open_page("/", TV, wait=".crypt")
    rng, made = Random(8), 0
    while not short.is_over:
        page, move = pages[short.name], short.next_move()
        count = moves_at(short.table)
        if rng.random() < 0.06:
            page.reload()
            page.wait_for_selector(".crypt")
        if rng.random() < 0.05:
            lose_one_answer(page)
        lost = rng.random() < 0.05
        twice = rng.random() < 0.2
        if lost:
            page.context.set_offline(True)
            with page.expect_event("requestfailed", lambda request: "/moves" in request.url):
                tap(page, short, move, twice=twice)
            page.context.set_offline(False)
        else:
            tap(page, short, move, twice=twice)
        until_moved(page, short.table, count + 1)
        short.follow(move)
        made += 1
        if not short.is_over:
            await_newest(pages[short.name], short)
    assert moves_at(short.table) == made
    assert short.table.history.state == short.state
    setup, entries = read_record(short.table.record().splitlines())
    history = History.begin(GAME, setup)
    for _, entry in entries:
        history = history.add(entry.seat, entry.words)
    state = history.state
    assert GAME.outcome(state) == GAME.outcome(short.state)
    told = {role: short.table.state(role)["outcome"] for role in (HOST, EVERYONE, seat_role(Seat(1)))}
    assert len({json.dumps(outcome) for outcome in told.values()}) == 1
    for page in (*pages.values(), screen):
        page.wait_for_selector(".crown >> visible=true")


def await_newest(page: Page, evening: Evening) -> None:
    """Wait until the page shows the last move that was made."""

    def is_shown() -> bool:
        numbers = page.locator("#history .number").all_inner_texts()
        return bool(numbers) and int(numbers[0]) == moves_at(evening.table)

    until(page, is_shown)


@pytest.mark.parametrize("size", [PHONE, TV], ids=["phone", "tv"])
def test_the_host_ends_a_game_that_stands_still_and_only_after_a_second_word(
    evening: Evening, open_page: OpenPage, size: dict[str, int]
) -> None:
    for number in range(2 * len(PLAYERS)):
        evening.table.submit(HOST, f"pass {number}", {"move": "end_turn"})
    shown = open_page("/?lang=en", size, wait=".stand")
    assert "the host can end the game" in shown.inner_text(".stand")
    assert shown.locator("[data-key=end-game]").count() == 0
    page = open_page(f"/host?lang=en#pin={PIN}", size, wait="[data-key=end-game]")
    assert not page.evaluate(TOO_WIDE)
    page.dblclick("[data-key=end-game]")
    page.wait_for_selector("dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert evening.table.state(EVERYONE)["outcome"] is None
    assert page.locator("[data-key=undo]").count() == 1
    page.focus("[data-key=end-game]")
    page.keyboard.press("Enter")
    assert faults(page) == []
    page.set_viewport_size(size)
    page.dblclick("[data-key=sure]")
    until(page, lambda: evening.table.state(EVERYONE)["outcome"] is not None)
    shown.wait_for_selector("text=the host ended the game >> visible=true")
    page.wait_for_selector("[data-key=undo]", state="detached")
    assert page.locator("#history li").count() > 0
    assert page.locator("#history button.line").count() == 0
    assert page.locator("#toast.open").count() == 0
