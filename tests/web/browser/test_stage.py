"""The stage: a screen across the room, looked at from a sofa, in a real browser."""

from copy import deepcopy
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.game import EVERYONE
from tests.web.browser.conftest import (
    LAPTOP,
    PHONE,
    TV,
    OpenPage,
    Page,
    in_every_language,
    play,
    seat_link,
    until,
)
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment, carcassonne, throw
from web.pages.language import LANGUAGES, catalogue
from web.server import Server

pytestmark = pytest.mark.browser

Moments = dict[str, Moment]
READY = ".stage .news:not([hidden]), .stage.no-sitting .turn h2, .stage #finale h2"
LOW_TV = {"width": 1280, "height": 720}
LONG = (
    "Maximilian-Alexander",
    "Bořivoj Křesomyslový",
    "Cécile-Marie Dubois1",
    "Žofie Alžběta Dvořák",
    "Eva-Marie Schönbaum2",
)
TURN = [throw(*["cap"] * 8, "straight"), {"move": "stop", "take": "city"}]
SIZE_OF = "found => parseFloat(getComputedStyle(found).fontSize)"
SMALL_WORDS = """least => {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
        const part = walk.currentNode.parentElement;
        const range = document.createRange();
        range.selectNodeContents(walk.currentNode);
        const { width, top, bottom } = range.getBoundingClientRect();
        const seen = width > 1 && bottom > 0 && top < innerHeight;
        const isDrawn = part.closest("svg, .unseen, .skip, .caption, h3");
        const size = parseFloat(getComputedStyle(part).fontSize);
        if (seen && !isDrawn && size < least && walk.currentNode.textContent.trim())
            found.push([size, walk.currentNode.textContent]);
    }
    return found;
}"""
CUT_OFF = """() =>
    [...document.querySelectorAll(".race .name, .race .points, .turn h2 span, .turn .wait")]
    .filter(part => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const words = range.getBoundingClientRect();
        const card = part.closest("section").getBoundingClientRect();
        return words.right > card.right + 1 || words.bottom > card.bottom + 1
            || words.bottom > innerHeight || part.scrollWidth > part.clientWidth + 1;
    })
    .map(part => part.textContent)"""
COVERED = """([above, below]) => {
    const box = place => document.querySelector(place).getBoundingClientRect();
    const [one, other] = [box(above), box(below)];
    return one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
}"""
HEARD = """() => {
    window.heard = [];
    window.AudioContext = class {
        state = "running";
        currentTime = 0;
        constructor() { window.heard.push("made"); }
        resume() {}
    };
    const sounding = { connect: () => sounding, start() {}, stop() {} };
    window.OscillatorNode = function (_, { frequency }) {
        window.heard.push(frequency);
        return sounding;
    };
    window.GainNode = function () { return { ...sounding, gain: { setTargetAtTime() {} } }; };
}"""
SHOWN_PART = """() => {
    const found = getComputedStyle(document.querySelector("#picture .lens")).transform;
    if (found === "none") return { x: 0, y: 0, size: 1 };
    const { a, e, f } = new DOMMatrix(found);
    const lens = document.querySelector("#picture .lens");
    return { size: 1 / a, x: -e / a / lens.offsetWidth, y: -f / a / lens.offsetHeight };
}"""
SOFA_SHARE = 1170 / 1920
"""What a phone's picture keeps of a screen's pixels: a camera of 4,032 over 69 degrees sees the 122 cm
of a 55-inch screen three metres away as some 1,170 of its own."""


def long_names() -> Moment:
    return Moment(carcassonne(TURN * 7, LONG))


# -- read from across the room


@pytest.mark.parametrize("moment", ["before_throw", "proposed", "asked", "half_built"])
def test_whose_turn_and_the_scores_are_read_from_four_metres_in_every_language(
    open_page: OpenPage, stage: FakeTable, moments: Moments, moment: str
) -> None:
    play(stage, moments[moment])
    page = open_page("/?lang=en", TV, wait=READY)
    for _ in in_every_language(page, READY):
        assert_read_from_four_metres(page)


def assert_read_from_four_metres(page: Page) -> None:
    for part in (".turn h2", ".race .player", ".race .points"):
        assert all(found.evaluate(SIZE_OF) >= 64 for found in page.locator(part).all())
    assert page.locator(".race .points").count() == 3
    rail = page.locator(".rail").bounding_box()
    assert rail["width"] * rail["height"] >= 0.3 * TV["width"] * TV["height"]
    assert page.evaluate(SMALL_WORDS, 27.9) == []
    assert page.evaluate(CUT_OFF) == []
    game = page.locator(".news .game-name")
    assert game.evaluate("name => name.scrollHeight <= name.clientHeight"), game.inner_text()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("size", [TV, LOW_TV], ids=["1080", "720"])
def test_five_names_of_twenty_letters_fit(
    open_page: OpenPage, stage: FakeTable, size: dict[str, int]
) -> None:
    assert {len(name) for name in LONG} == {20}
    play(stage, long_names())
    page = open_page("/", size, wait=READY)
    assert page.locator(".race li").count() == 5
    assert page.evaluate(CUT_OFF) == []


def test_a_stage_has_no_menus_until_somebody_moves(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/", TV, wait=READY)
    menus = page.locator(".bar")
    assert menus.bounding_box()["y"] + menus.bounding_box()["height"] <= 0
    assert page.locator(".status").bounding_box()["y"] < 0
    page.mouse.move(300, 300)
    until(page, lambda: menus.bounding_box()["y"] == 0)
    page.click("nav >> text=Host")
    page.wait_for_url("**/host")


def test_the_code_is_scanned_from_a_sofa(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    for moment in ("no_sitting", "half_built", "asked", "over"):
        play(stage, moments[moment])
        page = open_page("/", TV, wait=".way .qr")
        page.wait_for_selector(READY, state="attached")
        shot = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert shot is not None
        far = cv2.resize(shot, None, fx=SOFA_SHARE, fy=SOFA_SHARE, interpolation=cv2.INTER_AREA)
        read, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(far)
        assert read.startswith("http://192.168.1.7:8000"), moment


# -- what is asked, and what is proposed


def test_a_question_shows_large_pictures_and_covers_nothing(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["asked"])
    page = open_page("/", TV, wait=".likely .die")
    page.wait_for_selector(READY)
    answers = [found.bounding_box() for found in page.locator(".likely li").all()]
    assert len(answers) == 3
    assert all(box["width"] >= 300 and box["height"] >= 160 for box in answers)
    assert all(
        box["width"] >= 64 for box in (die.bounding_box() for die in page.locator(".likely .die").all())
    )
    for below in ("#picture .frame", "#turn", "#scores"):
        assert not page.evaluate(COVERED, ["#proposal", below])


def test_nothing_moves_when_something_is_proposed(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["before_throw"])
    page = open_page("/", TV, wait=READY)
    page.wait_for_selector("#picture img[src]")
    places = ("#picture", "#turn", "#scores", "#joining")
    before = [page.locator(place).bounding_box() for place in places]
    play(stage, moments["proposed"])
    page.wait_for_selector("#proposal .asks")
    assert [page.locator(place).bounding_box() for place in places] == before


def test_the_picture_is_large_only_where_it_helps(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/", TV, wait=READY)
    scene, frame = page.locator("#game"), page.locator("#picture .frame")
    until(page, lambda: scene.bounding_box()["width"] > 2 * frame.bounding_box()["width"])
    play(stage, moments["asked"])
    until(page, lambda: frame.bounding_box()["height"] > 400)


# -- what happens is seen and heard


def later(moment: Moment, **changes: Any) -> Moment:
    """Return the moment with another state, a little later."""
    later = deepcopy(moment)
    state: Any = later.state
    state.update({"version": state["version"] + 1, **changes})
    return later


def test_every_die_of_the_last_throw_is_seen_whatever_the_name(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    state: Any = deepcopy(moments["half_built"].state)
    name = "Maximilian-Alexander"
    line = state["history"][-1] | {"seat": name}
    line["text"] = {"code": "move.throw", "params": {"faces": " ".join(["cap"] * 5 + ["corner"] * 4)}}
    seats = [name, *state["seats"][1:]]
    play(stage, later(moments["half_built"], seats=seats, history=[line]))
    page = open_page("/", TV, wait=READY)
    inside = page.locator("#news p").bounding_box()
    dice = [die.bounding_box() for die in page.locator("#news .die").all()]
    assert len(dice) == 9
    for die in dice:
        assert inside["x"] <= die["x"]
        assert die["x"] + die["width"] <= inside["x"] + inside["width"] + 1
        assert die["y"] + die["height"] <= inside["y"] + inside["height"] + 1


def test_a_passed_turn_and_won_points_are_seen_for_a_moment(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    first = Moment(carcassonne(TURN))
    play(stage, first)
    page = open_page("/", TV, wait=READY)
    assert page.locator(".passed, .gain").count() == 0
    won = later(first, scores={**(first.state["scores"] or {}), "Ana": 12}, to_move="Cécile")
    play(stage, won)
    page.wait_for_selector(".turn.passed")
    assert page.inner_text(".race li:nth-child(1) .gain") == "+12"
    assert page.inner_text(".turn h2") == "Cécile"
    page.wait_for_selector(".turn.passed", state="detached")
    page.wait_for_selector(".gain", state="detached")


def test_a_city_that_is_closed_is_seen(open_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["half_built"])
    page = open_page("/", TV, wait=READY)
    page.wait_for_selector(".city-drawing")
    play(stage, later(moments["closed"], version=7))
    page.wait_for_selector("#game.city-closed .wall.closed")
    page.wait_for_selector("#game.city-closed", state="detached")


def test_nothing_moves_for_who_wants_no_motion_and_nothing_flashes(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    moving = """() => document.getAnimations().map(({ effect }) => {
        const { duration, iterations } = effect.getComputedTiming();
        return [duration, iterations];
    })"""
    play(stage, moments["half_built"])
    page = open_page("/", TV, wait=READY)
    play(stage, later(moments["half_built"], to_move="Ana"))
    page.wait_for_selector(".turn.passed")
    assert page.evaluate(moving) == []
    page.emulate_media(reduced_motion="no-preference")
    play(stage, later(moments["half_built"], to_move="Bořivoj", version=9))
    until(page, lambda: page.inner_text(".turn h2") == "Bořivoj")
    found = page.evaluate(moving)
    assert found
    assert all(iterations == 1 and duration >= 300 for duration, iterations in found)


def test_a_stage_is_silent_until_somebody_switches_sounds_on(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/", TV, wait=READY)
    page.evaluate(HEARD)
    play(stage, later(moments["half_built"], to_move="Ana"))
    page.wait_for_selector(".turn.passed")
    assert page.evaluate("heard") == []
    page.mouse.move(300, 300)
    page.click("[data-key=stage-sound]")
    page.evaluate("heard.length = 0")
    play(stage, later(moments["half_built"], to_move="Bořivoj", version=9))
    until(page, lambda: len(page.evaluate("heard")) == 2)
    page.click("[data-key=stage-sound]")
    play(stage, later(moments["half_built"], to_move="Ana", version=11))
    until(page, lambda: page.inner_text(".turn h2") == "Ana")
    assert len(page.evaluate("heard")) == 2


# -- codes, and what is talked about


def test_the_codes_of_seats_have_their_addresses_and_are_closed(
    open_page: OpenPage, host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    host = host_page(size=LAPTOP)
    host.click("[data-key=show-codes]")
    page = open_page("/", TV, wait=".seat-codes .qr >> nth=2")
    for number, seat in enumerate(page.locator(".seat-codes li").all(), 1):
        assert f"192.168.1.7:8000/seat/{number}" in seat.inner_text()
        code, address = (seat.locator(f".typed {part}").bounding_box() for part in ("b", "span"))
        assert 0 <= code["y"] - address["y"] <= 2 * address["height"]
        assert abs(code["x"] - address["x"]) < 4
    page.click("[data-key=close-codes]")
    page.wait_for_selector(".seat-codes", state="detached")
    assert page.is_visible(".way .qr")


def test_a_single_code_stands_in_the_middle(
    open_page: OpenPage, host_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    host = host_page(size=LAPTOP)
    for seat in (1, 2):
        open_page(seat_link(host, seat), PHONE, wait="#inside:not([hidden])")
        host.wait_for_selector(f".phones li:nth-child({seat}) >> text=joined")
    host.click("[data-key=show-codes]")
    page = open_page("/", TV, wait=".seat-codes .qr")
    panel, code = (page.locator(part).bounding_box() for part in (".joining", ".seat-codes li"))
    assert abs(panel["x"] + panel["width"] / 2 - code["x"] - code["width"] / 2) < 20


def test_the_picture_never_cuts_off_what_is_talked_about(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    """Dice lie close together; what is noticed lies far away, in another corner."""
    moment = deepcopy(moments["asked"])
    state: Any = moment.state
    state["watch"]["seen"]["dice"] = state["watch"]["seen"]["dice"][:2]
    state["proposal"] = None
    play(stage, moment)
    page = open_page("/", TV, wait="#picture img[src]")
    for phase in ("read", "moving"):
        told = later(moment, version=3 if phase == "read" else 4)
        told.state["watch"]["phase"] = phase
        text: Any = {"code": "notice.by_tap", "params": {}, "places": [(0.95, 0.93)]}
        told.state["notice"] = text
        play(stage, told)
        page.wait_for_selector(".meant, .frame" if phase == "moving" else ".meant", state="attached")
        seen = page.evaluate(SHOWN_PART)
        assert seen["x"] + seen["size"] >= 0.99
        assert seen["y"] + seen["size"] >= 0.99


# -- the table is away, and the end


def test_a_stage_whose_table_is_away_says_so(
    open_page: OpenPage, stage: FakeTable, moments: Moments, server: Server
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/?lang=de", TV, "de", wait=READY)
    assert page.is_hidden("#away")
    server.stop()
    page.wait_for_selector("#away >> text=Verbindung wird gesucht")
    assert page.locator("#away").evaluate(SIZE_OF) >= 64


def test_the_end_fills_the_screen(open_page: OpenPage, stage: FakeTable, moments: Moments) -> None:
    play(stage, moments["over"])
    page = open_page("/", TV, wait="#finale h2")
    box = page.locator("#finale").bounding_box()
    assert box["width"] * box["height"] >= 0.9 * TV["width"] * TV["height"]
    assert page.inner_text("#finale h2") == "Bořivoj"
    assert "Nine catapults" in page.inner_text("#finale .why")
    assert page.locator("#finale .ranking li").count() == 3
    assert page.locator("#finale h2").evaluate(SIZE_OF) >= 100
    assert not page.is_visible("#turn")
    play(stage, moments["before_throw"])
    page.wait_for_selector("#finale", state="hidden")
    assert page.is_visible("#turn")


def test_the_ranking_the_reason_and_the_highlights_are_told_where_they_are_known(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    ranking = [
        {"name": name, "rank": rank, "score": score, "won": rank == 1}
        for rank, (name, score) in enumerate([("Bořivoj", 9), ("Ana", 4), ("Cécile", 2)], 1)
    ]
    end: Any = {
        "ranking": ranking,
        "why": {"code": "carcassonne_dice.over.catapults", "params": {}},
        "highlights": [{"name": "Ana", "text": {"code": "stage.gain", "params": {"points": 7}}}],
        "picture": None,
        "evening": {
            "number": 1,
            "games": 2,
            "standings": [{"name": "Ana", "rank": 1, "wins": 2, "games": 2}],
        },
    }
    play(stage, later(moments["over"], end=end))
    page = open_page("/", TV, wait="#finale .highlights")
    assert "7 points" in page.inner_text("#finale .highlights")
    assert "2 wins" in page.inner_text("#finale .of-evening")
    assert page.locator("#finale .points").all_inner_texts() == ["9", "4", "2"]


# -- a phone is none


def test_what_is_only_for_a_screen_across_the_room_is_fetched_only_there(
    open_page: OpenPage, stage: FakeTable, moments: Moments
) -> None:
    play(stage, moments["half_built"])
    page = open_page("/api/openapi.json", PHONE, wait="html")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page.url.replace("/api/openapi.json", "/"))
    page.wait_for_selector("#history .line")
    assert not [url for url in asked if "/stage." in url]
    page.set_viewport_size(TV)
    page.wait_for_selector(READY)
    assert len([url for url in asked if "/stage." in url]) == 3
    page.set_viewport_size(PHONE)
    page.wait_for_selector("#history .line")
    assert page.is_visible(".bar")
    assert page.is_visible("#scores")
    assert page.evaluate("document.documentElement.scrollHeight > innerHeight")


def first_page(page: Page) -> str:
    words: str = page.inner_text("#greeting")
    return words


@pytest.mark.parametrize("size", [PHONE, TV], ids=["phone", "tv"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomers_first_page_says_what_this_is_and_asks_three_things(
    open_page: OpenPage, stage: FakeTable, moments: Moments, size: dict[str, int], language: str
) -> None:
    play(stage, moments["no_sitting"])
    page = open_page(f"/?lang={language}", size, language, wait="#greeting .demonstration")
    assert page.locator("#greeting li").count() == 3
    assert "Carcassonne" in first_page(page)
    assert catalogue(language)["greeting.another"] in first_page(page)
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate("document.getAnimations().length") >= 3
    if size == TV:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    play(stage, moments["before_throw"])
    page.wait_for_selector("#greeting", state="hidden")
    assert stage.state(EVERYONE)["sitting"]
