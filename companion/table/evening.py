"""A whole game of Carcassonne – The Dice Game played by bots at a table that only watches.

The bots decide from what they threw; simulated hands throw, build and clear the table. The table gets
frames, nothing else, and must come to the same scores. Its questions are answered as players would.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from companion.games import catalogue
from companion.games.carcassonne_dice.moves import SetAside, Stop, Throw
from companion.games.game import HOST
from companion.games.history import History
from companion.games.record import Entry, entry_of, entry_words, write_record
from companion.table.shapes import JsonObject, ProposalShape
from companion.table.table import Table

MOST_TURNS = 400
"""A game of bots that is longer than this hangs."""


class Hands(Protocol):
    """What players' hands do on the table."""

    def throw(self, count: int) -> tuple[str, ...]:
        """Throw so many dice beside what lies there; return what they show."""

    def set_aside(self, move: SetAside) -> None:
        """Build city dice of the last throw, and push knights aside."""

    def take_catapults(self) -> None:
        """Pass the catapults on."""

    def take_loose(self) -> None:
        """Lift every die of the last throw that was not set aside."""

    def clear(self) -> None:
        """Lift all dice."""


MOST_BEHIND = 12
"""Moves that a table may be behind the truth: those of one turn."""


@dataclass
class Report:
    """How the evening went. ``asked``: the code of each question, with what lay there."""

    scores: dict[str, int] = field(default_factory=dict)
    truth: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    sure_wrong: list[str] = field(default_factory=list)


class Evening:
    """Plays one game from ``truth`` on. ``settle`` lets the table look until all is read."""

    def __init__(
        self,
        table: Table,
        hands: Hands,
        settle: Callable[[], None],
        truth: History,
        rng: Random,
    ) -> None:
        self._table, self._hands, self._settle, self._rng = table, hands, settle, rng
        self._bot = catalogue.bot("carcassonne_dice")
        self._truth = truth
        self._report = Report()
        self._past: list[History] = []
        self._answered: set[str] = set()

    def play(self) -> Report:
        """Play to the end; return how it went."""
        game = self._truth.game
        for _ in range(MOST_TURNS):
            if game.outcome(self._truth.state) is not None:
                break
            self._turn()
        names = self._truth.setup.seats
        seen = self._table.state(HOST)["scores"]
        self._report.scores = {} if seen is None else dict(seen)
        self._report.truth = dict(zip(names, game.scores(self._truth.state) or (), strict=True))
        return self._report

    def record(self) -> str:
        """Return the game as it was really played."""
        return write_record(self._truth.setup, self._truth.entries)

    def _turn(self) -> None:
        """Play one seat's turn: throw, build, throw again, until it stops or the game ends."""
        seat = self._truth.state.seat
        while self._truth.state.seat == seat and self._truth.game.outcome(self._truth.state) is None:
            move = self._bot.choose(self._truth.state, seat, self._rng)
            if move is None:
                self._throw()
            elif isinstance(move, SetAside):
                self._play(move)
                self._hands.set_aside(move)
            elif isinstance(move, Stop):
                self._stop(move)

    def _throw(self) -> None:
        state = self._truth.state
        if state.throws:
            self._look(building=True)
            self._hands.take_loose()
            self._look(building=True)
        thrown = Throw(state.seat, self._hands.throw(state.dice_to_throw))
        self._play(thrown)
        self._look()
        self._check("throw")
        self._hands.take_catapults()

    def _stop(self, stop: Stop) -> None:
        self._look(building=True)
        self._hands.clear()
        self._play(stop)
        self._look()
        self._check("stop")

    def _play(self, move: Any) -> None:
        game = self._truth.game
        self._past = [*self._past[-MOST_BEHIND:], self._truth]
        self._truth = self._truth.play(move.seat, game.words(self._truth.state, move))

    def _look(self, *, building: bool = False) -> None:
        """Let the table look; answer what it asks, unless the hands have not done yet."""
        self._settle()
        while (offer := self._open_question()) is not None:
            self._answered.add(offer["id"])
            self._report.asked.append(_told(offer))
            if building:
                return
            self._answer(offer)
            self._settle()

    def _open_question(self) -> ProposalShape | None:
        offer = self._table.state(HOST)["proposal"]
        if offer is None or offer["kind"] != "question" or offer["id"] in self._answered:
            return None
        return offer

    def _answer(self, offer: ProposalShape) -> None:
        """Take the choice that leads to what really happened; if none does, enter that by tap."""
        if self._agrees(self._table.history):
            self._table.answer(HOST, offer["id"], "stop")
            return
        for choice in offer["choices"]:
            if self._agrees(self._after(choice["moves"])):
                self._table.answer(HOST, offer["id"], choice["id"])
                return
        self._mend()

    def _after(self, moves: Sequence[JsonObject]) -> History:
        """Return the table's game as it would be after these moves."""
        history = self._table.history
        for words in moves:
            entry = entry_of(history.setup, words, line=len(history.entries) + 1)
            history = history.add(entry.seat, entry.words)
        return history

    def _check(self, what: str) -> None:
        """Compare the table with the truth, and mend it.

        A table that only waits for something, behind the truth, has to be told: that counts as asked.
        """
        seen = self._table.history
        if self._agrees(seen):
            return
        number = len(self._truth.entries)
        if any(self._agrees(seen, earlier) for earlier in self._past):
            self._report.asked.append(f"waits, {what} {number}: {self._table.state(HOST).get('notice')}")
        else:
            last = self._table.state(HOST)["history"][-1:]
            self._report.sure_wrong.append(f"{what} {number}: table has {last}")
        self._mend()

    def _agrees(self, seen: History, truth: History | None = None) -> bool:
        """Tell whether a game stands as the true one does, whatever cells its city was given."""
        truth = truth or self._truth
        game = truth.game
        true: JsonObject = game.view(truth.state, HOST)
        view: JsonObject = game.view(seen.state, HOST)
        if game.outcome(truth.state) is not None:
            return game.outcome(seen.state) is not None and view["scores"] == true["scores"]
        same = ("scores", "kept_knights", "seat", "throw", "catapults", "knights", "points_now")
        loose = Counter(view["loose"]) == Counter(true["loose"])
        return loose and all(view[key] == true[key] for key in same)

    def _mend(self) -> None:
        """Bring the table's turn to the truth, as a host would by hand: take it back, enter it anew."""
        true = self._truth.entries
        stops = [number for number, entry in enumerate(true[:-1], 1) if entry.words["move"] == "stop"]
        while (stand := self._standing()) and (stand[-1] != "stop" or stand.count("stop") > len(stops)):
            self._table.submit(HOST, f"undo-{self._rng.random()}", {"move": "undo"})
        for entry in true[stops[-1] if stops else 0 :]:
            words = entry_words(self._truth.setup, Entry(entry.seat, entry.words))
            self._table.submit(HOST, f"mend-{self._rng.random()}", words)

    def _standing(self) -> list[str]:
        """Return the kinds of the table's moves that stand."""
        return [str(step.entry.words["move"]) for step in self._table.history.steps()]


def _told(offer: ProposalShape) -> str:
    return f"{offer['text']['code']} {offer['text']['params']}"
