"""The camera over the plane: it may be bumped, hands may rest before it, and it may not look at all."""

from dataclasses import dataclass
from math import dist
from random import Random

from tests.rigs.random_play.lying import LyingDie
from tests.rigs.random_play.plane import Hand, Look, Place, PlaneDie, Role, turned

PLACE_ERROR, ANGLE_ERROR_DEG = 0.012, 0.7
SECONDS = (0.3, 2.5, 2.5, 30.0)
"""For how long dice lie as they were seen: less than a look takes, long enough, or very long."""
HAND, UNNOTICED = 0.15, 1 / 30
"""How often a hand is over the table, and how often nobody notices such a hand."""
SEEN_HANDS: tuple[Hand, ...] = ("covered", "doubted")
GLIMPSE, FOLD, ANSWERS, SEEN_TO_ROLL = 0.05, 0.02, 0.75, 0.5


@dataclass
class Camera:
    """Makes looks. ``shift`` and ``turn_deg``: how it was moved since the beginning."""

    rng: Random
    shift: Place = (0.0, 0.0)
    turn_deg: float = 0.0

    def has(self, chance: float) -> bool:
        """Return whether something so likely happens."""
        return self.rng.random() < chance

    def bump(self) -> None:
        """Move the camera a little."""
        x, y = self.rng.uniform(-0.4, 0.4), self.rng.uniform(-0.4, 0.4)
        self.shift = x + self.shift[0], y + self.shift[1]
        self.turn_deg += self.rng.uniform(-2, 2)

    def look(self, dice: list[LyingDie], chance: float, role: Role, *, may_have_rolled: bool) -> Look:
        """Return a look, which is taken so likely."""
        taken = self.has(chance)
        hand, near, reach = self._hand(dice)
        return Look(
            dice=tuple(self._seen(die, hidden=dist(die.at, near) < reach) for die in dice),
            hand=hand,
            folds=self._folds(),
            rolled=may_have_rolled and self.has(SEEN_TO_ROLL),
            seconds=self.rng.choice(SECONDS),
            answers=self.has(ANSWERS),
            glimpse=self.has(GLIMPSE),
            role=role,
            taken=taken,
        )

    def _hand(self, dice: list[LyingDie]) -> tuple[Hand, Place, float]:
        """Return the hand over the dice, where it is, and how far it reaches in sides of a die."""
        hand: Hand = "none"
        near = 0.0, 0.0
        if self.has(HAND):
            hand = "unnoticed" if self.has(UNNOTICED) else self.rng.choice(SEEN_HANDS)
            about = self.rng.choice(dice).at if dice else (0.0, 0.0)
            near = about[0] + self.rng.uniform(-1, 1), about[1] + self.rng.uniform(-1, 1)
        reach: dict[Hand, float] = {
            "none": 0.0,
            "covered": self.rng.uniform(0.5, 3.5),
            "doubted": 1.5,
            "unnoticed": 1.2,
        }
        return hand, near, reach[hand]

    def _seen(self, die: LyingDie, *, hidden: bool) -> PlaneDie:
        x, y = turned(die.at, self.turn_deg)
        at = (
            x + self.shift[0] + self.rng.gauss(0, PLACE_ERROR),
            y + self.shift[1] + self.rng.gauss(0, PLACE_ERROR),
        )
        angle_deg = die.angle_deg + self.turn_deg + self.rng.gauss(0, ANGLE_ERROR_DEG)
        return PlaneDie(die.face, at, angle_deg, hidden)

    def _folds(self) -> tuple[Place, ...]:
        return ((self.rng.uniform(-9, 9), self.rng.uniform(-7, 7)),) if self.has(FOLD) else ()
