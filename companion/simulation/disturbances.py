"""Things that happen at a table while people play: resting hands, sleeves, cups, lamps, a bumped
camera."""

from collections.abc import Sequence
from math import hypot

from companion.simulation.habits import Luck, Mishap
from vision.readings.places import PointMm
from vision.workshop.simulation.dice.things import TableDie
from vision.workshop.simulation.scene import Prop
from vision.workshop.simulation.table import SimulatedTable

_CUPS_AT = (PointMm(-12.0, 4.0), PointMm(-12.0, 186.0), PointMm(289.0, 4.0), PointMm(289.0, 186.0))
"""Where a cup is set down: at the corners, on or beside the paper."""
_CUP_NEEDS_MM = 75.0
_FINGERS_MM = 20.0
_MOST_TURN_DEG = 3.0
_BRUSHED_MM, _BRUSHED_DEG = 8.0, 20.0


class Disturbances:
    """Makes things happen on a simulated table, at random."""

    def __init__(self, simulated: SimulatedTable, luck: Luck) -> None:
        self._simulated = simulated
        self._luck = luck
        self._is_dimmed = False
        self.cups: tuple[PointMm, ...] = ()

    def happen(self) -> None:
        """Make the events that are due happen; hands do them one after the other."""
        for mishap, act in (
            (Mishap.BUMP, self._bump),
            (Mishap.LAMP, self._switch_lamp),
            (Mishap.CUP, self._move_cup),
            (Mishap.SLEEVE, self.brush),
            (Mishap.HAND_RESTS, self._rest),
        ):
            if self._luck.has(mishap):
                act()

    def _bump(self) -> None:
        far = self._luck.habits.bump_mm
        self._simulated.bump(self._luck.way(far), self._luck.turn(1) * min(far / 4, _MOST_TURN_DEG))

    def _switch_lamp(self) -> None:
        self._is_dimmed = not self._is_dimmed
        self._simulated.light(0, self._luck.rng.uniform(0.4, 0.8) if self._is_dimmed else 1.0)

    def _move_cup(self) -> None:
        at = self._luck.rng.choice(self.cups_at)
        if self.cups:
            self.take_cup()
        elif all(_apart(at, place) > _CUP_NEEDS_MM for place in self.places()):
            self._simulated.set_down(Prop("cup", at, self._luck.rng.uniform(0, 360)))
            self.cups = (at,)

    @property
    def cups_at(self) -> Sequence[PointMm]:
        """The places where a cup may be set down."""
        return _CUPS_AT

    def take_cup(self) -> None:
        """Take the cup away."""
        self._simulated.set_down()
        self.cups = ()

    def brush(self) -> None:
        """Let a sleeve push a die."""
        lying, luck = [die for die in self._lying() if not die.is_built], self._luck
        if lying:
            way = luck.way(_BRUSHED_MM)
            self._simulated.brush([luck.rng.choice(lying).id], way, luck.turn(_BRUSHED_DEG))

    def _rest(self) -> None:
        places, rng = self.places(), self._luck.rng
        if places:
            x, y = rng.choice(places)
            tips = PointMm(x + rng.uniform(-_FINGERS_MM, _FINGERS_MM), y - rng.uniform(0, _FINGERS_MM))
            self._simulated.rest_hand(tips, rng.uniform(1.0, self._luck.habits.rests_s))

    def places(self) -> list[PointMm]:
        """Return where things lie: hands rest there, and no cup is put down there."""
        return [die.centre_mm for die in self._lying()]

    def _lying(self) -> list[TableDie]:
        return list(self._simulated.truth(self._simulated.busy_until))


def _apart(at: PointMm, place: PointMm) -> float:
    return hypot(at.x - place.x, at.y - place.y)
