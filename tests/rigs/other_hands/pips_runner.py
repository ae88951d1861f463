"""Shows play with pips to a table, answers what it asks, and compares the throws that it accepts."""

from collections.abc import Iterable, Sequence

from companion.errors import CompanionError
from companion.games.game import HOST
from companion.games.history import History
from companion.games.record import entry_of
from companion.games.yacht.moves import Move, Score, Throw
from companion.table.shapes.moves import ChoiceShape, ProposalShape
from companion.table.shapes.values import JsonObject
from tests.rigs.other_hands.pips import seat_name
from tests.rigs.random_play.plane import Act, Event
from tests.rigs.random_play.showing import Result, Showing

Lain = tuple[str, ...]
"""What all dice showed after a throw, in order."""


def shown(game: str, events: Sequence[Event], told: Sequence[Move]) -> Result:
    """Show these events to a table that plays this game, of which those moves are the truth.

    With plain dice each throw is a turn.
    """
    return _Runner(game, events, told).run()


def contradiction(seen: Sequence[Sequence[Lain]], true: Sequence[Sequence[Lain]]) -> str | None:
    """Say what of the table's throws did not happen, turn by turn; it may have missed some."""
    for number, turn in enumerate(seen):
        if turn and number >= len(true):
            return "throw: a turn that has not begun"
        if turn and not _is_part(turn, true[number]):
            return "throw: nobody threw" if len(turn) > len(true[number]) else "throw: other dice"
    return None


def _is_part(turn: Sequence[Lain], true: Sequence[Lain]) -> bool:
    left = iter(true)
    return all(lain in left for lain in turn)


class _Runner(Showing):
    """One table, which is shown one play."""

    def __init__(self, game: str, events: Sequence[Event], told: Sequence[Move]) -> None:
        super().__init__(game, events)
        self._told, self._scored = told, 0

    def _run(self) -> None:
        super()._run()
        self._result.turns = self._scored if self._game == "yacht" else len(self._true[0])

    @property
    def _true(self) -> list[list[Lain]]:
        return _lain(self._told[: self._act.true_moves])

    def _seen(self, history: History) -> list[list[Lain]]:
        if self._game == "yacht":
            return _lain(step.move for step in history.steps())
        throws = [step.entry.words for step in history.steps() if step.entry.words["move"] == "throw"]
        return [[tuple(sorted(str(face) for face in _listed(words["faces"]))) for words in throws]]

    def _compare(self) -> None:
        if not self._result.has_ended and (
            found := contradiction(self._seen(self._history), self._true)
        ):
            self._is_wrong(found)

    def _answer(self, offer: ProposalShape) -> bool:
        fitting = [choice for choice in offer["choices"] if self._is_true(choice)]
        if not fitting:
            return self._tap()
        self._bench.table.answer(HOST, offer["id"], fitting[0]["id"])
        return True

    def _is_true(self, choice: ChoiceShape) -> bool:
        """Return whether with this answer the table has the last throw, and no false one."""
        history = self._history
        try:
            for words in choice["moves"]:
                entry = entry_of(history.setup, words, line=1)
                history = history.add(entry.seat, entry.words)
        except CompanionError:
            return False
        seen, true = self._seen(history), self._true
        return contradiction(seen, true) is None and seen[-1][-1:] == true[-1][-1:]

    def _tap(self) -> bool:
        """Enter the throws that the table lacks."""
        seen, true = self._seen(self._history), self._true
        lacks = [move for move in self._told[: self._act.true_moves] if isinstance(move, Throw)]
        lacks = lacks[-1:] if len(seen) == len(true) and seen[-1][-1:] != true[-1][-1:] else []
        for move in lacks:
            kept = {"kept": list(move.kept)} if move.kept else {}
            throw: JsonObject = {"move": "throw", "faces": list(move.faces), **kept}
            whose = {"seat": seat_name(move.seat)} if self._game == "yacht" else {}
            self._submit({**whose, **throw})
        return bool(lacks) and not self._result.has_ended

    def _acted(self) -> None:
        """Choose the boxes that the players have chosen by now."""
        chosen = [move for move in self._told[: self._act.true_moves] if isinstance(move, Score)]
        for move in chosen[self._scored :] if self._game == "yacht" else []:
            self._enter_before_box(move)
            if not self._result.has_ended:
                self._submit({"seat": seat_name(move.seat), "move": "score", "box": move.box})
            self._scored += 1

    def _enter_before_box(self, box: Score) -> None:
        before = self._act
        at = next(number for number, move in enumerate(self._told) if move is box)
        self._act = Act(before.what, 0.0, at)
        self._compare()
        self._tap()
        self._act = before

    def _submit(self, words: JsonObject) -> None:
        self._taps += 1
        try:
            self._bench.table.submit(HOST, f"tap-{self._taps}", words)
        except CompanionError as error:
            self._result.broken_off = str(error)[:60]


def _listed(value: object) -> list[object]:
    assert isinstance(value, list | tuple)
    return list(value)


def _lain(moves: Iterable[Move]) -> list[list[Lain]]:
    turns: list[list[Lain]] = [[]]
    for move in moves:
        if isinstance(move, Throw):
            turns[-1].append(tuple(sorted((*move.faces, *move.kept))))
        elif isinstance(move, Score):
            turns.append([])
    return turns
