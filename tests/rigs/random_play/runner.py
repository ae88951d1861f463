"""Shows a play to a table, answers what it asks, and compares what it accepts with the truth."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from companion.errors import CompanionError
from companion.games.carcassonne_dice.moves import Move, SetAside, Throw
from companion.games.carcassonne_dice.rules import GAME, CarcassonneDice
from companion.games.game import HOST
from companion.games.record import entry_of
from companion.table.shapes.moves import ChoiceShape, ProposalShape
from tests.rigs.random_play.hands import SEATS, SETUP
from tests.rigs.random_play.plane import Event
from tests.rigs.random_play.showing import Result, Showing
from tests.rigs.random_play.truth import (
    HARMLESS,
    Turn,
    contradiction,
    lacking,
    steps_of,
    table_turns,
    true_turns,
)


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


class _Runner(Showing):
    """One table, which is shown one play."""

    def __init__(self, events: Sequence[Event], moves: Sequence[Move]) -> None:
        super().__init__(SETUP.game, events)
        self._moves, self._start = moves, GAME.start(SETUP)
        self._known = 0
        """How many entries of the table's game were compared."""
        self._true: list[Turn] = []

    def _know_truth(self) -> None:
        self._true = true_turns(self._moves[: self._act.true_moves], self._start)
        self._result.turns = sum(turn.stop is not None for turn in self._true)

    def _compare(self) -> None:
        """Compare what the table accepted by itself since the last time."""
        if len(self._history.entries) == self._known:
            return
        self._known = len(self._history.entries)
        found = contradiction(table_turns(self._history), self._true)
        if found and found.startswith(HARMLESS):
            self._result.broken_off = found
        elif found:
            self._is_wrong(found)

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
