"""People who fight in Gruftmeister as people do: a stone that stays in the hand, one on another, one too
many, stones pushed or taken up after the throw, and stones that nobody takes up before the next throw.
"""

from collections.abc import Sequence
from typing import Final

from companion.games.gruftmeister.moves import BACK
from companion.simulation.disturbances import Disturbances
from companion.simulation.evening import Evening
from companion.simulation.games.gruftmeister.player import THROWN_AT, Player
from companion.simulation.habits import Luck, Mishap
from vision.errors import NoRoom
from vision.readings.places import PointMm
from vision.workshop.simulation.table import SimulatedTable

_ANYWHERE: Final = (0.2, 0.8)
_PUT_BACK_MM: Final = 35.0
_BRUSHED_MM: Final = 10.0
_BRUSHED_DEG: Final = 60.0


class HumanPlayer(Player):
    """Plays as the bot decides, with hands that have these habits."""

    def __init__(self, simulated: SimulatedTable, luck: Luck) -> None:
        super().__init__(simulated, luck.rng)
        self._simulated = simulated
        self._luck = luck
        self._around = StoneDisturbances(simulated, luck, self)

    def before_a_throw(self, evening: Evening) -> None:
        """Take up what still lies there; the next throw may follow at once."""
        if self.lying():
            super().pick_up(evening)
        if not self._luck.has(Mishap.HURRY):
            self._around.happen()
            evening.look()

    def fall(self, evening: Evening, faces: Sequence[str]) -> None:
        """Throw stones, sooner or later all of them."""
        first = self._first(evening, faces)
        self._throw_all(faces[first:])
        self._around.happen()

    def _first(self, evening: Evening, faces: Sequence[str]) -> int:
        """Let something go wrong; return how many of the stones lie as they were thrown."""
        luck = self._luck
        if luck.has(Mishap.TOO_MANY):
            self._throw_all((*faces, BACK))
            self._anew(evening)
        elif luck.has(Mishap.LEFT_OVER):
            self._throw_all(faces[:-1])
            self._around.happen()
            evening.look(building=True)
            return len(faces) - 1
        elif luck.has(Mishap.STACKED):
            self._throw_all(faces[:-1])
            self.tokens.throw_onto(faces[-1], luck.rng.choice(self.lying()).id)
            self._anew(evening)
        return 0

    def _anew(self, evening: Evening) -> None:
        """Let the table look, pick all stones up and throw them again."""
        self._around.happen()
        evening.look(building=True)
        super().pick_up(evening)

    def _throw_all(self, faces: Sequence[str]) -> None:
        around = THROWN_AT
        if self._luck.has(Mishap.ANYWHERE):
            around = (self._luck.rng.uniform(*_ANYWHERE), self._luck.rng.uniform(*_ANYWHERE))
        try:
            self.tokens.throw(faces, self.tokens.at_mm(around))
        except NoRoom:
            self.tokens.throw(faces, self.tokens.at_mm(THROWN_AT))

    def pick_up(self, evening: Evening) -> None:
        """Take the stones up, some time."""
        if self._luck.has(Mishap.PICKED_UP):
            self._move_one(evening)
        self._around.happen()
        if self._luck.has(Mishap.LATE):
            evening.look()
            evening.check("lying")
        elif self._luck.has(Mishap.ONE_BY_ONE):
            for stone in self.lying():
                self.tokens.carry_off([stone.id])
                evening.look()
                evening.check("picked up")
        else:
            super().pick_up(evening)

    def _move_one(self, evening: Evening) -> None:
        """Take a stone up, look at it, and put it back elsewhere as it lay."""
        stone, way = self._luck.rng.choice(self.lying()), self._luck.way(_PUT_BACK_MM)
        at = PointMm(stone.centre_mm.x + way.x, stone.centre_mm.y + way.y)
        if self.tokens.is_free(at, self.tokens.across_mm):
            self.tokens.move(stone.id, at)
            evening.look()
            evening.check("moved")


class StoneDisturbances(Disturbances):
    """Events around thrown stones: sleeves push them."""

    def __init__(self, simulated: SimulatedTable, luck: Luck, player: Player) -> None:
        super().__init__(simulated, luck)
        self._player = player

    def brush(self) -> None:
        """Let a sleeve push a stone."""
        if lying := self._player.lying():
            way, turn = self._luck.way(_BRUSHED_MM), self._luck.turn(_BRUSHED_DEG)
            self._player.tokens.push(self._luck.rng.choice(lying).id, way, turn)

    def places(self) -> list[PointMm]:
        """Return where stones lie."""
        return [each.centre_mm for each in self._player.lying()]
