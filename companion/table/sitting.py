"""One game being played: its history, who brought each move, and where the dice were last seen."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from companion.games import catalogue
from companion.games.history import History
from companion.games.record import entry_of, setup_of, setup_words, write_record
from companion.table.journal import Chapter, Event, JsonObject
from companion.table.referees.layout import Layout


@dataclass(frozen=True)
class Sitting:
    """A game being played. ``events`` and the history's entries run side by side, one for one."""

    number: int
    history: History
    events: tuple[Event, ...] = ()
    layout: Layout = field(default_factory=Layout)

    @classmethod
    def begin(cls, number: int, first_line: JsonObject) -> "Sitting":
        """Return a sitting without moves. Raises BadRecord, BadSetup, UnknownGame."""
        setup = setup_of(first_line)
        return cls(number, History.begin(catalogue.game(setup.game), setup))

    @classmethod
    def dealt(cls, first_line: JsonObject, rng: Random) -> "Sitting":
        """Return a sitting not yet written down, with whatever the first line left to luck."""
        setup = setup_of(first_line)
        game = catalogue.game(setup.game)
        return cls(0, History.begin(game, game.deal(setup, rng)))

    @classmethod
    def resume(cls, chapter: Chapter) -> "Sitting":
        """Return the sitting as the journal holds it: the same state as when it was written."""
        fresh = cls.begin(chapter.sitting, chapter.first_line)
        layout = Layout() if chapter.layout is None else Layout.from_json(chapter.layout)
        return fresh.after(chapter.events, layout)

    def after(self, events: Sequence[Event], layout: Layout) -> "Sitting":
        """Return the sitting after these moves. Raises BadMove, IllegalMove; changes nothing."""
        history = self.history
        for event in events:
            entry = entry_of(history.setup, event.words, line=len(history.entries) + 1)
            history = history.add(entry.seat, entry.words)
        return replace(self, history=history, events=(*self.events, *events), layout=layout)

    def has(self, move_id: str) -> bool:
        """Tell whether a move of that id was accepted already."""
        return any(event.move_id == move_id for event in self.events)

    def first_line(self) -> JsonObject:
        """Return the record's first line."""
        return dict(setup_words(self.history.setup))

    def record(self) -> str:
        """Return the whole record, as ``companion replay`` takes it."""
        return write_record(self.history.setup, self.history.entries)
