"""Shows a play to a table, look by look, and has what it asks answered: of any game of dice."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.games.game import HOST
from companion.games.history import History
from companion.table.shapes.moves import ProposalShape
from tests.rigs.random_play.hands import SEATS
from tests.rigs.random_play.plane import Act, Event, Look
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


class Showing(ABC):
    """One table, which is shown one play. What its game adds: how it is compared, and answered."""

    def __init__(self, game: str, events: Sequence[Event]) -> None:
        self._game, self._events = game, events
        self._bench = bench_on(None, 1)
        self._result = Result()
        self._asked: set[str] = set()
        self._taps = 0
        self._act, self._at = Act("", 0.0, 0), 0

    def run(self) -> Result:
        """Show the whole play, or as much as can be compared."""
        try:
            self._bench.table.start_sitting({"game": self._game, "seats": list(SEATS)})
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
                self._acted()
            elif event.taken:
                self._look(event, moved_s)
                moved_s = 0.0
            if self._result.has_ended:
                break

    def _look(self, look: Look, moved_s: float) -> None:
        self._know_truth()
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

    def _is_wrong(self, found: str) -> None:
        """Note what the table accepted that did not happen."""
        lines = self._bench.table.state(HOST)["history"]
        self._result.error, self._result.at = found, self._at
        self._result.accepted = [f"{line['by']}: {line['move']}" for line in lines]

    def _acted(self) -> None:  # noqa: B027 - most games enter nothing
        """Enter what players enter by now."""

    def _know_truth(self) -> None:  # noqa: B027
        """Work out what has happened by this look."""

    @abstractmethod
    def _compare(self) -> None:
        """Compare what the table has accepted."""

    @abstractmethod
    def _answer(self, offer: ProposalShape) -> bool:
        """Answer with the truth, or enter it by tap; return whether either was done."""
