"""Where the dice lay when they were last understood: what the dice game remembers between readings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.table.plays.lying import Lying, put_right, unmoved, unmoved_or_pushed
from companion.table.storage.codec import UNKEPT
from vision.readings.dice import DiceReading, Die

FELL_TOGETHER = 2
"""So many dice that came to lie by themselves between two looks were thrown, rather than put there."""

MANY_ALIKE = 5
"""So many dice hardly ever show the very faces of another throw."""
THROWN_ONCE_S = 2.5
"""In so short a time nobody throws twice, or puts dice aside before: dice roll for about a second, and
must be taken up between. Chosen by hand."""

ALIKE_DEG = 180.0
"""A straight looks alike after half a turn, so it may be read either way."""


@dataclass(frozen=True)
class Layout:
    """All dice of the last understood reading.

    ``spent``: they belong to a turn that is over. ``reading`` is the reading they come from, and
    ``fuller`` the readings before it since which dice were only taken away, oldest first. Readings are
    not kept in the journal: after a restart the camera looks again. ``doubtful``: the dice were moved
    since, but not surely read; ``rivals`` are the ways to read them then. ``unsure_at``: they were read,
    and only whether others lie at these places is not known. ``missing`` are dice that must lie there
    and are not seen, at the places where they lay last; ``fallen`` the dice of the last throw where they
    fell: one that still lies so was put nowhere on purpose. ``tentative`` are dice that came to lie by
    themselves while others were missing: put there, or part of a throw not seen whole; ``rolled`` are
    those of them that were thrown. ``unread`` are the dice of a throw that was never read whole, or that
    nobody said anything of when asked; nothing of it is written down. ``maybe_thrown``: dice moved since
    the last throw that may have been thrown, and nobody said so. ``not_thrown``: dice that show other
    faces than were thrown, as they lay when a person said that nothing was thrown.
    """

    dice: tuple[Lying, ...] = ()
    spent: bool = False
    reading: DiceReading | None = field(default=None, metadata=UNKEPT)
    fuller: tuple[DiceReading, ...] = field(default=(), metadata=UNKEPT)
    doubtful: bool = False
    rivals: tuple[DiceReading, ...] = field(default=(), metadata=UNKEPT)
    unsure_at: tuple[Lying, ...] = field(default=(), metadata=UNKEPT)
    missing: tuple[Lying, ...] = ()
    fallen: tuple[Lying, ...] = ()
    tentative: tuple[Lying, ...] = field(default=(), metadata=UNKEPT)
    rolled: tuple[Lying, ...] = field(default=(), metadata=UNKEPT)
    unread: tuple[Lying, ...] = ()
    maybe_thrown: bool = False
    not_thrown: tuple[Lying, ...] = ()

    def was_told_of(self, reading: DiceReading) -> bool:
        """Tell whether a person said of all these dice, as they lie, that nothing was thrown."""
        return bool(self.not_thrown) and len(unmoved(self.not_thrown, reading)) == len(reading.dice)

    def told_of(self, reading: DiceReading) -> "Layout":
        """Return the same, a person having said of all these dice that nothing was thrown."""
        return replace(self, not_thrown=tuple(map(Lying.of, reading.dice)))

    def leaves_unread(self, reading: DiceReading) -> bool:
        """Tell whether the throw that was never read whole is no longer there to be read."""
        if self.is_unread(reading):
            return False
        return len(unmoved(self.unread, reading)) < len(self.unread) - 1

    def is_unread(self, reading: DiceReading) -> bool:
        """Tell whether these many dice are those of the throw that was not read, moved meanwhile."""
        seen, lost = (Counter(die.face for die in dice) for dice in (reading.dice, self.unread))
        return len(self.unread) >= MANY_ALIKE and seen == lost

    def not_read(self, dice: Sequence[Die], reading: DiceReading) -> "Layout":
        """Return the same with dice of a throw that was not read; an earlier such is not forgotten.

        Nor are its dice that are taken away one by one.
        """
        if self.unread and (len(dice) <= len(self.unread) or self.leaves_unread(reading)):
            return self
        return replace(self, unread=tuple(map(Lying.of, dice)))

    @property
    def known(self) -> tuple[Lying, ...]:
        """Every die at the place where it was seen last."""
        return (*self.dice, *self.missing)

    def still_there(self, reading: DiceReading) -> dict[int, int]:
        """Match a reading's dice with those ``known`` that have not moved, or were seen last and pushed.

        A die that was not seen last may be in a hand: what lies near its old place is no push of it.
        """
        return unmoved_or_pushed(self.dice, reading) | unmoved(self.known, reading)

    @property
    def staying(self) -> tuple[Lying, ...]:
        """The dice that can lie there still after a throw: those seen, hidden ones put aside, and those
        that something may have hidden where they fell.
        """
        may_be_hidden = not self.saw_what_is_gone
        hidden = (
            die for die in self.missing if may_be_hidden or die.face == CATAPULT or not self.fell_at(die)
        )
        return (*self.dice, *hidden)

    @property
    def saw_what_is_gone(self) -> bool:
        """Whether nothing can have hidden the dice that were not seen last."""
        return self.reading is None or (self.reading.sure and not self.reading.covered)

    def fell_at(self, die: Lying) -> bool:
        """Tell whether a die lay where it fell in the last throw."""
        return any(old.is_unmoved(die, ALIKE_DEG) for old in self.fallen)

    @property
    def unknown(self) -> bool:
        """Whether nothing was seen yet (what is played was entered by tap, say)."""
        return not self.known and not self.readings

    @property
    def readings(self) -> tuple[DiceReading, ...]:
        """All readings since which dice were only taken away, oldest first."""
        return self.fuller if self.reading is None else (*self.fuller, self.reading)

    @property
    def fullest(self) -> DiceReading | None:
        """The oldest of those readings: None where there is none."""
        return self.readings[0] if self.readings else None

    @classmethod
    def of(cls, reading: DiceReading, built: Mapping[int, tuple[int, int]] | None = None) -> "Layout":
        """Return the layout of a reading; ``built``: index into its dice -> cell of the city."""
        cells = built or {}
        dice = tuple(Lying.of(die, cells.get(number)) for number, die in enumerate(reading.dice))
        return cls(dice=dice, reading=reading)

    @classmethod
    def as_thrown(cls, reading: DiceReading) -> "Layout":
        """Return the layout of dice that lie as they fell, as far as anybody knows."""
        layout = cls.of(reading)
        return replace(layout, fallen=layout.dice)

    def emptied(self) -> "Layout":
        """Return the same after every die was taken off the table."""
        return replace(self, fuller=self.readings, reading=None, dice=(), missing=self.known)

    def in_doubt(self, unsure_at: Iterable[Lying] = ()) -> "Layout":
        """Return the same, not surely read; ``unsure_at``: only whether dice lie there is unknown."""
        return replace(self, doubtful=True, unsure_at=tuple(unsure_at))

    def ways(self) -> tuple["Layout", ...]:
        """Return what can have lain there: without the dice that may have been put, with their knights,
        with all of them.
        """
        maybe_put = tuple(die for die in self.tentative if die not in self.rolled)
        knights = tuple(die for die in maybe_put if die.face == KNIGHT)
        added = dict.fromkeys(((), knights, maybe_put))
        return tuple(replace(self, dice=(*self.dice, *dice)) for dice in added)

    def as_fell(self, reading: DiceReading) -> frozenset[int]:
        """Return the dice of a reading that lie as they fell in the last throw."""
        return frozenset(unmoved(self.fallen, reading))

    def cleared(self) -> "Layout":
        """Return what is remembered after a turn whose dice are gone: a throw not read before that."""
        return Layout(spent=True, unread=self.unread)

    def spent_now(self) -> "Layout":
        """Return the same dice as leftovers of a finished turn."""
        return Layout(dice=tuple(die.without_cell() for die in self.dice), spent=True)

    def put_right(self, read: Die, face: str) -> "Layout":
        """Return the same; the die that was ``read`` at its place shows this face."""
        reading = self.reading
        if reading is not None:
            right = (replace(die, face=face) if die == read else die for die in reading.dice)
            reading = replace(reading, dice=tuple(right))
        dice, fallen = (put_right(lying, read, face) for lying in (self.dice, self.fallen))
        return replace(self, dice=dice, fallen=fallen, reading=reading)


def was_one_throw(reading: DiceReading) -> bool:
    """Tell whether all that moved before these dice lay still was one throw, which was seen to roll."""
    return reading.rolled and reading.moved_s < THROWN_ONCE_S
