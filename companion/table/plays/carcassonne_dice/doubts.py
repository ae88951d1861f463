"""What is hard to read of the nine dice, in words."""

from collections.abc import Sequence

from companion.table.hooks.verdict import Place, Say, places_of
from companion.table.plays.dice_readings import faces_text
from vision.dice.grids import contacts_in
from vision.readings.dice import DiceReading, Die, Layout


def words_for(reading: DiceReading, ways: Sequence[Layout] = (), whole_city: int = 0) -> Say:
    """Return which doubt there is, and about which die.

    ``ways``: those in which the dice may touch; ``whole_city``: how many dice the closed city has that
    there is if they touch; 0 if there is none.
    """
    doubtful = [die for die in reading.dice if not die.sure]
    cut = [die for die in doubtful if die.cut_off]
    if cut:
        return Say("notice.doubt_cut_off", {}, _places(cut[:1], reading))
    if doubtful:
        likely = dict.fromkeys([doubtful[0].face, *(guess.label for guess in doubtful[0].likely)])
        faces = faces_text([*likely][:2])
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


def _unsure_contacts(ways: Sequence[Layout]) -> list[tuple[int, int]]:
    found = [contacts_in(way.grids) for way in ways]
    every = frozenset[tuple[int, int]]().union(*found)
    return sorted(pair for pair in every if not all(pair in there for there in found))


def _places(dice: Sequence[Die], reading: DiceReading) -> tuple[Place, ...]:
    return places_of([die.centre_px for die in dice], reading.size_px)
