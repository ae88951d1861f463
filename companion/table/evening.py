"""A whole game of Carcassonne – The Dice Game played by bots at a table that only watches.

The bots decide from what they threw; simulated hands throw, build and clear the table. The table gets
frames, nothing else, and must come to the same scores. Its questions are answered as players would.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from companion.games import catalogue
from companion.games.carcassonne_dice.moves import SetAside, Stop, Throw
from companion.games.game import HOST
from companion.games.history import History
from companion.games.record import Entry, entry_words, write_record
from companion.table.service import TableService
from companion.table.shapes import JsonObject, ProposalShape, StateShape

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


@dataclass
class Report:
    """How the evening went. ``asked``: the code of each question, with what lay there."""

    scores: dict[str, int] = field(default_factory=dict)
    truth: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    sure_wrong: list[str] = field(default_factory=list)


class Evening:
    """Plays one game from ``truth`` on. ``settle`` lets the table look until nothing is about to happen."""

    def __init__(
        self,
        table: TableService,
        hands: Hands,
        settle: Callable[[], None],
        truth: History,
        rng: Random,
    ) -> None:
        self._table, self._hands, self._settle, self._rng = table, hands, settle, rng
        self._bot = catalogue.bot("carcassonne_dice")
        self._truth = truth
        self._report = Report()
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
            self._look(None)
            self._hands.take_loose()
            self._look(None)
        thrown = Throw(state.seat, self._hands.throw(state.dice_to_throw))
        self._play(thrown)
        self._look(thrown)
        self._check("throw")
        self._hands.take_catapults()

    def _stop(self, stop: Stop) -> None:
        self._look(stop)
        self._hands.clear()
        mover = self._table.state(HOST)["to_move"]
        self._play(stop)
        self._look(stop)
        if self._table.state(HOST)["to_move"] == mover and self._table.state(HOST)["outcome"] is None:
            self._tap(stop)
        self._check("stop")

    def _play(self, move: Any) -> None:
        game = self._truth.game
        self._truth = self._truth.play(move.seat, game.words(self._truth.state, move))

    def _look(self, meant: Throw | Stop | None) -> None:
        """Let the table look; answer what it asks, as ``meant``."""
        self._settle()
        while (offer := self._open_question()) is not None:
            self._answered.add(offer["id"])
            self._report.asked.append(_told(offer))
            self._answer(offer, meant)
            self._settle()

    def _open_question(self) -> ProposalShape | None:
        offer = self._table.state(HOST)["proposal"]
        if offer is None or offer["kind"] != "question" or offer["id"] in self._answered:
            return None
        return offer

    def _answer(self, offer: ProposalShape, meant: Throw | Stop | None) -> None:
        """Take the choice that says what was really thrown or taken; enter it by tap if none does."""
        if meant is None:
            return
        words: JsonObject = dict(self._truth.game.words(self._truth.state, meant))
        for choice in offer["choices"]:
            if _same(choice["moves"][-1], words):
                self._table.answer(HOST, offer["id"], choice["id"])
                return
        self._tap(meant)

    def _tap(self, move: Throw | Stop) -> None:
        words = self._truth.game.words(self._truth.state, move)
        self._table.submit(HOST, f"tap-{len(self._truth.entries)}-{words['move']}", words)

    def _check(self, what: str) -> None:
        """Compare the table with the truth; what it surely believed wrongly is counted and mended."""
        state = self._table.state(HOST)
        if self._agrees(state):
            return
        last = state["history"][-1]["move"] if state["history"] else None
        self._report.sure_wrong.append(f"{what} {len(self._truth.entries)}: table has {last}")
        self._mend()

    def _agrees(self, state: StateShape) -> bool:
        true: JsonObject = self._truth.game.view(self._truth.state, HOST)
        seen = state["view"] or {}
        if self._truth.game.outcome(self._truth.state) is not None:
            return state["outcome"] is not None and seen.get("scores") == true["scores"]
        same = ("scores", "kept_knights", "seat", "throw", "catapults", "knights", "points_now")
        return all(seen.get(key) == true[key] for key in same) and Counter(seen["loose"]) == Counter(
            true["loose"]
        )

    def _mend(self) -> None:
        """Bring the table to the truth, as a host would by hand: take back, and enter anew."""
        while any(not line["undone"] for line in self._table.state(HOST)["history"]):
            self._table.submit(HOST, f"undo-{self._rng.random()}", {"move": "undo"})
        for number, entry in enumerate(self._truth.entries):
            words = entry_words(self._truth.setup, Entry(entry.seat, entry.words))
            self._table.submit(HOST, f"mend-{self._rng.random()}-{number}", words)


def _same(moves: JsonObject, words: JsonObject) -> bool:
    if moves.get("move") != words["move"]:
        return False
    if words["move"] == "throw":
        return Counter(moves["faces"]) == Counter(words["faces"])
    return bool(moves.get("take") == words["take"])


def _told(offer: ProposalShape) -> str:
    return f"{offer['text']['code']} {offer['text']['params']}"
