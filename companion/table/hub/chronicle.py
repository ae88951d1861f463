"""Everything that was played here as one list of lines, numbered from 1, as the journal has it.

A sitting's beginning is a line, and so is each of its moves: the number of a line hangs on the journal
alone, and is the same after a power cut.
"""

import logging
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

from companion.games import catalogue
from companion.games.record import Entry, entry_of, setup_of
from companion.table.evenings.story import UNPLAYABLE
from companion.table.hub.retelling import Retelling, bare_line, opening_line
from companion.table.service import Table
from companion.table.shapes.values import JsonObject
from companion.table.sitting.sitting import Sitting
from companion.table.storage.chapter import Misshapen, Opening, Saved

_log = logging.getLogger(__name__)


class Chronicle:
    """The lines of a table. ``tellable``: how many of them may be told now.

    Only one earlier sitting is held in memory: they are told one after the other.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self.players: Mapping[str, str] = {}
        """The ids of the players who agreed to be known, by name."""
        self.tellable = 0
        self._openings: list[Opening] = []
        self._ends: list[int] = []
        self._now: Retelling | None = None
        self._earlier: tuple[int, list[JsonObject]] = (-1, [])
        self._reading: Iterator[Saved] | None = None

    def look(self) -> bool:
        """Take in what was played since the last time; return whether that may be told now."""
        played = self._table.played()
        if played is None:
            return False
        self._openings, sitting = played
        self._ends = list(accumulate(one.moves + 1 for one in self._openings))
        self.tellable = self._ends[-1] if self._ends else 0
        newest = self._openings[-1] if self._openings else None
        if newest is None or sitting is None or newest.is_closed or sitting.number != newest.number:
            self._now = None
            return True
        self._follow(newest, sitting)
        return True

    def _follow(self, opening: Opening, sitting: Sitting) -> None:
        entries = sitting.history.entries
        known = self._now
        goes_on = known is not None and known.sitting == sitting.number
        if known is None or not goes_on or known.seats != opening.seats or known.taken_in > len(entries):
            known = Retelling(opening, sitting.history.game, sitting.history.setup)
        known.take_in(entries, sitting.events)
        self._now = known
        self.tellable -= opening.moves - len(known.lines)

    def lines(self, after: int, most: int) -> list[JsonObject]:
        """Return the lines behind that number which may be told, not more than so many."""
        wanted = range(after + 1, min(self.tellable, after + most) + 1)
        return [self._line(number) for number in wanted]

    def check(self, number: int) -> str:
        """Return what tells this line from that of another past; "" if there is no such line."""
        if not 0 < number <= self.tellable:
            return ""
        return check_of(self._opening_of(number), self._line(number))

    def check_of(self, number: int, line: JsonObject) -> str:
        """Return the same for a line that is already known."""
        return check_of(self._opening_of(number), line)

    def _opening_of(self, number: int) -> Opening:
        return self._openings[bisect_right(self._ends, number - 1)]

    def _line(self, number: int) -> JsonObject:
        place = bisect_right(self._ends, number - 1)
        opening = self._openings[place]
        move = number - 1 - (self._ends[place] - opening.moves - 1)
        if move == 0:
            return opening_line(opening, self.players)
        if self._now is not None and self._now.sitting == opening.number:
            return self._now.lines[move - 1]
        if self._earlier[0] != opening.number:
            self._earlier = (opening.number, self._read(opening))
        return self._earlier[1][move - 1]

    def _read(self, opening: Opening) -> list[JsonObject]:
        saved = self._read_saved(opening)
        told = [] if saved is None else _retold(opening, saved)
        left = range(len(told) + 1, opening.moves + 1)
        return [*told, *(bare_line(opening.number, number) for number in left)]

    def _read_saved(self, opening: Opening) -> Saved | None:
        """Return an earlier sitting: the next one is read on from where the last was found.

        What is read is as old as the reading: that is begun again where it lacks the sitting's end.
        """
        for _ in range(2):
            try:
                self._reading = self._reading or self._table.sittings()
                for saved in self._reading:
                    if saved.number == opening.number and len(saved.events) >= opening.moves:
                        return saved
                    if saved.number >= opening.number:
                        break
            except (OSError, Misshapen) as error:
                _log.warning("an earlier game cannot be told to the hub: %s", error)
            self._reading = None
        return None


def check_of(opening: Opening, line: JsonObject) -> str:
    """Return what tells a line from one of another past: when its sitting began, and when it came."""
    said = f"{opening.opened_at} {line['sitting']} {line['number']} {line['at']}"
    return f"{zlib.crc32(said.encode()):08x}"


def _retold(opening: Opening, saved: Saved) -> list[JsonObject]:
    """Return what may be told of an earlier sitting: all but what today's rules cannot play."""
    try:
        setup = setup_of(saved.first_line)
        told = Retelling(opening, catalogue.game(setup.game), setup)
    except UNPLAYABLE:
        return []
    entries: list[Entry] = []
    try:
        for line, event in enumerate(saved.events, 1):
            entries.append(entry_of(setup, event.words, line))
            told.take_in(entries, saved.events)
    except UNPLAYABLE:
        _log.warning("game %s cannot be told whole to the hub", saved.number)
    return told.lines
