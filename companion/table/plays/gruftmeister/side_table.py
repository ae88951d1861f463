"""Gruftmeister's side table: fights alone, with real stones; the crypt beside them is untracked."""

from typing import ClassVar

from companion.games.game import Words
from companion.games.gruftmeister.fighting import fight_table
from companion.games.gruftmeister.fighting.fight_table import FightTable
from companion.games.gruftmeister.rules import GAME
from companion.table.hooks.position import Position, Readings, reading_of
from companion.table.hooks.verdict import JsonObject, Verdict
from companion.table.plays.gruftmeister.memory import RememberedStones
from companion.table.plays.gruftmeister.play import PLAY
from companion.table.plays.gruftmeister.referee import weigh
from companion.table.plays.side_table import SideTable
from vision.readings.tokens import TokenReading


class FightsBeside(SideTable[FightTable, RememberedStones]):
    """Hearts and arms kept by tap; stones read as in a game, by the same referee."""

    sets: ClassVar = PLAY.sets

    laid_out = staticmethod(fight_table.laid_out)
    of_words = staticmethod(fight_table.read)

    def done(self, kept: FightTable, words: Words) -> FightTable:
        """Return the fight table once that is done."""
        return fight_table.done(kept, words)

    def view(self, kept: FightTable) -> JsonObject:
        """Return masters and fight."""
        return fight_table.view(kept)

    def words(self, kept: FightTable) -> JsonObject:
        """Write it."""
        return fight_table.kept(kept)

    def is_watched(self, kept: FightTable) -> bool:
        """Tell whether stones are to be thrown."""
        return kept.is_on

    def nothing_seen(self) -> RememberedStones:
        """Return that no stones were seen."""
        return RememberedStones()

    def weigh(
        self, kept: FightTable, memory: RememberedStones, readings: Readings
    ) -> Verdict[RememberedStones]:
        """Say what the thrown stones mean."""
        reading, fight = reading_of(TokenReading, readings), kept.fight
        if fight is None or reading is None:
            return Verdict(memory)
        return weigh(Position(GAME, kept.setup, fight), memory, reading)

    def entered(self, words: Words, memory: RememberedStones, readings: Readings) -> RememberedStones:
        """Return what lies there after something was done by hand."""
        return PLAY.entered(dict(words), memory, readings)


SIDE_TABLE = FightsBeside()
