"""What is hard to read of the nine dice, in words."""

from collections.abc import Sequence
from dataclasses import replace

from companion.table.hooks.verdict import Place, Say, places_of
from companion.table.plays.dice_readings import faces_text
from vision.dice.grids import contacts_in, layouts
from vision.readings.dice import DiceReading, Die

MOST_LAYOUTS, LEAST_LAYOUT, NEARLY_ALL = 8, 0.002, 0.98
"""So many ways to touch are thought of, and none that is less probable than this. Where they are not
nearly all in sum, the reading stays unsure."""


def faces_likely(die: Die, most: int = 4) -> list[str]:
    """Return the faces that a die may show, likeliest first."""
    faces = [die.face, *(guess.label for guess in die.likely)]
    return list(dict.fromkeys(faces))[:most]


def contact_ways(reading: DiceReading) -> list[DiceReading]:
    """Return the ways in which these dice may touch, as read first: one where that is sure.

    One that is not sure where there are too many ways.
    """
    if "grid" not in reading.doubts:
        return [reading]
    ways = [way for way in layouts(reading, MOST_LAYOUTS) if way.probability >= LEAST_LAYOUT]
    if not reading.contacts or sum(way.probability for way in ways) < NEARLY_ALL:
        return [reading]
    doubts = tuple(doubt for doubt in reading.doubts if doubt != "grid")
    return [replace(reading, doubts=doubts, sure=not doubts, grids=way.grids) for way in ways]


# Words.


def words_for(reading: DiceReading, ways: Sequence[DiceReading] = (), whole_city: int = 0) -> Say:
    """Return which doubt there is, and about which die.

    ``whole_city``: how many dice the closed city has that there is if they touch; 0 where that is none.
    """
    doubtful = [die for die in reading.dice if not die.sure]
    cut = [die for die in doubtful if die.cut_off]
    if cut:
        return Say("notice.doubt_cut_off", {}, _places(cut[:1], reading))
    if doubtful:
        faces = faces_text(faces_likely(doubtful[0], 2))
        return Say("notice.doubt_face", {"faces": faces}, _places(doubtful[:1], reading))
    pairs = _unsure_contacts(ways)
    if pairs:
        one, other = (reading.dice[number] for number in pairs[0])
        faces = faces_text([one.face, other.face])
        where = _places([one, other], reading)
        if whole_city:
            return Say("notice.doubt_whole_city", {"dice": whole_city, "faces": faces}, where)
        return Say("notice.doubt_touching", {"faces": faces}, where)
    if "grid" in reading.doubts:
        return Say("notice.doubt_contacts")
    return Say("notice.doubt_hidden")


def _unsure_contacts(ways: Sequence[DiceReading]) -> list[tuple[int, int]]:
    found = [contacts_in(way.grids) for way in ways]
    every = frozenset[tuple[int, int]]().union(*found)
    return sorted(pair for pair in every if not all(pair in there for there in found))


def _places(dice: Sequence[Die], reading: DiceReading) -> tuple[Place, ...]:
    return places_of([die.centre_px for die in dice], reading.size_px)
