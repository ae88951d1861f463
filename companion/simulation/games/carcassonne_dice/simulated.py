"""Hands that move the nine dice of the simulated table."""

from collections.abc import Iterable, Sequence
from random import Random

from companion.games.carcassonne_dice.faces import CATAPULT, KNIGHT
from companion.games.carcassonne_dice.moves import SetAside
from companion.games.carcassonne_dice.state import State
from vision.errors import NoRoom
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.dice.things import CityDie, TableDie
from vision.workshop.simulation.table import SimulatedTable

THROWN_AT = (0.68, 0.5)
"""Where dice are thrown, in fractions of the picture: right of the city."""
ASIDE_MM = PointMm(24.0, 150.0)
"""Where knights are put, one beside the other: below the city, on the left."""
ASIDE_STEP_MM = 22.0
"""Distance from one knight to the next: a die and some room for fingers."""
LOOSE_MM, LOOSE_STEP_MM = PointMm(190.0, 24.0), 26.0
"""Where dice that were built and taken apart again are laid, one below the other."""
PITCH_MM = 16.2
"""Distance from one built die to the next: a die, and the gap that hands leave."""
PARTS_OF_WAY = (1.0, 0.8, 0.6, 0.4, 0.2)
"""Shares of the way to the picture's middle that are tried when a city is pushed; the largest with
enough room is used."""


class SimulatedHands:
    """Hands that move the dice of the simulated table."""

    def __init__(self, simulated: SimulatedTable) -> None:
        self._simulated = simulated
        self._layings: dict[int, CityDie] = {}
        self._aside: list[int] = []

    def lay(self, state: State) -> None:
        """Lay the dice of an interrupted turn as the rules have them."""
        for cell, face in state.built:
            at = PointMm(80.0 + PITCH_MM * cell.column, 60.0 + PITCH_MM * cell.row)
            die = self._simulated.put(face.face, at, 90.0 * face.turns)
            self._layings[die] = CityDie(die, GridCell(cell.column, cell.row), face.turns)
        for _ in range(state.knights):
            at = PointMm(ASIDE_MM.x + ASIDE_STEP_MM * len(self._aside), ASIDE_MM.y)
            self._aside.append(self._simulated.put(KNIGHT, at, 0.0))
        for number, loose in enumerate(state.loose):
            at = PointMm(190.0 + 25.0 * (number % 3), 40.0 + 25.0 * (number // 3))
            self._simulated.put(loose, at, 0.0)

    def throw(self, count: int, around: tuple[float, float] | None = None) -> tuple[str, ...]:
        """Throw this many dice beside those lying there; return their faces.

        ``around``: where in the picture, as fractions of it; if there is no room, the usual place.
        """
        try:
            return self._shown(self._simulated.throw(count=count, around=around or THROWN_AT))
        except NoRoom:
            return self._shown(self._simulated.throw(count=count))

    def throw_again(self, die: int) -> tuple[str, ...]:
        """Throw one die again."""
        return self._shown(self._simulated.throw([die]))

    def _shown(self, thrown: Iterable[int]) -> tuple[str, ...]:
        lying = self._simulated.truth(self._simulated.busy_until)
        return tuple(die.face for die in lying if die.id in set(thrown))

    def set_aside(self, move: SetAside) -> None:
        """Build city dice of the last throw, and push knights aside."""
        self.build(self.city_dice(move))
        self.push_aside(move.knights)

    def city_dice(self, move: SetAside) -> list[CityDie]:
        """Choose loose dice for a move's city."""
        loose, layings = self.loose(), []
        for cell, face in move.city:
            die = next(die for die in loose if die.face == face.face)
            loose.remove(die)
            layings.append(CityDie(die.id, GridCell(cell.column, cell.row), face.turns))
        return layings

    def build(self, layings: Sequence[CityDie]) -> None:
        """Build these dice into the city, in one visit of a hand if the picture has room for them."""
        if not layings:
            return
        try:
            self._simulated.build(layings)
        except NoRoom:
            self._build_and_push(layings)
        self._layings |= {laying.die: laying for laying in layings}

    def _build_and_push(self, layings: Sequence[CityDie]) -> None:
        """Build dice one by one, and push the city to the picture's middle when it comes to its edge."""
        there = list(self._layings)
        for laying in layings:
            try:
                self._simulated.build([laying])
            except NoRoom:
                self._push_to_middle(there)
                self._simulated.build([laying])
            there.append(laying.die)

    def _push_to_middle(self, dice: Sequence[int]) -> None:
        """Push dice to the picture's middle, or as far towards it as loose dice allow."""
        way = self._to_middle(dice)
        for part in PARTS_OF_WAY:
            if self._simulated.brush(dice, PointMm(part * way.x, part * way.y), 0.0):
                return

    def _to_middle(self, dice: Sequence[int]) -> PointMm:
        """Return the way from the middle of these dice to the picture's."""
        lying = self._simulated.truth(self._simulated.busy_until)
        places = [die.centre_mm for die in lying if die.id in dice]
        middle = PointMm(*(sum(axis) / len(places) for axis in zip(*places, strict=True)))
        x, y = self._simulated.in_picture(middle, 0.0)
        right, _ = self._simulated.in_picture(PointMm(middle.x + 1.0, middle.y), 0.0)
        _, below = self._simulated.in_picture(PointMm(middle.x, middle.y + 1.0), 0.0)
        return PointMm((0.5 - x) / (right - x), (0.5 - y) / (below - y))

    def unbuild(self, dice: Iterable[int]) -> None:
        """Lay dice of the city down again among the loose ones."""
        for number, die in enumerate(dice):
            at = PointMm(LOOSE_MM.x, LOOSE_MM.y + LOOSE_STEP_MM * number)
            self._simulated.place(die, at, 30.0 * number)
            self._layings.pop(die)

    def push_aside(self, knights: int, *, leave: bool = False) -> None:
        """Put this many loose knights aside, or leave them where they fell."""
        for die in [die for die in self.loose() if die.face == KNIGHT][:knights]:
            if not leave:
                at = PointMm(ASIDE_MM.x + ASIDE_STEP_MM * len(self._aside), ASIDE_MM.y)
                self._simulated.place(die.id, at, 0.0)
            self._aside.append(die.id)

    def take_catapults(self) -> None:
        """Pass the catapults on."""
        self._lift(die for die in self.loose() if die.face == CATAPULT)

    def take_loose(self) -> None:
        """Lift every die of the last throw that was not set aside."""
        self._lift(self.loose())

    def clear(self) -> None:
        """Lift all dice."""
        self._simulated.clear()
        self._layings.clear()
        self._aside.clear()

    def loose(self) -> list[TableDie]:
        """Return the dice of the last throw that were not set aside."""
        lying = self._simulated.truth(self._simulated.busy_until)
        return [die for die in lying if die.id not in self._layings and die.id not in self._aside]

    @property
    def built(self) -> tuple[int, ...]:
        """The dice of the city."""
        return tuple(self._layings)

    def laying_of(self, die: int) -> CityDie:
        """Return the place in the city where a die was built."""
        return self._layings[die]

    def give_up(self, dice: Iterable[int]) -> None:
        """Count dice as loose again, where they lie."""
        for die in dice:
            self._layings.pop(die)

    def clear_one_by_one(self, rng: Random) -> None:
        """Lift all dice, each by itself."""
        dice = [die.id for die in self._simulated.truth(self._simulated.busy_until)]
        rng.shuffle(dice)
        for die in dice:
            self._simulated.lift([die])
            self._simulated.wait(rng.uniform(0.0, 1.5))
        self.clear()

    def _lift(self, dice: Iterable[TableDie]) -> None:
        chosen = [die.id for die in dice]
        if chosen:
            self._simulated.lift(chosen)
