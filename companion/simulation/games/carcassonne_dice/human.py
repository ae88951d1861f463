"""People who play Carcassonne – The Dice Game as people do: in pieces, askew, in a hurry, with second
thoughts. The evening learns what they meant; the table has to find out by looking.
"""

from collections.abc import Sequence

from companion.games.carcassonne_dice.faces import CATAPULT, DICE, KNIGHT
from companion.games.carcassonne_dice.moves import Move, SetAside, Stop, Throw
from companion.games.carcassonne_dice.state import KNIGHTS, State
from companion.simulation.disturbances import Disturbances
from companion.simulation.evening import Evening
from companion.simulation.games.carcassonne_dice.player import Player
from companion.simulation.games.carcassonne_dice.simulated import SimulatedHands
from companion.simulation.habits import Luck, Mishap
from vision.readings.places import GridCell, PointMm
from vision.workshop.simulation.dice.things import CityDie
from vision.workshop.simulation.table import SimulatedTable

_TRIED = 3
"""Most dice that are put together for a trial."""
_HURRIED_S = (0.2, 1.2)
"""Shortest and longest time that dice lie there before a hurried player goes on."""
_PUSHED_MM, _PUSHED_DEG = 25.0, 25.0
_KNOCKED_MM, _PUT_BACK_MM = 12.0, 40.0


class HumanPlayer(Player):
    """Plays turns as the bot decides them, mostly, with hands that have these habits."""

    def __init__(self, simulated: SimulatedTable, luck: Luck) -> None:
        hands = SimulatedHands(simulated)
        super().__init__(hands)
        self._own = hands
        self._simulated = simulated
        self._luck = luck
        self._around = Disturbances(simulated, luck)

    def choose(self, evening: Evening) -> Move | None:
        """Decide as the bot does, or as people sometimes do; None means: throw."""
        state: State = evening.state
        if state.throws == 1 and not state.built and not state.knights:
            if state.loose_knights >= KNIGHTS and state.dice_to_throw:
                if self._luck.has(Mishap.ALL_AGAIN):
                    return None
            elif self._luck.has(Mishap.NOTHING):
                return Stop(state.seat, "city")
        return super().choose(evening)

    # A throw.

    def throw(self, evening: Evening) -> None:
        """Pick up the dice to be thrown again, and throw them."""
        state: State = evening.state
        if state.throws:
            self._look(evening, building=True)
            self._second_thoughts(evening)
            self._own.take_loose()
            if not self._luck.has(Mishap.HURRY):
                self._look(evening, building=True)
        evening.play(Throw(state.seat, self._fall(evening, state)))
        self._around.happen()
        if self._luck.has(Mishap.HURRY):
            self._simulated.wait(self._luck.rng.uniform(*_HURRIED_S))
        else:
            evening.look()
            evening.check("throw")
        if not self._luck.has(Mishap.LATE):
            self._own.take_catapults()

    def _fall(self, evening: Evening, state: State) -> tuple[str, ...]:
        """Throw the dice that are due, sooner or later; return their faces."""
        count = state.dice_to_throw
        around = (self._anywhere(), self._anywhere()) if self._luck.has(Mishap.ANYWHERE) else None
        spare = DICE - len(self._simulated.truth(self._simulated.busy_until)) - count
        if spare > 0 and self._luck.has(Mishap.TOO_MANY):
            self._own.throw(count + 1, around)
            self._look(evening, building=True)
            self._own.take_loose()
            self._look(evening, building=True)
        elif count > 1 and self._luck.has(Mishap.LEFT_OVER):
            first = self._own.throw(count - 1, around)
            self._look(evening, building=True)
            return (*first, *self._own.throw(1, around))
        elif count > 1 and self._luck.has(Mishap.STACKED):
            first = self._own.throw(count - 1, around)
            stacked = self._simulated.throw_onto(self._luck.rng.choice(self._own.loose()).id)
            self._look(evening, building=True)
            return (*first, *self._own.throw_again(stacked))
        return self._own.throw(count, around)

    def _second_thoughts(self, evening: Evening) -> None:
        """Try a city with loose dice and give it up; pick a die up and put it back."""
        loose = [die for die in self._own.loose() if die.face not in (KNIGHT, CATAPULT)]
        if loose and self._luck.has(Mishap.PICKED_UP):
            die = self._luck.rng.choice(loose)
            way = self._luck.way(_PUT_BACK_MM)
            at = PointMm(die.centre_mm.x + way.x, die.centre_mm.y + way.y)
            self._simulated.place(die.id, at, self._luck.rng.uniform(0, 360))
            self._look(evening, building=True)
        if len(loose) > 1 and not self._own.built and self._luck.has(Mishap.GIVEN_UP):
            turns = self._luck.rng.randrange
            tried = [CityDie(die.id, GridCell(n, 0), turns(4)) for n, die in enumerate(loose[:_TRIED])]
            self._own.build(tried)
            self._look(evening, building=True)
            self._own.give_up([laying.die for laying in tried])

    # Building.

    def set_aside(self, evening: Evening, move: SetAside) -> None:
        """Build and put aside, in pieces and with second thoughts."""
        layings = self._own.city_dice(move)
        self._lay(evening, layings)
        if layings and self._luck.has(Mishap.TAKEN_APART):
            self._look(evening, building=True)
            self._own.unbuild([laying.die for laying in layings])
            self._look(evening, building=True)
            self._lay(evening, layings)
        self._own.push_aside(move.knights, leave=self._luck.has(Mishap.LEFT_LYING))
        self._move_city(evening)

    def _lay(self, evening: Evening, layings: Sequence[CityDie]) -> None:
        if not layings:
            return
        if self._luck.has(Mishap.WRONG_TURN):
            wrong = self._luck.rng.choice(layings)
            turned = CityDie(wrong.die, wrong.cell, (wrong.turns + 1) % 4)
            self._build(evening, [turned if laying == wrong else laying for laying in layings])
            self._look(evening, building=True)
            self._own.build([wrong])
        else:
            self._build(evening, layings)

    def _build(self, evening: Evening, layings: Sequence[CityDie]) -> None:
        if not self._luck.has(Mishap.PIECEMEAL):
            self._own.build(layings)
            return
        for laying in layings:
            self._own.build([laying])
            if self._luck.rng.random() < 0.5:
                self._look(evening, building=True)

    def _move_city(self, evening: Evening) -> None:
        if self._own.built and self._luck.has(Mishap.MOVED_WHOLE):
            way = self._luck.way(_PUSHED_MM)
            self._simulated.brush(self._own.built, way, self._luck.turn(_PUSHED_DEG))
            self._look(evening, building=True)
        if self._own.built and self._luck.has(Mishap.SLEEVE):
            knocked = self._luck.rng.choice(self._own.built)
            way = self._luck.way(_KNOCKED_MM)
            if self._simulated.brush([knocked], way, self._luck.turn(_PUSHED_DEG)):
                self._look(evening, building=True)
                self._own.build([self._own.laying_of(knocked)])

    # The end of a turn.

    def stop(self, evening: Evening, stop: Stop) -> None:
        """Clear the table."""
        if self._luck.has(Mishap.HURRY):
            self._simulated.wait(self._luck.rng.uniform(*_HURRIED_S))
        else:
            self._look(evening, building=True)
        if self._luck.has(Mishap.ONE_BY_ONE):
            self._own.clear_one_by_one(self._luck.rng)
        else:
            self._own.clear()
        scores_nothing = stop.take == "city" and not evening.state.points_now
        evening.play(stop)
        if evening.is_over or not self._luck.has(Mishap.HURRY):
            evening.look()
            if not scores_nothing:  # nobody announces it: the next player's throw shows it
                evening.check("stop")

    def _look(self, evening: Evening, *, building: bool) -> None:
        self._around.happen()
        evening.look(building=building)

    def _anywhere(self) -> float:
        return self._luck.rng.uniform(0.2, 0.8)
