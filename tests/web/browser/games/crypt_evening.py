"""A real table at which Gruftmeister is played without a camera, and fingers on its pages."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.games.game import HOST, Seat, Setup, seat_role
from companion.games.gruftmeister import moves as m
from companion.games.gruftmeister.bot import BOT
from companion.games.gruftmeister.moves import OWN, CryptMove
from companion.games.gruftmeister.rules import GAME
from companion.games.gruftmeister.state import State
from companion.table.table import Table
from tests.games.gruftmeister.crypts import crypt_data
from tests.web.browser.conftest import Page
from tests.web.browser.real_table import table_without_eyes

PLAYERS = ("Ana", "Bořivoj", "Cid", "Dana")
RICH = {"crown": 5, "sword": 2, "shield": 1}
"""What lies under the chests of a crypt in which a game is short."""


TWICE = """key => {
    for (const _ of [1, 2]) key.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""


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
    def name(self) -> str:
        return self.setup.seats[self.state.turn.seat - 1]

    @property
    def is_over(self) -> bool:
        return GAME.outcome(self.state) is not None

    def next_move(self) -> CryptMove:
        """Return what a bot would do now, or what luck does."""
        move = BOT.choose(self.state, self.state.turn.seat, self.rng)
        if move is None:
            move = GAME.chance(self.state, self.rng)
        assert move is not None
        return move

    def words(self, move: CryptMove) -> dict[str, Any]:
        return dict(GAME.words(self.state, move))

    def follow(self, move: CryptMove) -> None:
        """Let the rules make the move that fingers have made on a page."""
        self.state = GAME.play(self.state, move)

    def play(self, *moves: CryptMove) -> None:
        """Make moves at the table itself; with none given, what a bot would do."""
        for move in moves or (self.next_move(),):
            self.made += 1
            words = {"seat": self.setup.seats[move.seat - 1], **self.words(move)}
            role = seat_role(move.seat) if words["move"] in OWN else HOST
            self.table.submit(role, f"m{self.made}", words)
            self.follow(move)

    def play_until(self, waiting: type, most: int = 600) -> None:
        """Let bots play until this is waited for."""
        while not isinstance(self.state.waiting, waiting):
            assert self.made < most
            self.play()


def short_crypt() -> dict[str, Any]:
    """A small crypt with many treasures under its chests."""
    data = crypt_data()
    chests = Counter(data["stones"]["chest"]).total()
    rich = Counter(list(Counter(RICH).elements())[:chests])
    rich["crown"] += chests - rich.total()
    data["stones"]["chest"] = dict(rich)
    return data


def setup_of(seed: int, players: int = 4, crypt: Any = None, **options: Any) -> Setup:
    chosen: dict[str, Any] = {"deal_stones": True, **options}
    if crypt is not None:
        chosen["crypt"] = crypt
    return GAME.deal(Setup("gruftmeister", PLAYERS[:players], chosen), Random(seed))


@contextmanager
def evening_on(setup: Setup) -> Iterator[Evening]:
    """Run a table without eyes, at which a game has just begun."""
    with table_without_eyes(setup) as table:
        yield Evening(table, setup)


def tap(page: Page, evening: Evening, move: CryptMove, *, twice: bool = False) -> None:
    """Make a move on the page of the seat that it is for; perhaps with one tap too many."""

    def press(selector: str) -> None:
        if twice:
            page.click(selector, trial=True)  # waits until it may be tapped
            page.locator(selector).evaluate(TWICE)
        else:
            page.click(selector)

    match move:
        case m.Step(figure=figure, to=to):
            choose_figure(page, figure.value)
            press(f".target[data-key='{to}']")
        case m.Found():
            press("[data-key=found]")
        case m.See():
            press("[data-key=see]")
        case m.Show():
            press("[data-key=show]")
        case m.Throw(faces=faces):
            tap_throw(page, list(faces))
        case m.BreakOff():
            press("[data-key=break-off]")
        case m.Take(thing=thing):
            press(f"[data-key='take-{thing}']")
        case m.Drop(figure=figure, thing=thing):
            place = evening.state.mover.bag(figure).index(thing)
            page.click(f"[data-key=bag-{figure.value}-{place}]")
            press("[data-key=drop]")
        case m.Swap():
            tap_swap(page, evening, move)
        case m.Heal():
            press("[data-key=heal]")
        case m.EndTurn():
            press("[data-key=end-turn]")
        case _:
            press(f"[data-key='{json.dumps(evening.words(move), separators=(',', ':'))}']")


def choose_figure(page: Page, figure: str) -> None:
    key = page.locator(f"[data-key=figure-{figure}]")
    if key.get_attribute("aria-pressed") != "true":
        key.click()
        page.wait_for_selector(f"[data-key=figure-{figure}][aria-pressed=true]")


def tap_throw(page: Page, faces: list[str]) -> None:
    """Turn each stone until it lies as it fell, and enter the throw."""
    page.wait_for_selector("[data-key=throw]")
    if m.MONSTER in faces:
        page.click("[data-key=side-monster]")
    for face in faces:
        if face not in (m.MONSTER, m.LOGO, m.BACK):
            page.click(f"[data-key='side-{face}']")
    page.click("[data-key=throw]")


def tap_swap(page: Page, evening: Evening, move: m.Swap) -> None:
    for figure, things in ((m.Figure.MASTER, move.to_servant), (m.Figure.SERVANT, move.to_master)):
        bag = list(evening.state.mover.bag(figure))
        for thing in things:
            place = bag.index(thing)
            bag[place] = ""
            page.click(f"[data-key=bag-{figure.value}-{place}]")
    page.click("[data-key=swap]")


def seat_of(name: str) -> Seat:
    return Seat(PLAYERS.index(name) + 1)
