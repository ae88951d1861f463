"""A whole game played by bots at a table that only watches.

The bots decide from the true throws; hands throw, build and clear the table. The table gets frames and
the players' taps, nothing else, and must arrive at the same scores. Its questions are answered as
players would.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any, Protocol

from companion.errors import IllegalMove
from companion.games import catalogue
from companion.games.game import HOST, Role, Words, seat_role
from companion.games.history import History
from companion.games.record import Entry, entry_of, entry_words, find_seat, name_of, write_record
from companion.table.hooks.verdict import MOMENT_S
from companion.table.shapes.moves import ProposalShape
from companion.table.shapes.values import JsonObject
from companion.table.table import Table
from vision.clock import Clock

MOST_TURNS = 400
"""Turns after which a game of bots counts as endless."""

MOST_BEHIND = 12
"""Most moves by which a table may lag behind the truth: those of one turn."""


@dataclass
class EveningReport:
    """The result of the evening. ``asked``: the code of each question, with what really lay there."""

    scores: dict[str, int] = field(default_factory=dict)
    truth: dict[str, int] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    sure_wrong: list[str] = field(default_factory=list)


MOST_MOMENTS = 4
"""A proposal whose time ran out is made again, at most this often."""


def wait_until_accepted(table: Table, clock: Clock) -> None:
    """Let time pass at a still table until the proposal is accepted, or a question asked."""
    for _ in range(MOST_MOMENTS):
        clock.wait(Event(), MOMENT_S)
        table.tick()
        table.sight.weigh()
        offer = table.state(HOST)["proposal"]
        if offer is None or offer["kind"] != "move":
            return


PressKeys = Callable[[Sequence[str]], None]


class Player(Protocol):
    """Plays one game at a table, all seats of it, with hands that move real or simulated pieces."""

    def lay(self, state: Any) -> None:
        """Lay the pieces of an interrupted turn as the rules have them."""

    def turn(self, evening: "Evening") -> None:
        """Play one turn, or one step of the game: move pieces, and tell the evening what the player
        meant."""

    def agrees(self, true: JsonObject, seen: JsonObject) -> bool:
        """Tell whether two views describe the same position."""
        return true == seen


class Evening:
    """Plays one game from ``truth`` on. ``settle`` lets the table look until all is read."""

    def __init__(
        self,
        table: Table,
        player: Player,
        settle: Callable[[], None],
        truth: History,
        rng: Random,
        box: PressKeys | None = None,
    ) -> None:
        """``box`` presses keys of the voting box, one after the other; None if there is no box."""
        self.rng = rng
        self.bot = catalogue.bot(truth.setup.game)
        self._table, self._player, self._settle = table, player, settle
        self._truth = truth
        self._box = box
        self._report = EveningReport()
        self._past: list[History] = []
        self._asked: set[str] = set()
        self._answered: set[str] = set()
        self._mover = truth.game.to_move(truth.state)
        self._agreed_at = (len(table.history.steps()), len(truth.entries))

    @property
    def state(self) -> Any:
        """The true state of the game."""
        return self._truth.state

    @property
    def options(self) -> Words:
        """What was agreed on before the game."""
        return self._truth.setup.options

    @property
    def is_over(self) -> bool:
        """Whether the game has truly ended."""
        return self._truth.game.outcome(self._truth.state) is not None

    def run(self) -> EveningReport:
        """Play to the end; return the report."""
        for _ in range(MOST_TURNS):
            if self.is_over:
                break
            self._player.turn(self)
        # The game's view is not used: on a busy machine it may come too late.
        self._report.scores, self._report.truth = _scores(self._table.history), _scores(self._truth)
        return self._report

    def record(self) -> str:
        """Return the record of the game as it was really played."""
        return write_record(self._truth.setup, self._truth.entries)

    # The things that players tell the evening.

    def play(self, move: Any) -> None:
        """A player intends this move; the table has to see it."""
        game = self._truth.game
        self._past = [*self._past[-MOST_BEHIND:], self._truth]
        self._truth = self._truth.play(move.seat, game.words(self._truth.state, move))

    def tap(self, move: Any) -> None:
        """A player enters this move on a page."""
        words = dict(self._truth.game.words(self._truth.state, move))
        if move.seat is not None:
            words = {"seat": name_of(self._truth.setup, move.seat), **words}
        self.play(move)
        self._table.submit(self._who_enters(words), f"tap-{len(self._truth.entries)}", words)

    @property
    def has_box(self) -> bool:
        """Whether a voting box stands at the table."""
        return self._box is not None

    def at_box(self, move: Any, keys: Sequence[str]) -> None:
        """A player makes this move at the voting box, with these keys."""
        assert self._box is not None
        self.play(move)
        self._box(keys)

    @property
    def next_due(self) -> float | None:
        """Time of the table's next action of its own, in s of its clock, since players see its glass."""
        return self._table.due

    def look(self, *, building: bool = False) -> None:
        """Let the table look; answer its questions, unless the hands are still busy."""
        self._settle()
        while (offer := self._open_question()) is not None:
            if offer["id"] not in self._asked:
                self._asked.add(offer["id"])
                self._report.asked.append(f"{offer['text']['code']} {offer['text']['params']}")
            if building:
                return
            self._answered.add(offer["id"])
            self._answer(offer)
            self._settle()

    def check(self, what: str) -> None:
        """Compare the table with the truth, and correct it.

        A table that is behind the truth and only waits has to be corrected: that counts as a question.
        """
        seen = self._table.history
        if self._agrees(seen):
            self._remember_agreement()
            return
        number = len(self._truth.entries)
        if any(self._agrees(seen, earlier) for earlier in self._past):
            self._report.asked.append(f"waits, {what} {number}: {self._table.state(HOST).get('notice')}")
        else:
            last = self._table.state(HOST)["history"][-1:]
            self._report.sure_wrong.append(f"{what} {number}: table has {last}")
        self._mend()

    def expect_notice(self, right: Collection[str], unsure: Collection[str]) -> None:
        """Compare the table's notice with what really lies there, given the codes that would be right.

        A doubt, or silence, counts as asked.
        """
        notice = self._table.state(HOST).get("notice")
        code = None if notice is None else notice["code"]
        if code is None or code in unsure:
            self._report.asked.append(f"does not tell {sorted(right)}: {notice}")
        elif code not in right:
            self._report.sure_wrong.append(f"told {notice}, not {sorted(right)}")

    def _open_question(self) -> ProposalShape | None:
        offer = self._table.state(HOST)["proposal"]
        if offer is None or offer["kind"] != "question" or offer["id"] in self._answered:
            return None
        return offer

    def _answer(self, offer: ProposalShape) -> None:
        """Take the choice that leads to the truth; if none does, enter the truth by tap."""
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

    def _agrees(self, seen: History, truth: History | None = None) -> bool:
        """Tell whether the table's game stands as the true one does."""
        truth = truth or self._truth
        game = truth.game
        true: JsonObject = game.view(truth.state, HOST)
        view: JsonObject = game.view(seen.state, HOST)
        if game.outcome(truth.state) is not None:
            ended = game.outcome(seen.state) is not None
            return ended and game.scores(seen.state) == game.scores(truth.state)
        return self._player.agrees(true, view)

    def _remember_agreement(self) -> None:
        """Remember a moment at the start of a turn when table and truth agree.

        Within a turn they may agree although the table counts things that were built from another place.
        """
        mover = self._truth.game.to_move(self._truth.state)
        if mover != self._mover:
            self._mover = mover
            self._agreed_at = (self._turn_begins(self._table.history), self._turn_begins(self._truth))

    def _turn_begins(self, history: History) -> int:
        """Return how many moves were made before the current player's last ones."""
        steps = history.steps()
        others = (
            number for number in range(len(steps), 0, -1) if steps[number - 1].entry.seat != self._mover
        )
        return next(others, 0)

    def _mend(self) -> None:
        """Correct the table as a host would by hand: enter the missing moves or, if it has others, take
        the turn back and enter it again."""
        lacks = self._lacks()
        if lacks is None:
            table_moves, true_moves = self._agreed_at
            while len(self._table.history.steps()) > table_moves:
                self._table.submit(HOST, f"undo-{self.rng.random()}", {"move": "undo"})
            lacks = [self._words(entry) for entry in self._truth.entries[true_moves:]]
        for words in lacks:
            self._table.submit(self._who_enters(words), f"mend-{self.rng.random()}", words)
        self._remember_agreement()

    def _lacks(self) -> Sequence[JsonObject] | None:
        """Return the moves that the table still lacks; None if it has moves that were not made."""
        for past in reversed(self._past):
            lacks = [self._words(entry) for entry in self._truth.entries[len(past.entries) :]]
            if self._agrees(self._table.history, past):
                try:
                    return lacks if self._agrees(self._after(lacks)) else None
                except IllegalMove:
                    return None  # they may agree although places are counted differently
        return None

    def _words(self, entry: Entry) -> JsonObject:
        return entry_words(self._truth.setup, Entry(entry.seat, entry.words))

    def _who_enters(self, words: JsonObject) -> Role:
        """Return who enters a move: the host, or the seat on its own phone if only the seat may."""
        setup = self._truth.setup
        game = self._truth.game
        if words["move"] not in game.secret_moves | game.own_moves:
            return HOST
        return seat_role(find_seat(setup, str(words["seat"])))


def _scores(history: History) -> dict[str, int]:
    """Return the players' scores; empty while the game keeps them secret."""
    scores = history.game.scores(history.state)
    return {} if scores is None else dict(zip(history.setup.seats, scores, strict=True))
