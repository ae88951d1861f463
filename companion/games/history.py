"""A game as its list of entries: moves, moves taken back, and earlier moves corrected.

Nothing is ever taken out of the list. Undo and correction are entries themselves, written in a record as
``{"move": "undo"}`` and ``{"move": "correct", "number": n, "with": {"move": …}}``. All entries are
numbered, from 1; a correction names the number of the entry that made the move. Moves that are only
valid together are corrected together: ``"also": [{"number": m, "with": {"move": …}}]``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import BadMove, IllegalMove
from companion.games.game import Game, Json, Seat, Setup, Words
from companion.games.record import Entry, entry_words
from companion.games.setup import near
from companion.games.words import items, only, text, whole

UNDO = "undo"
CORRECT = "correct"


@dataclass(frozen=True, eq=False)
class Step:
    """One move that stands, and the state after it. ``number`` is that of the entry which made it."""

    before: "Step | None" = field(repr=False)
    number: int
    entry: Entry
    move: Any
    state: Any
    corrected: bool


@dataclass(frozen=True)
class Dropped:
    """A later move that a correction made impossible, and why."""

    number: int
    entry: Entry
    why: str


@dataclass(frozen=True, eq=False)
class History:
    """A game so far. Immutable: every method that adds an entry returns the longer history.

    ``dropped`` are the moves which the last entry, a correction, made impossible.
    """

    game: Game[Any, Any]
    setup: Setup
    start: Any
    entries: tuple[Entry, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    _ends: tuple[Step | None, ...] = field(default=(None,), repr=False)
    """The steps that stand: the one at the start, then one after every entry that is not taken back."""

    @classmethod
    def begin(cls, game: Game[Any, Any], setup: Setup) -> "History":
        """Return the history without entries. Raises ``BadSetup``."""
        return cls(game, setup, game.start(setup))

    @property
    def state(self) -> Any:
        """The state now."""
        return self._state_after(self._ends[-1])

    def steps(self) -> tuple[Step, ...]:
        """Return the moves that stand, oldest first."""
        return tuple(reversed(list(_backwards(self._ends[-1]))))

    def add(self, seat: Seat | None, words: Words) -> "History":
        """Add any entry, as a record words it. Raises ``BadMove``, ``IllegalMove``."""
        kind = words.get("move")
        if kind == UNDO:
            only(words, ())
            return self.undo(seat)
        if kind == CORRECT:
            only(words, ("number", "with", "also"))
            right = corrections(words)
            number = whole(words, "number", least=1)
            return self.correct(seat, number, right.pop(number), right)
        return self.play(seat, words)

    def play(self, seat: Seat | None, words: Words) -> "History":
        """Add a move of the game."""
        entry = Entry(seat, words)
        step = self._step(self._ends[-1], len(self.entries) + 1, entry, corrected=False)
        return self._longer(entry, (*self._ends, step))

    def undo(self, seat: Seat | None = None) -> "History":
        """Take back the last entry that still stands, even a correction: the result is exactly the state
        before it.

        Raises ``IllegalMove`` if nothing has been played.
        """
        if len(self._ends) == 1:
            raise IllegalMove("undo: nothing has been played that could be taken back")
        return self._longer(Entry(seat, {"move": UNDO}), self._ends[:-1])

    def correct(
        self, seat: Seat | None, number: int, words: Words, also: Mapping[int, Words] | None = None
    ) -> "History":
        """Replace the move of entry ``number``; keep and rescore all later moves that are still valid.

        The words may name another ``seat``; without one it stays the same player's. ``also``: further
        moves to be replaced, by number. Later moves that can no longer be played are left out and listed
        in ``dropped``.
        """
        right = {number: words, **(also or {})}
        wrong = {number: self._standing(number) for number in right}
        instead = {number: self._instead(wrong[number], words) for number, words in right.items()}
        end = wrong[min(wrong)].before
        dropped = []
        for step in self.steps():
            if step.number < min(wrong):
                continue
            if step.number in instead:
                end = self._step(end, step.number, instead[step.number], corrected=True)
                continue
            try:
                end = self._step(end, step.number, step.entry, corrected=step.corrected)
            except (BadMove, IllegalMove) as error:
                dropped.append(Dropped(step.number, step.entry, str(error)))
        added = Entry(seat, self._correction(instead))
        return self._longer(added, (*self._ends, end), tuple(dropped))

    def _correction(self, instead: Mapping[int, Entry]) -> Words:
        """Return the words of a correction, as a record has them."""
        first, *more = (
            dict[str, Json](number=number, **{"with": entry_words(self.setup, entry)})
            for number, entry in instead.items()
        )
        words: dict[str, Json] = {"move": CORRECT, **first}
        return {**words, "also": more} if more else words

    def _longer(
        self, entry: Entry, ends: tuple[Step | None, ...], dropped: tuple[Dropped, ...] = ()
    ) -> "History":
        return replace(self, entries=(*self.entries, entry), _ends=ends, dropped=dropped)

    def _step(self, before: Step | None, number: int, entry: Entry, *, corrected: bool) -> Step:
        state = self._state_after(before)
        move = self.game.parse(state, entry.seat, entry.words)
        return Step(before, number, entry, move, self.game.play(state, move), corrected)

    def _state_after(self, step: Step | None) -> Any:
        return self.start if step is None else step.state

    def _standing(self, number: int) -> Step:
        for step in _backwards(self._ends[-1]):
            if step.number == number:
                return step
        if number > len(self.entries):
            raise IllegalMove(f"correct: there is no move {number}, the last is {len(self.entries)}")
        raise IllegalMove(f"correct: number {number} is no move that stands, it cannot be corrected")

    def _instead(self, wrong: Step, words: Words) -> Entry:
        rest: dict[str, Json] = {key: value for key, value in words.items() if key != "seat"}
        if rest.get("move") in (UNDO, CORRECT):
            raise BadMove(f"correct: a move of the game is needed, not {rest['move']!r}")
        name = words.get("seat")
        if name is None:
            return Entry(wrong.entry.seat, rest)
        if name not in self.setup.seats:
            raise BadMove(f"correct: nobody is called {near(str(name), self.setup.seats)}")
        return Entry(Seat(self.setup.seats.index(str(name)) + 1), rest)


def corrections(words: Words) -> dict[int, Words]:
    """Return the moves that a correction substitutes for others, by number. Raises ``BadMove``."""
    found: dict[int, Words] = {}
    for each in (words, *items(words, "also", default=())):
        if not isinstance(each, Mapping) or not isinstance(instead := each.get("with"), Mapping):
            raise BadMove("correct: 'with' must be the move as it should have been")
        text(instead, "move")
        found[whole({**each, "move": CORRECT}, "number", least=1)] = instead
    return found


def _backwards(end: Step | None) -> Iterator[Step]:
    while end is not None:
        yield end
        end = end.before
