"""A real table at which Drunter und Drüber is played without a camera, and fingers on its pages."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games.drunter.bot import BOT
from companion.games.drunter.moves import Choose, Declare, Lay, Move, Vote
from companion.games.drunter.pieces import Square
from companion.games.drunter.rules import GAME
from companion.games.drunter.state import State, Voting
from companion.games.game import HOST, Seat, Setup, seat_role
from companion.table.table import Table
from tests.web.browser.conftest import Page
from tests.web.browser.real_table import table_without_eyes

PLAYERS = ("Ana", "Bořivoj", "Cid")
TOO_SOON_MS = 450
"""A second press within so many milliseconds is one too many, not a confirmation (see `lay.js`)."""
SHORT: dict[str, Any] = {
    "Ana": {"street": [3, 1], "river": [1], "wall": []},
    "Bořivoj": {"street": [2], "river": [], "wall": [1]},
    "Cid": {"street": [], "river": [2], "wall": [1]},
}
"""Few tiles: the second lay lies over an outhouse."""

CARDS: dict[str, Any] = {"Ana": ["saloon"], "Bořivoj": ["bank"], "Cid": ["jail"]}


@dataclass
class Evening:
    """The table, and the game as the rules alone have it, move by move."""

    table: Table
    setup: Setup
    rng: Random = field(default_factory=lambda: Random(5))
    made: int = 0

    def __post_init__(self) -> None:
        self.state: State = GAME.start(self.setup)

    @property
    def seat(self) -> Seat:
        """The seat that is to move."""
        seat = GAME.to_move(self.state)
        assert seat is not None
        return seat

    @property
    def name(self) -> str:
        return self.setup.seats[self.seat - 1]

    def bot_move(self) -> Move:
        """Return what a bot would do now."""
        move = BOT.choose(self.state, self.seat, self.rng)
        assert move is not None
        return move

    def follow(self, move: Move) -> None:
        """Let the rules make the move that fingers have made on a page."""
        self.state = GAME.play(self.state, move)

    def play(self, *moves: Move) -> None:
        """Make moves at the table itself; with none given, what a bot would do."""
        for move in moves or (self.bot_move(),):
            self.made += 1
            seat = self.seat
            secret = isinstance(move, Vote | Choose)
            words = {"seat": self.setup.seats[seat - 1], **GAME.words(self.state, move)}
            self.table.submit(seat_role(seat) if secret else HOST, f"m{self.made}", words)
            self.follow(move)

    def play_to(self, phase: type, most: int = 200) -> None:
        """Let bots play until this phase."""
        while not isinstance(self.state.phase, phase):
            assert self.made < most
            self.play()


@contextmanager
def evening_on(
    variant: str = "basic",
    tiles: Any = None,
    cards: Any = None,
    seed: int = 3,
    players: tuple[str, ...] = PLAYERS,
) -> Iterator[Evening]:
    """Run a table without eyes, at which a game has just begun."""
    dealt = {"tiles": tiles, "cards": cards} if tiles else {}
    setup = GAME.deal(Setup("drunter", players, {"variant": variant}, dealt), Random(seed))
    with table_without_eyes(setup) as table:
        yield Evening(table, setup)


TWICE = "(button, twice) => { button.click(); if (twice) button.click(); }"


def tap_lay(page: Page, lay: Lay, *, keyboard: bool = False, twice: bool = False) -> None:
    """Choose the tile, tap where it lies, and confirm; perhaps with one tap too many."""
    tile = page.locator(f"[data-key=tile-{lay.kind}-{lay.length}]")
    place = page.locator(
        f"[data-key='lay-{lay.kind}-{lay.length}-{lay.gang.column}-{lay.gang.row}-{lay.towards}']"
    )
    if keyboard:
        tile.focus()
        page.keyboard.press("Enter")
        walk_to(page, place)
        page.keyboard.press("Enter")
        page.wait_for_timeout(TOO_SOON_MS + 50)
        page.keyboard.press("Enter")
        return
    tile.click()
    if place.get_attribute("aria-pressed") != "true":  # the only one: a second tap would lay it
        place.locator(".field").first.click()
    page.locator("[data-key=lay-it]").evaluate(TWICE, twice)


def walk_to(page: Page, place: Any) -> None:
    """Go there with Tab and the arrow keys alone."""
    page.locator(".lay[tabindex='0']").focus()
    for key in ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"] * 6:
        if place.get_attribute("aria-pressed") == "true":
            break
        page.keyboard.press(key)
    if place.get_attribute("aria-pressed") != "true":  # the only one: nowhere to go
        page.keyboard.press("Enter")
    assert place.get_attribute("aria-pressed") == "true"
    assert place.evaluate("place => place === document.activeElement")


def show_cards(page: Page) -> None:
    page.click("[data-key=show-cards]")
    page.wait_for_selector("[data-key=confirm]")


def choose_cards(page: Page, cards: Sequence[str]) -> None:
    for card in cards:
        page.click(f"[data-key='card-{card}']")


def tap_vote(page: Page, cards: Sequence[str], *, twice: bool = False) -> None:
    """Show the cards, choose some, and confirm; perhaps with one tap too many."""
    show_cards(page)
    choose_cards(page, cards)
    page.wait_for_selector("[data-key=confirm]:not(:disabled)")
    page.locator("[data-key=confirm]").evaluate(TWICE, twice)


def tap(page: Page, move: Move, *, twice: bool = False) -> None:
    """Make a move on the page of the seat that it is for."""
    match move:
        case Lay():
            tap_lay(page, move, twice=twice)
        case Vote(cards=cards):
            tap_vote(page, cards, twice=twice)
        case Declare(side=side):
            page.locator(f"[data-key=declare-{side}]").evaluate(TWICE, twice)
        case _:
            raise AssertionError(move)


OUTHOUSE_LAY = Lay(Seat(2), "street", 2, Square(14, 3), "west")


def to_the_vote(short: Evening) -> None:
    short.play(Lay(Seat(1), "street", 3, Square(14, 0), "south"), OUTHOUSE_LAY)
    assert isinstance(short.state.phase, Voting)
