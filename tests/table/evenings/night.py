"""A table on a folder of its own at which bots play, whose power may be cut."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event
from uuid import uuid4

from companion.games import catalogue
from companion.games.game import EVERYONE, HOST, seat_role
from companion.games.record import name_of
from companion.table.evenings.result import Placed, Result
from companion.table.shapes.evenings import EndShape
from companion.table.shapes.state import StateShape
from companion.table.shapes.values import JsonObject
from companion.table.storage.journal import Journal
from companion.table.table import Table
from tests.games.bots import next_move
from tests.table.conftest import BACKENDS
from vision.clock import SteppedClock

NAME = "journal.lines"
EVENING = datetime(2026, 1, 2, 19, 0, tzinfo=UTC)


@dataclass
class Night:
    """A data folder, the time of day, and the table that runs on it now."""

    folder: Path
    clock: SteppedClock = field(default_factory=SteppedClock)
    rng: Random = field(default_factory=lambda: Random(7))
    began: datetime = EVENING

    def __post_init__(self) -> None:
        self.table = self._begun()

    def _begun(self) -> Table:
        self.folder.mkdir(exist_ok=True)
        return Table(Journal(self.folder / NAME), self.clock, self.wall, BACKENDS)

    def wall(self) -> datetime:
        return self.began + timedelta(seconds=self.clock.now())

    def later(self, **time: float) -> None:
        self.clock.wait(Event(), timedelta(**time).total_seconds())

    def cut(self) -> None:
        """Cut the power: nothing is said goodbye to, and the table starts again on what is there."""
        self.table.close()
        self.table = self._begun()

    def start(
        self, game: str, seats: Sequence[str], nameless: Sequence[str] = (), **options: object
    ) -> None:
        first_line: JsonObject = {"game": game, "seats": list(seats), "options": options}
        self.table.start_sitting(first_line, nameless)

    def play(self, most: int = 10_000, seconds: float = 20.0) -> int:
        """Let bots play on, a move every so many seconds; return how many moves were made."""
        made = 0
        while made < most and self.table.playing:
            self.later(seconds=seconds)
            self.table.tick()  # which may end it
            history = self.table.history
            if history.game.outcome(history.state) is not None:
                break
            game, seats = history.game, history.setup.seats
            bot = catalogue.bot(history.setup.game)
            move = next_move(game, bot, history.state, len(seats), self.rng)
            assert move is not None
            words = dict(game.words(history.state, move))
            role = HOST
            if move.seat is not None:
                words["seat"] = name_of(history.setup, move.seat)
                kind = words["move"]
                if kind in game.own_moves or kind in game.secret_moves:
                    role = seat_role(move.seat)
            self.table.submit(role, uuid4().hex, words)
            made += 1
        if not self.table.playing and self.state["outcome"] is None:
            self.later(seconds=seconds)  # a last vote turns up first
            self.table.tick()
        return made

    def tell(self) -> None:
        while self.table.tell_story():
            pass

    @property
    def state(self) -> StateShape:
        return self.table.state(EVERYONE)

    def end(self) -> EndShape | None:
        return self.state["end"]

    @property
    def results(self) -> list[Result]:
        return self.table.evenings.kept.results()

    def names(self) -> list[str]:
        return [one.name for one in self.table.evenings.players()]

    def id_of(self, name: str) -> str:
        return next(one.id for one in self.table.evenings.players() if one.name == name)

    def standings(self) -> list[JsonObject]:
        return [dict(row) for row in self.table.evenings.told()["standings"]]


@contextmanager
def night(folder: Path) -> Iterator[Night]:
    made = Night(folder)
    try:
        yield made
    finally:
        made.table.close()


def result(sitting: int, *placed: tuple[str, int], **more: object) -> Result:
    """Return how a made-up game ended: who came in where."""
    ranking = tuple(Placed(name, rank, None, rank == 1) for name, rank in placed)
    told: JsonObject = {"opened_at": EVENING.isoformat(), "minutes": 20.0, "nameless": (), **more}
    return Result(
        sitting,
        "yacht",
        tuple(name for name, _ in placed),
        tuple(told["nameless"]),
        str(told["opened_at"]),
        float(told["minutes"]),
        30,
        ranking,
    )
