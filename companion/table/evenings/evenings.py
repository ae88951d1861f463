"""The evening: the players, the games, how these ended, and the standings.

It takes everything from the journal: a sitting's beginning at once, its end once the story is written
(``story.py``), which takes a moment and is done by a worker of its own. Not locked, except for changes
that take the table's lock by ``changing``, as newcomers do.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from companion.errors import JournalError
from companion.games.history import History
from companion.games.record import rename_within, renamed
from companion.table.evenings.players import KnownPlayers
from companion.table.evenings.result import Result
from companion.table.evenings.shelf import ResultShelf
from companion.table.evenings.standings import Evening, evenings_of, standings
from companion.table.evenings.story import UNPLAYABLE, picture_of, story_of
from companion.table.shapes.values import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.storage.chapter import Opening, Saved
from companion.table.storage.codec import as_json
from companion.table.storage.journal import Event, Journal
from companion.table.storage.journal_lines import Row

FOLDER: Final = "evenings"
"""The folder in the data folder."""
MOST_AT_ONCE: Final = 12
"""Most evenings sent at once."""


@dataclass(frozen=True)
class Untold:
    """A sitting whose story is not written yet."""

    opening: Opening
    events: tuple[Event, ...]
    history: History | None

    def told(self) -> tuple[Result, JsonObject | None]:
        """Return how it ended, and the data for its picture. May take a second."""
        result = story_of(self.opening, self.events, self.history)
        has_picture = self.history is not None and result.has_ended
        return result, picture_of(self.history) if has_picture and self.history is not None else None


class Evenings:
    """What is known of players and past games. ``folder``: the data folder, None if none is kept."""

    def __init__(self, journal: Journal, folder: Path | None) -> None:
        self._journal = journal
        own = folder and folder / FOLDER
        self.players, self._shelf = KnownPlayers(own), ResultShelf(own)
        self.players.meet(journal.openings)
        self._catching_up: Iterator[Saved] | None = None
        self._given_up: set[int] = set()
        self._ends: dict[tuple[int, int], JsonObject] = {}
        self._told_up_to: object = None
        """The journal's state when no story was missing."""

    def move(self, folder: Path | None) -> None:
        """Keep future data in another folder; None: no longer keep any. Raises JournalError."""
        own = folder and folder / FOLDER
        self._shelf.move(own)
        self.players.move(own)

    # What was played.

    def sitting_opened(self) -> None:
        """Know who plays the newest sitting."""
        self.players.meet(self._journal.openings[-1:])
        with suppress(JournalError):  # rebuilt from the journal at the next start
            self.players.keep()
        self._changed()

    def counted(self) -> list[Opening]:
        """Return how those sittings began that were not replaced by another, in the order of play.

        A sitting that replaced another counts as begun when that one did.
        """
        all_, roots = {one.number: one for one in self._journal.openings}, self.roots()
        replaced = {one.instead_of for one in all_.values()}
        count = sorted(set(all_) - replaced, key=roots.__getitem__)
        return [replace(all_[one], opened_at=all_[roots[one]].opened_at) for one in count]

    def roots(self) -> dict[int, int]:
        """Return for each sitting the first in the chain of sittings that it has replaced."""
        roots: dict[int, int] = {}
        for one in self._journal.openings:
            before = None if one.instead_of is None else roots.get(one.instead_of)
            roots[one.number] = one.number if before is None else before
        return roots

    def results(self) -> list[Result]:
        """Return the results of all games whose story is written, in the order of play."""
        kept = self._shelf.results
        told = ((kept.get(one.number), one.moves) for one in self.counted())
        return [result for result, moves in told if result is not None and result.moves == moves]

    def result(self, sitting: int) -> Result | None:
        """Return how a game ended; None if there is no such game, or its story is not written yet."""
        return next((one for one in self.results() if one.sitting == sitting), None)

    def picture(self, sitting: int) -> JsonObject | None:
        """Return the data for a game's picture; None if there is none."""
        return None if self.result(sitting) is None else self._shelf.picture(sitting)

    def evenings(self, before: int | None = None) -> tuple[list[Evening], int]:
        """Return the last evenings before the one of that number, latest first, and how many came before
        them."""
        all_ = evenings_of(self.results())
        wanted = [one for one in all_ if before is None or one.number < before]
        told = wanted[-MOST_AT_ONCE:]
        return told[::-1], len(wanted) - len(told)

    def standings_of(self, results: Sequence[Result]) -> list[JsonObject]:
        """Return the standings after these games, as they are sent."""
        found: list[JsonObject] = as_json(standings(results, {one.name for one in self.players}))
        return found

    def last_of_each(self) -> list[Opening]:
        """Return how each game was begun last, the newest first."""
        newest: dict[str, Opening] = {}
        for one in reversed(self.counted()):
            newest.setdefault(str(one.first_line["game"]), one)
        return list(newest.values())

    @property
    def is_catching_up(self) -> bool:
        """Whether the stories of earlier games are still being written."""
        return self._catching_up is not None

    def end_of(self, sitting: Sitting | None) -> JsonObject | None:
        """Return the story of the sitting under way once it has ended; None before."""
        if sitting is None:
            return None
        key = (sitting.number, len(sitting.events))
        if key not in self._ends:
            result = self._shelf.results.get(sitting.number)
            if result is None or not result.has_ended or result.moves != key[1]:
                return None
            self._ends = {key: self._told(result)}
        return self._ends[key]

    def _told(self, result: Result) -> JsonObject:
        evening = next(one for one in evenings_of(self.results()) if result in one.results)
        words = result.to_json()
        told = {key: words[key] for key in ("ranking", "why", "highlights", "minutes", "moves")}
        has_picture = self._shelf.has_picture(result.sitting)
        return told | {
            "picture": f"/api/v1/sittings/{result.sitting}/picture" if has_picture else None,
            "evening": {
                "number": evening.number,
                "games": sum(one.has_ended for one in evening.results),
                "standings": self.standings_of(evening.results),
            },
        }

    # Games whose story is not written yet.

    def untold(self, sitting: Sitting | None) -> Untold | None:
        """Return a sitting whose story is missing; None if there is none. ``sitting``: the sitting under
        way."""
        now = (self._journal.openings[-1:], sitting and (sitting.number, sitting.position.has_ended))
        if now == self._told_up_to:
            return None
        found = self._untold(sitting)
        self._told_up_to = now if found is None else None
        return found

    def _untold(self, sitting: Sitting | None) -> Untold | None:
        stale = {one.number: one for one in self.counted() if self._is_stale(one)}
        if sitting is not None:
            opening = stale.pop(sitting.number, None)
            if opening is not None and sitting.position.has_ended:
                return Untold(opening, sitting.events, sitting.history)
        if stale:
            return self._next_of(stale)
        self._catching_up = None
        self._shelf.keep()
        return None

    def _is_stale(self, opening: Opening) -> bool:
        result = self._shelf.results.get(opening.number)
        if opening.moves == 0 or opening.number in self._given_up:
            return False
        if result is None or result.moves != opening.moves:
            return True
        return self._shelf.lacks_picture(result)

    def _next_of(self, stale: dict[int, Opening]) -> Untold | None:
        if self._catching_up is None:
            self._catching_up = self._journal.sittings()
        for saved in self._catching_up:
            if saved.number in stale:
                return Untold(stale[saved.number], saved.events, _history_of(saved))
        self._catching_up = None
        self._given_up |= set(stale)  # damaged, or from a table without memory
        self._shelf.keep()
        return None

    def put(self, result: Result, picture: JsonObject | None) -> None:
        """Know how a game ended."""
        self._shelf.put(result, picture)
        if not self.is_catching_up:
            self._shelf.keep()
        self._changed()

    # Who plays.

    def retell(self, name: str, new: Callable[[Opening], str], *, nameless: bool = False) -> None:
        """Rename a player's seats wherever the journal has them. Raises JournalError.

        ``new`` gives the name for each sitting; ``nameless``: they lose their entry.
        """
        told = {one.number: new(one) for one in self._journal.openings if _sits(name, one)}
        names = {
            one.number: {seat: told[one.number] if seat == name else seat for seat in one.seats}
            for one in self._journal.openings
            if one.number in told
        }
        written = json.dumps(name), json.dumps(name, ensure_ascii=False)
        marks = [text.encode(errors="surrogatepass") for text in written]
        self._journal.rewrite(marks, lambda row: _retold(row, name, names, nameless))
        for opening in self._journal.openings:
            if opening.number in told:
                self._shelf.rename(opening.number, {name: told[opening.number]}, opening.nameless)
        self._shelf.keep()
        self._catching_up = None
        self._changed()

    def seats_of(self, name: str) -> list[Opening]:
        """Return the openings of the sittings in which that player has a seat with an entry."""
        return [one for one in self._journal.openings if _sits(name, one)]

    def is_taken(self, name: str) -> bool:
        """Tell whether any seat or player has that name."""
        return name in self.players or any(name in one.seats for one in self._journal.openings)

    def _changed(self) -> None:
        self._ends, self._told_up_to = {}, None


def _sits(name: str, opening: Opening) -> bool:
    return name in opening.seats and name not in opening.nameless


def _history_of(saved: Saved) -> History | None:
    try:
        return Sitting.resume(saved.chapter).history
    except UNPLAYABLE:
        return None


def _retold(row: Row, old: str, names: Mapping[int, Mapping[str, str]], nameless: bool) -> Row:
    """Return a row of the journal with a player renamed; ``names``: by sitting, new by old."""
    kind, words = row
    new = names.get(words["sitting"]) if "sitting" in words else None
    if new is None:
        return row
    if kind == "sitting":
        without = {*words.get("nameless", ()), *([old] if nameless else [])}
        first_line = renamed(words["first_line"], new)
        kept = {"nameless": [new[name] for name in new if name in without]} if without else {}
        return kind, words | {"first_line": first_line} | kept
    if kind == "moves":
        events = [[id_, renamed(event, new), *rest] for id_, event, *rest in words["events"]]
        return kind, words | {"events": events, "memory": rename_within(words["memory"], new)}
    return row
