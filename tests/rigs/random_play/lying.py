"""The dice that lie on the table in truth, and the places that are free between them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from math import dist
from random import Random

from companion.games.carcassonne_dice.city import Cell
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from tests.rigs.random_play.plane import Place

APART = 1.6
"""Dice that were not put together lie so far apart at least, in sides of a die."""
EDGE = (9.8, 7.2)
"""All dice lie so near to the middle of the picture, in sides of a die."""
TRIES = 4000


class NoRoom(Exception):
    """Hands found no free place for a die: such a play cannot be played on."""


@dataclass(eq=False)
class LyingDie:
    """One of the nine dice. ``cell``: where it is built; ``aside``: put aside, or left on purpose."""

    face: str
    at: Place
    angle_deg: float
    aside: bool = False
    cell: Cell | None = None


def is_inside(at: Place) -> bool:
    """Return whether a die there is within the picture."""
    return abs(at[0]) < EDGE[0] and abs(at[1]) < EDGE[1]


def is_clear(at: Place, dice: Iterable[LyingDie]) -> bool:
    """Return whether a die there would lie apart from these dice."""
    return all(dist(at, die.at) >= APART for die in dice)


@dataclass
class Lying:
    """The dice that lie there."""

    rng: Random
    dice: list[LyingDie] = field(default_factory=list)

    def loose(self, *but: str) -> list[LyingDie]:
        """Return the dice that may be thrown again, without those faces."""
        return [die for die in self.dice if not die.aside and die.face not in (CATAPULT, *but)]

    def faces(self, face: str, *, aside: bool) -> list[LyingDie]:
        """Return the dice of this face that are put aside, or those that are not."""
        return [die for die in self.dice if die.face == face and die.aside == aside]

    @property
    def knights(self) -> int:
        """How many knights are put aside."""
        return len(self.faces(KNIGHT, aside=True))

    def take(self, dice: Collection[LyingDie]) -> None:
        """Take dice up."""
        self.dice = [die for die in self.dice if die not in dice]

    def others(self, *but: LyingDie) -> list[LyingDie]:
        """Return the other dice."""
        return [die for die in self.dice if die not in but]

    def is_free(self, at: Place, *but: LyingDie) -> bool:
        """Return whether a die can be put there."""
        return is_inside(at) and is_clear(at, self.others(*but))

    def free(self, about: Place, spread: float, *but: LyingDie) -> Place:
        """Return a free place near another one. Raises ``NoRoom``."""
        for tried in range(TRIES):
            wide = spread * (1 + tried / 100)
            at = about[0] + self.rng.gauss(0, wide), about[1] + self.rng.gauss(0, wide)
            if self.is_free(at, *but):
                return at
        raise NoRoom("no place is free")

    def anywhere(self) -> Place:
        """Return a place, free or not."""
        return self.rng.uniform(-7, 7), self.rng.uniform(-4.5, 4.5)
