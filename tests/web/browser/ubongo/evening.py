"""A real table at which Ubongo is played without a camera, and fingers on its pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from companion.games.game import HOST, Seat, Setup
from companion.games.ubongo.rules import GAME
from companion.games.ubongo.state import State
from companion.table.access.access import Access
from companion.table.table import Table
from tests.web.browser.conftest import INSIDE, PHONE, OpenPage, Page
from tests.web.browser.real_table import table_without_eyes
from vision.clock import SteppedClock

PLAYERS = ("Ana", "Bořivoj", "Cid", "Dana")


@dataclass
class Evening:
    """The table, whose time passes only when it is told to."""

    table: Table
    clock: SteppedClock
    rng: Random = field(default_factory=lambda: Random(5))
    made: int = 0

    @property
    def state(self) -> State:
        state: State = self.table.history.state
        return state

    @property
    def names(self) -> tuple[str, ...]:
        return self.state.seats

    def name(self, seat: Seat) -> str:
        return self.state.name(seat)

    def move(self, kind: str, seat: str | None = None, **words: Any) -> None:
        """Make a move at the table itself, as the host would."""
        self.made += 1
        said = {"move": kind, **words} if seat is None else {"seat": seat, "move": kind, **words}
        self.table.submit(HOST, f"m{self.made}", said)

    def pass_time(self, seconds: float) -> None:
        """Let the table's time pass, and the sand run."""
        self.clock.wait(Event(), seconds)
        self.table.tick()

    def play_round(self, callers: tuple[int, ...] = (0, 1, 2)) -> None:
        """Play a round at the table itself: who calls, in this order, takes at once."""
        self.move("start", symbol="snake")
        for place in callers:
            name = self.names[place]
            self.move("call", name)
            rows = list(self.state.rows_in_reach(Seat(place + 1)))
            self.move("take", name, row=self.rng.choice(rows))
        self.move("time_up")
        if not callers:
            self.move("turn_glass")
            self.move("time_up")

    def play_to_the_end(self) -> None:
        while GAME.outcome(self.state) is None:
            self.play_round()


@contextmanager
def evening_on(seed: int = 3, dealt: Any = None, **options: Any) -> Iterator[Evening]:
    """Run a table without eyes, at which a game has just begun."""
    setup = GAME.deal(Setup("ubongo", PLAYERS, options, dealt or {}), Random(seed))
    clock = SteppedClock()
    with table_without_eyes(setup, clock, pins="simulated") as table:
        yield Evening(table, clock)


def seat_page(open_page: OpenPage, access: Access, seat: int, **more: Any) -> Page:
    """Open a player's phone."""
    code = access.invite(Seat(seat), PLAYERS[seat - 1]).code
    size, language = more.pop("size", PHONE), more.pop("language", "en")
    return open_page(f"/seat/{seat}?lang={language}#code={code}", size, language, INSIDE, **more)
