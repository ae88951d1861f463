"""Yacht's pages in a real browser: the sheets, the advice, every tap, and the simulated hands."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest

from companion.games.game import EVERYONE, HOST, Seat, Setup, Words, seat_role
from companion.games.history import History, Step
from companion.games.record import entry_words, name_of
from companion.games.yacht.rules import GAME
from companion.games.yacht.sheets import SHEETS
from companion.table.plays.yacht.play import PLAY
from companion.table.shapes.moves import HistoryLine
from companion.table.shapes.state import StateShape
from tests.web.browser.conftest import (
    LAPTOP,
    PHONE,
    TV,
    OpenPage,
    Page,
    in_every_language,
    play,
    until,
)
from tests.web.fake_table import Anything, FakeTable, end_of, nothing_played
from tests.web.scenes import SIZE_WH, Moment, Table, photograph
from vision.readings.dice import Die
from web.pages.language import LANGUAGES, catalogue

pytestmark = pytest.mark.browser

THREE = ("Ana", "Bořivoj", "Cécile")
EIGHT = (*THREE, "Dana", "Maximilian", "Eva-Marie", "Jo", "Christophe")
THIRTEEN = {"sheet": "thirteen", "extra_bonus": True}
UNSEEN = """() => {
    const card = document.querySelector("#game").getBoundingClientRect();
    return [...document.querySelectorAll(".sheet th, .sheet td")].filter(cell => {
        const { left, right, bottom } = cell.getBoundingClientRect();
        return left < card.left || right > card.right || bottom > Math.min(card.bottom, innerHeight);
    }).length;
}"""
SPILLED = """() => [...document.querySelectorAll(".sheet td > *, .sheet .box-name, .ways .what")]
    .filter(part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
    .map(part => part.textContent)"""
HIDDEN_WORDS = """() => {
    const placeOf = part => part.getBoundingClientRect();
    const dice = [...document.querySelectorAll(".turn .lying .die")].map(placeOf);
    const over = (one, other) =>
        one.left < other.right && other.left < one.right &&
        one.top < other.bottom && other.top < one.bottom;
    return [...document.querySelectorAll(".turn h2, .turn .wait")].filter(words => {
        const range = document.createRange();
        range.selectNodeContents(words);
        return [...range.getClientRects()].some(word => dice.some(die => over(word, die)));
    }).map(words => words.textContent);
}"""
CUT_OFF = "(card => card.scrollHeight - card.clientHeight)(document.getElementById('turn'))"
"""By how many pixels what the turn's card says is longer than the card."""
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def throw(faces: str, kept: str = "") -> Words:
    more: Any = {"kept": list(kept)} if kept else {}
    return {"move": "throw", "faces": list(faces), **more}


def score(box: str) -> Words:
    return {"move": "score", "box": box}


def moment(
    moves: Sequence[Words], seats: Sequence[str] = THREE, options: dict[str, Any] | None = None
) -> Moment:
    """Play the moves by the rules; return what the table tells everyone, and its picture."""
    setup = Setup("yacht", tuple(seats), {} if options is None else options)
    history = History.begin(GAME, setup)
    for words in moves:
        history = history.play(GAME.to_move(history.state), words)
    state = told(history)
    state["history"] = [line(setup, step) for step in history.steps()]
    picture, reading = photograph(Table(loose=history.state.lying), frame=42)
    return Moment(
        state, picture, [in_the_picture(number, die) for number, die in enumerate(reading.dice)]
    )


def told(history: History) -> StateShape:
    """Return how the game stands, as the table tells it to everyone who may move."""
    state, game, setup = nothing_played(), history.state, history.setup
    to_move, outcome, view = GAME.to_move(game), GAME.outcome(game), GAME.view(game, EVERYONE)
    state["sitting"], state["game"], state["seats"] = "1", GAME.name, list(setup.seats)
    state["to_move"] = name_of(setup, to_move) if to_move else None
    state["scores"] = dict(zip(setup.seats, game.totals, strict=True))
    state["view"], state["odds"] = view, GAME.odds(game)
    state["may"] = [str(kind) for kind in cast(list[str], view["may"])]
    if outcome:
        state["outcome"] = {"winners": [name_of(setup, seat) for seat in outcome.winners], "why": ""}
        state["end"] = end_of(state)
    return state


def line(setup: Setup, step: Step) -> HistoryLine:
    """Return what the history says of a move."""
    words = entry_words(setup, step.entry)
    said = PLAY.line(words, step)
    return {
        "number": step.number,
        "seat": str(words["seat"]),
        "text": {"code": said.code, "params": dict(said.params)},
        "move": words,
        "at": "2026-01-06T19:00:00Z",
        "by": "camera",
        "undone": False,
        "corrected": False,
    }


def in_the_picture(number: int, die: Die) -> dict[str, Any]:
    """Return what the simulator says of a die."""
    width, height = SIZE_WH
    return {
        "id": number,
        "face": die.face,
        "centre": [die.centre_px.x / width, die.centre_px.y / height],
        "corners": [[at.x / width, at.y / height] for at in die.corners_px],
        "angle": die.angle_deg,
    }


def before_throw() -> Moment:
    return moment([throw("66611"), score("full_house")])


def thrown_again() -> Moment:
    """The upper boxes count for a bonus; two fives were kept."""
    turns = [throw("66652"), score("sixes"), throw("44416"), score("fours")]
    return moment([*turns, throw("55123"), throw("245", "55")], options=THIRTEEN)


def joker() -> Moment:
    """Five alike once more: a hundred points, and only the box of their face."""
    first = [throw("66666"), score("five_of_a_kind"), throw("11234"), score("ones")]
    others = [throw("11234"), score("chance")]
    return moment([*first, *others, throw("44444")], options=THIRTEEN)


def eight_seats() -> Moment:
    boxes = ("fives", "fours", "five_of_a_kind", "large_straight", "chance")
    turns = [words for box in boxes for _ in EIGHT for words in (throw("55544"), score(box))]
    return moment([*turns, throw("55566"), throw("66", "555"), throw("5", "5566")], EIGHT, THIRTEEN)


def over() -> Moment:
    boxes = SHEETS["yacht"].names
    return moment([words for box in boxes for words in (throw("12345"), score(box))], ("Ana",))


MOMENTS: dict[str, Callable[[], Moment]] = {
    make.__name__: make for make in (before_throw, thrown_again, joker, eight_seats, over)
}


@pytest.fixture(scope="session")
def yacht() -> dict[str, Moment]:
    """Every moment, made once."""
    return {name: make() for name, make in MOMENTS.items()}


def cell(page: Page, box: str, seat: int) -> Any:
    """Return a seat's cell of a box, by the box's English name."""
    row = page.locator(".sheet tbody tr").filter(has_text=box)
    return row.locator("td").nth(seat - 1)


@pytest.mark.parametrize("name", MOMENTS)
def test_sheets_fit_phone_and_tv_in_every_language(
    open_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment], name: str
) -> None:
    play(stage, yacht[name])
    page = open_page("/?lang=en", PHONE, wait=".sheet")
    for language in in_every_language(page, ".sheet"):
        assert not page.evaluate(TOO_WIDE), language
    page.set_viewport_size(TV)
    for language in in_every_language(page, ".sheet"):
        assert page.evaluate(UNSEEN) == 0, language
        assert page.evaluate(SPILLED) == [], language
        assert "undefined" not in page.inner_text("main")


@pytest.mark.parametrize("path", ["/host", "/simulator"])
def test_the_hosts_pages_fit_a_phone(
    host_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment], path: str
) -> None:
    for name in ("thrown_again", "eight_seats"):
        play(stage, yacht[name])
        assert not host_page(path, PHONE).evaluate(TOO_WIDE)


@pytest.mark.parametrize("thrown", ["thrown_again", "joker", "eight_seats"])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_dice_beside_the_picture_hide_no_words(
    host_page: OpenPage,
    stage: FakeTable,
    yacht: dict[str, Moment],
    size: dict[str, int],
    thrown: str,
) -> None:
    play(stage, yacht[thrown])
    page = host_page("/simulator", size)
    for language in in_every_language(page, ".turn .lying .die"):
        assert page.evaluate(HIDDEN_WORDS) == [], language
        assert page.evaluate(CUT_OFF) <= 0, language


def test_a_screen_for_all_shows_what_the_dice_would_get_and_has_no_buttons(
    open_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["thrown_again"])
    page = open_page("/", wait=".sheet")
    assert page.locator("main button").count() == 0
    assert cell(page, "Sixes", 1).inner_text() == "18"
    assert cell(page, "Fives", 3).text_content() == "▲15"
    assert cell(page, "Full house", 3).locator(".option").inner_text() == "0"
    assert cell(page, "Bonus", 1).inner_text() == "45 to go"
    assert page.locator(".sheet th.moves .now").count() == 1
    assert "Cécile" in page.inner_text(".sheet th.moves")


def test_kept_dice_are_framed_and_named(
    open_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["thrown_again"])
    page = open_page("/", PHONE, wait=".lying")
    assert page.locator(".lying .kept .die").count() == 2
    assert "kept" in page.inner_text(".lying .kept")
    assert page.locator(".lying .thrown .die").count() == 3
    assert "throw 2 of 3" in page.inner_text(".facts")


def test_advice_names_the_best_ways_and_what_they_are_worth(
    open_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["thrown_again"])
    page = open_page("/", wait=".ways")
    ways = page.locator(".ways li")
    assert ways.count() == 4
    odds: Any = yacht["thrown_again"].state["odds"]
    assert ways.first.inner_text().split()[-1] == f"{odds['expected']:.1f}"
    assert page.locator(".ways li.best").count() == 1
    play(stage, yacht["eight_seats"])
    page.wait_for_selector("#odds >> text=Which box?")
    assert ways.count() == 3


def test_a_joker_is_explained(open_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]) -> None:
    play(stage, yacht["joker"])
    page = open_page("/", wait=".note")
    assert page.locator(".sheet .option").count() == 1
    assert "100 extra points" in page.inner_text("#odds")


def test_the_end_names_the_winner_and_the_points(
    open_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["over"])
    page = open_page("/", wait="#finale h2")
    assert "the best sheet has 60 points" in page.inner_text("#finale .why")
    assert page.text_content(".sheet .total td") == "★60"


def test_a_tap_on_the_sheet_scores(
    host_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["thrown_again"])
    page = host_page(size=PHONE)
    button = page.locator("[data-key=score-chance]")
    assert button.get_attribute("aria-label") == "Chance: 21 points"
    stage.calls.expect("submit", HOST, Anything(), score("chance"), answer=7)
    button.focus()
    page.keyboard.press("Enter")
    until(page, lambda: stage.calls.done)


def test_a_player_scores_on_the_own_page_only_in_the_own_turn(
    invited_phone: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["thrown_again"])
    phone = invited_phone(3, wait="#inside:not([hidden]) .sheet")
    assert "you" in phone.inner_text(".sheet th.own.moves")
    stage.calls.expect("submit", seat_role(Seat(3)), Anything(), score("fives"), answer=7)
    phone.click("[data-key=score-fives]")
    until(phone, lambda: stage.calls.done)
    state = yacht["thrown_again"].state.copy()
    state["may"], state["version"] = [], 2
    stage.show(state, seat_role(Seat(3)))
    phone.wait_for_selector("span.option")
    assert phone.locator("button.option").count() == 0


def test_a_first_throw_is_entered_by_tap(
    host_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["before_throw"])
    page = host_page(size=PHONE)
    page.click("#enter summary")
    for face in "66512":
        page.click(f"[data-key=add-{face}]")
    stage.calls.expect("submit", HOST, Anything(), throw("66512"), answer=3)
    page.click("#enter [data-key=throw]")
    until(page, lambda: stage.calls.done)


def test_a_throw_of_some_dice_is_entered_by_tap(
    host_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    """The dice are 2 4 5 5 5; what is tapped too often can be taken back."""
    play(stage, yacht["thrown_again"])
    page = host_page(size=PHONE)
    page.click("#enter summary")
    for place in (0, 1, 2, 3):
        page.click(f"[data-key=keep-{place}]")
    assert page.locator("[data-key=keep-4]").is_disabled()
    page.click("[data-key=keep-0]")
    page.click("[data-key=add-6]")
    page.click("[data-key=add-1]")
    stage.calls.expect("submit", HOST, Anything(), throw("61", "455"), answer=7)
    page.click("#enter [data-key=throw]")
    until(page, lambda: stage.calls.done)


@pytest.mark.parametrize(
    ("number", "way", "right"),
    [
        (6, "was thrown", throw("2455", "5")),
        (6, "was kept", throw("45", "552")),
        (6, "4 is really 6", throw("265", "55")),
        (4, "Chance", score("chance")),
    ],
    ids=["thrown", "kept", "another face", "another box"],
)
def test_an_earlier_move_is_corrected(
    host_page: OpenPage,
    stage: FakeTable,
    yacht: dict[str, Moment],
    number: int,
    way: str,
    right: Words,
) -> None:
    play(stage, yacht["thrown_again"])
    page = host_page()
    page.click(f"[data-key=line-{number}]")
    named = page.locator(f"#correct [aria-label='{way}']")
    button = named if named.count() else page.locator("#correct .buttons button", has_text=way).first
    stage.calls.expect(
        "submit", HOST, Anything(), {"move": "correct", "number": number, "with": right}, answer=8
    )
    button.click()
    until(page, lambda: stage.calls.done)


def test_hands_keep_what_is_tapped(
    host_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment]
) -> None:
    play(stage, yacht["thrown_again"])
    page = host_page("/simulator")
    page.wait_for_selector("text=Throw 5 dice again")
    for die in (2, 3):
        page.focus(f"[data-key=die-{die}]")
        page.keyboard.press(" ")
    page.wait_for_selector("text=Throw 3 dice again")
    stage.calls.expect("remove", [0, 1, 4])
    stage.calls.expect("throw", 3)
    assert stage.simulator is not None
    lying = stage.simulator.lying["dice"]
    stage.simulator.lying["dice"] = [{**die, "stayed": die["id"] in (2, 3)} for die in lying]
    page.click("#hands [data-key=throw]")
    until(page, lambda: stage.calls.done)
    page.wait_for_selector("text=Throw 3 dice again")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_speaks_of_boxes_and_kept_dice(
    host_page: OpenPage, stage: FakeTable, yacht: dict[str, Moment], language: str
) -> None:
    """A text can name a box, and hold the faces of two groups of dice."""
    asked = thrown_again()
    choices = [("2 4 5", "5 5"), ("4 5", "2 5 5")]
    asked.state["proposal"] = {
        "id": "p1",
        "kind": "question",
        "text": {"code": "ask.throw_unsure", "params": {}},
        "moves": [],
        "choices": [
            {
                "id": f"throw-{number}",
                "text": {
                    "code": "yacht.throw_again",
                    "params": {"seat": "Cécile", "faces": faces, "kept_faces": kept},
                },
                "moves": [],
                "dice": [],
            }
            for number, (faces, kept) in enumerate(choices)
        ],
        "closes_in_s": None,
        "frame": 42,
    }
    play(stage, asked)
    page = host_page(size=PHONE, language=language)
    page.wait_for_selector(f"text={catalogue(language)['ask.throw_unsure']}")
    assert page.locator("[data-key=choice-throw-0] .die").count() == 5
    assert page.locator("[data-key=choice-throw-0] .die.marked").count() == 1
    assert page.locator("[data-key=choice-throw-1] .die.marked").count() == 1
    box = catalogue(language)["yacht.box.fours"]
    assert box in page.inner_text("#history")
    assert page.locator("#history [data-key=line-6] .die").count() == 5
    assert "yacht." not in page.inner_text("main")
