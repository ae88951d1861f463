"""Readers by the kind and the set of their pieces, and what readings mean to the games."""

from companion.table.plays.catalogue import all_plays, default_set
from companion.table.plays.verdict import JsonObject
from vision.errors import UnknownSet
from vision.readers.dice import DiceReader
from vision.reading import Reading
from vision.sets import DiceSet, load


def reader_of(kind: str, set_name: str | None, reads_dice: type[DiceReader] = DiceReader) -> DiceReader:
    """Return the reader of a set; where none is named, of the set that is usual for the kind.

    ``reads_dice``: the reader of dice, of single photographs or of a live table.

    Raises ``UnknownSet``, ``BadSet``.
    """
    if kind != "dice":
        raise UnknownSet(f"no set of {kind} can be read yet", hint="Dice can be read.")
    return reads_dice(load(set_name or default_set(kind) or ""))


def meaning(reading: Reading, taught: DiceSet) -> JsonObject:
    """Return what a photograph's reading means by itself to any of the games: cities, say."""
    found: JsonObject = {}
    for play in all_plays():
        found |= play.found(reading, taught)
    return found
