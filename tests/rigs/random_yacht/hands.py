"""Turns of Yacht as hands play them: what lies there after each act, and which throws were made."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import cos, dist, radians, sin
from random import Random

from tests.table.paper_table import SIDE, PaperDie, reading_of
from vision.readings.dice import DiceReading, Doubt
from vision.readings.places import PointPx
from vision.readings.reading import Guess

FACES = ("1", "2", "3", "4", "5", "6")
COUNT, THROWS = 5, 3
ASIDE, PUSHED, LATE, BUMPED = 0.5, 0.1, 0.06, 0.04
"""How often kept dice are put aside, one is pushed, some of a throw fall late, the camera is bumped."""
SEEN_THROW, SEEN_TAKEN, COVERED, DOUBTED, UNSURE, ROLLED = 0.95, 0.6, 0.05, 0.02, 0.04, 0.5
"""How often a throw gets a look, and what is left while the others are in the hand; how often a hand
hides a die, one may be missed where none lies, a face is in doubt, dice are seen to roll."""
NOISE = 0.012


@dataclass(frozen=True)
class Look:
    """A look, and how many throws were made by then. ``in_hand``: some dice are still to fall."""

    reading: DiceReading
    throws: int
    in_hand: bool = False


@dataclass
class Hands:
    """Play one turn. ``made`` are its throws, each the faces of all five dice after it."""

    rng: Random
    shift: tuple[float, float] = (0.0, 0.0)
    made: list[tuple[str, ...]] = field(default_factory=list)
    dice: list[PaperDie] = field(default_factory=list)

    def turn(self) -> Iterator[Look]:
        """Yield the looks of a turn."""
        yield from self._throw()
        for _ in range(self.rng.randrange(THROWS)):
            self._keep(self.rng.randrange(COUNT))
            if self._has(SEEN_TAKEN):
                yield self._look()
            yield from self._throw()

    def _has(self, chance: float) -> bool:
        return self.rng.random() < chance

    def _keep(self, count: int) -> None:
        self.dice = self.rng.sample(self.dice, count)
        if self._has(ASIDE):
            self.dice = [
                replace(die, at=(-9.0, -6.0 + 1.6 * number)) for number, die in enumerate(self.dice)
            ]
        if self.dice and self._has(PUSHED):
            number = self.rng.randrange(len(self.dice))
            x, y = self.dice[number].at
            at = x + self.rng.uniform(-0.7, 0.7), y + self.rng.uniform(-0.7, 0.7)
            self.dice[number] = replace(self.dice[number], at=at)

    def _throw(self) -> Iterator[Look]:
        count = COUNT - len(self.dice)
        late = self.rng.randrange(1, count) if count > 1 and self._has(LATE) else 0
        for number in range(count):
            if late and number == count - late:
                yield self._look(in_hand=True)
            self.dice.append(PaperDie(self.rng.choice(FACES), self._free(), self.rng.randrange(4)))
        self.made.append(tuple(sorted(die.face for die in self.dice)))
        if self._has(BUMPED):
            self.shift = self.rng.uniform(-0.4, 0.4), self.rng.uniform(-0.4, 0.4)
        if self._has(SEEN_THROW):
            yield self._look(rolled=self._has(ROLLED))

    def _free(self) -> tuple[float, float]:
        while True:
            at = self.rng.uniform(-6.5, 9.5), self.rng.uniform(-7.0, 7.0)
            if all(dist(at, die.at) > 1.6 for die in self.dice):
                return at

    def _look(self, *, in_hand: bool = False, rolled: bool = False) -> Look:
        """Return a look, with what an eye does not see, or sees with doubt."""
        dice = [self._seen(die) for die in self.dice]
        unsure = self.rng.randrange(len(dice)) if dice and self._has(UNSURE) else None
        reading = reading_of(dice)
        if unsure is not None:
            reading = self._doubtful(reading, unsure)
        if self._has(DOUBTED):
            spot = Doubt("may_be_missed", PointPx(self.rng.uniform(100, 1200), 900.0), SIDE)
            doubts = (*reading.doubts, "maybe_missed")
            reading = replace(reading, sure=False, doubts=doubts, doubtful=(spot,))
        if self._has(COVERED) and dice:
            hidden = self.rng.randrange(len(dice))
            left = [die for number, die in enumerate(dice) if number != hidden]
            reading = replace(reading_of(left), covered=True)
        elif rolled:
            reading = replace(reading, rolled=True, moved_s=1.2)
        return Look(reading, len(self.made), in_hand)

    def _doubtful(self, reading: DiceReading, number: int) -> DiceReading:
        die = reading.dice[number]
        other = self.rng.choice([face for face in FACES if face != die.face])
        likely = (Guess(die.face, 0.7), Guess(other, 0.3))
        wrong = replace(die, likely=likely, confidence=0.7, sure=False)
        dice = (*reading.dice[:number], wrong, *reading.dice[number + 1 :])
        return replace(reading, dice=dice, sure=False, doubts=("die",))

    def _seen(self, die: PaperDie) -> PaperDie:
        x, y = die.at
        c, s = cos(radians(2 * self.shift[0])), sin(radians(2 * self.shift[0]))
        at = (
            x * c - y * s + self.shift[0] + self.rng.gauss(0, NOISE),
            x * s + y * c + self.shift[1] + self.rng.gauss(0, NOISE),
        )
        return replace(die, at=at)
