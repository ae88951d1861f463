"""One game being played: its history, each move's cause, and its memory of the table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from companion.devices.device import DARK, Signals
from companion.devices.hourglass import Sand
from companion.games import catalogue
from companion.games.game import Seat, Words
from companion.games.history import History
from companion.games.record import entry_of, setup_of, setup_words, write_record
from companion.table.hooks.position import Position
from companion.table.plays.catalogue import play_of
from companion.table.plays.play import Play
from companion.table.shapes.values import JsonObject
from companion.table.sight.eyes import FrameSight
from companion.table.sitting.early import Early, early_of, occasion_of, still_come
from companion.table.sitting.secrecy import lies_face_down
from companion.table.storage.codec import as_json
from companion.table.storage.journal import By, Chapter, Event


def chosen_by_hand(words: Words) -> list[str]:
    """Return the parts of a first line that luck should deal, sorted. Raises UnknownGame."""
    by_luck = catalogue.game(str(words.get("game"))).by_luck
    return sorted(key for key in by_luck if words.get(key) is not None)


def hides_picture(sitting: "Sitting | None") -> bool:
    """Tell whether the game says that the camera may see a secret."""
    return sitting is not None and sitting.play.hides_picture(sitting.history.state)


def possible(sitting: "Sitting | None", sight: FrameSight) -> FrameSight:
    """Return a frame's readings without the things that, according to the game, cannot be pieces."""
    if sitting is None or not sight.readings:
        return sight
    return replace(sight, readings=sitting.play.possible(sight.readings))


def all_dice(sitting: "Sitting | None") -> int | None:
    """Return the number of dice in the game; None if the game does not know."""
    return None if sitting is None else sitting.play.all_dice


def signals_of(sitting: "Sitting | None", sand: Sand | None) -> Signals:
    """Return what lamps and buzzer show for a game; nothing if none is played."""
    return DARK if sitting is None else sitting.play.signals(sitting.position, sand)


@dataclass(frozen=True)
class Sitting:
    """A game being played. ``events`` and the history's entries correspond one to one.

    ``memory`` is the game's own: what it remembers of the table between readings. ``early``: secret
    moves that wait for their turn.
    """

    number: int
    history: History
    events: tuple[Event, ...] = ()
    memory: Any = None
    early: tuple[Early, ...] = ()

    @classmethod
    def begin(cls, number: int, first_line: JsonObject) -> "Sitting":
        """Return a sitting without moves. Raises BadRecord, BadSetup, UnknownGame."""
        setup = setup_of(first_line)
        return cls.of(number, History.begin(catalogue.game(setup.game), setup))

    @classmethod
    def dealt(cls, first_line: JsonObject, rng: Random) -> "Sitting":
        """Return a sitting not yet written down, with random values for everything that the first line
        leaves to luck."""
        setup = setup_of(first_line)
        game = catalogue.game(setup.game)
        return cls.of(0, History.begin(game, game.deal(setup, rng)))

    @classmethod
    def of(cls, number: int, history: History) -> "Sitting":
        """Return a sitting whose table has not been seen yet."""
        return cls(number, history, memory=play_of(history.setup.game).nothing_seen())

    @classmethod
    def resume(cls, chapter: Chapter) -> "Sitting":
        """Return the sitting from the journal, in the state in which it was written."""
        fresh = cls.begin(chapter.sitting, chapter.first_line)
        played = fresh.after(chapter.events, fresh._read_memory(chapter))
        return replace(played, early=still_come(early_of(chapter.early), played.history))

    def _read_memory(self, chapter: Chapter) -> Any:
        """Return the memory of the table; nothing if another version wrote it in another form."""
        if chapter.memory is None:
            return self.memory
        try:
            return self.play.memory_of(chapter.memory)
        except (LookupError, TypeError, ValueError):
            return self.memory

    @cached_property
    def play(self) -> Play[Any, Any]:
        """The game's place at the table."""
        return play_of(self.history.setup.game)

    @property
    def position(self) -> Position[Any]:
        """The state of the game."""
        history = self.history
        return Position(history.game, history.setup, history.state, history)

    def after(self, events: Sequence[Event], memory: Any) -> "Sitting":
        """Return the sitting after these moves. Raises BadMove, IllegalMove; changes nothing."""
        history = self.history
        for event in events:
            entry = entry_of(history.setup, event.words, line=len(history.entries) + 1)
            history = history.add(entry.seat, entry.words)
        return replace(self, history=history, events=(*self.events, *events), memory=memory)

    def choosing_early(self, seat: Seat, words: Words, move_id: str, by: By) -> "Sitting | None":
        """Return the sitting with a secret move of a seat whose turn has not come; None: it is none.

        Raises BadMove, IllegalMove where it could not be played when its turn comes.
        """
        history, kind = self.history, words.get("move")
        game = history.game
        if game.early_kind(self.told_state, seat) != kind or kind is None:
            return None
        own = {key: value for key, value in words.items() if key != "seat"}
        game.with_early(history.state, [game.parse(history.state, seat, own)])
        one = Early(seat, own, move_id, by, occasion_of(history))
        return replace(self, early=(*self.early, one))

    def turns_come(self, at: str) -> "Sitting":
        """Return the sitting after all early moves whose turn has come, without those whose turn never
        will. ``at``: when that is.
        """
        now = replace(self, early=still_come(self.early, self.history))
        mover = now.history.game.to_move(now.history.state)
        for one in now.early:
            if one.seat == mover:
                played = now.after([one.event(now.history, at)], now.memory)
                return played.turns_come(at)
        return now

    def has(self, move_id: str) -> bool:
        """Tell whether a move with that id was already accepted."""
        known = [*(one.move_id for one in self.events), *(one.id for one in self.early)]
        return move_id in known

    def lies_face_down(self, seat: Seat) -> bool:
        """Tell whether this seat has laid something that lies face down, in its turn or before it."""
        return lies_face_down(self.history, seat) or any(one.seat == seat for one in self.early)

    @cached_property
    def told_state(self) -> Any:
        """The game's state as it is told: with what waits for its turn as if that had come."""
        game, state = self.history.game, self.history.state
        if not self.early:
            return state
        return game.with_early(state, [game.parse(state, one.seat, one.words) for one in self.early])

    def told_as(self, state: Any) -> "Sitting":
        """Return the sitting as it is told where its game stands so."""
        return replace(self, history=self.history.told_as(state), early=())

    def early_words(self) -> list[JsonObject]:
        """Return what waits for its turn as the journal keeps it."""
        return [as_json(one) for one in self.early]

    def memory_words(self) -> JsonObject | None:
        """Return the memory of the table in the journal's form."""
        return self.play.memory_words(self.memory)

    def first_line(self) -> JsonObject:
        """Return the record's first line."""
        return dict(setup_words(self.history.setup))

    def record(self) -> str:
        """Return the whole record, as ``companion replay`` takes it."""
        return write_record(self.history.setup, self.history.entries)


def is_on(sitting: Sitting | None) -> bool:
    """Tell whether a game is being played."""
    return sitting is not None and sitting.history.game.outcome(sitting.history.state) is None
