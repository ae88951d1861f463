"""The camera over other hands: what hides dice stays for several looks, and dice may be hard to read."""

from dataclasses import dataclass, field, replace

from companion.games.carcassonne_dice.faces import STANDARD
from tests.rigs.random_play.camera import Camera
from tests.rigs.random_play.lying import LyingDie
from tests.rigs.random_play.plane import Hand, Look, Place, PlaneDie, Role
from vision.readings.reading import Guess

SECONDS = (0.6, 1.6, 2.2, 4.0, 12.0, 90.0)
RESTS, ANSWERS, ROLLS, GLIMPSE, FOLD = 0.08, 0.6, 0.65, 0.08, 0.03
"""How often a hand rests for one look, people answer, a throw is seen to roll, a look is broken off,
and a fold of the cloth looks as if a die might lie there."""
DIM_UNSURE = 0.35
"""How many of the dice are hard to read while the lamp is dimmed."""
TRUE_FIRST, TRUE_AT_ALL = 0.6, 0.9
"""How often the true face of such a die is the likeliest, and among the likely ones."""

Likely = tuple[Guess, ...]


@dataclass
class Cover:
    """What hides dice for so many ``looks``: where, how far, in sides of a die, and what tells of it."""

    at: Place
    reach: float
    hand: Hand
    looks: int


@dataclass
class OtherEye(Camera):
    """``leaning``: what dice that do not lie flat are read as; ``beneath``: dice that lie under others.

    ``names``: the faces of these dice.
    """

    names: tuple[str, ...] = STANDARD.names
    leaning: dict[LyingDie, Likely] = field(default_factory=dict)
    beneath: set[LyingDie] = field(default_factory=set)
    cover: Cover | None = None
    dim_looks: int = 0

    def jolt(self, far: float, turn_deg: float) -> None:
        """Move the camera, or all that lies there: it looks the same."""
        self.shift = (
            max(-2.0, min(2.0, self.shift[0] + self.rng.uniform(-far, far))),
            max(-2.0, min(2.0, self.shift[1] + self.rng.uniform(-far, far))),
        )
        turned_deg = self.turn_deg + self.rng.uniform(-turn_deg, turn_deg)
        self.turn_deg = max(-20.0, min(20.0, turned_deg))

    def unsure(self, face: str) -> Likely:
        """Return what a die with this face is read as when it is hard to read."""
        others = [name for name in self.names if name != face]
        self.rng.shuffle(others)
        faces = [others[0], others[1]]
        if self.has(TRUE_AT_ALL):
            faces[0 if self.has(TRUE_FIRST / TRUE_AT_ALL) else 1] = face
        best = self.rng.uniform(0.5, 0.93)
        return Guess(faces[0], best), Guess(faces[1], (1 - best) * 0.8)

    def look(self, dice: list[LyingDie], chance: float, role: Role, *, may_have_rolled: bool) -> Look:
        """Return a look, which is taken so likely."""
        look = super().look(dice, chance, role, may_have_rolled=may_have_rolled)
        if self.cover is not None:
            self.cover.looks -= 1
            if self.cover.looks <= 0:
                self.cover = None
        self.dim_looks = max(0, self.dim_looks - 1)
        return replace(
            look,
            rolled=may_have_rolled and self.has(ROLLS),
            seconds=self.rng.choice(SECONDS),
            answers=self.has(ANSWERS),
            glimpse=self.has(GLIMPSE),
        )

    def _hand(self, dice: list[LyingDie]) -> tuple[Hand, Place, float]:
        if self.cover is not None:
            return self.cover.hand, self.cover.at, self.cover.reach
        if not dice or not self.has(RESTS):
            return "none", (0.0, 0.0), 0.0
        over = self.rng.choice(dice).at
        return self.rng.choice(("covered", "doubted")), over, self.rng.uniform(0.6, 2.4)

    def _seen(self, die: LyingDie, *, hidden: bool) -> PlaneDie:
        seen = super()._seen(die, hidden=hidden or die in self.beneath)
        likely = self.leaning.get(die, ())
        if not likely and self.dim_looks and self.has(DIM_UNSURE):
            likely = self.unsure(die.face)
        return replace(seen, likely=likely)

    def _folds(self) -> tuple[Place, ...]:
        return ((self.rng.uniform(-9, 9), self.rng.uniform(-7, 7)),) if self.has(FOLD) else ()
