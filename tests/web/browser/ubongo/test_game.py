"""Ubongo in real browsers: a whole game by taps, the glass, the calls, the gems, the end."""

import pytest

from companion.games.game import HOST, Seat
from companion.games.history import History
from companion.games.record import read_record
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import Phase
from tests.web.browser.conftest import (
    LAPTOP,
    PHONE,
    TV,
    OpenPage,
    Page,
    assert_has_words,
    in_every_language,
    lose_one_answer,
    until,
)
from tests.web.browser.real_table import moves_at, until_moved
from tests.web.browser.test_accessible import AXE, faults
from tests.web.browser.ubongo.conftest import OpenSeat
from tests.web.browser.ubongo.evening import PLAYERS, Evening
from tests.web.conftest import PIN

pytestmark = pytest.mark.browser

SCENE = ".stage:not(.ended) .gem-board, .stage.ended .won-picture"
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
CUT_OFF = """() => [...document.querySelectorAll(
        ".turn h2, .turn .wait, #scores, .gem-board, #timer, .end-ranking")]
    .filter(part => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map(part => part.outerHTML.slice(0, 80))"""
TWICE = "button => { button.click(); button.click(); }"
LIT = """() => [...document.querySelectorAll(".sand-lamp i")].map(lamp => Number(lamp.style.opacity))"""
TONES = """globalThis.tones = [];
globalThis.AudioContext = class { state = "running"; currentTime = 0; destination = {}; resume() {}
    addEventListener() {} };
globalThis.GainNode = class { gain = { setTargetAtTime() {} }; connect(to) { return to; } };
globalThis.OscillatorNode = class {
    constructor(_context, { frequency }) { this.hz = frequency; }
    connect(to) { return to; }
    start() { tones.push(this.hz); }
    stop() {}
};"""
"""Stands in for the browser's sound: what is heard is written down."""


# -- a whole game


@pytest.mark.parametrize("options", [{"rounds": 6}])
def test_four_phones_play_a_whole_game_with_reloads_lost_answers_and_double_taps(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening
) -> None:
    """What the pages made is what the record says, and what the rules say of the same moves."""
    tv, phones = open_page("/", wait=".gem-board"), [open_seat(seat) for seat in (1, 2, 3, 4)]
    taps = 0
    for number in range(6):
        starter = phones[number % 4]
        if number % 4 == 1:
            starter.reload()
        starter.locator("[data-key=symbol-elephant]").evaluate(TWICE)
        callers = phones[: 1 + number % 4] if number != 4 else []
        for phone in phones:
            phone.wait_for_selector(".ubongo-button")
        away = callers[0] if number % 3 == 2 else None
        if away is not None:
            away.context.set_offline(True)
        if callers and number % 3 == 1:
            lose_one_answer(callers[-1])
        for phone in callers:
            phone.locator(".ubongo-button").evaluate(TWICE)
        if away is not None:
            away.wait_for_selector("text=it is being sent again")
            until(tv, lambda: len(evening.state.called) == len(callers) - 1)  # noqa: B023 - called at once
            away.context.set_offline(False)
        until(tv, lambda: len(evening.state.called) == len(callers))  # noqa: B023 - called at once
        for place, phone in enumerate(callers):
            if number % 2:
                phone.reload()
            take(phone, evening, Seat(place + 1), number)
        taps += 1 + 2 * len(callers)
        assert moves_at(evening.table) == taps
        evening.pass_time(46)
        taps += 1
        if not callers:
            phones[3].click("[data-key=turn-glass]")
            until_moved(tv, evening.table, taps + 1)
            evening.pass_time(46)
            taps += 2
    tv.wait_for_selector("#finale h2")
    assert moves_at(evening.table) == taps
    setup, entries = read_record(evening.table.record().splitlines())
    history = History.begin(GAME, setup)
    for _, entry in entries:
        history = history.play(entry.seat, entry.words)
    assert history.state == evening.state
    assert evening.state.round.phase is Phase.ENDED
    shown = [int(points) for points in tv.locator("#scores .points").all_inner_texts()]
    assert shown == [*GAME.scores(history.state)]
    for phone in phones:
        phone.wait_for_selector(".end-ranking")


def take(phone: Page, evening: Evening, seat: Seat, number: int) -> None:
    """Choose one of the rows within reach, and take; each tap twice."""
    # A call beside it may leave it less reach: the phone must have been told of all of them.
    called = len(evening.state.called)
    until(phone, lambda: phone.locator(".caller").count() == called)
    rows = [*evening.state.rows_in_reach(seat)]
    row = rows[number % len(rows)]
    phone.locator(f"[data-key=row-{row}]").evaluate(TWICE)
    assert phone.get_attribute(f"[data-key=row-{row}]", "aria-pressed") == "true"
    phone.locator("[data-key=take]").evaluate(TWICE)
    until(phone, lambda: seat in evening.state.round.taken)
    assert evening.state.pawn(seat) == row


def test_the_host_plays_a_round_for_all_by_the_keyboard_alone(host: Page, evening: Evening) -> None:
    def press(key: str) -> None:
        host.locator(f"[data-key='{key}']").focus()
        host.keyboard.press("Enter")

    press("symbol-mask")
    press("call-Cid")
    host.wait_for_selector("[data-key=row-0]")
    row = next(evening.state.rows_in_reach(Seat(3)))
    press(f"board-{row}")
    press("take")
    until_moved(host, evening.table, 3)
    press("time-up")
    until(host, lambda: evening.state.round.number == 2)
    assert evening.state.pawn(Seat(3)) == row


# -- the glass


def test_the_sand_is_shown_as_the_boxs_lamps_and_runs_with_the_table(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening
) -> None:
    tv, phone = open_page("/", wait=".gem-board"), open_seat(2)
    evening.move("start", symbol="hand")
    for page in (tv, phone):
        page.wait_for_selector("[role=timer] .seconds")
        assert len(page.evaluate(LIT)) == 8
        assert min(page.evaluate(LIT)) > 0
    evening.pass_time(30)
    evening.move("call", "Ana")
    for page in (tv, phone):
        page.wait_for_selector(".caller >> text=Ana")
        assert sum(lit > 0 for lit in page.evaluate(LIT)) in (2, 3)
        assert int(page.inner_text(".seconds")) <= 15


def test_the_glass_is_laid_on_its_side_and_stood_up_on_a_phone(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening
) -> None:
    tv, phone = open_page("/", wait=".gem-board"), open_seat(2)
    evening.move("start", symbol="hand")
    phone.click("[data-key=pause]")
    tv.wait_for_selector("#timer.paused >> text=lies on its side")
    left = tv.inner_text(".seconds")
    evening.pass_time(100)
    assert evening.state.round.phase is Phase.RUNNING
    phone.click("[data-key=pause]")
    tv.wait_for_selector("#timer:not(.paused)")
    assert int(left) - int(tv.inner_text(".seconds")) <= 1
    assert tv.locator("#timer [data-key=pause]").count() == 0


@pytest.mark.parametrize("options", [{"seconds": 5}])
def test_the_last_seconds_tick_and_the_end_is_seen_and_heard(
    open_page: OpenPage, evening: Evening
) -> None:
    tv = open_page("/", wait=".gem-board")
    tv.add_init_script(TONES)
    tv.reload()
    tv.mouse.move(300, 300)
    tv.click("[data-key=sound]")
    tv.wait_for_selector("[data-key=sound][aria-pressed=true]")
    evening.move("start", symbol="hand")
    tv.wait_for_selector(".glass.last")
    until(tv, lambda: len(tv.evaluate("tones")) >= 2)
    assert len(set(tv.evaluate("tones"))) == 1
    evening.pass_time(5)
    tv.wait_for_selector("#timer.over >> text=The time is up!")
    assert len(set(tv.evaluate("tones"))) == 4
    heard = len(tv.evaluate("tones"))
    tv.click("[data-key=light]")
    evening.move("turn_glass")
    tv.wait_for_selector("[role=timer]")
    assert tv.locator(".sand").count() == 0
    until(tv, lambda: len(tv.evaluate("tones")) > heard)


def test_who_opens_the_page_later_hears_no_end_of_long_ago(
    open_page: OpenPage, evening: Evening
) -> None:
    tv = open_page("/", wait=".gem-board")
    tv.add_init_script(TONES)
    tv.mouse.move(300, 300)
    tv.click("[data-key=sound]")
    evening.play_round()
    tv.wait_for_selector("#timer.over")
    tv.reload()
    tv.wait_for_selector("#timer.over")
    assert tv.evaluate("tones") == []


def test_nobody_called_and_any_phone_turns_the_glass_once_more(
    open_seat: OpenSeat, evening: Evening
) -> None:
    phone = open_seat(3)
    evening.move("start", symbol="hand")
    evening.pass_time(45)
    phone.locator("[data-key=turn-glass]").evaluate(TWICE)
    phone.wait_for_selector(".ubongo-button")
    assert evening.state.round.turned
    assert moves_at(evening.table) == 3


def test_a_take_that_was_made_in_time_is_entered_after_the_end(host: Page, evening: Evening) -> None:
    evening.move("start", symbol="hand")
    evening.move("call", "Dana")
    evening.pass_time(45)
    host.click("summary >> text=A take was in time")
    host.click("[data-key=in-time]")
    row = evening.table.history.start.pawn(Seat(4))
    host.click(f"[data-key=row-{row}]")
    host.click("[data-key=take]")
    until(host, lambda: Seat(4) in evening.state.round.taken)
    evening.pass_time(100)
    assert evening.state.round.phase is Phase.RUNNING
    host.click("[data-key=time-up]")
    until(host, lambda: evening.state.round.number == 2)
    assert len(evening.state.won[3]) == 2


def test_the_host_says_what_the_box_shows_the_glass_with(host: Page, evening: Evening) -> None:
    evening.move("start", symbol="hand")
    host.select_option("[data-key=box-shows]", "light")
    until(host, lambda: evening.table.state(HOST)["glass"]["shows"] == "light")


# -- calls


def test_a_dead_heat_is_shown_and_decided_on_a_phone(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening
) -> None:
    tv, phone = open_page("/", wait=".gem-board"), open_seat(4)
    evening.move("start", symbol="hand")
    evening.move("call", "Bořivoj")
    for name in ("Ana", "Cid"):
        evening.move("call", name, dead_heat=True)
    tv.wait_for_selector(".heat >> text=Called at the same moment")
    until(tv, lambda: tv.locator(".heat .caller").count() == 3)
    assert tv.locator(".dead-heat button").count() == 0
    phone.click("[data-key=first-Cid]")
    phone.click("[data-key=first-Ana]")
    tv.wait_for_selector(".heat", state="detached")
    assert [evening.name(seat) for seat in evening.state.called] == ["Cid", "Ana", "Bořivoj"]
    reaches = tv.locator(".may-move").all_inner_texts()
    assert reaches == ["up to 3 fields", "up to 2 fields", "up to 1 field"]


def test_a_false_call_is_taken_back_and_the_later_ones_move_up(
    open_seat: OpenSeat, evening: Evening
) -> None:
    ana, dana = open_seat(1), open_seat(4)
    evening.move("start", symbol="hand")
    ana.click(".ubongo-button")
    ana.wait_for_selector("[data-key=take]")
    dana.click(".ubongo-button")
    dana.wait_for_selector("text=Move up to 2 fields")
    assert dana.locator("[data-key=false-Ana]").count() == 0
    ana.click("[data-key=false-Ana]")
    dana.wait_for_selector("text=Move up to 3 fields")
    ana.wait_for_selector(".ubongo-button")


def test_a_call_by_mistake_is_taken_back_from_the_history(
    open_seat: OpenSeat, host: Page, evening: Evening
) -> None:
    ana = open_seat(1)
    evening.move("start", symbol="hand")
    ana.click(".ubongo-button")
    ana.wait_for_selector("[data-key=take]")
    host.click(".history .line >> text=calls")
    host.click("[data-key=correct-call]")
    host.wait_for_selector("#correct", state="detached")
    ana.wait_for_selector(".ubongo-button")
    assert evening.state.called == ()


def test_who_called_into_the_void_is_told_once_the_round_is_over(
    open_seat: OpenSeat, evening: Evening
) -> None:
    phone = open_seat(2)
    evening.move("start", symbol="hand")
    phone.wait_for_selector(".ubongo-button")
    phone.context.set_offline(True)
    phone.click(".ubongo-button")
    phone.wait_for_selector("text=it is being sent again")
    evening.pass_time(45)
    phone.context.set_offline(False)
    phone.wait_for_selector("#toast.open >> text=Too late")
    assert evening.state.called == ()


def test_what_was_chosen_before_the_reach_changed_is_not_taken(
    open_seat: OpenSeat, evening: Evening
) -> None:
    """A row chosen for three fields is no choice any more where only two are left."""
    ana = open_seat(1)
    evening.move("start", symbol="hand")
    evening.move("call", "Ana")
    row = next(evening.state.rows_in_reach(Seat(1)))
    ana.click(f"[data-key=row-{row}]")
    evening.move("call", "Bořivoj", dead_heat=True)
    ana.wait_for_selector("text=Move up to 2 fields")
    assert ana.locator("[data-key=take]").is_disabled()


@pytest.mark.parametrize("options", [{"late_takes": True}])
def test_late_takes_go_in_the_order_of_the_calls(open_seat: OpenSeat, evening: Evening) -> None:
    ana, dana = open_seat(1), open_seat(4)
    evening.move("start", symbol="hand")
    for phone in (dana, ana):
        phone.click(".ubongo-button")
        phone.wait_for_selector("text=Wait for your turn to take")
        evening.pass_time(1)  # at the same moment it would be a dead heat
    evening.pass_time(43)
    dana.wait_for_selector(".my-turn [data-key=take]")
    assert ana.locator("[data-key=take]").count() == 0
    for seat, phone in ((Seat(4), dana), (Seat(1), ana)):
        row = [*evening.state.rows_in_reach(seat)][-1]
        phone.click(f"[data-key=row-{row}]")
        phone.click("[data-key=take]")
    until(ana, lambda: evening.state.round.number == 2)


@pytest.mark.parametrize("options", [{"extra_seconds": {"Cid": 15}}])
def test_a_child_with_more_time_goes_on_when_the_others_are_out(
    open_seat: OpenSeat, evening: Evening
) -> None:
    ana, cid = open_seat(1), open_seat(3)
    evening.move("start", symbol="hand")
    evening.pass_time(45)
    ana.wait_for_selector("text=Your time is up. Others have more.")
    cid.click(".ubongo-button")
    cid.wait_for_selector("[data-key=take]")


# -- the gems on the board


def test_the_form_asks_for_fields_gems_and_ones_own_glass(host: Page, evening: Evening) -> None:
    host.click("#start summary")
    host.wait_for_selector("[data-key=pawn-4]")
    host.locator("#start [name=player]").nth(1).fill("Maximilian")
    host.wait_for_selector("label:has([data-key=pawn-2]) >> text=Maximilian")
    host.select_option("[data-key=pawn-2]", "5")
    host.check("[data-key=gems-seen]")
    host.click("[data-key=measure]")
    host.wait_for_selector("text=Now it is through")
    evening.pass_time(51.8)
    host.click("[data-key=measure]")
    host.wait_for_selector("text=Your glass runs 52 seconds, to the nearest whole one")
    assert host.input_value("[data-option=seconds]") == "52"
    host.click("#start button.strong")
    until(host, lambda: evening.state.round.phase is Phase.LAYING_OUT)
    assert [*evening.state.pawns] == [0, 5, 2, 3]
    assert set(evening.state.seconds) == {52}


def test_what_is_agreed_for_a_player_stays_with_that_player(host: Page, evening: Evening) -> None:
    del evening
    host.click("#start summary")
    host.click("summary:has-text('More seconds')")
    host.fill("label:has-text('Cid') >> input[type=number]", "30")
    host.select_option("label:has-text('Cid') >> select", "4")
    host.click("#start >> text=The next one begins")
    host.wait_for_selector("label:has-text('Cid'):has([data-key=pawn-2])")
    assert host.input_value("label:has-text('Cid') >> input[type=number]") == "30"
    assert host.input_value("label:has-text('Cid') >> select") == "4"
    assert host.input_value("label:has-text('Dana') >> input[type=number]") == "0"


def test_the_rules_are_told_with_the_games_own_numbers(host: Page, evening: Evening) -> None:
    evening.move("start", symbol="hand")
    evening.move("call", "Ana")
    host.click("#open-rules")
    host.wait_for_selector("#rules[open] >> text=The glass runs 45 seconds")
    assert host.locator("#rules .piece").count() == 12
    assert "Ana moves up to 3 fields" in host.inner_text("#rules .rules-now")
    told = host.inner_text("#rules")
    assert "which 3 of the 12 pieces fill the shape; they may be rotated and turned over" in told
    assert "whoever grabs first has the gems" in told


def test_the_end_says_who_has_won_and_why(open_page: OpenPage, evening: Evening) -> None:
    evening.play_to_the_end()
    outcome = GAME.outcome(evening.state)
    assert outcome is not None
    tv = open_page("/", wait="#finale h2")
    for seat in outcome.winners:
        assert PLAYERS[seat - 1] in tv.inner_text("#finale .ranking")
    best = max(GAME.scores(evening.state))
    assert str(best) in tv.inner_text("#finale .why")


# -- how it looks


def go_to(evening: Evening, moment: str) -> None:
    evening.play_round()
    if moment == "calls":
        evening.move("start", symbol="elephant")
        evening.move("call", "Cid")
        for name in ("Ana", "Dana", "Bořivoj"):
            evening.move("call", name, dead_heat=name != "Ana")
    if moment == "end":
        evening.play_to_the_end()


@pytest.mark.parametrize("moment", ["roll", "calls", "end"])
def test_it_fits_phone_and_tv_in_every_language(
    open_page: OpenPage, open_seat: OpenSeat, evening: Evening, moment: str
) -> None:
    go_to(evening, moment)
    phone, tv = open_seat(2), open_page("/?lang=en", TV, wait=SCENE)
    for language in in_every_language(phone, ".gem-board"):
        assert not phone.evaluate(TOO_WIDE), language
        assert_has_words(phone, "ubongo")
    for language in in_every_language(tv, SCENE):
        assert tv.evaluate(CUT_OFF) == [], language
        assert_has_words(tv, "ubongo")


def test_the_hosts_page_fits_a_narrow_phone(open_page: OpenPage, evening: Evening) -> None:
    evening.move("start", symbol="hand")
    phone = open_page(f"/host?lang=en#pin={PIN}", PHONE, wait="[data-key=box-shows]")
    for language in in_every_language(phone, "[data-key=box-shows]"):
        assert not phone.evaluate(TOO_WIDE), language


def test_on_a_laptop_glass_board_and_rows_to_take_are_in_sight_at_once(
    open_page: OpenPage, evening: Evening
) -> None:
    evening.move("start", symbol="snake")
    evening.move("call", "Ana")
    host = open_page(f"/host?lang=en#pin={PIN}", LAPTOP, wait="[data-key^=row-]")
    # The gems of this evening were chosen by hand: that is said in a line that other games lack.
    host.evaluate("document.getElementById('faults').hidden = true")
    for part in (".seconds", ".gem-board", ".calls", "[data-key^=row-] >> nth=-1"):
        box = host.locator(part).last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= LAPTOP["height"], part
    assert not host.evaluate(TOO_WIDE)


def test_whose_turn_the_points_and_the_time_are_read_from_three_metres(
    open_page: OpenPage, evening: Evening
) -> None:
    size = "place => parseFloat(getComputedStyle(place).fontSize)"
    tv = open_page("/", wait=".gem-board")
    evening.move("start", symbol="elephant")
    for part in (".turn h2", "#scores .points", "[role=timer] .seconds"):
        tv.wait_for_selector(part)
        assert tv.locator(part).first.evaluate(size) >= 48, part
    assert tv.locator(".gem-board .gem").first.bounding_box()["height"] >= 48


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is missing: npm ci brings it")
@pytest.mark.parametrize("moment", ["roll", "calls", "end"])
def test_nobody_is_shut_out(
    open_page: OpenPage, open_seat: OpenSeat, host: Page, evening: Evening, moment: str
) -> None:
    go_to(evening, moment)
    pages = {"table": open_page("/", wait=SCENE), "host": host, "seat": open_seat(2)}
    found = {}
    for name, page in pages.items():
        page.wait_for_selector(SCENE if name == "table" else ".gem-board")
        if page.locator(".take-row").count():
            page.locator(".take-row").first.click()
        found[name] = faults(page)
    assert not {name: what for name, what in found.items() if what}


def test_ubongo_is_played_on_the_phones_page_at_once(open_seat: OpenSeat, evening: Evening) -> None:
    """The button is there without scrolling, and large."""
    phone = open_seat(2, size=PHONE)
    evening.move("start", symbol="elephant")
    box = phone.wait_for_selector(".ubongo-button").bounding_box()
    assert box["y"] + box["height"] <= PHONE["height"]
    assert box["height"] >= 200
