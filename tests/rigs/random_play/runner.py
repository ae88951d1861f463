"""Shows a play to a table, answers what it asks, and compares what it accepts with the truth."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.games.carcassonne_dice.moves import Move, SetAside, Throw
from companion.games.carcassonne_dice.rules import GAME, CarcassonneDice
from companion.games.game import HOST
from companion.games.history import History
from companion.games.record import entry_of
from companion.table.shapes import ChoiceShape, ProposalShape
from tests.rigs.random_play.hands import SEATS, SETUP
from tests.rigs.random_play.plane import Act, Event, Look
from tests.rigs.random_play.truth import (
    HARMLESS,
    Turn,
    contradiction,
    lacking,
    steps_of,
    table_turns,
    true_turns,
)
from tests.table.conftest import bench_on

MOST_QUESTIONS = 4
"""So many are answered at one look."""


@dataclass
class Result:
    """What came of a play. ``error``: a move was accepted that did not happen; ``at``: at which event.

    ``accepted``: the table's moves then. ``turns`` are those that ended before the last look.
    ``asked_at``: at which events something was asked. ``broken_off``: why no more can be compared.
    """

    error: str | None = None
    at: int = 0
    accepted: list[str] = field(default_factory=list)
    turns: int = 0
    looks: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    asked_at: list[int] = field(default_factory=list)
    broken_off: str | None = None

    @property
    def has_ended(self) -> bool:
        """Whether nothing more can be compared."""
        return self.error is not None or self.broken_off is not None


def shown(events: Sequence[Event], moves: Sequence[Move]) -> Result:
    """Show these events to a table, of which those moves are the truth."""
    with _without_odds():
        return _Runner(events, moves).run()


@contextmanager
def _without_odds() -> Iterator[None]:
    """Leave the odds out: they take a second of work, and tell nothing about what was seen."""
    kept: Callable[..., object] = CarcassonneDice.odds
    setattr(CarcassonneDice, "odds", lambda _game, _state: None)  # noqa: B010 - mypy: no method is assigned
    try:
        yield
    finally:
        setattr(CarcassonneDice, "odds", kept)  # noqa: B010


class _Runner:
    """One table, which is shown one play."""

    def __init__(self, events: Sequence[Event], moves: Sequence[Move]) -> None:
        self._events, self._moves, self._start = events, moves, GAME.start(SETUP)
        self._bench = bench_on(None, 1)
        self._result = Result()
        self._asked: set[str] = set()
        self._known = 0
        """How many entries of the table's game were compared."""
        self._taps = 0
        self._act, self._at = Act("", 0.0, 0), 0
        self._true: list[Turn] = []

    def run(self) -> Result:
        """Show the whole play, or as much as can be compared."""
        try:
            self._bench.table.start_sitting({"game": SETUP.game, "seats": list(SEATS)})
            self._bench.wait(1.0)
            self._run()
        finally:
            self._bench.table.close()
        return self._result

    def _run(self) -> None:
        moved_s = 0.0
        for number, event in enumerate(self._events):
            self._at = number
            if isinstance(event, Act):
                self._act, moved_s = event, moved_s + event.seconds
            elif event.taken:
                self._true = true_turns(self._moves[: self._act.true_moves], self._start)
                self._result.turns = sum(turn.stop is not None for turn in self._true)
                self._take(event, moved_s)
                moved_s = 0.0
            if self._result.has_ended:
                break

    def _take(self, look: Look, moved_s: float) -> None:
        self._bench.wait(moved_s)
        self._compare()
        if self._result.has_ended:
            return
        self._result.looks += 1
        reading = look.reading(moved_s)
        if look.glimpse:
            self._bench.glimpse(reading)
        else:
            self._bench.show(reading)
            self._bench.wait(look.seconds)
        self._compare()
        self._settle(look)

    @property
    def _history(self) -> History:
        return self._bench.table.history

    def _compare(self) -> None:
        """Compare what the table accepted by itself since the last time."""
        if len(self._history.entries) == self._known:
            return
        self._known = len(self._history.entries)
        found = contradiction(table_turns(self._history), self._true)
        if found and found.startswith(HARMLESS):
            self._result.broken_off = found
        elif found:
            lines = self._bench.table.state(HOST)["history"]
            self._result.error, self._result.at = found, self._at
            self._result.accepted = [f"{line['by']}: {line['move']}" for line in lines]

    def _settle(self, look: Look) -> None:
        """Note what is asked, and answer it where people do."""
        for _ in range(MOST_QUESTIONS):
            offer = self._bench.table.state(HOST)["proposal"]
            if self._result.has_ended or offer is None or offer["kind"] != "question":
                return
            if offer["id"] not in self._asked:
                self._asked.add(offer["id"])
                self._result.asked[offer["text"]["code"]] += 1
                self._result.asked_at.append(self._at)
            if self._act.in_hand or not look.answers or look.glimpse or not self._answer(offer):
                return
            self._bench.wait(look.seconds)
            self._compare()

    def _answer(self, offer: ProposalShape) -> bool:
        """Answer with the truth, or enter it by tap; return whether either was done."""
        best = max(offer["choices"], key=self._steps_after)
        if self._steps_after(best) < 0:
            return self._tap(offer["text"]["code"])
        self._bench.table.answer(HOST, offer["id"], best["id"])
        self._known = len(self._history.entries)
        return True

    def _steps_after(self, choice: ChoiceShape) -> int:
        """Return how far the game would be with this answer; -1 where it is not the truth."""
        history = self._history
        for words in choice["moves"]:
            entry = entry_of(history.setup, words, line=1)
            history = history.add(entry.seat, entry.words)
        steps = steps_of(table_turns(history))
        if not choice["moves"]:  # nothing happened: true only of a table that is not behind
            return steps if steps == steps_of(self._true) else -1
        return steps if contradiction(table_turns(history), self._true) is None else -1

    def _tap(self, code: str) -> bool:
        """Enter what the table lacks."""
        lacks = lacking(table_turns(self._history), self._moves[: self._act.true_moves])
        if self._is_beyond(lacks, code):
            return False
        try:
            for move in lacks:
                self._taps += 1
                words = {"seat": SEATS[move.seat - 1], **GAME.words(self._start, move)}
                self._bench.table.submit(HOST, f"tap-{self._taps}", words)
        except CompanionError as error:
            self._result.broken_off = f"{code}: {str(error)[:60]}"
            return False
        self._known = len(self._history.entries)
        return bool(lacks)

    def _is_beyond(self, lacks: list[Move], code: str) -> bool:
        """Note why what the table lacks cannot be entered; return whether that is so."""
        state = self._history.state
        if sum(isinstance(move, Throw) for move in lacks) > 1:
            self._result.broken_off = f"{code}: behind by more than a throw"
        elif state.built and any(
            isinstance(move, SetAside) and move.city and move.seat == state.seat for move in lacks
        ):
            # The table counts the cells of what is built otherwise than hands do.
            self._result.broken_off = f"{code}: cells are counted otherwise"
        return self._result.broken_off is not None
