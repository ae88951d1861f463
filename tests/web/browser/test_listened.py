"""The table is followed and played at by who listens alone: roles, names, and what is said by itself."""

import re
from collections.abc import Callable, Iterator

import pytest

from companion.games.game import EVERYONE, Seat, Setup
from companion.table.access.access import Access
from companion.table.table import Table
from tests.web.browser.conftest import INSIDE, PHONE, OpenPage, Page, play, until, until_drawn
from tests.web.browser.games.drunter_evening import Evening, evening_on
from tests.web.browser.real_table import pages_of, table_without_eyes
from tests.web.fake_table import FakeTable
from tests.web.scenes import Moment
from web.server import Server

pytestmark = pytest.mark.browser

LISTEN = """() => {
    const spoken = (node) => {
        if (node.nodeType === Node.TEXT_NODE) return node.data;
        if (node.nodeType !== Node.ELEMENT_NODE) return "";
        if (node.closest("[aria-hidden=true], [hidden]")) return "";
        const name = node.getAttribute("aria-label");
        return name ?? [...node.childNodes].map(spoken).join(" ");
    };
    const live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]";
    window.heard = [];
    new MutationObserver((changes) => {
        const told = new Set();
        for (const { target } of changes) {
            const near = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
            const place = near?.closest(live);
            if (place) told.add(place);
        }
        for (const place of told) window.heard.push(spoken(place).replace(/\\s+/g, " ").trim());
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
PLACE = re.compile(r"\b[A-Z]?\d{1,2} ?[,/|:] ?\d{1,2}\b|\b[A-O]\d{1,2}\b")
"""A column and a row, however they may be written."""
NAMELESS = """() => [...document.querySelectorAll("button, a[href], input, select, [role=button]")]
    .filter((one) => one.getClientRects().length)
    .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length))
    .map((one) => one.outerHTML)"""


class Listener:
    """Whoever sits at a page and only listens: finds by role and name, presses by keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(LISTEN)

    def heard(self) -> str:
        """Return all that was said by itself since this was last asked."""
        until_drawn(self.page)
        said: list[str] = self.page.evaluate("() => window.heard.splice(0)")
        return "\n".join(said)

    def buttons(self, part: str = "") -> list[str]:
        """Return the names of the buttons that can be pressed, those that hold this."""
        found = self.page.get_by_role("button", name=part, disabled=False).all()
        return [
            name for one in found if (name := one.evaluate("b => b.ariaLabel ?? b.textContent.trim()"))
        ]

    def press(self, name: str, at: int = 0) -> None:
        self.page.get_by_role("button", name=name, disabled=False, exact=True).nth(at).press("Enter")
        until_drawn(self.page, 100)

    def tree(self) -> str:
        tree: str = self.page.locator("main").aria_snapshot()
        return tree

    def is_well_named(self) -> None:
        """Hold every name to telling what it is, and not by a column and a row."""
        assert self.page.evaluate(NAMELESS) == []
        assert not PLACE.search("\n".join(self.buttons()))


@pytest.fixture
def table() -> Iterator[Table]:
    with table_without_eyes(Setup("carcassonne_dice", ("Ana", "Bob"))) as table:
        yield table


@pytest.fixture
def evening() -> Iterator[Evening]:
    with evening_on() as evening:
        yield evening


@pytest.fixture
def server(request: pytest.FixtureRequest, access: Access) -> Iterator[Server]:
    real: Table = (
        request.getfixturevalue("evening").table
        if "evening" in request.fixturenames
        else request.getfixturevalue("table" if "table" in request.fixturenames else "stage")
    )
    with pages_of(real, access) as server:
        yield server


@pytest.fixture
def at_phone(open_page: OpenPage, access: Access) -> Callable[[int, str], Listener]:
    def sit_down(seat: int, player: str) -> Listener:
        code = access.invite(Seat(seat), player).code
        page = open_page(f"/seat/{seat}?lang=en#code={code}", PHONE, wait=INSIDE)
        until_drawn(page)
        return Listener(page)

    return sit_down


def test_a_turn_of_the_dice_game_is_played_by_ear(
    at_phone: Callable[[int, str], Listener], open_page: OpenPage, table: Table
) -> None:
    ana, bob = at_phone(1, "Ana"), at_phone(2, "Bob")
    all_ = Listener(open_page("/?lang=en", wait=".turn h2"))
    assert "Your turn" in ana.tree()
    assert "Throw 9 dice." in ana.tree()
    for face in ["corner"] * 4 + ["catapult"] * 5:
        ana.press(f"add {face}")
    ana.press("Enter the throw")
    for one in (ana, bob, all_):
        assert "Ana threw" in one.heard()
    build_square(ana)
    ana.press("Set aside")
    assert "Ana sets aside 4 dice as a city" in all_.heard()
    (stop,) = ana.buttons("points")
    ana.press(stop)
    won = (table.state(EVERYONE)["scores"] or {})["Ana"]
    assert won > 0
    for one in (ana, bob, all_):
        heard = one.heard()
        assert f"Score: Ana {won}." in heard
    assert "Your turn" in bob.tree()
    assert "Bob is playing" in ana.tree()


def build_square(ana: Listener) -> None:
    """Close a city of four corners; how each is turned and what it lies beside is told by its name."""
    ana.is_well_named()
    ana.press("a free place")
    turned(ana, "city below", "city on the right")
    ana.press("to the right of corner")
    turned(ana, "city below", "city on the left")
    ana.press(next(name for name in ana.buttons("below corner") if not name.startswith("corner")))
    ana.is_well_named()
    turned(ana, "city above", "city on the right", "below corner")
    (last,) = [name for name in ana.buttons("below corner, ") if not name.startswith("corner")]
    ana.press(last)


def turned(ana: Listener, *words: str) -> None:
    """Turn the die that was placed last until its name says so."""
    for _ in range(4):
        names = [name for name in ana.buttons("corner, ") if all(word in name for word in words)]
        if names:
            return
        ana.page.keyboard.press("Enter")
        until_drawn(ana.page, 100)
    raise AssertionError(ana.buttons("corner, "))


def test_a_tile_of_drunter_is_laid_by_ear(
    at_phone: Callable[[int, str], Listener], open_page: OpenPage, evening: Evening
) -> None:
    ana, other = at_phone(1, "Ana"), at_phone(2, "Bořivoj")
    all_ = Listener(open_page("/?lang=en", wait=".turn h2"))
    assert "Your turn" in ana.tree()
    ana.is_well_named()
    ana.press("Wall, 1 square × 4")
    lays = ana.buttons("Wall, 1 square, ")
    assert len(lays) == len(set(lays)) > 1, "each place can be told from the others"
    ana.is_well_named()
    ana.press(lays[0])
    assert lays[0] in ana.heard()
    ana.page.wait_for_timeout(500)
    ana.press("Lay it")
    until(ana.page, lambda: "Your turn" in other.tree())
    for one in (ana, other, all_):
        assert re.search(r"Ana .*[Ww]all", one.heard())


def test_what_was_read_and_what_is_asked_is_said(
    open_page: OpenPage, stage: FakeTable, moments: dict[str, Moment]
) -> None:
    play(stage, moments["before_throw"])
    all_ = Listener(open_page("/?lang=en", wait=".turn h2"))
    play(stage, moments["proposed"])
    assert "corner" in all_.heard()
    play(stage, moments["asked"])
    heard = all_.heard()
    assert "What was thrown?" in heard
    assert heard.count("Throw corner") >= 2, "with its answers"
