"""Dice that a person corrected: as long as they lie there unmoved, they show what the person said.

Also places without a die that look like one: they are known once all dice of the game were read.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist
from statistics import median

from companion.table.plays.lying import DieLying
from vision.dice.grids import among
from vision.readings.board import EMPTY
from vision.readings.dice import DiceReading, Die, Doubt, Grid, GridDie
from vision.readings.places import GridCell, PointPx
from vision.readings.reading import Guess

_SAME_PLACE = 0.6
"""Distance, in sides, between the centres within which a die counts as one that was missed there."""
_MAY_TOUCH = 1.6
"""Distance, in sides, between the centres within which a missed die may touch another: dice that touch
at their corners are 1.41 apart."""


@dataclass(frozen=True)
class MisreadDie:
    """A die as it was ``read``, and the ``face`` that it really shows: EMPTY if no die lies there.

    ``was_missed``: nothing was read there at all.
    """

    read: Die
    face: str
    was_missed: bool = False
    is_of_board = False

    @property
    def is_nothing(self) -> bool:
        """Whether there is no die at a place where one is sometimes read, never with certainty."""
        return self.was_missed and self.face == EMPTY

    def is_read_as(self, die: Die) -> bool:
        """Tell whether this is the same die, read as wrongly as before."""
        if self.is_nothing:
            return self.is_at(die) and not die.sure
        return DieLying.of(self.read).is_unmoved(DieLying.of(die), alike_deg=360.0)

    def is_missed_in(self, reading: DiceReading) -> bool:
        """Tell whether nothing is read there now, either; for a place without a die: no sure die."""
        read = filter(self.is_at, reading.dice)
        return self.was_missed and not any(die.sure or not self.is_nothing for die in read)

    def is_at(self, die: Die) -> bool:
        """Tell whether it lies where that die does."""
        return dist(die.centre_px, self.read.centre_px) < _SAME_PLACE * self.read.side_px

    def right(self, die: Die) -> Die:
        """Return the die with the face that it really shows, as certain."""
        guesses = (guess for guess in die.likely if guess.label != self.face)
        likely = (Guess(self.face, 1.0), *guesses)
        return replace(die, face=self.face, confidence=1.0, sure=not die.cut_off, likely=likely)


def add_missed_die(reading: DiceReading | None, at: tuple[float, float], face: str) -> MisreadDie | None:
    """Return a die that was not read, at a place of the picture.

    It gets the size of the others, and an unknown angle. None if a die was read there, or if no other
    die on the table gives the size.
    """
    if reading is None or not reading.dice:
        return None
    width, height = reading.size_px
    missed = _not_read(
        PointPx(at[0] * width, at[1] * height), median(die.side_px for die in reading.dice), face
    )
    return missed if missed.is_missed_in(reading) else None


def nothing_beside_all(reading: DiceReading | None, count: int) -> list[MisreadDie]:
    """Return possible dice beside all dice of the game, once these are read with certainty: they are not
    dice.

    ``count``: the number of dice in the game. A table's pattern may look like a die in every picture,
    mostly at its edge.
    """
    if reading is None or sum(die.sure for die in reading.dice) != count:
        return []
    kinds = ("may_be_missed", "may_be_a_die", "cut_off")
    found = (doubt for doubt in reading.doubtful if doubt.kind in kinds and not doubt.is_anywhere)
    places = {doubt.centre_px: doubt.side_px for doubt in found}
    return [_not_read(centre_px, side_px, EMPTY) for centre_px, side_px in places.items()]


def _not_read(centre_px: PointPx, side_px: float, face: str) -> MisreadDie:
    """Return a die that was not read, as a square of that size; EMPTY means that no die lies there."""
    x, y = centre_px
    left, top, right, bottom = (x - side_px / 2, y - side_px / 2, x + side_px / 2, y + side_px / 2)
    corners = (
        PointPx(left, top),
        PointPx(right, top),
        PointPx(right, bottom),
        PointPx(left, bottom),
    )
    return MisreadDie(Die(EMPTY, centre_px, corners, None, 1.0, True), face, was_missed=True)


def dice_right(reading: DiceReading, known: Sequence[MisreadDie]) -> DiceReading:
    """Return a reading with every corrected die as it is, and with the missed ones."""
    missed = [one for one in known if one.face != EMPTY and one.is_missed_in(reading)]
    dice = (*(_die_right(die, known) for die in reading.dice), *map(_told, missed))
    lone = (
        Grid((GridDie(len(reading.dice) + place, GridCell(0, 0), 0),)) for place in range(len(missed))
    )
    there = _without_none(replace(reading, dice=dice, grids=(*reading.grids, *lone)))
    places = [*missed, *(one for one in known if one.is_nothing and one.is_missed_in(reading))]
    doubtful = tuple(doubt for doubt in there.doubtful if not _is_at_one(doubt, places))
    doubts = {*reading.doubts} - _find_resolved(there, doubtful, places)
    does_it_matter = bool(reading.grids) or not reading.dice
    doubts |= {"grid"} if does_it_matter and _may_touch(missed, reading.dice) else set()
    sure = not doubts if missed else reading.sure or not doubts
    in_order = tuple(doubt for doubt in (*reading.doubts, "grid") if doubt in doubts)
    return replace(
        there, doubts=tuple(dict.fromkeys(in_order)), doubtful=() if sure else doubtful, sure=sure
    )


def _told(one: MisreadDie) -> Die:
    return one.right(one.read)


def _is_at_one(doubt: Doubt, places: Sequence[MisreadDie]) -> bool:
    """Tell whether a possible die lies at one of these places, whose true content is known."""
    is_missed = doubt.kind == "may_be_missed"
    return is_missed and any(
        dist(doubt.centre_px, one.read.centre_px) < one.read.side_px for one in places
    )


def _find_resolved(
    there: DiceReading, doubtful: Sequence[Doubt], places: Sequence[MisreadDie]
) -> set[str]:
    """Return which doubts of a reading are resolved."""
    settled = {"die", "maybe_extra"} if all(die.sure for die in there.dice) else set()
    if not any(die.cut_off for die in there.dice):
        settled.add("cut_off")
    may_be_missed = any(doubt.kind == "may_be_missed" for doubt in doubtful)
    return settled | ({"maybe_missed"} if places and not may_be_missed else set())


def _may_touch(missed: Iterable[MisreadDie], dice: Sequence[Die]) -> bool:
    """Tell whether a missed die may touch another: then nobody knows how they lie together."""
    places = [*(one.read.centre_px for one in missed)]
    others = [die.centre_px for die in dice]
    side_px = max((die.side_px for die in dice), default=0.0)
    return any(
        dist(place, other) < _MAY_TOUCH * side_px
        for number, place in enumerate(places)
        for other in (*others, *places[:number])
    )


def _die_right(die: Die, known: Sequence[MisreadDie]) -> Die:
    return next((one.right(die) for one in known if one.is_read_as(die)), die)


def _without_none(reading: DiceReading) -> DiceReading:
    """Return a reading without the dice that a person called nothing."""
    left = [number for number, die in enumerate(reading.dice) if die.face != EMPTY]
    if len(left) == len(reading.dice):
        return reading
    new = {number: place for place, number in enumerate(left)}
    return replace(among(reading, left), doubtful=tuple(_renumber(reading.doubtful, new)))


def _renumber(doubtful: Iterable[Doubt], new: dict[int, int]) -> Iterable[Doubt]:
    for doubt in doubtful:
        if all(number in new for number in doubt.dice):
            yield replace(doubt, dice=tuple(new[number] for number in doubt.dice))
