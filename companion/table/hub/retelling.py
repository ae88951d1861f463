"""What the moves of a sitting tell everybody: without names, and without what lies face down.

A move is told as soon as it is known whether the next ones lie face down with it: cards of a vote are
told together, when they are turned up. What is told of a move depends on the moves up to there alone, so
that it is the same however often and however late it is told.

With each move goes the line that the table's own pages show of it, as a code of the catalogue: the hub
knows no game. The game is played here with marks in place of the players' names, so that no line can
have a name in it; the hub puts in those that it may know.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.game import Game, Outcome, Setup
from companion.games.history import CORRECT, UNDO, History, Step, corrections
from companion.games.record import Entry, renamed, setup_of, setup_words
from companion.table.evenings.result import ranked
from companion.table.evenings.story import UNPLAYABLE
from companion.table.hub.topics import MARK, MOST_RESAID
from companion.table.plays.catalogue import play_of
from companion.table.shapes.values import JsonObject
from companion.table.sitting.secrecy import awaits_secret, is_public, touches_a_secret
from companion.table.storage.chapter import Event, Opening


def opening_line(opening: Opening, players: Mapping[str, str]) -> JsonObject:
    """Return how a sitting began: its line number 0. ``players``: ids by name of those to be known."""
    known = [None if name in opening.nameless else players.get(name) for name in opening.seats]
    line: JsonObject = {
        "sitting": opening.number,
        "number": 0,
        "at": opening.opened_at,
        "game": str(opening.first_line["game"]),
        "seats": len(opening.seats),
    }
    line |= {"players": known} if any(known) else {}
    return line | ({} if opening.instead_of is None else {"instead_of": opening.instead_of})


def bare_line(sitting: int, number: int) -> JsonObject:
    """Return a move of which nothing can be told: today's rules cannot play it, or it lies face down for
    good."""
    return {"sitting": sitting, "number": number, "at": "", "words": None}


class Retelling:
    """Tells one sitting as it grows. ``lines``: those that may be told, from number 1 on."""

    def __init__(self, opening: Opening, game: Game[Any, Any], setup: Setup) -> None:
        """Begin without moves. Raises what that game's rules raise."""
        self.sitting = opening.number
        self.seats = opening.seats
        self.lines: list[JsonObject] = []
        self._marks = {name: MARK.format(seat) for seat, name in enumerate(opening.seats, 1)}
        self._numbers = {mark: str(seat) for seat, mark in enumerate(self._marks.values(), 1)}
        marked = setup_of(renamed(setup_words(setup), self._marks))
        self._history = History.begin(game, marked)
        self._play = play_of(setup.game)
        self._held: list[tuple[int, Entry, bool]] = []
        self._said: dict[int, JsonObject | None] = {}
        """What was told that the pages show of each move."""
        self._owes = False

    @property
    def taken_in(self) -> int:
        """How many moves it knows; the last of them may lie face down."""
        return len(self._history.entries)

    def take_in(self, entries: Sequence[Entry], events: Sequence[Event]) -> None:
        """Take in the sitting's moves as they are now; those known before are the first of them."""
        for number in range(self.taken_in + 1, len(entries) + 1):
            entry = entries[number - 1]
            marked = Entry(entry.seat, renamed(entry.words, self._marks))
            self._add(number, marked, events[number - 1])

    def _add(self, number: int, entry: Entry, event: Event) -> None:
        before = self._history
        self._history = before.add(entry.seat, entry.words)
        kind = entry.words.get("move")
        is_hidden = kind == CORRECT and touches_a_secret(before, corrections(entry.words))
        self._held.append((number, entry, is_hidden))
        if kind in {*before.game.secret_moves, UNDO, CORRECT} and awaits_secret(self._history):
            return
        self._tell(event)

    def _tell(self, last: Event) -> None:
        """Tell all that was held back, as it is known with the last of them, at that one's time."""
        standing = {step.number: step for step in self._history.steps()}
        at = last.happened_at or last.at
        for number, entry, is_hidden in self._held:
            is_told = not is_hidden and self._is_public(entry, stands=number in standing)
            words = entry.words if is_told else _bare(entry)
            told: JsonObject = {"sitting": self.sitting, "number": number, "at": at, "seat": entry.seat}
            self.lines.append(told | {"words": renamed(words, self._numbers)})
        self.lines[-1] |= _stands(self._history, self.seats)
        self._say(standing)
        self._held.clear()

    def _say(self, standing: Mapping[int, Step]) -> None:
        """Add what the pages show of these moves, and what they show differently of earlier ones.

        Only a move that is taken back or corrected changes what is shown of others. If that is more than
        one line may say, the next lines say the rest.
        """
        first = self._held[0][0]
        for number, _, _ in self._held:
            if number in standing:
                self._said[number] = self.lines[number - 1]["said"] = self._saying(standing[number])
        if not self._owes and all(
            entry.words.get("move") not in (UNDO, CORRECT) for _, entry, _ in self._held
        ):
            return
        now = {number: self._saying(step) for number, step in standing.items()}
        changed = [number for number in range(1, first) if now.get(number) != self._said.get(number)]
        resaid = {number: now.get(number) for number in changed[-MOST_RESAID:]}
        if resaid:
            self.lines[-1]["resaid"] = [[*one] for one in resaid.items()]
        self._said |= resaid
        self._owes = len(changed) > len(resaid)

    def _saying(self, step: Step) -> JsonObject:
        """Return what the pages show everybody of a move that stands."""
        entry = step.entry
        is_told = self._is_public(entry, stands=True)
        seat = {} if entry.seat is None else {"seat": MARK.format(entry.seat)}
        words = {**seat, **(entry.words if is_told else _bare(entry))}
        say = self._play.line(words, step if is_told else None)
        said: JsonObject = {"code": say.code, "params": dict(say.params)}
        return said if entry.seat is None else {"seat": entry.seat, **said}

    def _is_public(self, entry: Entry, *, stands: bool) -> bool:
        """Tell whether all know a move, now that nothing lies face down."""
        return is_public(self._history.game, entry.words, is_open=stands)


def _bare(entry: Entry) -> JsonObject:
    """Return what all know of a move that lies face down for good: of which kind it is."""
    return {"move": entry.words.get("move")}


def _stands(history: History, seats: Sequence[str]) -> JsonObject:
    """Return how the game stands: whose turn, the scores, and how it ended."""
    game, state = history.game, history.state
    try:
        turn, scores, outcome = game.to_move(state), game.scores(state), game.outcome(state)
    except UNPLAYABLE:
        return {"turn": None, "scores": None, "end": None}
    return {
        "turn": turn,
        "scores": None if scores is None else list(scores),
        "end": None if outcome is None else _tell_end(seats, outcome, scores),
    }


def _tell_end(seats: Sequence[str], outcome: Outcome, scores: Sequence[int] | None) -> JsonObject:
    ranks = {placed.name: placed.rank for placed in ranked(seats, outcome, scores)}
    return {"winners": list(outcome.winners), "ranks": [ranks[name] for name in seats]}
