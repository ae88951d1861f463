"""What other hands do with the dice: how they fall, and the acts of which turns and mishaps are made."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import dist

from companion.games.carcassonne_dice.city import Cell
from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT, STANDARD
from companion.games.carcassonne_dice.moves import Throw
from tests.rigs.other_hands.eye import OtherEye
from tests.rigs.random_play.building import Builder, Site
from tests.rigs.random_play.hands import SAME_PLACE, NaturalHands
from tests.rigs.random_play.lying import APART, Lying, LyingDie, NoRoom, is_inside
from tests.rigs.random_play.plane import Place, turned

TRIES = 3000
CLOSEST = 1.02
"""Between the centres of two dice that lie side by side, in sides of a die."""
NEVER_OVERLAPS = 1.45
CONTACT = 1.35
"""Dice whose centres are nearer than this may be taken for touching ones, in sides of a die."""
AMONG_ALL, AT_A_SPOT = 3.0, 1.2
"""How far dice of one throw lie from each other, in sides of a die."""
LID = (2.8, 2.2)
"""Half the inside of the lid of a box, in sides of a die."""


def overlap(one: LyingDie, other: LyingDie) -> bool:
    """Return whether two dice would lie in the same place, at least by a corner."""
    apart = dist(one.at, other.at)
    if apart >= NEVER_OVERLAPS:
        return False
    return apart < CLOSEST or not (_has_gap(one, other) or _has_gap(other, one))


def _has_gap(one: LyingDie, other: LyingDie) -> bool:
    """Return whether a line along a side of the first parts them."""
    away = turned((other.at[0] - one.at[0], other.at[1] - one.at[1]), -one.angle_deg)
    corners = [
        turned((x, y), other.angle_deg - one.angle_deg)
        for x, y in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    ]
    for axis in (0, 1):
        reach = [away[axis] + corner[axis] for corner in corners]
        if min(reach) > 0.5 or max(reach) < -0.5:
            return True
    return False


@dataclass
class OtherHands(NaturalHands):
    """Hands that play turns.

    ``happened``: at which event which mishap began; ``turns_at``: at which a turn did.
    """

    happened: list[tuple[int, str]] = field(default_factory=list)
    turns_at: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lying = Lying(self.rng)
        self.camera = self.eye = OtherEye(self.rng)
        self.builder = Builder(self.rng, self.lying)

    def has(self, chance: float) -> bool:
        """Return whether something so likely happens."""
        return self._has(chance)

    def note(self, mishap: str) -> None:
        """Note that a mishap begins here."""
        self.happened.append((len(self.events), mishap))

    def act(self, what: str, least: float, most: float, *, in_hand: bool = False) -> None:
        """Do something that takes so many seconds."""
        self._act(what, least, most, in_hand=in_hand)

    def look(self, chance: float) -> None:
        """Let the table look, or not."""
        self._look(chance)

    # How dice fall.

    def scatter(self, dice: Iterable[LyingDie], about: Place, spread: float) -> None:
        """Let dice that are in the hand fall there; they may come to lie side by side.

        Raises ``NoRoom``.
        """
        for die in dice:
            self.fall(die, lambda wide: self._near(about, spread * wide))

    def into_lid(self, dice: Iterable[LyingDie], middle: Place) -> None:
        """Let dice fall into a lid. Raises ``NoRoom``."""
        for die in dice:
            self.fall(die, lambda wide: self._in_lid(middle, wide))

    def fall(self, die: LyingDie, place: Callable[[float], Place]) -> None:
        """Lay a die on a place, with any angle, over no other one. Raises ``NoRoom``."""
        lately = [at for face, at in self.seen if face == die.face]
        for tried in range(TRIES):
            die.at, die.angle_deg = place(1 + tried / 200), self.rng.uniform(0, 360)
            is_new = all(dist(die.at, at) > SAME_PLACE for at in lately) or tried > TRIES / 4
            if is_new and self.fits(die):
                self.lying.dice.append(die)
                return
        raise NoRoom("no place is free")

    def fits(self, die: LyingDie) -> bool:
        """Return whether a die may lie as it would: within the picture and over no other one."""
        return is_inside(die.at) and not any(overlap(die, other) for other in self.lying.others(die))

    def _near(self, about: Place, spread: float) -> Place:
        return about[0] + self.rng.gauss(0, spread), about[1] + self.rng.gauss(0, spread)

    def _in_lid(self, middle: Place, wide: float) -> Place:
        across, down = LID[0] * max(1.0, wide - 2), LID[1] * max(1.0, wide - 2)
        return middle[0] + self.rng.uniform(-across, across), middle[1] + self.rng.uniform(-down, down)

    def fresh(self, count: int) -> list[LyingDie]:
        """Return so many dice that are in the hand, with what they will show."""
        return [LyingDie(self.rng.choice(self.eye.names), (0.0, 0.0), 0.0) for _ in range(count)]

    def thrown(self, dice: list[LyingDie]) -> None:
        """Make the throw a true one: what the players take for it is what these dice show."""
        faces = tuple(sorted((die.face for die in dice), key=STANDARD.names.index))
        self._play(Throw(self.state.seat, faces))
        self._act("throw of " + " ".join(faces), 0.7, 2.5)
        self._look(0.9, "throw", may_have_rolled=True)

    # What hands do with dice that lie there.

    def lift(self, dice: Iterable[LyingDie]) -> None:
        """Take dice up: they lean on nothing any more, and what lay under one is seen."""
        gone = list(dice)
        self.lying.take(gone)
        for die in gone:
            self.eye.leaning.pop(die, None)
            if die in self.eye.beneath:
                self.eye.beneath.remove(die)
            elif below := self.below(die):
                self.eye.beneath.remove(below[0])

    def below(self, die: LyingDie) -> list[LyingDie]:
        """Return the dice that lie under this one."""
        there = self.eye.beneath.intersection(self.lying.dice)
        return [other for other in self.lying.dice if other in there and other.at == die.at]

    def put(self, die: LyingDie, about: Place, spread: float) -> None:
        """Put a die down by itself, near a place. Raises ``NoRoom``."""
        self.lift([die])
        die.at, die.angle_deg = self.lying.free(about, spread), self.rng.uniform(0, 360)
        self.lying.dice.append(die)

    def row(self, dice: list[LyingDie]) -> bool:
        """Lay dice side by side in a row; return whether there was room."""
        others = self.lying.others(*dice)
        for _ in range(60):
            (x, y), angle = self.lying.anywhere(), self.rng.uniform(-25, 25)
            steps = [turned((1.04 * number, 0.0), angle) for number in range(len(dice))]
            places = [(x + across, y + down) for across, down in steps]
            if all(is_inside(at) and all(dist(at, die.at) > APART for die in others) for at in places):
                break
        else:
            return False
        for die, at in zip(dice, places, strict=True):
            self.eye.leaning.pop(die, None)
            die.at, die.angle_deg = at, angle + 90 * self.rng.randrange(4) + self.rng.gauss(0, 1.5)
        return True

    def leave_as_city(self, die: LyingDie) -> None:
        """Take a die for built where it fell."""
        site = Site(die.at, die.angle_deg, len(self.builder.sites))
        self.builder.sites.append(site)
        die.cell, die.aside = site.cell(Cell(0, 0)), True

    def against_built(self) -> list[LyingDie]:
        """Return the loose dice that lie so near to built ones that they may be taken for built."""
        built = [die for die in self.lying.dice if die.cell is not None]
        return [
            die
            for die in self.lying.dice
            if die.cell is None and any(dist(die.at, other.at) < CONTACT for other in built)
        ]

    def new_built(self) -> list[LyingDie]:
        """Return the dice that were built since the last throw."""
        before = self.state.city
        return [die for die in self.lying.dice if die.cell is not None and die.cell not in before]

    @property
    def knights_aside(self) -> list[LyingDie]:
        """The knights that were put aside."""
        return self.lying.faces(KNIGHT, aside=True)

    @property
    def catapults(self) -> list[LyingDie]:
        """The catapults that are still to be passed on."""
        return self.lying.faces(CATAPULT, aside=False)
