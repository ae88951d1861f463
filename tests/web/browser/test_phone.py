"""A player's phone: whose it is, whose turn, what is done on the first screen, what a swipe away."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest

from companion.games.drunter.state import Voting
from companion.games.game import EVERYONE, HOST, Seat, Setup, seat_role
from companion.table.access.access import Access
from companion.table.table import Table
from tests.web.browser.conftest import INSIDE, ROLES, OpenPage, Page, play, until
from tests.web.browser.games import crypt_evening, drunter_evening
from tests.web.browser.real_table import pages_of, table_without_eyes
from tests.web.browser.ubongo import evening as ubongo_evening
from tests.web.fake_table import Anything, FakeTable
from tests.web.scenes import Moment
from web.pages.language import LANGUAGES, catalogue

pytestmark = pytest.mark.browser

TALL = {"width": 390, "height": 844}
SMALL = {"width": 360, "height": 640}
LYING = {"width": 844, "height": 390}
Moments = dict[str, Moment]
FELT = "navigator.vibrate = pattern => { (window.felt = window.felt ?? []).push(pattern); return true; }"
ON_SCREEN = """selector => {
    const tabs = document.querySelector("#tabs").getBoundingClientRect();
    const edge = tabs.width < innerWidth ? { bottom: innerHeight, right: tabs.left }
        : { bottom: tabs.top, right: innerWidth };
    return [...document.querySelectorAll(selector)].some(part => {
        const { top, left, bottom, right, width, height } = part.getBoundingClientRect();
        const seen = Math.min(bottom, edge.bottom) - top;
        const inside = left >= 0 && right <= edge.right + 1 && top >= 0;
        return width > 0 && inside && seen >= Math.min(height, 44);
    });
}"""
"""Whether one of these can be pressed without scrolling."""


def with_moves(game: str, options: dict[str, Any], *moves: dict[str, Any]) -> Any:
    @contextmanager
    def at_table() -> Iterator[tuple[Table, str]]:
        setup = Setup(game, ("Ana", "Bob"), options)
        with table_without_eyes(setup) as table:
            for number, move in enumerate(moves):
                table.submit(HOST, f"m{number}", move)
            yield table, "Ana"

    return at_table


@contextmanager
def drunter(phase: type | None) -> Iterator[tuple[Table, str]]:
    with drunter_evening.evening_on() as evening:
        if phase is not None:
            evening.play_to(phase)
        yield evening.table, evening.name


@contextmanager
def ubongo(*moves: tuple[str, str | None]) -> Iterator[tuple[Table, str]]:
    with ubongo_evening.evening_on() as evening:
        for kind, seat in moves:
            evening.move(kind, seat, **({"symbol": "snake"} if kind == "start" else {}))
        yield evening.table, "Ana"


@contextmanager
def crypt() -> Iterator[tuple[Table, str]]:
    with crypt_evening.evening_on(crypt_evening.setup_of(3)) as evening:
        yield evening.table, evening.name


FACES = ["corner", "three", "corner", "corner", "three", "cap", "knight", "catapult", "straight"]
TASKS: dict[str, tuple[Callable[[], AbstractContextManager[tuple[Table, str]]], str]] = {
    "carcassonne": (with_moves("carcassonne_dice", {}), "#enter .face-key"),
    "carcassonne, thrown": (
        with_moves("carcassonne_dice", {}, {"seat": "Ana", "move": "throw", "faces": FACES}),
        "#enter .face-key",
    ),
    "drunter": (lambda: drunter(None), ".tray-tile"),
    "drunter, board": (lambda: drunter(None), ".town-place"),
    "drunter, vote": (lambda: drunter(Voting), "[data-key=show-cards]"),
    "ubongo, roll": (ubongo, "[data-key=symbol-mask]"),
    "ubongo, solve": (lambda: ubongo(("start", None)), "[data-key=call-Ana]"),
    "ubongo, take": (lambda: ubongo(("start", None), ("call", "Ana")), "#own button"),
    "gruftmeister": (crypt, ".crypt-place"),
    "gruftmeister, end": (crypt, "[data-key=end-turn]"),
    "yacht": (with_moves("yacht", {"sheet": "yacht"}), "#enter .face-key"),
    "plain dice": (with_moves("plain_dice", {}), "#enter .face-key"),
}


LONG = {"carcassonne, thrown", "drunter, board"}
"""What a smaller screen than most phones' has no room for beside what comes before it."""


@pytest.fixture
def open_seat(chromium: Any, access: Access) -> Iterator[Callable[..., Page]]:
    contexts = []

    def open_one(port: int, seat: int, name: str, size: dict[str, int], language: str = "en") -> Page:
        context = chromium.new_context(
            viewport=size, locale=language, has_touch=True, is_mobile=True, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(FELT)
        code = access.invite(Seat(seat), name).code
        page.goto(f"http://127.0.0.1:{port}/seat/{seat}?lang={language}#code={code}")
        page.wait_for_selector(INSIDE)
        return page

    yield open_one
    for context in contexts:
        context.close()


@pytest.mark.parametrize("size", [TALL, SMALL, LYING], ids=["tall", "small", "lying"])
@pytest.mark.parametrize("task", TASKS)
def test_the_task_is_on_the_first_screen(
    open_seat: Callable[..., Page], access: Access, task: str, size: dict[str, int]
) -> None:
    table_at, what = TASKS[task]
    with table_at() as (table, name), pages_of(table, access) as server:
        seat = table.history.setup.seats.index(name) + 1
        page = open_seat(server.port, seat, name, size)
        if task.startswith("drunter"):
            page.locator("[data-key=tiles-taken]").evaluate_all("all => all.forEach(one => one.click())")
        page.wait_for_selector(what)
        if size == TALL or task not in LONG:
            assert page.evaluate(ON_SCREEN, what), task
        assert page.evaluate(ON_SCREEN, ".turn h2")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        if task != "plain dice":
            assert page.inner_text(".turn h2") == catalogue("en")["phone.your_turn"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reads_whose_turn_it_is(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page], language: str
) -> None:
    play(stage, moments["half_built"])
    texts = catalogue(language)
    mover = open_seat(server.port, 3, "Cécile", TALL, language)
    assert mover.inner_text(".turn h2") == texts["phone.your_turn"]
    assert texts["phone.your_turn"] in mover.title()
    other = open_seat(server.port, 1, "Ana", TALL, language)
    assert other.inner_text(".turn h2") == texts["phone.turn_of"].replace("{name}", "Cécile")
    assert "Cécile" in other.inner_text(".turn .wait")
    assert other.inner_text("#own-name") == "Ana"


def tell(stage: FakeTable, seat: int, state: Any, **more: Any) -> None:
    """Let the table be in another state, for a seat and for all."""
    for role in (EVERYONE, seat_role(Seat(seat))):
        now: Any = {**state, "role": role.name, **more}
        stage.show(now, role)


def test_a_phone_is_felt_once_when_the_turn_comes(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page]
) -> None:
    play(stage, moments["half_built"])
    page = open_seat(server.port, 1, "Ana", TALL)
    assert page.evaluate("window.felt ?? []") == []
    for version in (7, 8):
        tell(stage, 1, moments["half_built"].state, to_move="Ana", version=version)
        page.wait_for_selector(".my-turn")
        page.wait_for_timeout(200)
    assert len(page.evaluate("window.felt")) == 1


def test_a_winners_phone_says_so(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page]
) -> None:
    play(stage, moments["over"])
    texts = catalogue("en")
    winner = open_seat(server.port, 2, "Bořivoj", TALL)
    assert texts["phone.you_won"] in winner.inner_text(".turn h2")
    other = open_seat(server.port, 1, "Ana", TALL)
    assert "Bořivoj" in other.inner_text(".turn h2")


def test_a_phone_has_nothing_of_host_simulator_or_teaching(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page]
) -> None:
    play(stage, moments["half_built"])
    page = open_seat(server.port, 1, "Ana", TALL)
    page.reload()  # the menu is the server's: it knows the seat by now
    page.wait_for_selector(INSIDE)
    page.click("#menu summary")
    links = page.evaluate("[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
    assert {"/", "/history", "/seat/1"} <= set(links)
    assert not {"/host", "/simulator", "/teach", "/camera"} & set(links)


@pytest.mark.parametrize("size", [TALL, LYING], ids=["tall", "lying"])
def test_the_scores_are_a_swipe_or_a_tap_away(
    stage: FakeTable,
    server: Any,
    moments: Moments,
    open_seat: Callable[..., Page],
    size: dict[str, int],
) -> None:
    play(stage, moments["half_built"])
    page = open_seat(server.port, 1, "Ana", size)
    assert "1" in page.inner_text("[data-key=tab-scores]"), "the own points are always in sight"
    assert not page.evaluate(ON_SCREEN, "#scores .points")
    page.click("[data-key=tab-scores]")
    until(page, lambda: page.evaluate(ON_SCREEN, "#scores .points"))
    page.wait_for_selector("[data-key=tab-scores][aria-current=true]")
    page.click("[data-key=tab-play]")
    until(page, lambda: not page.evaluate(ON_SCREEN, "#scores .points"))
    page.evaluate("document.getElementById('inside').scrollBy(innerWidth * 0.7, 0)")
    until(page, lambda: page.evaluate(ON_SCREEN, "#scores .points"))


def test_who_are_you_is_asked_first_and_no_seat_is_taken_without_a_code(
    stage: FakeTable, moments: Moments, open_page: OpenPage, access: Access
) -> None:
    play(stage, moments["before_throw"])
    page = open_page("/seat/1?lang=en", TALL, wait="#login .who-are-you")
    assert page.inner_text("#who-are-you") == catalogue("en")["join.who"]
    page.click("#login >> text=Bořivoj")
    page.wait_for_url("**/seat/2*")
    page.fill("[data-key=entry]", "WRONG1")
    page.click("#login form button")
    page.wait_for_selector(".toast.open")
    assert page.is_hidden("#inside")
    page.fill("[data-key=entry]", access.invite(Seat(2), "Bořivoj").code)
    page.click("#login form button")
    page.wait_for_selector(INSIDE)
    assert page.inner_text("#own-name") == "Bořivoj"
    page.goto(page.url.replace("/seat/2", "/seat/1"))
    page.click("#login >> text=Bořivoj")
    page.wait_for_selector(INSIDE)


def test_a_phone_follows_its_player(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page]
) -> None:
    play(stage, moments["half_built"])
    page = open_seat(server.port, 1, "Ana", TALL)
    state = moments["half_built"].state
    tell(stage, 3, state, seats=["Cécile", "Bořivoj", "Ana"], sitting="2", version=9)
    page.wait_for_url("**/seat/3")
    page.wait_for_selector(INSIDE)
    assert page.inner_text("#own-name") == "Ana"


def test_a_page_that_was_asleep_goes_on_at_once(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page]
) -> None:
    play(stage, moments["half_built"])
    page = open_seat(server.port, 1, "Ana", TALL)
    for hidden in ("true", "false"):
        page.evaluate(
            f"""() => {{
                Object.defineProperty(document, "hidden", {{ configurable: true, value: {hidden} }});
                document.dispatchEvent(new Event("visibilitychange"));
            }}"""
        )
        if hidden == "true":
            tell(stage, 1, moments["half_built"].state, to_move="Ana", version=7)
            page.wait_for_timeout(300)
            assert "my-turn" not in page.get_attribute("#inside", "class")
    page.wait_for_selector(".my-turn", timeout=2000)


def test_what_only_an_encrypted_page_is_given_is_offered_there(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page]
) -> None:
    """A page on its own machine counts as encrypted for browsers; one in the network does not."""
    play(stage, moments["half_built"])
    page = open_seat(server.port, 1, "Ana", TALL)
    page.click("#menu summary")
    page.evaluate(
        """navigator.wakeLock.request = async kind => {
            window.awake = kind;
            return { release: async () => (window.awake = null) };
        }"""
    )
    page.check("[data-key=awake]")
    until(page, lambda: page.evaluate("window.awake") == "screen")
    page.uncheck("[data-key=awake]")
    until(page, lambda: page.evaluate("window.awake") is None)


def test_names_of_twenty_letters_fit(
    stage: FakeTable, server: Any, moments: Moments, open_seat: Callable[..., Page]
) -> None:
    names = [f"{name:W<20}" for name in ("Ana", "Bob", "Cid", "Dan", "Eva")]
    state = {**moments["half_built"].state, "seats": names, "to_move": names[1]}
    state["scores"] = dict.fromkeys(names, 38)
    stage.show(state, *ROLES)  # type: ignore[arg-type]
    for size in (TALL, SMALL, LYING):
        page = open_seat(server.port, 1, names[0], size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for pane in ("play", "scores"):
            wide = f"(p => p.scrollWidth - p.clientWidth)(document.getElementById('pane-{pane}'))"
            assert page.evaluate(wide) <= 0, (size, pane)


def test_a_move_is_taken_back_where_its_player_is_and_the_host_reads_whose_it_is(
    host_page: OpenPage,
    stage: FakeTable,
    server: Any,
    moments: Moments,
    open_seat: Callable[..., Page],
) -> None:
    state = moments["half_built"].state
    last = next(line["seat"] for line in reversed(state["history"]) if not line["undone"])
    assert last is not None
    seat = state["seats"].index(last) + 1
    play(stage, moments["half_built"])
    mine = state.copy()
    mine["may"] = [*state["may"], "undo"]
    stage.show(mine, seat_role(Seat(seat)))
    own = open_seat(server.port, seat, last, TALL)
    stage.calls.expect("submit", seat_role(Seat(seat)), Anything(), {"move": "undo"}, answer=9)
    own.click("#pane-play [data-key=undo]")
    until(own, lambda: stage.calls.done)
    assert last in host_page().inner_text("[data-key=undo]")
    other = open_seat(server.port, seat % len(state["seats"]) + 1, state["seats"][seat % 3], TALL)
    assert other.locator("[data-key=undo]").count() == 0
